#include "engine/parameter_search.h"

#include <algorithm>
#include <numeric>

#include "base/budget.h"
#include "logic/question.h"

namespace gnomon::engine {

using logic::Parameter;

namespace {

using Point = std::vector<std::uint64_t>;  // by parameter; the largest bound stands for all values

constexpr std::uint64_t kAll = logic::kLargestBound;
constexpr std::size_t kMostPoints = 1000;

// Parameters of both directions, each as easy as can be: the values of up ones may depend on those of down ones, so
// that they are larger than the largest bound, or there is no bound where that is the same.
std::vector<logic::ParameterValue> easy_values(const logic::FormulaPool& pool, logic::Formula formula,
                                               const std::vector<Parameter>& parameters) {
  std::vector<logic::ParameterValue> easy;
  for (const Parameter& parameter : parameters) {
    easy.push_back({parameter.name, parameter.up ? logic::kBeyondLargest : 0});
    if (parameter.up && logic::may_be_dropped(pool, formula, parameter.name)) easy.back().value.reset();
  }
  return easy;
}

class Search {
 public:
  Search(logic::FormulaPool& pool, logic::Formula formula, const Judge& judge)
      : pool_(pool), formula_(formula), judge_(judge), parameters_(logic::parameters_of(pool, formula)) {}

  Outcome run() {
    Outcome outcome;
    StepValues& values = outcome.values.emplace();
    for (const Parameter& parameter : parameters_) {
      values.parameters.push_back({pool_.text(parameter.name), parameter.up});
    }
    const auto ups = std::count_if(parameters_.begin(), parameters_.end(), [](const Parameter& p) { return p.up; });
    values.mixed = ups > 0 && static_cast<std::size_t>(ups) < parameters_.size();
    if (values.mixed) easy_ = easy_values(pool_, formula_, parameters_);
    const Point easy = easiest();
    if (!holds(easy)) {
      outcome.verdict = Verdict::False;
      values.unbounded = static_cast<std::size_t>(ups) == parameters_.size() && judge_(without_bounds());
      return outcome;
    }
    outcome.verdict = Verdict::True;
    try {
      if (values.mixed) {
        Point best = easy;
        for (std::size_t i = 0; i < best.size(); ++i) best[i] = optimum(easy, i);
        values.points.push_back(described(best));
      } else {
        for (const Point& point : front()) values.points.push_back(described(point));
      }
    } catch (const LimitReached& limit) {
      values.points.clear();
      values.stopped = limit.what();
      if (parameters_.size() == 1) add_limits(values);
    }
    return outcome;
  }

  bool some_values() const { return holds(easiest()); }

 private:
  bool holds(const Point& point) const {
    std::vector<logic::ParameterValue> values;
    for (std::size_t i = 0; i < point.size(); ++i) {
      values.push_back({parameters_[i].name, point[i]});
      if (!easy_.empty() && parameters_[i].up && point[i] == kAll) values.back() = easy_[i];
    }
    const bool good = judge_(logic::with_values(pool_, formula_, values));
    if (point.size() != 1) return good;
    // The hardest value that was good, and the easiest that was not.
    std::optional<std::uint64_t>& known = good ? good_ : bad_;
    const bool lower = parameters_.front().up == good;
    if (!known || (lower ? point[0] < *known : point[0] > *known)) known = point[0];
    return good;
  }

  void add_limits(StepValues& values) const {
    const bool up = parameters_.front().up;
    if (up) {
      if (bad_) values.at_least = *bad_ + 1;
      if (good_ && *good_ < kAll) values.at_most = *good_;
    } else {
      values.at_least = good_;
      if (bad_ && *bad_ < kAll) values.at_most = *bad_ - 1;
    }
  }

  logic::Formula without_bounds() const {
    std::vector<logic::ParameterValue> values;
    for (const Parameter& parameter : parameters_) values.push_back({parameter.name, std::nullopt});
    return logic::with_values(pool_, formula_, values);
  }

  Point easiest() const {
    Point point;
    for (const Parameter& parameter : parameters_) point.push_back(parameter.up ? kAll : 0);
    return point;
  }

  // The hardest value of one parameter that keeps the point good.
  std::uint64_t optimum(Point point, std::size_t i) const {
    const std::uint64_t start = point[i];
    auto good = [&](std::uint64_t value) {
      point[i] = value;
      return holds(point);
    };
    if (parameters_[i].up) {
      return least_until(start, good);
    }
    if (all_are_good(good)) return kAll;
    return start + least_until(kAll - start, [&](std::uint64_t more) { return !good(start + more); }) - 1;
  }

  // Whether a down parameter has no largest value. Where limits are not decided, because steps are not counted, values are
  // tried up to a number, and beyond it nothing is known.
  template <class Good>
  static bool all_are_good(Good&& good) {
    constexpr std::uint64_t kFarEnough = 4096;
    try {
      return good(kAll);
    } catch (const LimitReached& limit) {
      if (limit.limit() != Limit::Size || good(kFarEnough)) throw;
      return false;
    }
  }

  std::vector<Point> front() const {
    std::vector<Point> found;
    std::vector<Point> corners{easiest()};
    while (!corners.empty()) {
      Point point = corners.back();
      if (!holds(point)) {
        corners.pop_back();
        continue;
      }
      for (std::size_t i = 0; i < point.size(); ++i) point[i] = optimum(point, i);
      found.push_back(point);
      if (found.size() > kMostPoints) {
        throw LimitReached(Limit::Size, "more than " + std::to_string(kMostPoints) + " best values of parameters");
      }
      corners = beyond(corners, point);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  // The corners without what is as easy as this point.
  std::vector<Point> beyond(const std::vector<Point>& corners, const Point& point) const {
    const bool up = parameters_.front().up;
    std::vector<Point> left;
    for (const Point& corner : corners) {
      bool as_easy = true;
      for (std::size_t i = 0; i < point.size(); ++i) {
        as_easy = as_easy && (up ? corner[i] >= point[i] : corner[i] <= point[i]);
      }
      if (!as_easy) {
        left.push_back(corner);
        continue;
      }
      for (std::size_t i = 0; i < point.size(); ++i) {
        if (point[i] == (up ? 0 : kAll)) continue;
        Point smaller = corner;
        smaller[i] = up ? point[i] - 1 : point[i] + 1;
        left.push_back(std::move(smaller));
      }
    }
    return left;
  }

  // All values of a parameter are good: 0 of an up parameter, no largest one of a down parameter.
  std::vector<std::optional<std::uint64_t>> described(const Point& point) const {
    std::vector<std::optional<std::uint64_t>> values;
    for (std::size_t i = 0; i < point.size(); ++i) {
      const bool all = !parameters_[i].up && point[i] == kAll;
      values.push_back(all ? std::nullopt : std::optional(point[i]));
    }
    return values;
  }

  logic::FormulaPool& pool_;
  logic::Formula formula_;
  const Judge& judge_;
  std::vector<Parameter> parameters_;
  std::vector<logic::ParameterValue> easy_;  // by parameter, if there are some of both directions
  mutable std::optional<std::uint64_t> good_;
  mutable std::optional<std::uint64_t> bad_;
};

// The formula with the only value of each parameter that has no other.
logic::Formula with_fixed(logic::FormulaPool& pool, logic::Formula formula) {
  std::vector<logic::ParameterValue> fixed;
  for (const Parameter& parameter : logic::parameters_of(pool, formula)) {
    const bool one = parameter.range && parameter.range->first == parameter.range->last;
    if (one) fixed.push_back({parameter.name, parameter.range->first});
  }
  return fixed.empty() ? formula : logic::with_values(pool, formula, fixed);
}

// The parameter whose values are tried one by one: with several, or the only one there is. None: there is none.
std::optional<Parameter> listed_parameter(const logic::FormulaPool& pool, logic::Formula formula) {
  const std::vector<Parameter> all = logic::parameters_of(pool, formula);
  std::optional<Parameter> listed;
  bool open = false;
  for (const Parameter& parameter : all) {
    open = open || !parameter.range;
    if (parameter.range && (!listed || parameter.range->first < parameter.range->last)) listed = parameter;
  }
  const bool one_value = listed && listed->range->first == listed->range->last;
  return one_value && open ? std::nullopt : listed;
}

logic::Formula at_value(logic::FormulaPool& pool, logic::Formula formula, const Parameter& listed,
                        std::uint64_t value) {
  return with_fixed(pool, logic::with_values(pool, formula, {{listed.name, value}}));
}

Outcome outcome_in_range(logic::FormulaPool& pool, logic::Formula formula, const Parameter& listed,
                         const Judge& judge) {
  Outcome outcome;
  StepValues& values = outcome.values.emplace();
  values.range = {pool.text(listed.name), listed.range->first, listed.range->last};
  outcome.verdict = Verdict::False;
  for (std::uint64_t value = listed.range->first;; ++value) {
    const logic::Formula there = at_value(pool, formula, listed, value);
    const bool good =
        logic::parameters_of(pool, there).empty() ? judge(there) : Search(pool, there, judge).some_values();
    if (good) {
      outcome.verdict = Verdict::True;
      if (values.good.empty() || values.good.back().second + 1 != value) values.good.emplace_back(value, value);
      values.good.back().second = value;
    }
    if (value == listed.range->last) return outcome;
  }
}

constexpr std::size_t kMostShownPoints = 3;
constexpr std::uint64_t kSomeValues[] = {8, 32, 90};  // where every value is as good as another

// Formulas with values put in, to be explained.
class Examples {
 public:
  Examples(logic::FormulaPool& pool, logic::Formula formula) : pool_(pool), formula_(formula) {}
  void add(std::vector<logic::ParameterValue> values, bool holds) {
    const logic::Formula there = with_fixed(pool_, logic::with_values(pool_, formula_, values));
    shown_.push_back({there, holds, std::move(values)});
  }
  std::vector<Shown> take() { return std::move(shown_); }

 private:
  logic::FormulaPool& pool_;
  logic::Formula formula_;
  std::vector<Shown> shown_;
};

void show_range(Examples& examples, const Parameter& listed, const StepValues& values) {
  if (values.good.empty()) return examples.add({{listed.name, values.range->first}}, false);
  const auto [first, last] = values.good.front();
  examples.add({{listed.name, first}}, true);
  if (last < values.range->last) {
    examples.add({{listed.name, last + 1}}, false);
  } else if (first > values.range->first) {
    examples.add({{listed.name, first - 1}}, false);
  }
}

// The point, and for each of these parameters the point next to it where its value is harder by one.
void show_point(Examples& examples, const std::vector<Parameter>& parameters,
                const std::vector<std::optional<std::uint64_t>>& point, const std::vector<std::size_t>& changed) {
  std::vector<logic::ParameterValue> values;
  for (std::size_t i = 0; i < parameters.size(); ++i) values.push_back({parameters[i].name, point[i].value_or(kAll)});
  examples.add(values, true);
  for (std::size_t i : changed) {
    const bool all = !point[i] || (parameters[i].up && *point[i] == 0);
    if (all) continue;
    std::vector<logic::ParameterValue> harder = values;
    harder[i].value = parameters[i].up ? *point[i] - 1 : *point[i] + 1;
    examples.add(std::move(harder), false);
  }
}

}  // namespace

Outcome outcome_with_parameters(logic::FormulaPool& pool, logic::Formula formula, const Judge& judge) {
  if (std::optional<Parameter> listed = listed_parameter(pool, formula)) {
    return outcome_in_range(pool, formula, *listed, judge);
  }
  return Search(pool, with_fixed(pool, formula), judge).run();
}

ShownBy shown_by(logic::FormulaPool& pool, logic::Formula formula, const StepValues& values, bool holds) {
  Examples examples(pool, formula);
  if (std::optional<Parameter> listed = listed_parameter(pool, formula)) {
    show_range(examples, *listed, values);
    return {examples.take(), {}};
  }
  const std::vector<Parameter> parameters = logic::parameters_of(pool, with_fixed(pool, formula));
  auto all_at = [&](std::optional<std::uint64_t> value) {
    std::vector<logic::ParameterValue> chosen;
    for (const Parameter& parameter : parameters) chosen.push_back({parameter.name, value});
    return chosen;
  };
  if (!holds) {
    if (values.mixed) return {{}, "no value of the parameters makes it true"};
    if (values.unbounded) {
      for (std::uint64_t value : kSomeValues) examples.add(all_at(value), false);
      std::vector<Shown> shown = examples.take();
      for (Shown& one : shown) one.for_all_values = with_fixed(pool, formula);
      return {std::move(shown), {}};
    }
    examples.add(parameters.front().up ? all_at(std::nullopt) : all_at(0), false);
    return {examples.take(), {}};
  }
  if (!values.stopped.empty()) return {{}, "the best values were not found"};
  if (!values.mixed) {
    std::vector<std::size_t> all(parameters.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (std::size_t i = 0; i < std::min(values.points.size(), kMostShownPoints); ++i) {
      show_point(examples, parameters, values.points[i], all);
    }
    return {examples.take(), {}};
  }
  // Each parameter at its optimum, the others being as easy as can be.
  const std::vector<logic::ParameterValue> easy = easy_values(pool, with_fixed(pool, formula), parameters);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::optional<std::uint64_t> best = values.points.front()[i];
    std::vector<logic::ParameterValue> point = easy;
    point[i].value = best.value_or(kSomeValues[0]);
    examples.add(point, true);
    if (!best || (parameters[i].up && *best == 0)) continue;
    point[i].value = parameters[i].up ? *best - 1 : *best + 1;
    examples.add(std::move(point), false);
  }
  return {examples.take(), {}};
}

}  // namespace gnomon::engine
