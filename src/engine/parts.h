// Evaluations on a part of the reachable states (check/preservation.h): on the part itself, or in the open, on all
// states of which only the part is known to be reachable. The last scope of each kind is kept.
#pragma once

#include <memory>

#include "check/preservation.h"
#include "check/scope.h"
#include "engine/system.h"

namespace gnomon::engine {

class Parts {
 public:
  // The system must outlive this.
  explicit Parts(System& system) : system_(system) {}

  // What an evaluation says about the system.
  check::Preservation preservation(const logic::Property& property, check::Extent extent) const;

  check::LabelledFrame& evaluation(check::Extent extent, const model::StateSet& states,
                                   const logic::Property& property);
  // What was computed on the present part may go.
  void forget();

 private:
  check::LabelledFrame& on_part(const model::StateSet& states, const logic::Property& property);
  check::LabelledFrame& in_the_open(const model::StateSet& known, const logic::Property& property);

  System& system_;
  std::unique_ptr<check::Scope> part_;        // some states
  std::unique_ptr<check::Scope> everywhere_;  // all states, none known to be reachable
  std::unique_ptr<check::Scope> open_;        // all states, some known to be reachable
};

}  // namespace gnomon::engine
