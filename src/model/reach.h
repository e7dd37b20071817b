// Reachable states, by one of two explorations.
//
// Breadth first:
//   R_0 = initial,   N_k+1 = image(F_k) - R_k,   R_k+1 = R_k + N_k+1        with N_k within F_k within R_k
// F_k, the set whose image is taken, may be any set between the new and all states; the one with the smaller diagram is
// used. The depth is the number of the last step that found a new state.
//
// Chaining, for a relation that is split into pieces (transition.h): the pieces are applied one after the other, each
// to all that was found so far, until a whole round finds nothing. Rounds are fewer than steps, and the sets between
// have smaller diagrams than the layers of a breadth-first search, which remember how many steps each state took. There
// is no depth then.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "model/state_set.h"
#include "model/transition.h"

namespace gnomon::model {

enum class Exploration : std::uint8_t { Automatic, BreadthFirst, Chaining };

struct Reachability {
  StateSet states;
  bool complete = true;              // false: on_step ended the search
  std::size_t rounds = 0;            // steps or rounds that found something
  std::optional<std::size_t> depth;  // breadth first only: the largest distance of a state
};

struct ReachOptions {
  Exploration exploration = Exploration::Automatic;  // chaining if the relation is split
  // Called after each step or round with its number, the states so far and those to be expanded next; for progress
  // displays and bounded checking. Returning false ends the search: the result is then what was found so far.
  std::function<bool(std::size_t round, const StateSet& reached, const StateSet& fresh)> on_step;
};

// Whether these options mean chaining for this relation.
bool by_chaining(const Transition& transition, const ReachOptions& options);

Reachability reachable(const Transition& transition, const StateSet& initial, const ReachOptions& options = {});

}  // namespace gnomon::model
