#include "explicit/temporal.h"

#include <algorithm>

#include "explicit/components.h"

namespace gnomon::explicit_state {

namespace {

// The states from which a path inside `alive` meets every fairness set infinitely often: those that reach a component
// with a cycle and a state of each set.
StateSet fair_within(const Graph& graph, const StateSet& alive, const std::vector<StateSet>& fairness) {
  Adjacency successors(graph.size());
  for (StateIndex s = 0; s < graph.size(); ++s) successors[s] = graph.successors(s);
  Components components = strong_components(successors, alive);
  StateSet recurrent(graph.size(), false);
  for (std::size_t c = 0; c < components.members.size(); ++c) {
    const auto& members = components.members[c];
    bool good = components.has_cycle[c] && std::all_of(fairness.begin(), fairness.end(), [&](const StateSet& fair) {
                  return std::any_of(members.begin(), members.end(), [&](StateIndex s) { return fair[s]; });
                });
    if (!good) continue;
    for (StateIndex s : members) recurrent[s] = true;
  }
  return can_reach(successors, alive, recurrent);
}

}  // namespace

Arena Arena::whole(const Graph& graph) {
  return {&graph, StateSet(graph.size(), true), {}};
}

Arena Arena::fair(const Graph& graph, const std::vector<StateSet>& fairness) {
  Arena arena{&graph, fair_within(graph, StateSet(graph.size(), true), fairness), {}};
  for (const StateSet& set : fairness) arena.fairness.push_back(meet(set, arena.region));
  return arena;
}

StateSet complement(const Arena& arena, const StateSet& set) {
  StateSet result = arena.region;
  for (std::size_t s = 0; s < set.size(); ++s) result[s] = result[s] && !set[s];
  return result;
}

StateSet meet(const StateSet& a, const StateSet& b) {
  StateSet result = a;
  for (std::size_t s = 0; s < b.size(); ++s) result[s] = result[s] && b[s];
  return result;
}

StateSet join(const StateSet& a, const StateSet& b) {
  StateSet result = a;
  for (std::size_t s = 0; s < b.size(); ++s) result[s] = result[s] || b[s];
  return result;
}

StateSet some_next(const Arena& arena, const StateSet& f) {
  StateSet result(f.size(), false);
  for (StateIndex s = 0; s < f.size(); ++s) {
    const auto& next = arena.graph->successors(s);
    result[s] = arena.region[s] && std::any_of(next.begin(), next.end(), [&](StateIndex t) { return f[t]; });
  }
  return result;
}

StateSet all_next(const Arena& arena, const StateSet& f) {
  return complement(arena, some_next(arena, complement(arena, f)));
}

StateSet some_until(const Arena& arena, const StateSet& f, const StateSet& g) {
  StateSet result = g;
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

StateSet all_until(const Arena& arena, const StateSet& f, const StateSet& g) {
  StateSet not_g = complement(arena, g);
  StateSet broken = some_until(arena, not_g, meet(complement(arena, f), not_g));
  return complement(arena, join(broken, some_globally(arena, not_g)));
}

StateSet some_globally(const Arena& arena, const StateSet& f) {
  return fair_within(*arena.graph, f, arena.fairness);
}

std::optional<StateSet> combined(const Arena& arena, logic::Op op, const StateSet& a, const StateSet& b) {
  using logic::Op;
  auto negation = [&](const StateSet& set) { return complement(arena, set); };
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

}  // namespace gnomon::explicit_state
