#include "model/reach.h"

#include <utility>

namespace gnomon::model {

namespace {

const StateSet& smaller(const StateSet& fresh, const StateSet& all) {
  constexpr std::size_t kSmall = 64;  // not worth counting the other
  std::size_t nodes = fresh.bdd().node_count();
  return nodes <= kSmall || nodes <= all.bdd().node_count() ? fresh : all;
}

Reachability breadth_first(const Transition& transition, const StateSet& initial, const ReachOptions& options) {
  Reachability result;
  result.states = initial;
  StateSet fresh = initial;
  while (!fresh.empty()) {
    if (options.on_step && !options.on_step(result.rounds, result.states, fresh)) {
      result.complete = false;
      break;
    }
    fresh = transition.image(smaller(fresh, result.states)) - result.states;
    if (fresh.empty()) break;
    result.states |= fresh;
    ++result.rounds;
  }
  result.depth = result.rounds;
  return result;
}

Reachability chaining(const Transition& transition, const StateSet& initial, const ReachOptions& options) {
  Reachability result;
  result.states = initial;
  while (true) {
    if (options.on_step && !options.on_step(result.rounds, result.states, result.states)) {
      result.complete = false;
      break;
    }
    StateSet before = result.states;
    for (std::size_t piece = 0; piece < transition.pieces(); ++piece) {
      result.states |= transition.image(result.states, piece);
    }
    if (result.states == before) break;
    ++result.rounds;
  }
  return result;
}

}  // namespace

bool by_chaining(const Transition& transition, const ReachOptions& options) {
  return options.exploration == Exploration::Chaining ||
         (options.exploration == Exploration::Automatic && transition.pieces() > 1);
}

Reachability reachable(const Transition& transition, const StateSet& initial, const ReachOptions& options) {
  return by_chaining(transition, options) ? chaining(transition, initial, options)
                                          : breadth_first(transition, initial, options);
}

}  // namespace gnomon::model
