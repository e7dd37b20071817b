#include "recall/place_set.h"

#include <algorithm>

namespace gnomon::recall {

PlaceSet::PlaceSet(std::vector<Entry> entries) : entries_(std::move(entries)) {
  std::erase_if(entries_, [](const Entry& entry) { return entry.second.empty(); });
}

const StateSet* PlaceSet::at(VertexId vertex) const {
  auto found = std::lower_bound(entries_.begin(), entries_.end(), vertex,
                                [](const Entry& entry, VertexId v) { return entry.first < v; });
  return found == entries_.end() || found->first != vertex ? nullptr : &found->second;
}

PlaceSet PlaceSet::operator&(const PlaceSet& other) const {
  const PlaceSet& small = entries_.size() <= other.entries_.size() ? *this : other;
  const PlaceSet& large = &small == this ? other : *this;
  std::vector<Entry> result;
  for (const Entry& entry : small.entries_) {
    if (const StateSet* states = large.at(entry.first)) result.emplace_back(entry.first, entry.second & *states);
  }
  return PlaceSet(std::move(result));
}

PlaceSet PlaceSet::operator|(const PlaceSet& other) const {
  std::vector<Entry> result;
  result.reserve(entries_.size() + other.entries_.size());
  auto a = entries_.begin();
  auto b = other.entries_.begin();
  while (a != entries_.end() || b != other.entries_.end()) {
    if (b == other.entries_.end() || (a != entries_.end() && a->first < b->first)) {
      result.push_back(*a++);
    } else if (a == entries_.end() || b->first < a->first) {
      result.push_back(*b++);
    } else {
      result.emplace_back(a->first, a->second | b->second);
      ++a;
      ++b;
    }
  }
  return PlaceSet(std::move(result));
}

PlaceSet PlaceSet::operator-(const PlaceSet& other) const {
  std::vector<Entry> result;
  for (const Entry& entry : entries_) {
    const StateSet* states = other.at(entry.first);
    result.emplace_back(entry.first, states == nullptr ? entry.second : entry.second - *states);
  }
  return PlaceSet(std::move(result));
}

PlaceSet PlaceSet::operator&(const StateSet& states) const {
  std::vector<Entry> result;
  for (const Entry& entry : entries_) result.emplace_back(entry.first, entry.second & states);
  return PlaceSet(std::move(result));
}

PlaceSet PlaceSet::within(const Forest& forest, const std::vector<NodeId>& nodes) const {
  std::vector<Entry> result;
  for (NodeId id : nodes) {
    const Node& node = forest.node(id);
    for (std::size_t m = 0; m < node.members.size(); ++m) {
      auto vertex = static_cast<VertexId>(node.first + m);
      if (const StateSet* states = at(vertex)) result.emplace_back(vertex, *states);
    }
  }
  return PlaceSet(std::move(result));
}

PlaceSet all_places(const Forest& forest, const std::vector<NodeId>& nodes) {
  std::vector<PlaceSet::Entry> result;
  for (NodeId id : nodes) {
    const Node& node = forest.node(id);
    for (std::size_t m = 0; m < node.members.size(); ++m) {
      result.emplace_back(static_cast<VertexId>(node.first + m), node.members[m].states);
    }
  }
  return PlaceSet(std::move(result));
}

}  // namespace gnomon::recall
