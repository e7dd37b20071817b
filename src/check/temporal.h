// Branching-time operators on the sets of a frame; R is the frame's set of states.
//
//   EX f       = { s : some successor in R is in f }                AX f       = not EX not f
//   E(f U g)   = mu Z. g or (f and EX Z)                            A(f U g)   = not (E(not g U not f and not g) or EG
//   not g) EF f       = E(true U f)                                        AG f       = not EF not f EG f       =
//   states with an infinite fair path inside f         AF f       = not EG not f
//
// Complements are within R. EF, EU and AG look along finite paths too, so a deadlock is an ordinary state for them.
#pragma once

#include "check/frame.h"

namespace gnomon::check {

StateSet exists_next(const Frame& frame, const StateSet& f);
StateSet forall_next(const Frame& frame, const StateSet& f);
StateSet exists_until(const Frame& frame, const StateSet& f, const StateSet& g);
StateSet forall_until(const Frame& frame, const StateSet& f, const StateSet& g);
StateSet exists_finally(const Frame& frame, const StateSet& f);
StateSet forall_finally(const Frame& frame, const StateSet& f);
StateSet exists_globally(const Frame& frame, const StateSet& f);
StateSet forall_globally(const Frame& frame, const StateSet& f);

}  // namespace gnomon::check
