#include "api/describe.h"

#include <algorithm>
#include <set>

namespace gnomon::api {

using ispl::Agent;
using ispl::CheckedModel;
using ispl::ExprId;

namespace {

std::string qualified(const CheckedModel& model, ispl::AgentId agent, const std::string& name) {
  return model.agent(agent).name + "." + name;
}

// The expressions whose values matter: conditions, propositions, red states, initial states and assigned values.
std::vector<ExprId> roots(const CheckedModel& model) {
  std::vector<ExprId> found{model.initial};
  for (const ispl::Proposition& proposition : model.propositions) found.push_back(proposition.condition);
  for (const Agent& agent : model.agents) {
    if (agent.red) found.push_back(*agent.red);
    for (const ispl::ProtocolLine& line : agent.protocol) found.push_back(line.condition);
    for (const ispl::EvolutionLine& line : agent.evolution) {
      found.push_back(line.condition);
      for (const ispl::Assignment& assignment : line.assignments) found.push_back(assignment.value);
    }
  }
  return found;
}

std::vector<bool> variables_read(const CheckedModel& model) {
  std::vector<bool> read(model.variables.size(), false);
  std::vector<bool> seen(model.expressions.size(), false);
  std::vector<ExprId> stack = roots(model);
  while (!stack.empty()) {
    ExprId id = stack.back();
    stack.pop_back();
    if (id.is_none() || seen[id.index()]) continue;
    seen[id.index()] = true;
    const ispl::Expr& expr = model.expressions[id];
    if (expr.op == ispl::ExprOp::Variable) read[static_cast<std::size_t>(expr.value)] = true;
    for (ExprId operand : ispl::operands(expr)) stack.push_back(operand);
  }
  return read;
}

std::vector<bool> actions_allowed(const Agent& agent) {
  std::vector<bool> allowed(agent.actions.size(), agent.unrestricted());
  auto allow = [&](const std::vector<ispl::ActionId>& actions) {
    for (ispl::ActionId action : actions) allowed[action.index()] = true;
  };
  for (const ispl::ProtocolLine& line : agent.protocol) allow(line.actions);
  if (agent.other) allow(*agent.other);
  return allowed;
}

// The names in the formulas of the file, fairness included.
std::set<logic::Symbol> names_in_formulas(const CheckedModel& model, bool (*relevant)(logic::Op)) {
  std::vector<logic::Formula> tops;
  for (const auto* formulas : {&model.fairness, &model.formulas}) {
    for (const ispl::Formula& formula : *formulas) tops.push_back(formula.property.formula);
  }
  std::set<logic::Symbol> names;
  for (logic::Formula f : model.pool.subformulas(tops)) {
    const logic::Node& node = model.pool[f];
    if (relevant(node.op)) names.insert(node.name);
  }
  return names;
}

bool names_a_group(logic::Op op) {
  return logic::operator_of(op).name == logic::NameKind::Group;
}

bool names_a_proposition(logic::Op op) {
  return logic::operator_of(op).name == logic::NameKind::Proposition;
}

template <class Declared>
std::vector<std::string> without_use(const CheckedModel& model, const std::vector<Declared>& declared,
                                     const std::set<logic::Symbol>& used) {
  std::vector<std::string> unused;
  for (const Declared& item : declared) {
    logic::Symbol symbol = model.pool.find_symbol(item.name);
    if (symbol.is_none() || used.count(symbol) == 0) unused.push_back(item.name);
  }
  return unused;
}

}  // namespace

std::size_t declared_agents(const CheckedModel& model) {
  return static_cast<std::size_t>(
      std::count_if(model.agents.begin(), model.agents.end(), [](const Agent& agent) { return agent.declared; }));
}

std::vector<VariableFacts> describe_variables(const CheckedModel& model) {
  std::vector<VariableFacts> facts;
  facts.reserve(model.variables.size());
  for (const ispl::Variable& variable : model.variables) {
    facts.push_back({model.agent(variable.owner).name,
                     variable.name,
                     model.type_text(variable.type),
                     std::to_string(variable.type.size()),
                     {}});
  }
  for (const Agent& agent : model.agents) {
    for (ispl::VarId seen : agent.observes) facts[seen.index()].observers.push_back(agent.name);
  }
  return facts;
}

std::vector<AgentFacts> describe_agents(const CheckedModel& model) {
  std::vector<AgentFacts> facts;
  for (const Agent& agent : model.agents) {
    if (!agent.declared) continue;
    facts.push_back({agent.name, agent.vars.size(), agent.actions.size(), agent.observes.size()});
  }
  return facts;
}

UnusedNames unused_names(const CheckedModel& model) {
  UnusedNames unused;
  std::vector<bool> read = variables_read(model);
  for (std::size_t v = 0; v < read.size(); ++v) {
    const ispl::Variable& variable = model.variables[v];
    if (!read[v]) unused.variables.push_back(qualified(model, variable.owner, variable.name));
  }
  for (std::size_t a = 0; a < model.agents.size(); ++a) {
    const Agent& agent = model.agents[a];
    std::vector<bool> allowed = actions_allowed(agent);
    for (std::size_t i = 0; i < allowed.size(); ++i) {
      if (!allowed[i]) unused.actions.push_back(qualified(model, ispl::AgentId(a), agent.actions[i].name));
    }
  }
  unused.propositions = without_use(model, model.propositions, names_in_formulas(model, names_a_proposition));
  unused.groups = without_use(model, model.groups, names_in_formulas(model, names_a_group));
  return unused;
}

State describe_state(const CheckedModel& model, const std::vector<ispl::Value>& values) {
  State state;
  for (const Agent& agent : model.agents) {
    if (!agent.declared) continue;
    AgentState& part = state.emplace_back();
    part.agent = agent.name;
    for (ispl::VarId var : agent.vars) {
      part.values.emplace_back(model.variable(var).name, model.value_text(var, values[var.index()]));
    }
  }
  return state;
}

Witness::Actions describe_joint_action(const ispl::CheckedModel& model, const std::vector<ispl::ActionId>& joint) {
  Witness::Actions actions;
  for (std::size_t a = 0; a < joint.size(); ++a) {
    if (joint[a].is_none()) continue;
    actions.emplace_back(model.agents[a].name, model.agents[a].actions[joint[a].index()].name);
  }
  return actions;
}

std::vector<std::string> holding_propositions(const explicit_state::Interpreter& interpreter,
                                              const explicit_state::State& state) {
  std::vector<std::string> names;
  for (const ispl::Proposition& proposition : interpreter.model().propositions) {
    if (interpreter.holds(proposition.condition, state)) names.push_back(proposition.name);
  }
  return names;
}

}  // namespace gnomon::api
