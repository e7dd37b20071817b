// The way through a model: conditions, values by cases, lines; see plain_model.h.
#include "ispl/lowering.h"

#include <algorithm>

#include "base/budget.h"

namespace gnomon::ispl {

namespace {

bool makes_cases(ExprOp op) {
  return op == ExprOp::Choose || op == ExprOp::Minimum || op == ExprOp::Maximum || op == ExprOp::Modulo ||
         op == ExprOp::FloorDivide;
}

// What may stand in a Boolean value of plain ISPL, where it is written `~ & | ^`.
bool is_bit_operation(ExprOp op) {
  return op == ExprOp::Variable || op == ExprOp::Boolean || op == ExprOp::Not || op == ExprOp::And ||
         op == ExprOp::Or || op == ExprOp::Xor;
}

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  std::int64_t remainder = a % b;
  return (a - (remainder < 0 ? remainder + b : remainder)) / b;
}

}  // namespace

Lowering::Lowering(CheckedModel& model) : model_(model), pool_(model.expressions) {}

// The old nodes below the roots, operands first.
void Lowering::prepare(const std::vector<ExprId>& roots) {
  std::size_t count = pool_.size();
  needed_.assign(count, false);
  by_cases_.assign(count, false);
  bits_.assign(count, false);
  conditions_.assign(count, {});
  cases_.assign(count, {});
  std::vector<ExprId> stack = roots;
  while (!stack.empty()) {
    ExprId id = stack.back();
    stack.pop_back();
    if (id.is_none() || needed_[id.index()]) continue;
    needed_[id.index()] = true;
    for (ExprId operand : operands(pool_[id])) stack.push_back(operand);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!needed_[i]) continue;
    ExprId id(i);
    by_cases_[i] = makes_cases(pool_[id].op);
    bits_[i] = is_bit_operation(pool_[id].op) && pool_[id].kind == ExprKind::Boolean;
    for (ExprId operand : operands(pool_[id])) {
      if (operand.is_none()) continue;
      by_cases_[i] = by_cases_[i] || by_cases_[operand.index()];
      bits_[i] = bits_[i] && bits_[operand.index()];
    }
    if (pool_[id].kind == ExprKind::Boolean) {
      lower_condition(id);
    } else {
      lower_value(id);
    }
  }
}

void Lowering::lower_condition(ExprId id) {
  Expr expr = pool_[id];
  ExprId& result = conditions_[id.index()];
  ExprId made;
  switch (expr.op) {
    case ExprOp::Variable:
      made = add({ExprOp::Equal, ExprKind::Boolean, {}, 0, id, constant(true), expr.span});
      break;
    case ExprOp::Not:
      made = negation(condition(expr.left));
      break;
    case ExprOp::And:
      made = both(condition(expr.left), condition(expr.right));
      break;
    case ExprOp::Or:
      made = either(condition(expr.left), condition(expr.right));
      break;
    case ExprOp::Xor:
      if (bits_[id.index()]) {
        made = add({ExprOp::Equal, ExprKind::Boolean, {}, 0, id, constant(true), expr.span});
        break;
      }
      made = either(both(condition(expr.left), negation(condition(expr.right))),
                    both(negation(condition(expr.left)), condition(expr.right)));
      break;
    case ExprOp::Implies:
      made = either(negation(condition(expr.left)), condition(expr.right));
      break;
    case ExprOp::Choose:
      made = either(both(condition(expr.condition), condition(expr.left)),
                    both(negation(condition(expr.condition)), condition(expr.right)));
      break;
    case ExprOp::Equal:
    case ExprOp::NotEqual:
    case ExprOp::Less:
    case ExprOp::LessEqual:
    case ExprOp::Greater:
    case ExprOp::GreaterEqual:
      made = comparison(expr);
      break;
    case ExprOp::Number:
    case ExprOp::Boolean:
    case ExprOp::EnumValue:
    case ExprOp::ActionIs:
    case ExprOp::Negate:
    case ExprOp::Add:
    case ExprOp::Subtract:
    case ExprOp::Multiply:
    case ExprOp::Divide:
    case ExprOp::FloorDivide:
    case ExprOp::Modulo:
    case ExprOp::Minimum:
    case ExprOp::Maximum:
      made = id;
      break;
  }
  result = made;
}

ExprId Lowering::comparison(const Expr& expr) {
  if (pool_[expr.left].kind == ExprKind::Boolean) {
    const Expr& a = pool_[expr.left];
    const Expr& b = pool_[expr.right];
    bool plain =
        (a.op == ExprOp::Variable || a.op == ExprOp::Boolean) && (b.op == ExprOp::Variable || b.op == ExprOp::Boolean);
    if (plain) return compare(expr.op, expr.left, expr.right, expr.span);
    ExprId left = condition(expr.left);
    ExprId right = condition(expr.right);
    ExprId same = either(both(left, right), both(negation(left), negation(right)));
    return expr.op == ExprOp::Equal ? same : negation(same);
  }
  ExprId all = constant(false);
  for (const Case& left : cases(expr.left)) {
    for (const Case& right : cases(expr.right)) {
      ExprId where = both(left.condition, right.condition);
      ExprId holds = compare(expr.op, left.value, right.value, expr.span);
      ExprId one = both(where, holds);
      all = either(all, one.is_none() ? constant(true) : one);
    }
  }
  return all;
}

// Of a value; a Boolean that is no variable is true where it holds and false elsewhere.
std::vector<Lowering::Case> Lowering::cases(ExprId id) {
  const Expr& expr = pool_[id];
  if (expr.kind != ExprKind::Boolean) return cases_[id.index()];
  if (expr.op == ExprOp::Variable || expr.op == ExprOp::Boolean) return {{{}, id}};
  std::vector<Case> made;
  ExprId holds = condition(id);
  add_case(made, holds, constant(true));
  add_case(made, negation(holds), constant(false));
  return made;
}

void Lowering::lower_value(ExprId id) {
  Expr expr = pool_[id];
  std::vector<Case> made;
  if (!by_cases_[id.index()]) {
    cases_[id.index()] = {{{}, id}};
    return;
  }
  if (expr.op == ExprOp::Choose) {
    ExprId where = condition(expr.condition);
    ExprId elsewhere = negation(where);
    for (const Case& one : cases(expr.left)) add_case(made, both(where, one.condition), one.value);
    for (const Case& one : cases(expr.right)) add_case(made, both(elsewhere, one.condition), one.value);
    cases_[id.index()] = std::move(made);
    return;
  }
  std::vector<Case> none{{{}, {}}};
  for (const Case& left : cases(expr.left)) {
    for (const Case& right : expr.right.is_none() ? none : cases(expr.right)) {
      ExprId where = both(left.condition, right.condition);
      if (expr.op == ExprOp::Minimum || expr.op == ExprOp::Maximum) {
        bool minimum = expr.op == ExprOp::Minimum;
        ExprId first = compare(minimum ? ExprOp::LessEqual : ExprOp::GreaterEqual, left.value, right.value, expr.span);
        add_case(made, both(where, first), left.value);
        add_case(made, both(where, negation(first)), right.value);
      } else if (expr.op == ExprOp::Modulo || expr.op == ExprOp::FloorDivide) {
        std::int64_t by = pool_[right.value].value;
        Interval range = interval(left.value);
        if (!range) throw LimitReached(Limit::Size, "the bounds of a quotient are not known");
        std::int64_t low = floor_quotient(range->first, by);
        std::int64_t high = floor_quotient(range->second, by);
        for (std::int64_t q = low; q <= high; ++q) {
          ExprId from = compare(ExprOp::GreaterEqual, left.value, number(q * by), expr.span);
          ExprId to = compare(ExprOp::LessEqual, left.value, number(q * by + by - 1), expr.span);
          ExprId value = number(q);
          if (expr.op == ExprOp::Modulo) {
            const Expr& of = pool_[left.value];
            value = of.op == ExprOp::Number ? number(of.value - q * by)
                    : q == 0                ? left.value
                             : add({ExprOp::Subtract, ExprKind::Integer, {}, 0, left.value, number(q * by), expr.span});
          }
          add_case(made, both(where, both(from, to)), value);
        }
      } else {
        const Expr& a = pool_[left.value];
        bool numbers = a.op == ExprOp::Number && (right.value.is_none() || pool_[right.value].op == ExprOp::Number);
        ExprId value;
        if (numbers && expr.op == ExprOp::Add) value = number(a.value + pool_[right.value].value);
        if (numbers && expr.op == ExprOp::Subtract) value = number(a.value - pool_[right.value].value);
        if (numbers && expr.op == ExprOp::Multiply) value = number(a.value * pool_[right.value].value);
        if (value.is_none()) value = add({expr.op, expr.kind, {}, 0, left.value, right.value, expr.span});
        add_case(made, where, value);
      }
    }
  }
  cases_[id.index()] = std::move(made);
}

void Lowering::protocol(Agent& agent) {
  std::vector<ProtocolLine> lines;
  for (ProtocolLine& line : agent.protocol) {
    line.condition = condition(line.condition);
    if (known(line.condition) != false) lines.push_back(std::move(line));
  }
  bool had_lines = !agent.protocol.empty();
  if (had_lines && lines.empty() && !agent.other) lines.push_back({constant(false), {}, {}});
  agent.protocol = std::move(lines);
}

void Lowering::evolution(Agent& agent) {
  std::vector<EvolutionLine> lines;
  for (const EvolutionLine& line : agent.evolution) {
    // One line for each combination of cases.
    std::vector<EvolutionLine> made(1);
    made[0].condition = condition(line.condition);
    made[0].span = line.span;
    for (const Assignment& assignment : line.assignments) {
      std::vector<EvolutionLine> longer;
      bool plain = !by_cases_[assignment.value.index()];
      std::vector<Case> all = plain ? std::vector<Case>{{{}, assignment.value}} : cases(assignment.value);
      for (const EvolutionLine& before : made) {
        for (const Case& one : all) {
          EvolutionLine next = before;
          next.condition = both(before.condition, one.condition);
          next.assignments.push_back({assignment.var, one.value, assignment.span});
          if (known(next.condition) != false) longer.push_back(std::move(next));
        }
      }
      if (longer.size() > kMaxValuations)
        throw LimitReached(Limit::Size, "a line of the plain model has too many cases");
      made = std::move(longer);
    }
    for (EvolutionLine& one : made) {
      if (known(one.condition) != false) lines.push_back(std::move(one));
    }
  }
  agent.evolution = std::move(lines);
}

// `x = x` for true and its negation for false, with a variable of the agent, or of any.
ExprId Lowering::without_constants(ExprId root, AgentId agent) {
  std::optional<bool> value = known(root);
  if (!value) return root;
  std::optional<VarId> var;
  if (!agent.is_none()) {
    const std::vector<VarId>& own = model_.agent(agent).vars;
    if (!own.empty()) var = own.front();
  } else if (!model_.variables.empty()) {
    var = VarId(0);
  }
  if (!var) return constant(*value);
  const Type& type = model_.variable(*var).type;
  ExprKind kind = type.kind == TypeKind::Boolean ? ExprKind::Boolean
                  : type.kind == TypeKind::Range ? ExprKind::Integer
                                                 : ExprKind::Enumeration;
  ExprId variable = add({ExprOp::Variable, kind, {}, std::int64_t{var->value}, {}, {}, {}});
  ExprId same = add({ExprOp::Equal, ExprKind::Boolean, {}, 0, variable, variable, {}});
  return *value ? same : negation(same);
}

void Lowering::run() {
  std::vector<ExprId> roots{model_.initial};
  for (const Proposition& proposition : model_.propositions) roots.push_back(proposition.condition);
  for (const Agent& agent : model_.agents) {
    if (agent.red) roots.push_back(*agent.red);
    for (const ProtocolLine& line : agent.protocol) roots.push_back(line.condition);
    for (const EvolutionLine& line : agent.evolution) {
      roots.push_back(line.condition);
      for (const Assignment& assignment : line.assignments) roots.push_back(assignment.value);
    }
  }
  prepare(roots);
  for (std::size_t i = 0; i < model_.agents.size(); ++i) {
    Agent& agent = model_.agents[i];
    if (agent.red) agent.red = without_constants(condition(*agent.red), AgentId(i));
    protocol(agent);
    evolution(agent);
    for (ProtocolLine& line : agent.protocol) line.condition = without_constants(line.condition, AgentId(i));
    for (EvolutionLine& line : agent.evolution) line.condition = without_constants(line.condition, AgentId(i));
    // MCMAS reads Obsvars before Vars.
    std::stable_partition(agent.vars.begin(), agent.vars.end(),
                          [&](VarId var) { return model_.variable(var).observable; });
  }
  for (Proposition& proposition : model_.propositions) {
    proposition.condition = without_constants(condition(proposition.condition), {});
  }
  model_.initial = without_constants(equalities(condition(model_.initial)), {});
}

}  // namespace gnomon::ispl
