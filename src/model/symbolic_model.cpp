#include "model/symbolic_model.h"

#include <algorithm>
#include <utility>

#include "model/condition_among.h"
#include "model/monotone.h"

namespace gnomon::model {

using bdd::Bdd;

namespace {

std::unique_ptr<bdd::Manager> make_manager(const ModelOptions& options) {
  auto manager = std::make_unique<bdd::Manager>();
  manager->set_budget(options.budget);
  manager->set_work_limit(options.work_limit);
  return manager;
}

// The search for reachable states improves the order while the diagrams are small (reach.h); otherwise it is changed
// only where they grow large. A split relation relies on its controls being on top, so there it takes longer.
bdd::ReorderOptions reordering(const Transition& transition) {
  constexpr std::size_t kNodes = 200'000;
  constexpr std::size_t kNodesIfSplit = 8'000'000;
  bdd::ReorderOptions options;
  options.first_at = transition.pieces() > 1 ? kNodesIfSplit : kNodes;
  options.max_growth = 1.05;  // measured: the orders that 1.2 finds, sooner
  options.patience = 10;
  return options;
}

}  // namespace

struct SymbolicModel::CoalitionRelation {
  Partition others;    // protocols of the others and all evolution, with the coalition's action bits free
  Bdd own_protocols;   // over states and the coalition's action bits
  Bdd others_enabled;  // states in which every other agent has an enabled action
  bdd::VarSet own_actions;
};

SymbolicModel::SymbolicModel(const ispl::CheckedModel& model, ModelOptions options)
    : model_(&model),
      options_(std::move(options)),
      manager_(make_manager(options_)),
      encoding_(model, *manager_, static_order(model, options_.order)),
      expressions_(model, encoding_),
      propositions_(model.propositions.size()),
      reachable_with_(model.propositions.size()) {
  for (std::size_t a = 0; a < model.agents.size(); ++a) {
    protocols_.push_back(protocol_relation(model, ispl::AgentId(a), encoding_, expressions_));
  }
  evolution_ = evolution_conjuncts(model, encoding_, expressions_);
  transition_ = std::make_unique<Transition>(model, encoding_, all_conjuncts(), options_.shape);
  if (options_.auto_reorder) manager_->set_auto_reorder(true, reordering(*transition_));
  initial_ = where(model.initial) & valid();
}

SymbolicModel::~SymbolicModel() = default;

std::vector<Conjunct> SymbolicModel::all_conjuncts() {
  std::vector<Conjunct> all = evolution_;
  for (const Bdd& protocol : protocols_) all.push_back({protocol, {}});
  return all;
}

const Transition& SymbolicModel::recurrent_transition() {
  if (!recurrent_ && !recurrent_is_all_) {
    std::vector<ispl::VarId> monotone = monotone_variables(encoding_, evolution_);
    if (monotone.empty()) {
      recurrent_is_all_ = true;
    } else {
      recurrent_ = transition_->pieces() > 1
                       ? std::make_unique<Transition>(transition_->frozen(monotone))
                       : std::make_unique<Transition>(*model_, encoding_, freeze(encoding_, all_conjuncts(), monotone),
                                                      options_.shape);
    }
  }
  return recurrent_is_all_ ? *transition_ : *recurrent_;
}

Explorer& SymbolicModel::explorer() {
  if (!explorer_) explorer_.emplace(*transition_, initial_, options_.reach);
  return *explorer_;
}

const StateSet& SymbolicModel::reachable() {
  explorer().finish();
  return explorer_->reached();
}

StateSet SymbolicModel::valid() const {
  Bdd all = manager_->constant(true);
  for (std::size_t v = 0; v < model_->variables.size(); ++v) all &= encoding_.valid(ispl::VarId(v));
  return StateSet(all);
}

const StateSet& SymbolicModel::proposition(std::size_t index) {
  StateSet& set = propositions_[index];
  if (!set.valid()) set = where(model_->propositions[index].condition);
  return set;
}

const StateSet& SymbolicModel::reachable_with(std::size_t proposition) {
  StateSet& set = reachable_with_[proposition];
  if (set.valid()) return set;
  if (!work_on_condition_) work_on_condition_ = work_on_condition(reachable());
  return set = holding_among(*model_, expressions_, model_->propositions[proposition].condition, reachable(),
                             *work_on_condition_);
}

StateSet SymbolicModel::red(ispl::AgentId agent) {
  const auto& condition = model_->agent(agent).red;
  return condition ? where(*condition) : none();
}

// A successor of a reachable state is reachable, so any successor counts; asking for any is much cheaper than asking
// for one in a set that may be large.
StateSet SymbolicModel::deadlocks() {
  return reachable() - transition_->with_successor();
}

StateSet SymbolicModel::overflows() {
  Bdd somewhere = overflow_condition(*model_, encoding_, expressions_);
  if (somewhere.is_false()) return none();
  for (const Bdd& protocol : protocols_) somewhere &= protocol;
  return StateSet(exists(somewhere, encoding_.action_vars())) & reachable();
}

// What may run out of a limit is computed before it is stored: a cache never holds half a result.
const bdd::VarSet& SymbolicModel::hidden_from(const std::vector<ispl::AgentId>& coalition) {
  if (auto known = hidden_.find(coalition); known != hidden_.end()) return known->second;
  std::vector<ispl::VarId> seen;
  for (ispl::AgentId agent : coalition) {
    const auto& observes = model_->agent(agent).observes;
    seen.insert(seen.end(), observes.begin(), observes.end());
  }
  return hidden_.emplace(coalition, encoding_.hidden_from(seen)).first->second;
}

StateSet SymbolicModel::look_alikes(const StateSet& states, ispl::AgentId agent) {
  return look_alikes(states, std::vector<ispl::AgentId>{agent});
}

StateSet SymbolicModel::look_alikes(const StateSet& states, const std::vector<ispl::AgentId>& coalition) {
  return StateSet(exists(states.bdd(), hidden_from(coalition)));
}

const SymbolicModel::CoalitionRelation& SymbolicModel::relation_for(const std::vector<ispl::AgentId>& coalition) {
  if (auto known = coalitions_.find(coalition); known != coalitions_.end()) return *known->second;
  std::vector<bdd::Var> own_bits;
  Bdd own = manager_->constant(true);
  Bdd others_enabled = manager_->constant(true);
  std::vector<Conjunct> conjuncts = evolution_;
  for (std::size_t a = 0; a < protocols_.size(); ++a) {
    ispl::AgentId agent(a);
    const std::vector<bdd::Var>& bits = encoding_.action(agent).current;
    if (std::find(coalition.begin(), coalition.end(), agent) != coalition.end()) {
      own_bits.insert(own_bits.end(), bits.begin(), bits.end());
      own &= protocols_[a];
    } else {
      conjuncts.push_back({protocols_[a], {}});
      others_enabled &= exists(protocols_[a], manager_->set(bits));
    }
  }
  auto relation = std::make_unique<CoalitionRelation>(
      CoalitionRelation{Partition(encoding_, std::move(conjuncts), manager_->constant(true), own_bits), own,
                        others_enabled, manager_->set(own_bits)});
  return *coalitions_.emplace(coalition, std::move(relation)).first->second;
}

Choices SymbolicModel::enabled_choices(const std::vector<ispl::AgentId>& coalition) {
  return Choices(relation_for(coalition).own_protocols);
}

Choices SymbolicModel::commit(const Choices& choices, ispl::AgentId member, const StateSet& where,
                              ispl::ActionId action) const {
  return Choices(choices.bdd() & where.bdd().implies(encoding_.action_is(member, action)));
}

StateSet SymbolicModel::has_choice(const Choices& choices, ispl::AgentId member, ispl::ActionId action) const {
  return StateSet(and_exists(choices.bdd(), encoding_.action_is(member, action), encoding_.action_vars()));
}

//   exists a_g.  choices(s, a_g)  and  (exists a_rest. P_rest(s, a_rest))
//                and not exists a_rest, s'.  P_rest and T and avoid(s')
StateSet SymbolicModel::can_avoid_next(const std::vector<ispl::AgentId>& coalition, const Choices& choices,
                                       const StateSet& avoid) {
  return can_avoid(coalition, choices, with_outcome_in(coalition, avoid));
}

Choices SymbolicModel::with_outcome_in(const std::vector<ispl::AgentId>& coalition, const StateSet& set) {
  return Choices(relation_for(coalition).others.preimage(set.bdd()));
}

StateSet SymbolicModel::can_avoid(const std::vector<ispl::AgentId>& coalition, const Choices& choices,
                                  const Choices& bad) {
  const CoalitionRelation& relation = relation_for(coalition);
  Bdd good = (choices.bdd() & relation.others_enabled).minus(bad.bdd());
  return StateSet(exists(good, relation.own_actions));
}

StateSet SymbolicModel::can_avoid_next(const std::vector<ispl::AgentId>& coalition, const StateSet& avoid) {
  return can_avoid_next(coalition, enabled_choices(coalition), avoid);
}

BigInt SymbolicModel::count(const StateSet& states) const {
  return bdd::count(states.bdd(), encoding_.current_vars());
}

std::vector<ispl::Value> SymbolicModel::pick(const StateSet& states) const {
  return encoding_.decode(bdd::pick(states.bdd(), encoding_.current_vars()));
}

}  // namespace gnomon::model
