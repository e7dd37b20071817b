#include "witness/boolean_rule.h"

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

template <class S>
void explain_boolean(SessionOf<S>& session, std::size_t claim) {
  explain_boolean_in(session, claim);
}

template void explain_boolean(SessionOf<check::Frame>& session, std::size_t claim);
template void explain_boolean(SessionOf<enumerate::Space>& session, std::size_t claim);

}  // namespace gnomon::witness
