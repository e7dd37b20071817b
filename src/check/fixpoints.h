// Fixpoints over a graph whose sets of vertices are symbolic: the mathematics behind every temporal operator, once.
//
// A graph whose edges can be followed one by one may bring searches of its own, `leading_to` and `fair_cycles`, which are used
// instead: they take time linear in the edges, where these take as many rounds as paths are long.
//
// Goals say what must happen infinitely often: goals.size() of them, and goals.now(i, Z) are the vertices of Z where
// goal i is reached at once without leaving Z.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "check/space.h"
#include "model/leaps.h"

namespace gnomon::check {

// Visit each of these sets infinitely often.
template <class Set>
struct VisitGoals {
  const std::vector<Set>& sets;
  std::size_t size() const { return sets.size(); }
  Set now(std::size_t i, const Set& within) const { return within & sets[i]; }
};

template <Graph G, class Set = typename G::Set>
Set step_back(const G& graph, const Set& set, Edges edges) {
  return edges == Edges::All ? graph.predecessors(set) : graph.recurrent_predecessors(set);
}

// A graph whose edges can be put into diagrams.
template <class G>
concept LeapingGraph = Graph<G> &&
    requires(const G& graph, const typename G::Set& set, const model::Leaps::Parts& parts) {
  { graph.leaps(set, Edges::All) } -> std::same_as<model::Leaps>;
  { graph.parts(set) } -> std::same_as<model::Leaps::Parts>;
  { graph.joined(parts) } -> std::same_as<typename G::Set>;
};

template <Graph G>
auto leap_trial(const G& graph) {
  if constexpr (LeapingGraph<G>) {
    return model::LeapTrial(graph.manager());
  } else {
    return nullptr;
  }
}

// mu Z. target or (through and EX Z): vertices with a finite path through `through` to `target`. If only some vertices
// are asked about, the search may end when it has met all of them.
template <Graph G, class Set = typename G::Set>
Set until(const G& graph, const Set& through, const Set& target, Edges edges = Edges::All,
          [[maybe_unused]] const Set* asked = nullptr) {
  if constexpr (requires { graph.leading_to(through, target, edges, asked); }) {
    return graph.leading_to(through, target, edges, asked);  // the graph knows a better way
  } else if constexpr (requires { graph.leading_to(through, target, edges); }) {
    return graph.leading_to(through, target, edges);
  } else {
    Set reached = target;
    Set frontier = target;
    [[maybe_unused]] auto trial = leap_trial(graph);
    while (!frontier.empty()) {
      frontier = (step_back(graph, frontier, edges) & through) - reached;
      reached |= frontier;
      if constexpr (LeapingGraph<G>) {
        if (trial.after_step([&] {
              reached = graph.joined(model::closed_backward(graph.leaps(through, edges), graph.parts(reached)));
            })) {
          break;
        }
      }
    }
    return reached;
  }
}

// nu Z. within and EX Z, by recurrent edges: vertices with an infinite path inside `within`.
template <Graph G, class Set = typename G::Set>
Set trim(const G& graph, Set within) {
  [[maybe_unused]] auto trial = leap_trial(graph);
  while (!within.empty()) {
    Set next = within & graph.recurrent_predecessors(within);
    if (next == within) break;
    within = next;
    if constexpr (LeapingGraph<G>) {
      if (trial.after_step([&] { within = graph.joined(model::trimmed(graph.leaps(within, Edges::Recurrent))); })) {
        break;
      }
    }
  }
  return within;
}

// The vertices of a set that agree with some vertex at each goal in what recurrent edges cannot change, where the graph
// knows what that is: the others have no such path to that goal. What the former goals have removed does not count: no
// path that reaches all goals goes there.
template <Graph G, class Goals, class Set = typename G::Set>
Set near_goals(const G& graph, const Set& within, const Goals& goals) {
  Set near = within;
  if constexpr (requires { graph.recurrently_alike(near); }) {
    for (std::size_t i = 0; i < goals.size() && !near.empty(); ++i) {
      near = near & graph.recurrently_alike(goals.now(i, near));
    }
  }
  return near;
}

// The vertices of a set with a path in it to one where every goal is reached at once: one search, and none of them needs
// to be looked at for each goal by itself.
template <Graph G, class Goals, class Set = typename G::Set>
Set leading_to_all(const G& graph, const Set& within, const Goals& goals) {
  Set everywhere = within;
  for (std::size_t i = 0; i < goals.size() && !everywhere.empty(); ++i) everywhere = everywhere & goals.now(i, within);
  return until(graph, within, everywhere, Edges::Recurrent);
}

// The fair hull: the largest Z inside `within` in which every vertex has a successor in Z and, for each goal, a path
// within Z to where it is reached:
//   nu Z. within and EX Z and (AND i: E(Z U goal_i(Z)))            (Emerson and Lei 1986)
// A vertex of the hull starts a fair path; every fair cycle inside `within` lies in the hull. The goals are pursued one
// after the other, each in what the former left over; the search ends when a whole round has removed nothing. Before
// that, vertices are removed that a glance at the values shows to be far from some goal, as long as there are any. With
// several goals each round begins with the vertices that lead to all of them at once.
template <Graph G, class Goals, class Set = typename G::Set>
Set fair_hull(const G& graph, const Set& within, const Goals& goals) {
  if constexpr (requires { graph.fair_cycles(within, goals.sets); }) return graph.fair_cycles(within, goals.sets);
  Set hull = trim(graph, near_goals(graph, within, goals));
  for (Set cut = near_goals(graph, hull, goals); cut != hull; cut = near_goals(graph, hull, goals)) {
    hull = trim(graph, cut);
  }
  std::size_t unchanged = 0;
  std::optional<Set> good;  // vertices of the present hull that reach every goal, if they were looked for
  for (std::size_t i = 0; unchanged < goals.size() && !hull.empty(); i = (i + 1) % goals.size()) {
    if (i == 0 && goals.size() > 1 && !good) {
      good = leading_to_all(graph, hull, goals);
      if (*good == hull) break;
    }
    Set target = goals.now(i, hull);
    if (good) target |= *good;
    Set kept = until(graph, hull, target, Edges::Recurrent);
    if (kept == hull) {
      ++unchanged;
      continue;
    }
    hull = trim(graph, kept);
    unchanged = 0;
    good.reset();
  }
  return hull;
}

// Vertices that start an infinite path inside `within` which visits each of the sets infinitely often.
template <Graph G, class Set = typename G::Set>
Set fair_globally(const G& graph, const Set& within, const std::vector<Set>& fairness) {
  return until(graph, within, fair_hull(graph, within, VisitGoals<Set>{fairness}));
}

}  // namespace gnomon::check
