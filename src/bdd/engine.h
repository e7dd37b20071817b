// The inside of a Manager: storage, order, resources, and the recursions of all operations.
//
// Every recursion has the same beats: terminal cases, normalisation, cache lookup, `step`, cofactors, recursive calls,
// `make`, cache store. Results that must survive a further call are pushed on `kept_` meanwhile, because a collection
// may happen in any call of `make`; arguments are kept by the handles of the caller or by whoever computed them. A
// public operation enters through `run`, the only place where variables may be reordered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "bdd/bdd.h"
#include "bdd/computed_cache.h"
#include "bdd/contexts.h"
#include "bdd/edge.h"
#include "bdd/manager.h"
#include "bdd/node_table.h"
#include "bdd/roots.h"

namespace gnomon::bdd {

// Raised by `step` when the stack of the current thread is used up; never leaves the engine.
struct StackExhausted {};

// Intermediate results of the running operation, for the collector.
class KeptEdges {
 public:
  void push(Edge e) {
    if (top_ == end_) [[unlikely]]
      grow();
    *top_++ = e;
  }
  void pop(std::size_t n) { top_ -= n; }
  void clear() { top_ = edges_.data(); }
  std::span<const Edge> edges() const { return {edges_.data(), static_cast<std::size_t>(top_ - edges_.data())}; }
  std::size_t bytes() const { return edges_.size() * sizeof(Edge); }

 private:
  void grow();

  std::vector<Edge> edges_ = std::vector<Edge>(256);
  Edge* top_ = edges_.data();
  Edge* end_ = edges_.data() + edges_.size();
};

class Engine {
 public:
  Engine(Manager& manager, const Config& config);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // --- handles (handle.cpp) -----------------------------------------------------------------------------------------
  // The engine of a handle; UsageError for the empty handle and for handles of different managers.
  static Engine& of(const Bdd& f) {
    if (f.manager_ == nullptr) [[unlikely]]
      throw_empty();
    return *f.manager_->engine_;
  }
  static Engine& of(const Bdd& f, const Bdd& g) {
    Engine& engine = of(f);
    if (g.manager_ != f.manager_) [[unlikely]]
      throw_mixed(g);
    return engine;
  }
  static Engine& of(Manager& manager) { return *manager.engine_; }
  static Edge edge(const Bdd& f) { return f.edge_; }
  Bdd handle(Edge e) { return Bdd(&manager_, e); }
  Roots& roots() { return roots_; }
  Manager& manager() { return manager_; }

  // Runs a recursion as one public operation. The recursion may be started a second time on a larger stack.
  template <class Recursion>
  Edge run_edge(Recursion&& recursion) {
    enter(__builtin_frame_address(0));
    try {
      const Edge result = recursion();
      kept_.clear();
      return result;
    } catch (const StackExhausted&) {
      return run_on_large_stack(recursion);
    } catch (...) {
      kept_.clear();
      throw;
    }
  }
  template <class Recursion>
  Bdd run(Recursion&& recursion) {
    return handle(run_edge(std::forward<Recursion>(recursion)));
  }

  // --- nodes --------------------------------------------------------------------------------------------------------
  const Node& node(Edge e) const { return table_[index_of(e)]; }
  Level level(Edge e) const { return table_.level(e); }
  Edge low(Edge e) const { return node(e).low ^ (e & 1); }
  Edge high(Edge e) const { return node(e).high ^ (e & 1); }
  // The cofactors of e by the variable of `at`, which is at or above the level of e.
  void cofactors(Edge e, Level at, Edge& low_part, Edge& high_part) const {
    const Node& n = node(e);
    low_part = n.level == at ? n.low ^ (e & 1) : e;
    high_part = n.level == at ? n.high ^ (e & 1) : e;
  }
  // if the variable of `at` then high else low; `at` must lie above both.
  Edge make(Level at, Edge low_part, Edge high_part) {
    if (low_part == high_part) return low_part;
    const Edge sign = low_part & 1;
    const Index i = table_.find_or_add(at, low_part ^ sign, high_part ^ sign);
    if (i == 0) [[unlikely]]
      return make_in_full_table(at, low_part, high_part);
    return i * 2 | sign;
  }
  Edge literal(Level at) { return make(at, kFalse, kTrue); }

  // --- the recursions -----------------------------------------------------------------------------------------------
  Edge and_rec(Edge f, Edge g) {  // apply.cpp
    if (f > g) std::swap(f, g);
    if (f <= kTrue) return f == kTrue ? g : kFalse;
    if ((f ^ g) <= 1) return f == g ? f : kFalse;
    return and_step(f, g);
  }
  Edge or_rec(Edge f, Edge g) { return and_rec(f ^ 1, g ^ 1) ^ 1; }
  Edge xor_rec(Edge f, Edge g) {
    const Edge sign = (f ^ g) & 1;
    f = regular(f);
    g = regular(g);
    if (f > g) std::swap(f, g);
    if (f == g) return kFalse ^ sign;
    if (f == kFalse) return g ^ sign;
    return xor_step(f, g) ^ sign;
  }
  Edge ite_rec(Edge f, Edge g, Edge h);
  Edge disjoint_rec(Edge f, Edge g);   // kTrue or kFalse
  Edge exists_rec(Edge f, Edge cube);  // quantify.cpp
  Edge and_exists_rec(Edge f, Edge g, Edge cube);
  enum class Step { Forward, Back };  // relational_product.cpp
  template <Step direction>           // image or preimage
  Edge step_rec(Edge states, Edge relation, Edge extra, const RelationContext& context);
  Edge and_exists_rename_rec(Edge f, Edge g, Edge cube, const RenameContext& context);
  Edge renamed_and_exists(Edge f, Edge g, Edge cube, const RenameContext& context);  // exists cube. f[map] and g
  Edge rename_rec(Edge f, const RenameContext& context);                             // rename.cpp
  Edge substitute_rec(Edge f, const Substitution& substitution);
  Edge restrict_rec(Edge f, Edge care);  // simplify.cpp
  Edge cofactor_rec(Edge f, Edge cube);

  // --- variables, order, contexts -----------------------------------------------------------------------------------
  std::size_t var_count() const { return level_of_var_.size(); }
  Level level_of(Var var) const;  // UsageError for an unknown variable
  Var var_at(Level at) const { return Var(var_at_level_[at]); }
  Var new_var_at(std::size_t at);
  Var new_var_below(Var var);
  Var insert_var(std::size_t at, std::uint32_t group);
  Edge cube_of(std::span<const Var> vars);
  void group(std::span<const Var> neighbours);
  void reorder(const ReorderOptions& options);
  void set_order(std::span<const Var> top_to_bottom);
  void set_auto_reorder(bool on, const ReorderOptions& options);
  bool auto_reorder() const { return auto_reorder_; }
  bool hold_order(bool hold);
  bool reorder_if_affordable();
  std::uint64_t order_epoch() const { return order_epoch_; }

  std::uint32_t add_map(std::span<const std::pair<Var, Var>> from_to);
  std::uint32_t add_pairs(std::span<const std::pair<Var, Var>> current_next);
  std::uint32_t index_of_map(const VarMap& map) const;  // UsageError if it belongs to another manager
  std::uint32_t index_of_pairs(const Pairs& pairs) const;
  std::uint32_t next_to_current(std::uint32_t pairs) const { return pairs_[pairs].next_to_current; }
  std::uint32_t current_to_next(std::uint32_t pairs) const { return pairs_[pairs].current_to_next; }
  // The context of (map, vars) or (pairs, extra), made on first use and valid for the current order; `run` first.
  const RenameContext& rename_context(std::uint32_t map, Edge cube);
  const RelationContext& relation_context(std::uint32_t pairs, Edge extra);
  std::uint32_t fresh_code();  // a word for the computed cache that no earlier result is stored under

  // --- traversals without recursion (traversal.cpp) -----------------------------------------------------------------
  // The nodes of these functions without the terminal, in no particular order.
  std::vector<Index> nodes_of(std::span<const Edge> edges) const;
  // The same, deepest level first; Node::next of each is its place in the list.
  std::vector<Index> number_bottom_up(std::span<const Edge> edges) const;
  std::vector<Level> support_levels(std::span<const Edge> edges) const;  // ascending

  // --- resources ----------------------------------------------------------------------------------------------------
  void collect();
  void set_budget(Budget budget);
  const Budget& budget() const { return budget_; }
  // Throws LimitReached if so many more bytes are not to be had: "no memory to <purpose>".
  void require_memory(std::size_t bytes, const char* purpose) const;
  Statistics statistics() const;
  std::size_t recent_live_nodes();
  std::uint64_t work() const { return polls_ * kPollInterval + (kPollInterval - countdown_); }
  void set_work_limit(std::optional<std::uint64_t> work) { work_limit_ = work.value_or(kNoLimit); }
  std::optional<std::uint64_t> work_limit() const {
    return work_limit_ == kNoLimit ? std::nullopt : std::optional(work_limit_);
  }
  double processor_seconds() const;  // large_stack.cpp
  const std::vector<ReorderRecord>& reorder_history() const { return reorder_history_; }
  std::string check_invariants() const;  // invariants.cpp

 private:
  friend class Reordering;

  [[noreturn]] static void throw_empty();
  [[noreturn]] static void throw_mixed(const Bdd& g);

  // Per cache miss: looks at the stack, and from time to time at the budget.
  void step() {
    if (reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < stack_limit_) [[unlikely]]
      throw StackExhausted{};
    if (--countdown_ == 0) [[unlikely]]
      poll();
  }
  Edge and_step(Edge f, Edge g);  // f < g, neither constant nor equal up to complement
  Edge xor_step(Edge f, Edge g);  // the same, and both regular
  void poll();
  void enter(void* frame) {
    stack_limit_ = reinterpret_cast<std::uintptr_t>(frame) - kStackShare;
    if (--countdown_ == 0) [[unlikely]]
      poll();
    if (table_.allocated() > reorder_check_) [[unlikely]]
      reorder_if_grown();
    if (next_code_ > kContextEnd - kCodesPerOperation) [[unlikely]]
      forget_contexts();
  }
  Edge run_on_large_stack(const std::function<Edge()>& recursion);
  Edge keep(Edge e) {
    kept_.push(e);
    return e;
  }
  void unkeep(std::size_t n = 1) { kept_.pop(n); }

  // if the variable of `at` then high else low, wherever their levels are.
  Edge make_anywhere(Level at, Edge low_part, Edge high_part);
  Edge make_in_full_table(Level at, Edge low_part, Edge high_part);
  void make_room();           // collects or grows; throws LimitReached
  bool try_grow();            // leaves the unique table to be rebuilt
  bool shrink_cache();        // false if it is small already
  bool grow_beyond_budget();  // the same, for the way back of a reordering that ran out of room
  void grow_cache(unsigned bits);
  void consider_cache_growth();
  bool has_memory_for(std::size_t own_bytes, std::size_t process_bytes) const;  // more of each
  std::size_t mark_live() const;                                                // the number of live nodes
  std::size_t mark_for_collection();  // the same; clears dead entries of the cache
  // The functions that registered contexts need.
  template <class Visit>
  void for_each_pinned(Visit visit) const {
    for (const MapData& map : maps_) {
      for (const auto& context : map.contexts) visit(context->cube);
    }
    for (const PairsData& pairs : pairs_) {
      for (const auto& context : pairs.contexts) {
        visit(context->extra);
        visit(context->current_and_extra);
        visit(context->next_and_extra);
      }
    }
  }
  std::size_t mark(Edge root) const;
  void reorder_if_grown();
  std::uint64_t reorder_allowance() const;
  void note_memory();
  std::size_t memory_bytes() const;
  std::size_t node_limit() const;
  void forget_contexts();

  static constexpr std::size_t kStackShare = std::size_t{400} << 10;  // of the caller's stack
  static constexpr std::uint32_t kPollInterval = 4096;
  static constexpr double kFirstShare = 0.25;
  static constexpr std::uint32_t kCodesPerOperation = 16;  // more than any operation takes from fresh_code
  static constexpr std::size_t kNever = ~std::size_t{0};
  static constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

  Manager& manager_;
  NodeTable table_;
  ComputedCache cache_;
  Roots roots_;
  KeptEdges kept_;
  std::uintptr_t stack_limit_ = 0;
  std::uint32_t countdown_ = kPollInterval;

  std::vector<Level> level_of_var_;
  std::vector<std::uint32_t> var_at_level_;
  std::vector<std::uint32_t> group_of_var_;  // 0: none
  std::uint32_t group_count_ = 0;
  std::uint64_t order_epoch_ = 1;  // changes with every change of the order

  std::vector<MapData> maps_;
  std::vector<PairsData> pairs_;
  std::uint32_t next_code_ = kFirstContext;

  Config config_;
  Budget budget_;
  bool auto_reorder_ = false;
  ReorderOptions auto_options_;
  std::size_t reorder_check_ = kNever;     // number of allocated nodes at which to consider reordering
  std::optional<std::size_t> held_check_;  // while the order is held: what reorder_check_ was
  std::size_t reorder_threshold_ = 0;      // number of live nodes that makes it happen
  double reorder_share_ = kFirstShare;     // of all work that may go into automatic reordering
  std::uint64_t reorder_work_ = 0;         // that went into it so far
  std::vector<ReorderRecord> reorder_history_;

  std::size_t peak_nodes_ = 0;     // live ones, as counted in collections
  std::size_t counted_nodes_ = 0;  // live ones, when they were last counted
  std::uint64_t counted_at_ = 0;   // in work
  std::uint64_t work_limit_ = kNoLimit;
  double helper_seconds_ = 0;  // of the threads with large stacks
  std::size_t peak_memory_ = 0;
  std::uint64_t polls_ = 0;
  std::uint64_t hits_before_ = 0;  // when the size of the cache was last considered
  std::uint64_t misses_before_ = 0;
  std::uint64_t collections_ = 0;
  std::uint64_t reorderings_ = 0;
  double reorder_seconds_ = 0;
  mutable std::vector<Index> scratch_;  // stack of the marking traversals
};

}  // namespace gnomon::bdd
