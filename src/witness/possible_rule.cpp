// Knowledge that holds: the states that the agent considers possible, if they are few; otherwise how many there are, and
// one of each kind, by the propositions of what is known. In each of them what is known is true. That there are no others
// is taken from the checker.
#include <algorithm>

#include "witness/rules.h"

namespace gnomon::witness {

using explicit_state::LinkKind;
using logic::Op;

namespace {

constexpr unsigned kFew = 5;
constexpr std::size_t kMostKinds = 4;

// The atoms of a formula, the first few of them.
std::vector<Formula> few_atoms(const logic::FormulaPool& pool, Formula f) {
  std::vector<Formula> atoms;
  for (Formula part : pool.subformulas(f)) {
    if (pool[part].op == Op::Atom && atoms.size() < kMostKinds) atoms.push_back(part);
  }
  return atoms;
}

}  // namespace

bool shows_what_is_possible(const logic::FormulaPool& pool, Formula f, bool holds) {
  return holds && (pool[f].op == Op::Knows || pool[f].op == Op::Distributed);
}

template <class S>
void explain_possible(SessionOf<S>& session, std::size_t index) {
  using Set = typename S::Set;
  const Claim claim = session.witness().claims[index];
  const logic::Node node = session.pool()[claim.formula];
  const ispl::CheckedModel& model = session.source();
  // On a part of the model others may be possible.
  if (!(session.frame().known() == session.frame().states())) return;
  const bool alone = node.op == Op::Knows;
  std::vector<ispl::AgentId> agents;
  if (alone) {
    agents = {*model.agent_of(node.name)};
  } else {
    agents = model.groups[*model.group_of(node.name)].members;
  }
  const State here = session.state(claim.state);
  const Set self = session.singleton(here);
  const Set possible = session.frame().look_alikes(self, agents) & session.frame().known();
  const BigInt count = session.count(possible);
  Set rest = possible - self;
  std::vector<State> shown{here};
  const bool few = count <= kFew;
  while (few && !rest.empty()) {
    shown.push_back(session.pick(rest));
    rest = rest - session.singleton(shown.back());
  }
  // Of many: what differs from those shown in a proposition.
  for (Formula atom : few ? std::vector<Formula>() : few_atoms(session.pool(), node.left)) {
    const Set other = rest & session.where(atom, !session.value(atom, here));
    if (!other.empty()) shown.push_back(session.pick(other));
  }
  if (shown.size() == 1 && !rest.empty()) shown.push_back(session.pick(rest));
  std::sort(shown.begin() + 1, shown.end());
  shown.erase(std::unique(shown.begin() + 1, shown.end()), shown.end());
  std::vector<std::size_t> links;
  for (const State& state : shown) {
    const WitnessState to = state == here ? claim.state : session.reach_exactly(state, claim.depth);
    links.push_back(session.witness().links.size());
    session.witness().links.push_back({claim.state, to, agents, alone ? LinkKind::Knows : LinkKind::Distributed});
    session.need(node.left, to, claim.depth + 1, SessionOf<S>::Effort::Take);
  }
  Claim& explained = session.witness().claims[index];
  explained.rule = explicit_state::Rule::Possible;
  explained.links = std::move(links);
  explained.possible = count.get_str();
}

template void explain_possible(SessionOf<check::Frame>& session, std::size_t index);
template void explain_possible(SessionOf<enumerate::Space>& session, std::size_t index);

}  // namespace gnomon::witness
