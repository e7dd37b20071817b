#include "witness/search.h"

#include "model/reach.h"
#include "witness/search_impl.h"

namespace gnomon::witness {

StateSet PointsOf<check::Frame>::singleton(const check::Frame& frame, const Point& point) {
  return frame.model().singleton(point);
}

bool PointsOf<check::Frame>::contains(const check::Frame& frame, const StateSet& set, const Point& point) {
  return singleton(frame, point).subset_of(set);
}

BigInt PointsOf<check::Frame>::count(const check::Frame& frame, const StateSet& set) {
  return frame.model().count(set);
}

StateSet PointsOf<check::Frame>::agreeing(const check::Frame& frame, const StateSet& set, const Point& point,
                                          ispl::VarId var) {
  const std::uint64_t position = *frame.source().variable(var).type.position_of(point[var.index()]);
  return set & StateSet(frame.model().encoding().variable_is(var, position));
}

explicit_state::State PointsOf<check::Frame>::pick(const check::Frame& frame, const StateSet& set) {
  return frame.model().pick(set);
}

StateSet PointsOf<check::Frame>::successors(const check::Frame& frame, const StateSet& set) {
  return frame.model().transition().image(set) & frame.states();
}

const StateSet& PointsOf<check::Frame>::smaller_of(const StateSet& layer, const StateSet& reached) {
  return model::smaller_of(layer, reached);
}

const Budget& PointsOf<check::Frame>::budget(const check::Frame& frame) {
  return frame.model().manager().budget();
}

recall::PlaceSet PointsOf<recall::MemoryGraph>::singleton(const recall::MemoryGraph& graph, const Point& point) {
  recall::PlaceSet set;
  set.append(point.vertex, graph.model().singleton(point.state));
  return set;
}

bool PointsOf<recall::MemoryGraph>::contains(const recall::MemoryGraph& graph, const recall::PlaceSet& set,
                                             const Point& point) {
  return singleton(graph, point).subset_of(set);
}

Place PointsOf<recall::MemoryGraph>::pick(const recall::MemoryGraph& graph, const recall::PlaceSet& set) {
  const auto& [vertex, states] = set.entries().front();
  return {vertex, graph.model().pick(states)};
}

recall::PlaceSet PointsOf<recall::MemoryGraph>::successors(const recall::MemoryGraph& graph,
                                                           const recall::PlaceSet& set) {
  return graph.step_forward(set);
}

const Budget& PointsOf<recall::MemoryGraph>::budget(const recall::MemoryGraph& graph) {
  return graph.manager().budget();
}

template ProductSetIn<check::Frame> singleton(const Product& product, const Vertex& vertex);
template bool contains(const Product& product, const ProductSet& set, const Vertex& vertex);
template Vertex pick(const Product& product, const ProductSet& set);
template ProductSetIn<check::Frame> successors(const Product& product, const ProductSet& set);
template automata::Buchi::Marks marks_between(const Product& product, const Vertex& from, const Vertex& to);
template class ForwardSearchIn<check::Frame>;

using ListedProduct = check::ProductOf<enumerate::Space>;
using ListedSet = ProductSetIn<enumerate::Space>;
using ListedVertex = VertexOf<enumerate::Space>;
template ListedSet singleton(const ListedProduct& product, const ListedVertex& vertex);
template bool contains(const ListedProduct& product, const ListedSet& set, const ListedVertex& vertex);
template ListedVertex pick(const ListedProduct& product, const ListedSet& set);
template ListedSet successors(const ListedProduct& product, const ListedSet& set);
template automata::Buchi::Marks marks_between(const ListedProduct& product, const ListedVertex& from,
                                              const ListedVertex& to);

using MemoryProduct = check::ProductOf<recall::MemoryGraph>;
using MemorySet = ProductSetIn<recall::MemoryGraph>;
using MemoryVertex = VertexOf<recall::MemoryGraph>;
template MemorySet singleton(const MemoryProduct& product, const MemoryVertex& vertex);
template bool contains(const MemoryProduct& product, const MemorySet& set, const MemoryVertex& vertex);
template MemoryVertex pick(const MemoryProduct& product, const MemorySet& set);
template MemorySet successors(const MemoryProduct& product, const MemorySet& set);
template automata::Buchi::Marks marks_between(const MemoryProduct& product, const MemoryVertex& from,
                                              const MemoryVertex& to);
template class ForwardSearchIn<recall::MemoryGraph>;

}  // namespace gnomon::witness
