#include "engine/parameter_search.h"

#include <algorithm>

#include "base/budget.h"
#include "logic/question.h"

namespace gnomon::engine {

using logic::Parameter;

namespace {

using Point = std::vector<std::uint64_t>;  // by parameter; the largest bound stands for all values

constexpr std::uint64_t kAll = logic::kLargestBound;
constexpr std::size_t kMostPoints = 1000;

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
    const Point easy = easiest();
    if (!holds(easy)) {
      outcome.verdict = Verdict::False;
      values.unbounded = static_cast<std::size_t>(ups) == parameters_.size() && judge_(without_bounds());
      return outcome;
    }
    outcome.verdict = Verdict::True;
    if (values.mixed) {
      Point best = easy;
      for (std::size_t i = 0; i < best.size(); ++i) best[i] = optimum(easy, i);
      values.points.push_back(described(best));
    } else {
      for (const Point& point : front()) values.points.push_back(described(point));
    }
    return outcome;
  }

 private:
  bool holds(const Point& point) const {
    std::vector<logic::ParameterValue> values;
    for (std::size_t i = 0; i < point.size(); ++i) values.push_back({parameters_[i].name, point[i]});
    return judge_(logic::with_values(pool_, formula_, values));
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
    if (good(kAll)) return kAll;
    return start + least_until(kAll - start, [&](std::uint64_t more) { return !good(start + more); }) - 1;
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
};

}  // namespace

Outcome outcome_with_parameters(logic::FormulaPool& pool, logic::Formula formula, const Judge& judge) {
  return Search(pool, formula, judge).run();
}

ShownBy shown_by(logic::FormulaPool& pool, logic::Formula formula, const StepValues& values, bool holds) {
  const std::vector<Parameter> parameters = logic::parameters_of(pool, formula);
  auto at = [&](std::optional<std::uint64_t> value) {
    std::vector<logic::ParameterValue> chosen;
    for (const Parameter& parameter : parameters) chosen.push_back({parameter.name, value});
    return logic::with_values(pool, formula, chosen);
  };
  const bool up = parameters.front().up;
  if (!holds) {
    if (values.unbounded) return {{}, "it is false for every value, but true without the bound"};
    if (values.mixed) return {{}, "no value of the parameters makes it true"};
    return {up ? at(std::nullopt) : at(0), {}};
  }
  if (parameters.size() > 1) return {{}, "the best values of several parameters are not explained"};
  const std::optional<std::uint64_t> best = values.points.front().front();
  if (!best || (up && *best == 0)) return {{}, "it is true for every value"};
  return {at(up ? *best - 1 : *best + 1), {}};
}

}  // namespace gnomon::engine
