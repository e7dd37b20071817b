// Boolean operators: the value follows from the operands. Where one operand is enough, the one that is easier to show:
// a fact before a path, a path before a claim about everything. For sessions with memory and without.
#pragma once

#include <optional>

#include "witness/rules.h"

namespace gnomon::witness {

// The smaller the easier to show.
template <class SomeSession>
int effort_to_show(SomeSession& session, Formula f, bool holds) {
  if (session.facts().is_fact(f)) return 0;
  if (!can_be_shown(session.pool(), f, holds)) return 3;
  return explicit_state::is_boolean(session.pool(), f) ? 2 : 1;
}

template <class SomeSession>
void explain_boolean_in(SomeSession& session, std::size_t index) {
  using logic::Op;
  const Claim claim = session.witness().claims[index];
  const logic::Node node = session.pool()[claim.formula];
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
  // A settled operand decides; the set of the other one may be expensive.
  if (session.settled(node.right, claim.state) == std::optional(claim.holds)) return need(node.right);
  if (session.settled(node.left, claim.state) == std::optional(wanted_left)) return need(node.left);
  bool left = session.value_at(node.left, claim.state) == wanted_left;
  bool right = session.value_at(node.right, claim.state) == claim.holds;
  bool prefer_right =
      effort_to_show(session, node.right, claim.holds) < effort_to_show(session, node.left, wanted_left);
  need(left && !(right && prefer_right) ? node.left : node.right);
}

}  // namespace gnomon::witness
