// Points and forward search where states are listed. A search marks what it has found and remembers where it came from, so it
// takes memory for what it finds, whatever the number of its steps.
#include <algorithm>
#include <string>
#include <utility>

#include "base/assert.h"
#include "base/pace.h"
#include "witness/search.h"

namespace gnomon::witness {

using enumerate::StateIndex;
using Listed = PointsOf<enumerate::Space>;

Listed::Set Listed::singleton(const enumerate::Space& space, const Point& point) {
  Set set = space.none();
  const std::optional<StateIndex> s = space.graph().lookup(point);
  GNOMON_ASSERT(s.has_value(), "the state of a witness is not in the list");
  set.add(*s);
  return set;
}

bool Listed::contains(const enumerate::Space& space, const Set& set, const Point& point) {
  const std::optional<StateIndex> s = space.graph().lookup(point);
  return s && set.test(*s);
}

Listed::Point Listed::pick(const enumerate::Space& space, const Set& set) {
  const std::optional<std::size_t> first = set.first();
  GNOMON_ASSERT(first.has_value(), "no state can be taken from an empty set");
  return space.graph().values(static_cast<StateIndex>(*first));
}

BigInt Listed::count(const enumerate::Space&, const Set& set) {
  return set.count();
}

Listed::Set Listed::agreeing(const enumerate::Space& space, const Set& set, const Point& point, ispl::VarId var) {
  Set found = space.none();
  const enumerate::Graph& graph = space.graph();
  set.for_each([&](std::size_t s) {
    if (graph.layout().value(graph.state(static_cast<StateIndex>(s)), var) == point[var.index()]) found.add(s);
  });
  return found;
}

Listed::Set Listed::successors(const enumerate::Space& space, const Set& set) {
  Set found = space.none();
  Pace pace(&space.graph().budget());
  set.for_each([&](std::size_t s) {
    const auto state = static_cast<StateIndex>(s);
    pace.step(1 + space.graph().successor_count(state));
    space.graph().for_successors(state, [&](StateIndex t) { found.add(t); });
  });
  return found & space.states();
}

const Budget& Listed::budget(const enumerate::Space& space) {
  return space.graph().budget();
}

using ListedForwardSearch = ForwardSearchIn<enumerate::Space>;

ListedForwardSearch::ForwardSearchIn(const Product& product, const Set& start, Set inside, std::size_t max_steps)
    : product_(&product), leaving_(product.states()), inside_(std::move(inside)), max_steps_(max_steps) {
  for (std::size_t i = 0; i < product.edges().size(); ++i) leaving_[product.edges()[i].from].push_back(i);
  for (std::uint32_t q = 0; q < product.states(); ++q) {
    start[q].for_each([&](std::size_t s) { find(q, static_cast<StateIndex>(s), found_.size(), 0); });
  }
}

void ListedForwardSearch::find(std::uint32_t automaton, StateIndex state, std::size_t from, std::size_t steps) {
  if (!inside_[automaton].test(state)) return;
  inside_[automaton].remove(state);
  found_.push_back({automaton, state, from, steps});
}

bool ListedForwardSearch::advance() {
  if (expanded_ == found_.size()) return false;
  constexpr std::size_t kBetweenPolls = 1024;
  const enumerate::Graph& graph = product_->space().graph();
  if (expanded_ % kBetweenPolls == 0) graph.budget().poll();
  const Found now = found_[expanded_];
  const std::size_t before = found_.size();
  for (std::size_t edge : leaving_[now.automaton]) {
    const auto& taken = product_->edges()[edge];
    if (!taken.guard.test(now.state)) continue;
    graph.for_successors(now.state, [&](StateIndex t) {
      if (product_->space().states().test(t)) find(taken.to, t, expanded_, now.steps + 1);
    });
  }
  if (found_.size() > before && now.steps >= max_steps_) {
    throw NotShown("the shortest path has more than " + std::to_string(max_steps_) + " steps");
  }
  ++expanded_;
  return true;
}

std::vector<VertexOf<enumerate::Space>> ListedForwardSearch::path_to(const Set& target) {
  std::size_t at = 0;
  while (true) {
    while (at < found_.size() && !target[found_[at].automaton].test(found_[at].state)) ++at;
    if (at < found_.size()) break;
    if (!advance()) return {};
  }
  std::vector<VertexOf<enumerate::Space>> path;
  while (true) {
    const Found& vertex = found_[at];
    path.push_back({product_->space().graph().values(vertex.state), vertex.automaton});
    if (vertex.from == at) break;
    at = vertex.from;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

const ListedForwardSearch::Set& ListedForwardSearch::reached() {
  while (advance()) {
  }
  reached_ = product_->none();
  for (const Found& vertex : found_) reached_[vertex.automaton].add(vertex.state);
  return reached_;
}

}  // namespace gnomon::witness
