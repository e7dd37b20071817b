#include "text_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "terminal.h"

namespace gnomon::cli {

namespace {

constexpr std::size_t kWidestColumn = 72;  // longer formulas push their place to the right
constexpr std::size_t kLongestShown = 240;

// The number of characters, not of bytes.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

const char* verdict_word(api::Verdict verdict) {
  switch (verdict) {
    case api::Verdict::True:
      return "TRUE  ";
    case api::Verdict::False:
      return "FALSE ";
    case api::Verdict::Unknown:
      return "UNKNOWN";
  }
  return "";
}

Color color_of(api::Verdict verdict) {
  switch (verdict) {
    case api::Verdict::True:
      return Color::Green;
    case api::Verdict::False:
      return Color::Red;
    case api::Verdict::Unknown:
      return Color::Yellow;
  }
  return Color::Yellow;
}

// Of a formula that bounded checking decided.
std::string depth_text(const api::FormulaResult& result) {
  std::string depth = fmt::format("{} {}", result.rounds ? "round" : "depth", *result.depth);
  switch (result.basis) {
    case api::Basis::Whole:
      return "all states, " + depth;
    case api::Basis::Part:
      return depth;
    case api::Basis::Induction:
      return "by induction, " + depth;
  }
  return "";
}

std::size_t count_of(const std::vector<api::FormulaResult>& results, api::Verdict verdict) {
  return static_cast<std::size_t>(
      std::count_if(results.begin(), results.end(), [&](const auto& result) { return result.verdict == verdict; }));
}

std::string state_text(const api::State& state) {
  std::string text;
  for (const api::AgentState& agent : state) {
    for (const auto& [name, value] : agent.values) {
      text += fmt::format("{}{}.{} = {}", text.empty() ? "" : ", ", agent.agent, name, value);
    }
  }
  return text.empty() ? "(the only state)" : text;
}

std::string joined(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kShown) text += fmt::format(" and {} more", names.size() - kShown);
  return text;
}

}  // namespace

std::string plural(const std::string& count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == "1" ? "" : "s");
}

std::string memory_text(std::size_t bytes) {
  constexpr double kMega = 1e6;
  constexpr double kGiga = 1e9;
  double amount = static_cast<double>(bytes);
  return amount >= kGiga ? fmt::format("{:.2f} GB", amount / kGiga) : fmt::format("{:.1f} MB", amount / kMega);
}

VerdictLines::VerdictLines(const std::vector<api::FormulaResult>& formulas, bool whole, bool color, std::size_t width)
    : whole_(whole), color_(color), width_(std::min(width, kWidestColumn)) {
  for (const api::FormulaResult& formula : formulas) {
    width_ = std::max(width_, std::min(kWidestColumn, width_of(shown(formula))));
  }
}

std::string VerdictLines::shown(const api::FormulaResult& formula) const {
  std::string text = formula.name.empty() ? formula.text : fmt::format("{}: {}", formula.name, formula.text);
  if (whole_ || text.size() <= kLongestShown) return text;
  auto boundary = [&](std::size_t at) {  // not inside a character of several bytes
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;
    return at;
  };
  std::size_t half = kLongestShown / 2;
  return text.substr(0, boundary(half)) + " ... " + text.substr(boundary(text.size() - half));
}

namespace {

// x >= 4, y >= 2
std::string point_text(const api::StepValues& values, const std::vector<std::optional<std::uint64_t>>& point) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < point.size(); ++i) {
    const api::StepParameter& parameter = values.parameters[i];
    const bool all = !point[i] || (parameter.up && *point[i] == 0);
    parts.push_back(all ? fmt::format("all {}", parameter.name)
                        : fmt::format("{} {} {}", parameter.name, parameter.up ? ">=" : "<=", *point[i]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// for x = 2, 4..6 of 0..20
std::string range_text(const api::StepValues& values) {
  const api::StepRange& range = *values.range;
  const std::string all = fmt::format("{}..{}", range.first, range.last);
  if (range.first == range.last) return fmt::format("for {} = {}", range.name, range.first);
  if (values.good.empty()) return fmt::format("for no {} of {}", range.name, all);
  std::vector<std::string> runs;
  for (const auto& [first, last] : values.good) {
    runs.push_back(first == last ? std::to_string(first) : fmt::format("{}..{}", first, last));
  }
  return fmt::format("for {} = {} of {}", range.name, fmt::join(runs, ", "), all);
}

// for some x, smallest from 3 to 17 (time limit of 2 s reached)
std::string stopped_text(const api::StepValues& values, const std::string& names) {
  std::string text = fmt::format("for some {}", names);
  if (values.at_least || values.at_most) {
    text += fmt::format(", {}", values.parameters.front().up ? "smallest" : "largest");
    if (values.at_least) text += fmt::format(" from {}", *values.at_least);
    if (values.at_most) text += fmt::format(" to {}", *values.at_most);
  }
  return fmt::format("{} (the search stopped: {})", text, values.stopped);
}

}  // namespace

std::string values_text(const api::StepValues& values) {
  std::vector<std::string> names;
  for (const api::StepParameter& parameter : values.parameters) names.push_back(parameter.name);
  if (values.range) return range_text(values);
  if (!values.stopped.empty()) return stopped_text(values, fmt::format("{}", fmt::join(names, ", ")));
  if (values.points.empty()) {
    return fmt::format("for all {}{}", fmt::join(names, ", "), values.unbounded ? ", but true without the bound" : "");
  }
  std::vector<std::string> points;
  for (const auto& point : values.points) points.push_back(point_text(values, point));
  std::string text = fmt::format("for {}", fmt::join(points, "; "));
  if (values.mixed) return text + " at best";
  const std::optional<std::uint64_t> only = names.size() == 1 ? values.points.front().front() : std::nullopt;
  const bool up = values.parameters.front().up;
  if (only && !(up && *only == 0)) text += fmt::format(" ({} {})", up ? "smallest" : "largest", *only);
  return text;
}

std::string VerdictLines::line(const api::FormulaResult& result) const {
  std::string formula = shown(result);
  std::size_t width = width_of(formula);
  formula.append(width < width_ ? width_ - width : 0, ' ');
  std::string place = result.line > 0 ? fmt::format("{}:{}", result.file, result.line) : "--formula";
  std::string word = verdict_word(result.verdict);
  if (color_) word = colored(word, color_of(result.verdict));
  std::string line = fmt::format("{} {}  {}", word, formula, place);
  if (result.verdict == api::Verdict::Unknown) {
    return line + fmt::format("  ({}{}{})", result.reason, result.advice.empty() ? "" : "; ", result.advice);
  }
  if (!result.value.empty()) line += fmt::format("  = {}", result.value);
  if (result.values) line += "  " + values_text(*result.values);
  const std::string by = result.engine.empty() ? "" : "by " + result.engine;
  if (result.depth) {
    line += fmt::format("  ({}{}{})", by, by.empty() ? "" : ", ", depth_text(result));
  } else if (!by.empty()) {
    line += fmt::format("  ({})", by);
  }
  bool is_true = result.verdict == api::Verdict::True;
  if (result.expected && *result.expected != is_true) {
    line += fmt::format("  (expected {})", *result.expected ? "true" : "false");
  }
  return line;
}

namespace {

std::string explored_text(const api::BoundedFacts& bounded) {
  switch (bounded.engine) {
    case api::BoundedEngine::Diagrams:
    case api::BoundedEngine::Explicit:
      if (bounded.states.empty()) return fmt::format("{} {}, ", bounded.rounds ? "round" : "depth", bounded.depth);
      return fmt::format("{} within {} {}, ", plural(bounded.states, "state"), bounded.rounds ? "round" : "depth",
                         bounded.depth);
    case api::BoundedEngine::Sat:
      return fmt::format("bound {}, {}, ", bounded.depth, plural(std::to_string(bounded.checks), "solver call"));
  }
  return "";
}

}  // namespace

std::string statistics_line(const std::vector<api::FormulaResult>& results, const api::ModelFacts& facts,
                            const api::Statistics& statistics) {
  std::string line = plural(std::to_string(results.size()), "formula");
  const char* separator = ": ";
  for (auto [verdict, word] :
       {std::pair(api::Verdict::True, "true"), {api::Verdict::False, "false"}, {api::Verdict::Unknown, "unknown"}}) {
    std::size_t count = count_of(results, verdict);
    if (count == 0) continue;
    line += fmt::format("{}{} {}", separator, count, word);
    separator = ", ";
  }
  line += "; ";
  if (facts.reachable_states) line += plural(*facts.reachable_states, "reachable state") + ", ";
  if (facts.depth) line += fmt::format("depth {}, ", *facts.depth);
  if (facts.bounded && !facts.reachable_states) line += explored_text(*facts.bounded);
  if (facts.state_bits) line += plural(std::to_string(*facts.state_bits), "bit") + "; ";
  // Where states were listed there are no diagrams.
  if (statistics.peak_nodes > 0) line += plural(std::to_string(statistics.peak_nodes), "node") + ", ";
  return line + fmt::format("{}, {:.3f} s", memory_text(statistics.peak_memory_bytes), statistics.total_seconds);
}

std::string slicing_line(const api::SlicingFacts& facts) {
  std::size_t sent = 0;
  std::size_t largest = 0;
  for (const api::SliceFacts& one : facts.slices) {
    sent += one.bytes_sent;
    largest = std::max(largest, one.peak_memory_bytes);
  }
  std::string changes;
  auto add = [&](std::size_t count, const char* one, const char* many) {
    if (count > 0) changes += fmt::format("; {} {}", count, count == 1 ? one : many);
  };
  add(facts.splits, "split", "splits");
  add(facts.rebalanced, "rebalancing", "rebalancings");
  add(facts.moves, "move to more workers", "moves to more workers");
  add(facts.checkpoints, "checkpoint", "checkpoints");
  return fmt::format("{}: {}, {} sent; the largest {}{}; critical path {:.3f} s{}",
                     plural(std::to_string(facts.slices.size()), "slice"),
                     plural(std::to_string(facts.exchanges), "exchange"), memory_text(sent), memory_text(largest),
                     changes, facts.critical_seconds, facts.confirmed ? "; confirmed" : "");
}

std::string semantics_text(const api::RunOptions& options, bool all) {
  std::vector<std::string> parts;
  auto add = [&](bool standard, const char* usual, const char* other) {
    if (all || !standard) parts.emplace_back(standard ? usual : other);
  };
  add(options.strategies == api::Strategies::Full, "strategies by the whole state", "uniform strategies");
  add(options.knowledge == api::Knowledge::Observational, "observational knowledge",
      options.knowledge == api::Knowledge::Clock ? "knowledge with a clock" : "knowledge with perfect recall");
  add(options.initial_information == api::InitialInformation::Own, "agents know the initial states",
      "agents do not know the initial states");
  add(!options.finite_traces, "LDL on infinite paths", "LDL on finite traces");
  add(options.finite_tests == api::FiniteTests::Finite, "tests on finite traces see the trace",
      "tests on finite traces look beyond their ends");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string search_lines(const std::string& title, const std::string& what, const api::StatesFound& found) {
  if (!found.example) return fmt::format("{}  none\n", title);
  std::string text = fmt::format("{}  {} {}, for example\n  {}\n", title, plural(found.count, "reachable state"), what,
                                 state_text(*found.example));
  if (found.way) return text + found.way->text + "\n";
  return found.no_way.empty() ? text : fmt::format("{}  (no path to it: {})\n", text, found.no_way);
}

std::string info_lines(const api::Run& run) {
  api::ModelFacts facts = run.facts();
  fmt::memory_buffer text;
  auto row = [&](const char* name, const std::string& value) {
    fmt::format_to(std::back_inserter(text), "{:<18}{}\n", name, value);
  };
  row("file", run.file());
  std::vector<api::ParameterFacts> parameters = run.parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const api::ParameterFacts& one = parameters[i];
    row(i == 0 ? "parameters" : "",
        fmt::format("{} : {} = {}{}", one.name, one.type, one.value,
                    one.standard.empty()        ? " (no default)"
                    : one.standard == one.value ? std::string()
                                                : fmt::format(" (default {})", one.standard)));
  }
  row("agents", std::to_string(facts.agents));
  for (const api::AgentFacts& agent : run.agents()) {
    row("", fmt::format("{}: {}, {}, observes {}", agent.name, plural(std::to_string(agent.variables), "variable"),
                        plural(std::to_string(agent.actions), "action"),
                        plural(std::to_string(agent.observes), "variable")));
  }
  row("variables", std::to_string(facts.variables));
  row("formulas", std::to_string(run.formulas().size()));
  if (facts.state_bits) row("state bits", std::to_string(*facts.state_bits));
  if (facts.initial_states) row("initial states", *facts.initial_states);
  if (facts.reachable_states) row("reachable states", *facts.reachable_states);
  if (facts.depth) row("depth", std::to_string(*facts.depth));
  if (facts.fair_states) row("fair states", *facts.fair_states);
  if (facts.deadlocks) {
    row("deadlocks", facts.deadlocks->count);
    if (facts.deadlocks->example) row("", "for example " + state_text(*facts.deadlocks->example));
  }
  api::UnusedNames unused = run.unused();
  if (!unused.variables.empty()) row("never read", joined(unused.variables));
  if (!unused.actions.empty()) row("never allowed", joined(unused.actions));
  if (!unused.propositions.empty()) row("not in formulas", joined(unused.propositions));
  if (!unused.groups.empty()) row("unused groups", joined(unused.groups));
  return fmt::to_string(text);
}

}  // namespace gnomon::cli
