#include "options.h"

#include <algorithm>
#include <cmath>
#include <pybind11/stl.h>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace gnomon::python {

namespace py = pybind11;

namespace {

template <class Value>
using Choices = std::vector<std::pair<std::string, Value>>;

template <class Value>
Value choose(const std::string& option, const std::string& word, const Choices<Value>& choices) {
  std::string names;
  for (const auto& [name, value] : choices) {
    if (name == word) return value;
    names += (names.empty() ? "" : ", ") + name;
  }
  throw py::value_error(option + " is one of " + names + ", not '" + word + "'");
}

// The options that are still to be taken out of the dictionary.
class Taker {
 public:
  explicit Taker(const py::dict& options) : rest_(options.attr("copy")()) {}

  template <class Value>
  void take(const char* name, Value& value) {
    if (py::object given = pop(name); !given.is_none()) value = cast<Value>(name, given);
  }
  template <class Value>
  void choice(const char* name, Value& value, const Choices<Value>& choices) {
    py::object given = pop(name);
    if (!given.is_none()) value = choose(name, cast<std::string>(name, given), choices);
  }
  void finish() const {
    for (const auto& [name, value] : rest_) throw py::type_error("there is no option " + std::string(py::repr(name)));
  }

 private:
  py::object pop(const char* name) { return rest_.attr("pop")(name, py::none()); }
  template <class Value>
  static Value cast(const char* name, const py::object& given) {
    try {
      return given.cast<Value>();
    } catch (const py::cast_error&) {
      throw py::type_error(std::string(name) + " cannot be " + std::string(py::repr(given)));
    }
  }
  py::dict rest_;
};

}  // namespace

api::WarningOptions warning_options(const std::vector<std::string>& disabled, const std::vector<std::string>& errors,
                                    bool all_are_errors) {
  std::vector<std::string> names;
  for (const api::Warning& warning : api::warnings()) names.emplace_back(warning.name);
  for (const auto* list : {&disabled, &errors}) {
    for (const std::string& name : *list) {
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      std::string closest = api::closest_name(name, names);
      throw py::value_error("there is no warning '" + name + "'" +
                            (closest.empty() ? "" : "; did you mean '" + closest + "'?"));
    }
  }
  return {disabled, errors, all_are_errors};
}

api::RunOptions run_options(const py::dict& options) {
  api::RunOptions out;
  Taker taker(options);
  taker.take("parameters", out.parameters);
  std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>> ranges;
  taker.take("step_ranges", ranges);
  for (const auto& [name, first, last] : ranges) {
    if (first > last)
      throw py::value_error("step_ranges: there is no number between " + std::to_string(first) + " and " +
                            std::to_string(last));
    out.step_ranges.push_back({name, first, last});
  }
  taker.take("finite_traces", out.finite_traces);
  taker.choice("finite_tests", out.finite_tests,
               {{"finite", api::FiniteTests::Finite}, {"infinite", api::FiniteTests::Infinite}});
  taker.choice("order", out.order, {{"force", api::Order::Force}, {"declaration", api::Order::Declaration}});
  taker.choice("reorder", out.reorder, {{"auto", api::Reorder::Automatic}, {"off", api::Reorder::Off}});
  taker.choice("exploration", out.exploration,
               {{"auto", api::Exploration::Automatic},
                {"bfs", api::Exploration::BreadthFirst},
                {"chaining", api::Exploration::Chaining}});
  taker.choice("engine", out.engine,
               {{"diagrams", api::Engine::Diagrams},
                {"explicit", api::Engine::Explicit},
                {"auto", api::Engine::Automatic},
                {"ic3", api::Engine::Ic3}});
  taker.take("jobs", out.jobs);
  taker.choice("path_engine", out.path_engine,
               {{"auto", api::PathEngine::Automatic},
                {"counters", api::PathEngine::Counters},
                {"explicit", api::PathEngine::Explicit},
                {"fixpoint", api::PathEngine::Fixpoint},
                {"nfa", api::PathEngine::Nfa},
                {"symbolic", api::PathEngine::Symbolic},
                {"tableau", api::PathEngine::Tableau}});
  taker.choice("strategies", out.strategies, {{"full", api::Strategies::Full}, {"uniform", api::Strategies::Uniform}});
  taker.choice("knowledge", out.knowledge,
               {{"observational", api::Knowledge::Observational},
                {"clock", api::Knowledge::Clock},
                {"recall", api::Knowledge::Recall}});
  taker.choice("initial_information", out.initial_information,
               {{"own", api::InitialInformation::Own}, {"all", api::InitialInformation::All}});
  std::vector<std::string> disabled;
  std::vector<std::string> errors;
  bool all_are_errors = false;
  taker.take("silence", disabled);
  taker.take("error_warnings", errors);
  taker.take("warnings_are_errors", all_are_errors);
  taker.finish();
  out.warnings = warning_options(disabled, errors, all_are_errors);
  return out;
}

api::BoundedOptions bounded_options(const std::string& engine, const std::string& checks, double amount,
                                    std::optional<std::size_t> bound) {
  api::BoundedOptions options;
  options.engine = choose<api::BoundedEngine>("bounded", engine,
                                              {{"bdd", api::BoundedEngine::Diagrams},
                                               {"sat", api::BoundedEngine::Sat},
                                               {"explicit", api::BoundedEngine::Explicit}});
  options.when = choose<api::CheckWhen>("checks", checks,
                                        {{"auto", api::CheckWhen::Adaptive},
                                         {"all", api::CheckWhen::EveryNth},
                                         {"every", api::CheckWhen::EveryNth},
                                         {"at", api::CheckWhen::Once},
                                         {"states", api::CheckWhen::States},
                                         {"memory", api::CheckWhen::Memory},
                                         {"time", api::CheckWhen::Time}});
  bool is_depth = checks == "every" || checks == "at";
  bool is_factor = checks == "states" || checks == "memory" || checks == "time";
  constexpr double kLargest = 1e9;
  double least = checks == "at" ? 0 : 1;
  if (is_depth && !(amount >= least && amount < kLargest && amount == std::floor(amount))) {
    throw py::value_error("checks: '" + checks + "' needs a depth, such as ('" + checks + "', 10)");
  }
  if (is_factor && !(amount > 1 && amount < kLargest)) {
    throw py::value_error("checks: '" + checks + "' needs a factor above 1, such as ('" + checks + "', 2)");
  }
  if (is_depth) options.depth = static_cast<std::size_t>(amount);
  if (is_factor) options.growth = amount;
  options.bound = bound;
  return options;
}

api::CallLimits call_limits(std::optional<double> timeout, std::size_t memory) {
  if (timeout && !(*timeout > 0)) throw py::value_error("timeout is a number of seconds above 0");
  return {timeout, memory};
}

}  // namespace gnomon::python
