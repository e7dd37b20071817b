// The rules by which claims about places are explained: temporal operators and path quantifiers by paths in the graph of
// information sets; knowledge is in memory_knowledge.cpp.
#include <algorithm>
#include <map>

#include "automata/buchi.h"
#include "check/fixpoints.h"
#include "logic/nnf.h"
#include "witness/boolean_rule.h"
#include "witness/counted_path.h"
#include "witness/lasso_search.h"
#include "witness/long_bounds.h"
#include "witness/memory_session.h"
#include "witness/path_letters.h"
#include "witness/shown.h"
#include "witness/symbolic_lasso.h"

namespace gnomon::witness {

using explicit_state::Lasso;
using explicit_state::Rule;
using explicit_state::StateIndex;
using logic::Family;
using logic::Op;
using logic::Traces;
using recall::MemoryGraph;
using recall::PlaceSet;

namespace {

struct PlaceLasso {
  std::vector<Place> places;
  std::size_t loop = 0;
};

class MemoryRule : MemoryClaim {
 public:
  using MemoryClaim::MemoryClaim;

  void temporal();
  void path_quantifier();

 private:
  void counted();  // temporal operators with a bound
  using Points = PointsOf<MemoryGraph>;
  using Set = ProductSetIn<MemoryGraph>;

  const MemoryGraph& graph() { return session_.labelling().space(claim_.formula, view_); }
  PlaceSet where(Formula f, bool value) {
    const PlaceSet& all = graph().states();
    const PlaceSet& holds = session_.labelling().places(f, view_);
    return value ? all & holds : all - holds;
  }

  // --- paths

  // To one of the targets; if there is a choice, to a clear one.
  std::vector<Place> shortest(const PlaceSet& through, const PlaceSet& target, const PlaceSet& clear = {}) {
    const check::ProductOf<MemoryGraph> product = space_product(graph(), through);
    ForwardSearchIn<MemoryGraph> search(product, Set(1, Points::singleton(graph(), start_)), product.everything(),
                                        session_.options().max_steps);
    auto path = search.path_to(Set(1, target));
    if (!clear.empty()) {
      if (auto other = search.path_to(Set(1, clear)); other.size() == path.size()) path = std::move(other);
    }
    std::vector<Place> places;
    for (auto& vertex : path) places.push_back(std::move(vertex.state));
    return places;
  }

  PlaceLasso lasso_within(const Place& from, const PlaceSet& inside) {
    const PlaceSet hull = check::fair_hull(graph(), inside, check::VisitGoals<PlaceSet>{graph().fairness()});
    const check::ProductOf<MemoryGraph> product = space_product(graph(), inside);
    return projected(find_lasso(product, Set(1, Points::singleton(graph(), from)), Set(1, inside), Set(1, hull), 0,
                                session_.options().max_steps));
  }

  static PlaceLasso projected(VertexLassoOf<MemoryGraph> found) {
    PlaceLasso lasso{{}, found.loop};
    for (auto& vertex : found.vertices) lasso.places.push_back(std::move(vertex.state));
    return lasso;
  }

  void record(std::size_t path) {
    session_.witness().claims[index_].rule = Rule::Path;
    session_.witness().claims[index_].path = path;
  }

  // `before` is claimed of all places but the last, `at_end` of that one; `before` may be none.
  void finite(const std::vector<Place>& places, Formula before, Formula at_end) {
    const std::size_t path = session_.add_path(claim_, places);
    record(path);
    std::vector<WitnessState> states = session_.witness().paths[path].states;
    session_.need(at_end, states.back(), claim_.depth + 1);
    states.pop_back();
    if (before.is_none()) return;
    for (WitnessState s : states) session_.need(before, s, claim_.depth + 1);
  }

  void always(Formula f, bool value) {
    const PlaceLasso lasso = lasso_within(start_, where(f, value));
    const std::size_t path = session_.add_lasso(claim_, lasso.places, lasso.loop);
    record(path);
    const std::vector<WitnessState> states = session_.witness().paths[path].states;
    for (WitnessState s : states) session_.need(f, s, claim_.depth + 1);
  }

  void against_until() {
    const PlaceSet not_g = where(node_.right, false);
    const std::vector<Place> places = shortest(not_g, not_g & where(node_.left, false));
    if (places.empty()) return always(node_.right, false);
    const std::size_t path = session_.add_path(claim_, places);
    record(path);
    const std::vector<WitnessState> states = session_.witness().paths[path].states;
    session_.need(node_.left, states.back(), claim_.depth + 1);
    for (WitnessState s : states) session_.need(node_.right, s, claim_.depth + 1);
  }

  // --- path formulas

  bool evaluate(const PlaceLasso& lasso, std::size_t last) {
    Lasso positions;
    for (std::size_t i = 0; i < lasso.places.size(); ++i) positions.states.push_back(static_cast<StateIndex>(i));
    positions.loop = lasso.loop;
    positions.last = last;
    return evaluate_operand(session_.pool(), operand_, positions,
                            [&](Formula f, StateIndex s) { return session_.value(f, lasso.places[s]); });
  }

  PlaceLasso infinite(check::LabellingOf<MemoryGraph>& letters, Formula core, Traces traces) {
    if (!session_.pool()[core].is_path) return lasso_within(start_, graph().states());
    std::optional<automata::Buchi> buchi =
        automata::build_buchi(session_.pool(), core, traces, {}, session_.options().paths.limits);
    if (!buchi || buchi->states.empty()) {
      PointLasso<MemoryGraph> found = symbolic_lasso(letters, symbolically(letters, core), traces, start_);
      return {std::move(found.points), found.loop};
    }
    const check::ProductGoalOf<MemoryGraph> goal = check::product_goal(letters, *buchi);
    const Set start = singleton(goal.product, VertexOf<MemoryGraph>{start_, goal.initial});
    return projected(find_lasso(goal.product, start, goal.product.everything(), goal.target, buchi->all_marks(),
                                session_.options().max_steps));
  }

  // Where the automaton is too large to be listed.
  SymbolicSearch symbolically(check::LabellingOf<MemoryGraph>& letters, Formula core) {
    return {core, session_.options().paths.limits,
            letters.paths() != nullptr ? letters.paths()->reserve().get() : &own_, session_.options().max_steps};
  }

  std::vector<Place> trace_for(check::LabellingOf<MemoryGraph>& letters, Formula core) {
    std::optional<automata::Nfa> nfa = automata::build_finite(session_.pool(), core, session_.options().paths.limits);
    if (!nfa || nfa->states.empty()) return symbolic_trace(letters, symbolically(letters, core), start_);
    const check::ProductGoalOf<MemoryGraph> goal = check::product_goal(letters, *nfa, graph().with_path());
    ForwardSearchIn<MemoryGraph> search(goal.product,
                                        singleton(goal.product, VertexOf<MemoryGraph>{start_, goal.initial}),
                                        goal.product.everything(), session_.options().max_steps);
    std::vector<Place> places;
    for (auto& vertex : search.path_to(goal.target)) places.push_back(std::move(vertex.state));
    return places;
  }

  PlaceLasso trace(check::LabellingOf<MemoryGraph>& letters, Formula core, std::size_t& last) {
    std::vector<Place> found = trace_for(letters, core);
    last = found.size() - 1;
    const PlaceLasso rest = lasso_within(found.back(), graph().states());
    PlaceLasso lasso{{}, last + rest.loop};
    for (std::size_t i = 0; i < last; ++i) lasso.places.push_back(std::move(found[i]));
    lasso.places.insert(lasso.places.end(), rest.places.begin(), rest.places.end());
    return lasso;
  }

  // The automaton has met its guess of the end before the loop comes round a second time.
  std::size_t find_last(PlaceLasso& lasso) {
    std::size_t last = 0;
    const std::size_t bound = 2 * lasso.places.size() + 1;
    while (last <= bound && evaluate(lasso, last) != claim_.holds) ++last;
    while (lasso.places.size() <= last) {
      Place next = lasso.places[lasso.loop++];
      lasso.places.push_back(std::move(next));
    }
    return last;
  }

  PathOperand operand_;
  check::VariableReserve own_;
};

void MemoryRule::temporal() {
  switch (node_.op) {
    case Op::EX:
    case Op::AX: {
      const PlaceSet after = graph().step_forward(Points::singleton(graph(), start_));
      const PlaceSet& holds = session_.labelling().places(node_.left, view_);
      const PlaceSet target = claim_.holds ? after & holds : after - holds;
      return finite({start_, Points::pick(graph(), target)}, {}, node_.left);
    }
    case Op::EF:
    case Op::AG: {
      const PlaceSet target = where(node_.left, claim_.holds);
      const PlaceSet clear = claim_.holds ? PlaceSet() : session_.clearest(node_.left, target);
      return finite(shortest(graph().states(), target, clear), {}, node_.left);
    }
    case Op::EU:
      return finite(shortest(where(node_.left, true), where(node_.right, true)), node_.left, node_.right);
    case Op::EG:
    case Op::AF:
      return always(node_.left, claim_.holds);
    case Op::AU:
      return against_until();
    default:
      return counted();
  }
}

void MemoryRule::counted() {
  const CountedPath<MemoryGraph> found(
      graph(), session_.pool(), claim_.formula, claim_.holds, start_,
      [&](Formula f, bool value) { return where(f, value); }, session_.options().max_steps);
  const std::size_t path = session_.add_path(claim_, found.points);
  session_.witness().paths[path].stretch = found.stretch;
  record(path);
  const std::vector<WitnessState> states = session_.witness().paths[path].states;
  for (const PathNeed& need : found.needs) session_.need(need.formula, states[need.position], claim_.depth + 1);
}

void MemoryRule::path_quantifier() {
  logic::FormulaPool& pool = session_.pool();
  const bool finite_traces = node_.op == Op::PathEf || node_.op == Op::PathAf;
  const Traces traces = check::traces_of(node_.op, session_.options().paths);
  operand_ = {node_.left, finite_traces, session_.witness().finite_tests};
  check::LabellingOf<MemoryGraph> letters = session_.labelling().letters(claim_.formula, view_);
  Formula core = session_.labelling().core(claim_.formula, view_);
  core = for_search(pool, core, traces, [&](Formula g) {
    const PlaceSet some = letters.paths()->exists_path(letters, finite_traces ? Op::PathEf : Op::PathE, g);
    return Points::singleton(graph(), start_).subset_of(some);
  });
  std::size_t last = 0;
  PlaceLasso lasso;
  if (traces == Traces::Finite && pool[core].is_path) {
    lasso = trace(letters, core, last);
  } else {
    lasso = infinite(letters, core, traces);
    if (finite_traces) last = find_last(lasso);
  }
  evaluate(lasso, last);  // refuses what the replay could not evaluate
  const std::size_t path = session_.add_lasso(claim_, lasso.places, lasso.loop);
  record(path);
  if (finite_traces) session_.witness().paths[path].last = last;
  const std::vector<WitnessState> states = session_.witness().paths[path].states;
  const Lasso named{{states.begin(), states.end()}, lasso.loop, last};
  const std::vector<LetterNeed> needs = letter_needs(
      pool, operand_, named, claim_.holds,
      [&](Formula f, StateIndex s) { return session_.value_at(f, static_cast<WitnessState>(s)); },
      [&](Formula f) { return session_.facts().is_fact(f); });
  for (const LetterNeed& need : needs) {
    session_.need(need.letter, static_cast<WitnessState>(need.state), claim_.depth + 1, need.matters);
  }
}

}  // namespace

void explain_memory_claim(MemorySession& session, std::size_t index) {
  const Claim claim = session.witness().claims[index];
  const logic::FormulaPool& pool = session.pool();
  if (explicit_state::is_boolean(pool, claim.formula)) return explain_boolean_in(session, index);
  const bool possible = shows_what_is_possible(pool, claim.formula, claim.holds);
  if (!possible && !can_be_shown(pool, claim.formula, claim.holds)) return;
  if (claim.depth >= session.options().depth || !session.room_for_paths()) return session.note(kCutOff);
  try {
    if (possible) return explain_memory_possible(session, index);
    switch (logic::family_of(pool[claim.formula].op)) {
      case Family::Branching:
        return MemoryRule(session, index).temporal();
      case Family::Knowledge:
        return explain_memory_knowledge(session, index);
      case Family::PathQuantifier:
        return MemoryRule(session, index).path_quantifier();
      case Family::Observation:
        return explain_memory_look(session, index);
      case Family::Deontic:
      case Family::Strategic:
        throw NotShown("strategies and obligations are not explained together with memory");
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

}  // namespace gnomon::witness
