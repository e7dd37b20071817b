#include "convert.h"

#include <pybind11/stl.h>

#include "gnomon/words.h"

namespace gnomon::python {

using namespace py::literals;

py::str text(std::string_view bytes) {
  PyObject* decoded = PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace");
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

py::tuple texts(const std::vector<std::string>& words) {
  return tuple_of(words, [](const std::string& word) { return text(word); });
}

py::int_ number(const std::string& decimal) {
  PyObject* value = PyLong_FromString(decimal.c_str(), nullptr, 10);
  if (value == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::int_>(value);
}

namespace {

py::object number_or_none(const std::optional<std::string>& decimal) {
  return decimal && !decimal->empty() ? py::object(number(*decimal)) : py::none();
}

py::object path(const api::Witness::Path& path) {
  auto row = [](const api::Witness::Path::Truth& truth) {
    return make("Truth", "formula"_a = text(truth.formula), "holds"_a = py::tuple(py::cast(truth.holds)));
  };
  return make("Path", "formula"_a = text(path.formula), "holds"_a = path.holds,
              "states"_a = py::tuple(py::cast(path.states)), "loop"_a = path.loop, "last"_a = path.last,
              "repeat"_a = path.repeat ? py::object(py::make_tuple(path.repeat->from, path.repeat->to)) : py::none(),
              "times"_a = path.repeat ? path.repeat->times : std::nullopt,
              "actions"_a = tuple_of(path.actions, joint_action), "truth"_a = tuple_of(path.truth, row));
}

py::object link(const api::Witness::Link& link) {
  return make("Link", "source"_a = link.from, "target"_a = link.to, "agents"_a = texts(link.agents),
              "kind"_a = text(link.kind));
}

py::object move(const api::Witness::Move& move) {
  return make("Move", "actions"_a = joint_action(move.actions), "outcomes"_a = py::tuple(py::cast(move.outcomes)));
}

py::object table(const api::Witness::Table& table) {
  auto row = [](const api::Witness::Entry& entry) {
    return make("Entry", "state"_a = entry.state, "moves"_a = tuple_of(entry.moves, move), "step"_a = entry.step);
  };
  return make("Table", "formula"_a = text(table.formula), "holds"_a = table.holds, "agents"_a = texts(table.agents),
              "entries"_a = tuple_of(table.entries, row), "open"_a = py::tuple(py::cast(table.open)));
}

py::object taken(const api::Witness::Taken& taken) {
  return make("Taken", "formula"_a = text(taken.formula), "holds"_a = taken.holds, "state"_a = taken.state);
}

py::object found(const std::optional<api::StatesFound>& found) {
  if (!found) return py::none();
  return make("StatesFound", "count"_a = number(found->count),
              "example"_a = found->example ? state(*found->example) : py::none());
}

py::object agent_facts(const api::AgentFacts& agent) {
  return make("AgentInfo", "name"_a = text(agent.name), "variables"_a = agent.variables, "actions"_a = agent.actions,
              "observes"_a = agent.observes);
}

py::object bounded(const std::optional<api::BoundedFacts>& facts) {
  if (!facts) return py::none();
  const char* engine = facts->engine == api::BoundedEngine::Sat        ? "sat"
                       : facts->engine == api::BoundedEngine::Explicit ? "explicit"
                                                                       : "bdd";
  return make("BoundedInfo", "engine"_a = engine, "depth"_a = facts->depth, "rounds"_a = facts->rounds,
              "complete"_a = facts->complete, "states"_a = number_or_none(facts->states), "checks"_a = facts->checks,
              "check_seconds"_a = facts->check_seconds);
}

}  // namespace

py::object diagnostic(const api::Diagnostic& diagnostic) {
  return make("Diagnostic", "severity"_a = word(diagnostic.severity), "file"_a = text(diagnostic.file),
              "line"_a = diagnostic.line, "column"_a = diagnostic.column, "message"_a = text(diagnostic.message),
              "hint"_a = text(diagnostic.hint), "name"_a = text(diagnostic.name),
              "rendered"_a = text(diagnostic.rendered));
}

py::tuple diagnostics(const std::vector<api::Diagnostic>& list) {
  return tuple_of(list, diagnostic);
}

py::object state(const api::State& state) {
  py::dict agents;
  for (const api::AgentState& agent : state) {
    py::dict values;
    for (const auto& [variable, value] : agent.values) values[text(variable)] = text(value);
    agents[text(agent.agent)] = values;
  }
  return make("State", agents);
}

py::tuple states(const std::vector<api::State>& list) {
  return tuple_of(list, state);
}

py::dict joint_action(const std::vector<std::pair<std::string, std::string>>& actions) {
  py::dict out;
  for (const auto& [agent, action] : actions) out[text(agent)] = text(action);
  return out;
}

py::object step_values(const std::optional<api::StepValues>& values) {
  if (!values) return py::none();
  py::dict parameters;
  for (const api::StepParameter& parameter : values->parameters) {
    parameters[text(parameter.name)] = parameter.up ? "up" : "down";
  }
  auto point = [&](const std::vector<std::optional<std::uint64_t>>& numbers) {
    py::dict named;
    for (std::size_t i = 0; i < numbers.size(); ++i) named[text(values->parameters[i].name)] = numbers[i];
    return named;
  };
  py::object range = py::none();
  if (values->range) range = py::make_tuple(text(values->range->name), values->range->first, values->range->last);
  return make("StepValues", "parameters"_a = parameters, "points"_a = tuple_of(values->points, point),
              "mixed"_a = values->mixed, "unbounded"_a = values->unbounded, "range"_a = range,
              "good"_a = py::tuple(py::cast(values->good)), "stopped"_a = text(values->stopped),
              "at_least"_a = values->at_least, "at_most"_a = values->at_most);
}

py::object witness(const api::Witness& witness) {
  py::dict values;
  for (const auto& [name, value] : witness.values) values[text(name)] = value;
  py::dict observes;
  for (const auto& [agent, variables] : witness.observes) observes[text(agent)] = texts(variables);
  return make("Witness", "counterexample"_a = witness.counterexample, "states"_a = states(witness.states),
              "propositions"_a = tuple_of(witness.propositions, texts), "observes"_a = observes,
              "paths"_a = tuple_of(witness.paths, path), "links"_a = tuple_of(witness.links, link),
              "tables"_a = tuple_of(witness.tables, table), "taken"_a = tuple_of(witness.taken, taken),
              "notes"_a = texts(witness.notes), "values"_a = values,
              "further"_a = tuple_of(witness.further, python::witness), "text"_a = text(witness.text),
              "dot"_a = text(witness.dot));
}

py::object progress(const api::Progress& progress) {
  return make("Progress", "phase"_a = word(progress.phase), "depth"_a = progress.depth, "formula"_a = progress.formula,
              "formulas"_a = progress.formulas, "nodes"_a = progress.nodes, "states"_a = progress.states,
              "seconds"_a = progress.seconds);
}

py::object facts(const api::ModelFacts& facts, const std::vector<api::AgentFacts>& agents,
                 const api::UnusedNames& unused) {
  return make("Info", "agents"_a = tuple_of(agents, agent_facts), "variables"_a = facts.variables,
              "state_bits"_a = facts.state_bits, "initial_states"_a = number_or_none(facts.initial_states),
              "reachable_states"_a = number_or_none(facts.reachable_states), "depth"_a = facts.depth,
              "fair_states"_a = number_or_none(facts.fair_states), "deadlocks"_a = found(facts.deadlocks),
              "overflows"_a = found(facts.overflows), "bounded"_a = bounded(facts.bounded),
              "unused"_a = make("Unused", "variables"_a = texts(unused.variables), "actions"_a = texts(unused.actions),
                                "propositions"_a = texts(unused.propositions), "groups"_a = texts(unused.groups)));
}

py::object statistics(const api::Statistics& statistics) {
  return make("Statistics", "parse_seconds"_a = statistics.parse_seconds,
              "encode_seconds"_a = statistics.encode_seconds, "reach_seconds"_a = statistics.reach_seconds,
              "check_seconds"_a = statistics.check_seconds, "analysis_seconds"_a = statistics.analysis_seconds,
              "total_seconds"_a = statistics.total_seconds, "peak_nodes"_a = statistics.peak_nodes,
              "peak_memory_bytes"_a = statistics.peak_memory_bytes, "reorderings"_a = statistics.reorderings);
}

py::object graph(const api::StateGraph& graph) {
  py::list edges;
  for (const api::StateGraph::Edge& edge : graph.edges) {
    edges.append(
        make("Edge", "source"_a = edge.from, "target"_a = edge.to, "actions"_a = tuple_of(edge.actions, joint_action)));
  }
  py::dict alike;
  for (const api::StateGraph::Alike& classes : graph.alike) {
    alike[text(classes.agent)] =
        tuple_of(classes.classes, [](const std::vector<std::size_t>& members) { return py::tuple(py::cast(members)); });
  }
  return make("Graph", "states"_a = states(graph.states), "propositions"_a = tuple_of(graph.propositions, texts),
              "initial"_a = py::tuple(py::cast(graph.initial)), "transitions"_a = py::tuple(edges), "alike"_a = alike,
              "dot"_a = text(graph.dot));
}

}  // namespace gnomon::python
