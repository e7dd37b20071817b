// Strategies and answers, replayed. See replay.h.
#pragma once

#include "explicit/replay_context.h"

namespace gnomon::explicit_state {

// Every move is possible and complete: in a strategy all outcomes are listed, in an answer every choice is answered.
void check_moves(ReplayContext& context, const MoveTable& table);

// The table wins (or loses) what the claim says.
void check_table(ReplayContext& context, const Claim& claim, const MoveTable& table);

}  // namespace gnomon::explicit_state
