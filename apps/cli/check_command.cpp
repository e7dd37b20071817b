// gnomon check: builds the model, decides the formulas, prints each verdict as soon as it is known.
#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <thread>

#include "check_arguments.h"
#include "check_elsewhere.h"
#include "cluster/cluster.h"
#include "commands.h"
#include "diagnostic_printer.h"
#include "exit_code.h"
#include "formula_choice.h"
#include "gnomon/json.h"
#include "parameter_ranges.h"
#include "race.h"
#include "task/history_file.h"
#include "task_words.h"
#include "text_report.h"

namespace gnomon::cli {

namespace {

class CheckCommand {
 public:
  // Of several models: the document is kept for the caller, and statistics name the model.
  CheckCommand(const CheckArguments& arguments, bool one_of_several, CheckCapture* capture = nullptr)
      : arguments_(arguments),
        one_of_several_(one_of_several),
        capture_(capture),
        progress_(arguments.run.progress_mode()),
        input_(arguments.input ? *arguments.input : read_input(arguments.run.file, arguments.run.memory_bytes())),
        printer_(progress_, arguments.run.quiet, wants_color(arguments.run.color, Stream::Messages)),
        out_(capture != nullptr ? &capture->lines : nullptr) {}

  int execute();
  // Reads the model and chooses formulas, without a word; their names.
  std::optional<std::vector<std::string>> choose();
  // The JSON document, if one was asked for.
  const std::string& document() const { return document_; }

 private:
  api::RunOptions run_options();
  bool uses_cluster() const { return !arguments_.cluster.url.empty() && capture_ == nullptr; }
  // Each formula is a task for the cluster; otherwise slices of the model may be at work there.
  bool elsewhere() const { return uses_cluster() && !arguments_.run.cuts(); }
  std::string open_history();
  std::string find_helpers();
  int execute_elsewhere(const api::Run& run, const std::string& text);
  VerdictLines verdict_lines(const api::Run& run) const;
  void tell_figures(const api::Run& run, const std::string& figures);
  bool wants_document() const { return arguments_.run.json || capture_ != nullptr; }
  // Work that is not about one formula is done with the first.
  bool does_the_rest() const { return capture_ == nullptr || capture_->only.value_or(0) == 0; }
  void object(std::string sentence);
  void write_document(std::string document);
  bool select_formulas(api::Run& run);
  bool add_properties(api::Run& run);
  bool states_verdicts(const api::Run& run);
  api::Run begin_run(const api::RunOptions& options) const;
  void decide(api::Run& run);
  void decide_by_race(api::Run& run);
  void report_contradictions(const api::Run& run, const RaceResult& race);
  void present(api::Run& run, const VerdictLines& lines, api::FormulaResult result);
  bool load_reachable(api::Run& run);
  void save_reachable(api::Run& run);
  void write_certificate(const api::Run& run);
  // Formulas are decided without working out all states.
  bool looks_at_parts() const {
    return arguments_.bounded.given() || arguments_.run.only_proves() || arguments_.run.portfolio();
  }
  // A document has the number of states, also where verdicts were found on some of them; it may be missing if an engine
  // was named.
  bool counts_states() const { return wants_document() && arguments_.run.engine.empty() && !looks_at_parts(); }
  bool wants_all_states() const {
    return arguments_.check_deadlock || arguments_.check_overflow || !arguments_.save_reachable.empty();
  }
  void show_witness(const api::FormulaResult& result);
  void print_witness(const api::FormulaResult& result, WitnessFormat format);
  // Lines on standard output, unless a format other than text has it for itself; then on standard error.
  void tell(std::string_view lines);
  bool search(api::Run& run);
  int report(const api::Run& run, bool searched);
  int status(const api::Run& run, bool searched) const;
  int bad_input(const api::Run& run);
  bool has(api::Verdict verdict) const {
    return std::any_of(results_.begin(), results_.end(), [&](const auto& r) { return r.verdict == verdict; });
  }

  // Some verdict is known and not the one that is stated.
  bool misses_expectation() const {
    return std::any_of(results_.begin(), results_.end(), [](const api::FormulaResult& r) {
      return r.expected && r.verdict != api::Verdict::Unknown && *r.expected != (r.verdict == api::Verdict::True);
    });
  }

  const CheckArguments& arguments_;
  bool one_of_several_;
  CheckCapture* capture_;
  bool silent_ = false;  // about what is wrong with the text and the choice of formulas
  std::string document_;
  ProgressLine progress_;
  Input input_;
  std::unique_ptr<task::HistoryFile> history_;  // of the work on slices; null: none
  std::unique_ptr<HelperPost> helpers_;         // that work on slices; null: this process does
  DiagnosticPrinter printer_;
  Output out_;
  std::vector<std::string> complaints_;
  bool contradicted_ = false;  // two engines have given different verdicts
  bool unwritten_ = false;     // a file could not be written
  bool unsaved_ = false;       // a limit was reached before the reachable states were saved
  std::vector<std::size_t> selected_;
  std::vector<api::FormulaResult> results_;
};

int CheckCommand::execute() {
  if (!input_.error.empty()) {
    complain(input_.error);
    if (wants_document()) write_document(api::unreadable_to_json(input_.name, input_.error));
    return out_.finish(input_.status);
  }
  std::string problem = open_history();
  if (problem.empty()) problem = find_helpers();
  if (!problem.empty()) {
    complain(problem);
    return out_.finish(kBadInput);
  }
  api::Run run = begin_run(run_options());
  silent_ = capture_ != nullptr && capture_->only;
  if (silent_) printer_.pass_over(run);
  printer_.print(run);
  if (run.has_errors() || !select_formulas(run) || !load_reachable(run)) return bad_input(run);
  if (capture_ != nullptr && capture_->only) {
    if (*capture_->only < selected_.size()) selected_ = {selected_[*capture_->only]};
  }
  if (elsewhere()) return execute_elsewhere(run, input_.text);
  if (arguments_.run.portfolio()) {
    decide_by_race(run);
  } else {
    decide(run);
  }
  save_reachable(run);
  write_certificate(run);
  bool searched = !does_the_rest() || search(run);
  return report(run, searched);
}

// With --resume and slices: the file of their answers. A sentence about what went wrong, or empty.
std::string CheckCommand::open_history() {
  if (arguments_.resume.empty() || !arguments_.run.cuts() || capture_ != nullptr) return "";
  std::string problem;
  const std::string folder = arguments_.checkpoint.empty() ? arguments_.resume + ".states" : arguments_.checkpoint;
  history_ = std::make_unique<task::HistoryFile>(arguments_.resume, folder, std::string(api::version()),
                                                 what_is_checked(arguments_, input_), problem);
  if (!problem.empty() || arguments_.run.quiet) return problem;
  if (history_->lost_a_state()) {
    say(fmt::format("gnomon: {}: copies of what slices have are missing or damaged; the work since then is repeated",
                    folder));
  }
  if (history_->size() > 0) {
    say(fmt::format("gnomon: the check goes on after {} from {}", plural(std::to_string(history_->size()), "record"),
                    arguments_.resume));
  }
  return problem;
}

// Connects to the cluster if slices are to work there. A sentence about what went wrong, or empty.
std::string CheckCommand::find_helpers() {
  if (!uses_cluster() || elsewhere()) return "";
  cluster::HelperOptions options;
  options.version = api::version();
  options.run = history_ ? history_->run() : task::new_run_name();
  options.incarnation = history_ ? history_->incarnation() : 1;
  options.task = task_of(arguments_, input_, arguments_.run.parameters(), arguments_.words);
  options.task.timeout.reset();  // this process looks at the clock for all
  options.note = [this](const std::string& note) {
    progress_.erase();
    if (!arguments_.run.quiet) say("gnomon: " + note);
  };
  std::string problem;
  helpers_ = cluster::slice_helpers(arguments_.cluster, options, problem);
  return problem;
}

int CheckCommand::execute_elsewhere(const api::Run& run, const std::string& text) {
  CheckArguments arguments = arguments_;
  if (!arguments.properties.empty()) arguments.properties_input = read_input(arguments.properties);
  const VerdictLines lines = verdict_lines(run);
  const ElsewhereOutcome outcome = check_elsewhere(arguments, run, Input{input_.name, text, "", 0}, selected_, lines,
                                                   progress_, [&](const std::string& shown) {
                                                     out_.write(shown);
                                                     out_.flush();
                                                   });
  if (!outcome.problem.empty()) {
    complain(outcome.problem);
    return out_.finish(kBadInput);
  }
  if (arguments_.run.json) {
    write_document(outcome.document);
  } else if (!arguments_.run.quiet) {
    tell_figures(run, outcome.figures);
  }
  return out_.finish(outcome.status);
}

VerdictLines CheckCommand::verdict_lines(const api::Run& run) const {
  std::vector<api::FormulaResult> all;
  for (std::size_t index : selected_) all.push_back(run.formulas()[index - 1]);
  return VerdictLines(all, arguments_.run.verbose, wants_color(arguments_.run.color, Stream::Results),
                      capture_ != nullptr ? capture_->width : 0);
}

void CheckCommand::tell_figures(const api::Run& run, const std::string& figures) {
  const std::string semantics = semantics_text(run.options(), arguments_.run.verbose);
  tell((one_of_several_ ? run.file() + ": " : "") + figures + (semantics.empty() ? "" : "; ") + semantics);
}

std::optional<std::vector<std::string>> CheckCommand::choose() {
  if (!input_.error.empty()) return std::nullopt;
  silent_ = true;
  api::Run run = begin_run(run_options());
  if (run.has_errors() || !select_formulas(run)) return std::nullopt;
  std::vector<std::string> names;
  for (std::size_t index : selected_) {
    const api::FormulaResult& formula = run.formulas()[index - 1];
    names.push_back(formula.name.empty() ? formula.text : formula.name);
  }
  return names;
}

api::RunOptions CheckCommand::run_options() {
  api::RunOptions options = arguments_.run.options(progress_);
  if (arguments_.run.engine.empty() && arguments_.path_engine != "auto") options.engine = api::Engine::Diagrams;
  options.engine = arguments_.bounded.engine_of_run(options.engine);
  options.helpers = helpers_.get();
  if (helpers_ && progress_.enabled()) {
    options.progress = [this](const api::Progress& now) {
      progress_.show(fmt::format("{}; {}", progress_text(now), helpers_->at_work()), now.seconds);
    };
  }
  options.history = history_.get();
  options.checkpoint_seconds = arguments_.checkpoint_every;
  options.finite_traces = arguments_.finite_traces;
  if (arguments_.finite_tests == "infinite") options.finite_tests = api::FiniteTests::Infinite;
  options.step_ranges = step_ranges(arguments_.step_ranges);
  options.path_engine = path_engines().at(arguments_.path_engine);
  if (arguments_.strategies == "uniform") options.strategies = api::Strategies::Uniform;
  if (arguments_.knowledge == "clock") options.knowledge = api::Knowledge::Clock;
  if (arguments_.knowledge == "recall") options.knowledge = api::Knowledge::Recall;
  if (arguments_.initial_information == "all") options.initial_information = api::InitialInformation::All;
  return options;
}

// The reachable states from a file, if one is named; false if that is not possible.
bool CheckCommand::load_reachable(api::Run& run) {
  if (arguments_.load_reachable.empty()) return true;
  const Input input = read_input(arguments_.load_reachable);
  std::string problem = input.error;
  if (problem.empty()) {
    problem = run.load_reachable(input.text);
    if (!problem.empty()) problem = fmt::format("{}: {}", arguments_.load_reachable, problem);
  }
  if (problem.empty()) return true;
  object(problem);
  return false;
}

// A file that was there keeps its content until all of the new one is written.
void CheckCommand::save_reachable(api::Run& run) {
  if (arguments_.save_reachable.empty()) return;
  const std::optional<std::string> bytes = run.save_reachable();
  if (!bytes) {
    complain(fmt::format("the reachable states were not saved: {}", run.stopped()));
    unsaved_ = true;
    return;
  }
  const std::string problem = write_file(arguments_.save_reachable, *bytes);
  if (problem.empty()) return;
  complain(problem);
  unwritten_ = true;
}

void CheckCommand::write_certificate(const api::Run& run) {
  if (arguments_.certificate.empty()) return;
  const std::string problem = write_file(arguments_.certificate, api::to_certificate(run, results_));
  if (problem.empty()) return;
  complain(problem);
  unwritten_ = true;
}

// An error outside the model's text.
void CheckCommand::object(std::string sentence) {
  if (!silent_) complain(sentence);
  complaints_.push_back(std::move(sentence));
}

void CheckCommand::write_document(std::string document) {
  if (capture_ != nullptr) {
    capture_->document = std::move(document);
    return;
  }
  if (!one_of_several_) out_.write(document);
  document_ = std::move(document);
}

// The formulas of --properties FILE; false if they cannot be read.
bool CheckCommand::add_properties(api::Run& run) {
  if (arguments_.properties.empty()) return true;
  Input input = arguments_.properties_input ? *arguments_.properties_input
                                            : read_input(arguments_.properties, arguments_.run.memory_bytes());
  if (!input.error.empty()) {
    object(input.error);
    return false;
  }
  std::optional<std::vector<std::size_t>> indices = run.add_formulas(std::move(input.text), input.name);
  if (indices) selected_.insert(selected_.end(), indices->begin(), indices->end());
  return indices.has_value();
}

// With --expect there must be something to compare with.
bool CheckCommand::states_verdicts(const api::Run& run) {
  auto stated = [&](std::size_t index) { return run.formulas()[index - 1].expected.has_value(); };
  if (!arguments_.expect || std::any_of(selected_.begin(), selected_.end(), stated)) return true;
  object(fmt::format("{}: no formula states its verdict, as in `AG p expect true;`", run.file()));
  return false;
}

// Those of --properties and those named, in the order of the command line; without either all formulas of the file.
bool CheckCommand::select_formulas(api::Run& run) {
  std::size_t in_file = run.formulas().size();
  bool good = add_properties(run);
  std::vector<std::string> problems;
  good = choose_formulas(run, in_file, arguments_.formulas, selected_, problems) && good;
  for (std::string& problem : problems) object(std::move(problem));
  if (arguments_.formulas.empty() && arguments_.properties.empty()) {
    for (std::size_t i = 1; i <= in_file; ++i) selected_.push_back(i);
  }
  for (const std::string& name : good ? run.unused_step_ranges() : std::vector<std::string>()) {
    object(fmt::format("--parameter {}: no formula has a parameter of this name in a bound", name));
    good = false;
  }
  if (silent_) printer_.pass_over(run);
  printer_.print(run);
  return good && states_verdicts(run);
}

api::Run CheckCommand::begin_run(const api::RunOptions& options) const {
  return api::Run(input_.name, input_.text, options);
}

// The engines race, each in a process of its own. This process only tells what they find.
void CheckCommand::decide_by_race(api::Run& run) {
  std::vector<api::FormulaResult> all;
  for (std::size_t index : selected_) all.push_back(run.formulas()[index - 1]);
  if (all.empty()) {
    run.build();
    return;
  }
  VerdictLines lines(all, arguments_.run.verbose, wants_color(arguments_.run.color, Stream::Results));
  RaceOptions options;
  options.jobs = arguments_.run.jobs > 0 ? arguments_.run.jobs : std::max(1u, std::thread::hardware_concurrency());
  if (arguments_.run.timeout) {
    options.seconds = *arguments_.run.timeout - run.statistics().total_seconds;
    options.time_limit = fmt::format("time limit of {} s reached", *arguments_.run.timeout);
  }
  options.memory_bytes = arguments_.run.memory_bytes();
  options.compare = arguments_.compare_engines;
  if (arguments_.witness.requested()) options.witness = arguments_.witness.options();
  options.interrupt = run.options().interrupt;
  const RaceResult result = race(run, selected_, options, [&](api::FormulaResult& one) { present(run, lines, one); });
  if (!arguments_.run.quiet) {
    for (const std::string& text : result.diagnostics) say(text);
    for (const std::string& text : result.lost) say("gnomon: " + text);
  }
  if (result.nothing_begins) return decide(run);
  report_contradictions(run, result);
  std::stable_sort(results_.begin(), results_.end(), [&](const auto& a, const auto& b) {
    auto place = [&](std::size_t index) { return std::find(selected_.begin(), selected_.end(), index); };
    return place(a.index) < place(b.index);
  });
}

// One of the two engines is wrong, so the verdict means nothing: it is taken back, and the model is kept for a report.
void CheckCommand::report_contradictions(const api::Run& run, const RaceResult& race) {
  for (const Contradiction& one : race.contradictions) {
    contradicted_ = true;
    const std::string words = fmt::format("true by the engine `{}` and false by `{}`", one.true_by, one.false_by);
    for (api::FormulaResult& result : results_) {
      if (result.index != one.formula) continue;
      complain(fmt::format("internal error: two engines contradict each other: formula {}, {}, is {}", one.formula,
                           result.text, words));
      result.verdict = api::Verdict::Unknown;
      result.reason = "engines contradict each other: " + words;
      result.reason_kind = api::ReasonKind::Unsupported;
      result.witness.reset();
    }
    complaints_.push_back(fmt::format("engines contradict each other about formula {}: {}", one.formula, words));
  }
  if (race.contradictions.empty()) return;
  const std::string file = fmt::format("gnomon-contradiction-{}.ispl", run.fingerprint());
  const std::string problem = write_file(file, input_.text);
  say(fmt::format("This is a bug in gnomon {}. Please report it with the model{} and the command line.", api::version(),
                  problem.empty() ? fmt::format(", of which there is a copy in {},", file) : ""));
}

void CheckCommand::decide(api::Run& run) {
  const VerdictLines lines = verdict_lines(run);
  if (selected_.empty()) run.build();
  if (arguments_.bounded.given()) {
    run.check_bounded(selected_, arguments_.bounded.options(run.options().engine),
                      [&](api::FormulaResult& result) { present(run, lines, std::move(result)); });
    // Verdicts were printed as they came; documents list the formulas as they were asked for.
    std::stable_sort(results_.begin(), results_.end(), [&](const auto& a, const auto& b) {
      auto place = [&](std::size_t index) { return std::find(selected_.begin(), selected_.end(), index); };
      return place(a.index) < place(b.index);
    });
    return;
  }
  run.expect(selected_, wants_all_states());
  const api::CallLimits limits{arguments_.formula_timeout, 0};
  for (std::size_t index : selected_) present(run, lines, run.check(index, limits));
}

// Tells a verdict, with its witness if one is requested.
void CheckCommand::present(api::Run& run, const VerdictLines& lines, api::FormulaResult result) {
  // An error has been reported: that everything is true means nothing then.
  const bool nothing_begins = run.facts().initial_states == std::optional<std::string>("0");
  if (nothing_begins) {
    result.verdict = api::Verdict::Unknown;
    result.reason = result.no_witness = "no state satisfies InitStates";
    result.reason_kind = api::ReasonKind::Unsupported;
  }
  // What a race has decided is explained already, or says why not.
  const bool raced = !result.engine.empty() || arguments_.run.portfolio();
  if (arguments_.witness.requested() && !nothing_begins && !raced) run.explain(result, arguments_.witness.options());
  if (arguments_.vacuity && !nothing_begins) run.find_vacuity(result, {arguments_.formula_timeout, 0});
  progress_.erase();
  printer_.print(run);
  if (!arguments_.run.json) tell(lines.line(result));
  if (arguments_.explain && !arguments_.run.json) {
    for (const std::string& line : result.explanation) tell("       " + line);
  }
  if (arguments_.witness.requested()) show_witness(result);
  if (arguments_.run.verbose) {
    say(fmt::format("gnomon: formula {}: {}, {:.3f} s", result.index, result.logic, result.seconds));
  }
  results_.push_back(std::move(result));
}

// A witness stands below its verdict, or in a file of its own.
void CheckCommand::show_witness(const api::FormulaResult& result) {
  WitnessFormat format = arguments_.witness.chosen();
  if (!arguments_.witness.output.empty()) {
    std::string problem = write_witness(result, format, arguments_.witness.output);
    if (!problem.empty() && !unwritten_) complain(problem);
    unwritten_ = unwritten_ || !problem.empty();
  } else if (!arguments_.run.json) {
    print_witness(result, format);
  }
}

void CheckCommand::print_witness(const api::FormulaResult& result, WitnessFormat format) {
  if (!result.witness) {
    const char* kind = result.verdict == api::Verdict::False ? "counterexample" : "witness";
    tell(fmt::format("  (no {}: {})", kind, result.no_witness));
    return;
  }
  std::string problem;
  out_.write(witness_content(result, format, problem));
  if (format == WitnessFormat::Text) out_.line("");
  out_.flush();
  if (!problem.empty() && !unwritten_) complain(problem);
  unwritten_ = unwritten_ || !problem.empty();
}

void CheckCommand::tell(std::string_view lines) {
  if (lines.ends_with('\n')) lines.remove_suffix(1);
  if (arguments_.witness.alone()) return say(lines);
  out_.line(lines);
  out_.flush();
}

// Deadlocks are looked for unless nobody would hear of them, or the verdicts came before all states were found. False if
// a search that was asked for did not end.
bool CheckCommand::search(api::Run& run) {
  if (counts_states() && !has(api::Verdict::Unknown)) run.build();
  bool deadlocks = true;
  const bool at_hand = run.facts().reachable_states.has_value() || (wants_document() && !looks_at_parts());
  if (arguments_.check_deadlock || (!arguments_.run.quiet && at_hand)) deadlocks = run.find_deadlocks();
  bool overflows = !arguments_.check_overflow || run.find_overflows();
  if (arguments_.check_deadlock && deadlocks) run.explain_deadlock(arguments_.witness.options());
  if (arguments_.check_overflow && overflows) run.explain_overflow(arguments_.witness.options());
  progress_.erase();
  printer_.print(run);
  return (deadlocks || !arguments_.check_deadlock) && overflows;
}

int CheckCommand::report(const api::Run& run, bool searched) {
  api::ModelFacts facts = run.facts();
  if (wants_document()) {
    write_document(api::to_json(run, results_, api::JsonDetail::Formulas, complaints_, arguments_.run.json_values()));
  }
  if (arguments_.run.json) return out_.finish(status(run, searched));
  if (arguments_.check_deadlock && facts.deadlocks) {
    tell(search_lines("DEADLOCKS", "without successor", *facts.deadlocks));
  }
  if (arguments_.check_overflow && facts.overflows) {
    tell(search_lines("OVERFLOWS", "with an assignment out of range", *facts.overflows));
  }
  if (!searched) complain(run.stopped());
  api::Statistics statistics = run.statistics();
  if (!arguments_.run.quiet && capture_ == nullptr) tell_figures(run, statistics_line(results_, facts, statistics));
  if (!arguments_.run.quiet && !statistics.not_cut.empty()) say("gnomon: " + statistics.not_cut);
  if (arguments_.run.verbose) {
    if (statistics.slicing) say("gnomon: " + slicing_line(*statistics.slicing));
    say(fmt::format("gnomon: parse {:.3f} s, encode {:.3f} s, reach {:.3f} s, check {:.3f} s, analysis {:.3f} s, {}",
                    statistics.parse_seconds, statistics.encode_seconds, statistics.reach_seconds,
                    statistics.check_seconds, statistics.analysis_seconds,
                    plural(std::to_string(statistics.reorderings), "reordering")));
    for (const std::string& choice : statistics.choices) say("gnomon: " + choice);
    say(fmt::format("gnomon: version {}, fingerprint of the model {}", api::version(), run.fingerprint()));
  }
  return out_.finish(status(run, searched));
}

int CheckCommand::status(const api::Run& run, bool searched) const {
  if (contradicted_) return kInternalError;
  if (unwritten_) return kBadInput;
  if (has_error(run)) return kBadInput;  // a warning that counts as an error
  if (arguments_.expect ? misses_expectation() : has(api::Verdict::False)) {
    return arguments_.exit_zero ? kAllTrue : kSomeFalse;
  }
  const bool done = run.facts().reachable_states.has_value() || !results_.empty();
  return has(api::Verdict::Unknown) || !searched || !done || unsaved_ ? kUnknown : kAllTrue;
}

int CheckCommand::bad_input(const api::Run& run) {
  if (wants_document()) {
    write_document(api::to_json(run, {}, api::JsonDetail::Formulas, complaints_, arguments_.run.json_values()));
  }
  bool interrupted = run.has_errors() && !run.stopped().empty();
  if (interrupted) complain(run.stopped());
  return out_.finish(interrupted ? kUnknown : kBadInput);
}

}  // namespace

int check(const CheckArguments& arguments, std::string* document) {
  CheckCommand command(arguments, document != nullptr);
  const int status = command.execute();
  if (document != nullptr) *document = command.document();
  return status;
}

int check(const CheckArguments& arguments, CheckCapture& capture) {
  return CheckCommand(arguments, false, &capture).execute();
}

std::optional<std::vector<std::string>> chosen_formulas(const CheckArguments& arguments) {
  return CheckCommand(arguments, false).choose();
}

}  // namespace gnomon::cli
