#include "check/product.h"

#include <unordered_map>

#include "automata/graph.h"
#include "automata/simplify.h"
#include "check/fixpoints.h"

namespace gnomon::check {

using automata::Buchi;

bool ProductSet::empty() const {
  for (const StateSet& part : parts_) {
    if (!part.empty()) return false;
  }
  return true;
}

namespace {

template <class Operation>
ProductSet pointwise(const ProductSet& a, const ProductSet& b, Operation&& operation) {
  std::vector<StateSet> parts;
  parts.reserve(a.size());
  for (std::size_t q = 0; q < a.size(); ++q) parts.push_back(operation(a[q], b[q]));
  return ProductSet(std::move(parts));
}

}  // namespace

ProductSet ProductSet::operator&(const ProductSet& other) const {
  return pointwise(*this, other, [](const StateSet& x, const StateSet& y) { return x & y; });
}

ProductSet ProductSet::operator|(const ProductSet& other) const {
  return pointwise(*this, other, [](const StateSet& x, const StateSet& y) { return x | y; });
}

ProductSet ProductSet::operator-(const ProductSet& other) const {
  return pointwise(*this, other, [](const StateSet& x, const StateSet& y) { return x - y; });
}

ProductSet Product::step_back(const ProductSet& set, bool recurrent, Buchi::Marks marks) const {
  std::vector<StateSet> before(states_);  // per target, on demand
  ProductSet result = none();
  for (const Edge& edge : edges_) {
    if ((edge.marks & marks) != marks || set[edge.to].empty()) continue;
    StateSet& pre = before[edge.to];
    if (!pre.valid()) {
      pre = recurrent ? frame_->recurrent_predecessors(set[edge.to]) : frame_->predecessors(set[edge.to]);
    }
    result[edge.from] |= pre & edge.guard;
  }
  return result;
}

StateSet guard_states(Labelling& labelling, const automata::Guard& guard) {
  StateSet set = labelling.frame().states();
  for (const automata::Literal& literal : guard) {
    const StateSet& letter = labelling.states(literal.letter);
    set = literal.positive ? set & letter : set - letter;
  }
  return set;
}

namespace {

// Visit the fair sets of the system infinitely often, and take edges with each of the automaton's marks infinitely
// often.
struct ProductGoals {
  const Product& product;
  std::vector<Buchi::Marks> marks;  // one bit each

  std::size_t size() const { return product.frame().fairness().size() + marks.size(); }
  ProductSet now(std::size_t i, const ProductSet& within) const {
    std::size_t constraints = product.frame().fairness().size();
    if (i >= constraints) return within & product.marked_predecessors(within, marks[i - constraints]);
    return within & ProductSet(within.size(), product.frame().fairness()[i]);
  }
};

std::vector<Product::Edge> product_edges(Labelling& labelling, const Buchi& automaton) {
  std::vector<Product::Edge> edges;
  for (std::uint32_t q = 0; q < automaton.states.size(); ++q) {
    for (const Buchi::Edge& edge : automaton.states[q].edges) {
      StateSet guard = guard_states(labelling, edge.guard);
      if (!guard.empty()) edges.push_back({q, edge.target, std::move(guard), edge.marks});
    }
  }
  return edges;
}

// The product states of one component of the automaton that lie on, or lead within it to, an accepting cycle.
void add_component_hull(const Product& product, const automata::Classification& classes, std::uint32_t component,
                        const Buchi& automaton, ProductSet& hull) {
  const Frame& frame = product.frame();
  std::vector<std::uint32_t> members;
  for (std::uint32_t q = 0; q < product.states(); ++q) {
    if (classes.components.of[q] == component) members.push_back(q);
  }
  if (classes.kinds[component] == automata::ComponentKind::Universal) {
    hull[members.front()] = frame.with_path();
    return;
  }
  std::vector<std::uint32_t> local(product.states(), 0);
  for (std::uint32_t i = 0; i < members.size(); ++i) local[members[i]] = i;
  std::vector<Product::Edge> inside;
  for (const Product::Edge& edge : product.edges()) {
    if (classes.components.of[edge.from] != component || classes.components.of[edge.to] != component) continue;
    inside.push_back({local[edge.from], local[edge.to], edge.guard, edge.marks});
  }
  Product part(frame, members.size(), std::move(inside));
  ProductGoals goals{part, {}};
  if (classes.kinds[component] != automata::ComponentKind::Accepting) {
    for (std::uint32_t bit = 0; bit < automaton.set_count; ++bit) goals.marks.push_back(Buchi::Marks{1} << bit);
  }
  ProductSet found = fair_hull(part, part.everything(), goals);
  for (std::uint32_t i = 0; i < members.size(); ++i) hull[members[i]] = found[i];
}

// Whether the product can get from the initial automaton state into the component at all, by edges with some guard.
std::vector<bool> enterable(const Product& product, std::uint32_t initial) {
  automata::Graph graph(product.states());
  for (const Product::Edge& edge : product.edges()) graph[edge.from].push_back(edge.to);
  return automata::forward_reachable(graph, initial);
}

}  // namespace

ProductGoal product_goal(Labelling& labelling, const Buchi& automaton) {
  const Frame& frame = labelling.frame();
  Product product(frame, automaton.states.size(), product_edges(labelling, automaton));
  automata::Classification classes = automata::classify(automaton);
  std::vector<bool> entered = enterable(product, automaton.initial);
  ProductSet hull = product.none();
  for (std::uint32_t c = 0; c < classes.components.count; ++c) {
    if (classes.kinds[c] == automata::ComponentKind::Transient ||
        classes.kinds[c] == automata::ComponentKind::Rejecting) {
      continue;
    }
    for (std::uint32_t q = 0; q < product.states(); ++q) {
      if (classes.components.of[q] != c || !entered[q]) continue;
      add_component_hull(product, classes, c, automaton, hull);
      break;
    }
  }
  return {std::move(product), automaton.initial, std::move(hull)};
}

StateSet ProductGoal::reached_from() const {
  using StateList = std::vector<std::uint32_t>;
  automata::Graph graph(product.states());
  std::vector<std::vector<const Product::Edge*>> entering(product.states());
  for (const Product::Edge& edge : product.edges()) {
    graph[edge.from].push_back(edge.to);
    entering[edge.to].push_back(&edge);
  }
  const automata::Components components = automata::strong_components(graph);
  std::vector<StateList> members(components.count);
  for (std::uint32_t q = 0; q < product.states(); ++q) members[components.of[q]].push_back(q);
  const Frame& frame = product.frame();
  ProductSet reached = target;
  for (const StateList& component : members) {  // edges lead to equal or smaller components
    std::vector<std::pair<std::uint32_t, StateSet>> open;
    for (std::uint32_t q : component) open.emplace_back(q, reached[q]);
    while (!open.empty()) {
      std::unordered_map<std::uint32_t, StateSet> found;
      for (const auto& [q, states] : open) {
        if (states.empty() || entering[q].empty()) continue;
        const StateSet before = frame.predecessors(states);
        for (const Product::Edge* edge : entering[q]) {
          StateSet& into = components.of[edge->from] != components.of[q]
                               ? reached[edge->from]
                               : found.try_emplace(edge->from, frame.none()).first->second;
          into |= before & edge->guard;
        }
      }
      open.clear();
      for (auto& [q, states] : found) {
        StateSet fresh = states - reached[q];
        if (fresh.empty()) continue;
        reached[q] |= fresh;
        open.emplace_back(q, std::move(fresh));
      }
    }
  }
  return reached[initial];
}

StateSet accepted_from(Labelling& labelling, const Buchi& automaton) {
  if (automaton.states.empty()) return labelling.frame().none();
  return product_goal(labelling, automaton).reached_from();
}

ProductGoal product_goal(Labelling& labelling, const automata::Nfa& automaton, const StateSet& last) {
  const Frame& frame = labelling.frame();
  std::vector<Product::Edge> edges;
  std::vector<StateSet> accepting(automaton.states.size(), frame.none());
  for (std::uint32_t q = 0; q < automaton.states.size(); ++q) {
    for (const automata::Nfa::Edge& edge : automaton.states[q].edges) {
      StateSet guard = guard_states(labelling, edge.condition.guard);
      if (!guard.empty()) edges.push_back({q, edge.target, std::move(guard), 0});
    }
    for (const automata::Condition& condition : automaton.states[q].accepting) {
      accepting[q] |= guard_states(labelling, condition.guard) & last;
    }
  }
  return {Product(frame, automaton.states.size(), std::move(edges)), automaton.initial,
          ProductSet(std::move(accepting))};
}

StateSet matched_from(Labelling& labelling, const automata::Nfa& automaton, const StateSet& last) {
  if (automaton.states.empty()) return labelling.frame().none();
  return product_goal(labelling, automaton, last).reached_from();
}

}  // namespace gnomon::check
