#include "run_arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <thread>

#include "terminal.h"

namespace gnomon::cli {

std::optional<std::size_t> parse_size(const std::string& text) {
  double amount = 0;
  const char* end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, amount, std::chars_format::fixed);
  if (error != std::errc() || !(amount > 0)) return std::nullopt;
  std::string unit(rest, end);
  if (!unit.empty() && (unit.back() == 'B' || unit.back() == 'b')) unit.pop_back();
  double base = 1000;
  if (!unit.empty() && unit.back() == 'i') {
    base = 1024;
    unit.pop_back();
    if (unit.empty()) return std::nullopt;
  }
  constexpr std::string_view kUnits = "KMGT";
  if (unit.size() > 1) return std::nullopt;
  if (!unit.empty()) {
    std::size_t power = kUnits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(unit[0]))));
    if (power == std::string_view::npos) return std::nullopt;
    amount *= std::pow(base, static_cast<double>(power + 1));
  }
  constexpr double kLargest = 1e18;
  if (amount < 1 || amount > kLargest) return std::nullopt;
  return static_cast<std::size_t>(amount);
}

namespace {

std::vector<std::string> warning_names() {
  std::vector<std::string> names;
  for (const api::Warning& warning : api::warnings()) names.emplace_back(warning.name);
  return names;
}

struct Control {
  enum class Kind { Enable, Disable, Error, AllErrors } kind = Kind::Enable;
  std::string name;
};

Control read_control(const std::string& text) {
  constexpr std::string_view kError = "error=";
  constexpr std::string_view kNo = "no-";
  if (text == "error") return {Control::Kind::AllErrors, {}};
  if (text.starts_with(kError)) return {Control::Kind::Error, text.substr(kError.size())};
  if (text.starts_with(kNo)) return {Control::Kind::Disable, text.substr(kNo.size())};
  return {Control::Kind::Enable, text};
}

}  // namespace

std::string warning_problem(const std::string& text) {
  Control control = read_control(text);
  std::vector<std::string> names = warning_names();
  if (control.kind == Control::Kind::AllErrors) return {};
  if (std::find(names.begin(), names.end(), control.name) != names.end()) return {};
  std::string closest = api::closest_name(control.name, names);
  return fmt::format(
      "there is no warning `{}`{}", control.name,
      closest.empty() ? "; `gnomon help warnings` lists them" : fmt::format("; did you mean `{}`?", closest));
}

api::WarningOptions warning_options(const std::vector<std::string>& controls) {
  api::WarningOptions options;
  for (const std::string& text : controls) {
    Control control = read_control(text);
    switch (control.kind) {
      case Control::Kind::AllErrors:
        options.all_are_errors = true;
        break;
      case Control::Kind::Error:
        options.errors.push_back(control.name);
        break;
      case Control::Kind::Disable:
        options.disabled.push_back(control.name);
        break;
      case Control::Kind::Enable:
        std::erase(options.disabled, control.name);
        break;
    }
  }
  return options;
}

std::string parameter_problem(const std::string& definition) {
  std::size_t sign = definition.find('=');
  bool good = sign != std::string::npos && sign > 0 && sign + 1 < definition.size();
  return good ? std::string() : fmt::format("`{}` gives no value to a parameter; write for example N=4", definition);
}

api::Parameters parameter_values(const std::vector<std::string>& definitions) {
  api::Parameters values;
  for (const std::string& definition : definitions) {
    std::size_t sign = definition.find('=');
    values.emplace_back(definition.substr(0, sign), definition.substr(sign + 1));
  }
  return values;
}

void RunArguments::add_file(CLI::App& command) {
  command.add_option("FILE", file, "the model, in ISPL; - reads standard input")->required()->type_name("");
  add_parameters(command);
}

void RunArguments::add_parameters(CLI::App& command) {
  command.add_option("-D", definitions, "a value for a parameter of the model, for example N=4 (repeatable)")
      ->allow_extra_args(false)
      ->check([](const std::string& text) { return parameter_problem(text); })
      ->type_name("NAME=VALUE");
}

void RunArguments::add_warnings(CLI::App& command) {
  command
      .add_option("-W", warnings,
                  "-Wno-NAME silences a warning, -Werror and -Werror=NAME make warnings errors; "
                  "see `gnomon help warnings`")
      ->allow_extra_args(false)
      ->type_name("CONTROL")
      ->check(warning_problem);
  command.add_flag("-q,--quiet", quiet, "results only: no warnings, no statistics");
  command
      .add_option("--color", color,
                  "colour verdicts and messages: auto (on a terminal without NO_COLOR), always, never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
}

std::string seconds_problem(const std::string& text) {
  double seconds = 0;
  bool good = CLI::detail::lexical_cast(text, seconds) && seconds > 0;
  return good ? std::string() : fmt::format("`{}` is not a number of seconds above 0", text);
}

namespace {

std::string slices_problem(const std::string& text) {
  constexpr std::size_t kMost = 256;
  if (text == "auto" || text == "off") return {};
  std::size_t count = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  const bool good = error == std::errc() && rest == end && count >= 1 && count <= kMost;
  return good ? std::string() : fmt::format("`{}` is not a number of slices from 1 to {}, auto or off", text, kMost);
}

}  // namespace

void RunArguments::add_limits(CLI::App& command, const char* timeout_meaning) {
  command.add_option("--timeout", timeout, timeout_meaning)->check(seconds_problem)->type_name("SECONDS");
  command.add_option("--memory", memory, "memory of the process, for example 4G or 500M")
      ->check([](const std::string& text) {
        return parse_size(text) ? std::string() : fmt::format("`{}` is not a size; write for example 4G or 500M", text);
      })
      ->type_name("SIZE");
}

void RunArguments::add_work(CLI::App& command, Work work, const char* threads) {
  command.add_flag("--json", json, "one JSON document on standard output; see `gnomon help json`");
  command.add_flag("--typed", typed, "with --json: values of variables as numbers and Booleans, not as strings");
  add_limits(command, "stop after so many seconds; what is undecided is unknown");
  std::vector<std::string> engines{"auto", "diagrams", "explicit", "ic3"};
  const bool races = work == Work::Formulas;
  if (races) engines.emplace_back("portfolio");
  command
      .add_option(
          "--engine", engine,
          std::string(
              "what works out the states: diagrams (of sets of states), explicit (every state by itself), or auto, "
              "whichever gets further, if nothing is said; or ic3, which proves invariants and what one path refutes "
              "without that") +
              (races ? "; or portfolio (all engines race for the verdicts)" : ""))
      ->check(CLI::IsMember(engines))
      ->type_name("ENGINE");
  command
      .add_option(
          threads, jobs,
          std::string("threads that list states, with --engine=explicit and auto (1)") +
              (races ? ", or work on slices (one per core); processes of --engine=portfolio (one per core)" : ""))
      ->check(CLI::Range(std::size_t{1}, std::size_t{256}))
      ->type_name("N");
  if (races) {
    command
        .add_option("--slices", slices,
                    "cut the states into so many slices with diagrams of their own; auto: where that pays; off")
        ->check(slices_problem)
        ->type_name("N|auto|off");
    command.add_flag("--confirm", confirm,
                     "with --slices: look up at the end of the search that all states were found");
  }
  command
      .add_option("--order", order, "the variable order to start from: force (computed from the model) or declaration")
      ->check(CLI::IsMember({"force", "declaration"}))
      ->type_name("ORDER");
  command.add_option("--reorder", reorder, "change the variable order when diagrams grow: auto or off")
      ->check(CLI::IsMember({"auto", "off"}))
      ->type_name("WHEN");
  command
      .add_option("--exploration", exploration,
                  "how reachable states are found: bfs (breadth first, with the depth), chaining, or auto")
      ->check(CLI::IsMember({"auto", "bfs", "chaining"}))
      ->type_name("HOW");
  command.add_option("--progress", progress, "show progress of long work: auto (on a terminal), always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
  command.add_flag("-v,--verbose", verbose, "say more on standard error");
}

ProgressMode RunArguments::progress_mode() const {
  if (progress == "always") return ProgressMode::Always;
  return progress == "never" || quiet ? ProgressMode::Never : ProgressMode::Auto;
}

std::string RunArguments::chosen_engine() const {
  if (!engine.empty()) return engine;
  const bool about_diagrams = cuts() || order != "force" || reorder != "auto" || exploration != "auto";
  return about_diagrams ? "diagrams" : "auto";
}

std::size_t RunArguments::memory_bytes() const {
  return memory.empty() ? 0 : parse_size(memory).value_or(0);
}

api::RunOptions RunArguments::options(ProgressLine& line) const {
  api::RunOptions options;
  if (chosen_engine() == "auto") options.engine = api::Engine::Automatic;
  if (portfolio()) options.engine = api::Engine::Portfolio;
  if (engine == "explicit") options.engine = api::Engine::Explicit;
  if (engine == "ic3") options.engine = api::Engine::Ic3;
  options.jobs = std::max<std::size_t>(1, jobs);
  if (cuts()) {
    if (jobs == 0) options.jobs = std::max(1u, std::thread::hardware_concurrency());
    options.slicing = slices == "auto" ? api::Slicing::Automatic : api::Slicing::Always;
    options.confirm = confirm;
    if (slices != "auto") options.slices = static_cast<std::size_t>(std::stoul(slices));
  }
  options.parameters = parameters();
  options.order = order == "declaration" ? api::Order::Declaration : api::Order::Force;
  options.reorder = reorder == "off" ? api::Reorder::Off : api::Reorder::Automatic;
  if (exploration == "bfs") options.exploration = api::Exploration::BreadthFirst;
  if (exploration == "chaining") options.exploration = api::Exploration::Chaining;
  options.warnings = warning_options(warnings);
  options.timeout_seconds = timeout;
  options.memory_bytes = memory_bytes();
  options.interrupt = catch_signals();
  if (line.enabled()) options.progress = [&line](const api::Progress& now) { line.show(now); };
  return options;
}

}  // namespace gnomon::cli
