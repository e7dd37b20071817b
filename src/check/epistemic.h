// Knowledge and obligation on the sets of a frame. Write s ~i t for "agent i sees the same in s and t", R for the
// states of the frame and V for those known to be reachable, which are the same unless a bounded engine says otherwise.
//
//   K(i, f)   = { s in R : every t in V with s ~i t is in f }           R - alike_i(V - f)
//   GK(g, f)  = AND i in g: K(i, f)
//   DK(g, f)  = { s in R : every t in V with s ~i t for all i in g is in f }
//   GCK(g, f) = f and the complement of  OR i in g: alike_i(Z),  Z = mu Z. (V - f) or (OR i in g: V and alike_i(Z)),
//               a chain from s to a state outside f
//   O(i, f)   = R if every green state of i in V is in f, otherwise empty
//
// One quantification per agent. An empty group: GK is true, GCK is f, DK is "f everywhere in V".
#pragma once

#include <vector>

#include "check/frame.h"
#include "ispl/checked_model.h"

namespace gnomon::check {

using Coalition = std::vector<ispl::AgentId>;

StateSet knows(const Frame& frame, ispl::AgentId agent, const StateSet& f);
StateSet everybody_knows(const Frame& frame, const Coalition& group, const StateSet& f);
StateSet distributed_knowledge(const Frame& frame, const Coalition& group, const StateSet& f);
StateSet common_knowledge(const Frame& frame, const Coalition& group, const StateSet& f);
StateSet ought(const Frame& frame, ispl::AgentId agent, const StateSet& f);

}  // namespace gnomon::check
