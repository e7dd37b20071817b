#include "ispl/warnings.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/sorted.h"

namespace gnomon::ispl {

void Warnings::run() {
  for (const Agent& agent : model_.agents) {
    if (agent.red) divisions(*agent.red);
    protocol(agent);
    enabled_actions(agent);
    evolution(agent);
    split_lines(agent);
  }
  for (const Proposition& proposition : model_.propositions) divisions(proposition.condition);
  divisions(model_.initial);
  unused_variables();
  unused_propositions();
}

LocalEvaluation Warnings::evaluation(const std::vector<ExprId>& roots) {
  LocalEvaluation local(model_, roots, kMaxCombinations, steps_);
  pace_.step(1 + local.nodes().size());
  return local;
}

void Warnings::evaluate(LocalEvaluation& local) {
  pace_.step(local.nodes().size());
  local.evaluate();
}

bool Warnings::can_hold(ExprId condition) {
  LocalEvaluation local = evaluation({condition});
  if (!local.ready()) return true;
  do {
    evaluate(local);
    if (!local[condition].is_false()) return true;
  } while (local.next());
  return false;
}

void Warnings::protocol(const Agent& agent) {
  for (const ProtocolLine& line : agent.protocol) {
    divisions(line.condition);
    if (!parametric_ && !can_hold(line.condition)) {
      list_.add("protocol-line-never-enabled", line.span, "the condition of this protocol line never holds");
    }
  }
}

// A local state in which no line holds whose list has an action, and in which Other does not help.
void Warnings::enabled_actions(const Agent& agent) {
  if (agent.actions.empty() || agent.unrestricted()) return;
  std::vector<ExprId> conditions;
  for (const ProtocolLine& line : agent.protocol) conditions.push_back(line.condition);
  LocalEvaluation local = evaluation(conditions);
  if (!local.ready()) return;
  do {
    evaluate(local);
    bool some_line = false;
    bool some_action = false;
    for (const ProtocolLine& line : agent.protocol) {
      bool holds = !local[line.condition].is_false();
      some_line = some_line || holds;
      some_action = some_action || (holds && !line.actions.empty());
    }
    if (some_action || (!some_line && agent.other && !agent.other->empty())) continue;
    std::string example;
    for (auto [var, value] : local.variables()) {
      example += fmt::format("{}{} = {}", example.empty() ? ", for example where " : " and ", model_.variable(var).name,
                             model_.value_text(var, value));
    }
    list_.add(
        "blocked-agent", agent.span,
        fmt::format("agent `{}` has local states without an enabled action{}", agent.name, example),
        "such a state, if it is reachable, is a deadlock of the whole system; a line `Other` would enable something");
    return;
  } while (local.next());
}

void Warnings::evolution(const Agent& agent) {
  for (const EvolutionLine& line : agent.evolution) {
    divisions(line.condition);
    if (!can_hold(line.condition)) {
      if (parametric_) continue;
      list_.add("evolution-line-never-enabled", line.span, "the condition of this evolution line never holds");
      continue;
    }
    for (const Assignment& assignment : line.assignments) {
      divisions(assignment.value, line.condition);
      assigned_value(assignment, line.condition);
    }
  }
}

std::vector<std::size_t> Warnings::conjuncts(ExprId condition) {
  using Shape = std::tuple<ExprOp, AgentId, std::int64_t, std::size_t, std::size_t, std::size_t>;
  if (shapes_.empty()) {
    std::map<Shape, std::size_t> known;
    for (std::size_t i = 0; i < model_.expressions.size(); ++i) {  // operands first
      pace_.step();
      const Expr& expr = model_.expressions[ExprId(i)];
      auto shape = [&](ExprId operand) { return operand.is_none() ? ~std::size_t{0} : shapes_[operand.index()]; };
      const Shape own{expr.op, expr.agent, expr.value, shape(expr.condition), shape(expr.left), shape(expr.right)};
      shapes_.push_back(known.try_emplace(own, known.size()).first->second);
    }
  }
  std::vector<std::size_t> found;
  std::vector<ExprId> stack{condition};
  while (!stack.empty()) {
    const ExprId id = stack.back();
    stack.pop_back();
    const Expr& expr = model_.expressions[id];
    if (expr.op == ExprOp::And) {
      stack.insert(stack.end(), {expr.left, expr.right});
    } else {
      found.push_back(shapes_[id.index()]);
    }
  }
  sort_unique(found);
  return found;
}

// With MultiAssignment one line happens, not all whose conditions hold. Lines that hold together are how choices are
// written. But two lines that change different variables, one of which holds whenever the other does, look like changes
// that were meant to happen together; unless some line that holds as well changes variables of both, which shows that the
// choice was meant. That one condition implies the other is read off their conjuncts.
void Warnings::split_lines(const Agent& agent) {
  constexpr std::size_t kMostLines = 400;  // all pairs are looked at
  if (model_.semantics != AssignmentSemantics::Multi || parametric_ || agent.evolution.size() > kMostLines) return;
  struct Line {
    std::vector<std::size_t> condition;
    std::vector<VarId> vars;
  };
  std::vector<Line> lines;
  for (const EvolutionLine& line : agent.evolution) {
    Line made{conjuncts(line.condition), {}};
    for (const Assignment& one : line.assignments) made.vars.push_back(one.var);
    sort_unique(made.vars);
    lines.push_back(std::move(made));
  }
  auto implies = [](const Line& a, const Line& b) {
    return std::includes(a.condition.begin(), a.condition.end(), b.condition.begin(), b.condition.end());
  };
  auto share = [](const Line& a, const Line& b) {
    return std::any_of(a.vars.begin(), a.vars.end(),
                       [&](VarId var) { return std::binary_search(b.vars.begin(), b.vars.end(), var); });
  };
  for (std::size_t later = 1; later < lines.size(); ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      pace_.step();
      const Line& one = lines[earlier];
      const Line& other = lines[later];
      const bool always = implies(one, other);  // the later line holds whenever the earlier one does
      if ((!always && !implies(other, one)) || share(one, other)) continue;
      const Line& narrow = always ? one : other;
      const bool together = std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
        return implies(narrow, line) && share(line, one) && share(line, other);
      });
      if (together) continue;
      const char* how = one.condition == other.condition ? "this line has the condition of an earlier one"
                        : always                         ? "this line can be taken whenever an earlier one can"
                                                         : "this line can be taken only where an earlier one can";
      list_.add("split-line", agent.evolution[later].span,
                fmt::format("{} and changes other variables: only one of them happens", how),
                "write both changes in one line, `x = 1 and y = 2 if ...`, or Semantics = SingleAssignment");
      break;
    }
  }
}

// Warns if no combination in which the line is enabled gives the variable a value of its type.
void Warnings::assigned_value(const Assignment& assignment, ExprId condition) {
  const Variable& var = model_.variable(assignment.var);
  const Expr& value = model_.expressions[assignment.value];
  if (var.type.kind == TypeKind::Boolean || value.op == ExprOp::EnumValue) return;
  auto always_outside = [&](const std::vector<ExprId>& roots) {
    LocalEvaluation local = evaluation(roots);
    if (!local.ready()) return false;
    do {
      evaluate(local);
      if (roots.size() > 1 && local[condition].is_false()) continue;
      const LocalValue& result = local[assignment.value];
      if (!result.known) return false;
      if (result.is_integer() && var.type.position_of(result.numerator / result.denominator)) return false;
    } while (local.next());
    return true;
  };
  if (parametric_ || (!always_outside({assignment.value, condition}) && !always_outside({assignment.value}))) return;
  list_.add("assignment-out-of-range", assignment.span,
            fmt::format("`{}` never gets a value of its type here", var.name),
            "a line that assigns a value outside the type has no successor");
}

bool Warnings::has_division(ExprId root) {
  std::vector<ExprId> stack = {root};
  std::unordered_set<ExprId> seen;
  while (!stack.empty()) {
    pace_.step();
    ExprId id = stack.back();
    stack.pop_back();
    if (id.is_none() || !seen.insert(id).second) continue;
    const Expr& expr = model_.expressions[id];
    if (expr.op == ExprOp::Divide) return true;
    for (ExprId operand : operands(expr)) stack.push_back(operand);
  }
  return false;
}

void Warnings::divisions(ExprId root, ExprId guard) {
  if (!has_division(root)) return;
  std::vector<ExprId> roots = {root};
  if (!guard.is_none()) roots.push_back(guard);
  LocalEvaluation local = evaluation(roots);
  if (!local.ready() && !guard.is_none()) return divisions(root);
  if (!local.ready()) return;
  std::unordered_set<ExprId> by_zero;
  std::unordered_set<ExprId> fractional;
  std::vector<ExprId> divides;
  for (ExprId id : local.nodes()) {
    if (model_.expressions[id].op == ExprOp::Divide) divides.push_back(id);
  }
  do {
    evaluate(local);
    if (!guard.is_none() && local[guard].is_false()) continue;
    for (ExprId id : divides) {
      const Expr& expr = model_.expressions[id];
      const LocalValue& divisor = local[expr.right];
      bool zero = divisor.known && divisor.numerator == 0;
      if (zero && by_zero.insert(id).second) {
        list_.add("division-by-zero", expr.span, "the divisor can be 0",
                  "0/0 is 0; any other number divided by 0 is infinite and no value of a variable");
      }
      const LocalValue& result = local[id];
      bool fraction = result.known && result.denominator != 0 && !result.is_integer();
      if (fraction && fractional.insert(id).second) {
        list_.add("fractional-division", expr.span, "the quotient can be a fraction",
                  "division is exact; a fraction is no value of a variable");
      }
    }
  } while (local.next());
}

std::vector<bool> Warnings::read_outside_initial() {
  std::vector<ExprId> stack;
  for (const Agent& agent : model_.agents) {
    if (agent.red) stack.push_back(*agent.red);
    for (const ProtocolLine& line : agent.protocol) stack.push_back(line.condition);
    for (const EvolutionLine& line : agent.evolution) {
      stack.push_back(line.condition);
      for (const Assignment& assignment : line.assignments) stack.push_back(assignment.value);
    }
  }
  for (const Proposition& proposition : model_.propositions) stack.push_back(proposition.condition);
  std::vector<bool> seen(model_.expressions.size(), false);
  std::vector<bool> read(model_.variables.size(), false);
  while (!stack.empty()) {
    pace_.step();
    const ExprId id = stack.back();
    stack.pop_back();
    if (id.is_none() || seen[id.index()]) continue;
    seen[id.index()] = true;
    const Expr& expr = model_.expressions[id];
    if (expr.op == ExprOp::Variable) read[static_cast<std::size_t>(expr.value)] = true;
    for (ExprId operand : operands(expr)) stack.push_back(operand);
  }
  return read;
}

// A variable is used if some condition or value reads it, if it is in Obsvars, Lobsvars or an observation. One that lines
// assign is used as well if InitStates read it: the environment and the agent itself see its values.
void Warnings::unused_variables() {
  std::vector<bool> used = read_outside_initial();
  std::vector<bool> mentioned(model_.variables.size(), false);
  for (std::size_t i = 0; i < model_.expressions.size(); ++i) {
    const Expr& expr = model_.expressions[ExprId(i)];
    if (expr.op == ExprOp::Variable) mentioned[static_cast<std::size_t>(expr.value)] = true;
  }
  for (const Agent& agent : model_.agents) {
    for (const EvolutionLine& line : agent.evolution) {
      for (const Assignment& assignment : line.assignments) {
        if (mentioned[assignment.var.index()]) used[assignment.var.index()] = true;
      }
    }
  }
  for (const Observation& observation : model_.observations) {
    for (VarId var : observation.vars) used[var.index()] = true;
  }
  for (std::size_t i = 1; i < model_.agents.size(); ++i) {
    for (VarId var : model_.agents[i].observes) {
      if (model_.variable(var).owner.index() == 0) used[var.index()] = true;
    }
  }
  // Of a family, or of the instances of an agent, it is enough that one is used.
  std::set<std::uint32_t> used_places;
  for (std::size_t i = 0; i < used.size() && parametric_; ++i) {
    if (used[i]) used_places.insert(model_.variables[i].span.begin);
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    pace_.step();
    const Variable& var = model_.variables[i];
    if (used[i] || used_places.count(var.span.begin) > 0) continue;
    list_.add("unused-variable", var.span,
              fmt::format("the variable `{}.{}` is {}", model_.agent(var.owner).name, var.name,
                          mentioned[i] ? "read by nothing but InitStates" : "never read"));
  }
}

void Warnings::unused_propositions() {
  if (model_.formulas.empty()) return;  // formulas may come from elsewhere
  std::vector<logic::Formula> roots;
  for (const Formula& formula : model_.formulas) roots.push_back(formula.property.formula);
  for (const Formula& formula : model_.fairness) roots.push_back(formula.property.formula);
  std::vector<bool> used(model_.propositions.size(), false);
  for (logic::Formula f : model_.pool.subformulas(roots)) {
    pace_.step();
    const logic::Node& node = model_.pool[f];
    if (node.op != logic::Op::Atom) continue;
    if (auto proposition = model_.proposition_of(node.name)) used[*proposition] = true;
  }
  std::set<std::uint32_t> used_places;
  for (std::size_t i = 0; i < used.size() && parametric_; ++i) {
    if (used[i]) used_places.insert(model_.propositions[i].span.begin);
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    const Proposition& proposition = model_.propositions[i];
    if (used[i] || used_places.count(proposition.span.begin) > 0) continue;
    Span name = {proposition.span.begin, proposition.span.begin + static_cast<std::uint32_t>(proposition.name.size())};
    list_.add("unused-proposition", name, fmt::format("no formula uses the proposition `{}`", proposition.name));
  }
}

}  // namespace gnomon::ispl
