// The verb `sweep`: the formulas of a model for one value of a parameter after the other, a row for each; and `graph`,
// all reachable states of a small model.
//
// All values are checked within one time limit, in the order given. A value for which a limit is reached has a row that
// says so; once the time is over the remaining values are told as not tried.
#include <chrono>
#include <fmt/format.h>
#include <new>
#include <utility>

#include "gnomon/json.h"
#include "gnomon/simulation.h"
#include "serve/request.h"

namespace gnomon::serve {

namespace {

Json swept_row(const Json& request, api::RunOptions options) {
  Json row = Json::object();
  try {
    api::Run run(kModelName, model_text(request), std::move(options));
    if (run.has_errors()) {
      const std::vector<api::Diagnostic>& all = run.diagnostics();
      row["problem"] = !run.stopped().empty() ? run.stopped()
                       : all.empty()          ? "the model has errors"
                                              : all.front().message;
      return row;
    }
    Json& verdicts = row["verdicts"] = Json::array();
    auto add = [&](const api::FormulaResult& result) {
      Json formula = formula_event(run, result);
      Json verdict = {{"index", result.index}, {"text", result.text}, {"verdict", formula.at("verdict")}};
      if (!result.name.empty()) verdict["name"] = result.name;
      if (formula.contains("value")) verdict["value"] = formula["value"];
      verdicts.push_back(std::move(verdict));
    };
    if (is_bounded(request)) {
      std::vector<std::size_t> all;
      for (std::size_t i = 1; i <= run.formulas().size(); ++i) all.push_back(i);
      run.check_bounded(all, bounded_options(request), add);
    } else {
      run.build();
      for (std::size_t i = 1; i <= run.formulas().size(); ++i) add(run.check(i));
    }
    if (auto states = run.facts().reachable_states) row["states"] = *states;
    row["seconds"] = run.statistics().total_seconds;
    if (std::string stopped = run.stopped(); !stopped.empty()) row["problem"] = stopped;
  } catch (const std::bad_alloc&) {
    row["problem"] = "out of memory";
  }
  return row;
}

}  // namespace

void do_sweep(const Json& request, const WorkLimits& limits, const Emit& emit) {
  using Timer = std::chrono::steady_clock;
  auto parameter = request.at("parameter").get<std::string>();
  std::vector<std::string> values = words(request, "values");
  if (values.empty()) throw BadRequest("the sweep has no values");
  if (values.size() > limits.sweep_runs) {
    throw BadRequest(fmt::format("{} values are more than the {} of one sweep", values.size(), limits.sweep_runs));
  }
  const Timer::time_point begin = Timer::now();
  auto stopped = [&] { return limits.interrupt != nullptr && limits.interrupt->load(); };
  for (const std::string& value : values) {
    const double left = limits.seconds - std::chrono::duration<double>(Timer::now() - begin).count();
    Json row;
    if (left <= 0 || stopped()) {
      row = {{"problem", stopped() ? "interrupted" : fmt::format("time limit of {} s reached", limits.seconds)}};
    } else {
      api::RunOptions options = run_options(request, limits, emit);
      std::erase_if(options.parameters, [&](const auto& one) { return one.first == parameter; });
      options.parameters.emplace_back(parameter, value);
      options.timeout_seconds = left;
      row = swept_row(request, std::move(options));
    }
    row["event"] = "row";
    row["value"] = value;
    emit(row);
  }
  emit({{"event", "done"}});
}

void do_graph(const Json& request, const WorkLimits& limits, const Emit& emit) {
  std::string text = model_text(request);
  api::GraphOptions options;
  options.parameters = parameters_of(request);
  options.state_limit = number(request, "limit", limits.graph_states, 1, limits.graph_states);
  options.all_agents = true;
  options.interrupt = limits.interrupt;
  api::StateGraph graph = api::state_graph(kModelName, text, options);
  if (graph.has_errors) {
    tell_diagnostics(text, graph.diagnostics, emit);
    throw BadRequest("the model has errors");
  }
  if (!graph.problem.empty()) throw BadRequest(graph.problem);
  if (!graph.stopped.empty()) throw BadRequest(graph.stopped);
  Json event = {{"event", "graph"}};
  event.update(Json::parse(api::to_json(graph, kModelName)));
  emit(event);
}

}  // namespace gnomon::serve
