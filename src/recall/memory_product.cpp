#include "recall/memory_product.h"

#include "automata/simplify.h"
#include "check/fixpoints.h"

namespace gnomon::recall {

using automata::Buchi;
using automata::ComponentKind;

bool LayeredSet::empty() const {
  for (const PlaceSet& part : parts_) {
    if (!part.empty()) return false;
  }
  return true;
}

LayeredSet LayeredSet::operator&(const LayeredSet& other) const {
  LayeredSet result(size());
  for (std::size_t q = 0; q < size(); ++q) result[q] = parts_[q] & other[q];
  return result;
}

LayeredSet LayeredSet::operator|(const LayeredSet& other) const {
  LayeredSet result(size());
  for (std::size_t q = 0; q < size(); ++q) result[q] = parts_[q] | other[q];
  return result;
}

LayeredSet LayeredSet::operator-(const LayeredSet& other) const {
  LayeredSet result(size());
  for (std::size_t q = 0; q < size(); ++q) result[q] = parts_[q] - other[q];
  return result;
}

namespace {

class Product {
 public:
  using Set = LayeredSet;  // a graph for check/fixpoints.h
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    PlaceSet guard;
    Buchi::Marks marks = 0;
    bool recurrent = true;  // within a component of the automaton
  };

  Product(const MemoryGraph& graph, std::size_t states) : graph_(&graph), states_(states) {}

  const MemoryGraph& graph() const { return *graph_; }
  std::size_t states() const { return states_; }
  void add(Edge edge) {
    if (!edge.guard.empty()) edges_.push_back(std::move(edge));
  }
  LayeredSet everything() const { return LayeredSet(states_, graph_->everything()); }

  LayeredSet predecessors(const LayeredSet& set) const { return step_back(set, false, 0); }
  LayeredSet recurrent_predecessors(const LayeredSet& set) const { return step_back(set, true, 0); }
  LayeredSet marked_predecessors(const LayeredSet& set, Buchi::Marks marks) const {
    return step_back(set, true, marks);
  }

 private:
  LayeredSet step_back(const LayeredSet& set, bool recurrent, Buchi::Marks marks) const {
    std::vector<PlaceSet> before(states_);
    std::vector<bool> known(states_, false);
    LayeredSet result(states_);
    for (const Edge& edge : edges_) {
      if ((edge.marks & marks) != marks || (recurrent && !edge.recurrent) || set[edge.to].empty()) continue;
      if (!known[edge.to]) {
        before[edge.to] = recurrent ? graph_->recurrent_predecessors(set[edge.to]) : graph_->predecessors(set[edge.to]);
        known[edge.to] = true;
      }
      result[edge.from] = result[edge.from] | (before[edge.to] & edge.guard);
    }
    return result;
  }

  const MemoryGraph* graph_;
  std::size_t states_;
  std::vector<Edge> edges_;
};

// Visit the fair sets infinitely often, and take edges with each of the automaton's marks infinitely often.
struct ProductGoals {
  const Product& product;
  std::uint32_t mark_count = 0;

  std::size_t size() const { return product.graph().fairness().size() + mark_count; }
  LayeredSet now(std::size_t i, const LayeredSet& within) const {
    const std::vector<PlaceSet>& fairness = product.graph().fairness();
    if (i < fairness.size()) return within & LayeredSet(within.size(), fairness[i]);
    return within & product.marked_predecessors(within, Buchi::Marks{1} << (i - fairness.size()));
  }
};

PlaceSet guard_places(const MemoryGraph& graph, const automata::Guard& guard, const LetterPlaces& letters) {
  PlaceSet places = graph.everything();
  for (const automata::Literal& literal : guard) {
    PlaceSet letter = letters(literal.letter);
    places = literal.positive ? places & letter : places - letter;
  }
  return places;
}

}  // namespace

// One search for all components of the automaton: edges between them do not recur, so cycles stay inside.
PlaceSet accepted_from(const MemoryGraph& graph, const Buchi& automaton, const LetterPlaces& letters) {
  if (automaton.states.empty()) return {};
  automata::Classification classes = automata::classify(automaton);
  Product product(graph, automaton.states.size());
  for (std::uint32_t q = 0; q < automaton.states.size(); ++q) {
    for (const Buchi::Edge& edge : automaton.states[q].edges) {
      bool inside = classes.components.of[q] == classes.components.of[edge.target];
      bool accepting = classes.kind_of(q) == ComponentKind::Accepting;
      product.add({q, edge.target, guard_places(graph, edge.guard, letters),
                   inside && accepting ? automaton.all_marks() : edge.marks, inside});
    }
  }
  LayeredSet within(product.states());
  LayeredSet found(product.states());
  for (std::uint32_t q = 0; q < automaton.states.size(); ++q) {
    switch (classes.kind_of(q)) {
      case ComponentKind::Transient:
      case ComponentKind::Rejecting:
        break;
      case ComponentKind::Mixed:
      case ComponentKind::Accepting:
        within[q] = graph.everything();
        break;
      case ComponentKind::Universal:
        found[q] = graph.with_path();
        break;
    }
  }
  if (!within.empty()) found = found | check::fair_hull(product, within, ProductGoals{product, automaton.set_count});
  return check::until(product, product.everything(), found)[automaton.initial];
}

PlaceSet matched_from(const MemoryGraph& graph, const automata::Nfa& automaton, const PlaceSet& last,
                      const LetterPlaces& letters) {
  if (automaton.states.empty()) return {};
  Product product(graph, automaton.states.size());
  LayeredSet accepting(automaton.states.size());
  for (std::uint32_t q = 0; q < automaton.states.size(); ++q) {
    for (const automata::Nfa::Edge& edge : automaton.states[q].edges) {
      product.add({q, edge.target, guard_places(graph, edge.condition.guard, letters), 0, true});
    }
    for (const automata::Condition& condition : automaton.states[q].accepting) {
      accepting[q] = accepting[q] | (guard_places(graph, condition.guard, letters) & last);
    }
  }
  return check::until(product, product.everything(), accepting)[automaton.initial];
}

}  // namespace gnomon::recall
