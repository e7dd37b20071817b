// A counter between 1 and N that moves up or down by one in every step: a long thin model, half as deep as it is wide,
// that measures what one step costs.
//
// Parity is kept in a Boolean beside the value, since ISPL has no remainder; it adds no states. The counter starts at
// an even value in the middle, or at the maximum (so that the specifications about the maximum speak of an initial
// state). N is even.
#include <fmt/format.h>

#include "scenario/generators.h"
#include "scenario/model_text.h"

namespace gnomon::scenario {

namespace {

void write_counter(const Values& values, ModelText& out) {
  const std::int64_t n = values[0];
  const std::int64_t middle = n / 2 % 2 == 0 ? n / 2 : n / 2 + 1;
  out.line(0, "Semantics = SingleAssignment;");
  out.blank();
  out.line(0, "Agent Counter");
  out.line(1, "Vars:");
  out.line(2, fmt::format("value : 1..{};", n));
  out.line(2, "even : boolean;");
  out.line(1, "end Vars");
  out.line(1, "Actions = {up, down};");
  out.line(1, "Protocol:");
  out.line(2, fmt::format("value < {} : {{up}};", n));
  out.line(2, "value > 1 : {down};");
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  out.line(2, "value = value + 1 if Action = up;");
  out.line(2, "value = value - 1 if Action = down;");
  out.line(2, "even = ~even if Action = up or Action = down;");
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
  out.blank();
  out.propositions_here();
  out.proposition("even", "Counter.even = true");
  out.proposition("max", fmt::format("Counter.value = {}", n));
  out.proposition("near_max", fmt::format("Counter.value >= {}", n - 1));
  out.line(0, "InitStates");
  out.line(1, fmt::format("(Counter.value = {} or Counter.value = {}) and Counter.even = true;", middle, n));
  out.line(0, "end InitStates");

  out.begin_formulas();
  out.formula(1, Logic::Ctlk, "even and AG (even -> AX AX even)", true);
  out.formula(1, Logic::Ldlk, "LDL [(true; true)*] even", true);
  out.formula(1, Logic::CdlStarK, "CDL* A ([(true; true)*] even)", true);
  out.formula(2, Logic::Ctlk, "AX (!even and AG (!even -> AX AX !even))", true);
  out.formula(2, Logic::Ldlk, "LDL [true; (true; true)*] !even", true);
  out.formula(2, Logic::CdlStarK, "CDL* A ([true; (true; true)*] !even)", true);
  const bool flat = n == 2;
  out.formula(3, Logic::Ctlk, "AG (max -> AX AX max)", flat);
  out.formula(3, Logic::Ltlk, "LTL G (max -> X X max)", flat);
  out.formula(3, Logic::CtlStarK, "CTL* A (G (max -> X X max))", flat);
  out.formula(3, Logic::Ldlk, "LDL [true*] (max -> [(true; true)*] max)", flat);
  out.formula(3, Logic::CdlStarK, "CDL* A ([true*] (max -> [(true; true)*] max))", flat);
  out.formula(4, Logic::CdlStarK, "CDL* A ([true*] (even -> E (<(even; !even)*> max)))", true);
  out.formula(5, Logic::CdlStarK, "CDL* near_max -> E (([true*] <true*> !near_max) and [(true; true; true)*] near_max)",
              !flat);
  out.end_formulas();
}

}  // namespace

Scenario counter() {
  Scenario s;
  s.name = "counter";
  s.description = "A counter from 1 to N that goes up or down by one in every step.";
  s.parameters = {{"N", 16, 2, std::int64_t{1} << 30, "largest value, an even number"}};
  s.specifications = {
      {"After an even number of steps the value is even.", {Logic::Ctlk, Logic::Ldlk, Logic::CdlStarK}},
      {"After an odd number of steps the value is odd.", {Logic::Ctlk, Logic::Ldlk, Logic::CdlStarK}},
      {"From the maximum, every second step leads to the maximum.", all_infinite_logics()},
      {"From an even value the maximum can be reached through even and odd values in turns.", {Logic::CdlStarK}},
      {"Near the maximum, some path is near it after every three steps and yet leaves it again and again.",
       {Logic::CdlStarK}}};
  s.conflict = [](const Values& v) { return std::string(v[0] % 2 == 0 ? "" : "N must be even"); };
  s.states = [](const Values& v) { return std::optional<BigInt>(BigInt(static_cast<long>(v[0]))); };
  s.write = write_counter;
  return s;
}

}  // namespace gnomon::scenario
