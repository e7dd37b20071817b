#include "check/scope.h"

#include "logic/mode.h"

namespace gnomon::check {

Scope::Scope(Frame all, logic::FormulaPool& pool, PathChecker& paths, StrategyOptions strategies)
    : pool_(pool), paths_(paths), strategies_(strategies), plain_(std::move(all), pool, paths, strategies) {}

Scope::Scope(const Scope& base, const model::StateSet& known)
    : Scope(base.plain_.frame.knowing(known), base.pool_, base.paths_, base.strategies_) {
  if (!base.fair_) return;
  fair_ = std::make_unique<LabelledFrame>(base.fair_->frame.knowing(known), pool_, paths_, strategies_);
}

void Scope::add_fairness(const std::vector<ispl::Formula>& constraints) {
  if (fair_) return;
  std::vector<model::StateSet> sets;
  for (const ispl::Formula& formula : constraints) sets.push_back(plain_.labels.states(formula.property.formula));
  fair_ = std::make_unique<LabelledFrame>(Frame(plain_.frame, std::move(sets)), pool_, paths_, strategies_);
}

LabelledFrame& Scope::of(const logic::Property& property) {
  return logic::is_finite(property.mode) ? plain_ : on_fair_paths();
}

}  // namespace gnomon::check
