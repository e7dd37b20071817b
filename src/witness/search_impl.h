// The definitions of search.h; included where they are instantiated.
#pragma once

#include <string>
#include <utility>

#include "base/budget.h"
#include "witness/search.h"

namespace gnomon::witness {

template <class S>
ProductSetIn<S> singleton(const check::ProductOf<S>& product, const VertexOf<S>& vertex) {
  ProductSetIn<S> set = product.none();
  set[vertex.automaton] = PointsOf<S>::singleton(product.space(), vertex.state);
  return set;
}

template <class S>
bool contains(const check::ProductOf<S>& product, const ProductSetIn<S>& set, const VertexOf<S>& vertex) {
  return PointsOf<S>::contains(product.space(), set[vertex.automaton], vertex.state);
}

template <class S>
VertexOf<S> pick(const check::ProductOf<S>& product, const ProductSetIn<S>& set) {
  std::uint32_t q = 0;
  while (set[q].empty()) ++q;
  return {PointsOf<S>::pick(product.space(), set[q]), q};
}

// One image of the space per automaton state that is entered.
template <class S>
ProductSetIn<S> successors(const check::ProductOf<S>& product, const ProductSetIn<S>& set) {
  ProductSetIn<S> leaving = product.none();  // by automaton state that is entered: the states that are left
  for (const auto& edge : product.edges()) {
    if (!set[edge.from].empty()) leaving[edge.to] |= set[edge.from] & edge.guard;
  }
  ProductSetIn<S> result = product.none();
  for (std::size_t q = 0; q < leaving.size(); ++q) {
    if (!leaving[q].empty()) result[q] = PointsOf<S>::successors(product.space(), leaving[q]);
  }
  return result;
}

template <class S>
automata::Buchi::Marks marks_between(const check::ProductOf<S>& product, const VertexOf<S>& from,
                                     const VertexOf<S>& to) {
  automata::Buchi::Marks marks = 0;
  for (const auto& edge : product.edges()) {
    if (edge.from == from.automaton && edge.to == to.automaton &&
        PointsOf<S>::contains(product.space(), edge.guard, from.state)) {
      marks |= edge.marks;
    }
  }
  return marks;
}

template <class S>
ForwardSearchIn<S>::ForwardSearchIn(const check::ProductOf<S>& product, const Set& start, Set inside,
                                    std::size_t max_steps)
    : product_(&product),
      inside_(std::move(inside)),
      reached_(start & inside_),
      layers_{reached_},
      max_steps_(max_steps) {}

template <class S>
bool ForwardSearchIn<S>::advance() {
  PointsOf<S>::budget(product_->space()).poll();
  Set next = (successors(*product_, to_expand()) & inside_) - reached_;
  if (next.empty()) return false;
  if (layers_.size() > max_steps_) {
    throw NotShown("the shortest path has more than " + std::to_string(max_steps_) + " steps");
  }
  reached_ = reached_ | next;
  layers_.push_back(std::move(next));
  return true;
}

template <class S>
ProductSetIn<S> ForwardSearchIn<S>::to_expand() const {
  Set expanded = layers_.back();
  for (std::size_t q = 0; q < expanded.size(); ++q) expanded[q] = PointsOf<S>::smaller_of(expanded[q], reached_[q]);
  return expanded;
}

template <class S>
std::vector<VertexOf<S>> ForwardSearchIn<S>::path_to(const Set& target) {
  std::size_t k = 0;
  while ((layers_[k] & target).empty()) {
    if (k + 1 == layers_.size() && !advance()) return {};
    ++k;
  }
  std::vector<VertexOf<S>> path(k + 1);
  path[k] = pick(*product_, layers_[k] & target);
  for (; k > 0; --k) {
    path[k - 1] = pick(*product_, layers_[k - 1] & product_->predecessors(singleton(*product_, path[k])));
  }
  return path;
}

template <class S>
const ProductSetIn<S>& ForwardSearchIn<S>::reached() {
  while (advance()) {
  }
  return reached_;
}

}  // namespace gnomon::witness
