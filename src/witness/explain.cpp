#include "witness/explain.h"

#include <algorithm>
#include <utility>

#include "explicit/replay.h"
#include "witness/absence.h"
#include "witness/rules.h"
#include "witness/session.h"

namespace gnomon::witness {

using explicit_state::Rule;
using explicit_state::Witness;
using logic::Family;
using logic::Node;
using logic::Op;

namespace {

// Which initial states to explain, the clearest first. For a false conjunction: those in which a conjunct is false
// that is false somewhere; for a true implication: those in which its left side is true, if there are any; where the
// formula asks for a finite path, one with a shortest path. Values found on the way are settled, which saves
// computing the set of states of a large AG only to learn that it is false here.
template <class S>
class Root {
 public:
  using StateSet = typename S::Set;
  Root(check::LabellingOf<S>& labelling, Formula formula, bool holds, std::size_t max_steps)
      : labelling_(labelling), holds_(holds), max_steps_(max_steps), chain_{formula} {
    if (!holds) descend(formula);
  }

  // At most `limit` states; none if there is no initial state.
  std::vector<State> candidates(std::size_t limit) {
    const S& space = labelling_.space();
    const StateSet& all = space.states();
    StateSet initial = space.initial() & all;
    const Node node = labelling_.pool()[chain_.back()];
    if (initial.empty()) return {};
    if (!holds_ && node.op == Op::AG) return {nearest(initial, all, where(node.left, false))};
    if (!holds_) initial &= where(chain_.back(), false);
    if (holds_ && node.op == Op::EF) return {nearest(initial, all, where(node.left, true))};
    if (holds_ && node.op == Op::EU) return {nearest(initial, where(node.left, true), where(node.right, true))};
    if (holds_ && node.op == Op::Implies && !initial.disjoint_from(where(node.left, true))) {
      initial &= where(node.left, true);
    }
    std::vector<State> states;
    while (states.size() < limit && !initial.empty()) {
      states.push_back(PointsOf<S>::pick(space, initial));
      initial = initial - PointsOf<S>::singleton(space, states.back());
    }
    return states;
  }

  void settle(SessionOf<S>& session, WitnessState root) const {
    for (Formula f : chain_) session.settle(f, root, holds_);
  }

 private:
  // From the formula down to the first conjunct that is false in some initial state.
  void descend(Formula formula) {
    struct Step {
      Formula formula;
      std::size_t parent;
    };
    std::vector<Step> steps{{formula, 0}};
    std::vector<std::size_t> stack{0};
    while (!stack.empty()) {
      std::size_t at = stack.back();
      stack.pop_back();
      const Node node = labelling_.pool()[steps[at].formula];
      if (node.op == Op::And) {
        for (Formula conjunct : {node.right, node.left}) {
          stack.push_back(steps.size());
          steps.push_back({conjunct, at});
        }
      } else if (!labelling_.holds_initially(steps[at].formula)) {
        chain_.clear();
        for (; at != 0; at = steps[at].parent) chain_.push_back(steps[at].formula);
        chain_.push_back(formula);
        std::reverse(chain_.begin(), chain_.end());
        return;
      }
    }
  }

  StateSet where(Formula f, bool value) {
    StateSet set = labelling_.states(f);
    return value ? set : labelling_.space().complement(set);
  }

  State nearest(const StateSet& initial, const StateSet& through, const StateSet& target) {
    State one = PointsOf<S>::pick(labelling_.space(), initial);
    if (initial == PointsOf<S>::singleton(labelling_.space(), one)) return one;
    const check::ProductOf<S> product = space_product(labelling_.space(), through);
    ForwardSearchIn<S> search(product, ProductSetIn<S>(1, initial), product.everything(), max_steps_);
    std::vector<VertexOf<S>> path = search.path_to(ProductSetIn<S>(1, target));
    return path.empty() ? one : path.front().state;
  }

  check::LabellingOf<S>& labelling_;
  bool holds_;
  std::size_t max_steps_;
  std::vector<Formula> chain_;  // the formula, then one conjunct inside the other
};

template <class S>
void explain_claim(SessionOf<S>& session, std::size_t index) {
  const Claim claim = session.witness().claims[index];
  const logic::FormulaPool& pool = session.pool();
  if (explicit_state::is_boolean(pool, claim.formula)) return explain_boolean(session, index);
  const bool possible = shows_what_is_possible(pool, claim.formula, claim.holds);
  if (!possible && !can_be_shown(pool, claim.formula, claim.holds)) return;
  if (claim.depth >= session.options().depth || !session.room_for_paths()) {
    session.note(kCutOff);
    return;
  }
  try {
    if (possible) return explain_possible(session, index);
    switch (logic::family_of(pool[claim.formula].op)) {
      case Family::Branching:
        return explain_temporal(session, index);
      case Family::Knowledge:
      case Family::Deontic:
        return explain_knowledge(session, index);
      case Family::Strategic:
        return explain_strategy(session, index);
      case Family::PathQuantifier:
        return explain_path(session, index);
      case Family::Observation:
        throw NotShown("a change of observation is not explained without memory");
      case Family::Atom:
      case Family::Boolean:
      case Family::Linear:
      case Family::Dynamic:
      case Family::PathExpression:
        return;  // facts and Boolean formulas are explained above; the others are not about states
    }
  } catch (const NotShown& reason) {
    session.witness().claims[index] = claim;  // as it was: taken
    session.note(reason.what());
  }
}

// Where the formula is a path quantifier and there are more initial states than can be tried: the one with a shortest lasso.
template <class S>
std::optional<State> with_shortest_lasso(check::LabellingOf<S>& labelling, Formula formula, bool holds,
                                         const std::vector<State>& starts, const ExplainOptions& options) {
  const Op op = labelling.pool()[formula].op;
  if (op != (holds ? Op::PathE : Op::PathA) || !labelling.pool()[labelling.pool()[formula].left].is_path) {
    return std::nullopt;
  }
  SessionOf<S> session(labelling, holds, options);
  const WitnessState first = session.add_state(starts.front());
  session.settle(formula, first, holds);
  session.need(formula, first, 0);
  return best_start(session, *session.next_claim(), starts);
}

// The explanation about one initial state.
template <class S>
Explanation explain_from(check::LabellingOf<S>& labelling, const Root<S>& root, const State& start, Formula formula,
                         bool holds, const ExplainOptions& options) {
  SessionOf<S> session(labelling, holds, options);
  WitnessState first = session.add_state(start);
  root.settle(session, first);
  if (session.facts().is_fact(formula)) {
    session.claim_fact(formula, first, holds);
  } else {
    session.need(formula, first, 0);
  }
  while (std::optional<std::size_t> claim = session.next_claim()) explain_claim(session, *claim);
  if (!is_useful(session.witness())) {
    const auto& notes = session.witness().notes;
    return {std::nullopt, notes.empty() ? absence(labelling, formula, holds) : notes.front()};
  }
  session.begin_with(first, 0);
  while (std::optional<std::size_t> claim = session.next_claim()) explain_claim(session, *claim);
  return {std::move(session.witness()), {}};
}

std::size_t size_of(const Witness& witness) {
  std::size_t size = 0;
  for (const auto& path : witness.paths) size += path.states.size();
  for (const auto& table : witness.tables) size += table.entries.size();
  return size;
}

}  // namespace

bool is_useful(const Witness& witness) {
  if (witness.claims.front().rule == Rule::Taken) return false;
  auto shows = [](const Claim& claim) { return claim.path || claim.table || !claim.links.empty(); };
  auto taken = [](const Claim& claim) { return claim.rule == Rule::Taken; };
  return std::any_of(witness.claims.begin(), witness.claims.end(), shows) ||
         std::none_of(witness.claims.begin(), witness.claims.end(), taken);
}

template <class S>
Explanation explain(check::LabellingOf<S>& labelling, Formula formula, bool holds, const ExplainOptions& options) {
  constexpr std::size_t kCandidates = 8;
  constexpr std::size_t kMostInitial = 500;
  constexpr unsigned kFewStates = 100'000;  // states; in larger ones the first explanation must do
  const S& space = labelling.space();
  Explanation best;
  try {
    const bool small = PointsOf<S>::count(space, space.states()) <= kFewStates;
    Root<S> root(labelling, formula, holds, options.max_steps);
    std::vector<State> candidates = root.candidates(small ? kMostInitial : 1);
    if (candidates.size() > kCandidates) {
      const std::optional<State> clearest = with_shortest_lasso(labelling, formula, holds, candidates, options);
      candidates.resize(kCandidates);
      if (clearest) candidates = {*clearest};
    }
    if (candidates.empty()) return {std::nullopt, "the formula is true because there is no initial state"};
    for (const State& start : candidates) {
      Explanation found = explain_from(labelling, root, start, formula, holds, options);
      if (!found.witness) return found;
      if (!best.witness || size_of(*found.witness) < size_of(*best.witness)) best = std::move(found);
    }
  } catch (const NotShown& reason) {
    return {std::nullopt, reason.what()};
  }
  const BigInt initial = PointsOf<S>::count(space, space.initial() & space.states());
  if (holds && initial > 1) {
    best.witness->notes.push_back("the formula is true in all " + initial.get_str() +
                                  " initial states; this is about one of them");
  } else if (std::string share = holds ? "" : failing_share(labelling, formula); !share.empty()) {
    best.witness->notes.push_back("the formula is " + share + "; this is about one of them");
  }
  explicit_state::replay(explicit_state::Interpreter(space.source()), labelling.pool(), formula, holds, *best.witness);
  return best;
}

template Explanation explain(check::LabellingOf<check::Frame>& labelling, Formula formula, bool holds,
                             const ExplainOptions& options);
template Explanation explain(check::LabellingOf<enumerate::Space>& labelling, Formula formula, bool holds,
                             const ExplainOptions& options);

}  // namespace gnomon::witness
