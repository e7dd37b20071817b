// Knowledge and obligation, by comparing states. Two states look alike to an agent iff they agree on everything it
// observes. All quantifiers range over the region R of the arena.
//
//   K(i, f)   at s: f in every t that looks like s to i
//   GK(g, f)  at s: K(i, f) for every i in g                            (true for the empty group)
//   DK(g, f)  at s: f in every t that looks like s to all of g at once  (f everywhere in R for the empty group)
//   GCK(g, f) at s: f in every t that a chain of steps reaches from s, each step alike to some i in g; s is such a t
//   O(i, f)   at s: f in every t in which i is green
#pragma once

#include <vector>

#include "explicit/observation.h"
#include "reference/temporal.h"

namespace gnomon::reference {

using explicit_state::observation_classes;

Members knows(const Arena& arena, ispl::AgentId agent, const Members& f);
Members everybody_knows(const Arena& arena, const std::vector<ispl::AgentId>& group, const Members& f);
Members distributed_knowledge(const Arena& arena, const std::vector<ispl::AgentId>& group, const Members& f);
Members common_knowledge(const Arena& arena, const std::vector<ispl::AgentId>& group, const Members& f);
Members ought(const Arena& arena, ispl::AgentId agent, const Members& f);

}  // namespace gnomon::reference
