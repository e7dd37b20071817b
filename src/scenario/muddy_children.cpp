// The muddy children (R. Fagin, J. Halpern, Y. Moses, M. Vardi, Reasoning about Knowledge, 1995): what silence tells
// those who remember.
//
// n children see each other's foreheads, not their own. Father has said that at least one is muddy, and asks again and
// again who knows to be muddy. With c muddy children nobody can answer c - 1 times; then all the muddy ones step
// forward at once. The children have no counters of their own: all they see is the others and whether somebody has
// stepped forward. So what they know depends on their memory, and the three readings of K differ:
//   @recall         a muddy child knows after c - 1 questions, and all know in the end and for good;
//   @clock          a muddy child knows after c - 1 questions, but does not know later when the others stepped forward;
//   @observational  nobody learns anything from silence.
//
// For each of the 2^n - 1 possible sets of muddy children there are c states before and one after the answer:
// n 2^(n-1) + 2^n - 1 reachable states.
#include <fmt/format.h>

#include "scenario/generators.h"
#include "scenario/model_text.h"

namespace gnomon::scenario {

namespace {

void write_model(std::int64_t n, ModelText& out) {
  std::vector<std::string> terms;
  for (std::int64_t i = 1; i <= n; ++i) terms.push_back(numbered("mud", i));
  const std::string total = join(terms, " + ");
  out.line(0, "Semantics = SingleAssignment;");
  out.blank();
  out.line(0, "Agent Environment");
  out.line(1, "Obsvars:");
  out.line(2, "answered : boolean;  -- the muddy children have stepped forward");
  out.line(1, "end Obsvars");
  out.line(1, "Vars:");
  for (std::int64_t i = 1; i <= n; ++i) out.line(2, fmt::format("mud{} : 0..1;", i));
  out.line(2, fmt::format("questions : 0..{};  -- asked so far", n));
  out.line(1, "end Vars");
  out.line(1, "Actions = {ask};");
  out.line(1, "Protocol:");
  out.line(2, "Other : {ask};");
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  out.line(2, "questions = questions + 1 if answered = false;");
  out.line(2, fmt::format("answered = true if questions + 1 = {};", total));
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
  for (std::int64_t i = 1; i <= n; ++i) {
    std::vector<std::string> others;
    for (std::int64_t j = 1; j <= n; ++j) {
      if (j != i) others.push_back(numbered("mud", j));
    }
    out.blank();
    out.line(0, fmt::format("Agent Child{}", i));
    out.line(1, fmt::format("Lobsvars = {{{}}};", join(others, ", ")));
    out.line(1, "Actions = {listen};");
    out.line(1, "Protocol:");
    out.line(2, "Other : {listen};");
    out.line(1, "end Protocol");
    out.line(0, "end Agent");
  }
}

void write_muddy_children(const Values& values, ModelText& out) {
  const std::int64_t n = values[0];
  const std::int64_t k = values[1];
  write_model(n, out);
  std::vector<std::string> terms;
  for (std::int64_t i = 1; i <= n; ++i) terms.push_back(numbered("Environment.mud", i));
  const std::string total = join(terms, " + ");
  out.blank();
  out.propositions_here();
  for (std::int64_t i = 1; i <= n; ++i) out.proposition(numbered("muddy", i), fmt::format("Environment.mud{} = 1", i));
  out.proposition("case", fmt::format("{} = {} and Environment.mud1 = 1", total, k),
                  fmt::format("{} muddy, child 1 among them", k));
  out.proposition("answered", "Environment.answered = true");
  out.line(0, "InitStates");
  out.line(1, fmt::format("{} >= 1 and Environment.questions = 0 and Environment.answered = false;", total));
  out.line(0, "end InitStates");

  out.begin_formulas();
  const std::string knows = nest("X ", "K(Child1, muddy1)", "", k - 1);
  const std::string ignorant = nest("X ", "!K(Child1, muddy1)", "", k - 2);
  out.formula(1, Logic::Recall, fmt::format("@recall CTL* A (case -> {})", knows), true);
  out.formula(1, Logic::Recall, fmt::format("@clock CTL* A (case -> {})", knows), true);
  if (k >= 2) {
    out.formula(2, Logic::Recall, fmt::format("@recall CTL* A (case -> {})", ignorant), true);
    out.formula(3, Logic::Recall, fmt::format("@observational CTL* A (case -> {})", knows), false);
  } else {
    // A child who sees only clean foreheads needs no questions at all.
    out.formula(2, Logic::Recall, "@recall CTL* A (case -> !K(Child1, muddy1))", false);
    out.formula(3, Logic::Recall, "@observational CTL* A (case -> K(Child1, muddy1))", true);
  }
  std::vector<std::string> all;
  for (std::int64_t i = 1; i <= n; ++i) {
    all.push_back(fmt::format("(K(Child{0}, muddy{0}) or K(Child{0}, !muddy{0}))", i));
  }
  const std::string everybody = join(all, " and ");
  out.formula(4, Logic::Recall, fmt::format("@recall AG (answered -> {})", everybody), true);
  out.formula(5, Logic::Recall, fmt::format("@clock AG (answered -> {})", everybody), false);
  out.formula(6, Logic::Recall, fmt::format("@recall CTL* A (F (G ({})))", everybody), true);
  out.end_formulas();
}

}  // namespace

Scenario muddy_children() {
  Scenario s;
  s.name = "muddy_children";
  s.description = "The muddy children: what silence tells those who remember, those with a clock, and the others.";
  s.parameters = {{"N", 3, 2, 60, "number of children"}, {"K", 2, 1, 60, "number of muddy children in the formulas"}};
  s.specifications = {
      {"With K muddy children, a muddy child knows after K - 1 questions (by memory, or by the clock).",
       {Logic::Recall}},
      {"With K muddy children, a muddy child does not know one question earlier (false for K = 1).", {Logic::Recall}},
      {"Without memory and clock, a muddy child knows after K - 1 questions (true for K = 1).", {Logic::Recall}},
      {"After the answer, all children know whether they are muddy, if they remember.", {Logic::Recall}},
      {"After the answer, all children know whether they are muddy, by the clock.", {Logic::Recall}},
      {"All children come to know for good whether they are muddy.", {Logic::Recall}}};
  s.conflict = [](const Values& v) { return std::string(v[1] <= v[0] ? "" : "K must not be larger than N"); };
  s.states = [](const Values& v) {
    const auto n = static_cast<mp_bitcnt_t>(v[0]);
    return std::optional<BigInt>((BigInt(static_cast<long>(v[0])) << n) / 2 + (BigInt(1) << n) - 1);
  };
  s.write = write_muddy_children;
  return s;
}

}  // namespace gnomon::scenario
