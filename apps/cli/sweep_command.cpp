// gnomon sweep: models over the values of their parameters, engines and formulas, each run in a process of its own under
// limits of its own; the figures as a table, CSV, JSON and as a picture. Results can be kept in a file, from which a sweep
// that was stopped goes on.
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <utility>

#include "check_arguments.h"
#include "cluster_arguments.h"
#include "commands.h"
#include "exit_code.h"
#include "parameter_ranges.h"
#include "process/child.h"
#include "sweep_plot.h"
#include "sweep_report.h"
#include "sweep_runs.h"
#include "task/journal.h"
#include "task/performer.h"
#include "task/sha256.h"
#include "task_words.h"

namespace gnomon::cli {

namespace {

struct SweepArguments {
  CheckArguments check;
  std::vector<std::string> files;
  std::vector<std::string> engines;
  bool each_formula = false;
  std::size_t jobs = 1;
  bool csv = false;
  bool stop_at_limit = false;
  std::string plot;
  std::string resume;              // a file that results are kept in; empty: none
  std::vector<std::string> words;  // the options of check that were given
};

// What `--engine` says in a sweep, as options of check.
std::string engine_word(const std::string& engine) {
  if (engine == "bounded") return "--bounded=bdd";
  if (engine == "sat") return "--bounded=sat";
  return "--engine=" + engine;
}

// Whether one value is at least as large as the other: of numbers, or the same.
bool at_least(const std::string& value, const std::string& other) {
  auto number = [](const std::string& text, long long& result) {
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
    return error == std::errc() && end == text.data() + text.size();
  };
  long long a = 0;
  long long b = 0;
  return number(value, a) && number(other, b) ? a >= b : value == other;
}

class SweepCommand {
 public:
  explicit SweepCommand(const SweepArguments& arguments)
      : arguments_(arguments), progress_(arguments.check.run.progress_mode()) {}

  int execute();

 private:
  bool lay_out();
  void add_runs(const Input& input, const api::Parameters& parameters, const std::string& engine);
  bool superfluous(SweepRun& run) const;
  bool perform(const SweepTable& table);
  std::unique_ptr<task::Performer> choose_performer(const task::Journal* journal) const;
  bool take_old_result(std::size_t number, const task::Journal& journal);
  void keep(std::size_t number, const task::Result& result, task::Journal& journal);
  void finish(std::size_t number, const SweepTable& table);
  void present(SweepRun& run, const SweepTable& table);
  void show_progress(const task::Progress& progress);
  bool write_plot() const;
  int status() const;
  bool table_wanted() const { return !arguments_.csv && !arguments_.check.run.json; }

  const SweepArguments& arguments_;
  ProgressLine progress_;
  Output out_;
  std::vector<Input> inputs_;
  std::vector<SweepRun> runs_;
  std::vector<task::Task> tasks_;   // of the runs
  std::vector<std::string> names_;  // of the tasks
  std::vector<bool> done_;
  std::size_t told_ = 0;
  std::size_t resumed_ = 0;  // runs whose results were in the file
  bool unwritten_ = false;   // a result could not be kept
  std::string last_messages_;
};

// One run for each file and each choice of parameters; false if a file cannot be read.
bool SweepCommand::lay_out() {
  for (const std::string& file : arguments_.files) inputs_.push_back(read_input(file));
  bool good = true;
  for (const Input& input : inputs_) {
    if (!input.error.empty()) complain(input.error);
    good = good && input.error.empty();
  }
  if (!good) return false;
  if (!arguments_.engines.empty() && !arguments_.check.bounded.engine.empty()) {
    complain("--bounded and a list of engines say two things; write --engine=bounded or --engine=sat");
    return false;
  }
  std::vector<std::string> engines = arguments_.engines;
  if (engines.empty()) engines.emplace_back();
  for (const Input& input : inputs_) {
    for (const api::Parameters& parameters : parameter_combinations(arguments_.check.run.definitions)) {
      for (const std::string& engine : engines) add_runs(input, parameters, engine);
    }
  }
  return true;
}

// One run, or with --each-formula one for each formula. A model with errors has one run, which tells them.
void SweepCommand::add_runs(const Input& input, const api::Parameters& parameters, const std::string& engine) {
  std::vector<std::string> words = arguments_.words;
  words.insert(words.end(), {"--json=true", "--quiet=true"});
  if (!engine.empty()) words.push_back(engine_word(engine));
  if (arguments_.check.run.jobs > 1) words.push_back(fmt::format("--jobs={}", arguments_.check.run.jobs));
  SweepRun run;
  run.file = input.name;
  run.input = &input;
  run.parameters = parameters;
  if (arguments_.engines.size() > 1) run.engine = engine;
  std::vector<std::string> formulas;
  if (arguments_.each_formula) {
    CheckArguments check = arguments_.check;
    check.input = input;
    check.run.definitions.clear();
    for (const auto& [name, value] : parameters) check.run.definitions.push_back(fmt::format("{}={}", name, value));
    formulas = chosen_formulas(check).value_or(std::vector<std::string>());
  }
  const std::size_t count = std::max<std::size_t>(formulas.size(), 1);
  for (std::size_t i = 0; i < count; ++i) {
    task::Task task = task_of(arguments_.check, input, parameters, words);
    if (i < formulas.size()) {
      run.formula = formulas[i];
      task.only = run.only = i;
    }
    runs_.push_back(run);
    names_.push_back(task::sha256_text(task::encode_task(task)));
    tasks_.push_back(std::move(task));
  }
}

// With --stop-at-limit: a run of the same model that was no harder has reached a limit.
bool SweepCommand::superfluous(SweepRun& run) const {
  if (!arguments_.stop_at_limit) return false;
  for (const SweepRun& other : runs_) {
    if (other.outcome != SweepOutcome::Limit || other.input != run.input) continue;
    bool larger = other.engine == run.engine && other.formula == run.formula;
    for (std::size_t i = 0; i < run.parameters.size(); ++i) {
      larger = larger && at_least(run.parameters[i].second, other.parameters[i].second);
    }
    if (!larger) continue;
    run.reason = fmt::format("{} reached a limit", title_of(other));
    return true;
  }
  return false;
}

void SweepCommand::show_progress(const task::Progress& progress) {
  std::string now;
  for (std::size_t number : progress.under_way) now += (now.empty() ? "" : ", ") + title_of(runs_[number]);
  constexpr std::size_t kLongest = 120;
  if (now.size() > kLongest) now = fmt::format("{} runs", progress.under_way.size());
  std::string text = fmt::format("{} of {} runs ended", progress.ended, runs_.size());
  if (!now.empty()) text += "; at work: " + now;
  if (!progress.note.empty()) text += "; " + progress.note;
  progress_.show(fmt::format("{}; {:.0f} s", text, progress.seconds), progress.seconds);
}

// What a run complained of is told once, not again for the next values.
void SweepCommand::present(SweepRun& run, const SweepTable& table) {
  progress_.erase();
  if (!run.messages.empty() && run.messages != last_messages_) {
    say(fmt::format("gnomon: {}:\n{}", title_of(run), run.messages.substr(0, run.messages.find_last_not_of('\n') + 1)));
  }
  if (!run.messages.empty()) last_messages_ = run.messages;
  if (!table_wanted()) return;
  out_.line(table.row(run));
  out_.flush();
}

bool SweepCommand::write_plot() const {
  std::ofstream file(arguments_.plot, std::ios::binary);
  file << sweep_plot(runs_);
  file.close();
  if (!file) complain(fmt::format("cannot write `{}`", arguments_.plot));
  return static_cast<bool>(file);
}

int SweepCommand::status() const {
  auto any = [&](auto test) { return std::any_of(runs_.begin(), runs_.end(), test); };
  if (any([](const SweepRun& run) { return run.status == kInternalError; })) return kInternalError;
  if (any([](const SweepRun& run) { return run.outcome == SweepOutcome::Wrong; })) return kBadInput;
  bool is_false = any([](const SweepRun& run) { return verdicts_of(run).is_false > 0; });
  if (is_false && !arguments_.check.exit_zero) return kSomeFalse;
  // As with check, a verdict that is false outweighs one that is unknown.
  bool open = any([](const SweepRun& run) { return run.outcome != SweepOutcome::Complete; });
  return open && !is_false ? kUnknown : kAllTrue;
}

// A result that the file has is not worked out again, unless it is none: the run was interrupted, or its process was ended.
bool SweepCommand::take_old_result(std::size_t number, const task::Journal& journal) {
  auto found = journal.results().find(names_[number]);
  if (found == journal.results().end()) return false;
  conclude(runs_[number], found->second);
  const SweepOutcome outcome = runs_[number].outcome;
  const bool good =
      outcome == SweepOutcome::Complete || outcome == SweepOutcome::Limit || outcome == SweepOutcome::Wrong;
  if (good) {
    ++resumed_;
    return true;
  }
  SweepRun& run = runs_[number];
  run.outcome = SweepOutcome::Skipped;
  run.reason.clear();
  run.messages.clear();
  run.document = nullptr;
  return false;
}

// One complaint is enough; the sweep goes on.
void SweepCommand::keep(std::size_t number, const task::Result& result, task::Journal& journal) {
  if (unwritten_ || result.ending == task::Ending::Interrupted) return;
  const std::string problem = journal.add(names_[number], result);
  if (problem.empty()) return;
  progress_.erase();
  complain(problem + "; the results from here on are not kept");
  unwritten_ = true;
}

// Rows are told in the order of the runs.
void SweepCommand::finish(std::size_t number, const SweepTable& table) {
  done_[number] = true;
  for (; told_ < runs_.size() && done_[told_]; ++told_) present(runs_[told_], table);
}

std::unique_ptr<task::Performer> SweepCommand::choose_performer(const task::Journal* journal) const {
  if (arguments_.check.cluster.url.empty()) {
    return task::local_performer(process::own_path(), arguments_.jobs, catch_signals());
  }
  cluster::RunOptions options;
  options.version = api::version();
  options.run = journal != nullptr ? journal->run() : task::new_run_name();
  options.incarnation = journal != nullptr ? journal->incarnation() : 1;
  options.interrupt = catch_signals();
  return cluster::cluster_performer(arguments_.check.cluster, options);
}

bool SweepCommand::perform(const SweepTable& table) {
  done_.assign(runs_.size(), false);
  std::unique_ptr<task::Journal> journal;
  if (!arguments_.resume.empty()) {
    std::string problem;
    journal = std::make_unique<task::Journal>(arguments_.resume, std::string(api::version()), problem);
    if (!problem.empty()) {
      complain(problem);
      return false;
    }
  }
  task::Hooks hooks;
  hooks.skip = [&](std::size_t number) {
    const bool skipped = (journal && take_old_result(number, *journal)) || superfluous(runs_[number]);
    if (skipped) finish(number, table);
    return skipped;
  };
  hooks.progress = [&](const task::Progress& progress) { show_progress(progress); };
  hooks.ended = [&](std::size_t number, task::Result result) {
    if (journal) keep(number, result, *journal);
    const bool begun = result.ending != task::Ending::Interrupted || result.seconds > 0;
    conclude(runs_[number], std::move(result));
    if (!begun) runs_[number].outcome = SweepOutcome::Skipped;
    finish(number, table);
  };
  hooks.note = [&](const std::string& note) {
    progress_.erase();
    say("gnomon: " + note);
  };
  const std::unique_ptr<task::Performer> performer = choose_performer(journal.get());
  const std::string problem = performer->perform(tasks_, hooks);
  progress_.erase();
  if (!problem.empty()) complain(problem);
  if (resumed_ > 0 && !arguments_.check.run.quiet) {
    say(fmt::format("gnomon: {} of {} runs were taken from {}", resumed_, runs_.size(), arguments_.resume));
  }
  return problem.empty();
}

int SweepCommand::execute() {
  if (!arguments_.check.cluster.url.empty() && !cluster_is_usable(arguments_.check.cluster)) return kBadInput;
  if (!lay_out()) return kBadInput;
  std::string parameter = plotted_parameter(runs_);
  if (!arguments_.plot.empty() && parameter.empty()) {
    complain("--plot needs a parameter with several values, for example -D N=2..6");
    return kBadInput;
  }
  SweepTable table(runs_);
  if (table_wanted()) out_.line(table.head());
  out_.flush();
  if (!perform(table)) return kBadInput;
  if (arguments_.check.run.json) out_.write(sweep_json(runs_));
  if (arguments_.csv) out_.write(sweep_csv(runs_));
  bool plotted = arguments_.plot.empty() || write_plot();
  return out_.finish(plotted && !unwritten_ ? status() : kBadInput);
}

}  // namespace

void add_sweep_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<SweepArguments>();
  CLI::App* command = program.add_subcommand("sweep", "check models for a range of parameters and compare the figures");
  command->add_option("FILE", arguments->files, "the models, in ISPL; - reads standard input")
      ->required()
      ->type_name("");
  add_parameter_ranges(*command, arguments->check.run.definitions);
  CLI::Option* jobs = command
                          ->add_option("-j,--jobs", arguments->jobs,
                                       "how many runs at the same time (1, so that times can be compared)")
                          ->check(CLI::Range(std::size_t{1}, std::size_t{256}))
                          ->type_name("N");
  CLI::Option* csv = command->add_flag("--csv", arguments->csv, "the figures as CSV instead of a table");
  command->add_option("--plot", arguments->plot, "draw states, seconds and memory over the parameter, as SVG")
      ->type_name("FILE");
  command->add_flag("--stop-at-limit", arguments->stop_at_limit,
                    "skip values that are not smaller than those of a run that reached a limit");
  command->add_flag("--each-formula", arguments->each_formula, "a run for each formula instead of one for all of them");
  command
      ->add_option(
          "--resume", arguments->resume,
          "keep results in this file as they come, and take those that it has: a sweep that was stopped goes on")
      ->type_name("FILE");
  add_formula_options(*command, arguments->check);
  arguments->check.bounded.add(*command);
  arguments->check.run.add_work(*command, RunArguments::Work::Formulas, "--threads");
  command->remove_option(command->get_option("--engine"));
  command
      ->add_option("--engine", arguments->engines,
                   "what decides: diagrams, explicit, auto, ic3, portfolio, bounded or sat (as --bounded); several, "
                   "separated by commas, are compared")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"auto", "diagrams", "explicit", "ic3", "portfolio", "bounded", "sat"}))
      ->type_name("ENGINE,...");
  csv->excludes(command->get_option("--json"));
  command->add_flag("--exit-zero", arguments->check.exit_zero, "exit with 0 instead of 1 if a formula is false");
  arguments->check.run.add_warnings(*command);
  add_cluster_options(*command, arguments->check.cluster, false);
  jobs->excludes(command->get_option("--cluster"));
  command->callback([arguments, command, &chosen] {
    std::vector<std::string> here = cluster_option_names();
    here.insert(here.end(), {"--csv", "--plot", "--stop-at-limit", "--each-formula", "--resume", "--jobs", "--threads",
                             "--engine", "--json", "--quiet"});
    arguments->words = task_words(*command, here);
    chosen = [arguments] { return SweepCommand(*arguments).execute(); };
  });
}

}  // namespace gnomon::cli
