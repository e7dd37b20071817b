#include "model/order_trial.h"

#include <algorithm>
#include <vector>

namespace gnomon::model {

namespace {

// Each round of trials may do so much work; a round is the last one if it tells the candidates apart.
constexpr std::uint64_t kRounds[] = {20'000, 110'000, 600'000};
constexpr std::uint64_t kClear = 4;  // times less work
constexpr std::size_t kMostFields = 300;
constexpr std::size_t kMostExpressions = 20'000;

struct Trial {
  std::vector<std::uint64_t> work;  // after the encoding and after each step; empty: not even the encoding was done
  bool complete = false;            // all reachable states were found
};

Trial run_trial(const ispl::CheckedModel& model, ModelOptions options, OrderStrategy order, std::uint64_t limit) {
  Trial trial;
  options.order = order;
  options.auto_reorder = false;
  options.work_limit = limit;
  options.reach.before_step = nullptr;
  try {
    SymbolicModel attempt(model, std::move(options));
    trial.work.push_back(attempt.manager().work());
    while (!attempt.explorer().complete()) {
      attempt.explorer().advance();
      trial.work.push_back(attempt.manager().work());
    }
    trial.complete = true;
  } catch (const LimitReached& reached) {
    if (reached.limit() != Limit::Size) throw;
  }
  return trial;
}

}  // namespace

OrderStrategy better_order(const ispl::CheckedModel& model, const ModelOptions& options) {
  if (model.variables.size() + model.agents.size() > kMostFields) return OrderStrategy::Force;
  if (model.expressions.size() > kMostExpressions) return OrderStrategy::Force;
  if (static_order(model, OrderStrategy::Force) == static_order(model, OrderStrategy::Declaration)) {
    return OrderStrategy::Force;
  }
  OrderStrategy ahead = OrderStrategy::Force;
  for (std::uint64_t limit : kRounds) {
    const Trial force = run_trial(model, options, OrderStrategy::Force, limit);
    // What takes longer than the whole search of the other candidate is behind.
    const std::uint64_t enough = force.complete ? std::min(limit, force.work.back()) : limit;
    const Trial declaration = run_trial(model, options, OrderStrategy::Declaration, enough);
    if (force.complete || declaration.complete) {
      return declaration.complete ? OrderStrategy::Declaration : OrderStrategy::Force;
    }
    const std::size_t common = std::min(force.work.size(), declaration.work.size());
    if (common == 0) {
      ahead = declaration.work.empty() ? OrderStrategy::Force : OrderStrategy::Declaration;
      continue;
    }
    const std::uint64_t by_force = force.work[common - 1];
    const std::uint64_t by_declaration = declaration.work[common - 1];
    ahead = by_declaration < by_force ? OrderStrategy::Declaration : OrderStrategy::Force;
    if (common > 1 && (by_force > kClear * by_declaration || by_declaration > kClear * by_force)) break;
  }
  return ahead;
}

}  // namespace gnomon::model
