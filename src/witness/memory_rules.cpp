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

using PlacePath = ShownPath<Place>;

class MemoryRule : MemoryClaim {
 public:
  using MemoryClaim::MemoryClaim;

  void temporal();
  void path_quantifier();

  // --- what LongBounds asks for

  bool some_path(Formula f) {
    const Op quantifier = operand_.finite ? Op::PathEf : Op::PathE;
    return Points::singleton(graph(), start_).subset_of(letters_->paths()->exists_path(*letters_, quantifier, f));
  }

  PlacePath plain(Formula f) {
    if (traces_ == Traces::Finite && session_.pool()[f].is_path) return followed(trace_for(*letters_, f));
    PlacePath path = infinite(*letters_, f, traces_);
    if (operand_.finite) find_last(path);
    return path;
  }

  std::optional<PlacePath> counted(Formula f) {
    SymbolicSearch search = symbolically(*letters_, f);
    search.max_steps = kMostCountedSteps;
    if (traces_ == Traces::Finite) return followed(symbolic_trace(*letters_, search, start_));
    if (traces_ != Traces::Infinite) return std::nullopt;
    PointLasso<MemoryGraph> found = symbolic_lasso(*letters_, search, traces_, start_);
    return PlacePath{std::move(found.points), found.loop};
  }

  bool holds(const PlacePath& path) { return evaluate(path) == claim_.holds; }

 private:
  void temporal_with_bound();
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

  PlacePath lasso_within(const Place& from, const PlaceSet& inside) {
    const PlaceSet hull = check::fair_hull(graph(), inside, check::VisitGoals<PlaceSet>{graph().fairness()});
    const check::ProductOf<MemoryGraph> product = space_product(graph(), inside);
    return projected(find_lasso(product, Set(1, Points::singleton(graph(), from)), Set(1, inside), Set(1, hull), 0,
                                session_.options().max_steps));
  }

  static PlacePath projected(VertexLassoOf<MemoryGraph> found) {
    PlacePath lasso{{}, found.loop};
    for (auto& vertex : found.vertices) lasso.points.push_back(std::move(vertex.state));
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
    const PlacePath lasso = lasso_within(start_, where(f, value));
    const std::size_t path = session_.add_lasso(claim_, lasso.points, lasso.loop);
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

  bool evaluate(const PlacePath& path) {
    return evaluate_operand(session_.pool(), operand_, path.positions(),
                            [&](Formula f, StateIndex s) { return session_.value(f, path.points[s]); });
  }

  PlacePath infinite(check::LabellingOf<MemoryGraph>& letters, Formula core, Traces traces) {
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

  // The trace, and any path that goes on from its end.
  PlacePath followed(std::vector<Place> trace) {
    const std::size_t last = trace.size() - 1;
    const PlacePath rest = lasso_within(trace.back(), graph().states());
    trace.pop_back();
    PlacePath path{std::move(trace), last + rest.loop, last};
    path.points.insert(path.points.end(), rest.points.begin(), rest.points.end());
    return path;
  }

  // The automaton has met its guess of the end before the loop comes round a second time.
  void find_last(PlacePath& path) {
    const std::size_t bound = 2 * path.points.size() + 1;
    while (path.last <= bound && !holds(path)) ++path.last;
    while (path.points.size() <= path.last) {
      Place next = path.points[path.loop++];
      path.points.push_back(std::move(next));
    }
  }

  std::optional<check::LabellingOf<MemoryGraph>> letters_;
  Traces traces_ = Traces::Infinite;
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
      return temporal_with_bound();
  }
}

void MemoryRule::temporal_with_bound() {
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
  traces_ = check::traces_of(node_.op, session_.options().paths);
  operand_ = {node_.left, finite_traces, session_.witness().finite_tests};
  letters_.emplace(session_.labelling().letters(claim_.formula, view_));
  const Formula core = session_.labelling().core(claim_.formula, view_);
  const PlacePath found =
      pool[core].is_path ? LongBounds<Place, MemoryRule>(pool, traces_, *this).find(core) : plain(core);
  evaluate(found);  // refuses what the replay could not evaluate
  if (found.points.size() > session_.options().max_steps) throw NotShown("a path for a path formula is too long");
  const std::size_t path = session_.add_lasso(claim_, found.points, found.loop);
  record(path);
  session_.witness().paths[path].stretch = found.stretch;
  if (finite_traces) session_.witness().paths[path].last = found.last;
  const std::vector<WitnessState> states = session_.witness().paths[path].states;
  const Lasso named{{states.begin(), states.end()}, found.loop, found.last, found.stretch};
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
