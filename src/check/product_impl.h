// The definitions of check/product.h that are instantiated once per space: where the paths of a product must end up.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "automata/graph.h"
#include "automata/simplify.h"
#include "check/product.h"

namespace gnomon::check {

namespace detail {

// Visit the fair sets of the space infinitely often, and take edges with each of the automaton's marks infinitely
// often.
template <Space S>
struct ProductGoals {
  using Set = typename ProductOf<S>::Set;
  const ProductOf<S>& product;
  std::vector<automata::Buchi::Marks> marks;  // one bit each

  std::size_t size() const { return product.space().fairness().size() + marks.size(); }
  Set now(std::size_t i, const Set& within) const {
    std::size_t constraints = product.space().fairness().size();
    if (i >= constraints) return within & product.marked_predecessors(within, marks[i - constraints]);
    return within & Set(within.size(), product.space().fairness()[i]);
  }
};

template <Space S>
std::vector<typename ProductOf<S>::Edge> product_edges(LabellingOf<S>& labelling, const automata::Buchi& automaton) {
  std::vector<typename ProductOf<S>::Edge> edges;
  for (std::uint32_t q = 0; q < automaton.states.size(); ++q) {
    for (const automata::Buchi::Edge& edge : automaton.states[q].edges) {
      typename S::Set guard = guard_states(labelling, edge.guard);
      if (!guard.empty()) edges.push_back({q, edge.target, std::move(guard), edge.marks});
    }
  }
  return edges;
}

// The product states of one component of the automaton that lie on, or lead within it to, an accepting cycle.
template <Space S>
void add_component_hull(const ProductOf<S>& product, const automata::Classification& classes, std::uint32_t component,
                        const automata::Buchi& automaton, typename ProductOf<S>::Set& hull) {
  std::vector<std::uint32_t> members;
  for (std::uint32_t q = 0; q < product.states(); ++q) {
    if (classes.components.of[q] == component) members.push_back(q);
  }
  if (classes.kinds[component] == automata::ComponentKind::Universal) {
    hull[members.front()] = product.space().with_path();
    return;
  }
  const ProductOf<S> part = product.part(members);
  ProductGoals<S> goals{part, {}};
  if (classes.kinds[component] != automata::ComponentKind::Accepting) {
    for (std::uint32_t bit = 0; bit < automaton.set_count; ++bit) {
      goals.marks.push_back(automata::Buchi::Marks{1} << bit);
    }
  }
  auto found = [&] {
    if constexpr (requires { part.space().product_cycles(part, goals.marks); }) {
      return part.space().product_cycles(part, goals.marks);
    } else {
      return fair_hull(part, part.everything(), goals);
    }
  }();
  for (std::uint32_t i = 0; i < members.size(); ++i) hull[members[i]] = found[i];
}

// Whether the product can get from the initial automaton state into the component at all, by edges with some guard.
template <Space S>
std::vector<bool> enterable(const ProductOf<S>& product, std::uint32_t initial) {
  automata::Graph graph(product.states());
  for (const auto& edge : product.edges()) graph[edge.from].push_back(edge.to);
  return automata::forward_reachable(graph, initial);
}

// Adds all that leads, within these states of the automaton, to what is reached.
template <Space S>
requires LeapingGraph<ProductOf<S>>
void close(const ProductOf<S>& product, const std::vector<std::uint32_t>& members,
           typename ProductOf<S>::Set& reached) {
  const ProductOf<S> part = product.part(members);
  typename ProductOf<S>::Set inside = part.none();
  for (std::uint32_t i = 0; i < members.size(); ++i) inside[i] = reached[members[i]];
  inside = part.joined(model::closed_backward(part.leaps(part.everything(), Edges::All), part.parts(inside)));
  for (std::uint32_t i = 0; i < members.size(); ++i) reached[members[i]] = inside[i];
}

}  // namespace detail

template <Space S>
typename S::Set ProductGoalOf<S>::reached_from([[maybe_unused]] const typename S::Set* asked) const {
  using Set = typename S::Set;
  using Edge = typename ProductOf<S>::Edge;
  if constexpr (requires { product.space().product_until(product, initial, target); }) {
    return product.space().product_until(product, initial, target);
  }
  automata::Graph graph(product.states());
  std::vector<std::vector<const Edge*>> entering(product.states());
  for (const Edge& edge : product.edges()) {
    graph[edge.from].push_back(edge.to);
    entering[edge.to].push_back(&edge);
  }
  const automata::Components components = automata::strong_components(graph);
  std::vector<std::vector<std::uint32_t>> members(components.count);
  for (std::uint32_t q = 0; q < product.states(); ++q) members[components.of[q]].push_back(q);
  const S& space = product.space();
  typename ProductOf<S>::Set reached = target;
  for (const std::vector<std::uint32_t>& component : members) {  // edges lead to equal or smaller components
    std::vector<std::pair<std::uint32_t, Set>> open;
    for (std::uint32_t q : component) open.emplace_back(q, reached[q]);
    [[maybe_unused]] auto trial = leap_trial(product);
    while (!open.empty()) {
      if (asked && asked->subset_of(reached[initial])) return reached[initial];
      std::unordered_map<std::uint32_t, Set> found;
      for (const auto& [q, states] : open) {
        if (states.empty() || entering[q].empty()) continue;
        const Set before = space.predecessors(states);
        for (const Edge* edge : entering[q]) {
          Set& into = components.of[edge->from] != components.of[q]
                          ? reached[edge->from]
                          : found.try_emplace(edge->from, space.none()).first->second;
          into |= before & edge->guard;
        }
      }
      open.clear();
      for (auto& [q, states] : found) {
        Set fresh = states - reached[q];
        if (fresh.empty()) continue;
        reached[q] |= fresh;
        open.emplace_back(q, std::move(fresh));
      }
      if constexpr (LeapingGraph<ProductOf<S>>) {
        if (trial.after_step([&] { detail::close(product, component, reached); })) {
          open.clear();  // once more, for the edges into other components
          for (std::uint32_t q : component) open.emplace_back(q, reached[q]);
        }
      }
    }
  }
  return reached[initial];
}

template <Space S>
ProductGoalOf<S> product_goal(LabellingOf<S>& labelling, const automata::Buchi& automaton,
                              const typename S::Set* asked) {
  ProductOf<S> product(labelling.space(), automaton.states.size(), detail::product_edges(labelling, automaton));
  automata::Classification classes = automata::classify(automaton);
  if (asked) {
    std::vector<bool> universal(product.states());
    for (std::uint32_t q = 0; q < product.states(); ++q) {
      universal[q] = classes.kinds[classes.components.of[q]] == automata::ComponentKind::Universal;
    }
    if (const auto met = labelling.cones().met(product, automaton.initial, *asked, universal)) {
      product = product.among(*met);
    }
  }
  std::vector<bool> entered = detail::enterable(product, automaton.initial);
  auto hull = product.none();
  for (std::uint32_t c = 0; c < classes.components.count; ++c) {
    if (classes.kinds[c] == automata::ComponentKind::Transient ||
        classes.kinds[c] == automata::ComponentKind::Rejecting) {
      continue;
    }
    for (std::uint32_t q = 0; q < product.states(); ++q) {
      if (classes.components.of[q] != c || !entered[q]) continue;
      detail::add_component_hull(product, classes, c, automaton, hull);
      break;
    }
  }
  return {std::move(product), automaton.initial, std::move(hull)};
}

template <Space S>
ProductGoalOf<S> product_goal(LabellingOf<S>& labelling, const automata::Nfa& automaton, const typename S::Set& last,
                              const typename S::Set* asked) {
  std::vector<typename ProductOf<S>::Edge> edges;
  std::vector<typename S::Set> accepting(automaton.states.size(), labelling.space().none());
  for (std::uint32_t q = 0; q < automaton.states.size(); ++q) {
    for (const automata::Nfa::Edge& edge : automaton.states[q].edges) {
      typename S::Set guard = guard_states(labelling, edge.condition.guard);
      if (!guard.empty()) edges.push_back({q, edge.target, std::move(guard), 0});
    }
    for (const automata::Condition& condition : automaton.states[q].accepting) {
      accepting[q] |= guard_states(labelling, condition.guard) & last;
    }
  }
  ProductOf<S> product(labelling.space(), automaton.states.size(), std::move(edges));
  typename ProductOf<S>::Set target(std::move(accepting));
  if (asked) {
    const std::vector<bool> none(product.states(), false);
    if (const auto met = labelling.cones().met(product, automaton.initial, *asked, none)) {
      product = product.among(*met);
      target = target & *met;
    }
  }
  return {std::move(product), automaton.initial, std::move(target)};
}

}  // namespace gnomon::check
