// gnomon test: the verdicts that models state (`expect`) against those that are found, for several files and parameter
// values, in parallel. The log has one line per model and one more for each formula that is not as stated.
#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <mutex>
#include <thread>

#include "base/markup.h"
#include "commands.h"
#include "diagnostic_printer.h"
#include "exit_code.h"
#include "parameter_ranges.h"
#include "run_arguments.h"
#include "terminal.h"
#include "text_report.h"

namespace gnomon::cli {

namespace {

struct TestArguments {
  RunArguments run;
  std::vector<std::string> files;
  unsigned jobs = 0;  // 0: one for each processor
  std::string junit;
};

// One model with its parameters, and what came of it.
struct Case {
  std::string file;
  api::Parameters parameters;
  std::string errors;  // diagnostics of a model that is wrong
  std::string stopped;
  std::vector<api::FormulaResult> results;  // of the formulas with a stated verdict
  double seconds = 0;
};

bool met(const api::FormulaResult& result) {
  return result.verdict == (*result.expected ? api::Verdict::True : api::Verdict::False);
}

bool unknown(const api::FormulaResult& result) {
  return result.verdict == api::Verdict::Unknown;
}

std::string formula_title(const api::FormulaResult& result) {
  return result.name.empty() ? result.text : fmt::format("{}: {}", result.name, result.text);
}

// What happened instead of the stated verdict.
std::string complaint(const api::FormulaResult& result) {
  if (unknown(result)) return fmt::format("unknown ({}), expected {}", result.reason, *result.expected);
  return fmt::format("{}, expected {}", result.verdict == api::Verdict::True, *result.expected);
}

void perform(Case& one, const TestArguments& arguments, const std::atomic<bool>* interrupt) {
  Input input = read_input(one.file);
  if (!input.error.empty()) {
    one.errors = input.error;
    return;
  }
  api::RunOptions options;
  options.engine = api::Engine::Automatic;
  options.parameters = one.parameters;
  options.timeout_seconds = arguments.run.timeout;
  options.memory_bytes = arguments.run.memory_bytes();
  options.warnings = warning_options(arguments.run.warnings);
  options.interrupt = interrupt;
  api::Run run(input.name, std::move(input.text), std::move(options));
  if (run.has_errors()) {
    one.stopped = run.stopped();
  } else {
    std::vector<std::size_t> stated;
    for (const api::FormulaResult& formula : run.formulas()) {
      if (formula.expected) stated.push_back(formula.index);
    }
    for (std::size_t index : stated) one.results.push_back(run.check(index));
  }
  if (has_error(run)) one.results.clear();  // InitStates that contradict themselves make every verdict true
  for (const api::Diagnostic& diagnostic : run.diagnostics()) {
    if (diagnostic.severity == api::Severity::Error) one.errors += diagnostic.rendered + "\n";
  }
  one.seconds = run.statistics().total_seconds;
}

std::string log_lines(const Case& one) {
  bool good = one.errors.empty() && one.stopped.empty() && std::all_of(one.results.begin(), one.results.end(), met);
  std::string text =
      fmt::format("{} {}  {}, {:.3f} s\n", good ? "ok    " : "FAILED", run_title(one.file, one.parameters),
                  plural(std::to_string(one.results.size()), "stated verdict"), one.seconds);
  if (!one.stopped.empty()) text += fmt::format("       {}\n", one.stopped);
  for (const api::FormulaResult& result : one.results) {
    if (met(result)) continue;
    text += fmt::format("       {}:{}: {}: {}\n", result.file, result.line, formula_title(result), complaint(result));
  }
  return text;
}

// A suite per model, a test per formula; a model that is wrong is a suite with one error.
std::string junit_text(const std::vector<Case>& cases) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (const Case& one : cases) {
    bool broken = !one.errors.empty() || !one.stopped.empty();
    std::size_t failures = 0;
    std::size_t errors = broken ? 1 : 0;
    for (const api::FormulaResult& result : one.results) {
      if (!met(result)) ++(unknown(result) ? errors : failures);
    }
    std::string suite = escaped_markup(run_title(one.file, one.parameters));
    text += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\">\n", suite,
                        one.results.size() + (broken ? 1 : 0), failures, errors, one.seconds);
    if (broken) {
      text += fmt::format("    <testcase name=\"model\" classname=\"{}\"><error message=\"{}\"/></testcase>\n", suite,
                          escaped_markup(one.errors + one.stopped));
    }
    for (const api::FormulaResult& result : one.results) {
      text += fmt::format("    <testcase name=\"{}\" classname=\"{}\" time=\"{:.3f}\"",
                          escaped_markup(formula_title(result)), suite, result.seconds);
      if (met(result)) {
        text += "/>\n";
      } else {
        const char* kind = unknown(result) ? "error" : "failure";
        text += fmt::format("><{} message=\"{}\"/></testcase>\n", kind, escaped_markup(complaint(result)));
      }
    }
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

int status_of(const std::vector<Case>& cases) {
  bool wrong = false;
  bool broken = false;
  bool open = false;
  for (const Case& one : cases) {
    broken = broken || (!one.errors.empty() && one.stopped.empty());
    open = open || !one.stopped.empty();
    for (const api::FormulaResult& result : one.results) {
      wrong = wrong || (!met(result) && !unknown(result));
      open = open || unknown(result);
    }
  }
  return broken ? kBadInput : wrong ? kSomeFalse : open ? kUnknown : kAllTrue;
}

int test(const TestArguments& arguments) {
  Output out;
  const std::atomic<bool>* interrupt = catch_signals();
  std::vector<api::Parameters> values = parameter_combinations(arguments.run.definitions);
  std::vector<Case> cases;
  for (const std::string& file : arguments.files) {
    for (const api::Parameters& parameters : values) cases.push_back({file, parameters, {}, {}, {}, 0});
  }
  // The cases are taken in order and told in order, as soon as all before them are known.
  std::atomic<std::size_t> next{0};
  std::mutex telling;
  std::vector<bool> done(cases.size(), false);
  std::size_t told = 0;
  auto work = [&] {
    for (std::size_t i = next++; i < cases.size(); i = next++) {
      perform(cases[i], arguments, interrupt);
      std::lock_guard lock(telling);
      done[i] = true;
      for (; told < cases.size() && done[told]; ++told) {
        if (!cases[told].errors.empty()) say(cases[told].errors);
        bool quiet = arguments.run.quiet && log_lines(cases[told]).starts_with("ok");
        if (!quiet) out.write(log_lines(cases[told]));
      }
      out.flush();
    }
  };
  unsigned jobs = arguments.jobs > 0 ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < jobs && i < cases.size(); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();

  std::size_t stated = 0;
  std::size_t as_stated = 0;
  for (const Case& one : cases) {
    stated += one.results.size();
    as_stated += static_cast<std::size_t>(std::count_if(one.results.begin(), one.results.end(), met));
  }
  out.line(fmt::format("{} in {}: {} met, {} not", plural(std::to_string(stated), "stated verdict"),
                       plural(std::to_string(cases.size()), "run"), as_stated, stated - as_stated));
  int status = status_of(cases);
  if (!arguments.junit.empty()) {
    std::ofstream file(arguments.junit, std::ios::binary);
    file << junit_text(cases);
    file.close();
    if (!file) {
      complain(fmt::format("cannot write `{}`", arguments.junit));
      status = kBadInput;
    }
  }
  return out.finish(status);
}

}  // namespace

void add_test_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<TestArguments>();
  CLI::App* command =
      program.add_subcommand("test", "compare the verdicts that models state (`expect`) with those found");
  command->add_option("FILE", arguments->files, "the models, in ISPL")->required()->type_name("");
  add_parameter_ranges(*command, arguments->run.definitions);
  command->add_option("-j,--jobs", arguments->jobs, "how many models at the same time (default: one per processor)")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  command->add_option("--junit", arguments->junit, "write the results to this file, as JUnit XML")->type_name("FILE");
  arguments->run.add_limits(*command, "stop each model after so many seconds");
  arguments->run.add_warnings(*command);
  command->callback([arguments, &chosen] { chosen = [arguments] { return test(*arguments); }; });
}

}  // namespace gnomon::cli
