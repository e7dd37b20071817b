#include "ispl/plain_model.h"

#include <string>
#include <unordered_map>
#include <utility>

#include "ispl/constant_value.h"
#include "ispl/lowering.h"
#include "logic/printer.h"

namespace gnomon::ispl {

namespace {

// A formula of one pool in another, with plain names.
logic::Formula renamed(const logic::FormulaPool& from, logic::Formula root, logic::FormulaPool& to) {
  std::unordered_map<logic::Formula, logic::Formula> made;
  auto symbol = [&](logic::Symbol name) { return name.is_none() ? name : to.intern(plain_name(from.text(name))); };
  auto operand = [&](logic::Formula f) { return f.is_none() ? f : made.at(f); };
  for (logic::Formula f : from.subformulas(root)) {
    const logic::Node& node = from[f];
    logic::Bound bound;
    if (!node.bound.is_none()) {
      logic::Interval interval = from.interval(node);
      interval.first_name = symbol(interval.first_name);
      interval.last_name = symbol(interval.last_name);
      bound = to.bound(interval);
    }
    made[f] = to.make(node.op, operand(node.left), operand(node.right), symbol(node.name), symbol(node.name2), bound);
  }
  return made.at(root);
}

std::vector<Formula> renamed(const CheckedModel& model, const std::vector<Formula>& formulas,
                             logic::FormulaPool& pool) {
  std::vector<Formula> made;
  for (const Formula& formula : formulas) {
    Formula one;
    one.property = formula.property;
    auto moved = [&](logic::Formula f) { return f.is_none() ? f : renamed(model.pool, f, pool); };
    one.property.formula = moved(formula.property.formula);
    one.property.from = moved(formula.property.from);
    one.property.target = moved(formula.property.target);
    // The attribute is shown only if it was written.
    if (!one.property.knowledge_given) one.property.knowledge = logic::KnowledgeSemantics::Observational;
    one.text = logic::print(pool, one.property);
    one.span = formula.span;
    one.name = formula.name;
    one.expected = formula.expected;
    made.push_back(std::move(one));
  }
  return made;
}

}  // namespace

CheckedModel plain_model(const CheckedModel& model) {
  CheckedModel plain;
  plain.semantics = model.semantics;
  plain.agents = model.agents;
  plain.variables = model.variables;
  plain.enumerators = model.enumerators;
  plain.expressions = model.expressions;
  plain.propositions = model.propositions;
  plain.initial = model.initial;
  plain.groups = model.groups;
  plain.observations = model.observations;
  plain.initial_observation = model.initial_observation;
  for (Agent& agent : plain.agents) {
    agent.name = plain_name(agent.name);
    for (Action& action : agent.actions) action.name = plain_name(action.name);
  }
  for (Variable& variable : plain.variables) variable.name = plain_name(variable.name);
  for (std::string& name : plain.enumerators) name = plain_name(name);
  for (Proposition& proposition : plain.propositions) proposition.name = plain_name(proposition.name);
  for (Group& group : plain.groups) group.name = plain_name(group.name);
  plain.fairness = renamed(model, model.fairness, plain.pool);
  plain.formulas = renamed(model, model.formulas, plain.pool);
  Lowering(plain).run();
  return plain;
}

}  // namespace gnomon::ispl
