// One reordering: the nodes reorganised by variable, with reference counts, and the swap of two neighbouring levels.
//
// While a Reordering exists, Node::level holds the node's variable, the engine's unique table is replaced by one
// small table per variable, and the computed cache is empty; `finish` puts everything back. A swap changes nodes in
// place, so that an edge keeps denoting the same function throughout (Rudell, "Dynamic variable ordering for ordered
// binary decision diagrams", ICCAD 1993). It never fails half way: `make_room` asks for what it may need beforehand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bdd/engine.h"

namespace gnomon::bdd {

class Reordering {
 public:
  // Collects garbage and takes the nodes over. Throws LimitReached or std::bad_alloc, leaving the engine intact.
  explicit Reordering(Engine& engine);
  ~Reordering();  // finishes if that has not been done
  Reordering(const Reordering&) = delete;
  Reordering& operator=(const Reordering&) = delete;

  void finish();

  std::size_t size() const { return engine_.table_.allocated(); }
  std::size_t size_of(std::uint32_t var) const { return tables_[var].count; }
  std::uint32_t var_at(Level at) const { return engine_.var_at_level_[at]; }
  Level level_of(std::uint32_t var) const { return engine_.level_of_var_[var]; }
  std::uint32_t group_of(std::uint32_t var) const { return engine_.group_of_var_[var]; }
  std::size_t var_count() const { return engine_.var_count(); }
  // What was done so far, in units that take about as long as those of Manager::work.
  std::uint64_t work() const { return work_; }
  void add_work(std::uint64_t units) { work_ += units; }
  void poll() {  // the budget, from time to time
    if (work_ < next_poll_) return;
    next_poll_ = work_ + Engine::kPollInterval;
    engine_.budget_.poll();
  }
  // Whether some function depends on both; two variables of which this is false pass each other for nothing.
  bool interact(std::uint32_t a, std::uint32_t b) const {
    return interaction_.empty() || (interaction_[a * words_per_row_ + b / 64] >> b % 64 & 1) != 0;
  }

  // Exchanges the variables of the levels `at` and `at + 1`. False, and nothing has changed, if there is no room.
  enum class Room { WithinBudget, WhateverItTakes };
  bool swap(Level at, Room room = Room::WithinBudget);

 private:
  // The nodes of one variable, hashed by their branches.
  struct Table {
    std::vector<Index> buckets;
    unsigned shift = 63;
    std::size_t count = 0;
  };

  std::size_t bucket_of(const Table& table, Edge low, Edge high) const {
    const std::uint64_t key = static_cast<std::uint64_t>(low) << 32 | high;
    return static_cast<std::size_t>((key ^ key >> 29) * 0xd6e8feb86659fd93ull >> table.shift);
  }
  std::uint32_t var_of(Edge e) const { return engine_.table_[index_of(e)].level; }
  void insert(Table& table, Index i);
  void remove(Table& table, Index i);
  void resize(Table& table);
  bool make_room(std::size_t nodes, Room room);
  void compute_interaction();
  void cofactors(Edge e, std::uint32_t var, Edge& low, Edge& high) const;
  Edge find_or_make(std::uint32_t var, Edge low, Edge high);
  void release(Edge e, std::uint32_t var);
  Index take_dependent(std::uint32_t upper, std::uint32_t lower);

  Engine& engine_;
  std::vector<Table> tables_;               // by variable
  PageArray<std::uint32_t> references_;     // by node; from nodes, handles and contexts
  std::vector<std::uint64_t> interaction_;  // square matrix of bits; empty: everything interacts
  std::size_t words_per_row_ = 0;
  std::uint64_t work_ = 0;
  std::uint64_t next_poll_ = 0;
  bool finished_ = false;
};

// Group sifting within the options' bounds. Stops early, at an order at least as good as the one found, when the work
// allowed is done; throws LimitReached when the budget is used up.
void sift(Reordering& reordering, const ReorderOptions& options);

// Brings each variable v to the level target[v], moving groups as a whole. False if it ran out of room on the way.
bool arrange(Reordering& reordering, std::span<const Level> target);

}  // namespace gnomon::bdd
