// Initial states by equalities, as MCMAS wants them: any other comparison becomes the valuations for which it holds.
#include "ispl/local_evaluation.h"
#include "ispl/lowering.h"

namespace gnomon::ispl {

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

}  // namespace gnomon::ispl
