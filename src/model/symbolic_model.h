// The symbolic model: a checked model with its encoding, its transition relation and its sets of states.
//
// It owns the diagram manager and everything made in it. Construction encodes; reachable states are computed on the
// first request, because that is where the time goes. After a limit was hit (LimitReached) the object remains usable.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/bigint.h"
#include "bdd/manager.h"
#include "ispl/checked_model.h"
#include "model/conjuncts.h"
#include "model/encoding.h"
#include "model/expression_encoder.h"
#include "model/reach.h"
#include "model/state_set.h"
#include "model/transition.h"

namespace gnomon::model {

struct ModelOptions {
  OrderStrategy order = OrderStrategy::Force;
  TransitionShape shape = TransitionShape::Automatic;
  bool auto_reorder = true;
  std::optional<std::uint64_t> work_limit;  // of the manager, from the beginning on (bdd::Manager::set_work_limit)
  Budget budget;
  ReachOptions reach;
};

// Choices of a coalition: for each state, the joint actions of its members that they allow themselves. A diagram over
// current bits and the coalition's action bits, within the members' protocols.
class Choices {
 public:
  explicit Choices(bdd::Bdd over_states_and_actions) : bdd_(std::move(over_states_and_actions)) {}
  const bdd::Bdd& bdd() const { return bdd_; }

 private:
  bdd::Bdd bdd_;
};

class SymbolicModel {
 public:
  SymbolicModel(const ispl::CheckedModel& model, ModelOptions options = {});
  ~SymbolicModel();
  SymbolicModel(const SymbolicModel&) = delete;
  SymbolicModel& operator=(const SymbolicModel&) = delete;

  const ispl::CheckedModel& source() const { return *model_; }
  OrderStrategy order() const { return options_.order; }  // that it began with
  const Encoding& encoding() const { return encoding_; }
  bdd::Manager& manager() const { return *manager_; }
  const Transition& transition() const { return *transition_; }
  // The steps that an infinite path can take infinitely often: those that leave monotone variables alone (monotone.h).
  // The same object as transition() where there are none.
  const Transition& recurrent_transition();

  // The relation as it was before clustering: by AgentId what an agent may do, and how the variables change.
  const std::vector<bdd::Bdd>& protocols() const { return protocols_; }
  const std::vector<Conjunct>& evolution() const { return evolution_; }

  const StateSet& initial() const { return initial_; }
  Explorer& explorer();                       // of the reachable states, as far as somebody has advanced it
  void explore_anew() { explorer_.reset(); }  // from the initial states
  // Whether the steps are rounds of chaining (model/reach.h).
  bool explores_by_rounds() const { return by_chaining(*transition_, options_.reach); }
  const StateSet& reachable();  // completes the exploration
  StateSet valid() const;       // all states, reachable or not: every variable has one of its values
  StateSet none() const { return StateSet(manager_->constant(false)); }

  // States (reachable or not) in which a proposition holds, or an agent is red.
  const StateSet& proposition(std::size_t index);
  // The reachable ones of them, which may take less work (condition_among.h). Completes the exploration.
  const StateSet& reachable_with(std::size_t proposition);
  StateSet red(ispl::AgentId agent);
  // States in which an arbitrary Boolean expression without actions holds.
  StateSet where(ispl::ExprId condition) { return StateSet(expressions_.condition(condition)); }

  StateSet deadlocks();  // reachable states without successor
  StateSet overflows();  // reachable states with an enabled assignment outside its variable's range

  // What the agent considers possible from somewhere in the set: all states, reachable or not, that look to it like a
  // member of the set.  { t : some s in `states` agrees with t on what the agent sees }
  StateSet look_alikes(const StateSet& states, ispl::AgentId agent);
  // The same for a coalition that pools what it sees (distributed knowledge).
  StateSet look_alikes(const StateSet& states, const std::vector<ispl::AgentId>& coalition);

  // All that the coalition's protocols enable.
  Choices enabled_choices(const std::vector<ispl::AgentId>& coalition);
  // The same choices, but for a member that plays this action in the given states.
  Choices commit(const Choices& choices, ispl::AgentId member, const StateSet& where, ispl::ActionId action) const;
  // States where some choice has this action for the member.
  StateSet has_choice(const Choices& choices, ispl::AgentId member, ispl::ActionId action) const;
  // States where the coalition has a choice such that some completion by the others is enabled and no outcome of any
  // enabled completion lies in `avoid`.
  StateSet can_avoid_next(const std::vector<ispl::AgentId>& coalition, const Choices& choices, const StateSet& avoid);
  StateSet can_avoid_next(const std::vector<ispl::AgentId>& coalition, const StateSet& avoid);
  // The two halves of it: for each state the joint actions of the coalition, enabled or not, that have an outcome in the
  // set with some enabled actions of the others; and the states where the coalition has a choice that is not a bad one.
  Choices with_outcome_in(const std::vector<ispl::AgentId>& coalition, const StateSet& set);
  StateSet can_avoid(const std::vector<ispl::AgentId>& coalition, const Choices& choices, const Choices& bad);

  BigInt count(const StateSet& states) const;
  // A state of a non-empty set, deterministic; values by VarId.
  std::vector<ispl::Value> pick(const StateSet& states) const;
  StateSet singleton(std::span<const ispl::Value> state) const { return StateSet(encoding_.encode(state)); }

 private:
  struct CoalitionRelation;  // the transition relation with the coalition's action bits kept

  const CoalitionRelation& relation_for(const std::vector<ispl::AgentId>& coalition);
  const bdd::VarSet& hidden_from(const std::vector<ispl::AgentId>& coalition);
  std::vector<Conjunct> all_conjuncts();

  const ispl::CheckedModel* model_;
  ModelOptions options_;
  std::unique_ptr<bdd::Manager> manager_;
  Encoding encoding_;
  ExpressionEncoder expressions_;
  std::vector<bdd::Bdd> protocols_;  // by AgentId
  std::vector<Conjunct> evolution_;
  std::unique_ptr<Transition> transition_;
  std::unique_ptr<Transition> recurrent_;  // made on first use
  bool recurrent_is_all_ = false;
  StateSet initial_;
  std::optional<Explorer> explorer_;
  std::vector<StateSet> propositions_;
  std::vector<StateSet> reachable_with_;            // by proposition
  std::optional<std::uint64_t> work_on_condition_;  // on the reachable states
  std::map<std::vector<ispl::AgentId>, bdd::VarSet> hidden_;
  std::map<std::vector<ispl::AgentId>, std::unique_ptr<CoalitionRelation>> coalitions_;
};

}  // namespace gnomon::model
