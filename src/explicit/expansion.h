// What a set of obligations means for the present position and for the next one.
//
// An obligation is a positive path formula that must hold from here: on the infinite path, or on the finite trace that
// ends at Last. Expanding a set of obligations at a state yields branches; each says which obligations remain for the
// next position. The obligations hold here iff those of some branch hold at the next position and every <rho>f is
// fulfilled after finitely many steps. For that, a branch records what became of each <rho>f of the set: fulfilled
// here, or passed on as <rho'>f.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "explicit/lasso.h"
#include "explicit/path_form.h"

namespace gnomon::explicit_state {

struct Obligation {
  logic::Formula formula;
  bool infinite = true;  // read on the infinite path, not on the trace
  auto operator<=>(const Obligation&) const = default;
};

using Obligations = std::vector<Obligation>;  // ascending, no duplicates

struct Branch {
  Obligations next;
  // For each <rho>f of the expanded set: its successor in `next`, or none if it is fulfilled here.
  std::vector<std::pair<Obligation, std::optional<Obligation>>> threads;
  auto operator<=>(const Branch&) const = default;
};

// Is the position the last one of the trace? Irrelevant to obligations on the infinite path.
enum class Place { Inside, Last };

// Ascending, no duplicates. Raises LimitReached beyond `max_branches`.
std::vector<Branch> expand(PathForm& form, const Obligations& obligations, StateIndex state, Place place,
                           TestReading tests, std::size_t max_branches);

}  // namespace gnomon::explicit_state
