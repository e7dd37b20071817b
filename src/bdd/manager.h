// The owner of a set of decision diagrams: variables and their order, memory, collection, reordering, budgets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "bdd/bdd.h"

namespace gnomon::bdd {

struct Config {
  std::size_t initial_nodes = std::size_t{1} << 12;  // room before the first growth
  std::size_t max_nodes = (std::size_t{1} << 31) - 2;
  unsigned max_cache_bits = 24;  // the computed cache never has more than 2^bits entries
  bool auto_reorder = false;
};

struct ReorderOptions {
  double max_growth = 1.2;        // give up a direction when the total exceeds this times the best
  std::uint64_t max_work = 0;     // in units of Manager::work; 0: no bound of its own (the budget still applies)
  std::size_t max_blocks = 1000;  // sift at most this many blocks, largest first
  std::size_t patience = 0;       // stop when so many blocks in a row have gained next to nothing; 0: never
  std::size_t first_at = 8192;    // automatic reordering: not before so many nodes are alive
};

// One reordering, for those who want to know where the time went.
struct ReorderRecord {
  std::uint64_t at_work = 0;  // Manager::work when it began
  std::size_t nodes_before = 0;
  std::size_t nodes_after = 0;
  double seconds = 0;
};

struct Statistics {
  std::size_t live_nodes = 0;  // in use now
  std::size_t peak_nodes = 0;  // the most that were in use when they were counted: in collections, and now
  std::size_t memory_bytes = 0;
  std::size_t peak_memory_bytes = 0;
  std::uint64_t collections = 0;
  std::uint64_t reorderings = 0;
  std::uint64_t cache_lookups = 0;
  std::uint64_t cache_hits = 0;
  double reorder_seconds = 0;
};

class Manager {
 public:
  explicit Manager(Config config = {});
  ~Manager();  // throws nothing; every handle of this manager must have been destroyed or becomes empty
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  // --- functions -----------------------------------------------------------------------------------------------
  Bdd constant(bool value);
  Bdd literal(Var var, bool positive = true);
  VarSet set(std::span<const Var> vars);                     // duplicates allowed
  VarMap map(std::span<const std::pair<Var, Var>> from_to);  // must be injective on its domain
  Pairs pairs(std::span<const std::pair<Var, Var>> current_next);

  // --- variables and their order --------------------------------------------------------------------------------
  Var new_var();                      // at the bottom of the order
  Var new_var_at(std::size_t level);  // at this level; those at and below it move down
  Var new_var_below(Var var);         // at the next level, in the group of this variable if it is in one
  std::size_t var_count() const;
  std::size_t level_of(Var var) const;
  Var var_at(std::size_t level) const;
  // Variables at neighbouring levels that stay neighbours, in this order, when the order changes (a current/next pair,
  // the bits of one variable). Groups must be disjoint.
  void group(std::span<const Var> neighbours);
  void reorder(const ReorderOptions& options = {});    // group sifting, now
  void set_order(std::span<const Var> top_to_bottom);  // this order, by swaps; must respect the groups
  void set_auto_reorder(bool on, const ReorderOptions& options = {});
  bool auto_reorder() const;
  // Reorders now if that is automatic and what has been computed so far warrants the effort. For those who know a good
  // moment: between two steps of a search, when only what stays is alive. True if it happened.
  bool reorder_if_affordable();
  // While held, the order does not change by itself: for work whose diagrams are soon forgotten and should not decide
  // the order of those that stay.
  // Returns whether it was held before.
  bool hold_order(bool hold);

  // --- resources -----------------------------------------------------------------------------------------------
  void set_budget(Budget budget);  // replaces the former one
  const Budget& budget() const;
  void collect_garbage();
  Statistics statistics() const;  // counts the nodes: linear in the size of the table
  // The number of live nodes when they were last counted; they are counted again when much was computed since.
  std::size_t recent_live_nodes();
  // How much was computed so far, in steps of the recursions: a measure of time that is the same in every run.
  std::uint64_t work() const;
  // Operations raise LimitReached(Size) when `work` gets there; none: no such limit. For attempts that may be given up.
  void set_work_limit(std::optional<std::uint64_t> work);
  std::optional<std::uint64_t> work_limit() const;
  // Processor time of the calling thread and of the threads that deep operations of this manager ran on.
  double processor_seconds() const;
  const std::vector<ReorderRecord>& reorder_history() const;
  // Structural invariants: canonical complement edges, order, no duplicate node, no dangling reference, counts right.
  // Returns an empty string, or a sentence about the first violation. For tests; linear in the size of the table.
  std::string check_invariants() const;

 private:
  friend class Bdd;
  friend class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace gnomon::bdd
