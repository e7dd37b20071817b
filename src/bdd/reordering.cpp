#include "bdd/reordering.h"

#include <algorithm>
#include <bit>
#include <new>

namespace gnomon::bdd {

namespace {

constexpr std::size_t kMaxMatrixVars = 8192;
constexpr Index kNoIndex = 0;
constexpr std::uint64_t kUnitsPerSwappedNode = 2;

unsigned shift_for(std::size_t count) {
  return 64 - std::max(1u, static_cast<unsigned>(std::bit_width(count)));
}

}  // namespace

Reordering::Reordering(Engine& engine) : engine_(engine) {
  engine_.collect();
  NodeTable& table = engine_.table_;
  engine_.require_memory(table.capacity() * sizeof(std::uint32_t) + table.allocated() * 2 * sizeof(Index),
                         "reorder variables");
  references_.grow(table.capacity() + kFirstIndex);
  tables_.resize(var_count());
  for (Index i = kFirstIndex; i < table.end_index(); ++i) {
    const Node& n = table[i];
    if (n.level == kFreeLevel) continue;
    ++tables_[engine_.var_at_level_[n.level]].count;
    ++references_[index_of(n.low)];
    ++references_[index_of(n.high)];
  }
  for (Table& t : tables_) {
    t.shift = shift_for(t.count);
    t.buckets.assign(std::size_t{1} << (64 - t.shift), kNoIndex);
  }
  compute_interaction();

  // The collection, three passes over the nodes, and two when it ends.
  constexpr std::uint64_t kUnitsPerNode = 4;
  work_ = table.allocated() * kUnitsPerNode + interaction_.size() + var_count() * 4;

  // From here on nothing can fail.
  engine_.cache_.clear();
  const auto refer = [this](Edge e) { ++references_[index_of(e)]; };
  engine_.roots_.for_each([&](const Bdd& handle) { refer(Engine::edge(handle)); });
  engine_.for_each_pinned(refer);
  for (Table& t : tables_) t.count = 0;
  for (Index i = kFirstIndex; i < table.end_index(); ++i) {
    Node& n = table[i];
    if (n.level == kFreeLevel) continue;
    n.level = engine_.var_at_level_[n.level];
    insert(tables_[n.level], i);
  }
}

Reordering::~Reordering() {
  if (!finished_) finish();
}

void Reordering::finish() {
  finished_ = true;
  NodeTable& table = engine_.table_;
  for (Index i = kFirstIndex; i < table.end_index(); ++i) {
    Node& n = table[i];
    if (n.level != kFreeLevel) n.level = engine_.level_of_var_[n.level];
  }
  table.rebuild();
  ++engine_.order_epoch_;
}

// Two variables interact iff some function in use depends on both. It suffices to look at functions that are not part
// of another one. If these share so much that visiting each of them is out of proportion, everything is taken to
// interact.
void Reordering::compute_interaction() {
  const std::size_t vars = var_count();
  if (vars > kMaxMatrixVars) return;
  std::vector<Edge> maximal;
  const auto add = [&](Edge e) {
    if (!is_constant(e) && references_[index_of(e)] == 0) maximal.push_back(regular(e));
  };
  engine_.roots_.for_each([&](const Bdd& handle) { add(Engine::edge(handle)); });
  engine_.for_each_pinned(add);
  std::sort(maximal.begin(), maximal.end());
  maximal.erase(std::unique(maximal.begin(), maximal.end()), maximal.end());

  const std::size_t words = (vars + 63) / 64;
  std::size_t effort = size() * 2 + 100000;
  std::vector<std::uint64_t> matrix(vars * words, 0);
  std::vector<std::uint64_t> present(words);
  for (const Edge root : maximal) {
    const std::vector<Index> nodes = engine_.nodes_of({&root, 1});
    std::fill(present.begin(), present.end(), 0);
    std::vector<std::uint32_t> support;
    for (const Index i : nodes) {
      const std::uint32_t var = engine_.var_at_level_[engine_.table_[i].level];
      std::uint64_t& word = present[var / 64];
      if ((word >> var % 64 & 1) != 0) continue;
      word |= std::uint64_t{1} << var % 64;
      support.push_back(var);
    }
    const std::size_t cost = nodes.size() + support.size() * words / 4;
    if (cost > effort) return;
    effort -= cost;
    for (const std::uint32_t a : support) {
      for (std::size_t w = 0; w < words; ++w) matrix[a * words + w] |= present[w];
    }
  }
  words_per_row_ = words;
  interaction_ = std::move(matrix);
}

void Reordering::insert(Table& table, Index i) {
  Node& n = engine_.table_[i];
  Index& chain = table.buckets[bucket_of(table, n.low, n.high)];
  n.next = chain;
  chain = i;
  ++table.count;
}

void Reordering::remove(Table& table, Index i) {
  NodeTable& nodes = engine_.table_;
  Index* link = &table.buckets[bucket_of(table, nodes[i].low, nodes[i].high)];
  while (*link != i) link = &nodes[*link].next;
  *link = nodes[i].next;
  --table.count;
}

// Keeps the number of chains near the number of nodes. Without memory for that, chains are longer than we would like.
void Reordering::resize(Table& table) {
  const unsigned shift = shift_for(table.count);
  const std::size_t buckets = std::size_t{1} << (64 - shift);
  if (buckets <= table.buckets.size() * 2 && buckets * 8 >= table.buckets.size()) return;
  std::vector<Index> old;
  try {
    old.assign(buckets, kNoIndex);
  } catch (const std::bad_alloc&) {
    return;
  }
  old.swap(table.buckets);
  table.shift = shift;
  table.count = 0;
  for (Index i : old) {
    while (i != kNoIndex) {
      const Index next = engine_.table_[i].next;
      insert(table, i);
      i = next;
    }
  }
}

bool Reordering::make_room(std::size_t nodes, Room room) {
  NodeTable& table = engine_.table_;
  while (table.capacity() - table.allocated() < nodes) {
    if (!engine_.try_grow() && (room == Room::WithinBudget || !engine_.grow_beyond_budget())) return false;
  }
  if (references_.size() < table.capacity() + kFirstIndex) {
    try {
      references_.grow(table.capacity() + kFirstIndex);
    } catch (const std::bad_alloc&) {
      return false;
    }
  }
  return true;
}

void Reordering::cofactors(Edge e, std::uint32_t var, Edge& low, Edge& high) const {
  const Node& n = engine_.table_[index_of(e)];
  low = n.level == var ? n.low ^ (e & 1) : e;
  high = n.level == var ? n.high ^ (e & 1) : e;
}

// The function "if var then high else low", with one more reference to it.
Edge Reordering::find_or_make(std::uint32_t var, Edge low, Edge high) {
  if (low == high) {
    ++references_[index_of(low)];
    return low;
  }
  const Edge sign = low & 1;
  low ^= sign;
  high ^= sign;
  Table& table = tables_[var];
  NodeTable& nodes = engine_.table_;
  Index& chain = table.buckets[bucket_of(table, low, high)];
  for (Index i = chain; i != kNoIndex; i = nodes[i].next) {
    if (nodes[i].low == low && nodes[i].high == high) {
      ++references_[i];
      return i * 2 | sign;
    }
  }
  const Index fresh = nodes.take();
  nodes[fresh] = Node{var, chain, low, high};
  chain = fresh;
  ++table.count;
  references_[fresh] = 1;
  ++references_[index_of(low)];
  ++references_[index_of(high)];
  return fresh * 2 | sign;
}

// One reference to e less. In a swap only nodes of the lower variable can lose their last one: the branches of such a
// node have been given a reference by the new nodes that replace it.
void Reordering::release(Edge e, std::uint32_t var) {
  const Index i = index_of(e);
  if (--references_[i] != 0 || i == 0) return;
  const Node n = engine_.table_[i];
  remove(tables_[var], i);
  --references_[index_of(n.low)];
  --references_[index_of(n.high)];
  engine_.table_.release(i);
}

// Takes the nodes of `upper` that have a branch in `lower` out of their table; returns them as a list through
// Node::next.
Index Reordering::take_dependent(std::uint32_t upper, std::uint32_t lower) {
  NodeTable& nodes = engine_.table_;
  Table& table = tables_[upper];
  Index list = kNoIndex;
  for (Index& chain : table.buckets) {
    Index* link = &chain;
    while (*link != kNoIndex) {
      const Index i = *link;
      Node& n = nodes[i];
      if (var_of(n.low) == lower || var_of(n.high) == lower) {
        *link = n.next;
        n.next = list;
        list = i;
        --table.count;
      } else {
        link = &n.next;
      }
    }
  }
  return list;
}

// With u above v, a node (u, f0, f1) that depends on v becomes (v, (u, f00, f10), (u, f01, f11)), where the second
// digit is the value of v. Nodes of u that do not depend on v, and nodes of v, keep their place in the diagram.
bool Reordering::swap(Level at, Room room) {
  const std::uint32_t upper = var_at(at);
  const std::uint32_t lower = var_at(at + 1);
  if (tables_[upper].count > 0 && tables_[lower].count > 0 && interact(upper, lower)) {
    if (!make_room(tables_[upper].count * 2, room)) return false;
    NodeTable& nodes = engine_.table_;
    work_ += (tables_[upper].buckets.size() + tables_[upper].count) / 4;
    Index i = take_dependent(upper, lower);
    while (i != kNoIndex) {
      work_ += kUnitsPerSwappedNode;
      const Node old = nodes[i];
      Edge f00, f01, f10, f11;
      cofactors(old.low, lower, f00, f01);
      cofactors(old.high, lower, f10, f11);
      const Edge low = find_or_make(upper, f00, f10);
      const Edge high = find_or_make(upper, f01, f11);
      release(old.low, lower);
      release(old.high, lower);
      nodes[i].level = lower;
      nodes[i].low = low;
      nodes[i].high = high;
      insert(tables_[lower], i);
      i = old.next;
    }
    resize(tables_[upper]);
    resize(tables_[lower]);
  }
  ++work_;
  std::swap(engine_.var_at_level_[at], engine_.var_at_level_[at + 1]);
  engine_.level_of_var_[upper] = at + 1;
  engine_.level_of_var_[lower] = at;
  return true;
}

}  // namespace gnomon::bdd
