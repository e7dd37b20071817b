// Chains: the simplest models that grow, with formulas that grow too; and an agent who opens her eyes at the end.
//
// chain: places n, n-1, ..., 0, one step down each time; place 0 is for ever and is where p holds.
//
//     n -> n-1 -> ... -> 1 -> 0 (p) -+
//                                ^---+
//
// delta_chain: the same, and from every place one may also step aside, for ever, to a place without p. The watcher is
// blind at first, so that with perfect recall she knows the number of steps and nothing else; Delta opens her eyes
// (A. Barriere, B. Maubert, A. Murano, S. Rubin, Changing observations in epistemic temporal logic, KR 2018).
#include <fmt/format.h>

#include "scenario/generators.h"
#include "scenario/model_text.h"

namespace gnomon::scenario {

namespace {

void write_walk(std::int64_t n, bool aside, ModelText& out) {
  out.line(0, "Agent Environment");
  out.line(1, "Vars:");
  out.line(2, fmt::format("place : {}..{};", aside ? -1 : 0, n));
  out.line(1, "end Vars");
  out.line(1, aside ? "Actions = {walk, leave};" : "Actions = {walk};");
  out.line(1, "Protocol:");
  out.line(2, aside ? "Other : {walk, leave};" : "Other : {walk};");
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  out.line(2, "place = place - 1 if Action = walk and place > 0;");
  if (aside) out.line(2, "place = -1 if Action = leave;  -- aside");
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
  out.blank();
  out.line(0, "Agent Watcher");
  out.line(1, "Actions = {watch};");
  out.line(1, "Protocol:");
  out.line(2, "Other : {watch};");
  out.line(1, "end Protocol");
  out.line(0, "end Agent");
  out.blank();
  out.propositions_here();
  out.proposition("p", "Environment.place = 0");
  out.line(0, "InitStates");
  out.line(1, fmt::format("Environment.place = {};", n));
  out.line(0, "end InitStates");
}

void write_chain(const Values& values, ModelText& out) {
  const std::int64_t m = values[1];
  write_walk(values[0], false, out);
  out.begin_formulas();
  const std::string until = nest("true U (X (", "true U p", "))", m);
  out.formula(1, Logic::Ltlk, fmt::format("LTL {}", until), true);
  out.formula(1, Logic::CtlStarK, fmt::format("CTL* A ({})", until), true);
  const std::string dynamic = nest("<true*; true> (", "<true*> p", ")", m);
  out.formula(1, Logic::Ldlk, fmt::format("LDL {}", dynamic), true);
  out.formula(1, Logic::CdlStarK, fmt::format("CDL* A ({})", dynamic), true);
  out.formula(2, Logic::Ctlk, nest("EX ", "E (true U p)", "", m), true);
  out.formula(2, Logic::CtlStarK, fmt::format("CTL* {}", nest("E (X (", "E (true U p)", "))", m)), true);
  out.formula(2, Logic::CdlStarK, fmt::format("CDL* {}", nest("E (<true> (", "E (<true*> p)", "))", m)), true);
  out.end_formulas();
}

void write_delta_chain(const Values& values, ModelText& out) {
  const std::int64_t n = values[0];
  const std::int64_t m = values[1];
  write_walk(n, true, out);
  out.blank();
  out.line(0, "Observations");
  out.line(1, "blind of Watcher = {};");
  out.line(1, "sharp of Watcher = {Environment.place};");
  out.line(1, "Watcher starts with blind;");
  out.line(0, "end Observations");
  out.begin_formulas();
  const std::string sees = "Delta(Watcher, sharp, K(Watcher, !p))";
  const std::string guesses = "K(Watcher, !p)";
  out.formula(1, Logic::Delta, fmt::format("@recall {}", nest("EX ", sees, "", m)), true);
  out.formula(1, Logic::Delta, fmt::format("@recall CTL* {}", nest("E (X (", sees, "))", m)), true);
  // With closed eyes p is possible from step n on.
  out.formula(2, Logic::Recall, fmt::format("@recall {}", nest("EX ", guesses, "", m)), m < n);
  out.formula(2, Logic::Recall, fmt::format("@recall CTL* {}", nest("E (X (", guesses, "))", m)), m < n);
  out.formula(3, Logic::Delta, "@recall AG (Delta(Watcher, sharp, K(Watcher, p) or K(Watcher, !p)))", true);
  out.formula(4, Logic::Recall, "@recall AG (K(Watcher, p) or K(Watcher, !p))", false);
  out.formula(5, Logic::CtlStarK, fmt::format("CTL* {}", nest("E (X (", "E (true U !p)", "))", m)), true);
  out.end_formulas();
}

const std::vector<Parameter>& sizes() {
  static const std::vector<Parameter> list = {{"N", 5, 1, 10000000, "length of the chain"},
                                              {"M", 1, 0, 1000000, "size of the formula"}};
  return list;
}

}  // namespace

Scenario chain() {
  Scenario s;
  s.name = "chain";
  s.description = "A walk down a chain of places, with nested formulas of size M.";
  s.parameters = sizes();
  s.specifications = {{"M times: after some steps, in the next step; and p in the end.",
                       {Logic::Ltlk, Logic::CtlStarK, Logic::Ldlk, Logic::CdlStarK}},
                      {"After M steps p can still be reached.", {Logic::Ctlk, Logic::CtlStarK, Logic::CdlStarK}}};
  s.states = [](const Values& v) { return std::optional<BigInt>(BigInt(static_cast<long>(v[0] + 1))); };
  s.write = write_chain;
  return s;
}

Scenario delta_chain() {
  Scenario s;
  s.name = "delta_chain";
  s.description = "A walk down a chain of places or aside, and a blind watcher who opens her eyes after M steps.";
  s.parameters = sizes();
  s.specifications = {
      {"After M steps it may be that the watcher, opening her eyes, knows that p does not hold.", {Logic::Delta}},
      {"After M steps it may be that the watcher knows with closed eyes that p does not hold (if M is less than N).",
       {Logic::Recall}},
      {"Opening her eyes, the watcher always knows whether p holds.", {Logic::Delta}},
      {"With closed eyes, the watcher always knows whether p holds.", {Logic::Recall}},
      {"After M steps a place without p can be reached.", {Logic::CtlStarK}}};
  s.states = [](const Values& v) { return std::optional<BigInt>(BigInt(static_cast<long>(v[0] + 2))); };
  s.write = write_delta_chain;
  return s;
}

}  // namespace gnomon::scenario
