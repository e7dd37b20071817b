// How the effort for knowledge with memory grows: with the length of the chain and of the formula (delta_chain), with
// the number of children (muddy_children), and with the depth of alternation between two agents.
//
// Every formula is checked in a run of its own, loading and encoding included, and its verdict compared with the
// comment beside it. The seconds are processor time.
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fmt/format.h>
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

void print_row(std::int64_t a, std::int64_t b, const std::string& text, const Row& row) {
  std::string shown = text.size() <= 34 ? text : text.substr(0, 31) + "...";
  fmt::print("{:>10} {:>10}  {:<34} {:>7} {:>9} {:>9} {:>6} {:>9.3f}\n", a, b, shown, row.verdict, row.report.nodes,
             row.report.vertices, row.report.alternation, row.seconds);
  std::fflush(stdout);
}

void scenario_rows(const std::string& name, std::int64_t a, std::int64_t b) {
  Source source(name, scenario::generate(name, {std::to_string(a), std::to_string(b)}).text);
  Diagnostics diagnostics;
  std::optional<ispl::CheckedModel> model = ispl::load_model(source, {}, diagnostics);
  for (std::size_t i = 0; model && i < model->formulas.size(); ++i) {
    if (!logic::classify(model->pool, model->formulas[i].property.formula).knowledge) continue;
    print_row(a, b, model->formulas[i].text, measure(source, i));
  }
}

// Two agents, each of whom sees one of two counters that an unseen coin moves; the formula alternates between them.
void alternation_rows(std::int64_t size, std::int64_t depth) {
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
  print_row(size, depth, "AG of " + formula, measure(source, 0));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string_view> wanted(argv + 1, argv + argc);
  auto asked = [&](std::string_view table) {
    for (std::string_view name : wanted) {
      if (table.starts_with(name)) return true;
    }
    return wanted.empty();
  };
  if (asked("chain")) {
    fmt::print("delta_chain: length of the chain, size of the formula\n");
    print_header("N", "M");
    for (std::int64_t n : {10, 100, 1000, 2000, 4000}) scenario_rows("delta_chain", n, 10);
    for (std::int64_t m : {1, 100, 400}) scenario_rows("delta_chain", 2000, m);
  }
  if (asked("muddy")) {
    fmt::print("muddy_children: children, muddy children in the formula\n");
    print_header("N", "K");
    for (std::int64_t n : {5, 10, 15, 20}) scenario_rows("muddy_children", n, n / 2);
  }
  if (asked("alternation")) {
    fmt::print("two agents: size of the counters, depth of alternation\n");
    print_header("size", "depth");
    for (std::int64_t depth : {1, 2, 3}) {
      for (std::int64_t size : {1, 2, 3}) alternation_rows(size, depth);
    }
  }
  return 0;
}
