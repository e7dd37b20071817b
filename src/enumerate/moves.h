// What a coalition can do in each state, and what may come of it.
//
// A row is a joint action of the members that their protocols enable in a state, with its outcomes: the successors by
// all joint actions of everybody in which the members do that. Actions that make no difference in a state share their
// outcomes. Rows are made once per coalition, by enumerating the successors of every state again; 16 bytes per row, 4
// per member and row, 4 per outcome.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "check/space.h"
#include "enumerate/bit_set.h"
#include "enumerate/chunks.h"
#include "enumerate/graph.h"

namespace gnomon::enumerate {

class Moves {
 public:
  // A complete graph, which must outlive this.
  Moves(const Graph& graph, const check::Coalition& group);

  std::size_t rows() const { return rows_.size(); }
  std::size_t begin(StateIndex s) const { return first_row_[s]; }
  std::size_t end(StateIndex s) const { return first_row_[s + 1]; }
  // Whether every other agent has an enabled action.
  bool others_enabled(StateIndex s) const { return others_enabled_.test(s); }
  bool plays(std::size_t row, ispl::AgentId member, ispl::ActionId action) const;
  template <class Predicate>
  bool all_outcomes(std::size_t row, Predicate&& predicate) const {
    const Row& range = rows_[row];
    for (std::size_t i = 0; i < range.count; ++i) {
      if (!predicate(outcomes_[range.first + i])) return false;
    }
    return true;
  }

 private:
  struct Row {
    std::uint64_t first = 0;
    std::uint32_t count = 0;
  };
  void add_state(const Graph& graph, StateIndex s, Successors& successors);
  Row outcomes_of(const Graph& graph, Successors& successors, const std::vector<std::uint32_t>& given);

  std::vector<ispl::AgentId> members_;  // that have actions
  std::vector<std::uint64_t> first_row_;
  BitSet others_enabled_;
  Chunks<Row> rows_;
  Chunks<std::uint32_t> actions_;  // of members, row by row
  Chunks<StateIndex> outcomes_;
};

// Some of the rows of a coalition.
struct Choices {
  std::shared_ptr<const Moves> moves;
  BitSet rows;
};

// The moves of all coalitions that somebody asked for.
class Coalitions {
 public:
  explicit Coalitions(const Graph& graph) : graph_(&graph) {}
  const std::shared_ptr<const Moves>& moves(const check::Coalition& group);

 private:
  const Graph* graph_;
  std::map<check::Coalition, std::shared_ptr<const Moves>> known_;
};

}  // namespace gnomon::enumerate
