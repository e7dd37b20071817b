#include "simulate/surroundings.h"

#include <stdexcept>

#include "logic/fragment.h"

namespace gnomon::simulate {

using explicit_state::State;
using explicit_state::StateIndex;
using explicit_state::StateSet;

namespace {

constexpr std::size_t kMaxEdges = 5'000'000;
constexpr const char* kNotFair = "no fair path starts in this state";

// Whether knowledge depends on more than the state.
bool remembers(const logic::FormulaPool& pool, const logic::Property& property) {
  logic::Fragment fragment = logic::classify(pool, property.formula);
  return fragment.observation || (fragment.knowledge && property.knowledge != logic::KnowledgeSemantics::Observational);
}

}  // namespace

Surroundings::Surroundings(const explicit_state::Interpreter& interpreter, std::size_t max_states, const Budget& budget)
    : interpreter_(&interpreter),
      max_states_(max_states),
      budget_(&budget),
      facts_(interpreter, interpreter.model().pool) {}

bool Surroundings::explore() {
  if (evaluator_) return true;
  if (!unknown_.empty()) return false;
  try {
    explicit_state::GraphLimits limits;
    limits.states = max_states_;
    limits.edges = kMaxEdges;
    limits.budget = budget_;
    graph_ = std::make_unique<explicit_state::Graph>(*interpreter_, limits);
    evaluator_ = std::make_unique<explicit_state::Evaluator>(*graph_);
    return true;
  } catch (const LimitReached& limit) {
    unknown_ = limit.what();
  } catch (const std::invalid_argument& problem) {
    unknown_ = std::string("in Fairness, ") + problem.what();
  }
  return false;
}

Truth Surroundings::holds(const logic::Property& property, const State& state) {
  if (facts_.is_fact(property.formula)) return {facts_.holds(property.formula, state), {}};
  if (remembers(interpreter_->model().pool, property)) {
    return {std::nullopt, "knowledge with memory depends on the history, not only on the state"};
  }
  if (!explore()) return {std::nullopt, unknown_};
  try {
    explicit_state::Labelling& labelling = evaluator_->labelling(property);
    StateIndex here = graph_->find(state).value();
    if (!labelling.arena().region[here]) return {std::nullopt, kNotFair};
    return {labelling.states(property.formula)[here], {}};
  } catch (const LimitReached& limit) {
    return {std::nullopt, limit.what()};
  } catch (const std::invalid_argument& problem) {
    return {std::nullopt, problem.what()};
  }
}

PossibleStates Surroundings::possible(ispl::AgentId agent, const State& state, std::size_t most) {
  PossibleStates result;
  if (!explore()) {
    result.reason = unknown_;
    return result;
  }
  const StateSet& region = evaluator_->region();
  for (StateIndex s = 0; s < graph_->size(); ++s) {
    if (!region[s] || !interpreter_->looks_alike(agent, state, graph_->state(s))) continue;
    if (result.total++ < most) result.states.push_back(graph_->state(s));
  }
  return result;
}

}  // namespace gnomon::simulate
