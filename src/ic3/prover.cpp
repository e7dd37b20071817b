#include "ic3/prover.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace gnomon::ic3 {

using Start = Queries::Start;

Prover::Prover(const Machine& machine, const Budget* budget)
    : machine_(&machine), budget_(budget), levels_(1), activity_(machine.positions(), 0) {}

std::size_t Prover::clauses() const {
  std::size_t count = 0;
  for (const std::vector<Cube>& level : levels_) count += level.size();
  return count;
}

std::optional<Result> Prover::advance() {
  try {
    return round();
  } catch (...) {
    // Clauses may be missing in the solver; the levels are complete.
    if (queries_) calls_ += queries_->calls();
    queries_.reset();
    obligations_.clear();
    throw;
  }
}

void Prover::prepare() {
  constexpr std::size_t kFew = 2000;
  if (queries_ && queries_->blocked() <= kFew + 3 * clauses()) return;
  if (queries_) calls_ += queries_->calls();
  queries_.reset();
  auto made = std::make_unique<Queries>(*machine_, budget_);
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    for (const Cube& cube : levels_[level]) made->block(cube, level);
  }
  queries_ = std::move(made);
}

std::optional<Result> Prover::round() {
  prepare();
  if (top_ == 0) {
    if (std::optional<StepValues> bad = queries_->bad_in(0)) return Result{false, {}, {bad->now}};
    top_ = 1;
    levels_.resize(2);
    return std::nullopt;
  }
  if (!block_bad_states()) return Result{false, {}, std::move(path_)};
  levels_.resize(top_ + 2);
  Result proved{true, {}, {}};
  if (push_clauses(proved.invariant)) return proved;
  ++top_;
  return std::nullopt;
}

// False: some bad state is reached, and `path_` tells how.
bool Prover::block_bad_states() {
  while (std::optional<StepValues> bad = queries_->bad_in(top_)) {
    if (!meet({machine_->bad(*bad), top_, std::nullopt})) return false;
    prepare();
  }
  return true;
}

bool Prover::meet(Obligation first) {
  // By level, then the one that is nearest to an initial state, which came last.
  using Entry = std::pair<std::size_t, std::size_t>;
  auto later = [](const Entry& a, const Entry& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  };
  std::priority_queue<Entry, std::vector<Entry>, decltype(later)> open(later);
  auto push = [&](Obligation obligation) {
    open.emplace(obligation.level, obligations_.size());
    obligations_.push_back(std::move(obligation));
  };
  obligations_.clear();
  push(std::move(first));
  while (!open.empty()) {
    const auto [level, number] = open.top();
    const Cube cube = obligations_[number].cube;
    Cube core;
    if (!known_blocked(cube, level)) {
      if (std::optional<StepValues> step = queries_->step_into(cube, level - 1, Start::Outside, core)) {
        Cube before = machine_->before(*step, cube);
        std::optional<std::vector<bool>> initial;
        if (level == 1) {
          initial = step->now;
        } else {
          Cube unused;
          initial = queries_->initial_in(before, unused);
        }
        push({std::move(before), level - 1, number});
        if (!initial) continue;
        explain(obligations_.size() - 1, *initial);
        return false;
      }
      keep_from_initial(core, cube);
      generalise(core, level, true);
      add(core, highest(core, level));
      prepare();
    }
    open.pop();
    if (level < top_) {
      obligations_[number].level = level + 1;
      open.emplace(level + 1, number);
    }
  }
  return true;
}

// From the initial state in this obligation's cube on, from obligation to obligation.
void Prover::explain(std::size_t obligation, const std::vector<bool>& initial) {
  path_.assign(1, initial);
  for (std::optional<std::size_t> at = obligations_[obligation].successor; at; at = obligations_[*at].successor) {
    path_.push_back(queries_->step_from(path_.back(), obligations_[*at].cube).next);
  }
}

bool Prover::push_clauses(std::vector<Cube>& invariant) {
  for (std::size_t level = 1; level <= top_; ++level) {
    const std::vector<Cube> here = levels_[level];
    for (const Cube& cube : here) {
      // A stronger clause may have taken its place meanwhile.
      if (std::find(levels_[level].begin(), levels_[level].end(), cube) == levels_[level].end()) continue;
      Cube core;
      if (queries_->step_into(cube, level, Start::Anywhere, core)) continue;
      keep_from_initial(core, cube);
      add(core, level + 1);
    }
    prepare();
    if (!levels_[level].empty()) continue;
    for (std::size_t above = level + 1; above < levels_.size(); ++above) {
      invariant.insert(invariant.end(), levels_[above].begin(), levels_[above].end());
    }
    return true;
  }
  return false;
}

bool Prover::known_blocked(const Cube& cube, std::size_t level) const {
  for (std::size_t at = level; at < levels_.size(); ++at) {
    for (const Cube& blocked : levels_[at]) {
      if (covers(blocked, cube)) return true;
    }
  }
  return false;
}

void Prover::add(const Cube& cube, std::size_t level) {
  for (std::size_t at = 1; at <= level; ++at) {
    std::erase_if(levels_[at], [&](const Cube& other) { return covers(cube, other); });
  }
  levels_[level].push_back(cube);
  queries_->block(cube, level);
  constexpr double kFade = 0.99;
  for (double& activity : activity_) activity *= kFade;
  for (Literal literal : cube) activity_[literal.position()] += 1;
}

// The highest level up to which the cube is blocked, given that it is at this one.
std::size_t Prover::highest(const Cube& cube, std::size_t level) {
  Cube core;
  while (level < top_ && !queries_->step_into(cube, level, Start::Outside, core)) ++level;
  return level;
}

bool Prover::is_initial(const Cube& cube) {
  Cube core;
  return queries_->initial_in(cube, core).has_value();
}

// Adds literals of `cube`, in which there is no initial state, until there is none in `core`.
void Prover::keep_from_initial(Cube& core, const Cube& cube) {
  if (!is_initial(core)) return;
  Cube needed;
  queries_->initial_in(cube, needed);
  Cube joined;
  std::set_union(core.begin(), core.end(), needed.begin(), needed.end(), std::back_inserter(joined));
  core = std::move(joined);
}

bool Prover::is_blocked(Cube& cube, std::size_t level) {
  if (is_initial(cube)) return false;
  Cube core;
  if (queries_->step_into(cube, level - 1, Start::Outside, core)) return false;
  keep_from_initial(core, cube);
  cube = std::move(core);
  return true;
}

void Prover::generalise(Cube& cube, std::size_t level, bool with_counterexamples) {
  Cube order = cube;
  std::stable_sort(order.begin(), order.end(),
                   [&](Literal a, Literal b) { return activity_[a.position()] < activity_[b.position()]; });
  std::size_t failures = 0;
  constexpr std::size_t kMostFailures = 40;
  for (Literal literal : order) {
    if (cube.size() <= 1 || failures == kMostFailures) return;
    auto at = std::find(cube.begin(), cube.end(), literal);
    if (at == cube.end()) continue;
    Cube without = cube;
    without.erase(without.begin() + (at - cube.begin()));
    if (shrink(without, level, with_counterexamples)) {
      cube = std::move(without);
    } else {
      ++failures;
    }
  }
}

// Whether the cube, or one that is wider, is blocked at the level; then `cube` becomes that.
bool Prover::shrink(Cube& cube, std::size_t level, bool with_counterexamples) {
  constexpr std::size_t kMostCounterexamples = 3;
  std::size_t counterexamples = 0;
  while (true) {
    if (is_initial(cube)) return false;
    Cube core;
    const std::optional<StepValues> step = queries_->step_into(cube, level - 1, Start::Outside, core);
    if (!step) {
      keep_from_initial(core, cube);
      cube = std::move(core);
      return true;
    }
    if (!with_counterexamples) return false;
    Cube before = machine_->before(*step, cube);
    if (counterexamples < kMostCounterexamples && level > 1 && is_blocked(before, level - 1)) {
      ++counterexamples;
      const std::size_t reached = highest(before, level - 1);
      generalise(before, reached, false);
      add(before, reached);
      continue;
    }
    // The state in which the step begins joins the cube.
    counterexamples = 0;
    Cube common;
    for (Literal literal : cube) {
      if (step->now[literal.position()] == literal.value()) common.push_back(literal);
    }
    if (common.empty() || common.size() == cube.size()) return false;
    cube = std::move(common);
  }
}

}  // namespace gnomon::ic3
