// Knowledge and obligation on the sets of a frame. Write s ~i t for "agent i sees the same in s and t".
//
//   K(i, f)   = { s in R : every t in R with s ~i t is in f }           R - alike_i(R - f)
//   GK(g, f)  = AND i in g: K(i, f)
//   DK(g, f)  = { s in R : every t in R with s ~i t for all i in g is in f }
//   GCK(g, f) = the complement of  mu Z. (R - f) or (OR i in g: alike_i(Z))      a chain from s to a state outside f
//   O(i, f)   = R if every green state of i in R is in f, otherwise empty
//
// One quantification per agent. An empty group: GK is true, GCK is f, DK is "f everywhere in R".
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
