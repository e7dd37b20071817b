// What a set of requirements means for the present position and for the next one.
//
// A requirement is a positive path formula that must hold from here: on the infinite path, or on the finite trace that
// ends at Last. Expanding a set of requirements at a state yields branches; each says which requirements remain for the
// next position. The requirements hold here iff those of some branch hold at the next position and every <rho>f is
// fulfilled after finitely many steps. For that, a branch records what became of each <rho>f of the set: fulfilled
// here, or passed on as <rho'>f.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "explicit/lasso.h"
#include "reference/path_form.h"

namespace gnomon::reference {

using explicit_state::TestReading;

struct Requirement {
  logic::Formula formula;
  bool infinite = true;  // read on the infinite path, not on the trace
  auto operator<=>(const Requirement&) const = default;
};

using Requirements = std::vector<Requirement>;  // ascending, no duplicates

struct Branch {
  Requirements next;
  // For each <rho>f of the expanded set: its successor in `next`, or none if it is fulfilled here.
  std::vector<std::pair<Requirement, std::optional<Requirement>>> threads;
  auto operator<=>(const Branch&) const = default;
};

// Is the position the last one of the trace? Irrelevant to requirements on the infinite path.
enum class Place { Inside, Last };

// Ascending, no duplicates. Raises LimitReached beyond `max_branches`.
std::vector<Branch> expand(PathForm& form, const Requirements& requirements, StateIndex state, Place place,
                           TestReading tests, std::size_t max_branches);

}  // namespace gnomon::reference
