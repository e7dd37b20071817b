#include "recall/place_set.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gnomon::recall {

namespace {

PlaceSet::Entries merged(PlaceSet::Entries a, PlaceSet::Entries b) {
  PlaceSet::Entries result;
  result.reserve(a.size() + b.size());
  std::merge(std::make_move_iterator(a.begin()), std::make_move_iterator(a.end()), std::make_move_iterator(b.begin()),
             std::make_move_iterator(b.end()), std::back_inserter(result),
             [](const auto& x, const auto& y) { return x.first < y.first; });
  return result;
}

}  // namespace

const PlaceSet::Entries& PlaceSet::entries() const {
  for (; !recent_.empty(); recent_.pop_back()) {
    if (recent_.size() > 1) {
      Entries& longer = recent_[recent_.size() - 2];
      longer = merged(std::move(longer), std::move(recent_.back()));
    } else {
      entries_ = merged(std::move(entries_), std::move(recent_.back()));
    }
  }
  return entries_;
}

StateSet* PlaceSet::find(VertexId vertex) const {
  auto in = [&](Entries& entries) -> StateSet* {
    auto found = std::lower_bound(entries.begin(), entries.end(), vertex,
                                  [](const auto& entry, VertexId v) { return entry.first < v; });
    return found == entries.end() || found->first != vertex ? nullptr : &found->second;
  };
  StateSet* found = in(entries_);
  for (std::size_t i = 0; found == nullptr && i < recent_.size(); ++i) found = in(recent_[i]);
  return found;
}

const StateSet* PlaceSet::at(VertexId vertex) const {
  return find(vertex);
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

PlaceSet& PlaceSet::operator|=(const PlaceSet& other) {
  constexpr std::size_t kSmall = 4;  // times shorter
  if (other.entries().size() * kSmall >= entries_.size()) return *this = *this | other;
  Entries fresh;
  for (const auto& [vertex, states] : other.entries_) {
    if (StateSet* here = find(vertex)) {
      *here |= states;
    } else {
      fresh.emplace_back(vertex, states);
    }
  }
  for (; !recent_.empty() && recent_.back().size() <= fresh.size(); recent_.pop_back()) {
    fresh = merged(std::move(fresh), std::move(recent_.back()));
  }
  if (!fresh.empty()) recent_.push_back(std::move(fresh));
  return *this;
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
