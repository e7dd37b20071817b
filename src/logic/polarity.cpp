#include "logic/polarity.h"

namespace gnomon::logic {

FormulaMap<Occurrences> occurrences(const FormulaPool& pool, const std::vector<Formula>& subformulas) {
  FormulaMap<Occurrences> found(subformulas);
  found[subformulas.back()].positive = true;
  for (auto at = subformulas.rbegin(); at != subformulas.rend(); ++at) {  // users before their operands
    const Node& node = pool[*at];
    const Occurrences here = found[*at];
    auto pass = [&](Formula operand, bool same, bool opposite) {
      if (operand.is_none()) return;
      Occurrences& there = found[operand];
      there.positive = there.positive || (same && here.positive) || (opposite && here.negative);
      there.negative = there.negative || (same && here.negative) || (opposite && here.positive);
    };
    const bool turns = operator_of(node.op).left == Polarity::Negative;
    const bool both = node.op == Op::Iff;
    pass(node.left, !turns, turns || both);
    pass(node.right, true, both);
  }
  return found;
}

Formula with_replaced(FormulaPool& pool, const std::vector<Formula>& subformulas, Formula part, Formula by) {
  FormulaMap<Formula> made(subformulas);
  for (Formula f : subformulas) {
    if (f == part) {
      made[f] = by;
      continue;
    }
    const Node node = pool[f];
    const Formula left = node.left.is_none() ? node.left : made[node.left];
    const Formula right = node.right.is_none() ? node.right : made[node.right];
    made[f] = left == node.left && right == node.right ? f : pool.make_like(node, left, right);
  }
  return made[subformulas.back()];
}

}  // namespace gnomon::logic
