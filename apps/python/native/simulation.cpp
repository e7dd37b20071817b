// gnomon::api::Simulation and the graph of the reachable states for Python. What is wrong with a request is raised as
// gnomon.SimulationError.
#include <memory>
#include <pybind11/stl.h>

#include "bindings.h"
#include "convert.h"
#include "gnomon/words.h"
#include "options.h"
#include "worker.h"

namespace gnomon::python {

using namespace py::literals;

namespace {

using Words = std::vector<std::string>;

void demand(const std::string& problem) {
  if (!problem.empty()) raise("SimulationError", text(problem));
}

py::object choice(const api::JointActionChoice& choice) {
  return make("Choice", "number"_a = number(choice.number), "actions"_a = joint_action(choice.actions),
              "outcomes"_a = states(choice.outcomes), "outcome_count"_a = choice.outcome_count,
              "too_many_outcomes"_a = choice.too_many_outcomes);
}

py::object names(const api::ModelNames& names) {
  auto values = [](const api::ModelNames::Variable& variable) {
    return py::make_tuple(text(variable.name), texts(variable.values));
  };
  auto belongings = [&](const api::ModelNames::Agent& agent) {
    return make("AgentNames", "name"_a = text(agent.name), "variables"_a = py::dict(tuple_of(agent.variables, values)),
                "actions"_a = texts(agent.actions));
  };
  return make("Names", "agents"_a = tuple_of(names.agents, belongings), "propositions"_a = texts(names.propositions),
              "groups"_a = texts(names.groups));
}

class PySimulation {
 public:
  PySimulation(std::string file, std::string model, const api::Parameters& parameters, bool finite_traces,
               const Words& silence, std::uint64_t seed, std::optional<double> timeout, std::size_t memory) {
    api::SimulationOptions options;
    options.parameters = parameters;
    options.finite_traces = finite_traces;
    options.warnings = warning_options(silence, {}, false);
    options.seed = seed;
    options.timeout_seconds = call_limits(timeout, memory).timeout_seconds;
    options.memory_bytes = memory;
    options.interrupt = interruption_.flag();
    work([&] { walk_ = std::make_unique<api::Simulation>(std::move(file), std::move(model), options); });
    if (walk_->has_errors()) raise("ModelError", diagnostics(walk_->diagnostics()));
  }
  PySimulation(const PySimulation&) = delete;
  PySimulation& operator=(const PySimulation&) = delete;

  py::object names() {
    Turn turn(interruption_);
    return python::names(walk_->names());
  }
  std::size_t size() {
    Turn turn(interruption_);
    return walk_->size();
  }
  std::size_t position() {
    Turn turn(interruption_);
    return walk_->position();
  }
  py::object state(std::size_t index) {
    Turn turn(interruption_);
    return python::state(walk_->state(index));
  }
  py::tuple propositions(std::size_t index) {
    Turn turn(interruption_);
    return texts(walk_->propositions(index));
  }
  py::dict actions(std::size_t index) {
    Turn turn(interruption_);
    return joint_action(walk_->actions(index));
  }

  py::tuple initial_states(const Words& values, std::size_t offset, std::size_t count) {
    Turn turn(interruption_);
    api::InitialPage page;
    work([&] { page = walk_->initial_states(values, {offset, count}); });
    demand(page.problem);
    return py::make_tuple(page.total, states(page.states));
  }
  void start(const Words& values, std::size_t number) {
    Turn turn(interruption_);
    std::string problem;
    work([&] { problem = walk_->start(values, number); });
    demand(problem);
  }
  py::tuple choices(const Words& actions, std::size_t offset, std::size_t count) {
    Turn turn(interruption_);
    api::JointActionPage page;
    work([&] { page = walk_->joint_actions(actions, {offset, count}); });
    demand(page.problem);
    return py::make_tuple(number(page.total.empty() ? "0" : page.total), tuple_of(page.choices, choice),
                          texts(page.blocked));
  }
  // Empty, or the outcomes of which one must be chosen.
  py::tuple step(const Words& actions, std::string number, std::size_t outcome) {
    Turn turn(interruption_);
    api::StepResult result;
    api::StepRequest request{actions, std::move(number), outcome};
    work([&] { result = walk_->step(request); });
    if (!result.outcomes.empty()) return states(result.outcomes);
    demand(result.problem);
    return py::tuple();
  }
  py::tuple random(std::size_t steps) {
    Turn turn(interruption_);
    api::RandomResult result;
    work([&] { result = walk_->random(steps); });
    return py::make_tuple(result.steps, text(result.stopped));
  }
  void jump(std::size_t index) {
    Turn turn(interruption_);
    demand(walk_->jump(index));
  }
  void restart() {
    Turn turn(interruption_);
    demand(walk_->restart());
  }
  void undo() {
    Turn turn(interruption_);
    demand(walk_->undo());
  }

  py::tuple evaluate(const std::string& formula) {
    Turn turn(interruption_);
    api::Evaluation answer;
    work([&] { answer = walk_->evaluate(formula); });
    demand(answer.problem);
    if (!answer.errors.empty()) raise("FormulaError", diagnostics(answer.errors));
    return py::make_tuple(word(answer.verdict), text(answer.reason));
  }
  py::tuple possible(const std::string& agent, std::size_t most) {
    Turn turn(interruption_);
    api::PossiblePage page;
    work([&] { page = walk_->possible(agent, most); });
    demand(page.problem);
    if (!page.reason.empty()) raise("LimitReached", text(page.reason));
    return py::make_tuple(number(page.total.empty() ? "0" : page.total), states(page.states));
  }
  py::str record() {
    Turn turn(interruption_);
    return text(walk_->record());
  }
  void replay(const std::string& record, const std::string& name) {
    Turn turn(interruption_);
    std::string problem;
    work([&] { problem = walk_->replay(record, name); });
    demand(problem);
  }

 private:
  using Turn = Interruption::Turn;

  // A walk can go on after an interruption.
  void work(const std::function<void()>& task) {
    interruption_.reset();
    interruption_.call(task);
  }

  Interruption interruption_;  // outlives the walk
  std::unique_ptr<api::Simulation> walk_;
};

py::object state_graph(const std::string& file, const py::bytes& model, const api::Parameters& parameters,
                       std::size_t limit, const std::optional<Words>& agents, const Words& silence) {
  Interruption interruption;
  api::GraphOptions options;
  options.parameters = parameters;
  options.warnings = warning_options(silence, {}, false);
  options.state_limit = limit;
  options.all_agents = !agents;
  if (agents) options.agents = *agents;
  options.interrupt = interruption.flag();
  api::StateGraph graph;
  std::string bytes(model);
  interruption.call([&] { graph = api::state_graph(file, bytes, options); });
  if (graph.has_errors) raise("ModelError", diagnostics(graph.diagnostics));
  demand(graph.problem);
  if (!graph.stopped.empty()) raise("LimitReached", text(graph.stopped));
  return python::graph(graph);
}

}  // namespace

void bind_simulation(py::module_& module) {
  py::class_<PySimulation>(module, "Simulation")
      .def(py::init([](std::string file, const py::bytes& model, const api::Parameters& parameters, bool finite_traces,
                       const Words& silence, std::uint64_t seed, std::optional<double> timeout, std::size_t memory) {
             return std::make_unique<PySimulation>(std::move(file), std::string(model), parameters, finite_traces,
                                                   silence, seed, timeout, memory);
           }),
           "file"_a, "text"_a, "parameters"_a, "finite_traces"_a, "silence"_a, "seed"_a, "timeout"_a, "memory"_a)
      .def("names", &PySimulation::names)
      .def_property_readonly("size", &PySimulation::size)
      .def_property_readonly("position", &PySimulation::position)
      .def("state", &PySimulation::state, "index"_a)
      .def("propositions", &PySimulation::propositions, "index"_a)
      .def("actions", &PySimulation::actions, "index"_a)
      .def("initial_states", &PySimulation::initial_states, "values"_a, "offset"_a, "count"_a)
      .def("start", &PySimulation::start, "values"_a, "number"_a)
      .def("choices", &PySimulation::choices, "actions"_a, "offset"_a, "count"_a)
      .def("step", &PySimulation::step, "actions"_a, "number"_a, "outcome"_a)
      .def("random", &PySimulation::random, "steps"_a)
      .def("jump", &PySimulation::jump, "index"_a)
      .def("restart", &PySimulation::restart)
      .def("undo", &PySimulation::undo)
      .def("evaluate", &PySimulation::evaluate, "formula"_a)
      .def("possible", &PySimulation::possible, "agent"_a, "most"_a)
      .def("record", &PySimulation::record)
      .def("replay", &PySimulation::replay, "record"_a, "name"_a);
  module.def("state_graph", &state_graph, "file"_a, "text"_a, "parameters"_a, "limit"_a, "agents"_a, "silence"_a);
}

}  // namespace gnomon::python
