#include "bounded/explore.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace gnomon::bounded {

using check::Extent;

namespace {

// For as long as it lives the manager has a nearer deadline and keeps its order of variables: the diagrams of a check
// are soon forgotten and must not decide the order for the exploration.
class Visit {
 public:
  Visit(bdd::Manager& manager, std::optional<double> seconds) : manager_(manager), former_(manager.budget()) {
    manager_.hold_order(true);
    if (!seconds) return;
    Budget budget = former_;
    using Clock = Budget::Clock;
    constexpr double kSlack = 0.005;  // time of others; if the check uses it, the account is charged
    std::chrono::duration<double> allowed(*seconds + kSlack);
    Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(allowed);
    if (budget.deadline) end = std::min(end, *budget.deadline);
    budget.deadline = end;
    manager_.set_budget(std::move(budget));
  }
  ~Visit() {
    manager_.hold_order(false);
    manager_.set_budget(former_);
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  bdd::Manager& manager_;
  Budget former_;
};

class Exploration {
 public:
  Exploration(model::SymbolicModel& model, const std::vector<Extents>& formulas, Judge& judge,
              const ExploreOptions& options, Explored& result)
      : model_(model),
        formulas_(formulas),
        judge_(judge),
        options_(options),
        schedule_(options.policy, formulas.size()),
        begin_(model.manager().processor_seconds()),
        result_(result) {
    for (std::size_t f = 0; f < formulas.size(); ++f) {
      for (Extent extent : {Extent::Part, Extent::Open}) {
        if (!formulas[f].is_useful(extent)) schedule_.close(f, extent);
      }
    }
  }

  // True: go on.
  bool step(std::size_t depth, const model::StateSet& reached) {
    result_.depth = depth;
    result_.states = reached;
    bool last = schedule_.over(depth) || (options_.max_depth && depth >= *options_.max_depth);
    if (depth >= next_visit_ || last) visit(depth, reached);
    return decided_ < formulas_.size() && !last;
  }

 private:
  // Processor time: on a busy machine a check must not pay for the time of others.
  double elapsed() const { return options_.elapsed + model_.manager().processor_seconds() - begin_; }

  void visit(std::size_t depth, const model::StateSet& reached) {
    schedule_.enter(depth, [&] { return size_of(reached); });
    if (!schedule_.something_due()) return;
    double before = std::exchange(now_, elapsed());
    plan_next_visit(depth, now_ - before);
    for (std::size_t f = 0; f < formulas_.size(); ++f) {
      bool answered = due(f, Extent::Open) && check(f, Extent::Open, depth, reached);
      if (!answered && due(f, Extent::Part)) check(f, Extent::Part, depth, reached);
    }
    judge_.forget();
    result_.checks = schedule_.checks();
    result_.check_seconds = schedule_.total_spent();
  }

  // Where a step takes a microsecond even asking for the time is too expensive to be done at every depth: in deep
  // models adaptive visits are about a fifth of a millisecond, but at most 1/64 of the depth, apart. `seconds` is how
  // long the steps since the last visit took.
  void plan_next_visit(std::size_t depth, double seconds) {
    constexpr double kInterval = 2e-4;
    std::size_t steps = depth - last_visit_;
    last_visit_ = depth;
    next_visit_ = depth + 1;
    if (options_.policy.when != CheckWhen::Adaptive || steps == 0 || seconds >= kInterval) return;
    constexpr std::size_t kPart = 64;
    double wanted = kInterval / std::max(seconds, 1e-9) * static_cast<double>(steps);
    std::size_t most = depth / kPart;
    next_visit_ += static_cast<std::size_t>(std::min(wanted, static_cast<double>(most)));
  }

  double size_of(const model::StateSet& reached) const {
    switch (options_.policy.when) {
      case CheckWhen::States:
        return model_.count(reached).get_d();
      case CheckWhen::Memory:
        return static_cast<double>(model_.manager().recent_live_nodes());
      default:
        return elapsed();
    }
  }

  bool due(std::size_t formula, Extent extent) const { return schedule_.due(formula, extent, now_); }

  // False if the check was given up.
  bool check(std::size_t formula, Extent extent, std::size_t depth, const model::StateSet& reached) {
    std::optional<double> allowance = schedule_.allowance(formula, extent, now_);
    std::optional<Judge::Trial> trial;
    try {
      Visit visit(model_.manager(), allowance);
      trial = judge_.evaluate(formula, extent, reached);
    } catch (const LimitReached&) {
      model_.manager().budget().poll();  // the limit of the run, or only of this check?
    }
    double before = std::exchange(now_, elapsed());
    schedule_.spent(formula, extent, now_ - before, !trial.has_value());
    if (!trial) return false;
    bool is_false = formulas_[formula].of(extent).universal && trial->fails_somewhere;
    bool is_true = formulas_[formula].of(extent).existential && trial->holds_everywhere;
    if (is_false || is_true) {
      schedule_.close(formula);
      ++decided_;
      judge_.decided(formula, is_true, depth, extent, reached);
    }
    return true;
  }

  model::SymbolicModel& model_;
  const std::vector<Extents>& formulas_;
  Judge& judge_;
  const ExploreOptions& options_;
  Schedule schedule_;
  std::size_t decided_ = 0;
  double begin_;
  double now_ = 0;              // when the time was last asked for
  std::size_t last_visit_ = 0;  // depths
  std::size_t next_visit_ = 0;
  Explored& result_;
};

}  // namespace

void explore(model::SymbolicModel& model, const std::vector<Extents>& formulas, Judge& judge,
             const ExploreOptions& options, Explored& explored) {
  explored = {};
  Exploration exploration(model, formulas, judge, options, explored);
  explored.complete = model.explore(
      [&](std::size_t depth, const model::StateSet& reached) { return exploration.step(depth, reached); });
  if (explored.complete) explored.states = model.reachable();
}

}  // namespace gnomon::bounded
