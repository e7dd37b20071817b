#include "check/combination.h"

#include <unordered_map>

#include "base/assert.h"
#include "bdd/manager.h"

namespace gnomon::check {

using logic::Formula;
using logic::Op;

std::vector<bool> combinations_below(const logic::FormulaPool& pool, Formula root,
                                     const std::unordered_set<Formula>& given) {
  std::vector<bool> found(root.index() + 1, false);
  const auto fits = [&](Formula operand) {
    if (operand.is_none()) return true;
    if (given.contains(operand)) return false;
    const logic::Node& node = pool[operand];
    const bool plain = node.op == Op::Atom || node.op == Op::True || node.op == Op::False;
    return plain || found[operand.index()];
  };
  for (Formula f : pool.subformulas(root)) {
    const logic::Node& node = pool[f];
    const bool boolean = logic::family_of(node.op) == logic::Family::Boolean;
    found[f.index()] = boolean && !node.is_path && fits(node.left) && fits(node.right);
  }
  return found;
}

bdd::Bdd combination_diagram(bdd::Manager& manager, const logic::FormulaPool& pool, Formula root,
                             const std::function<bdd::Bdd(const logic::Node& atom)>& proposition) {
  std::unordered_map<Formula, bdd::Bdd> diagrams;
  for (Formula f : pool.subformulas(root)) {
    const logic::Node& node = pool[f];
    const auto left = [&]() -> const bdd::Bdd& { return diagrams.at(node.left); };
    const auto right = [&]() -> const bdd::Bdd& { return diagrams.at(node.right); };
    switch (node.op) {
      case Op::True:
      case Op::False:
        diagrams[f] = manager.constant(node.op == Op::True);
        break;
      case Op::Atom:
        diagrams[f] = proposition(node);
        break;
      case Op::Not:
        diagrams[f] = !left();
        break;
      case Op::And:
        diagrams[f] = left() & right();
        break;
      case Op::Or:
        diagrams[f] = left() | right();
        break;
      case Op::Implies:
        diagrams[f] = (!left()) | right();
        break;
      case Op::Iff:
        diagrams[f] = !(left() ^ right());
        break;
      default:
        static_assert(logic::covers(logic::Family::Boolean, {Op::Not, Op::And, Op::Or, Op::Implies, Op::Iff}));
        GNOMON_ASSERT(false, "no Boolean combination of propositions");
    }
  }
  return diagrams.at(root);
}

}  // namespace gnomon::check
