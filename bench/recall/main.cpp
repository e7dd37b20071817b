// How the effort for knowledge with memory grows: with the length of the chain and of the formula (delta_chain), with
// the number of children (muddy_children), and with the depth of alternation between two agents.
//
// Every formula is checked in a run of its own, loading and encoding included, and its verdict compared with the
// comment beside it. The seconds are processor time. With --rows FILE the rows are also written as JSON.
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "check/labelling.h"
#include "ispl/load.h"
#include "logic/fragment.h"
#include "recall/memory_checker.h"
#include "scenario/scenario.h"

namespace {

using namespace gnomon;

struct Row {
  double seconds = 0;
  bool verdict = false;
  recall::MemoryReport report;
};

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

std::optional<bool> expected(const Source& source, const ispl::Formula& formula) {
  const std::string_view line = source.line(source.position(formula.span.end).line);
  if (line.find("-- true") != std::string_view::npos) return true;
  if (line.find("-- false") != std::string_view::npos) return false;
  return std::nullopt;
}

// The number of formulas of the text, or of the given one: what it took.
Row measure(const Source& source, std::size_t index) {
  double begin = processor_seconds();
  Diagnostics diagnostics;
  std::optional<ispl::CheckedModel> model = ispl::load_model(source, {}, diagnostics);
  if (!model) {
    for (const Diagnostic& d : diagnostics.all()) fmt::print(stderr, "{}\n", render(d, source));
    std::exit(2);
  }
  model::SymbolicModel symbolic(*model);
  check::Frame frame(symbolic);
  check::PathChecker paths;
  check::Labelling labelling(frame, model->pool, &paths);
  const ispl::Formula& formula = model->formulas[index];
  recall::MemoryChecker checker(labelling);
  recall::MemoryResult result = checker.check(formula.property.formula, formula.property.knowledge);
  Row row{processor_seconds() - begin, result.holds, result.report};
  std::optional<bool> right = expected(source, formula);
  if (right && *right != row.verdict) {
    fmt::print(stderr, "wrong verdict: {}\n", formula.text.substr(0, 200));
    std::exit(1);
  }
  return row;
}

void print_header(std::string_view first, std::string_view second) {
  fmt::print("{:>10} {:>10}  {:<34} {:>7} {:>9} {:>9} {:>6} {:>9}\n", first, second, "formula", "verdict", "nodes",
             "vertices", "altern", "seconds");
}

// What was measured: printed row by row, and kept for the file.
class Report {
 public:
  explicit Report(nlohmann::json& rows) : rows_(&rows) {}
  void begin(std::string_view table, std::string_view what, std::string_view first, std::string_view second) {
    table_ = table;
    fmt::print("{}\n", what);
    print_header(first, second);
  }
  void add(std::int64_t a, std::int64_t b, const std::string& text, const Row& row);

 private:
  nlohmann::json* rows_;
  std::string table_;
};

void Report::add(std::int64_t a, std::int64_t b, const std::string& text, const Row& row) {
  std::string shown = text.size() <= 34 ? text : text.substr(0, 31) + "...";
  fmt::print("{:>10} {:>10}  {:<34} {:>7} {:>9} {:>9} {:>6} {:>9.3f}\n", a, b, shown, row.verdict, row.report.nodes,
             row.report.vertices, row.report.alternation, row.seconds);
  std::fflush(stdout);
  rows_->push_back({{"name", fmt::format("{} {} {} {}", table_, a, b, shown)},
                    {"parameters", {a, b}},
                    {"options", nlohmann::json::array()},
                    {"seconds", row.seconds},
                    {"verdict", row.verdict},
                    {"nodes", row.report.nodes},
                    {"vertices", row.report.vertices},
                    {"ok", true}});
}

void scenario_rows(Report& report, const std::string& name, std::int64_t a, std::int64_t b) {
  Source source(name, scenario::generate(name, {std::to_string(a), std::to_string(b)}).text);
  Diagnostics diagnostics;
  std::optional<ispl::CheckedModel> model = ispl::load_model(source, {}, diagnostics);
  for (std::size_t i = 0; model && i < model->formulas.size(); ++i) {
    if (!logic::classify(model->pool, model->formulas[i].property.formula).knowledge) continue;
    report.add(a, b, model->formulas[i].text, measure(source, i));
  }
}

// Two agents, each of whom sees one of two counters that an unseen coin moves; the formula alternates between them.
void alternation_rows(Report& report, std::int64_t size, std::int64_t depth) {
  std::string formula = "x";
  for (std::int64_t i = 0; i < depth; ++i) {
    formula = fmt::format("(!K({}, !({})))", i % 2 == 0 ? "Left" : "Right", formula);
  }
  std::string text =
      "Agent Environment\n Vars: coin : boolean; a : 0.." + std::to_string(size) + "; b : 0.." + std::to_string(size) +
      "; end Vars\n Actions = {flip, hold};\n Protocol: Other : {flip, hold}; end Protocol\n Evolution:\n"
      "  coin = true if Action = flip and coin = false;\n"
      "  coin = false and a = a + 1 if Action = flip and coin = true and a < " +
      std::to_string(size) + ";\n  b = b + 1 if Action = hold and coin = true and b < " + std::to_string(size) +
      ";\n end Evolution\nend Agent\n"
      "Agent Left\n Lobsvars = {a};\n Actions = {none};\n Protocol: Other : {none}; end Protocol\nend Agent\n"
      "Agent Right\n Lobsvars = {b};\n Actions = {none};\n Protocol: Other : {none}; end Protocol\nend Agent\n"
      "Evaluation x if Environment.a = Environment.b; end Evaluation\n"
      "InitStates Environment.coin = false and Environment.a = 0 and Environment.b = 0; end InitStates\n"
      "Formulae\n @recall AG (" +
      formula + ");\nend Formulae\n";
  Source source("alternation", text);
  report.add(size, depth, "AG of " + formula, measure(source, 0));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string_view> wanted;
  const char* rows_file = nullptr;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--rows") == 0 && i + 1 < argc)
      rows_file = argv[++i];
    else
      wanted.emplace_back(argv[i]);
  }
  nlohmann::json rows = nlohmann::json::array();
  Report report(rows);
  auto asked = [&](std::string_view table) {
    for (std::string_view name : wanted) {
      if (table.starts_with(name)) return true;
    }
    return wanted.empty();
  };
  if (asked("chain")) {
    report.begin("chain", "delta_chain: length of the chain, size of the formula", "N", "M");
    for (std::int64_t n : {10, 100, 1000, 2000, 4000}) scenario_rows(report, "delta_chain", n, 10);
    for (std::int64_t m : {1, 100, 400}) scenario_rows(report, "delta_chain", 2000, m);
  }
  if (asked("muddy")) {
    report.begin("muddy", "muddy_children: children, muddy children in the formula", "N", "K");
    for (std::int64_t n : {5, 10, 15, 20}) scenario_rows(report, "muddy_children", n, n / 2);
  }
  if (asked("alternation")) {
    report.begin("alternation", "two agents: size of the counters, depth of alternation", "size", "depth");
    for (std::int64_t depth : {1, 2, 3}) {
      for (std::int64_t size : {1, 2, 3}) alternation_rows(report, size, depth);
    }
  }
  if (rows_file && !(std::ofstream(rows_file) << rows.dump(1) << '\n')) {
    fmt::print(stderr, "cannot write {}\n", rows_file);
    return 2;
  }
  return 0;
}
