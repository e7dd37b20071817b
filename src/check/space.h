// What the checker needs of a space of states. Every operator of this folder is written once, over these concepts.
//
// A Space has states, steps between them, fair paths, and agents who cannot tell some states from others. It hands out
// values of its type Set, which only it can make and which the checker combines. Spaces:
//
//   check/frame.h             the states of a model that count; a set is one diagram
//   recall/memory_graph.h     states together with what agents remember; a set is one diagram per vertex
//   enumerate/space.h         the states of a model, listed; a set is one bit per state
//   enumerate/memory_space.h  the same with what agents remember; a set is one bit per place
//   slices/space.h            the states of a model in slices; a set is a diagram in each slice
//   check/product.h           a space times an explicit automaton (a Graph only)
//   check/symbolic_automaton.h  a space times an automaton in diagram variables (a Graph only)
//
// The checker touches no diagram; only spaces, check/combination.h and check/symbolic_automaton.h do. Templates cost
// nothing at run time; they are instantiated once per space (check/frame_checker.cpp, recall/memory_space.cpp,
// enumerate/checker.cpp, slices/checker.cpp).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bdd/bdd.h"
#include "ispl/checked_model.h"

namespace gnomon::check {

using Coalition = std::vector<ispl::AgentId>;

// A set of states as a value; sets of different spaces are never mixed. The default value is no set: it may only be
// assigned to.
template <class S>
concept StateSetLike = std::default_initializable<S> && std::copyable<S> && requires(const S& a, const S& b, S& c) {
  { (a & b) } -> std::same_as<S>;
  { a | b } -> std::same_as<S>;
  { a - b } -> std::same_as<S>;
  { c |= b } -> std::same_as<S&>;
  { a == b } -> std::convertible_to<bool>;
  { a.empty() } -> std::same_as<bool>;
};

enum class Edges : std::uint8_t { All, Recurrent };  // all, or those that can occur infinitely often on a path

// Vertices and edges, as far as check/fixpoints.h needs them. A graph may offer more, which is used where it is there:
//   graph.leading_to(through, target, edges)   what `until` computes, in a way that suits the graph; or with one more
//                                              argument, the vertices that are asked about
//   graph.fair_cycles(within, goals)           what `fair_hull` computes, likewise
//   graph.leaps(through, edges)                the edges from vertices of a set as diagrams, for searches that take very
//                                              many steps (model/leaps.h); with graph.parts(set) and graph.joined(parts),
//                                              which turn sets into diagrams and back
//   graph.recurrently_alike(set)               a set with all vertices on recurrent paths from or to the set; may go
//                                              beyond the graph
template <class G>
concept Graph = StateSetLike<typename G::Set> && requires(const G& graph, const typename G::Set& set) {
  // The vertices with an edge into the set.
  { graph.predecessors(set) } -> std::convertible_to<typename G::Set>;
  // The same by edges that can occur infinitely often on a path; by all edges is always right.
  { graph.recurrent_predecessors(set) } -> std::convertible_to<typename G::Set>;
};

// What every operator needs. A space may offer more:
//   space.combination(pool, f)   the states that satisfy a Boolean combination of propositions, or nothing, if that is
//                                better found by way of its operands
template <class S>
concept Space = Graph<S> && requires(const S& space, const typename S::Set& set, const Coalition& group,
                                     ispl::AgentId agent, std::size_t index) {
  { space.source() } -> std::same_as<const ispl::CheckedModel&>;  // for names
  // Equal sets have equal numbers.
  { set.hash() } -> std::same_as<std::size_t>;
  { set.subset_of(set) } -> std::same_as<bool>;

  { space.states() } -> std::convertible_to<typename S::Set>;  // R, all states that count
  { space.none() } -> std::convertible_to<typename S::Set>;
  { space.complement(set) } -> std::convertible_to<typename S::Set>;     // within R
  { space.proposition(index) } -> std::convertible_to<typename S::Set>;  // may go beyond R, like red
  { space.red(agent) } -> std::convertible_to<typename S::Set>;

  // Steps may lead out of an open space; then only formulas that look a bounded number of steps ahead have a meaning.
  { space.closed() } -> std::same_as<bool>;
  { space.ahead() } -> std::convertible_to<typename S::Set>;  // all states that steps lead to; R if closed
  { space.fairness() } -> std::convertible_to<const std::vector<typename S::Set>&>;  // to be visited infinitely often
  { space.with_path() } -> std::convertible_to<typename S::Set>;                     // where infinite fair paths start

  // The states that members of the group may find themselves in, as far as they know.
  { space.possible(group) } -> std::convertible_to<typename S::Set>;
  // The states that the group, pooling what its members see, cannot tell from some state of the set; may go beyond R.
  { space.look_alikes(set, group) } -> std::convertible_to<typename S::Set>;
};

// A space with a beginning, for verdicts about it as a whole.
template <class S>
concept RootedSpace = Space<S> && requires(const S& space, const typename S::Set& set) {
  { space.initial() } -> std::convertible_to<typename S::Set>;  // may go beyond R
  // The states of R that are known to be reached inside R from an initial one.
  { space.known() } -> std::convertible_to<typename S::Set>;
  { set.disjoint_from(set) } -> std::same_as<bool>;
};

// A space in which coalitions act. Choices are, for each state, joint actions that a coalition allows itself.
template <class S>
concept StrategicSpace = Space<S> &&
    requires(const S& space, const typename S::Set& set, const Coalition& group, ispl::AgentId agent,
             ispl::ActionId action, const typename S::Choices& choices) {
  { space.enabled_choices(group) } -> std::same_as<typename S::Choices>;  // all that protocols enable
  // The same choices, but for a member that plays this action in the states of the set.
  { space.commit(choices, agent, set, action) } -> std::same_as<typename S::Choices>;
  { space.has_choice(choices, agent, action) } -> std::convertible_to<typename S::Set>;
  // Where some choice is enabled such that no outcome is in the set, whatever the others do.
  { space.can_avoid_next(group, choices, set) } -> std::convertible_to<typename S::Set>;
  { space.pick(set) } -> std::convertible_to<typename S::Set>;  // one state of a set that is not empty
  { set.disjoint_from(set) } -> std::same_as<bool>;
};

// A space whose sets can also speak about variables of an automaton, which steps of the space leave alone. Here sets
// are extended: a state may be in the set with some assignments to these variables and not with others.
template <class S>
concept ExtensibleSpace = Space<S> && requires(const S& space, const typename S::Set& set, const bdd::Bdd& assignments,
                                               const bdd::VarSet& vars, const bdd::VarMap& map) {
  { space.manager() } -> std::same_as<bdd::Manager&>;
  { space.everywhere(assignments) } -> std::same_as<typename S::Set>;     // every state, with these assignments
  { space.and_exists(set, set, vars) } -> std::same_as<typename S::Set>;  // exists vars. one and the other
  { space.renamed(set, map) } -> std::same_as<typename S::Set>;
  { space.mentioned(set) } -> std::same_as<std::vector<bdd::Var>>;
};

// For tables by set.
struct SetHash {
  template <class Set>
  std::size_t operator()(const Set& set) const {
    return set.hash();
  }
};

}  // namespace gnomon::check
