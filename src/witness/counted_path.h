// Paths for operators on states with a bound on the steps, in any space that has points (witness/search.h).
//
//   EX[n] f, EF[a,b] f, E(f U[a,b] g)     a shortest path of a to b steps to a point with f (g)
//   EG[a,b] f                             a path of b steps, with f from the a-th on
//   not A(f U[a,b] g)                     a path without g from the a-th step on, of b steps or to a point without f
//
// and against AX, AG and AF the duals. Backwards from the end the points that can still make it are computed, step by
// step; forwards one of them is picked for each step. With an open end: a path of a steps to a point in which the operator
// without its bound has the same value.
//
// Where b is large, the path goes round: from some step on the sets do not change any more, so that
// whoever is inside can stay for ever and comes back to a point at last. The way round is listed once, with the number
// of times that it is walked in addition (explicit_state::Stretch).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "check/temporal.h"
#include "explicit/witness_data.h"
#include "logic/formula.h"
#include "witness/search.h"

namespace gnomon::witness {

// What is said about the point at a position of a path.
struct PathNeed {
  logic::Formula formula;
  std::size_t position = 0;
};

template <class S>
class CountedPath {
 public:
  using Set = typename S::Set;
  using Points = PointsOf<S>;
  using Point = typename Points::Point;
  using Where = std::function<Set(logic::Formula, bool)>;  // the points where a formula has a value

  // The formula has this value in `start`. Raises NotShown where more than `max_steps` steps would have to be listed.
  CountedPath(const S& space, logic::FormulaPool& pool, logic::Formula formula, bool holds, const Point& start,
              Where where, std::size_t max_steps)
      : space_(space),
        node_(pool[formula]),
        plain_(logic::without_bound(node_.op)),
        interval_(pool.interval(node_)),
        holds_(holds),
        start_(start),
        where_(std::move(where)),
        max_steps_(max_steps) {
    if (interval_.first > max_steps_) throw NotShown(kTooLong);
    if (interval_.is_open()) {
      open_end(pool);
    } else if (plain_ == logic::Op::EG || plain_ == logic::Op::AF) {
      lasting(where_(node_.left, holds_));
      for (std::size_t i = interval_.first; i < points.size(); ++i) needs.push_back({node_.left, i});
    } else if (plain_ == logic::Op::AU) {
      against_until();
      for (std::size_t i = interval_.first; i < points.size(); ++i) needs.push_back({node_.right, i});
      if (!stretch && points.size() - 1 < interval_.last) needs.push_back({node_.left, points.size() - 1});
    } else {
      to_target();
      if (plain_ == logic::Op::EU) {
        for (std::size_t i = 0; i + 1 < points.size(); ++i) needs.push_back({node_.left, i});
      }
      needs.push_back({plain_ == logic::Op::EU ? node_.right : node_.left, points.size() - 1});
    }
  }

  std::vector<Point> points;
  std::optional<explicit_state::Stretch> stretch;
  std::vector<PathNeed> needs;

 private:
  static constexpr std::uint64_t kLong = 100;  // steps; so many are not listed if some of them repeat others
  static constexpr const char* kTooLong = "the bound is larger than a path that can be shown is long";

  Set before(const Set& through, const Set& after) const { return through & check::exists_next(space_, after); }
  bool is_in(const Point& point, const Set& set) const { return Points::singleton(space_, point).subset_of(set); }
  Set after(const Point& point) const { return Points::successors(space_, Points::singleton(space_, point)); }
  void step_into(const Set& set) { points.push_back(Points::pick(space_, after(points.back()) & set)); }
  void check_length(std::size_t steps) const {
    if (steps > max_steps_) throw NotShown(kTooLong);
  }
  bool is_long() const { return interval_.last > kLong; }

  void to_target() {
    const bool until = plain_ == logic::Op::EU;
    const Set through = until ? where_(node_.left, true) : space_.states();
    std::vector<Set> backwards{until ? where_(node_.right, true) : where_(node_.left, holds_)};
    while (backwards.size() <= interval_.first || !is_in(start_, backwards.back())) {
      check_length(backwards.size());
      backwards.push_back(before(through, backwards.back()));
    }
    points = {start_};
    for (std::size_t i = backwards.size() - 1; i-- > 0;) step_into(backwards[i]);
  }

  // A path of b steps that is inside from the a-th step on.
  void lasting(const Set& inside) {
    std::vector<Set> backwards{inside};
    bool for_ever = false;
    while (!for_ever && backwards.size() <= interval_.last - interval_.first) {
      check_length(backwards.size());
      Set next = before(inside, backwards.back());
      for_ever = is_long() && next == backwards.back();
      if (!for_ever) backwards.push_back(std::move(next));
    }
    const std::size_t lasts = backwards.size() - 1;
    for (std::uint64_t k = 0; k < interval_.first; ++k) backwards.push_back(before(space_.states(), backwards.back()));
    points = {start_};
    for (std::size_t i = backwards.size() - 1; i-- > (for_ever ? lasts : 0);) step_into(backwards[i]);
    if (for_ever) go_round(backwards[lasts]);
  }

  // From the end of the path on inside a set that every point of it can stay in, until a point comes again; then the rest
  // of the steps.
  void go_round(const Set& inside) {
    const std::size_t first = points.size() - 1;
    Set seen = Points::singleton(space_, points.back());
    while (true) {
      if (points.size() > interval_.last) return;  // no point came twice
      const Set next = after(points.back()) & inside;
      const Set back = next & seen;
      points.push_back(Points::pick(space_, back.empty() ? next : back));
      check_length(points.size());
      if (!back.empty()) break;
      seen |= Points::singleton(space_, points.back());
    }
    const std::size_t to = points.size() - 1;
    std::size_t from = first;
    while (!(points[from] == points[to])) ++from;
    const std::uint64_t period = to - from;
    const std::uint64_t rest = interval_.last - to;
    stretch = explicit_state::Stretch{from, to, rest / period};
    for (std::uint64_t k = 0; k < rest % period; ++k) {
      Point next = points[from + 1 + k];
      points.push_back(std::move(next));
    }
  }

  void against_until() {
    const Set not_f = where_(node_.left, false);
    const Set not_g = where_(node_.right, false);
    if (is_long() && interval_.first == 0) return against_long_until(not_f, not_g);
    check_length(interval_.last);
    // A set for each number of steps made: from there the until can still fail; and: nothing more has to happen.
    std::vector<Set> failing(interval_.last + 1);
    std::vector<Set> over(interval_.last + 1);
    for (std::uint64_t k = interval_.last + 1; k-- > 0;) {
      const bool counts = k >= interval_.first;
      over[k] = k == interval_.last ? not_g : counts ? not_f & not_g : not_f;
      failing[k] = over[k];
      if (k < interval_.last) failing[k] |= before(counts ? not_g : space_.states(), failing[k + 1]);
    }
    points = {start_};
    while (!is_in(points.back(), over[points.size() - 1])) step_into(failing[points.size()]);
  }

  // Either the until fails early, at a point without f, or its right side stays false.
  void against_long_until(const Set& not_f, const Set& not_g) {
    std::vector<Set> layers{not_f & not_g};
    Set reached = layers.back();
    while (!is_in(start_, layers.back())) {
      Set next = before(not_g, layers.back()) - reached;
      if (next.empty() || layers.size() > interval_.last) return lasting(not_g);
      check_length(layers.size());
      reached |= next;
      layers.push_back(std::move(next));
    }
    points = {start_};
    for (std::size_t i = layers.size() - 1; i-- > 0;) step_into(layers[i]);
  }

  void open_end(logic::FormulaPool& pool) {
    const logic::Formula later = pool.make(plain_, node_.left, node_.right);
    const Set through = plain_ == logic::Op::EU ? where_(node_.left, true) : space_.states();
    // Against an until the path may also end early, in a point without f.
    const Set not_f = plain_ == logic::Op::AU ? where_(node_.left, false) : space_.none();
    std::vector<Set> backwards{where_(later, holds_)};
    for (std::uint64_t k = 0; k < interval_.first; ++k) {
      Set next = before(through, backwards.back());
      next |= not_f;
      backwards.push_back(std::move(next));
    }
    points = {start_};
    std::size_t left = backwards.size() - 1;
    for (; left > 0 && !is_in(points.back(), not_f); --left) step_into(backwards[left - 1]);
    if (plain_ == logic::Op::EU) {
      for (std::size_t i = 0; i + 1 < points.size(); ++i) needs.push_back({node_.left, i});
    }
    needs.push_back({left == 0 ? later : node_.left, points.size() - 1});
  }

  const S& space_;
  const logic::Node node_;
  const logic::Op plain_;
  const logic::Interval interval_;
  const bool holds_;
  const Point start_;
  const Where where_;
  const std::size_t max_steps_;
};

}  // namespace gnomon::witness
