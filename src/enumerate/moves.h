// What a coalition can do in each state, and what may come of it.
//
// For uniform strategies, where a coalition allows itself some joint actions and not others; where all count, they need
// not be listed (enumerate/replies.h). A row is a joint action of the members that their protocols enable in a state, with
// its outcomes: the successors by all joint actions of everybody in which the members do that. Actions that make no
// difference in a state share their outcomes, and where none makes a difference these are all successors. Rows are made
// once per coalition and state, when they are first asked for, by enumerating the successors again. 16 bytes per row, 4
// per member and row, 4 per outcome.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/pace.h"
#include "check/space.h"
#include "enumerate/chunks.h"
#include "enumerate/graph.h"
#include "enumerate/successors.h"

namespace gnomon::enumerate {

class Moves {
 public:
  // A complete graph, which must outlive this.
  Moves(const Graph& graph, const check::Coalition& group);

  // The rows of a state. Made when first needed, which raises LimitReached where they are very many.
  struct Rows {
    std::uint64_t first = 0;
    std::uint32_t count = 0;
    bool others_enabled = false;  // every other agent has an enabled action
    bool known = false;
  };
  const Rows& rows_of(StateIndex s) {
    if (!by_state_[s].known) add_state(s);
    return by_state_[s];
  }
  // Makes those of all states, and tells how many there are.
  std::size_t make_all();
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
  void add_state(StateIndex s);
  void add_rows(StateIndex s, bool others_enabled);
  Row outcomes();
  Row all_successors(StateIndex s);

  const Graph* graph_;
  std::vector<ispl::AgentId> members_;  // that have actions
  Successors successors_;
  Pace pace_;
  std::vector<Rows> by_state_;
  Chunks<Row> rows_;
  Chunks<std::uint32_t> actions_;  // of members, row by row
  Chunks<StateIndex> outcomes_;

  // Of the state whose rows are being made.
  std::vector<std::uint32_t> given_;                 // by agent
  std::vector<std::size_t> position_;                // by member: in the list of its enabled actions
  std::vector<std::vector<std::uint32_t>> kind_of_;  // by member, then by enabled action
  std::vector<std::uint32_t> kinds_;                 // by member: how many
  std::vector<Row> by_kinds_;                        // by the kinds of all members
};

}  // namespace gnomon::enumerate
