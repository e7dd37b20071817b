#include "simulate/surroundings.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "logic/fragment.h"
#include "logic/mode.h"
#include "recall/memory_checker.h"

namespace gnomon::simulate {

using explicit_state::State;
using model::StateSet;

namespace {

constexpr const char* kNotFair = "no fair path starts in this state";
constexpr const char* kFairnessNeedsMemory =
    "in Fairness, knowledge with memory depends on the history, not only on the state";

check::PathOptions path_options(const Budget& budget) {
  check::PathOptions options;
  options.limits.budget = &budget;
  return options;
}

}  // namespace

Surroundings::Surroundings(ispl::CheckedModel& model, const explicit_state::Interpreter& interpreter,
                           QuestionLimits limits)
    : model_(&model),
      facts_(interpreter, model.pool),
      limits_(limits),
      fairness_needs_memory_(std::any_of(
          model.fairness.begin(), model.fairness.end(),
          [&](const ispl::Formula& constraint) { return logic::needs_memory(model.pool, constraint.property); })),
      paths_(path_options(budget_)) {}

template <class Work>
std::string Surroundings::ask(Work&& work) {
  doing_ = "preparing the answer";
  budget_ = Budget();
  budget_.memory_bytes = limits_.memory_bytes;
  budget_.interrupt = limits_.interrupt;
  if (limits_.seconds) {
    std::chrono::duration<double> allowed(*limits_.seconds);
    budget_.deadline = Budget::Clock::now() + std::chrono::duration_cast<Budget::Clock::duration>(allowed);
  }
  try {
    if (symbolic_) symbolic_->manager().set_budget(budget_);
    budget_.poll();
    std::forward<Work>(work)();
    return {};
  } catch (const LimitReached& limit) {
    return limit.what() + (" while " + doing_);
  } catch (const std::bad_alloc&) {
    return "out of memory while " + doing_;
  }
}

check::Scope& Surroundings::scope() {
  if (!symbolic_) {
    doing_ = "encoding the model";
    model::ModelOptions options;
    options.budget = budget_;
    symbolic_ = std::make_unique<model::SymbolicModel>(*model_, std::move(options));
  }
  if (!scope_) {
    doing_ = "computing the reachable states";
    scope_ = std::make_unique<check::Scope>(check::Frame(*symbolic_), model_->pool, paths_, check::StrategyOptions());
  }
  if (!model_->fairness.empty() && !fairness_needs_memory_) {
    doing_ = "computing the fair states";
    scope_->add_fairness(model_->fairness);
  }
  return *scope_;
}

Truth Surroundings::holds(const logic::Property& property, const std::vector<State>& history) {
  const State& state = history.back();
  if (facts_.is_fact(property.formula)) return {facts_.holds(property.formula, state), {}};
  const bool memory = logic::needs_memory(model_->pool, property);
  if (memory) {
    std::string why = recall::unsupported(model_->pool, property.formula, property.knowledge);
    if (!why.empty()) return {std::nullopt, std::move(why)};
  }
  if (fairness_needs_memory_ && !logic::is_finite(property.mode)) return {std::nullopt, kFairnessNeedsMemory};
  Truth truth;
  truth.reason = ask([&] {
    check::LabelledFrame& evaluation = scope().of(property);
    doing_ = "evaluating the formula";
    StateSet here = symbolic_->singleton(state);
    if (!here.subset_of(evaluation.frame.states())) return;
    if (memory) {
      recall::MemoryOptions options;
      options.paths = path_options(budget_);
      options.explain = false;
      truth.holds = recall::MemoryChecker(evaluation.labels, std::move(options))
                        .holds_after(history, property.formula, property.knowledge);
    } else {
      truth.holds = here.subset_of(evaluation.labels.states(property.formula));
    }
  });
  if (!truth.holds && truth.reason.empty()) truth.reason = kNotFair;
  return truth;
}

PossibleStates Surroundings::possible(ispl::AgentId agent, const State& state, std::size_t most) {
  PossibleStates result;
  if (fairness_needs_memory_) {
    result.reason = kFairnessNeedsMemory;
    return result;
  }
  result.reason = ask([&] {
    const StateSet& fair = scope().on_fair_paths().frame.states();
    doing_ = "listing the states";
    StateSet rest = symbolic_->look_alikes(symbolic_->singleton(state), agent) & fair;
    result.total = symbolic_->count(rest);
    while (result.states.size() < most && !rest.empty()) {
      budget_.poll();
      result.states.push_back(symbolic_->pick(rest));
      rest = rest - symbolic_->singleton(result.states.back());
    }
  });
  std::sort(result.states.begin(), result.states.end());
  return result;
}

}  // namespace gnomon::simulate
