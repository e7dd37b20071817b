#include "check/frame.h"

#include <cstddef>
#include <utility>

#include "check/combination.h"
#include "check/fixpoints.h"
#include "model/condition_among.h"

namespace gnomon::check {

Frame::Frame(model::SymbolicModel& model, StateSet states)
    : model_(&model), states_(std::move(states)), known_(states_) {
  const model::Explorer& explorer = model.explorer();
  if (explorer.complete() && states_.subset_of(explorer.reached())) care_ = explorer.reached();
}

Frame::Frame(const Frame& frame, std::vector<StateSet> fairness)
    : model_(frame.model_), care_(frame.care_), fairness_(std::move(fairness)) {
  core_ = fair_hull(frame, frame.states(), VisitGoals<StateSet>{fairness_});
  states_ = until(frame, frame.states(), core_);
  for (StateSet& constraint : fairness_) constraint &= states_;
  with_path_ = states_;
  known_ = frame.known_ & states_;
}

Frame Frame::knowing(const StateSet& reachable) const {
  Frame frame = *this;
  frame.known_ = reachable & states_;
  return frame;
}

const StateSet& Frame::with_path() const {
  if (with_path_.valid()) return with_path_;
  const bool endless = fairness_.empty() && care_.valid() && states_ == care_ && model_->deadlocks().empty();
  with_path_ = endless ? states_ : fair_globally(*this, states_, fairness_);
  return with_path_;
}

bool Frame::has_most(const StateSet& set) const {
  if (!count_) count_ = model_->count(states_);
  return 2 * model_->count(set & states_) > *count_;
}

std::optional<StateSet> Frame::combination(const logic::FormulaPool& pool, logic::Formula f) const {
  if (!work_) work_ = model::work_on_condition(states_);
  return model::holding_at_once(states_, *work_, [&] {
    return combination_diagram(model_->manager(), pool, f, [&](const logic::Node& atom) {
      return model_->proposition(*source().proposition_of(atom.name)).bdd();
    });
  });
}

}  // namespace gnomon::check
