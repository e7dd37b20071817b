// A shortest path from an initial state to a state of a set, as a witness without claims: how a deadlock or an
// assignment out of range comes about. It has been replayed.
#pragma once

#include <cstddef>

#include "check/frame.h"
#include "explicit/witness_data.h"

namespace gnomon::witness {

// The target must be a set of reachable states that is not empty. NotShown (witness/search.h) if the path would be
// longer; LimitReached passes through.
template <class S>
explicit_state::Witness shortest_way(const S& frame, const typename S::Set& target, std::size_t max_steps);

}  // namespace gnomon::witness
