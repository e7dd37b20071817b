// gnomon sweep: a model over the values of its parameters, one run after the other, each in a process of its own under
// limits of its own; the figures as a table, CSV, JSON and as a picture.
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fstream>
#include <memory>

#include "check_arguments.h"
#include "commands.h"
#include "exit_code.h"
#include "parameter_ranges.h"
#include "sweep_plot.h"
#include "sweep_report.h"
#include "sweep_runs.h"

namespace gnomon::cli {

namespace {

struct SweepArguments {
  CheckArguments check;
  std::vector<std::string> files;
  std::size_t jobs = 1;
  bool csv = false;
  bool stop_at_limit = false;
  std::string plot;
};

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
  bool superfluous(SweepRun& run) const;
  void present(SweepRun& run, const SweepTable& table);
  void show_progress(std::size_t ended, const std::vector<const SweepRun*>& under_way, double seconds);
  bool write_plot() const;
  int status() const;
  bool table_wanted() const { return !arguments_.csv && !arguments_.check.run.json; }

  const SweepArguments& arguments_;
  ProgressLine progress_;
  Output out_;
  std::vector<Input> inputs_;
  std::vector<SweepRun> runs_;
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
  std::vector<api::Parameters> values = parameter_combinations(arguments_.check.run.definitions);
  for (const Input& input : inputs_) {
    for (const api::Parameters& parameters : values) {
      SweepRun run;
      run.file = input.name;
      run.input = &input;
      run.parameters = parameters;
      runs_.push_back(std::move(run));
    }
  }
  return good;
}

// With --stop-at-limit: a run of the same model that was no harder has reached a limit.
bool SweepCommand::superfluous(SweepRun& run) const {
  if (!arguments_.stop_at_limit) return false;
  for (const SweepRun& other : runs_) {
    if (other.outcome != SweepOutcome::Limit || other.input != run.input) continue;
    bool larger = true;
    for (std::size_t i = 0; i < run.parameters.size(); ++i) {
      larger = larger && at_least(run.parameters[i].second, other.parameters[i].second);
    }
    if (!larger) continue;
    run.reason = fmt::format("{} reached a limit", run_title(other.file, other.parameters));
    return true;
  }
  return false;
}

void SweepCommand::show_progress(std::size_t ended, const std::vector<const SweepRun*>& under_way, double seconds) {
  std::string now;
  for (const SweepRun* run : under_way) now += (now.empty() ? "" : ", ") + run_title(run->file, run->parameters);
  if (!now.empty()) {
    progress_.show(fmt::format("{} of {} runs ended; at work: {}; {:.0f} s", ended, runs_.size(), now, seconds),
                   seconds);
  }
}

// What a run complained of is told once, not again for the next values.
void SweepCommand::present(SweepRun& run, const SweepTable& table) {
  progress_.erase();
  if (!run.messages.empty() && run.messages != last_messages_) {
    say(fmt::format("gnomon: {}:\n{}", run_title(run.file, run.parameters),
                    run.messages.substr(0, run.messages.find_last_not_of('\n') + 1)));
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

int SweepCommand::execute() {
  if (!lay_out()) return kBadInput;
  std::string parameter = plotted_parameter(runs_);
  if (!arguments_.plot.empty() && parameter.empty()) {
    complain("--plot needs a parameter with several values, for example -D N=2..6");
    return kBadInput;
  }
  SweepTable table(runs_);
  if (table_wanted()) out_.line(table.head());
  out_.flush();
  SweepHooks hooks;
  hooks.skip = [&](SweepRun& run) { return superfluous(run); };
  hooks.progress = [&](std::size_t ended, const std::vector<const SweepRun*>& under_way, double seconds) {
    show_progress(ended, under_way, seconds);
  };
  hooks.ended = [&](SweepRun& run) { present(run, table); };
  perform_runs(runs_, arguments_.check, arguments_.jobs, hooks);
  progress_.erase();
  if (arguments_.check.run.json) out_.write(sweep_json(runs_));
  if (arguments_.csv) out_.write(sweep_csv(runs_));
  bool plotted = arguments_.plot.empty() || write_plot();
  return out_.finish(plotted ? status() : kBadInput);
}

}  // namespace

void add_sweep_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<SweepArguments>();
  CLI::App* command = program.add_subcommand("sweep", "check models for a range of parameters and compare the figures");
  command->add_option("FILE", arguments->files, "the models, in ISPL; - reads standard input")
      ->required()
      ->type_name("");
  add_parameter_ranges(*command, arguments->check.run.definitions);
  command->add_option("-j,--jobs", arguments->jobs, "how many runs at the same time (1, so that times can be compared)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{256}))
      ->type_name("N");
  CLI::Option* csv = command->add_flag("--csv", arguments->csv, "the figures as CSV instead of a table");
  command->add_option("--plot", arguments->plot, "draw states, seconds and memory over the parameter, as SVG")
      ->type_name("FILE");
  command->add_flag("--stop-at-limit", arguments->stop_at_limit,
                    "skip values that are not smaller than those of a run that reached a limit");
  add_formula_options(*command, arguments->check);
  arguments->check.bounded.add(*command);
  arguments->check.run.add_work(*command, RunArguments::Work::Formulas, "--threads");
  csv->excludes(command->get_option("--json"));
  command->add_flag("--exit-zero", arguments->check.exit_zero, "exit with 0 instead of 1 if a formula is false");
  arguments->check.run.add_warnings(*command);
  command->callback([arguments, &chosen] { chosen = [arguments] { return SweepCommand(*arguments).execute(); }; });
}

}  // namespace gnomon::cli
