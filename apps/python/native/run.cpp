// gnomon::api::Run for Python: one model being checked, its callbacks and its interruption.
#include <algorithm>
#include <memory>
#include <pybind11/stl.h>

#include "bindings.h"
#include "convert.h"
#include "gnomon/json.h"
#include "gnomon/words.h"
#include "options.h"
#include "worker.h"

namespace gnomon::python {

using namespace py::literals;

namespace {

// A verdict as the library knows it: to ask for its witness, and to write it as JSON.
struct Formula {
  api::FormulaResult result;
};

py::dict fields(const Formula& formula) {
  const api::FormulaResult& result = formula.result;
  return py::dict("index"_a = result.index, "text"_a = text(result.text), "file"_a = text(result.file),
                  "line"_a = result.line, "column"_a = result.column, "logic"_a = text(result.logic),
                  "strategic"_a = result.strategic, "verdict"_a = word(result.verdict), "value"_a = text(result.value),
                  "values"_a = step_values(result.values), "reason"_a = text(result.reason),
                  "reason_kind"_a = result.reason_kind ? py::object(py::str(word(*result.reason_kind))) : py::none(),
                  "basis"_a = word(result.basis), "depth"_a = result.depth, "rounds"_a = result.rounds,
                  "seconds"_a = result.seconds, "explanation"_a = texts(result.explanation),
                  "certificate"_a = text(result.certificate));
}

class PyRun {
 public:
  PyRun(std::string file, std::string model, const py::dict& options, py::object progress)
      : progress_(std::move(progress)) {
    api::RunOptions run_options = python::run_options(options);
    run_options.interrupt = interruption_.flag();
    run_options.progress = [this](const api::Progress& now) { report(now); };
    telling_ = progress_;
    work([&] { run_.emplace(std::move(file), std::move(model), std::move(run_options)); });
  }
  PyRun(const PyRun&) = delete;
  PyRun& operator=(const PyRun&) = delete;

  // Its calls end at once from now on.
  bool ended() const { return interruption_.happened(); }

  bool has_errors() const { return run_->has_errors(); }  // never changes
  py::tuple diagnostics() {
    Turn turn(interruption_);
    return python::diagnostics(run_->diagnostics());
  }
  py::tuple formulas() {
    Turn turn(interruption_);
    return tuple_of(run_->formulas(), [](const api::FormulaResult& result) { return py::cast(Formula{result}); });
  }
  // The index of the new formula, or none and what is wrong with it.
  py::tuple add_formula(const std::string& formula) {
    Turn turn(interruption_);
    std::size_t before = run_->diagnostics().size();
    std::optional<std::size_t> index = run_->add_formula(formula);
    const std::vector<api::Diagnostic>& all = run_->diagnostics();
    std::vector<api::Diagnostic> fresh(all.begin() + static_cast<std::ptrdiff_t>(before), all.end());
    return py::make_tuple(index, python::diagnostics(fresh));
  }
  py::str print() {
    Turn turn(interruption_);
    std::string printed;
    work([&] { printed = run_->print(); });
    return text(printed);
  }

  bool build(std::optional<double> timeout, std::size_t memory, const py::object& progress) {
    Turn turn(interruption_);
    tell(progress);
    api::CallLimits limits = call_limits(timeout, memory);
    bool completed = false;
    work([&] { completed = run_->build(limits); });
    return completed;
  }
  Formula check(std::size_t index, std::optional<double> timeout, std::size_t memory, const py::object& progress) {
    Turn turn(interruption_);
    tell(progress);
    api::CallLimits limits = call_limits(timeout, memory);
    Formula formula;
    work([&] { formula.result = run_->check(index, limits); });
    return formula;
  }
  // In the order of `indices`.
  py::list check_bounded(const std::vector<std::size_t>& indices, const std::string& engine, const std::string& checks,
                         double amount, std::optional<std::size_t> bound, std::optional<double> timeout,
                         std::size_t memory, const py::object& progress) {
    Turn turn(interruption_);
    tell(progress);
    api::BoundedOptions options = bounded_options(engine, checks, amount, bound);
    api::CallLimits limits = call_limits(timeout, memory);
    std::vector<api::FormulaResult> results;
    work([&] {
      auto keep = [&](api::FormulaResult& result) { results.push_back(result); };
      run_->check_bounded(indices, options, keep, limits);
    });
    py::list out;
    for (std::size_t index : indices) {
      auto found = std::find_if(results.begin(), results.end(), [&](const auto& r) { return r.index == index; });
      if (found != results.end()) out.append(Formula{*found});
    }
    return out;
  }
  // The witness, or none and why there is none.
  py::tuple explain(Formula& formula, std::size_t depth, bool full, std::optional<double> timeout, std::size_t memory) {
    Turn turn(interruption_);
    tell(py::none());
    api::CallLimits limits = call_limits(timeout, memory);
    work([&] { run_->explain(formula.result, {depth, full}, limits); });
    const std::optional<api::Witness>& found = formula.result.witness;
    return py::make_tuple(found ? witness(*found) : py::none(), text(formula.result.no_witness));
  }
  py::str page(const Formula& formula) {
    Turn turn(interruption_);
    return text(api::to_html(formula.result));
  }
  bool find_deadlocks() {
    Turn turn(interruption_);
    tell(py::none());
    bool completed = false;
    work([&] { completed = run_->find_deadlocks(); });
    return completed;
  }
  bool find_overflows() {
    Turn turn(interruption_);
    tell(py::none());
    bool completed = false;
    work([&] { completed = run_->find_overflows(); });
    return completed;
  }

  py::object facts() {
    Turn turn(interruption_);
    return python::facts(run_->facts(), run_->agents(), run_->unused());
  }
  py::object statistics() {
    Turn turn(interruption_);
    return python::statistics(run_->statistics());
  }
  py::str stopped() {
    Turn turn(interruption_);
    return text(run_->stopped());
  }
  py::str to_json(const std::vector<Formula*>& formulas, bool info) {
    Turn turn(interruption_);
    const auto detail = info ? api::JsonDetail::Info : api::JsonDetail::Formulas;
    return text(api::to_json(*run_, results_of(formulas), detail));
  }
  py::str to_certificate(const std::vector<Formula*>& formulas) {
    Turn turn(interruption_);
    return text(api::to_certificate(*run_, results_of(formulas)));
  }

 private:
  using Turn = Interruption::Turn;

  static std::vector<api::FormulaResult> results_of(const std::vector<Formula*>& formulas) {
    std::vector<api::FormulaResult> results;
    for (const Formula* formula : formulas) results.push_back(formula->result);
    return results;
  }

  // This call tells its progress to the callback, or, if there is none, to that of the run.
  void tell(const py::object& progress) { telling_ = progress.is_none() ? progress_ : progress; }
  void work(const std::function<void()>& task) { interruption_.call(task); }
  // In the thread that works.
  void report(const api::Progress& now) {
    py::gil_scoped_acquire acquire;
    if (telling_.is_none() || interruption_.happened()) return;
    interruption_.call_back([&] { telling_(python::progress(now)); });
  }

  Interruption interruption_;  // outlives the run
  py::object progress_;
  py::object telling_;  // of the present call
  std::optional<api::Run> run_;
};

}  // namespace

void bind_run(py::module_& module) {
  py::class_<Formula>(module, "Formula").def("fields", &fields);
  py::class_<PyRun>(module, "Run")
      .def(py::init([](std::string file, const py::bytes& model, const py::dict& options, py::object progress) {
             return std::make_unique<PyRun>(std::move(file), std::string(model), options, std::move(progress));
           }),
           "file"_a, "text"_a, "options"_a, "progress"_a)
      .def_property_readonly("ended", &PyRun::ended)
      .def_property_readonly("has_errors", &PyRun::has_errors)
      .def_property_readonly("diagnostics", &PyRun::diagnostics)
      .def_property_readonly("formulas", &PyRun::formulas)
      .def("add_formula", &PyRun::add_formula, "text"_a)
      .def("print", &PyRun::print)
      .def("build", &PyRun::build, "timeout"_a, "memory"_a, "progress"_a)
      .def("check", &PyRun::check, "index"_a, "timeout"_a, "memory"_a, "progress"_a)
      .def("check_bounded", &PyRun::check_bounded, "indices"_a, "engine"_a, "checks"_a, "amount"_a, "bound"_a,
           "timeout"_a, "memory"_a, "progress"_a)
      .def("explain", &PyRun::explain, "formula"_a, "depth"_a, "full"_a, "timeout"_a, "memory"_a)
      .def("page", &PyRun::page, "formula"_a)
      .def("find_deadlocks", &PyRun::find_deadlocks)
      .def("find_overflows", &PyRun::find_overflows)
      .def("facts", &PyRun::facts)
      .def("statistics", &PyRun::statistics)
      .def("stopped", &PyRun::stopped)
      .def("to_json", &PyRun::to_json, "formulas"_a, "info"_a)
      .def("to_certificate", &PyRun::to_certificate, "formulas"_a);
}

}  // namespace gnomon::python
