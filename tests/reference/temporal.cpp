#include "reference/temporal.h"

#include <algorithm>

#include "reference/components.h"

namespace gnomon::reference {

namespace {

// The states from which a path inside `alive` meets every fairness set infinitely often: those that reach a component
// with a cycle and a state of each set.
Members fair_within(const Graph& graph, const Members& alive, const std::vector<Members>& fairness) {
  Adjacency successors(graph.size());
  for (StateIndex s = 0; s < graph.size(); ++s) successors[s] = graph.successors(s);
  Components components = strong_components(successors, alive);
  Members recurrent(graph.size(), false);
  for (std::size_t c = 0; c < components.members.size(); ++c) {
    const auto& members = components.members[c];
    bool good = components.has_cycle[c] && std::all_of(fairness.begin(), fairness.end(), [&](const Members& fair) {
                  return std::any_of(members.begin(), members.end(), [&](StateIndex s) { return fair[s]; });
                });
    if (!good) continue;
    for (StateIndex s : members) recurrent[s] = true;
  }
  return can_reach(successors, alive, recurrent);
}

}  // namespace

Arena Arena::whole(const Graph& graph) {
  return {&graph, Members(graph.size(), true), {}};
}

Arena Arena::fair(const Graph& graph, const std::vector<Members>& fairness) {
  Arena arena{&graph, fair_within(graph, Members(graph.size(), true), fairness), {}};
  for (const Members& set : fairness) arena.fairness.push_back(meet(set, arena.region));
  return arena;
}

Members complement(const Arena& arena, const Members& set) {
  Members result = arena.region;
  for (std::size_t s = 0; s < set.size(); ++s) result[s] = result[s] && !set[s];
  return result;
}

Members meet(const Members& a, const Members& b) {
  Members result = a;
  for (std::size_t s = 0; s < b.size(); ++s) result[s] = result[s] && b[s];
  return result;
}

Members join(const Members& a, const Members& b) {
  Members result = a;
  for (std::size_t s = 0; s < b.size(); ++s) result[s] = result[s] || b[s];
  return result;
}

Members some_next(const Arena& arena, const Members& f) {
  Members result(f.size(), false);
  for (StateIndex s = 0; s < f.size(); ++s) {
    const auto& next = arena.graph->successors(s);
    result[s] = arena.region[s] && std::any_of(next.begin(), next.end(), [&](StateIndex t) { return f[t]; });
  }
  return result;
}

Members all_next(const Arena& arena, const Members& f) {
  return complement(arena, some_next(arena, complement(arena, f)));
}

Members some_until(const Arena& arena, const Members& f, const Members& g) {
  Members result = g;
  std::vector<StateIndex> work;
  for (StateIndex s = 0; s < g.size(); ++s) {
    if (g[s]) work.push_back(s);
  }
  while (!work.empty()) {
    StateIndex t = work.back();
    work.pop_back();
    for (StateIndex s : arena.graph->predecessors(t)) {
      if (!f[s] || result[s]) continue;
      result[s] = true;
      work.push_back(s);
    }
  }
  return result;
}

Members all_until(const Arena& arena, const Members& f, const Members& g) {
  Members not_g = complement(arena, g);
  Members broken = some_until(arena, not_g, meet(complement(arena, f), not_g));
  return complement(arena, join(broken, some_globally(arena, not_g)));
}

Members some_globally(const Arena& arena, const Members& f) {
  return fair_within(*arena.graph, f, arena.fairness);
}

Members unfolded(Shape shape, const logic::Interval& interval, const Members& f, const Members& g,
                 const std::function<Members(const Members&)>& next, const std::function<Members()>& without) {
  // The value for the interval [first - k, last - k], from the largest k down.
  const std::uint64_t deepest = interval.is_open() ? interval.first : interval.last;
  Members value = interval.is_open() ? without() : shape == Shape::Until ? g : f;
  for (std::uint64_t k = deepest; k-- > 0;) {
    const Members later = next(value);
    const bool before_first = interval.first > k;
    switch (shape) {
      case Shape::Finally:
        value = before_first ? later : join(f, later);
        break;
      case Shape::Globally:
        value = before_first ? later : meet(f, later);
        break;
      case Shape::Until:
        value = before_first ? meet(f, later) : join(g, meet(f, later));
        break;
    }
  }
  return value;
}

namespace {

std::optional<Members> combined_within(const Arena& arena, logic::Op op, const logic::Interval& interval,
                                       const Members& a, const Members& b) {
  using logic::Op;
  auto exists = [&](const Members& z) { return some_next(arena, z); };
  auto forall = [&](const Members& z) { return all_next(arena, z); };
  auto none = [] { return Members(); };
  switch (op) {
    case Op::EXn:
      return unfolded(Shape::Finally, interval, a, b, exists, none);
    case Op::AXn:
      return unfolded(Shape::Finally, interval, a, b, forall, none);
    case Op::EFn:
      return unfolded(Shape::Finally, interval, a, b, exists, [&] { return some_until(arena, arena.region, a); });
    case Op::AFn:
      return unfolded(Shape::Finally, interval, a, b, forall,
                      [&] { return complement(arena, some_globally(arena, complement(arena, a))); });
    case Op::EGn:
      return unfolded(Shape::Globally, interval, a, b, exists, [&] { return some_globally(arena, a); });
    case Op::AGn:
      return unfolded(Shape::Globally, interval, a, b, forall,
                      [&] { return complement(arena, some_until(arena, arena.region, complement(arena, a))); });
    case Op::EUn:
      return unfolded(Shape::Until, interval, a, b, exists, [&] { return some_until(arena, a, b); });
    case Op::AUn:
      return unfolded(Shape::Until, interval, a, b, forall, [&] { return all_until(arena, a, b); });
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Members> combined(const Arena& arena, const logic::FormulaPool& pool, const logic::Node& node,
                                const Members& a, const Members& b) {
  using logic::Op;
  if (!node.bound.is_none()) return combined_within(arena, node.op, pool.interval(node), a, b);
  const Op op = node.op;
  auto negation = [&](const Members& set) { return complement(arena, set); };
  switch (op) {
    case Op::Not:
      return negation(a);
    case Op::And:
      return meet(a, b);
    case Op::Or:
      return join(a, b);
    case Op::Implies:
      return join(negation(a), b);
    case Op::Iff:
      return join(meet(a, b), meet(negation(a), negation(b)));
    case Op::EX:
      return some_next(arena, a);
    case Op::AX:
      return all_next(arena, a);
    case Op::EF:
      return some_until(arena, arena.region, a);
    case Op::AG:
      return negation(some_until(arena, arena.region, negation(a)));
    case Op::EG:
      return some_globally(arena, a);
    case Op::AF:
      return negation(some_globally(arena, negation(a)));
    case Op::EU:
      return some_until(arena, a, b);
    case Op::AU:
      return all_until(arena, a, b);
    default:
      return std::nullopt;
  }
}

}  // namespace gnomon::reference
