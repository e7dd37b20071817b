#include "engine/parts.h"

#include "logic/fragment.h"
#include "logic/simplify.h"

namespace gnomon::engine {

check::Preservation Parts::preservation(const logic::Property& property, check::Extent extent) const {
  const logic::FormulaPool& pool = system_.pool();
  const bool uniform = logic::classify(pool, property.formula).strategic && system_.options().strategies.uniform;
  if (extent == check::Extent::Open && (uniform || logic::needs_memory(pool, property))) return {false, false};
  return check::preservation(pool, property.formula, system_.fairness_for(property), extent);
}

check::LabelledFrame& Parts::evaluation(check::Extent extent, const model::StateSet& states,
                                        const logic::Property& property) {
  return extent == check::Extent::Part ? on_part(states, property) : in_the_open(states, property);
}

void Parts::forget() {
  part_.reset();
  open_.reset();
}

check::LabelledFrame& Parts::on_part(const model::StateSet& states, const logic::Property& property) {
  if (!part_ || !(part_->states() == states)) {
    part_ = std::make_unique<check::Scope>(check::Frame(system_.symbolic(), states), system_.pool(), system_.paths(),
                                           system_.options().strategies);
  }
  if (system_.uses_fairness(property)) part_->add_fairness(system_.source().fairness);
  return part_->of(property);
}

// What does not depend on the known states is computed once, everywhere.
check::LabelledFrame& Parts::in_the_open(const model::StateSet& known, const logic::Property& property) {
  model::SymbolicModel& symbolic = system_.symbolic();
  if (!everywhere_) {
    everywhere_ = std::make_unique<check::Scope>(check::Frame(symbolic, symbolic.valid()).knowing(symbolic.none()),
                                                 system_.pool(), system_.paths(), system_.options().strategies);
  }
  const bool fair = system_.uses_fairness(property);
  if (fair) everywhere_->add_fairness(system_.source().fairness);
  if (!open_ || !(open_->known() == known) || (fair && !open_->has_fairness())) {
    open_ = std::make_unique<check::Scope>(*everywhere_, known);
  }
  check::LabelledFrame& evaluation = open_->of(property);
  for (logic::Formula f : check::local_parts(system_.pool(), logic::simplify(system_.pool(), property.formula))) {
    if (!evaluation.labels.known(f)) evaluation.labels.define(f, everywhere_->of(property).labels.states(f));
  }
  return evaluation;
}

}  // namespace gnomon::engine
