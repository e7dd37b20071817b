#include "witness/search.h"

#include "witness/search_impl.h"

namespace gnomon::witness {

StateSet PointsOf<check::Frame>::singleton(const check::Frame& frame, const Point& point) {
  return frame.model().singleton(point);
}

explicit_state::State PointsOf<check::Frame>::pick(const check::Frame& frame, const StateSet& set) {
  return frame.model().pick(set);
}

StateSet PointsOf<check::Frame>::successors(const check::Frame& frame, const StateSet& set) {
  return frame.model().transition().image(set) & frame.states();
}

const Budget& PointsOf<check::Frame>::budget(const check::Frame& frame) {
  return frame.model().manager().budget();
}

recall::PlaceSet PointsOf<recall::MemoryGraph>::singleton(const recall::MemoryGraph& graph, const Point& point) {
  recall::PlaceSet set;
  set.append(point.vertex, graph.model().singleton(point.state));
  return set;
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
