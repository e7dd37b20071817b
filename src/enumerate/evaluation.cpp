#include "enumerate/evaluation.h"

#include "logic/mode.h"

namespace gnomon::enumerate {

void Evaluation::add_fairness(const std::vector<ispl::Formula>& constraints) {
  if (fair_) return;
  std::vector<BitSet> sets;
  for (const ispl::Formula& formula : constraints) sets.push_back(plain_.labels.states(formula.property.formula));
  fair_ = std::make_unique<LabelledSpace>(Space(plain_.space, std::move(sets)), pool_, paths_, strategies_);
}

LabelledSpace& Evaluation::of(const logic::Property& property) {
  return logic::is_finite(property.mode) ? plain_ : on_fair_paths();
}

}  // namespace gnomon::enumerate
