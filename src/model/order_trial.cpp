#include "model/order_trial.h"

#include <algorithm>
#include <vector>

namespace gnomon::model {

namespace {

constexpr std::uint64_t kWork = 600'000;
constexpr std::size_t kMostFields = 300;
constexpr std::size_t kMostExpressions = 20'000;

// The work done after the encoding and after each step of the search. Empty: not even the encoding was done.
std::vector<std::uint64_t> trial(const ispl::CheckedModel& model, ModelOptions options, OrderStrategy order) {
  std::vector<std::uint64_t> work;
  options.order = order;
  options.auto_reorder = false;
  options.work_limit = kWork;
  options.reach.before_step = nullptr;
  try {
    SymbolicModel attempt(model, std::move(options));
    work.push_back(attempt.manager().work());
    while (!attempt.explorer().complete()) {
      attempt.explorer().advance();
      work.push_back(attempt.manager().work());
    }
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Size) throw;
  }
  return work;
}

}  // namespace

OrderStrategy better_order(const ispl::CheckedModel& model, const ModelOptions& options) {
  if (model.variables.size() + model.agents.size() > kMostFields) return OrderStrategy::Force;
  if (model.expressions.size() > kMostExpressions) return OrderStrategy::Force;
  if (static_order(model, OrderStrategy::Force) == static_order(model, OrderStrategy::Declaration)) {
    return OrderStrategy::Force;
  }
  const std::vector<std::uint64_t> force = trial(model, options, OrderStrategy::Force);
  const std::vector<std::uint64_t> declaration = trial(model, options, OrderStrategy::Declaration);
  const std::size_t common = std::min(force.size(), declaration.size());
  if (common == 0) return declaration.empty() ? OrderStrategy::Force : OrderStrategy::Declaration;
  return declaration[common - 1] < force[common - 1] ? OrderStrategy::Declaration : OrderStrategy::Force;
}

}  // namespace gnomon::model
