// Shortest paths in the product of a space and an automaton (check/product.h), from sets to single states.
//
// A forward search keeps its layers
//   L_0 = start,   L_k+1 = successors(F_k) - (L_0 + ... + L_k)       with L_k within F_k within L_0 + ... + L_k
// and goes only as far as the nearest target. A path is then read backwards: any target in the last layer, any of its
// predecessors in the layer before, and so on; these are preimages of single states, which are cheap. A search without
// automaton is one in the product with an automaton of one state (space_product).
//
// Spaces are the frame, whose points are states, the graph of information sets, whose points are states at vertices, and
// the states of a list (PointsOf). Definitions are in search_impl.h, instantiated in search.cpp. Where states are listed a
// layer as a set would take as much as the whole list; there the search remembers for each vertex from which it was found
// (listed_search.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "base/bigint.h"
#include "check/product.h"
#include "enumerate/space.h"
#include "explicit/program.h"
#include "recall/memory_graph.h"

namespace gnomon::witness {

using check::Product;
using check::ProductSet;
using model::StateSet;

// There is evidence, but it is too large to be shown or cannot be found; the message says why.
class NotShown : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A state with what agents remember there.
struct Place {
  recall::VertexId vertex = 0;
  explicit_state::State state;
  auto operator<=>(const Place&) const = default;
};

// The points of a space: what its sets are made of.
template <class S>
struct PointsOf;

template <>
struct PointsOf<check::Frame> {
  using Point = explicit_state::State;
  static StateSet singleton(const check::Frame& frame, const Point& point);
  static bool contains(const check::Frame& frame, const StateSet& set, const Point& point);
  static Point pick(const check::Frame& frame, const StateSet& set);
  static BigInt count(const check::Frame& frame, const StateSet& set);
  // The states of the set in which the variable has the value that it has in this state.
  static StateSet agreeing(const check::Frame& frame, const StateSet& set, const Point& point, ispl::VarId var);
  static StateSet successors(const check::Frame& frame, const StateSet& set);
  // Of two sets that serve the same purpose, the one whose successors are found sooner.
  static const StateSet& smaller_of(const StateSet& layer, const StateSet& reached);
  static const Budget& budget(const check::Frame& frame);
};

template <>
struct PointsOf<enumerate::Space> {
  using Point = explicit_state::State;
  using Set = enumerate::BitSet;
  static Set singleton(const enumerate::Space& space, const Point& point);
  static bool contains(const enumerate::Space& space, const Set& set, const Point& point);
  static Point pick(const enumerate::Space& space, const Set& set);
  static BigInt count(const enumerate::Space& space, const Set& set);
  static Set agreeing(const enumerate::Space& space, const Set& set, const Point& point, ispl::VarId var);
  static Set successors(const enumerate::Space& space, const Set& set);
  static const Budget& budget(const enumerate::Space& space);
};

template <>
struct PointsOf<recall::MemoryGraph> {
  using Point = Place;
  static recall::PlaceSet singleton(const recall::MemoryGraph& graph, const Point& point);
  static bool contains(const recall::MemoryGraph& graph, const recall::PlaceSet& set, const Point& point);
  static Point pick(const recall::MemoryGraph& graph, const recall::PlaceSet& set);
  static recall::PlaceSet successors(const recall::MemoryGraph& graph, const recall::PlaceSet& set);
  static const recall::PlaceSet& smaller_of(const recall::PlaceSet& layer, const recall::PlaceSet& /*reached*/) {
    return layer;
  }
  static const Budget& budget(const recall::MemoryGraph& graph);
};

// A state of the product.
template <class S>
struct VertexOf {
  typename PointsOf<S>::Point state;
  std::uint32_t automaton = 0;
  bool operator==(const VertexOf&) const = default;
};
using Vertex = VertexOf<check::Frame>;

template <class S>
using ProductSetIn = check::ProductSetOf<typename S::Set>;

template <class S>
ProductSetIn<S> singleton(const check::ProductOf<S>& product, const VertexOf<S>& vertex);
template <class S>
bool contains(const check::ProductOf<S>& product, const ProductSetIn<S>& set, const VertexOf<S>& vertex);
// A member of a non-empty set.
template <class S>
VertexOf<S> pick(const check::ProductOf<S>& product, const ProductSetIn<S>& set);
template <class S>
ProductSetIn<S> successors(const check::ProductOf<S>& product, const ProductSetIn<S>& set);
// The marks that the automaton can collect on a step from one vertex to the other.
template <class S>
automata::Buchi::Marks marks_between(const check::ProductOf<S>& product, const VertexOf<S>& from,
                                     const VertexOf<S>& to);

// The space alone: steps that leave states of `through`.
template <class S>
check::ProductOf<S> space_product(const S& space, const typename S::Set& through) {
  return check::ProductOf<S>(space, 1, {typename check::ProductOf<S>::Edge{0, 0, through, 0}});
}

template <class S>
class ForwardSearchIn {
 public:
  using Set = ProductSetIn<S>;
  // Paths from `start` through `inside`, the start included. The product must outlive the search. Raises NotShown where
  // a path would need more than `max_steps` steps.
  ForwardSearchIn(const check::ProductOf<S>& product, const Set& start, Set inside, std::size_t max_steps);

  // From a start to the nearest target, both included; empty if no path leads there.
  std::vector<VertexOf<S>> path_to(const Set& target);
  const Set& reached();  // everything that paths lead to

 private:
  bool advance();  // one layer more; false if there is none
  // The last layer, with states of former ones where that makes smaller diagrams: their successors are known.
  Set to_expand() const;

  const check::ProductOf<S>* product_;
  Set inside_;
  Set reached_;
  std::vector<Set> layers_;
  std::size_t max_steps_;
};
using ForwardSearch = ForwardSearchIn<check::Frame>;

template <>
class ForwardSearchIn<enumerate::Space> {
 public:
  using Set = ProductSetIn<enumerate::Space>;
  using Product = check::ProductOf<enumerate::Space>;
  ForwardSearchIn(const Product& product, const Set& start, Set inside, std::size_t max_steps);

  std::vector<VertexOf<enumerate::Space>> path_to(const Set& target);
  const Set& reached();

 private:
  struct Found {
    std::uint32_t automaton = 0;
    enumerate::StateIndex state = 0;
    std::size_t from = 0;  // its place among those found; a start: its own
    std::size_t steps = 0;
  };
  // Finds the successors of one more vertex; false if there is none.
  bool advance();
  void find(std::uint32_t automaton, enumerate::StateIndex state, std::size_t from, std::size_t steps);

  const Product* product_;
  std::vector<std::vector<std::size_t>> leaving_;  // edges, by automaton state
  Set inside_;                                     // less what was found
  std::vector<Found> found_;                       // breadth first
  std::size_t expanded_ = 0;
  std::size_t max_steps_;
  Set reached_;
};

}  // namespace gnomon::witness
