// Boolean operators: the value follows from the operands. Where one operand is enough, the one that is easier to show:
// a fact before a path, a path before a claim about everything.
#include "witness/rules.h"

namespace gnomon::witness {

using logic::Family;
using logic::Node;
using logic::Op;

namespace {

bool is_existential(Op op) {
  const Op plain = logic::without_bound(op);
  return plain == Op::EX || plain == Op::EF || plain == Op::EG || plain == Op::EU;
}

}  // namespace

bool can_be_shown(const logic::FormulaPool& pool, Formula f, bool holds) {
  const Node& node = pool[f];
  switch (logic::family_of(node.op)) {
    case Family::Branching:
      return holds == is_existential(node.op);
    case Family::Knowledge:
    case Family::Deontic:
      return !holds;
    case Family::PathQuantifier:
      return holds == (node.op == Op::PathE || node.op == Op::PathEf) || !pool[node.left].is_path;
    case Family::Atom:
    case Family::Boolean:
    case Family::Strategic:
    case Family::Observation:
    case Family::Linear:
    case Family::Dynamic:
    case Family::PathExpression:
      return true;
  }
  return true;
}

namespace {

// The smaller the easier to show.
int effort(Session& session, Formula f, bool holds) {
  if (session.facts().is_fact(f)) return 0;
  if (!can_be_shown(session.pool(), f, holds)) return 3;
  return explicit_state::is_boolean(session.pool(), f) ? 2 : 1;
}

}  // namespace

void explain_boolean(Session& session, std::size_t index) {
  const Claim claim = session.witness().claims[index];
  const Node node = session.pool()[claim.formula];
  session.witness().claims[index].rule = explicit_state::Rule::Parts;
  auto need = [&](Formula f) { session.need(f, claim.state, claim.depth); };
  bool one_is_enough = (node.op == Op::And && !claim.holds) || (node.op == Op::Or && claim.holds) ||
                       (node.op == Op::Implies && claim.holds);
  if (!one_is_enough) {
    if (!node.left.is_none()) need(node.left);
    if (!node.right.is_none()) need(node.right);
    return;
  }
  bool wanted_left = node.op == Op::Implies ? false : claim.holds;
  auto suits = [&](Formula f, bool value) {
    std::optional<bool> settled = session.settled(f, claim.state);
    return (settled ? *settled : session.value(f, session.state(claim.state))) == value;
  };
  // A settled operand decides; the set of the other one may be expensive.
  if (session.settled(node.right, claim.state) == claim.holds) return need(node.right);
  if (session.settled(node.left, claim.state) == wanted_left) return need(node.left);
  bool left = suits(node.left, wanted_left);
  bool right = suits(node.right, claim.holds);
  bool prefer_right = effort(session, node.right, claim.holds) < effort(session, node.left, wanted_left);
  need(left && !(right && prefer_right) ? node.left : node.right);
}

}  // namespace gnomon::witness
