#include "enumerate/successors.h"

#include <algorithm>
#include <bit>
#include <string>

#include "base/budget.h"

namespace gnomon::enumerate {

namespace {

constexpr std::size_t kMostSuccessors = std::size_t{1} << 22;

}  // namespace

Successors::Successors(const Program& program)
    : program_(&program),
      words_(program.layout().words()),
      enabled_(program.agents()),
      anything_(program.agents(), kOpen),
      awaited_(program.agents(), 0) {
  for (std::size_t agent = 0; agent < program.agents(); ++agent) protocols_.emplace_back(program, agent);
  for (const Unit& unit : program.units()) units_.emplace_back(program, unit);
  remainders_.resize(units_.size());
}

void Successors::check_count(std::size_t count) const {
  if (count <= kMostSuccessors) return;
  throw LimitReached(Limit::Size,
                     "more than " + std::to_string(kMostSuccessors) + " combinations in the step from one state");
}

void Successors::enter(const Word* state) {
  state_ = state;
  blocked_ = false;
  for (std::size_t agent = 0; agent < program_->agents(); ++agent) {
    if (!program_->protocol(agent).takes_part) continue;
    enabled_[agent] = protocols_[agent].enabled(state, scratch_);
    blocked_ = blocked_ || enabled_[agent].empty();
  }
  if (blocked_) return;
  for (std::size_t u = 0; u < units_.size(); ++u) remainders_[u] = units_[u].enter(state, scratch_);
}

void Successors::expand(const Word* state) {
  enter(state);
  complete(anything_);
}

bool Successors::matters(std::size_t agent, std::uint32_t action) const {
  if (blocked_) return false;
  const ActionRef wanted{ispl::AgentId(agent), ispl::ActionId(action)};
  for (std::size_t u = 0; u < units_.size(); ++u) {
    const std::vector<ActionRef>& compared = units_[u].compared(remainders_[u]);
    if (std::binary_search(compared.begin(), compared.end(), wanted)) return true;
  }
  return false;
}

Successors::Level& Successors::level(std::size_t depth) {
  while (levels_.size() <= depth) {
    levels_.push_back(std::make_unique<Level>());
    options_.emplace_back();
  }
  return *levels_[depth];
}

void Successors::complete(std::span<const std::uint32_t> given) {
  count_ = 0;
  overflow_ = false;
  found_.clear();
  if (blocked_) return;
  given_ = given;
  Level& first = level(0);
  first.waiting.clear();
  first.states.assign(state_, state_ + words_);
  first.count = 1;
  for (std::uint32_t u = 0; u < units_.size(); ++u) {
    if (!units_[u].settled(remainders_[u])) {
      first.waiting.push_back({u, remainders_[u]});
    } else if (!settle(first, u, remainders_[u])) {
      return;
    }
  }
  branch(0);
  drop_duplicates();
}

std::uint32_t Successors::most_awaited(const Level& now) {
  std::uint32_t best = 0;
  std::uint32_t most = 0;
  for (const Waiting& waiting : now.waiting) {
    for (std::uint32_t agent : units_[waiting.unit].agents(waiting.remainder)) {
      if (++awaited_[agent] > most || (awaited_[agent] == most && agent < best)) {
        most = awaited_[agent];
        best = agent;
      }
    }
  }
  for (const Waiting& waiting : now.waiting) {
    for (std::uint32_t agent : units_[waiting.unit].agents(waiting.remainder)) awaited_[agent] = 0;
  }
  return best;
}

// Actions that make no difference are one option.
void Successors::list_options(const Level& now, std::uint32_t agent, std::vector<std::uint32_t>& options) {
  options.clear();
  if (given_[agent] != kOpen) {
    options.push_back(given_[agent]);
    return;
  }
  const ActionRef first{ispl::AgentId(agent), ispl::ActionId(0)};
  decides_.assign(program_->source().agents[agent].actions.size(), 0);
  for (const Waiting& waiting : now.waiting) {
    const std::vector<ActionRef>& compared = units_[waiting.unit].compared(waiting.remainder);
    for (auto action = std::lower_bound(compared.begin(), compared.end(), first);
         action != compared.end() && action->agent == first.agent; ++action) {
      decides_[action->action.index()] = 1;
    }
  }
  bool indifferent = false;
  for (std::uint32_t action : enabled_[agent]) {
    if (decides_[action] != 0 || !indifferent) options.push_back(action);
    indifferent = indifferent || decides_[action] == 0;
  }
}

// Applies the alternatives of a settled unit; false if there is none.
bool Successors::settle(Level& at, std::uint32_t unit, std::uint32_t remainder) {
  const UnitTable::Alternatives found = units_[unit].alternatives(remainder);
  overflow_ = overflow_ || found.overflow;
  const std::vector<std::uint32_t>& words = units_[unit].unit().words;
  auto change = [&](Word* state, const Word* alternative) {
    for (std::size_t w = 0; w < words.size(); ++w) {
      state[words[w]] = (state[words[w]] & alternative[2 * w]) | alternative[2 * w + 1];
    }
  };
  if (found.count == 0) return false;
  if (found.count == 1) {
    for (std::size_t i = 0; i < at.count; ++i) change(at.states.data() + i * words_, found.words);
    return true;
  }
  check_count(at.count * found.count);
  const std::size_t before = at.count;
  at.states.resize(before * found.count * words_);
  Word* states = at.states.data();
  for (std::size_t k = found.count; k > 0; --k) {  // the last alternative changes the states themselves
    for (std::size_t i = 0; i < before; ++i) {
      Word* to = states + ((k - 1) * before + i) * words_;
      if (k > 1) std::copy(states + i * words_, states + (i + 1) * words_, to);
      change(to, found.words + (k - 1) * 2 * words.size());
    }
  }
  at.count = before * found.count;
  return true;
}

// The unfinished successors of `from` after a choice; false if it leads nowhere.
bool Successors::choose(const Level& from, Level& to, std::uint32_t agent, std::uint32_t action) {
  to.states.assign(from.states.begin(), from.states.begin() + static_cast<std::ptrdiff_t>(from.count * words_));
  to.count = from.count;
  to.waiting.clear();
  for (const Waiting& waiting : from.waiting) {
    const std::vector<std::uint32_t>& agents = units_[waiting.unit].agents(waiting.remainder);
    if (std::find(agents.begin(), agents.end(), agent) == agents.end()) {
      to.waiting.push_back(waiting);
      continue;
    }
    const std::uint32_t next = units_[waiting.unit].refine(waiting.remainder, agent, action, state_, scratch_);
    if (units_[waiting.unit].unchanged(next)) continue;
    if (!units_[waiting.unit].settled(next)) {
      to.waiting.push_back({waiting.unit, next});
    } else if (!settle(to, waiting.unit, next)) {
      return false;
    }
  }
  return true;
}

// The depth is at most the number of agents.
void Successors::branch(std::size_t depth) {
  const Level& now = level(depth);
  if (now.waiting.empty()) {
    check_count(count_ + now.count);
    found_.insert(found_.end(), now.states.begin(),
                  now.states.begin() + static_cast<std::ptrdiff_t>(now.count * words_));
    count_ += now.count;
    return;
  }
  const std::uint32_t agent = most_awaited(now);
  Level& next = level(depth + 1);
  list_options(now, agent, options_[depth]);
  for (std::size_t i = 0; i < options_[depth].size(); ++i) {
    if (choose(now, next, agent, options_[depth][i])) branch(depth + 1);
  }
}

// Keeps the first of each kind, in order.
void Successors::drop_duplicates() {
  if (count_ <= 1) return;
  constexpr std::size_t kFew = 8;
  constexpr std::uint32_t kFree = 0xffffffffu;
  Word* all = found_.data();
  std::size_t kept = 0;
  auto equal = [&](std::size_t i, std::size_t k) {
    return std::equal(all + i * words_, all + (i + 1) * words_, all + k * words_);
  };
  auto keep = [&](std::size_t i) {
    if (i != kept) std::copy(all + i * words_, all + (i + 1) * words_, all + kept * words_);
    ++kept;
  };
  if (count_ <= kFew) {
    for (std::size_t i = 0; i < count_; ++i) {
      bool fresh = true;
      for (std::size_t k = 0; k < kept && fresh; ++k) fresh = !equal(i, k);
      if (fresh) keep(i);
    }
    count_ = kept;
    return;
  }
  slots_.assign(std::bit_ceil(2 * count_), kFree);
  for (std::size_t i = 0; i < count_; ++i) {
    Word hash = 0;
    for (std::size_t w = 0; w < words_; ++w) hash = mixed(hash ^ all[i * words_ + w]);
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at] != kFree && !equal(i, slots_[at])) at = (at + 1) & (slots_.size() - 1);
    if (slots_[at] != kFree) continue;
    slots_[at] = static_cast<std::uint32_t>(kept);
    keep(i);
  }
  count_ = kept;
}

}  // namespace gnomon::enumerate
