#include "witness/tableau_lasso.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/budget.h"

namespace gnomon::witness {

namespace {

template <class S>
class TableauLasso {
 public:
  using Set = typename check::SymbolicAutomaton<S>::Set;
  using Points = PointsOf<S>;
  using Point = typename Points::Point;

  TableauLasso(check::LabellingOf<S>& letters, logic::Formula f, check::VariableReserve& reserve, std::size_t max_steps)
      : space_(letters.space()), tableau_(letters, f, reserve), max_steps_(max_steps) {
    std::vector<bdd::Var> now;
    for (std::size_t bit = 0; bit < tableau_.variables(); ++bit) now.push_back(reserve[bit].first);
    assignments_ = space_.manager().set(now);
    goals_ = tableau_.goal_sets();
    for (const typename S::Set& fair : space_.fairness()) goals_.emplace_back(fair);
  }

  PointLasso<S> run(const Point& start) {
    const Set hull = check::fair_globally(automaton(), Set(space_.states()), goals_);
    const Set initial = tableau_.initial() & Set(Points::singleton(space_, start)) & hull;
    if (initial.empty()) throw std::logic_error("no accepting path starts here");
    walk_.push_back(pick(initial));
    while (true) {
      const std::size_t entry = walk_.size() - 1;
      for (const Set& goal : goals_) {
        const bool met = std::any_of(walk_.begin() + static_cast<std::ptrdiff_t>(entry), walk_.end(),
                                     [&](const At& at) { return meets(at, goal); });
        if (!met && !go_to(goal & hull, hull)) throw std::logic_error("an accepting path has no accepting loop");
      }
      if (go_to(walk_[entry].set, hull)) return closed(entry);
      // There is no way back: the entry lies before the end of the walk, or on no cycle.
      if (walk_.size() == entry + 1 && !go_to(hull, hull)) throw std::logic_error("an accepting path ends");
    }
  }

 private:
  // A single product state.
  struct At {
    Point point;
    Set set;
  };

  const check::SymbolicAutomaton<S>& automaton() const { return tableau_.automaton(); }
  static bool meets(const At& at, const Set& set) { return !(at.set & set).empty(); }
  bool leads_to(const At& at, const Set& set) const { return !set.empty() && meets(at, automaton().predecessors(set)); }

  At pick(Set set) const {
    for (std::size_t bit = 0; bit < tableau_.variables(); ++bit) {
      const Set with = set & automaton().now(bit);
      set = with.empty() ? set - automaton().now(bit) : with;
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
      Set next = (automaton().predecessors(layers.back()) & region) - seen;
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
    for (std::size_t bit = 0; bit < tableau_.variables(); ++bit) {
      const Set with = rest & automaton().now(bit);
      rest = leads_to(at, with) ? with : rest - automaton().now(bit);
    }
    while (true) {
      if (rest.empty()) throw std::logic_error("a product state does not lead to the next layer");
      At candidate = pick(rest);
      if (leads_to(at, candidate.set)) return candidate;
      rest = rest - candidate.set;
    }
  }

  // The walk has returned to the entry.
  PointLasso<S> closed(std::size_t entry) {
    walk_.pop_back();
    PointLasso<S> lasso{{}, entry};
    for (At& at : walk_) lasso.points.push_back(std::move(at.point));
    return lasso;
  }

  const S& space_;
  check::Tableau<S> tableau_;
  std::size_t max_steps_;
  bdd::VarSet assignments_;
  std::vector<Set> goals_;
  std::vector<At> walk_;
};

}  // namespace

template <class S>
PointLasso<S> tableau_lasso(check::LabellingOf<S>& letters, logic::Formula f, check::VariableReserve& reserve,
                            const typename PointsOf<S>::Point& start, std::size_t max_steps) {
  return TableauLasso<S>(letters, f, reserve, max_steps).run(start);
}

template PointLasso<check::Frame> tableau_lasso(check::Labelling& letters, logic::Formula f,
                                                check::VariableReserve& reserve, const explicit_state::State& start,
                                                std::size_t max_steps);
template PointLasso<recall::MemoryGraph> tableau_lasso(check::LabellingOf<recall::MemoryGraph>& letters,
                                                       logic::Formula f, check::VariableReserve& reserve,
                                                       const Place& start, std::size_t max_steps);

}  // namespace gnomon::witness
