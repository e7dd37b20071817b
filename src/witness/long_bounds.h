// Paths for path formulas with large bounds.
//
// To write out a bound of a million steps takes a million operators. So whoever looks for one path tries, in this order:
//
//   stronger   a formula that implies the one in question: promises kept within a few steps, and for ever what must last
//              long. A short path, if there is one.
//   shrunk     the formula with its large numbers made smaller by the same number n, a multiple of small ones. In a path
//              for it some steps that lead back to where they began are walked so many times more that n steps are added;
//              the formula itself decides whether that will do.
//   counted    a path in the product with an automaton that counts steps in binary (check/breakpoint.h), as long as it is.
//              Steps that repeat others are then listed once.
//
// and otherwise the bounds are written out, as far as that is possible. `Finder` is the rule that looks for paths in its
// space:
//
//   some_path(f)       whether a path from the place in question satisfies f
//   plain(f)           such a path for a formula without bounds
//   counted(f)         for one with bounds that are counted; none where that cannot be done
//   holds(path)        whether the path satisfies what is to be shown
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "explicit/lasso.h"
#include "explicit/replay.h"
#include "logic/parameters.h"
#include "logic/unfold.h"
#include "witness/shown.h"

namespace gnomon::witness {

inline constexpr std::size_t kMostCountedSteps = 300'000;  // of a path that is found by counting

// A path of points of some space. Positions are those of the list, in which the stretch is walked once.
template <class Point>
struct ShownPath {
  std::vector<Point> points;
  std::size_t loop = 0;
  std::size_t last = 0;  // of a finite trace
  std::optional<explicit_state::Stretch> stretch = std::nullopt;

  // With points as their positions in the list.
  explicit_state::Lasso positions() const {
    explicit_state::Lasso result{{}, loop, last, stretch};
    for (std::size_t i = 0; i < points.size(); ++i) {
      result.states.push_back(static_cast<explicit_state::StateIndex>(i));
    }
    return result;
  }
};

enum class Ends { Never, AtLast };  // an infinite path, or a trace with a last position

// Leaves so many points out, after which the path goes on from the same point.
template <class Point>
void leave_out(ShownPath<Point>& path, std::size_t from, std::size_t count, Ends ends) {
  const auto first = path.points.begin() + static_cast<std::ptrdiff_t>(from);
  path.points.erase(first, first + static_cast<std::ptrdiff_t>(count));
  if (path.loop >= from) path.loop -= count;
  if (ends == Ends::AtLast) path.last -= count;
}

// The parts of a path, from and up to these positions, in which steps can be repeated.
template <class Point>
std::vector<std::pair<std::size_t, std::size_t>> parts_of(const ShownPath<Point>& path, Ends ends) {
  if (ends == Ends::AtLast) return {{0, std::min(path.loop, path.last)}};
  return {{0, path.loop}, {path.loop, path.points.size() - 1}};
}

// The path with the longest of its stretches that go round in one circle listed once.
template <class Point>
ShownPath<Point> with_stretch(ShownPath<Point> path, Ends ends) {
  constexpr std::size_t kLongestPeriod = 60;
  constexpr std::size_t kWorthwhile = 100;
  explicit_state::Stretch best{0, 0, 0};
  for (const auto& [first, end] : parts_of(path, ends)) {
    for (std::size_t period = 1; period <= kLongestPeriod; ++period) {
      std::size_t begin = first;  // of the positions in a row with the same point a period later
      for (std::size_t i = first; i + period <= end; ++i) {
        if (!(path.points[i] == path.points[i + period])) {
          begin = i + 1;
        } else if ((i - begin) / period * period > best.added_steps()) {
          best = {begin, begin + period, (i - begin) / period};
        }
      }
    }
  }
  if (best.added_steps() < kWorthwhile) return path;
  path.stretch = best;
  leave_out(path, best.to, static_cast<std::size_t>(best.added_steps()), ends);
  return path;
}

// The path with what it lists after its stretch counted as walking it once more, as far as it is the same.
template <class Point>
ShownPath<Point> with_longest_stretch(ShownPath<Point> path, Ends ends) {
  explicit_state::Stretch& part = *path.stretch;
  const std::size_t period = part.period();
  const std::size_t end = ends == Ends::AtLast   ? std::min(path.loop, path.last)
                          : part.to <= path.loop ? path.loop
                                                 : path.points.size() - 1;
  auto at = [&](std::size_t i) { return path.points.begin() + static_cast<std::ptrdiff_t>(i); };
  std::size_t rounds = 0;
  while (part.to + (rounds + 1) * period <= end &&
         std::equal(at(part.from), at(part.to), at(part.to + rounds * period)) &&
         path.points[part.to + (rounds + 1) * period] == path.points[part.to]) {
    ++rounds;
  }
  *part.times += rounds;
  leave_out(path, part.to, rounds * period, ends);
  return path;
}

template <class Point, class Finder>
class LongBounds {
 public:
  using Path = ShownPath<Point>;
  LongBounds(logic::FormulaPool& pool, logic::Traces traces, Finder& finder)
      : pool_(pool), traces_(traces), finder_(finder) {}

  // A path that satisfies f; there is one. Raises NotShown.
  Path find(logic::Formula f) {
    if (std::optional<Path> found = at_small_numbers(f)) return std::move(*found);
    if (logic::smallest_number_above(pool_, f, kSmall)) {
      if (std::optional<Path> found = by_repetition(f)) return std::move(*found);
      if (std::optional<Path> found = by_counting(f)) return std::move(*found);
    }
    return finder_.plain(written_out(f));
  }

 private:
  static constexpr std::uint64_t kSmall = 128;

  Ends ends() const { return traces_ == logic::Traces::Infinite ? Ends::Never : Ends::AtLast; }

  logic::Formula written_out(logic::Formula f) {
    return shown_or_too_large([&] { return logic::unfolded(pool_, f, traces_); });
  }

  // With a stronger formula.
  std::optional<Path> at_small_numbers(logic::Formula f) {
    for (const std::uint64_t most : {std::uint64_t{16}, kSmall}) {
      const logic::Formula stronger = shown_or_too_large([&] { return logic::strengthened(pool_, f, most); });
      if (stronger == f) return std::nullopt;
      if (logic::smallest_number_above(pool_, stronger, kSmall)) continue;  // a lower end
      if (pool_[stronger].is_path && finder_.some_path(stronger)) return finder_.plain(written_out(stronger));
    }
    return std::nullopt;
  }

  std::optional<Path> by_repetition(logic::Formula f) {
    constexpr std::uint64_t kShortest = 5;
    const std::uint64_t least = *logic::smallest_number_above(pool_, f, kSmall);
    for (const std::uint64_t unit : {12, 60}) {
      const std::uint64_t less = unit * ((least - kShortest) / unit);
      if (less > explicit_state::kMaxEvaluatedPath / 2) return std::nullopt;
      const logic::Formula smaller = logic::with_smaller_numbers(pool_, f, least, less);
      if (std::optional<Path> found = for_smaller(smaller)) {
        if (finder_.holds(*found)) return found;
        if (std::optional<Path> longer = lengthened(*found, less)) return longer;
      }
    }
    return std::nullopt;
  }

  std::optional<Path> for_smaller(logic::Formula f) {
    if (std::optional<Path> found = at_small_numbers(f)) return found;
    if (logic::smallest_number_above(pool_, f, kSmall) || !pool_[f].is_path || !finder_.some_path(f)) {
      return std::nullopt;
    }
    return finder_.plain(written_out(f));
  }

  // So many steps longer, by going round where the path comes back to a point, and satisfying what is to be shown.
  std::optional<Path> lengthened(const Path& path, std::uint64_t steps) {
    constexpr std::uint64_t kMostPositions = 20'000'000;  // that are looked at in all attempts together
    constexpr std::size_t kLongestPeriod = 60;
    std::uint64_t looked_at = 0;
    for (std::size_t period = 1; period <= kLongestPeriod; ++period) {
      if (steps % period != 0) continue;
      for (const auto& [first, end] : parts_of(path, ends())) {
        for (std::size_t from = first; from + period <= end; ++from) {
          if (!(path.points[from] == path.points[from + period])) continue;
          Path longer = path;
          longer.stretch = explicit_state::Stretch{from, from + period, steps / period};
          looked_at += path.points.size() + steps;
          if (looked_at > kMostPositions) return std::nullopt;
          if (finder_.holds(longer)) return with_longest_stretch(std::move(longer), ends());
        }
      }
    }
    return std::nullopt;
  }

  // A bound of 2^62 of what must last is not counted but read as a limit, by paths in two colours (check/breakpoint.h), of
  // which only many together show it.
  std::optional<Path> by_counting(logic::Formula f) {
    if (logic::has_lasting_limit(pool_, f)) return std::nullopt;
    try {
      constexpr std::size_t kMostWrittenOut = 400;  // operators, for lower ends
      const logic::Formula counted =
          shown_or_too_large([&] { return logic::unfolded_for_counters(pool_, f, traces_, nullptr, kMostWrittenOut); });
      if (std::optional<Path> found = finder_.counted(counted)) return with_stretch(std::move(*found), ends());
    } catch (const NotShown&) {
      // It has too many steps, or a lower end that is too large to be written out: perhaps it can be done otherwise.
    }
    return std::nullopt;
  }

  logic::FormulaPool& pool_;
  logic::Traces traces_;
  Finder& finder_;
};

}  // namespace gnomon::witness
