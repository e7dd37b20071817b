// Plain data of the library as objects of the Python classes in gnomon/_data.py.
//
// The classes are written in Python, where they have types, documentation and pictures; here they are only filled. Text
// of the user may contain bytes that are not UTF-8: they become replacement characters.
#pragma once

#include <pybind11/pybind11.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gnomon/gnomon.h"
#include "gnomon/simulation.h"

namespace gnomon::python {

namespace py = pybind11;

// A class of gnomon._data, called with keyword arguments.
template <class... Arguments>
py::object make(const char* name, Arguments&&... arguments) {
  return py::module_::import("gnomon._data").attr(name)(std::forward<Arguments>(arguments)...);
}

// Raises a class of gnomon._errors with the arguments.
template <class... Arguments>
[[noreturn]] void raise(const char* name, Arguments&&... arguments) {
  py::object type = py::module_::import("gnomon._errors").attr(name);
  py::object exception = type(std::forward<Arguments>(arguments)...);
  PyErr_SetObject(type.ptr(), exception.ptr());
  throw py::error_already_set();
}

py::str text(std::string_view bytes);
py::tuple texts(const std::vector<std::string>& words);
// A decimal number of any size.
py::int_ number(const std::string& decimal);

template <class Value, class Convert>
py::tuple tuple_of(const std::vector<Value>& values, Convert convert) {
  py::tuple out(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) out[i] = convert(values[i]);
  return out;
}

py::object diagnostic(const api::Diagnostic& diagnostic);
py::tuple diagnostics(const std::vector<api::Diagnostic>& list);
py::object state(const api::State& state);
py::tuple states(const std::vector<api::State>& list);
py::dict joint_action(const std::vector<std::pair<std::string, std::string>>& actions);
py::object step_values(const std::optional<api::StepValues>& values);
py::object witness(const api::Witness& witness);
py::object progress(const api::Progress& progress);
py::object facts(const api::ModelFacts& facts, const std::vector<api::AgentFacts>& agents,
                 const api::UnusedNames& unused);
py::object statistics(const api::Statistics& statistics);
py::object graph(const api::StateGraph& graph);

}  // namespace gnomon::python
