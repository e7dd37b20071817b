#include "witness/search.h"

#include <string>
#include <utility>

namespace gnomon::witness {

namespace {

const model::SymbolicModel& system_of(const Product& product) {
  return product.space().model();
}

}  // namespace

ProductSet singleton(const Product& product, const Vertex& vertex) {
  ProductSet set = product.none();
  set[vertex.automaton] = system_of(product).singleton(vertex.state);
  return set;
}

bool contains(const Product& product, const ProductSet& set, const Vertex& vertex) {
  return system_of(product).singleton(vertex.state).subset_of(set[vertex.automaton]);
}

Vertex pick(const Product& product, const ProductSet& set) {
  std::uint32_t q = 0;
  while (set[q].empty()) ++q;
  return {system_of(product).pick(set[q]), q};
}

// One image of the system per automaton state that is entered.
ProductSet successors(const Product& product, const ProductSet& set) {
  ProductSet leaving = product.none();  // by automaton state that is entered: the system states that are left
  for (const Product::Edge& edge : product.edges()) {
    if (!set[edge.from].empty()) leaving[edge.to] |= set[edge.from] & edge.guard;
  }
  const check::Frame& frame = product.space();
  ProductSet result = product.none();
  for (std::size_t q = 0; q < leaving.size(); ++q) {
    if (!leaving[q].empty()) result[q] = frame.model().transition().image(leaving[q]) & frame.states();
  }
  return result;
}

automata::Buchi::Marks marks_between(const Product& product, const Vertex& from, const Vertex& to) {
  automata::Buchi::Marks marks = 0;
  StateSet state = system_of(product).singleton(from.state);
  for (const Product::Edge& edge : product.edges()) {
    if (edge.from == from.automaton && edge.to == to.automaton && state.subset_of(edge.guard)) marks |= edge.marks;
  }
  return marks;
}

Product system_product(const check::Frame& frame, const StateSet& through) {
  return Product(frame, 1, {Product::Edge{0, 0, through, 0}});
}

ForwardSearch::ForwardSearch(const Product& product, const ProductSet& start, ProductSet inside, std::size_t max_steps)
    : product_(&product),
      inside_(std::move(inside)),
      reached_(start & inside_),
      layers_{reached_},
      max_steps_(max_steps) {}

bool ForwardSearch::advance() {
  product_->space().model().manager().budget().poll();
  ProductSet next = (successors(*product_, layers_.back()) & inside_) - reached_;
  if (next.empty()) return false;
  if (layers_.size() > max_steps_) {
    throw NotShown("the shortest path has more than " + std::to_string(max_steps_) + " steps");
  }
  reached_ = reached_ | next;
  layers_.push_back(std::move(next));
  return true;
}

std::vector<Vertex> ForwardSearch::path_to(const ProductSet& target) {
  std::size_t k = 0;
  while ((layers_[k] & target).empty()) {
    if (k + 1 == layers_.size() && !advance()) return {};
    ++k;
  }
  std::vector<Vertex> path(k + 1);
  path[k] = pick(*product_, layers_[k] & target);
  for (; k > 0; --k) {
    path[k - 1] = pick(*product_, layers_[k - 1] & product_->predecessors(singleton(*product_, path[k])));
  }
  return path;
}

const ProductSet& ForwardSearch::reached() {
  while (advance()) {
  }
  return reached_;
}

}  // namespace gnomon::witness
