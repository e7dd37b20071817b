#include "check/symbolic_automaton.h"

#include "check/fixpoints.h"

namespace gnomon::check {

using bdd::Bdd;
using bdd::Var;

SymbolicAutomaton::SymbolicAutomaton(const Frame& frame, std::vector<std::pair<Var, Var>>& reserve, std::size_t bits,
                                     Reads reads)
    : frame_(&frame), reads_(reads) {
  bdd::Manager& manager = frame.model().manager();
  while (reserve.size() < bits) {
    Var pair[2] = {manager.new_var(), manager.new_var()};
    manager.group(pair);
    reserve.emplace_back(pair[0], pair[1]);
  }
  pairs_.assign(reserve.begin(), reserve.begin() + static_cast<std::ptrdiff_t>(bits));
  up_ = manager.map(pairs_);
  std::vector<Var> now;
  for (const auto& [x, y] : pairs_) now.push_back(x);
  now_vars_ = manager.set(now);
}

Bdd SymbolicAutomaton::now(std::size_t bit) const {
  return frame_->model().manager().literal(pairs_[bit].first);
}

Bdd SymbolicAutomaton::next(std::size_t bit) const {
  return frame_->model().manager().literal(pairs_[bit].second);
}

void SymbolicAutomaton::finish() {
  bdd::Manager& manager = frame_->model().manager();
  std::vector<std::size_t> last(manager.var_count(), relations_.size());
  for (std::size_t r = 0; r < relations_.size(); ++r) {
    for (Var var : support(relations_[r]).vars()) last[var.index()] = r;
  }
  std::vector<std::vector<Var>> after(relations_.size() + 1);
  for (const auto& [x, y] : pairs_) after[last[y.index()]].push_back(y);
  for (std::size_t r = 0; r < relations_.size(); ++r) quantify_.push_back(manager.set(after[r]));
  unmentioned_ = manager.set(after[relations_.size()]);
}

Bdd SymbolicAutomaton::automaton_step_back(Bdd set) const {
  set = exists(set, unmentioned_);
  for (std::size_t r = 0; r < relations_.size() && !set.is_false(); ++r) {
    set = and_exists(set, relations_[r], quantify_[r]);
  }
  return set;
}

SymbolicSet SymbolicAutomaton::step_back(const SymbolicSet& set, bool recurrent) const {
  model::SymbolicModel& model = frame_->model();
  const model::Transition& transition = recurrent ? model.recurrent_transition() : model.transition();
  Bdd after = rename(set.bdd(), up_);
  if (reads_ == Reads::Successor) after = automaton_step_back(std::move(after));
  Bdd before = transition.preimage(StateSet(after)).bdd() & frame_->states().bdd();
  if (reads_ == Reads::Source) before = automaton_step_back(std::move(before));
  return SymbolicSet(before);
}

StateSet SymbolicAutomaton::accepted_from(const Bdd& initial) const {
  std::vector<SymbolicSet> goals = goals_;
  for (const StateSet& fair : frame_->fairness()) goals.emplace_back(fair.bdd());
  SymbolicSet all(frame_->states().bdd());
  SymbolicSet accepted = fair_globally(*this, all, goals);
  return StateSet(and_exists(accepted.bdd(), initial, now_vars_));
}

StateSet SymbolicAutomaton::matched_from(const Bdd& initial, const Bdd& last) const {
  SymbolicSet all(frame_->states().bdd());
  SymbolicSet matched = until(*this, all, SymbolicSet(last));
  return StateSet(and_exists(matched.bdd(), initial, now_vars_));
}

}  // namespace gnomon::check
