// Variables, their order, and the contexts that translate registered renamings and pairs into levels.
#include <algorithm>
#include <string>

#include "bdd/engine.h"

namespace gnomon::bdd {

Level Engine::level_of(Var var) const {
  if (var.is_none() || var.index() >= var_count()) throw UsageError("a variable was named that does not exist");
  return level_of_var_[var.index()];
}

Var Engine::new_var_at(std::size_t at) {
  if (at > 0 && at < var_count()) {
    const std::uint32_t above = group_of_var_[var_at_level_[at - 1]];
    if (above != 0 && above == group_of_var_[var_at_level_[at]]) {
      throw UsageError("a new variable was placed inside a group of variables");
    }
  }
  return insert_var(at, 0);
}

Var Engine::new_var_below(Var var) {
  return insert_var(level_of(var) + std::size_t{1}, group_of_var_[var.index()]);
}

Var Engine::insert_var(std::size_t at, std::uint32_t group) {
  const std::size_t count = var_count();
  if (at > count) throw UsageError("a new variable was placed below the end of the order");
  if (count >= kMaxVariables) throw UsageError("too many variables in one manager");
  // Room for all three before any of them changes; by doubling, so that many variables take linear time.
  if (level_of_var_.capacity() == count) level_of_var_.reserve(2 * count + 1);
  if (var_at_level_.capacity() == count) var_at_level_.reserve(2 * count + 1);
  group_of_var_.push_back(group);
  const auto var = static_cast<std::uint32_t>(count);
  var_at_level_.insert(var_at_level_.begin() + static_cast<std::ptrdiff_t>(at), var);
  level_of_var_.push_back(static_cast<Level>(at));
  if (at < count) {
    for (std::size_t l = at + 1; l <= count; ++l) level_of_var_[var_at_level_[l]] = static_cast<Level>(l);
    for (Index i = kFirstIndex; i < table_.end_index(); ++i) {
      Node& n = table_[i];
      if (n.level >= at && n.level < kFreeLevel) ++n.level;
    }
    table_.rebuild();
  }
  ++order_epoch_;
  return Var(var);
}

Edge Engine::cube_of(std::span<const Var> vars) {
  std::vector<Level> levels;
  levels.reserve(vars.size());
  for (const Var var : vars) levels.push_back(level_of(var));
  std::sort(levels.begin(), levels.end(), std::greater<>());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  Edge cube = kTrue;
  for (const Level at : levels) cube = make(at, kFalse, cube);
  return cube;
}

void Engine::group(std::span<const Var> neighbours) {
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    const Level at = level_of(neighbours[i]);
    if (at != level_of(neighbours[0]) + i) throw UsageError("the variables of a group must be neighbours in the order");
    if (group_of_var_[neighbours[i].index()] != 0) throw UsageError("a variable can be in one group only");
  }
  ++group_count_;
  for (const Var var : neighbours) group_of_var_[var.index()] = group_count_;
}

std::uint32_t Engine::add_map(std::span<const std::pair<Var, Var>> from_to) {
  std::vector<bool> is_source(var_count(), false);
  std::vector<bool> is_target(var_count(), false);
  for (const auto& [from, to] : from_to) {
    level_of(from);
    level_of(to);
    if (is_source[from.index()] || is_target[to.index()]) throw UsageError("a renaming must be injective");
    is_source[from.index()] = true;
    is_target[to.index()] = true;
  }
  maps_.push_back(MapData{{from_to.begin(), from_to.end()}, {}});
  return static_cast<std::uint32_t>(maps_.size() - 1);
}

std::uint32_t Engine::add_pairs(std::span<const std::pair<Var, Var>> current_next) {
  std::vector<bool> seen(var_count(), false);
  PairsData data;
  std::vector<std::pair<Var, Var>> next_current;
  for (const auto& [current, next] : current_next) {
    level_of(current);
    level_of(next);
    if (current == next || seen[current.index()] || seen[next.index()]) {
      throw UsageError("a variable can be in one current/next pair only");
    }
    seen[current.index()] = true;
    seen[next.index()] = true;
    data.current_next.emplace_back(current, next);
    next_current.emplace_back(next, current);
  }
  data.current_to_next = add_map(data.current_next);
  data.next_to_current = add_map(next_current);
  pairs_.push_back(std::move(data));
  return static_cast<std::uint32_t>(pairs_.size() - 1);
}

std::uint32_t Engine::index_of_map(const VarMap& map) const {
  if (map.manager_ != &manager_ || map.index_ >= maps_.size()) {
    throw UsageError("a renaming of another manager, or an empty one, was used");
  }
  return map.index_;
}

std::uint32_t Engine::index_of_pairs(const Pairs& pairs) const {
  if (pairs.manager_ != &manager_ || pairs.index_ >= pairs_.size()) {
    throw UsageError("pairs of variables of another manager, or empty ones, were used");
  }
  return pairs.index_;
}

std::uint32_t Engine::fresh_code() {
  return next_code_++;
}

void Engine::forget_contexts() {
  cache_.clear();
  for (MapData& map : maps_) map.contexts.clear();
  for (PairsData& pairs : pairs_) pairs.contexts.clear();
  next_code_ = kFirstContext;
}

const RenameContext& Engine::rename_context(std::uint32_t map, Edge cube) {
  MapData& data = maps_[map];
  auto found = std::find_if(data.contexts.begin(), data.contexts.end(), [&](const auto& c) { return c->cube == cube; });
  if (found == data.contexts.end()) {
    auto fresh = std::make_unique<RenameContext>();
    fresh->cube = cube;
    fresh->code = fresh_code();
    data.contexts.push_back(std::move(fresh));
    found = data.contexts.end() - 1;
  }
  RenameContext& context = **found;
  if (context.epoch != order_epoch_) {
    context.target.resize(var_count());
    for (Level at = 0; at < var_count(); ++at) context.target[at] = at;
    context.last = 0;
    for (const auto& [from, to] : data.from_to) {
      const Level at = level_of(from);
      context.target[at] = level_of(to);
      if (from != to) context.last = std::max(context.last, at + 1);
    }
    context.epoch = order_epoch_;
  }
  return context;
}

const RelationContext& Engine::relation_context(std::uint32_t pairs, Edge extra) {
  PairsData& data = pairs_[pairs];
  auto found =
      std::find_if(data.contexts.begin(), data.contexts.end(), [&](const auto& c) { return c->extra == extra; });
  if (found == data.contexts.end()) {
    auto fresh = std::make_unique<RelationContext>();
    std::vector<Var> current, next;
    for (Edge rest = extra; rest != kTrue; rest = high(rest)) {
      current.push_back(var_at(level(rest)));
      next.push_back(var_at(level(rest)));
    }
    for (const auto& [c, n] : data.current_next) {
      if (std::find(next.begin(), next.end(), c) != next.end() ||
          std::find(current.begin(), current.end(), n) != current.end()) {
        throw UsageError("a variable of a current/next pair was given as an extra variable to quantify");
      }
    }
    for (const auto& [c, n] : data.current_next) {
      current.push_back(c);
      next.push_back(n);
    }
    fresh->extra = extra;
    fresh->current_and_extra = keep(cube_of(current));
    fresh->next_and_extra = cube_of(next);
    unkeep();
    fresh->image_code = fresh_code();
    fresh->preimage_code = fresh_code();
    data.contexts.push_back(std::move(fresh));
    found = data.contexts.end() - 1;
  }
  RelationContext& context = **found;
  if (context.epoch != order_epoch_) {
    context.role.assign(var_count(), Role::Plain);
    context.adjacent = true;
    for (const auto& [c, n] : data.current_next) {
      const Level current = level_of(c);
      const Level next = level_of(n);
      if (next == current + 1) {
        context.role[current] = Role::UpperCurrent;
        context.role[next] = Role::LowerNext;
      } else if (current == next + 1) {
        context.role[next] = Role::UpperNext;
        context.role[current] = Role::LowerCurrent;
      } else {
        context.adjacent = false;
      }
    }
    context.epoch = order_epoch_;
  }
  return context;
}

}  // namespace gnomon::bdd
