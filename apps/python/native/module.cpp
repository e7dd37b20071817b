// The native half of the Python module: gnomon._native. The other half, gnomon/*.py, is what people import.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings.h"
#include "convert.h"
#include "gnomon/gnomon.h"

namespace gnomon::python {

using namespace py::literals;

namespace {

py::str text_of(const api::GeneratedModel& model) {
  if (!model.errors.empty()) {
    std::string sentences;
    for (const std::string& error : model.errors) sentences += (sentences.empty() ? "" : "\n") + error;
    raise("ScenarioError", text(sentences));
  }
  return text(model.text);
}

py::str generate(const std::string& name, const std::vector<std::string>& parameters,
                 const std::optional<std::string>& logic, std::optional<int> specification) {
  return text_of(api::generate(name, parameters, logic, specification));
}

py::str automaton(const std::string& formula, bool dot) {
  api::AutomatonText result = api::automaton(formula, dot ? api::AutomatonFormat::Dot : api::AutomatonFormat::Hoa);
  if (!result.errors.empty()) raise("FormulaError", diagnostics(result.errors));
  return text(result.text);
}

py::dict warnings() {
  py::dict out;
  for (const api::Warning& warning : api::warnings()) out[text(warning.name)] = text(warning.meaning);
  return out;
}

}  // namespace

}  // namespace gnomon::python

PYBIND11_MODULE(_native, module) {
  using namespace gnomon::python;
  py::object base = py::module_::import("gnomon._errors").attr("GnomonError");
  py::register_exception<gnomon::api::UsageError>(module, "UsageError", base.ptr());
  bind_run(module);
  bind_simulation(module);
  module.def("version", [] { return text(gnomon::api::version()); });
  module.def("generate", &generate, "name"_a, "parameters"_a, "logic"_a, "specification"_a);
  module.def(
      "scenario_source", [](const std::string& name) { return text_of(gnomon::api::scenario_source(name)); }, "name"_a);
  module.def("describe_scenarios", [] { return texts(gnomon::api::describe_scenarios()); });
  module.def("automaton", &automaton, "formula"_a, "dot"_a);
  module.def("warnings", &warnings);
}
