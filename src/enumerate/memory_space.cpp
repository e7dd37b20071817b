#include "enumerate/memory_space.h"

#include "base/pace.h"
#include "check/labelling_impl.h"
#include "check/path_impl.h"
#include "check/product_impl.h"
#include "enumerate/components.h"

namespace gnomon::enumerate {

namespace {

// The steps between places, for the search for components.
struct PlaceGraph {
  using Cursor = std::uint32_t;
  const Histories& histories;

  std::size_t vertices() const { return histories.size(); }
  bool next(PlaceIndex p, Cursor& cursor, PlaceIndex& target) const {
    if (cursor >= histories.successor_count(p)) return false;
    target = histories.successor(p, cursor++);
    return true;
  }
};

}  // namespace

MemorySpace::MemorySpace(const Space& plain, const Histories& histories)
    : plain_(&plain), histories_(&histories), states_(BitSet::all(histories.size())), into_(histories.size() + 2, 0) {
  for (const BitSet& constraint : plain.fairness()) fairness_.push_back(lifted(constraint));
  std::size_t edges = 0;
  for (PlaceIndex p = 0; p < histories.size(); ++p) {
    for (std::size_t i = 0; i < histories.successor_count(p); ++i) ++into_[histories.successor(p, i) + 2];
    edges += histories.successor_count(p);
  }
  for (std::size_t p = 2; p < into_.size(); ++p) into_[p] += into_[p - 1];
  sources_.resize(edges);
  for (PlaceIndex p = 0; p < histories.size(); ++p) {
    for (std::size_t i = 0; i < histories.successor_count(p); ++i) sources_[into_[histories.successor(p, i) + 1]++] = p;
  }
  into_.pop_back();
}

BitSet MemorySpace::lifted(const BitSet& of_states) const {
  BitSet set = none();
  for (PlaceIndex p = 0; p < histories_->size(); ++p) {
    if (of_states.test(histories_->state(p))) set.add(p);
  }
  return set;
}

BitSet MemorySpace::initial() const {
  BitSet set = none();
  for (PlaceIndex p : histories_->initial()) set.add(p);
  return set;
}

BitSet MemorySpace::predecessors(const BitSet& set) const {
  BitSet found = none();
  Pace pace(&plain_->graph().budget());
  set.for_each([&](std::size_t p) {
    pace.step(1 + into_[p + 1] - into_[p]);
    for_predecessors(p, [&](PlaceIndex q) { found.add(q); });
  });
  return found;
}

BitSet MemorySpace::leading_to(const BitSet& through, const BitSet& target, check::Edges) const {
  BitSet reached = target;
  std::vector<std::size_t> open;
  target.for_each([&](std::size_t p) { open.push_back(p); });
  Pace pace(&plain_->graph().budget());
  while (!open.empty()) {
    const std::size_t p = open.back();
    open.pop_back();
    pace.step(1 + into_[p + 1] - into_[p]);
    for_predecessors(p, [&](PlaceIndex q) {
      if (through.test(q) && reached.insert(q)) open.push_back(q);
    });
  }
  return reached;
}

BitSet MemorySpace::fair_cycles(const BitSet& within, const std::vector<BitSet>& goals) const {
  return leading_to(within, on_fair_cycles(PlaceGraph{*histories_}, plain_->graph().budget(), within, goals));
}

}  // namespace gnomon::enumerate

// The checker over these places.
namespace gnomon::check {

using enumerate::MemorySpace;

template const enumerate::BitSet& LabellingOf<MemorySpace>::states(logic::Formula);
template class PathCheckerOf<MemorySpace>;

}  // namespace gnomon::check
