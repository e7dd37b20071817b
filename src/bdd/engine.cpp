// Storage and resources: collection, growth, budgets, statistics.
//
// A full table is first collected, then grown if less than a quarter of it became free (a half, where that costs little
// memory): each collection pays for itself with at least so many new nodes. Small tables grow without collecting. The
// computed cache follows the table's size. When a limit forbids growth, the cache is given up first, and then work goes
// on as long as collections free a sixteenth of the table.
#include "bdd/engine.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <new>

namespace gnomon::bdd {

namespace {

constexpr std::size_t kMinNodes = 256;
constexpr std::size_t kMaxNodes = (std::size_t{1} << 31) - 1 - kFirstIndex;
constexpr std::size_t kLargeTable = std::size_t{1} << 18;
constexpr std::size_t kHugeTable = std::size_t{1} << 22;
constexpr std::size_t kCollectFrom = std::size_t{1} << 16;  // smaller tables grow without collecting

// The computed cache starts with one entry for four nodes, and is given more when it proves useful: up to one entry per
// node in small tables, half of that in large ones.
enum class CacheSize { Few, Many };
unsigned cache_bits_for(std::size_t capacity, const Config& config, CacheSize size) {
  const unsigned log_nodes = static_cast<unsigned>(std::bit_width(capacity)) - 1;
  const unsigned fewer = size == CacheSize::Few ? 2 : capacity > kLargeTable ? 1 : 0;
  return std::clamp(log_nodes - fewer, 8u, std::clamp(config.max_cache_bits, 8u, 31u));
}

// Small tables double; larger ones grow by a half and then by a third, which needs a new unique table every other time.
std::size_t next_capacity(std::size_t capacity) {
  if (capacity < kCollectFrom) return capacity * 2;
  return std::has_single_bit(capacity) ? capacity / 2 * 3 : std::bit_ceil(capacity);
}

Config checked(Config config) {
  config.max_nodes = std::clamp(config.max_nodes, kMinNodes, kMaxNodes);
  config.initial_nodes = std::clamp(config.initial_nodes, kMinNodes, config.max_nodes);
  return config;
}

}  // namespace

void KeptEdges::grow() {
  const std::size_t used = edges().size();
  edges_.resize(edges_.size() * 2);
  top_ = edges_.data() + used;
  end_ = edges_.data() + edges_.size();
}

Engine::Engine(Manager& manager, const Config& config)
    : manager_(manager),
      table_(checked(config).initial_nodes),
      cache_(cache_bits_for(checked(config).initial_nodes, config, CacheSize::Few)),
      config_(checked(config)) {
  set_auto_reorder(config_.auto_reorder, {});
  note_memory();
}

Engine::~Engine() {
  roots_.for_each([](Bdd& handle) {
    handle.manager_ = nullptr;
    handle.edge_ = 0;
  });
}

// Marks what was not marked before, and counts it.
std::size_t Engine::mark(Edge root) const {
  Node* const nodes = table_.nodes();
  std::vector<Index>& pending = scratch_;
  pending.clear();
  Index i = index_of(root);
  std::size_t marked = 0;
  while (true) {
    Node& n = nodes[i];
    if ((n.level & kMarkBit) == 0) {
      n.level |= kMarkBit;
      if (i != 0) {
        ++marked;
        pending.push_back(index_of(n.high));
        i = index_of(n.low);
        continue;
      }
    }
    if (pending.empty()) return marked;
    i = pending.back();
    pending.pop_back();
  }
}

std::size_t Engine::mark_live() const {
  // One pending branch per level of the current path is the most a traversal needs: nothing below can run out of
  // memory.
  scratch_.reserve(var_count() + 1);
  std::size_t live = mark(kTrue);
  roots_.for_each([&](const Bdd& handle) { live += mark(handle.edge_); });
  for (const Edge e : kept_.edges()) live += mark(e);
  for_each_pinned([&](Edge e) { live += mark(e); });
  return live;
}

std::size_t Engine::mark_for_collection() {
  const std::size_t live = mark_live();
  cache_.keep_marked(table_.nodes());
  ++collections_;
  peak_nodes_ = std::max(peak_nodes_, live);
  counted_nodes_ = live;
  counted_at_ = work();
  return live;
}

void Engine::collect() {
  mark_for_collection();
  table_.sweep();
}

std::size_t Engine::node_limit() const {
  return budget_.nodes == 0 ? config_.max_nodes : std::clamp(budget_.nodes, kMinNodes, config_.max_nodes);
}

std::size_t Engine::memory_bytes() const {
  return table_.bytes() + cache_.bytes() + roots_.bytes() + kept_.bytes();
}

void Engine::note_memory() {
  peak_memory_ = std::max(peak_memory_, memory_bytes());
}

bool Engine::has_memory_for(std::size_t own_bytes, std::size_t process_bytes) const {
  if (budget_.memory_bytes != 0 && memory_bytes() + own_bytes > budget_.memory_bytes) return false;
  return budget_.process_bytes == 0 || process_bytes <= budget_.memory_left();
}

void Engine::require_memory(std::size_t bytes, const char* purpose) const {
  if (!has_memory_for(bytes, bytes)) throw LimitReached(Limit::Memory, fmt::format("no memory to {}", purpose));
}

bool Engine::grow_beyond_budget() {
  if (table_.capacity() >= kMaxNodes) return false;
  try {
    table_.set_capacity(std::min(table_.capacity() * 2, kMaxNodes));
  } catch (const std::bad_alloc&) {
    return false;
  }
  note_memory();
  return true;
}

bool Engine::try_grow() {
  const std::size_t capacity = table_.capacity();
  const std::size_t limit = node_limit();
  for (const std::size_t target : {next_capacity(capacity), capacity / 4 * 5, capacity / 8 * 9}) {
    const std::size_t nodes = std::min(target, limit);
    if (nodes <= capacity) return false;
    const std::size_t bytes = NodeTable::bytes_for(nodes);
    if (!has_memory_for(bytes - std::min(bytes, table_.bytes()), bytes - std::min(bytes, table_.touched_bytes()))) {
      continue;
    }
    try {
      table_.set_capacity(nodes);
    } catch (const std::bad_alloc&) {
      continue;
    }
    note_memory();
    grow_cache(cache_bits_for(table_.capacity(), config_, CacheSize::Few));
    return true;
  }
  return false;
}

void Engine::grow_cache(unsigned bits) {
  if (bits <= cache_.bits()) return;
  const std::size_t more = (sizeof(ComputedCache::Entry) << bits) - cache_.bytes();
  if (!has_memory_for(more, more)) return;
  try {
    cache_.set_bits(bits);
  } catch (const std::bad_alloc&) {
    return;  // a smaller cache costs time only
  }
  note_memory();
}

bool Engine::shrink_cache() {
  constexpr unsigned kFewer = 2;
  const unsigned bits = cache_bits_for(table_.capacity(), config_, CacheSize::Few) - kFewer;
  if (cache_.bits() <= std::max(bits, 8u)) return false;
  cache_.shrink(std::max(bits, 8u));
  return true;
}

void Engine::make_room() {
  if (table_.capacity() < kCollectFrom && try_grow()) {
    table_.rebuild();
    return;
  }
  budget_.poll();
  const std::size_t live = mark_for_collection();
  const std::size_t usable = std::min(table_.capacity(), node_limit());
  const std::size_t full = usable < kHugeTable ? usable / 2 : usable / 4 * 3;
  const bool grown = live > full && (try_grow() || (usable < node_limit() && shrink_cache() && try_grow()));
  table_.sweep();
  if (grown || live <= full) return;
  if (live + usable / 16 < usable) return;
  if (table_.capacity() < node_limit()) {
    throw LimitReached(Limit::Memory,
                       fmt::format("memory limit reached by {} diagram nodes ({} MB)", live, memory_bytes() >> 20));
  }
  throw LimitReached(Limit::Nodes, fmt::format("limit of {} diagram nodes reached", node_limit()));
}

Edge Engine::make_in_full_table(Level at, Edge low_part, Edge high_part) {
  keep(low_part);
  keep(high_part);
  make_room();
  unkeep(2);
  return make(at, low_part, high_part);
}

void Engine::poll() {
  countdown_ = kPollInterval;
  ++polls_;
  consider_cache_growth();
  budget_.poll();
  if (work() > work_limit_) throw LimitReached(Limit::Size, "limit of work reached");
}

// After as many misses as the cache has entries, it is as full as it gets. If more than a third of the lookups were
// hits nevertheless, more room will bring more of them.
void Engine::consider_cache_growth() {
  const std::uint64_t misses = polls_ * kPollInterval - misses_before_;
  if (misses >> cache_.bits() == 0) return;
  const std::uint64_t hits = cache_.hits() - hits_before_;
  misses_before_ += misses;
  hits_before_ += hits;
  if (hits * 2 < misses) return;
  grow_cache(std::min(cache_.bits() + 1, cache_bits_for(table_.capacity(), config_, CacheSize::Many)));
}

void Engine::set_budget(Budget budget) {
  budget_ = std::move(budget);
  table_.set_limit(node_limit());
}

Statistics Engine::statistics() const {
  Statistics s;
  s.live_nodes = mark_live();
  table_.unmark();
  s.peak_nodes = std::max(peak_nodes_, s.live_nodes);
  s.memory_bytes = memory_bytes();
  s.peak_memory_bytes = std::max(peak_memory_, s.memory_bytes);
  s.collections = collections_;
  s.reorderings = reorderings_;
  s.cache_hits = cache_.hits();
  s.cache_lookups = s.cache_hits + work();
  s.reorder_seconds = reorder_seconds_;
  return s;
}

// Counting takes about as long as a step for every fourth node of the table; it may take a fifth of the time.
std::size_t Engine::recent_live_nodes() {
  if (work() - counted_at_ > counted_nodes_ + table_.end_index()) {
    counted_nodes_ = mark_live();
    table_.unmark();
    counted_at_ = work();
  }
  return counted_nodes_;
}

}  // namespace gnomon::bdd
