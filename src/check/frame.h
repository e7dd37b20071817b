// The space (check/space.h) of a model's states, with diagrams as sets: the set R of states that count, the fairness
// constraints of paths, and the set of states that agents may find themselves in.
//
// Without fairness R is the set of reachable states; with it, the reachable states from which a fair path starts. Every
// operator works on R only, so the frame is the one place where the rest of the state space is cut off.
//
// Agents consider possible what is in R and known to be reachable. That is all of R, but for bounded checking, which
// also works on frames that are too small (a part of the reachable states) or too large (all states, of which only a
// part is known to be reachable); see check/preservation.h.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/bigint.h"
#include "bdd/work_limit.h"
#include "check/space.h"
#include "logic/formula.h"
#include "model/leaps.h"
#include "model/state_set.h"
#include "model/symbolic_model.h"

namespace gnomon::check {

using model::StateSet;

class Frame {
 public:
  using Set = StateSet;
  using Choices = model::Choices;

  // All reachable states, all paths.
  explicit Frame(model::SymbolicModel& model) : Frame(model, model.reachable()) {}
  // Some of them: a set in which every state is reached from an initial one without leaving the set.
  Frame(model::SymbolicModel& model, StateSet states);
  // The fair states of `frame` under constraints given as sets of its states.
  Frame(const Frame& frame, std::vector<StateSet> fairness);
  // The same states and paths, but of the states only these are known to be reachable.
  Frame knowing(const StateSet& reachable) const;

  model::SymbolicModel& model() const { return *model_; }
  const StateSet& states() const { return states_; }
  const StateSet& known() const { return known_; }
  const std::vector<StateSet>& fairness() const { return fairness_; }
  // Every fair cycle lies in this set: with fairness the fair hull of the states, otherwise all states.
  const StateSet& fair_core() const { return core_.valid() ? core_ : states_; }
  StateSet none() const { return model_->none(); }
  StateSet complement(const StateSet& set) const { return states_ - set; }

  StateSet predecessors(const StateSet& set) const {
    return model_->transition().preimage(simplified(set, care_)) & states_;
  }
  StateSet recurrent_predecessors(const StateSet& set) const {
    return model_->recurrent_transition().preimage(simplified(set, care_)) & states_;
  }
  StateSet successors(const StateSet& set) const { return model_->transition().image(set) & states_; }
  // For check/cone.h.
  bool has_most(const StateSet& set) const;
  std::uint64_t work() const { return manager().work(); }
  template <class Attempt>
  bool within(std::uint64_t work, const Attempt& attempt) const {
    return bdd::within(manager(), work, attempt);
  }
  // What until of check/fixpoints.h computes, in the way that suits the relation (model/reach.h).
  StateSet leading_to(const StateSet& through, const StateSet& target, Edges edges, const StateSet* asked) const {
    return model::leading_to(steps(edges), through & states_, target, care_, asked);
  }
  // For searches of very many steps (model/leaps.h).
  model::Leaps leaps(const StateSet& through, Edges edges) const {
    model::Leaps result(model_->encoding(), 1);
    result.add(0, 0, relation(edges) & through.bdd() & states_.bdd());
    return result;
  }
  bdd::Bdd relation(Edges edges) const { return steps(edges).relation(); }
  const model::Encoding& encoding() const { return model_->encoding(); }
  static model::Leaps::Parts parts(const StateSet& set) { return {set.bdd()}; }
  static StateSet joined(const model::Leaps::Parts& parts) { return StateSet(parts.front()); }
  // The states that differ from some state of the set only in variables that recurrent steps can change; reachable or not.
  StateSet recurrently_alike(const StateSet& set) const {
    return StateSet(exists(set.bdd(), model_->recurrent_transition().moving()));
  }
  bool closed() const { return true; }
  const StateSet& ahead() const { return states_; }
  // States with an infinite fair path; equals states() with fairness. Computed once.
  const StateSet& with_path() const;

  const ispl::CheckedModel& source() const { return model_->source(); }
  const StateSet& initial() const { return model_->initial(); }
  const StateSet& proposition(std::size_t index) const {
    return care_.valid() ? model_->reachable_with(index) : model_->proposition(index);
  }
  std::optional<StateSet> combination(const logic::FormulaPool& pool, logic::Formula f) const;
  StateSet red(ispl::AgentId agent) const { return model_->red(agent); }
  const StateSet& possible(const Coalition&) const { return known_; }
  StateSet look_alikes(const StateSet& set, const Coalition& group) const { return model_->look_alikes(set, group); }

  Choices enabled_choices(const Coalition& group) const { return model_->enabled_choices(group); }
  Choices commit(const Choices& choices, ispl::AgentId member, const StateSet& where, ispl::ActionId action) const {
    return model_->commit(choices, member, where, action);
  }
  StateSet has_choice(const Choices& choices, ispl::AgentId member, ispl::ActionId action) const {
    return model_->has_choice(choices, member, action);
  }
  StateSet can_avoid_next(const Coalition& group, const Choices& choices, const StateSet& avoid) const {
    return model_->can_avoid_next(group, choices, simplified(avoid, care_));
  }
  StateSet pick(const StateSet& set) const { return model_->singleton(model_->pick(set)); }

  // Sets with variables of an automaton.
  bdd::Manager& manager() const { return model_->manager(); }
  static StateSet everywhere(const bdd::Bdd& assignments) { return StateSet(assignments); }
  static StateSet and_exists(const StateSet& a, const StateSet& b, const bdd::VarSet& vars) {
    return StateSet(bdd::and_exists(a.bdd(), b.bdd(), vars));
  }
  static StateSet renamed(const StateSet& set, const bdd::VarMap& map) { return StateSet(bdd::rename(set.bdd(), map)); }
  static std::vector<bdd::Var> mentioned(const StateSet& set) { return bdd::support(set.bdd()).vars(); }

 private:
  const model::Transition& steps(Edges edges) const {
    return edges == Edges::All ? model_->transition() : model_->recurrent_transition();
  }

  model::SymbolicModel* model_;
  StateSet states_;
  StateSet known_;
  StateSet care_;  // all reachable states, if these are known and the frame's states are among them; otherwise none
  std::vector<StateSet> fairness_;
  StateSet core_;  // with fairness
  mutable StateSet with_path_;
  mutable std::optional<BigInt> count_;        // of the states
  mutable std::optional<std::uint64_t> work_;  // that one condition on the states may take (model/condition_among.h)
};

static_assert(StrategicSpace<Frame> && ExtensibleSpace<Frame>);

}  // namespace gnomon::check
