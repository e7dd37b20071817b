#include "ispl/lowering.h"

#include <algorithm>

#include "base/budget.h"
#include "ispl/local_evaluation.h"

namespace gnomon::ispl {

namespace {

bool is_comparison(ExprOp op) {
  return op >= ExprOp::Equal && op <= ExprOp::GreaterEqual;
}

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

ExprId Lowering::add(const Expr& expr) {
  if (pool_.size() > kMaxNodes) throw LimitReached(Limit::Size, "the plain model is too large");
  return pool_.add(expr);
}

ExprId Lowering::constant(bool value) {
  return add({ExprOp::Boolean, ExprKind::Boolean, {}, value ? 1 : 0, {}, {}, {}});
}

ExprId Lowering::number(std::int64_t value) {
  return add({ExprOp::Number, ExprKind::Integer, {}, value, {}, {}, {}});
}

std::optional<bool> Lowering::known(ExprId id) const {
  if (id.is_none()) return true;
  const Expr& expr = pool_[id];
  return expr.op == ExprOp::Boolean ? std::optional(expr.value != 0) : std::nullopt;
}

// None stands for true.
ExprId Lowering::both(ExprId a, ExprId b) {
  if (known(a) == true || known(b) == false) return b;
  if (known(b) == true || known(a) == false) return a;
  return add({ExprOp::And, ExprKind::Boolean, {}, 0, a, b, {}});
}

ExprId Lowering::either(ExprId a, ExprId b) {
  if (known(a) == true || known(b) == false) return a;
  if (known(b) == true || known(a) == false) return b;
  return add({ExprOp::Or, ExprKind::Boolean, {}, 0, a, b, {}});
}

ExprId Lowering::negation(ExprId a) {
  if (std::optional<bool> value = known(a)) return constant(!*value);
  if (pool_[a].op == ExprOp::Not) return pool_[a].left;
  if (pool_[a].op == ExprOp::Equal && pool_[pool_[a].right].op == ExprOp::Boolean) {  // `b = true`
    Expr other = pool_[a];
    other.right = constant(pool_[other.right].value == 0);
    return add(other);
  }
  return add({ExprOp::Not, ExprKind::Boolean, {}, 0, a, {}, {}});
}

// Of a plain integer value.
Lowering::Interval Lowering::interval(ExprId id) {
  std::vector<ExprId> stack{id};
  while (!stack.empty()) {
    ExprId at = stack.back();
    if (intervals_.count(at) > 0) {
      stack.pop_back();
      continue;
    }
    const Expr& expr = pool_[at];
    bool ready = true;
    for (ExprId operand : operands(expr)) {
      if (operand.is_none() || intervals_.count(operand) > 0) continue;
      stack.push_back(operand);
      ready = false;
    }
    if (!ready) continue;
    stack.pop_back();
    Interval a = expr.left.is_none() ? Interval() : intervals_[expr.left];
    Interval b = expr.right.is_none() ? Interval() : intervals_[expr.right];
    Interval found;
    if (expr.op == ExprOp::Number) found = std::pair(expr.value, expr.value);
    if (expr.op == ExprOp::Variable) {
      const Type& type = model_.variables[static_cast<std::size_t>(expr.value)].type;
      if (type.kind == TypeKind::Range) found = std::pair(type.low, type.high);
    }
    if (expr.op == ExprOp::Negate && a) found = std::pair(-a->second, -a->first);
    if (expr.op == ExprOp::Add && a && b) found = std::pair(a->first + b->first, a->second + b->second);
    if (expr.op == ExprOp::Subtract && a && b) found = std::pair(a->first - b->second, a->second - b->first);
    if (expr.op == ExprOp::Multiply && a && b) {
      std::int64_t all[] = {a->first * b->first, a->first * b->second, a->second * b->first, a->second * b->second};
      found = std::pair(*std::min_element(all, all + 4), *std::max_element(all, all + 4));
    }
    intervals_[at] = found;
  }
  return intervals_[id];
}

// A comparison of plain values.
ExprId Lowering::compare(ExprOp op, ExprId left, ExprId right, Span span) {
  const Expr& a = pool_[left];
  const Expr& b = pool_[right];
  bool literal = a.op == b.op && (a.op == ExprOp::EnumValue || a.op == ExprOp::Boolean);
  if (literal && op == ExprOp::Equal) return constant(a.value == b.value);
  if (literal && op == ExprOp::NotEqual) return constant(a.value != b.value);
  if (a.kind == ExprKind::Integer) {
    Interval x = interval(left);
    Interval y = interval(right);
    if (x && y) {
      bool same = x->first == x->second && *x == *y;
      bool apart = x->second < y->first || x->first > y->second;
      if (op == ExprOp::Equal && (same || apart)) return constant(same);
      if (op == ExprOp::NotEqual && (same || apart)) return constant(apart);
      if (op == ExprOp::Less && x->second < y->first) return constant(true);
      if (op == ExprOp::Less && x->first >= y->second) return constant(false);
      if (op == ExprOp::LessEqual && x->second <= y->first) return constant(true);
      if (op == ExprOp::LessEqual && x->first > y->second) return constant(false);
      if (op == ExprOp::Greater && x->first > y->second) return constant(true);
      if (op == ExprOp::Greater && x->second <= y->first) return constant(false);
      if (op == ExprOp::GreaterEqual && x->first >= y->second) return constant(true);
      if (op == ExprOp::GreaterEqual && x->second < y->first) return constant(false);
    }
  }
  return add({op, ExprKind::Boolean, {}, 0, left, right, span});
}

// Cases with one constant value become one.
void Lowering::add_case(std::vector<Case>& cases, ExprId condition, ExprId value) {
  if (known(condition) == false) return;
  const Expr& expr = pool_[value];
  bool literal = expr.op == ExprOp::Number || expr.op == ExprOp::Boolean || expr.op == ExprOp::EnumValue;
  for (Case& other : cases) {
    const Expr& there = pool_[other.value];
    if (!(other.value == value) && !(literal && there.op == expr.op && there.value == expr.value)) continue;
    other.condition = other.condition.is_none() || condition.is_none() ? ExprId{} : either(other.condition, condition);
    return;
  }
  if (cases.size() >= kMaxValuations) throw LimitReached(Limit::Size, "a value of the plain model has too many cases");
  cases.push_back({condition, value});
}

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

// A comparison as the disjunction of the valuations of its variables for which it holds.
ExprId Lowering::valuations(ExprId comparison) {
  std::uint64_t steps = 100 * kMaxValuations;
  LocalEvaluation local(model_, {comparison}, kMaxValuations, steps);
  if (!local.ready()) return comparison;
  ExprId all = constant(false);
  do {
    local.evaluate();
    if (!local[comparison].is_true()) continue;
    ExprId one;
    for (auto [var, value] : local.variables()) {
      const Type& type = model_.variable(var).type;
      ExprKind kind = type.kind == TypeKind::Boolean ? ExprKind::Boolean
                      : type.kind == TypeKind::Range ? ExprKind::Integer
                                                     : ExprKind::Enumeration;
      ExprOp op = kind == ExprKind::Boolean   ? ExprOp::Boolean
                  : kind == ExprKind::Integer ? ExprOp::Number
                                              : ExprOp::EnumValue;
      ExprId left = add({ExprOp::Variable, kind, {}, std::int64_t{var.value}, {}, {}, {}});
      ExprId right = add({op, kind, {}, value, {}, {}, {}});
      one = both(one, add({ExprOp::Equal, ExprKind::Boolean, {}, 0, left, right, {}}));
    }
    all = either(all, one.is_none() ? constant(true) : one);
  } while (local.next());
  return all;
}

// Replaces the comparisons that are no equality of a variable with a variable or a constant.
ExprId Lowering::equalities(ExprId root) {
  std::unordered_map<ExprId, ExprId> made;
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    ExprId id = stack.back();
    Expr expr = pool_[id];
    bool connective = expr.op == ExprOp::And || expr.op == ExprOp::Or || expr.op == ExprOp::Not;
    if (connective) {
      bool ready = true;
      for (ExprId operand : operands(expr)) {
        if (operand.is_none() || made.count(operand) > 0) continue;
        stack.push_back(operand);
        ready = false;
      }
      if (!ready) continue;
      ExprId left = made.at(expr.left);
      made[id] = expr.op == ExprOp::Not   ? negation(left)
                 : expr.op == ExprOp::And ? both(left, made.at(expr.right))
                                          : either(left, made.at(expr.right));
    } else if (!is_comparison(expr.op)) {
      made[id] = id;
    } else {
      auto simple = [&](ExprId side) {
        ExprOp op = pool_[side].op;
        return op == ExprOp::Variable || op == ExprOp::Number || op == ExprOp::Boolean || op == ExprOp::EnumValue;
      };
      bool variable = pool_[expr.left].op == ExprOp::Variable || pool_[expr.right].op == ExprOp::Variable;
      bool sides = simple(expr.left) && simple(expr.right) && variable;
      if (sides && expr.op == ExprOp::Equal) {
        made[id] = id;
      } else if (sides && expr.op == ExprOp::NotEqual) {
        made[id] = negation(add({ExprOp::Equal, ExprKind::Boolean, {}, 0, expr.left, expr.right, expr.span}));
      } else {
        made[id] = valuations(id);
      }
    }
    stack.pop_back();
  }
  return made.at(root);
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
