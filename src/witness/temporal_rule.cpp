// Branching time: shortest finite paths for EX, EF, EU (and against AX, AG), lassos for EG (and against AF). Against
// A(f U g) a finite path to a state without f and g is tried first, then a lasso without g. Operators with a bound on
// the steps are explained in witness/counted_rule.cpp.
#include "check/fixpoints.h"
#include "witness/lasso_search.h"
#include "witness/rules.h"

namespace gnomon::witness {

using explicit_state::Rule;
using logic::Family;
using logic::Node;
using logic::Op;

namespace {

template <class S>
std::vector<State> states_of(std::vector<VertexOf<S>> vertices) {
  std::vector<State> states;
  for (VertexOf<S>& vertex : vertices) states.push_back(std::move(vertex.state));
  return states;
}

template <class S>
class TemporalRule {
 public:
  using Session = SessionOf<S>;
  using StateSet = typename S::Set;
  TemporalRule(Session& session, std::size_t index)
      : session_(session),
        index_(index),
        claim_(session.witness().claims[index]),
        node_(session.pool()[claim_.formula]),
        start_(session.state(claim_.state)) {}

  void apply() {
    switch (node_.op) {
      case Op::EX:
      case Op::AX:
        return next();
      case Op::EF:
      case Op::AG:
        return finite(session_.frame().states(), session_.where(node_.left, claim_.holds), {}, node_.left);
      case Op::EU:
        return finite(session_.where(node_.left, true), session_.where(node_.right, true), node_.left, node_.right);
      case Op::EG:
      case Op::AF:
        return lasso(node_.left, claim_.holds);
      case Op::AU:
        return against_until();
      case Op::EXn:
      case Op::AXn:
      case Op::EFn:
      case Op::AGn:
      case Op::EUn:
      case Op::EGn:
      case Op::AFn:
      case Op::AUn:
        return explain_counted(session_, index_);
      default:
        static_assert(
            logic::covers(Family::Branching, {Op::EX, Op::AX, Op::EF, Op::AF, Op::EG, Op::AG, Op::EU, Op::AU, Op::EXn,
                                              Op::AXn, Op::EFn, Op::AFn, Op::EGn, Op::AGn, Op::EUn, Op::AUn}));
    }
  }

 private:
  void next() {
    StateSet target = session_.successors(start_) & session_.where(node_.left, claim_.holds);
    WitnessState end = add({start_, session_.pick(target)}).back();
    session_.need(node_.left, end, claim_.depth + 1);
  }

  // `before` is claimed of all states but the last, `at_end` of that one; `before` may be none.
  void finite(const StateSet& through, const StateSet& target, Formula before, Formula at_end) {
    finish_finite(search(through, target), before, at_end);
  }

  std::vector<State> search(const StateSet& through, const StateSet& target) {
    const check::ProductOf<S> product = space_product(session_.frame(), through);
    ForwardSearchIn<S> search(product, ProductSetIn<S>(1, session_.singleton(start_)), product.everything(),
                              session_.options().max_steps);
    return states_of(search.path_to(ProductSetIn<S>(1, target)));
  }

  void finish_finite(const std::vector<State>& path, Formula before, Formula at_end) {
    std::vector<WitnessState> states = add(path);
    session_.need(at_end, states.back(), claim_.depth + 1);
    states.pop_back();
    if (before.is_none()) return;
    for (WitnessState s : states) session_.need(before, s, claim_.depth + 1);
  }

  void lasso(Formula always, bool value) {
    const S& frame = session_.frame();
    StateSet inside = session_.where(always, value);
    StateSet hull = check::fair_hull(frame, inside, check::VisitGoals<StateSet>{frame.fairness()});
    const check::ProductOf<S> product = space_product(frame, inside);
    VertexLassoOf<S> found =
        find_lasso(product, ProductSetIn<S>(1, session_.singleton(start_)), ProductSetIn<S>(1, inside),
                   ProductSetIn<S>(1, hull), 0, session_.options().max_steps);
    StateLasso states{states_of(std::move(found.vertices)), found.loop};
    states = shortened(std::move(states), [&](const StateLasso& candidate) { return session_.is_fair(candidate); });
    std::size_t path = session_.add_lasso(claim_, states);
    record(path);
    for (WitnessState s : session_.witness().paths[path].states) session_.need(always, s, claim_.depth + 1);
  }

  void against_until() {
    StateSet not_g = session_.where(node_.right, false);
    std::vector<State> path = search(not_g, not_g & session_.where(node_.left, false));
    if (path.empty()) return lasso(node_.right, false);
    std::vector<WitnessState> states = add(path);
    session_.need(node_.left, states.back(), claim_.depth + 1);
    for (WitnessState s : states) session_.need(node_.right, s, claim_.depth + 1);
  }

  std::vector<WitnessState> add(const std::vector<State>& states) {
    std::size_t path = session_.add_path(claim_, states);
    record(path);
    return session_.witness().paths[path].states;
  }

  void record(std::size_t path) {
    session_.witness().claims[index_].rule = Rule::Path;
    session_.witness().claims[index_].path = path;
  }

  Session& session_;
  std::size_t index_;
  const Claim claim_;
  const Node node_;
  const State start_;
};

}  // namespace

template <class S>
void explain_temporal(SessionOf<S>& session, std::size_t claim) {
  TemporalRule<S>(session, claim).apply();
}

template void explain_temporal(SessionOf<check::Frame>& session, std::size_t claim);
template void explain_temporal(SessionOf<enumerate::Space>& session, std::size_t claim);

}  // namespace gnomon::witness
