// The product of a space with an explicit automaton: for each automaton state a set of states of the space.
//
//   (s, q) -> (s', q')   iff   s -> s' in the space, and some edge q -> q' has a guard that holds in s
//
// No automaton state is encoded in bits and no product relation is built: a preimage of the product is one preimage of
// the space per automaton state in which anything lies, cut by the guards. A product with a one-state automaton costs
// what the space costs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "automata/buchi.h"
#include "automata/nfa.h"
#include "check/fixpoints.h"
#include "check/labelling.h"

namespace gnomon::check {

// One set of states per automaton state.
template <class Set>
class ProductSetOf {
 public:
  ProductSetOf() = default;
  explicit ProductSetOf(std::vector<Set> parts) : parts_(std::move(parts)) {}
  ProductSetOf(std::size_t size, const Set& everywhere) : parts_(size, everywhere) {}

  std::size_t size() const { return parts_.size(); }
  const Set& operator[](std::size_t q) const { return parts_[q]; }
  Set& operator[](std::size_t q) { return parts_[q]; }
  bool empty() const {
    return std::all_of(parts_.begin(), parts_.end(), [](const Set& part) { return part.empty(); });
  }
  bool operator==(const ProductSetOf&) const = default;
  ProductSetOf operator&(const ProductSetOf& other) const {
    return pointwise(other, [](const Set& a, const Set& b) { return a & b; });
  }
  ProductSetOf operator|(const ProductSetOf& other) const {
    return pointwise(other, [](const Set& a, const Set& b) { return a | b; });
  }
  ProductSetOf operator-(const ProductSetOf& other) const {
    return pointwise(other, [](const Set& a, const Set& b) { return a - b; });
  }
  ProductSetOf& operator|=(const ProductSetOf& other) {
    for (std::size_t q = 0; q < size(); ++q) parts_[q] |= other[q];
    return *this;
  }

 private:
  template <class Operation>
  ProductSetOf pointwise(const ProductSetOf& other, Operation&& operation) const {
    std::vector<Set> parts;
    parts.reserve(size());
    for (std::size_t q = 0; q < size(); ++q) parts.push_back(operation(parts_[q], other[q]));
    return ProductSetOf(std::move(parts));
  }

  std::vector<Set> parts_;
};

template <Space S>
class ProductOf {
 public:
  using Set = ProductSetOf<typename S::Set>;  // a product is a graph for check/fixpoints.h
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    typename S::Set guard;
    automata::Buchi::Marks marks = 0;
  };

  ProductOf(const S& space, std::size_t states, std::vector<Edge> edges)
      : space_(&space), states_(states), edges_(std::move(edges)) {}

  std::size_t states() const { return states_; }
  const std::vector<Edge>& edges() const { return edges_; }
  const S& space() const { return *space_; }
  Set none() const { return Set(states_, space_->none()); }
  Set everything() const { return Set(states_, space_->states()); }

  Set predecessors(const Set& set) const { return step_back(set, Edges::All, 0); }
  Set recurrent_predecessors(const Set& set) const { return step_back(set, Edges::Recurrent, 0); }
  // By recurrent edges of which the automaton part carries all the given marks.
  Set marked_predecessors(const Set& set, automata::Buchi::Marks marks) const {
    return step_back(set, Edges::Recurrent, marks);
  }

  // The part of the product in which the automaton is in one of these states, which are numbered anew, in this order.
  ProductOf part(const std::vector<std::uint32_t>& members) const {
    constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);
    std::vector<std::uint32_t> local(states_, kNone);
    for (std::uint32_t i = 0; i < members.size(); ++i) local[members[i]] = i;
    std::vector<Edge> inside;
    for (const Edge& edge : edges_) {
      if (local[edge.from] == kNone || local[edge.to] == kNone) continue;
      inside.push_back({local[edge.from], local[edge.to], edge.guard, edge.marks});
    }
    return ProductOf(*space_, members.size(), std::move(inside));
  }

  // The part of the product with these states only.
  ProductOf among(const Set& set) const {
    std::vector<Edge> inside;
    for (const Edge& edge : edges_) {
      typename S::Set guard = edge.guard & set[edge.from];
      if (!guard.empty()) inside.push_back({edge.from, edge.to, std::move(guard), edge.marks});
    }
    return ProductOf(*space_, states_, std::move(inside));
  }

  // For searches of very many steps (model/leaps.h).
  bdd::Manager& manager() const requires LeapingGraph<S> { return space_->manager(); }
  model::Leaps leaps(const Set& through, Edges edges) const requires LeapingGraph<S> {
    model::Leaps result(space_->encoding(), states_);
    const bdd::Bdd steps = space_->relation(edges);
    for (const Edge& edge : edges_) result.add(edge.from, edge.to, steps & (edge.guard & through[edge.from]).bdd());
    return result;
  }
  model::Leaps::Parts parts(const Set& set) const requires LeapingGraph<S> {
    model::Leaps::Parts parts;
    for (std::size_t q = 0; q < states_; ++q) parts.push_back(set[q].bdd());
    return parts;
  }
  Set joined(const model::Leaps::Parts& parts) const requires LeapingGraph<S> {
    std::vector<typename S::Set> sets;
    for (const bdd::Bdd& part : parts) sets.emplace_back(part);
    return Set(std::move(sets));
  }

 private:
  Set step_back(const Set& set, Edges edges, automata::Buchi::Marks marks) const {
    std::vector<std::optional<typename S::Set>> before(states_);  // per target, on demand
    Set result = none();
    for (const Edge& edge : edges_) {
      if ((edge.marks & marks) != marks || set[edge.to].empty()) continue;
      if (!before[edge.to]) before[edge.to] = check::step_back(*space_, set[edge.to], edges);
      result[edge.from] |= *before[edge.to] & edge.guard;
    }
    return result;
  }

  const S* space_;
  std::size_t states_;
  std::vector<Edge> edges_;
};

// The states of the space where a guard holds.
template <Space S>
typename S::Set guard_states(LabellingOf<S>& labelling, const automata::Guard& guard) {
  typename S::Set set = labelling.space().states();
  for (const automata::Literal& literal : guard) {
    const typename S::Set& letter = labelling.states(literal.letter);
    set = literal.positive ? set & letter : set - letter;
  }
  return set;
}

// A product with where it starts and where its paths must end up.
template <Space S>
struct ProductGoalOf {
  ProductOf<S> product;
  std::uint32_t initial = 0;  // the automaton's state at the beginning of a path
  // Büchi automaton: product states from which an accepting path starts, those on accepting cycles among them.
  // Finite automaton: product states in which a finite path may end.
  typename ProductOf<S>::Set target;

  // The states s of the space for which (s, initial) has a path to the target: mu Z. target or EX Z. The components of
  // the automaton are done one after the other, from where its paths end to where they begin, because none depends on a
  // later one: an automaton that is a chain costs one preimage per state. If only some states are asked about, the search
  // ends when it has met all of them.
  typename S::Set reached_from(const typename S::Set* asked = nullptr) const;
};

using ProductSet = ProductSetOf<StateSet>;
using Product = ProductOf<Frame>;
using ProductGoal = ProductGoalOf<Frame>;

// Requires an automaton that has states. For a finite automaton: paths end in `last`. If `asked` is given, only paths
// from these states count.
template <Space S>
ProductGoalOf<S> product_goal(LabellingOf<S>& labelling, const automata::Buchi& automaton,
                              const typename S::Set* asked = nullptr);
template <Space S>
ProductGoalOf<S> product_goal(LabellingOf<S>& labelling, const automata::Nfa& automaton, const typename S::Set& last,
                              const typename S::Set* asked = nullptr);

// The states from which some fair path of the space is accepted by the automaton; among those that are `asked` about.
template <Space S>
typename S::Set accepted_from(LabellingOf<S>& labelling, const automata::Buchi& automaton,
                              const typename S::Set* asked = nullptr) {
  if (automaton.states.empty()) return labelling.space().none();
  return product_goal(labelling, automaton, asked).reached_from(asked);
}

// The states s with a finite path s = s_0 ... s_n of the space that the automaton accepts and that ends in `last`.
// Requires an automaton without tests of path formulas.
template <Space S>
typename S::Set matched_from(LabellingOf<S>& labelling, const automata::Nfa& automaton, const typename S::Set& last,
                             const typename S::Set* asked = nullptr) {
  if (automaton.states.empty()) return labelling.space().none();
  return product_goal(labelling, automaton, last, asked).reached_from(asked);
}

}  // namespace gnomon::check
