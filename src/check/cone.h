// The states on paths that begin in given states.
//
// Whether a few states have a path with some property is decided by the states that their paths meet. A search back from
// where such paths must end does most of its work elsewhere if these are few: for EG p at the initial states, those that
// are reached through p only. They are found first, forwards, by spaces that can do this (ForwardSpace), where paths are
// held up by conditions that most states do not satisfy, and as long as it takes no more than a share of all work. What was
// found in vain, because it took too long or left nothing out, counts against that share.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "automata/graph.h"
#include "check/space.h"

namespace gnomon::check {

template <class S>
concept ForwardSpace = Space<S> && requires(const S& space, const typename S::Set& set, void (*attempt)()) {
  { space.successors(set) } -> std::convertible_to<typename S::Set>;  // within R
  { space.has_most(set) } -> std::same_as<bool>;                      // more than half of R
  { space.work() } -> std::same_as<std::uint64_t>;                    // that was done so far
  { space.within(std::uint64_t{}, attempt) } -> std::same_as<bool>;   // false: so much work was not enough
};

template <Space S>
class ConesOf {
 public:
  using Set = typename S::Set;

  explicit ConesOf(const S& space) : space_(&space) {}

  // Between the states that are met on paths from `from` inside `through`, and all of `through`.
  Set met(const Set& from, const Set& through) {
    if constexpr (ForwardSpace<S>) {
      if (space_->has_most(through)) return through;
      Set found = from & through;
      const auto search = [&] {
        Set fresh = found;
        for (std::size_t step = 0; step < kMostSteps && !fresh.empty(); ++step) {
          fresh = (space_->successors(fresh) & through) - found;
          found |= fresh;
        }
        return fresh.empty();
      };
      if (paid(search, [&] { return found != through; })) return found;
    }
    return through;
  }

  // The same for a product (check/product.h), from these states with the automaton in `initial`; none if that would be
  // all of it. No path is followed on from where the automaton is in a state that is `last`.
  template <class Product>
  std::optional<typename Product::Set> met(const Product& product, std::uint32_t initial, const Set& from,
                                           const std::vector<bool>& last) {
    if constexpr (ForwardSpace<S>) {
      if (!is_held_up(product, initial, last)) return std::nullopt;
      typename Product::Set found = product.none();
      found[initial] = from;
      const auto search = [&] {
        typename Product::Set fresh = found;
        for (std::size_t step = 0; step < kMostSteps && !fresh.empty(); ++step) {
          typename Product::Set next = product.none();
          for (const auto& edge : product.edges()) {
            if (last[edge.from] || fresh[edge.from].empty()) continue;
            next[edge.to] |= space_->successors(fresh[edge.from] & edge.guard);
          }
          fresh = next - found;
          found |= fresh;
        }
        return fresh.empty();
      };
      const auto leaves_out = [&] {
        return std::any_of(product.edges().begin(), product.edges().end(), [&](const auto& edge) {
          return !last[edge.from] && !edge.guard.subset_of(found[edge.from]);
        });
      };
      if (paid(search, leaves_out)) return found;
    }
    return std::nullopt;
  }

  std::size_t narrowed() const { return narrowed_; }  // how many searches left something out

 private:
  static constexpr std::size_t kMostSteps = 1000;  // longer searches have better ways (model/leaps.h)

  // Whether conditions that most states do not satisfy lie on all cycles of the automaton where paths may go. To count
  // states takes time, so this is not asked of large automata, nor of those that may stay in a state whatever happens.
  template <class Product>
  bool is_held_up(const Product& product, std::uint32_t initial, const std::vector<bool>& last) const {
    constexpr std::size_t kMostEdges = 20;
    if (product.edges().size() > kMostEdges) return false;
    automata::Graph all(product.states());
    for (const auto& edge : product.edges()) {
      if (!last[edge.from]) all[edge.from].push_back(edge.to);
    }
    const std::vector<bool> entered = automata::forward_reachable(all, initial);
    const auto matters = [&](const auto& edge) { return entered[edge.from] && !last[edge.from]; };
    const Set everywhere = space_->states();
    for (const auto& edge : product.edges()) {
      if (matters(edge) && edge.from == edge.to && edge.guard == everywhere) return false;
    }
    automata::Graph free(product.states());
    for (const auto& edge : product.edges()) {
      if (matters(edge) && space_->has_most(edge.guard)) free[edge.from].push_back(edge.to);
    }
    const automata::Components components = automata::strong_components(free);
    std::vector<std::size_t> sizes(components.count, 0);
    for (std::uint32_t q = 0; q < product.states(); ++q) {
      if (!entered[q]) continue;
      const bool loops = std::find(free[q].begin(), free[q].end(), q) != free[q].end();
      if (loops || ++sizes[components.of[q]] > 1) return false;
    }
    return true;
  }

  // Whether a search came to its end within the share of the work, and was worth it.
  template <class Search, class Worth>
  bool paid(const Search& search, const Worth& worth) {
    constexpr std::uint64_t kLeast = 20'000;  // takes no time
    constexpr std::uint64_t kShare = 2;
    const std::uint64_t before = space_->work();
    const std::uint64_t all = kLeast + before / kShare;
    bool ended = false;
    if (space_->within(all - std::min(all, in_vain_), [&] { ended = search(); }) && ended && worth()) {
      ++narrowed_;
      return true;
    }
    in_vain_ += space_->work() - before;
    return false;
  }

  const S* space_;
  std::uint64_t in_vain_ = 0;
  std::size_t narrowed_ = 0;
};

}  // namespace gnomon::check
