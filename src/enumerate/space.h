// The space (check/space.h) of a model's reachable states, with one bit per state as sets: what the checker needs of a
// graph that was enumerated. Where the checker's own fixpoints would visit all states once per round, the space brings
// searches along single edges:
//
//   leading_to     sweeps through the states that are left, in alternating directions; if a few of them do not end it,
//                  backwards from the target, linear in the steps into what is reached
//   fair_cycles    likewise where there is no fairness, by dropping states without a successor; otherwise strongly
//                  connected components, linear in the steps inside the given set
//   in_common      classes of common knowledge by union-find
//   enforce        backwards from the goal; a state is looked at again when a successor was won (or lost)
//
// and the same for products with explicit automata (enumerate/product_search.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "automata/buchi.h"
#include "base/pace.h"
#include "check/space.h"
#include "check/strategic.h"
#include "enumerate/bit_set.h"
#include "enumerate/classes.h"
#include "enumerate/coalitions.h"
#include "enumerate/graph.h"
#include "enumerate/step_action.h"

namespace gnomon::enumerate {

// How often the steps are gone through before their index of predecessors is made, which takes the time of many times that.
struct Patience {
  std::size_t sweeps = 20;
  std::size_t sweeps_if_indexed = 6;
  std::size_t looks = 6;  // for the predecessors of sets
};

// A graph with what was computed about it for all its spaces.
struct Arena {
  // A complete graph, which must outlive this.
  explicit Arena(const Graph& of, const Patience& with = {}) : graph(of), views(of), coalitions(of), patience(with) {}
  const Graph& graph;
  Views views;
  Coalitions coalitions;
  Patience patience;                      // what is left of it
  std::optional<StepAction> step_action;  // when first needed
};

class Space {
 public:
  using Set = BitSet;
  using Choices = enumerate::Choices;

  // All states of the graph, all paths. The arena must outlive the space.
  explicit Space(Arena& arena)
      : arena_(&arena), pace_(&arena.graph.budget()), states_(BitSet::all(arena.graph.size())) {}
  // The fair states of `space` under constraints given as sets of its states.
  Space(const Space& space, std::vector<Set> fairness);

  const Graph& graph() const { return arena_->graph; }
  const ispl::CheckedModel& source() const { return graph().program().source(); }
  const Set& states() const { return states_; }
  const Set& known() const { return states_; }
  Set initial() const;
  Set deadlocks() const;  // without a successor
  Set overflows() const;  // where some enabled joint action assigns a value out of range
  Set none() const { return Set(graph().size()); }
  Set complement(const Set& set) const { return states_ - set; }
  Set proposition(std::size_t index) const { return where(graph().program().proposition(index)); }
  Set red(ispl::AgentId agent) const;

  bool closed() const { return true; }
  const Set& ahead() const { return states_; }
  const std::vector<Set>& fairness() const { return fairness_; }
  const Set& with_path() const;
  Set predecessors(const Set& set) const;
  Set recurrent_predecessors(const Set& set) const { return predecessors(set); }
  // The states with a path through `through` to `target`.
  Set leading_to(const Set& through, const Set& target, check::Edges edges = check::Edges::All) const;
  // The states of `within` on a cycle inside it that meets every goal, and those that lead to one inside it.
  Set fair_cycles(const Set& within, const std::vector<Set>& goals) const;

  const Set& possible(const check::Coalition&) const { return states_; }
  Set look_alikes(const Set& set, const check::Coalition& group) const;
  // States by the values of these variables.
  const Classes& classes_by(const std::vector<ispl::VarId>& seen) const { return arena_->views.classes_by(seen); }
  // The states from which a chain of look-alikes leads to the set, those of the set among them.
  Set in_common(const Set& set, const check::Coalition& group) const;

  // The joint action of a step (enumerate/step_action.h).
  std::optional<std::vector<ispl::ActionId>> action_between(StateIndex from, StateIndex to) const;

  Choices enabled_choices(const check::Coalition& group) const;
  Choices commit(const Choices& choices, ispl::AgentId member, const Set& where, ispl::ActionId action) const;
  Set has_choice(const Choices& choices, ispl::AgentId member, ispl::ActionId action) const;
  Set can_avoid_next(const check::Coalition& group, const Choices& choices, const Set& avoid) const;
  Set pick(const Set& set) const;
  Set enforce(const check::Coalition& group, const Choices& choices, const check::Goal<Set>& goal) const;

  // The product states that lie on, or lead to, a cycle of the product that meets the space's fairness sets and takes
  // edges with each of these marks.
  template <class Product>
  typename Product::Set product_cycles(const Product& product, const std::vector<automata::Buchi::Marks>& marks) const;
  // The states s for which (s, initial) has a path of the product to the target.
  template <class Product>
  Set product_until(const Product& product, std::uint32_t initial, const typename Product::Set& target) const;

 private:
  Set where(const Expression& expression) const;
  // Removes from `left` the states for which leaves(s) holds, which may depend on what was removed before. Whether that is
  // all: after a few sweeps it gives up.
  template <class Leaves>
  bool sweep(Set& left, Leaves&& leaves) const;
  const std::vector<std::uint32_t>& common_classes(const check::Coalition& group) const;
  // Whether some choice has no outcome in the states outside the set.
  bool stays(const Choices& choices, StateIndex s, const Set& set) const;
  template <class Try>
  void spread(std::vector<StateIndex>& open, Try&& try_state) const;
  Set enforce_least(const Choices& choices, const Set& through, Set won) const;
  Set enforce_greatest(const Choices& choices, Set kept) const;

  Arena* arena_;
  mutable Pace pace_;  // of steps too small for one of their own: there may be any number of them
  Set states_;
  std::vector<Set> fairness_;
  mutable std::optional<Set> with_path_;
  mutable std::map<check::Coalition, std::vector<std::uint32_t>> common_;
};

static_assert(check::StrategicSpace<Space> && check::RootedSpace<Space>);

}  // namespace gnomon::enumerate
