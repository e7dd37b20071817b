// The prisoners and the light bulb (H. van Ditmarsch, J. van Eijck, W. Wu, One hundred prisoners and a lightbulb -
// logic and computation, KR 2010).
//
// The prison calls the prisoners one by one, in any order, into a room with a lamp, and everybody is called again and
// again. Prisoner 0, the counter, switches the lamp off whenever he finds it lit, and counts; the others switch it on
// once, the first time they find it dark. Having counted N - 2, the counter announces at the next lit lamp that all
// have been in the room. If that is true they are released, otherwise executed.
//
// A round takes two steps: the prison calls somebody, then whoever is in the room acts. What happens in the room is
// seen only there: the Environment's action names the visitor and the lamp (`dark3`, `lit0`), a prisoner's action says
// what he is going to do if he is the visitor. So a prisoner's knowledge rests on his own count or on whether he has
// used his turn.
//
// Fairness: every prisoner is in the room again and again, unless a decision has been made.
#include <fmt/format.h>

#include "scenario/generators.h"
#include "scenario/model_text.h"

namespace gnomon::scenario {

namespace {

std::string prisoner(std::int64_t i) {
  return i == 0 ? "Counter" : numbered("Prisoner", i);
}

void write_room(std::int64_t n, ModelText& out) {
  std::vector<std::string> places = {"nobody"};
  std::vector<std::string> actions = {"empty"};
  for (std::int64_t i = 0; i < n; ++i) {
    places.push_back(numbered("p", i));
    actions.push_back(numbered("dark", i));
    actions.push_back(numbered("lit", i));
  }
  out.line(0, "Agent Environment");
  out.line(1, "Vars:");
  out.line(2, fmt::format("inside : {{{}}};", join(places, ", ")));
  out.line(2, "lamp : boolean;");
  out.line(1, "end Vars");
  out.line(1, fmt::format("Actions = {{{}}};", join(actions, ", ")));
  out.line(1, "Protocol:");
  out.line(2, "inside = nobody : {empty};");
  for (std::int64_t i = 0; i < n; ++i) {
    out.line(2, fmt::format("inside = p{0} and lamp = false : {{dark{0}}};", i));
    out.line(2, fmt::format("inside = p{0} and lamp = true : {{lit{0}}};", i));
  }
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  for (std::int64_t i = 0; i < n; ++i) out.line(2, fmt::format("inside = p{0} if Prison.Action = call{0};", i));
  out.line(2, "inside = nobody if inside <> nobody;");
  out.line(2, "lamp = false if inside = p0 and Counter.Action = darken;");
  for (std::int64_t i = 1; i < n; ++i) {
    out.line(2, fmt::format("lamp = true if inside = p{} and {}.Action = light;", i, prisoner(i)));
  }
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
}

void write_prison(std::int64_t n, ModelText& out) {
  std::vector<std::string> calls;
  std::vector<std::string> all;
  std::vector<std::string> missing;
  for (std::int64_t i = 0; i < n; ++i) {
    calls.push_back(numbered("call", i));
    all.push_back(fmt::format("seen{} = true", i));
    missing.push_back(fmt::format("seen{} = false", i));
  }
  const std::string announced = "Environment.Action = lit0 and Counter.Action = announce";
  out.blank();
  out.line(0, "Agent Prison");
  out.line(1, "Lobsvars = {inside};");
  out.line(1, "Vars:");
  for (std::int64_t i = 0; i < n; ++i) out.line(2, fmt::format("seen{} : boolean;", i));
  out.line(2, "decision : {none, release, execute};");
  out.line(1, "end Vars");
  out.line(1, fmt::format("Actions = {{{}, wait}};", join(calls, ", ")));
  out.line(1, "Protocol:");
  out.line(2, fmt::format("Environment.inside = nobody and decision = none : {{{}}};", join(calls, ", ")));
  out.line(2, "Other : {wait};");
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  for (std::int64_t i = 0; i < n; ++i) out.line(2, fmt::format("seen{0} = true if Action = call{0};", i));
  out.line(2, fmt::format("decision = release if {} and {};", announced, join(all, " and ")));
  out.line(2, fmt::format("decision = execute if {} and ({});", announced, join(missing, " or ")));
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
}

void write_counter(std::int64_t n, ModelText& out) {
  out.blank();
  out.line(0, "Agent Counter");
  out.line(1, "Vars:");
  out.line(2, fmt::format("count : 0..{};  -- the last lit lamp is announced, not counted", n - 1));
  out.line(2, "announced : boolean;");
  out.line(1, "end Vars");
  out.line(1, "Actions = {darken, announce, wait};");
  out.line(1, "Protocol:");
  out.line(2, fmt::format("count < {} : {{darken}};", n - 2));
  out.line(2, fmt::format("count >= {} and announced = false : {{announce}};", n - 2));
  out.line(2, "announced = true : {wait};");
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  out.line(2, fmt::format("count = count + 1 if Environment.Action = lit0 and count < {};", n - 2));
  out.line(2, "announced = true if Environment.Action = lit0 and Action = announce;");
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
}

void write_prisoner(std::int64_t i, ModelText& out) {
  out.blank();
  out.line(0, fmt::format("Agent {}", prisoner(i)));
  out.line(1, "Vars:");
  out.line(2, "used : boolean;");
  out.line(1, "end Vars");
  out.line(1, "Actions = {light, wait};");
  out.line(1, "Protocol:");
  out.line(2, "used = false : {light};");
  out.line(2, "used = true : {wait};");
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  out.line(2, fmt::format("used = true if Environment.Action = dark{};", i));
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
}

void write_formulas(std::int64_t n, ModelText& out) {
  std::vector<std::string> all;
  for (std::int64_t i = 0; i < n; ++i) all.push_back(numbered("interrogated", i));
  const std::string knows = fmt::format("announce -> K(Counter, {})", join(all, " and "));
  out.begin_formulas();
  out.eventually(1, "release", true);
  out.always(2, knows, true);
  const std::string even_round = "<true; (true; true)*> (!announce and [true] announce)";
  out.formula(3, Logic::Ldlk, fmt::format("LDL {}", even_round), true);
  out.formula(3, Logic::CdlStarK, fmt::format("CDL* A ({})", even_round), true);
  if (out.wants(4, Logic::CtlStarK)) {
    // A path lights the lamp at most N - 1 times, so N - 1 unfoldings of the loop are enough.
    out.formula(
        4, Logic::CtlStarK,
        fmt::format("CTL* E ({})", nest("!on and X (!on and X (on and X (on and X (", "release", "))))", n - 1)), true);
  }
  out.formula(4, Logic::CdlStarK, "CDL* E (<(!on; !on; on; on)*> release)", true);
  out.formula(5, Logic::Ldlk, "LDL !<(!on; !on; on; on)*> K(Counter, release)", false);
  out.formula(5, Logic::CdlStarK, "CDL* A (!<(!on; !on; on; on)*> K(Counter, release))", false);
  out.always(6, "!execute", true);
  out.end_formulas();
}

void write_prisoners(const Values& values, ModelText& out) {
  const std::int64_t n = values[0];
  out.line(0, "Semantics = SingleAssignment;");
  out.blank();
  write_room(n, out);
  write_prison(n, out);
  write_counter(n, out);
  for (std::int64_t i = 1; i < n; ++i) write_prisoner(i, out);
  out.blank();
  out.propositions_here();
  for (std::int64_t i = 0; i < n; ++i) {
    out.proposition(numbered("interrogated", i), fmt::format("Prison.seen{} = true", i));
    out.proposition(numbered("called", i), fmt::format("Environment.inside = p{}", i));
  }
  out.proposition("release", "Prison.decision = release");
  out.proposition("execute", "Prison.decision = execute");
  out.proposition("announce", "Counter.announced = true");
  out.proposition("on", "Environment.lamp = true");
  out.line(0, "InitStates");
  out.line(1, "Environment.inside = nobody and Environment.lamp = false and Prison.decision = none and");
  for (std::int64_t i = 0; i < n; ++i) out.line(1, fmt::format("Prison.seen{} = false and", i));
  for (std::int64_t i = 1; i < n; ++i) out.line(1, fmt::format("{}.used = false and", prisoner(i)));
  out.line(1, "Counter.count = 0 and Counter.announced = false;");
  out.line(0, "end InitStates");
  for (std::int64_t i = 0; i < n; ++i) out.fairness(fmt::format("called{} or release or execute", i));
  write_formulas(n, out);
}

// The reachable states, with m = N - 1. A prisoner other than the counter is unseen, seen but unused, or used; nobody
// is seen but unused before somebody is used. With k used prisoners the count is k - 1 (lamp lit) or k (dark, k < m),
// and the counter has been seen unless the count is 0.
//   nobody inside:        1 + 2 (3^m - 2^m) + m 2^(m-1)
//   the counter inside:   2 (3^m - 2^m)
//   prisoner i inside:    (2 3^(m-1) + 2^(m-1) - 1) + (2 (3^(m-1) - 2^(m-1)) + (m-1) 2^(m-2)) + 2     used, unused,
//   first released:             1
std::optional<BigInt> reachable_states(const Values& values) {
  const auto m = static_cast<unsigned long>(values[0] - 1);
  const auto power = [](unsigned long base, unsigned long exponent) {
    BigInt result;
    mpz_ui_pow_ui(result.get_mpz_t(), base, exponent);
    return result;
  };
  const BigInt counter_inside = 2 * (power(3, m) - power(2, m));
  const BigInt empty = 1 + counter_inside + m * power(2, m - 1);
  const BigInt used = 2 * power(3, m - 1) + power(2, m - 1) - 1;
  const BigInt unused = 2 * (power(3, m - 1) - power(2, m - 1)) + (m - 1) * power(2, m - 2);
  return BigInt(empty + counter_inside + m * (used + unused + 2) + 1);
}

}  // namespace

Scenario prisoners() {
  Scenario s;
  s.name = "prisoners";
  s.description = "The prisoners and the light bulb: one of them counts, and announces when all have been in the room.";
  s.parameters = {{"N", 3, 3, 2000, "number of prisoners, the counter included"}};
  s.specifications = {
      {"The prisoners are released in the end (given that everybody is called again and again).",
       all_infinite_logics()},
      {"When the counter announces, he knows that all prisoners have been interrogated.", all_infinite_logics()},
      {"The announcement is made in an even step.", {Logic::Ldlk, Logic::CdlStarK}},
      {"The lamp may go on and off in turns until the prisoners are released.", {Logic::CtlStarK, Logic::CdlStarK}},
      {"The lamp never goes on and off in turns until the counter knows that they are released.",
       {Logic::Ldlk, Logic::CdlStarK}},
      {"Nobody is executed.", all_infinite_logics()}};
  s.states = reachable_states;
  s.write = write_prisoners;
  return s;
}

}  // namespace gnomon::scenario
