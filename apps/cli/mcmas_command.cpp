// gnomon mcmas: the command line and the output lines of MCMAS 1.3.0, so that scripts written for it keep working.
//
// The exit status follows MCMAS, too: 0 whenever all formulas were decided, whatever the verdicts.
#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <string_view>

#include "commands.h"
#include "diagnostic_printer.h"
#include "exit_code.h"
#include "progress_line.h"
#include "run_arguments.h"
#include "terminal.h"
#include "witness_report.h"

namespace gnomon::cli {

namespace {

enum class Meaning {
  Help,
  Verbosity,
  Statistics,
  Deadlock,
  Overflow,
  ReorderPoint,
  Uniform,
  FiniteTraces,
  Explanations,
  Folder,
  Parameter,
  None,  // accepted with a note
};

struct McmasOption {
  std::string_view name;
  std::string_view long_name;  // MCMAS accepts it as well; may be empty
  bool has_value;
  Meaning meaning;
  std::string_view words;  // for the help and the note
};

constexpr std::array kOptions = {
    McmasOption{"-h", "--help", false, Meaning::Help, "this list"},
    McmasOption{"-v", "", true, Meaning::Verbosity, "verbosity level; from 1 on, warnings and statistics"},
    McmasOption{"-u", "-bdd_stats", false, Meaning::Statistics, "statistics of the decision diagrams"},
    McmasOption{"-k", "", false, Meaning::Deadlock, "look for deadlocks"},
    McmasOption{"-a", "", false, Meaning::Overflow, "look for assignments out of range"},
    McmasOption{"-d", "-dao", true, Meaning::ReorderPoint, "0 switches reordering off"},
    McmasOption{"-ldlf", "", false, Meaning::FiniteTraces, "LDL and CDL* formulas are about finite traces"},
    McmasOption{"-D", "", true, Meaning::Parameter, "a value for a parameter of the model, for example N=4"},
    McmasOption{"-uniform", "", false, Meaning::Uniform, "uniform strategies: members act on what they see"},
    McmasOption{"-ufgroup", "", true, Meaning::Uniform, "likewise, for all groups"},
    McmasOption{"-c", "", true, Meaning::Explanations,
                "1: counterexamples and witnesses below the formulas, 2: in files for Graphviz, 3: both"},
    McmasOption{"-p", "-cex_prefix", true, Meaning::Folder, "folder for these files; the present one if not given"},
    McmasOption{"-s", "", false, Meaning::None, "interactive execution: `gnomon simulate FILE`; formulas are checked"},
    McmasOption{"-q", "", false, Meaning::None, "quiet"},
    McmasOption{"-debug", "", false, Meaning::None, "debugging"},
    McmasOption{"-e", "", true, Meaning::None, "generation of the state space: `gnomon check --exploration`"},
    McmasOption{"-o", "", true, Meaning::None, "variable order: `gnomon check --order`"},
    McmasOption{"-g", "-bddgroup", true, Meaning::None, "groups of diagram variables"},
    McmasOption{"-nobddcache", "", false, Meaning::None, "cache of the decision diagrams"},
    McmasOption{"-exportmodel", "", false, Meaning::None, "export of the model: `gnomon graph FILE`"},
    McmasOption{"-f", "-fullatl", true, Meaning::None, "display of ATL strategies; -c shows them"},
    McmasOption{"-l", "-atlcex", true, Meaning::None, "display of ATL counterexamples; -c shows them"},
    McmasOption{"-w", "-atlnewstate", false, Meaning::None, "new states in ATL strategies"},
    McmasOption{"-atlk", "", true, Meaning::None, "variants of ATL under fairness; all work on the fair states"},
    McmasOption{"-uc", "", true, Meaning::None, "progress of uniform strategies"},
    McmasOption{"-newpo", "", false, Meaning::None, "strategies under partial observability"},
    McmasOption{"-n", "-nosubset", false, Meaning::None, "comparison of enumerations, one of which contains the other"},
};

struct McmasArguments {
  std::string file;
  int verbosity = 0;
  bool help = false;
  bool statistics = false;
  bool deadlock = false;
  bool overflow = false;
  bool reorder = true;
  bool uniform = false;
  bool finite_traces = false;
  int explanations = 0;  // 1: text, 2: files, 3: both
  std::string folder = ".";
  std::vector<std::string> definitions;
};

void note(std::string_view option, std::string_view words) {
  say(fmt::format("gnomon: note: {} has no meaning here ({})", option, words));
}

std::optional<int> number(const std::string& text) {
  int value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::string unknown_option(const std::string& word) {
  std::vector<std::string> names;
  for (const McmasOption& option : kOptions) names.emplace_back(option.name);
  std::string closest = api::closest_name(word, names);
  return fmt::format("mcmas has no option `{}`{}", word,
                     closest.empty() ? "; `gnomon mcmas -h` lists them" : fmt::format("; did you mean `{}`?", closest));
}

// False after a complaint.
bool apply(const McmasOption& option, const std::string& value, McmasArguments& arguments) {
  bool numeric = option.has_value && option.name != "-p" && option.name != "-ufgroup" && option.name != "-D";
  std::optional<int> amount = number(value);
  if (numeric && !amount) {
    complain(fmt::format("the option {} takes a number, not `{}`", option.name, value));
    return false;
  }
  switch (option.meaning) {
    case Meaning::Help:
      arguments.help = true;
      break;
    case Meaning::Verbosity:
      arguments.verbosity = *amount;
      break;
    case Meaning::Statistics:
      arguments.statistics = true;
      break;
    case Meaning::Deadlock:
      arguments.deadlock = true;
      break;
    case Meaning::Overflow:
      arguments.overflow = true;
      break;
    case Meaning::Uniform:
      arguments.uniform = true;
      break;
    case Meaning::FiniteTraces:
      arguments.finite_traces = true;
      break;
    case Meaning::Explanations:
      if (*amount < 1 || *amount > 3) {
        complain(fmt::format("the option -c takes 1, 2 or 3, not `{}`", value));
        return false;
      }
      arguments.explanations = *amount;
      break;
    case Meaning::Folder:
      arguments.folder = value;
      break;
    case Meaning::Parameter:
      if (std::string problem = parameter_problem(value); !problem.empty()) {
        complain(problem);
        return false;
      }
      arguments.definitions.push_back(value);
      break;
    case Meaning::ReorderPoint:
      if (*amount == 0)
        arguments.reorder = false;
      else
        note(option.name, option.words);
      break;
    case Meaning::None:
      note(option.name, option.words);
      break;
  }
  return true;
}

bool read_arguments(const std::vector<std::string>& words, McmasArguments& arguments) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    auto option = std::find_if(kOptions.begin(), kOptions.end(), [&](const McmasOption& known) {
      return known.name == word || (!known.long_name.empty() && known.long_name == word);
    });
    if (word == "-" || !word.starts_with("-")) {
      if (!arguments.file.empty()) {
        complain(fmt::format("more than one file: `{}` and `{}`", arguments.file, word));
        return false;
      }
      arguments.file = word;
    } else if (option == kOptions.end()) {
      complain(unknown_option(word));
      return false;
    } else {
      if (option->has_value && i + 1 == words.size()) {
        complain(fmt::format("the option {} needs a value", word));
        return false;
      }
      if (!apply(*option, option->has_value ? words[++i] : std::string(), arguments)) return false;
    }
  }
  if (arguments.help || !arguments.file.empty()) return true;
  complain("which file? `gnomon mcmas -h` shows the options");
  return false;
}

std::string help_text() {
  std::string text = "Usage: gnomon mcmas [OPTIONS] FILE\n\nThe options and output lines of MCMAS 1.3.0.\n\n";
  for (auto meant : {true, false}) {
    text += meant ? "Options:\n" : "\nAccepted, without meaning here:\n";
    for (const McmasOption& option : kOptions) {
      if ((option.meaning != Meaning::None) != meant) continue;
      text +=
          fmt::format("  {:<16}{}\n", fmt::format("{}{}", option.name, option.has_value ? " VALUE" : ""), option.words);
    }
  }
  return text;
}

class McmasRun {
 public:
  McmasRun(const McmasArguments& arguments, Input input)
      : arguments_(arguments),
        printer_(progress_, arguments.verbosity == 0),
        run_(input.name, std::move(input.text), options()) {}

  int execute();

 private:
  api::RunOptions options();
  bool check_formulas();
  bool explain(api::FormulaResult& result);
  bool search();
  void print_statistics();

  const McmasArguments& arguments_;
  ProgressLine progress_{ProgressMode::Auto};
  DiagnosticPrinter printer_;
  api::Run run_;
  Output out_;
  bool unwritten_ = false;  // a file could not be written
};

api::RunOptions McmasRun::options() {
  api::RunOptions options;
  options.finite_traces = arguments_.finite_traces;
  options.parameters = parameter_values(arguments_.definitions);
  options.reorder = arguments_.reorder ? api::Reorder::Automatic : api::Reorder::Off;
  if (arguments_.uniform) options.strategies = api::Strategies::Uniform;
  options.interrupt = catch_signals();
  if (progress_.enabled()) options.progress = [this](const api::Progress& now) { progress_.show(now); };
  return options;
}

int McmasRun::execute() {
  printer_.print(run_);
  if (run_.has_errors()) {
    out_.line(fmt::format("{} has syntax error(s).", run_.file()));
    return out_.finish(kBadInput);
  }
  out_.line(fmt::format("{} has been parsed successfully.", run_.file()));
  out_.line("Global syntax checking...\nDone\nEncoding BDD parameters...");
  out_.line("Building partial transition relation...\nBuilding BDD for initial states...");
  out_.line("Building reachable state space...");
  out_.flush();
  const bool searched = search();
  const bool good = !has_error(run_);  // InitStates may contradict themselves
  const bool decided = searched && good && check_formulas();
  progress_.erase();
  printer_.print(run_);
  if (!good) return out_.finish(kBadInput);
  print_statistics();
  if (unwritten_) return out_.finish(kBadInput);
  return out_.finish(decided ? kAllTrue : kUnknown);
}

bool McmasRun::search() {
  if (!run_.build()) {
    progress_.erase();
    complain(run_.stopped());
    return false;
  }
  bool done = true;
  if (arguments_.deadlock) {
    done = run_.find_deadlocks();
    if (auto found = run_.facts().deadlocks) {
      out_.line(found->example ? fmt::format("The model has {} deadlock state(s).", found->count)
                               : "The model has no deadlock states.");
    }
  }
  if (done && arguments_.overflow) {
    done = run_.find_overflows();
    if (auto found = run_.facts().overflows) {
      out_.line(found->example ? fmt::format("The model has {} state(s) with arithmetic overflow.", found->count)
                               : "The model has no arithmetic overflow.");
    }
  }
  if (!done) complain(run_.stopped());
  return done;
}

bool McmasRun::check_formulas() {
  out_.line("Checking formulae...");
  if (run_.facts().fair_states) out_.line("Building set of fair states...");
  out_.line("Verifying properties...");
  bool decided = true;
  for (std::size_t i = 1; i <= run_.formulas().size(); ++i) {
    api::FormulaResult result = run_.check(i);
    progress_.erase();
    if (result.verdict == api::Verdict::Unknown) {
      complain(fmt::format("formula number {} could not be decided: {}", i, result.reason));
      decided = false;
      continue;
    }
    out_.line(fmt::format("  Formula number {}: {}, is {} in the model", i, result.text,
                          result.verdict == api::Verdict::True ? "TRUE" : "FALSE"));
    out_.flush();
    if (arguments_.explanations != 0 && !explain(result)) return false;
  }
  if (decided) out_.line(fmt::format("done, {} formulae successfully read and checked", run_.formulas().size()));
  return decided;
}

// False if a file cannot be written.
bool McmasRun::explain(api::FormulaResult& result) {
  run_.explain(result);
  progress_.erase();
  if (!result.witness) {
    say(fmt::format("gnomon: note: formula number {} has no explanation: {}", result.index, result.no_witness));
    return true;
  }
  const char* kind = result.witness->counterexample ? "counterexample" : "witness";
  if (arguments_.explanations != 2) {
    out_.line(fmt::format("  The following is a {} for the formula:", kind));
    out_.line(result.witness->text);
  }
  if (arguments_.explanations != 1) {
    const std::string problem = write_witness(result, WitnessFormat::Dot, arguments_.folder);
    if (!problem.empty()) {
      complain(problem);
      unwritten_ = true;
      return false;
    }
    out_.line(fmt::format("  A {} for formula number {} was written to {}/witness_{}.dot", kind, result.index,
                          arguments_.folder, result.index));
  }
  out_.flush();
  return true;
}

void McmasRun::print_statistics() {
  api::Statistics statistics = run_.statistics();
  api::ModelFacts facts = run_.facts();
  out_.line(fmt::format("execution time = {:.3f}", statistics.total_seconds));
  if (facts.reachable_states) out_.line(fmt::format("number of reachable states = {}", *facts.reachable_states));
  out_.line(fmt::format("BDD memory in use = {}", statistics.peak_memory_bytes));
  if (arguments_.statistics || arguments_.verbosity > 0) {
    out_.line(fmt::format("peak number of BDD nodes = {}", statistics.peak_nodes));
    out_.line(fmt::format("number of reorderings = {}", statistics.reorderings));
    if (facts.state_bits) out_.line(fmt::format("number of BDD variables for states = {}", *facts.state_bits));
  }
}

}  // namespace

void add_mcmas_command(CLI::App& program) {
  program.add_subcommand("mcmas", "the options and output lines of MCMAS 1.3.0");
}

int run_mcmas(const std::vector<std::string>& words) {
  Output out;
  McmasArguments arguments;
  if (!read_arguments(words, arguments)) return kBadInput;
  if (arguments.help) {
    out.write(help_text());
    return out.finish(kAllTrue);
  }
  Input input = read_input(arguments.file);
  if (!input.error.empty()) {
    complain(input.error);
    return input.status;
  }
  std::string line = "Command line: mcmas";
  for (const std::string& word : words) line += " " + word;
  out.line(line);
  out.line("");
  return McmasRun(arguments, std::move(input)).execute();
}

}  // namespace gnomon::cli
