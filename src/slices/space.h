// The space (check/space.h) of a model's states in slices: what check/frame.h is for diagrams in one place. A set has a
// part in each slice; the checker runs once, in the coordinator, and what it does with sets becomes commands.
//
//   Boolean operations, propositions        part by part
//   predecessors, look-alikes, outcomes     each slice's part of what leads there, cut by the windows and exchanged
//   K, AX, <g>X, ...                        complements of these, taken where all pieces have been united
//   until                                   a fixpoint within each slice, then what leads there from elsewhere, until
//                                           nothing new arrives
//
// Sets may speak about variables of automata, which windows do not test. Their diagrams are made in a small manager of
// the coordinator's and travel to the slices.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "check/space.h"
#include "slices/bits.h"
#include "slices/set.h"

namespace gnomon::slices {

// What all spaces of a model in slices share.
struct Ground {
  // Both must outlive this. `bits`: how many numbers the bits of states and actions take (slices/bits.h).
  Ground(Crew& of, const ispl::CheckedModel& model, std::size_t bits)
      : crew(of), source(model), automata(manager, bits) {}
  Crew& crew;
  const ispl::CheckedModel& source;
  bdd::Manager manager;  // of variables of automata
  Bits automata;
  std::size_t announced = 0;  // of these, to the slices
};

class SlicedSpace {
 public:
  using Set = SlicedSet;
  using Choices = SlicedSet;  // with actions

  // All of these states, which are all reachable ones, and all paths. The ground must outlive the space.
  SlicedSpace(Ground& ground, Set states) : ground_(&ground), states_(std::move(states)) {}
  // The fair states of `space` under constraints given as sets of its states.
  SlicedSpace(const SlicedSpace& space, std::vector<Set> fairness);

  const ispl::CheckedModel& source() const { return ground_->source; }
  const Set& states() const { return states_; }
  const Set& known() const { return states_; }
  Set initial() const { return made({.op = Op::Initial}); }
  Set none() const { return made({.op = Op::None}); }
  Set complement(const Set& set) const { return states_ - set; }
  Set proposition(std::size_t index) const { return made({.op = Op::Proposition, .index = index}); }
  Set red(ispl::AgentId agent) const { return made({.op = Op::Red, .member = agent}); }

  bool closed() const { return true; }
  const Set& ahead() const { return states_; }
  const std::vector<Set>& fairness() const { return fairness_; }
  const Set& fair_core() const { return core_.valid() ? core_ : states_; }
  const Set& with_path() const;
  Set predecessors(const Set& set) const { return step_back(set, check::Edges::All); }
  Set recurrent_predecessors(const Set& set) const { return step_back(set, check::Edges::Recurrent); }
  Set leading_to(const Set& through, const Set& target, check::Edges edges) const;
  Set recurrently_alike(const Set& set) const { return routed({.op = Op::RecurrentlyAlike, .a = set.number()}); }

  const Set& possible(const check::Coalition&) const { return states_; }
  Set look_alikes(const Set& set, const check::Coalition& group) const {
    return routed({.op = Op::LookAlikes, .a = set.number(), .group = group});
  }

  Choices enabled_choices(const check::Coalition& group) const {
    return made({.op = Op::EnabledChoices, .group = group});
  }
  Choices commit(const Choices& choices, ispl::AgentId member, const Set& where, ispl::ActionId action) const {
    return made(
        {.op = Op::Commit, .a = choices.number(), .b = where.number(), .index = action.index(), .member = member});
  }
  Set has_choice(const Choices& choices, ispl::AgentId member, ispl::ActionId action) const {
    return made({.op = Op::HasChoice, .a = choices.number(), .index = action.index(), .member = member});
  }
  Set can_avoid_next(const check::Coalition& group, const Choices& choices, const Set& avoid) const;
  Set pick(const Set& set) const;

  // Sets with variables of an automaton.
  bdd::Manager& manager() const { return ground_->manager; }
  Set everywhere(const bdd::Bdd& assignments) const;
  Set and_exists(const Set& a, const Set& b, const bdd::VarSet& vars) const;
  Set renamed(const Set& set, const bdd::VarMap& map) const;
  std::vector<bdd::Var> mentioned(const Set& set) const;

 private:
  Set made(Command command) const { return SlicedSet::computed(ground_->crew, std::move(command)); }
  Set routed(Command command) const { return SlicedSet::routed(made(std::move(command))); }
  Set step_back(const Set& set, check::Edges edges) const {
    return routed({.op = Op::Preimage, .a = set.number(), .edges = edges}) & states_;
  }
  void announce_variables() const;

  Ground* ground_;
  Set states_;
  std::vector<Set> fairness_;
  Set core_;  // with fairness
  mutable Set with_path_;
};

static_assert(check::StrategicSpace<SlicedSpace> && check::RootedSpace<SlicedSpace> &&
              check::ExtensibleSpace<SlicedSpace>);

// The least of the states that slices name, in the order of bits by their creation; null if there is none.
const Answer* least_of(const std::vector<Answer>& answers);

}  // namespace gnomon::slices
