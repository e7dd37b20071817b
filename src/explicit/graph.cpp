#include "explicit/graph.h"

#include <algorithm>
#include <string>

#include "base/budget.h"
#include "base/sorted.h"

namespace gnomon::explicit_state {

std::size_t Graph::StateHash::operator()(const State& state) const noexcept {
  std::uint64_t h = state.size();
  for (Value value : state) {
    h = (h ^ static_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15ull;
    h ^= h >> 31;
  }
  return static_cast<std::size_t>(h);
}

StateIndex Graph::add(const State& state, std::size_t depth, const GraphLimits& limits) {
  auto [at, added] = index_.try_emplace(state, static_cast<StateIndex>(states_.size()));
  if (!added) return at->second;
  if (states_.size() >= limits.states) {
    throw LimitReached(Limit::Size, "more than " + std::to_string(limits.states) + " reachable states");
  }
  states_.push_back(state);
  depth_.push_back(depth);
  return at->second;
}

Graph::Graph(const Interpreter& interpreter, GraphLimits limits) : interpreter_(&interpreter) {
  for (const State& state : interpreter.initial_states()) initial_.push_back(add(state, 0, limits));
  std::size_t edges = 0;
  for (std::size_t s = 0; s < states_.size(); ++s) {
    if (limits.budget != nullptr) limits.budget->poll();
    std::vector<GraphMove> moves;
    std::vector<StateIndex> successors;
    State current = states_[s];  // a copy: adding states moves the others
    for (Move& move : interpreter.moves(current)) {
      GraphMove known{std::move(move.joint), {}};
      for (const State& outcome : move.outcomes) known.outcomes.push_back(add(outcome, depth_[s] + 1, limits));
      std::sort(known.outcomes.begin(), known.outcomes.end());
      successors.insert(successors.end(), known.outcomes.begin(), known.outcomes.end());
      edges += known.outcomes.size();
      if (edges > limits.edges) {
        throw LimitReached(Limit::Size, "more than " + std::to_string(limits.edges) + " transitions");
      }
      moves.push_back(std::move(known));
    }
    sort_unique(successors);
    moves_.push_back(std::move(moves));
    successors_.push_back(std::move(successors));
  }
  predecessors_.resize(states_.size());
  for (StateIndex s = 0; s < states_.size(); ++s) {
    for (StateIndex t : successors_[s]) predecessors_[t].push_back(s);
  }
}

Graph::Graph(const Interpreter& interpreter, std::vector<State> states, std::vector<StateIndex> initial,
             std::vector<std::vector<StateIndex>> successors)
    : interpreter_(&interpreter),
      states_(std::move(states)),
      initial_(std::move(initial)),
      depth_(states_.size(), 0),
      moves_(states_.size()),
      successors_(std::move(successors)),
      predecessors_(states_.size()) {
  for (StateIndex s = 0; s < states_.size(); ++s) {
    for (StateIndex t : successors_[s]) predecessors_[t].push_back(s);
  }
}

std::optional<StateIndex> Graph::find(const State& state) const {
  auto found = index_.find(state);
  if (found == index_.end()) return std::nullopt;
  return found->second;
}

std::size_t Graph::deadlock_count() const {
  return static_cast<std::size_t>(
      std::count_if(successors_.begin(), successors_.end(), [](const auto& list) { return list.empty(); }));
}

}  // namespace gnomon::explicit_state
