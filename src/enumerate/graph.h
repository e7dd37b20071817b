// The reachable states and the steps between them, found breadth first: states are numbered in the order of their depth,
// successors stand in compressed rows.
//
// Several threads may share the work. A block of states is divided among them; each finds the successors of its share
// with their hashes, and one after the other the shares are then added to the table, in the order of the states. So the
// numbers of states, and everything that is computed from them, do not depend on how many threads there are.
//
// A state takes its words, 12 to 24 bytes in the table, 8 for its row and 4 per successor; predecessors, which are made
// when they are first asked for, take as much as the rows again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "enumerate/chunks.h"
#include "enumerate/program.h"
#include "enumerate/state_table.h"
#include "enumerate/successors.h"

namespace gnomon::enumerate {

struct ExploreOptions {
  std::size_t jobs = 1;             // threads
  std::size_t share = 2048;         // states that a thread is given at a time
  std::size_t fewest_shared = 256;  // fewer states than this are not worth a thread
  std::size_t most_bytes = 0;       // of the list, beyond which it is given up; 0: what the budget allows
  std::size_t most_places = 0;      // of histories (enumerate/histories.h); 0: some millions
  StepMemory memory = {};
};

class Graph {
 public:
  // The program and the budget must outlive the graph; the budget is polled in all long work.
  Graph(const Program& program, const Budget& budget, const ExploreOptions& options = {});
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  const Program& program() const { return *program_; }
  const Budget& budget() const { return *budget_; }
  const Layout& layout() const { return program_->layout(); }

  // Finds the initial states, if that takes no more steps (enumerate/initial.h); whether they are known. Until then no state
  // has successors.
  bool start(std::uint64_t most_steps);
  bool started() const { return started_; }
  // Finds the successors of so many more states, a few more or less; true if all reachable states are known then. After
  // LimitReached it may be called again.
  bool explore(std::size_t states);
  bool complete() const { return started_ && expanded_ == table_.size(); }

  std::size_t size() const { return table_.size(); }  // states found so far
  std::size_t expanded() const { return expanded_; }  // of these, the first ones: with known successors
  std::size_t initial() const { return initial_; }    // the first states are the initial ones
  std::size_t edges() const { return targets_.size(); }
  std::uint64_t effort() const;  // of finding successors (enumerate/successors.h)
  const Word* state(StateIndex s) const { return table_[s]; }
  StateIndex find(const Word* state) const { return table_.find(state); }  // requires one that was found
  // A state by its values; none if it was not found.
  std::optional<StateIndex> lookup(const std::vector<ispl::Value>& values) const;
  std::vector<ispl::Value> values(StateIndex s) const { return layout().decode(state(s)); }
  std::size_t depth() const { return levels_.size() - 1; }  // of the deepest state found; 0 if there is none
  std::size_t depth(StateIndex s) const;
  // States of the present depth that have not been expanded; none of the next depth are expanded before.
  std::size_t left_of_level() const { return level_end_ - expanded_; }

  // Lets the states that are not expanded count as states without successors, until the next exploration: then the graph
  // can be used like a complete one. What was read from it as such is void after that.
  void seal();

  // Requires an expanded state, or a sealed graph; likewise below.
  std::size_t successor_count(StateIndex s) const { return rows_[s + 1] - rows_[s]; }
  StateIndex successor(StateIndex s, std::size_t i) const { return targets_[rows_[s] + i]; }
  template <class Visit>
  void for_successors(StateIndex s, Visit&& visit) const {
    for (std::uint64_t at = rows_[s]; at < rows_[s + 1]; ++at) visit(targets_[at]);
  }
  template <class Predicate>
  bool some_successor(StateIndex s, Predicate&& predicate) const {
    for (std::uint64_t at = rows_[s]; at < rows_[s + 1]; ++at) {
      if (predicate(targets_[at])) return true;
    }
    return false;
  }
  // Whether predecessors have been asked for.
  bool indexed() const { return !into_.empty(); }
  // Requires a complete graph, or a sealed one. Ascending, each once.
  std::span<const StateIndex> predecessors(StateIndex s) const {
    if (into_.empty()) index_predecessors();
    return {sources_.data() + into_[s], sources_.data() + into_[s + 1]};
  }

  // Of expanded states.
  std::size_t overflow_count() const { return overflows_.size(); }
  const std::vector<StateIndex>& overflows() const { return overflows_; }

  std::size_t bytes() const;  // of states and steps

 private:
  struct Share;   // some states with their successors
  struct Worker;  // a thread's memory
  struct Row;     // the successors of one state

  void unseal();
  void explore_alone(std::size_t end);
  void add_row(const Word* successors, const Word* hashes, std::size_t count, bool overflow);
  void explore_together(std::size_t end);
  void assign_shares(std::size_t first, std::size_t count, std::size_t turn);
  void work(Worker& worker, Share& share) const;
  void add_shares(std::size_t turn);
  void index_predecessors() const;

  const Program* program_;
  const Budget* budget_;
  ExploreOptions options_;
  StateTable table_;
  std::vector<std::unique_ptr<Worker>> workers_;
  bool started_ = false;
  std::size_t expanded_ = 0;
  std::size_t initial_ = 0;
  std::size_t level_end_ = 0;   // the states before it belong to the levels so far
  Chunks<std::uint64_t> rows_;  // where the rows begin, and where the last one ends
  Chunks<StateIndex> targets_;
  std::vector<StateIndex> levels_;  // the first state of each depth
  std::vector<StateIndex> overflows_;
  mutable std::vector<std::uint64_t> into_;  // where the rows of predecessors begin
  mutable std::vector<StateIndex> sources_;
};

}  // namespace gnomon::enumerate
