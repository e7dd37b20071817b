#include "witness/symbolic_lasso.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/budget.h"
#include "check/breakpoint.h"
#include "check/path_impl.h"
#include "check/tableau.h"
#include "witness/shown.h"

namespace gnomon::witness {

namespace {

// A walk through the product of a space with an automaton.
template <class S>
class ProductWalk {
 public:
  using Set = typename check::SymbolicAutomaton<S>::Set;
  using Points = PointsOf<S>;
  using Point = typename Points::Point;

  ProductWalk(const S& space, const check::SymbolicAutomaton<S>& automaton, std::size_t variables,
              const SymbolicSearch& search)
      : space_(space), automaton_(automaton), variables_(variables), max_steps_(search.max_steps) {
    std::vector<bdd::Var> now;
    for (std::size_t bit = 0; bit < variables; ++bit) now.push_back((*search.reserve)[bit].first);
    assignments_ = space_.manager().set(now);
  }

  PointLasso<S> lasso(const Set& initial, const Point& start) {
    const std::vector<Set> goals = automaton_.goals();
    const Set hull = check::fair_globally(automaton_, automaton_.within(), goals);
    begin(initial & Set(Points::singleton(space_, start)) & hull);
    while (true) {
      const std::size_t entry = walk_.size() - 1;
      for (const Set& goal : goals) {
        const bool met = std::any_of(walk_.begin() + static_cast<std::ptrdiff_t>(entry), walk_.end(),
                                     [&](const At& at) { return meets(at, goal); });
        if (!met && !go_to(goal & hull, hull)) throw std::logic_error("an accepting path has no accepting loop");
      }
      if (go_to(walk_[entry].set, hull)) {
        walk_.pop_back();  // the entry once more
        return {points(), entry};
      }
      // There is no way back: the entry lies before the end of the walk, or on no cycle.
      if (walk_.size() == entry + 1 && !go_to(hull, hull)) throw std::logic_error("an accepting path ends");
    }
  }

  std::vector<Point> trace(const Set& initial, const Set& ends, const Point& start) {
    const Set inside = automaton_.within();
    const Set begins = initial & Set(Points::singleton(space_, start));
    if (Set at_once = begins & ends & inside; !at_once.empty()) {
      begin(at_once);
      return points();
    }
    begin(begins & check::until(automaton_, inside, ends & inside));
    if (!go_to(ends & inside, inside)) throw std::logic_error("an accepted trace does not end");
    return points();
  }

 private:
  // A single product state.
  struct At {
    Point point;
    Set set;
  };

  void begin(const Set& set) {
    if (set.empty()) throw std::logic_error("no accepting path starts here");
    walk_.push_back(pick(set));
  }

  std::vector<Point> points() {
    std::vector<Point> points;
    for (At& at : walk_) points.push_back(std::move(at.point));
    return points;
  }

  static bool meets(const At& at, const Set& set) { return !(at.set & set).empty(); }
  bool leads_to(const At& at, const Set& set) const { return !set.empty() && meets(at, automaton_.predecessors(set)); }

  At pick(Set set) const {
    for (std::size_t bit = 0; bit < variables_; ++bit) {
      const Set without = set - automaton_.now(bit);
      set = without.empty() ? set & automaton_.now(bit) : without;
    }
    const Point point = Points::pick(space_, space_.and_exists(set.set(), set.set(), assignments_));
    return {point, set & Set(Points::singleton(space_, point))};
  }

  // At least one step, from the end of the walk to the target through the region; false if there is no way.
  bool go_to(const Set& target, const Set& region) {
    std::vector<Set> layers{target};
    Set seen = target;
    while (!leads_to(walk_.back(), layers.back())) {
      Points::budget(space_).poll();
      Set next = (automaton_.predecessors(layers.back()) & region) - seen;
      if (next.empty()) return false;
      if (layers.size() > max_steps_) {
        throw NotShown("the shortest path has more than " + std::to_string(max_steps_) + " steps");
      }
      seen |= next;
      layers.push_back(std::move(next));
    }
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
      walk_.push_back(successor(walk_.back(), *layer));
      if (walk_.size() > max_steps_) {
        throw NotShown("the path has more than " + std::to_string(max_steps_) + " steps");
      }
    }
    return true;
  }

  // A product state of the set to which this one leads; there is one.
  At successor(const At& at, const Set& set) const {
    Set rest = set & Set(Points::successors(space_, Points::singleton(space_, at.point)));
    for (std::size_t bit = 0; bit < variables_; ++bit) {
      const Set without = rest - automaton_.now(bit);
      rest = leads_to(at, without) ? without : rest & automaton_.now(bit);
    }
    while (true) {
      if (rest.empty()) throw std::logic_error("a product state does not lead to the next layer");
      At candidate = pick(rest);
      if (leads_to(at, candidate.set)) return candidate;
      rest = rest - candidate.set;
    }
  }

  const S& space_;
  const check::SymbolicAutomaton<S>& automaton_;
  std::size_t variables_;
  std::size_t max_steps_;
  bdd::VarSet assignments_;
  std::vector<At> walk_;
};

template <class S>
automata::AlternatingAutomaton alternating(check::LabellingOf<S>& letters, const SymbolicSearch& search,
                                           logic::Traces traces) {
  return shown_or_too_large(
      [&] { return check::alternating_automaton(letters.pool(), search.formula, traces, search.limits); });
}

}  // namespace

template <class S>
PointLasso<S> symbolic_lasso(check::LabellingOf<S>& letters, const SymbolicSearch& search, logic::Traces traces,
                             const typename PointsOf<S>::Point& start) {
  if (traces == logic::Traces::Infinite && check::in_tableau_fragment(letters.pool(), search.formula)) {
    const check::Tableau<S> tableau(letters, search.formula, *search.reserve);
    return ProductWalk<S>(letters.space(), tableau.automaton(), tableau.variables(), search)
        .lasso(tableau.initial(), start);
  }
  const automata::AlternatingAutomaton states = alternating(letters, search, traces);
  check::Breakpoint<S> breakpoint(letters, states, *search.reserve);
  const auto initial = breakpoint.begin_paths();
  return ProductWalk<S>(letters.space(), breakpoint.automaton(), breakpoint.variables(), search).lasso(initial, start);
}

template <class S>
std::vector<typename PointsOf<S>::Point> symbolic_trace(check::LabellingOf<S>& letters, const SymbolicSearch& search,
                                                        const typename PointsOf<S>::Point& start) {
  const automata::AlternatingAutomaton states = alternating(letters, search, logic::Traces::Finite);
  check::Breakpoint<S> breakpoint(letters, states, *search.reserve);
  const auto [initial, ends] = breakpoint.begin_traces(letters.space().with_path());
  return ProductWalk<S>(letters.space(), breakpoint.automaton(), breakpoint.variables(), search)
      .trace(initial, ends, start);
}

template PointLasso<check::Frame> symbolic_lasso(check::Labelling& letters, const SymbolicSearch& search,
                                                 logic::Traces traces, const explicit_state::State& start);
template PointLasso<recall::MemoryGraph> symbolic_lasso(check::LabellingOf<recall::MemoryGraph>& letters,
                                                        const SymbolicSearch& search, logic::Traces traces,
                                                        const Place& start);
template std::vector<explicit_state::State> symbolic_trace(check::Labelling& letters, const SymbolicSearch& search,
                                                           const explicit_state::State& start);
template std::vector<Place> symbolic_trace(check::LabellingOf<recall::MemoryGraph>& letters,
                                           const SymbolicSearch& search, const Place& start);

}  // namespace gnomon::witness
