// The reachable states of a model as an explicit graph: states numbered in breadth-first order, every enabled joint
// action of every state with its outcomes (an action may have none), and plain successor and predecessor lists.
//
// Memory is proportional to states times joint actions times outcomes: for tests, small models and witness replay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "explicit/interpreter.h"

namespace gnomon::explicit_state {

// The number of a state in a Graph.
using StateIndex = std::uint32_t;

// Running past one of these raises LimitReached.
struct GraphLimits {
  std::size_t states = 200'000;
  std::size_t edges = 50'000'000;  // outcomes, counted per joint action
  const Budget* budget = nullptr;  // polled once per state
};

struct GraphMove {
  JointAction joint;
  std::vector<StateIndex> outcomes;  // ascending
};

class Graph {
 public:
  explicit Graph(const Interpreter& interpreter, GraphLimits limits = {});
  // A graph of other making, such as an unfolding of the model: states may repeat, moves and depths are not known.
  Graph(const Interpreter& interpreter, std::vector<State> states, std::vector<StateIndex> initial,
        std::vector<std::vector<StateIndex>> successors);

  const Interpreter& interpreter() const { return *interpreter_; }
  std::size_t size() const { return states_.size(); }
  const State& state(StateIndex s) const { return states_[s]; }
  std::optional<StateIndex> find(const State& state) const;
  const std::vector<StateIndex>& initial() const { return initial_; }
  const std::vector<GraphMove>& moves(StateIndex s) const { return moves_[s]; }
  const std::vector<StateIndex>& successors(StateIndex s) const { return successors_[s]; }      // ascending, distinct
  const std::vector<StateIndex>& predecessors(StateIndex s) const { return predecessors_[s]; }  // ascending, distinct
  bool is_deadlock(StateIndex s) const { return successors_[s].empty(); }
  std::size_t deadlock_count() const;
  std::size_t depth(StateIndex s) const { return depth_[s]; }  // the fewest steps from an initial state
  std::size_t depth() const { return depth_.empty() ? 0 : depth_.back(); }

 private:
  struct StateHash {
    std::size_t operator()(const State& state) const noexcept;
  };
  StateIndex add(const State& state, std::size_t depth, const GraphLimits& limits);

  const Interpreter* interpreter_;
  std::vector<State> states_;
  std::unordered_map<State, StateIndex, StateHash> index_;
  std::vector<StateIndex> initial_;
  std::vector<std::size_t> depth_;
  std::vector<std::vector<GraphMove>> moves_;
  std::vector<std::vector<StateIndex>> successors_;
  std::vector<std::vector<StateIndex>> predecessors_;
};

}  // namespace gnomon::explicit_state
