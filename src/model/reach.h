// Reachable states, by one of two explorations.
//
// Breadth first:
//   R_0 = initial,   N_k+1 = image(F_k) - R_k,   R_k+1 = R_k + N_k+1        with N_k within F_k within R_k
// F_k, the set whose image is taken, may be any set between the new and all states; the one with the smaller diagram is
// used. The depth is the number of the last step that found a new state. The layers N_k (onion rings) are kept when
// shortest paths are wanted; a deep model keeps only every 2^i-th, so that their number stays bounded.
//
// Chaining, for a relation that is split into pieces (transition.h): the pieces are applied one after the other, each
// to all that was found so far, until a whole round finds nothing. Rounds are fewer than steps, and the sets between
// have smaller diagrams than the layers of a breadth-first search, which remember how many steps each state took. There
// is no depth and there are no rings then.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "model/state_set.h"
#include "model/transition.h"

namespace gnomon::model {

enum class Exploration : std::uint8_t { Automatic, BreadthFirst, Chaining };

// The set of states at distance exactly `distance` from the initial ones.
struct Ring {
  std::size_t distance = 0;
  StateSet states;
};

struct Reachability {
  StateSet states;
  bool complete = true;              // false: on_step ended the search
  std::size_t rounds = 0;            // steps or rounds that found something
  std::optional<std::size_t> depth;  // breadth first only: the largest distance of a state
  std::vector<Ring> rings;           // ascending; empty unless asked for
  std::size_t ring_stride = 1;
};

struct ReachOptions {
  Exploration exploration = Exploration::Automatic;  // chaining if the relation is split and no rings are wanted
  bool keep_rings = false;
  std::size_t max_rings = 4096;
  // Called after each step or round with its number, the states so far and those to be expanded next; for progress
  // displays and bounded checking. Returning false ends the search: the result is then what was found so far.
  std::function<bool(std::size_t round, const StateSet& reached, const StateSet& fresh)> on_step;
};

// Whether these options mean chaining for this relation.
bool by_chaining(const Transition& transition, const ReachOptions& options);

Reachability reachable(const Transition& transition, const StateSet& initial, const ReachOptions& options = {});

}  // namespace gnomon::model
