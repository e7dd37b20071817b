// The product of the system with an explicit automaton: for each automaton state a symbolic set of system states.
//
//   (s, q) -> (s', q')   iff   s -> s' in the frame, and some edge q -> q' has a guard that holds in s
//
// No automaton state is encoded in bits and no product relation is built: a preimage of the product is one preimage of
// the system per automaton state in which anything lies, cut by the guards. A product with a one-state automaton costs
// what the system costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "automata/buchi.h"
#include "automata/nfa.h"
#include "check/frame.h"
#include "check/labelling.h"

namespace gnomon::check {

// One set of system states per automaton state.
class ProductSet {
 public:
  explicit ProductSet(std::vector<StateSet> parts) : parts_(std::move(parts)) {}
  ProductSet(std::size_t size, const StateSet& everywhere) : parts_(size, everywhere) {}

  std::size_t size() const { return parts_.size(); }
  const StateSet& operator[](std::size_t q) const { return parts_[q]; }
  StateSet& operator[](std::size_t q) { return parts_[q]; }
  bool empty() const;
  bool operator==(const ProductSet&) const = default;
  ProductSet operator&(const ProductSet& other) const;
  ProductSet operator|(const ProductSet& other) const;
  ProductSet operator-(const ProductSet& other) const;

 private:
  std::vector<StateSet> parts_;
};

class Product {
 public:
  using Set = ProductSet;  // a Product is a graph for check/fixpoints.h
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    StateSet guard;
    automata::Buchi::Marks marks = 0;
  };

  Product(const Frame& frame, std::size_t states, std::vector<Edge> edges)
      : frame_(&frame), states_(states), edges_(std::move(edges)) {}

  std::size_t states() const { return states_; }
  const std::vector<Edge>& edges() const { return edges_; }
  const Frame& frame() const { return *frame_; }
  ProductSet none() const { return ProductSet(states_, frame_->none()); }
  ProductSet everything() const { return ProductSet(states_, frame_->states()); }

  ProductSet predecessors(const ProductSet& set) const { return step_back(set, false, 0); }
  ProductSet recurrent_predecessors(const ProductSet& set) const { return step_back(set, true, 0); }
  // By recurrent edges of which the automaton part carries all the given marks.
  ProductSet marked_predecessors(const ProductSet& set, automata::Buchi::Marks marks) const {
    return step_back(set, true, marks);
  }

 private:
  ProductSet step_back(const ProductSet& set, bool recurrent, automata::Buchi::Marks marks) const;

  const Frame* frame_;
  std::size_t states_;
  std::vector<Edge> edges_;
};

// The states of the frame where a guard holds.
StateSet guard_states(Labelling& labelling, const automata::Guard& guard);

// A product with where it starts and where its paths must end up.
struct ProductGoal {
  Product product;
  std::uint32_t initial = 0;  // the automaton's state at the beginning of a path
  // Büchi automaton: product states from which an accepting path starts, those on accepting cycles among them.
  // Finite automaton: product states in which a finite path may end.
  ProductSet target;

  // The system states s for which (s, initial) has a path to the target: mu Z. target or EX Z. The components of the
  // automaton are done one after the other, from where its paths end to where they begin, because none depends on a
  // later one: an automaton that is a chain costs one preimage per state.
  StateSet reached_from() const;
};
// Requires an automaton that has states. For a finite automaton: paths end in `last`.
ProductGoal product_goal(Labelling& labelling, const automata::Buchi& automaton);
ProductGoal product_goal(Labelling& labelling, const automata::Nfa& automaton, const StateSet& last);

// The states from which some fair path of the frame is accepted by the automaton.
StateSet accepted_from(Labelling& labelling, const automata::Buchi& automaton);

// The states s with a finite path s = s_0 ... s_n of the frame that the automaton accepts and that ends in `last`.
// Requires an automaton without tests of path formulas.
StateSet matched_from(Labelling& labelling, const automata::Nfa& automaton, const StateSet& last);

}  // namespace gnomon::check
