#include "recall/place_set.h"

#include <algorithm>
#include <utility>

namespace gnomon::recall {

const StateSet* PlaceSet::at(VertexId vertex) const {
  auto found = std::lower_bound(entries_.begin(), entries_.end(), vertex,
                                [](const auto& entry, VertexId v) { return entry.first < v; });
  return found == entries_.end() || found->first != vertex ? nullptr : &found->second;
}

void PlaceSet::append(VertexId vertex, StateSet states) {
  if (!states.empty()) entries_.emplace_back(vertex, std::move(states));
}

PlaceSet PlaceSet::operator&(const PlaceSet& other) const {
  return met(other, [](const StateSet& a, const StateSet& b) { return a & b; });
}

PlaceSet PlaceSet::operator|(const PlaceSet& other) const {
  PlaceSet result;
  result.entries_.reserve(entries().size() + other.entries().size());
  auto a = entries_.begin();
  auto b = other.entries_.begin();
  while (a != entries_.end() || b != other.entries_.end()) {
    if (b == other.entries_.end() || (a != entries_.end() && a->first < b->first)) {
      result.entries_.push_back(*a++);
    } else if (a == entries_.end() || b->first < a->first) {
      result.entries_.push_back(*b++);
    } else {
      result.entries_.emplace_back(a->first, a->second | b->second);
      ++a;
      ++b;
    }
  }
  return result;
}

PlaceSet PlaceSet::operator-(const PlaceSet& other) const {
  PlaceSet result;
  for (const auto& [vertex, states] : entries()) {
    const StateSet* others = other.at(vertex);
    result.append(vertex, others == nullptr ? states : states - *others);
  }
  return result;
}

PlaceSet PlaceSet::operator&(const StateSet& states) const {
  return transformed([&](const StateSet& here) { return here & states; });
}

bool PlaceSet::subset_of(const PlaceSet& other) const {
  return std::all_of(entries().begin(), entries().end(), [&](const auto& entry) {
    const StateSet* states = other.at(entry.first);
    return states != nullptr && entry.second.subset_of(*states);
  });
}

std::size_t PlaceSet::hash() const {
  std::size_t hash = entries().size();
  for (const auto& [vertex, states] : entries()) {
    hash = (hash ^ vertex ^ (states.hash() << 20)) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 29;
  }
  return hash;
}

PlaceSet PlaceSet::within(const Forest& forest, const std::vector<NodeId>& nodes) const {
  PlaceSet result;
  for (NodeId id : nodes) {
    const Node& node = forest.node(id);
    for (std::size_t m = 0; m < node.members.size(); ++m) {
      auto vertex = static_cast<VertexId>(node.first + m);
      if (const StateSet* states = at(vertex)) result.append(vertex, *states);
    }
  }
  return result;
}

PlaceSet all_places(const Forest& forest, const std::vector<NodeId>& nodes) {
  PlaceSet result;
  for (NodeId id : nodes) {
    const Node& node = forest.node(id);
    for (std::size_t m = 0; m < node.members.size(); ++m) {
      result.append(static_cast<VertexId>(node.first + m), node.members[m].states);
    }
  }
  return result;
}

}  // namespace gnomon::recall
