#include "reference/evaluate.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "reference/knowledge.h"
#include "reference/strategic.h"

namespace gnomon::reference {

using logic::Formula;
using logic::Node;
using logic::Op;

namespace {

ispl::AgentId agent_of(const ispl::CheckedModel& model, const Node& node) {
  auto agent = model.agent_of(node.name);
  if (!agent) throw std::invalid_argument("no agent " + model.pool.text(node.name));
  return *agent;
}

const std::vector<ispl::AgentId>& group_of(const ispl::CheckedModel& model, const Node& node) {
  auto group = model.group_of(node.name);
  if (!group) throw std::invalid_argument("no group " + model.pool.text(node.name));
  return model.groups[*group].members;
}

Objective objective_of(Op op) {
  switch (logic::without_bound(op)) {
    case Op::CanX:
      return Objective::Next;
    case Op::CanF:
      return Objective::Finally;
    case Op::CanG:
      return Objective::Globally;
    case Op::CanU:
      return Objective::Until;
    default:
      throw std::invalid_argument("not an operator of coalitions");
  }
}

}  // namespace

const Members& ArenaLabels::states(Formula root) {
  const logic::FormulaPool& pool = arena_.graph->interpreter().model().pool;
  for (Formula f : pool.subformulas(root)) {
    if (logic::is_state_formula(pool[f])) compute(f);
  }
  return known_.at(root);
}

// Requires that all state formulas below f are known.
const Members& ArenaLabels::compute(Formula f) {
  auto found = known_.find(f);
  if (found != known_.end()) return found->second;
  const logic::FormulaPool& pool = arena_.graph->interpreter().model().pool;
  return known_.emplace(f, label(pool[f])).first->second;
}

Members ArenaLabels::atom(const Node& node) const {
  const Graph& graph = *arena_.graph;
  const Interpreter& interpreter = graph.interpreter();
  const ispl::CheckedModel& model = interpreter.model();
  Members result(graph.size(), false);
  for (StateIndex s = 0; s < graph.size(); ++s) {
    if (!arena_.region[s]) continue;
    if (node.op == Op::Atom) {
      auto proposition = model.proposition_of(node.name);
      if (!proposition) throw std::invalid_argument("no proposition " + model.pool.text(node.name));
      result[s] = interpreter.holds(model.propositions[*proposition].condition, graph.state(s));
    } else {
      result[s] = interpreter.is_red(agent_of(model, node), graph.state(s)) == (node.op == Op::Red);
    }
  }
  return result;
}

Members ArenaLabels::strategic(const Node& node, const Members& left, const Members& right) const {
  const auto& group = group_of(arena_.graph->interpreter().model(), node);
  std::optional<logic::Interval> interval;
  if (!node.bound.is_none()) interval = arena_.graph->interpreter().model().pool.interval(node);
  if (options_.strategies == Strategies::Uniform) {
    return can_enforce_uniformly(arena_, group, objective_of(node.op), left, right, options_.max_strategies, interval);
  }
  return can_enforce(arena_, group, objective_of(node.op), left, right, interval);
}

std::unique_ptr<Lasso> ArenaLabels::find_path(Formula f, StateIndex state, Horizon horizon) {
  const logic::FormulaPool& pool = arena_.graph->interpreter().model().pool;
  PathForm form(arena_, pool, f, [&](Formula state_formula) { return states(state_formula); });
  PathSearch search(arena_, form, form.positive(), horizon, options_.finite_tests, options_.paths);
  return search.satisfying()[state] ? std::make_unique<Lasso>(search.witness(state)) : nullptr;
}

Members ArenaLabels::label(const Node& node) {
  const ispl::CheckedModel& model = arena_.graph->interpreter().model();
  if (logic::is_path_quantifier(node.op)) {
    if (!model.pool[node.left].is_path) return known_.at(node.left);
    auto truth = [&](Formula f) { return known_.at(f); };
    return quantified(arena_, model.pool, node, truth, options_.finite_tests, options_.paths);
  }
  Members none(arena_.graph->size(), false);
  const Members& a = node.left.is_none() ? none : known_.at(node.left);
  const Members& b = node.right.is_none() ? none : known_.at(node.right);
  if (std::optional<Members> set = combined(arena_, model.pool, node, a, b)) return *std::move(set);
  switch (node.op) {
    case Op::True:
      return arena_.region;
    case Op::False:
      return none;
    case Op::Atom:
    case Op::Green:
    case Op::Red:
      return atom(node);
    case Op::Knows:
      return knows(arena_, agent_of(model, node), a);
    case Op::Everybody:
      return everybody_knows(arena_, group_of(model, node), a);
    case Op::Common:
      return common_knowledge(arena_, group_of(model, node), a);
    case Op::Distributed:
      return distributed_knowledge(arena_, group_of(model, node), a);
    case Op::Ought:
      return ought(arena_, agent_of(model, node), a);
    case Op::CanX:
    case Op::CanF:
    case Op::CanG:
    case Op::CanU:
    case Op::CanXn:
    case Op::CanFn:
    case Op::CanGn:
    case Op::CanUn:
      return strategic(node, a, b);
    case Op::Delta:
      throw std::invalid_argument("a change of observation needs knowledge with memory");
    default:
      throw std::invalid_argument("not a state formula");
  }
}

Evaluator::Evaluator(const Graph& graph, EvaluateOptions options)
    : graph_(&graph), whole_(Arena::whole(graph), options) {
  const auto& fairness = graph.interpreter().model().fairness;
  if (fairness.empty()) return;
  std::vector<Members> sets;
  sets.reserve(fairness.size());
  for (const auto& formula : fairness) sets.push_back(whole_.states(formula.property.formula));
  fair_ = std::make_unique<ArenaLabels>(Arena::fair(graph, sets), options);
}

ArenaLabels& Evaluator::labels(Formula f) {
  if (!fair_) return whole_;
  const logic::FormulaPool& pool = graph_->interpreter().model().pool;
  for (Formula g : pool.subformulas(f)) {
    if (pool[g].op == Op::PathAf || pool[g].op == Op::PathEf) return whole_;
  }
  return *fair_;
}

ArenaLabels& Evaluator::labels(const logic::Property& property) {
  switch (property.mode) {
    case logic::Mode::LtlFinite:
    case logic::Mode::CtlStarFinite:
    case logic::Mode::LdlFinite:
    case logic::Mode::CdlStarFinite:
      return whole_;
    case logic::Mode::Plain:
    case logic::Mode::Ltl:
    case logic::Mode::CtlStar:
    case logic::Mode::Ldl:
    case logic::Mode::CdlStar:
      break;
  }
  return labels(property.formula);
}

bool Evaluator::verdict(ArenaLabels& labels, Formula f) const {
  const Members& holds = labels.states(f);
  const Members& region = labels.arena().region;
  const auto& initial = graph_->initial();
  return std::all_of(initial.begin(), initial.end(), [&](StateIndex s) { return !region[s] || holds[s]; });
}

}  // namespace gnomon::reference
