// The dining cryptographers (D. Chaum, The dining cryptographers problem, J. Cryptology 1, 1988), once and again and
// again.
//
// N cryptographers sit in a ring with a coin between any two neighbours. Each sees the two coins next to her and says
// aloud whether they differ; who paid for the dinner says the opposite. At most one of them paid. The number of
// "different" is odd iff one of them did, and nobody else learns who.
//
// One dinner is a straight line of four phases: dealt (the coins lie), looked (each has compared her two coins),
// announced (all announcements are public), counted (so is their parity). The coins and the payer are chosen in the
// initial state, and everything else follows from them, so there are 4 (N+1) 2^N reachable states.
//
// In the iterated variant new coins follow after the announcements, the board keeps the parity of the last round until
// the next announcements replace it, and the payer may disobey (announce as if she had not paid). Without a payer a
// choice of coins meets 5 situations (first round: dealt, looked; any round: announced; later rounds: dealt, looked,
// with parity even), with a payer 8 (the last three for either parity): (8N + 5) 2^N reachable states.
//
// "At most one" is written by halves (one half is empty, the other has at most one), which takes N log N symbols.
#include <fmt/format.h>

#include "scenario/generators.h"
#include "scenario/model_text.h"

namespace gnomon::scenario {

namespace {

std::string crypt(std::int64_t i) {
  return numbered("Crypt", i);
}

std::string none_paid(std::int64_t first, std::int64_t last) {
  std::vector<std::string> parts;
  for (std::int64_t i = first; i <= last; ++i) parts.push_back(fmt::format("{}.paid = false", crypt(i)));
  return join(parts, " and ");
}

// Requires at least two cryptographers.
std::string at_most_one_paid(std::int64_t first, std::int64_t last) {
  if (first + 1 == last) return fmt::format("({}.paid = false or {}.paid = false)", crypt(first), crypt(last));
  if (first + 2 == last) {
    return fmt::format("(({0} and {1}) or {2})", none_paid(first, first), at_most_one_paid(first + 1, last),
                       none_paid(first + 1, last));
  }
  const std::int64_t middle = (first + last) / 2;
  return fmt::format("(({} and {}) or ({} and {}))", none_paid(first, middle), at_most_one_paid(middle + 1, last),
                     at_most_one_paid(first, middle), none_paid(middle + 1, last));
}

// The coin on the left of cryptographer i is coin i - 1, in a ring.
std::int64_t left_coin(std::int64_t i, std::int64_t n) {
  return i == 1 ? n : i - 1;
}

std::string differ(std::int64_t i, std::int64_t n) {
  return fmt::format("Environment.coin{} <> Environment.coin{}", left_coin(i, n), i);
}

std::string parity_of_announcements(std::int64_t n) {
  std::vector<std::string> bits;
  for (std::int64_t i = 1; i <= n; ++i) bits.push_back(numbered("different", i));
  return join(bits, " ^ ");
}

void write_variables_of_table(std::int64_t n, bool iterated, ModelText& out) {
  out.line(1, "Obsvars:");
  if (iterated) {
    out.line(2, "phase : {dealt, looked, announced};");
    out.line(2, "last : {unknown, even, odd};  -- the parity of the round before");
  } else {
    out.line(2, "phase : {dealt, looked, announced, counted};");
    out.line(2, "parity : boolean;  -- true: an odd number of cryptographers said \"different\"");
  }
  for (std::int64_t i = 1; i <= n; ++i) out.line(2, fmt::format("different{} : boolean;", i));
  out.line(1, "end Obsvars");
  out.line(1, "Vars:");
  for (std::int64_t i = 1; i <= n; ++i) out.line(2, fmt::format("coin{} : boolean;", i));
  out.line(1, "end Vars");
}

void write_table_once(std::int64_t n, ModelText& out) {
  out.line(0, "Agent Environment");
  write_variables_of_table(n, false, out);
  out.line(1, "Actions = {wait};");
  out.line(1, "Protocol:");
  out.line(2, "Other : {wait};");
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  out.line(2, "phase = looked if phase = dealt;");
  out.line(2, "phase = announced if phase = looked;");
  out.line(2, "phase = counted if phase = announced;");
  for (std::int64_t i = 1; i <= n; ++i) {
    out.line(2, fmt::format("different{} = true if {}.Action = say_different;", i, crypt(i)));
  }
  out.line(2, fmt::format("parity = {} if phase = announced;", parity_of_announcements(n)));
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
}

// Disobedience is the payer's choice of announcement; the table only listens. New coins fall in the step after the
// announcements: each coin has one line for either side.
void write_table_again(std::int64_t n, ModelText& out) {
  const std::string bits = parity_of_announcements(n);
  out.line(0, "Agent Environment");
  write_variables_of_table(n, true, out);
  out.line(1, "Actions = {wait};");
  out.line(1, "Protocol:");
  out.line(2, "Other : {wait};");
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  out.line(2, "phase = looked if phase = dealt;");
  out.line(2, "phase = announced if phase = looked;");
  out.line(2, "phase = dealt if phase = announced;");
  for (std::int64_t i = 1; i <= n; ++i) {
    out.line(2, fmt::format("different{} = true if {}.Action = say_different;", i, crypt(i)));
    out.line(2, fmt::format("different{} = false if phase = announced;", i));
    out.line(2, fmt::format("coin{} = true if phase = announced;", i));
    out.line(2, fmt::format("coin{} = false if phase = announced;", i));
  }
  out.line(2, "last = unknown if phase = looked;");
  out.line(2, fmt::format("last = odd if phase = announced and ({}) = true;", bits));
  out.line(2, fmt::format("last = even if phase = announced and ({}) = false;", bits));
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
}

void write_cryptographer(std::int64_t i, std::int64_t n, bool iterated, ModelText& out) {
  out.blank();
  out.line(0, fmt::format("Agent {}", crypt(i)));
  out.line(1, fmt::format("Lobsvars = {{coin{}, coin{}}};", left_coin(i, n), i));
  out.line(1, "Vars:");
  out.line(2, "paid : boolean;");
  out.line(2, "sees_different : boolean;");
  out.line(1, "end Vars");
  out.line(1, "Actions = {say_same, say_different, wait};");
  out.line(1, "Protocol:");
  if (iterated) {
    out.line(2, "Environment.phase = looked and paid = true : {say_same, say_different};");
    out.line(2, "Environment.phase = looked and paid = false and sees_different = true : {say_different};");
    out.line(2, "Environment.phase = looked and paid = false and sees_different = false : {say_same};");
  } else {
    out.line(2, "Environment.phase = looked and paid <> sees_different : {say_different};");
    out.line(2, "Environment.phase = looked and paid = sees_different : {say_same};");
  }
  out.line(2, "Other : {wait};");
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  out.line(2, fmt::format("sees_different = true if Environment.phase = dealt and {};", differ(i, n)));
  if (iterated) out.line(2, "sees_different = false if Environment.phase = announced;");
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
}

void write_initial_states(std::int64_t n, bool iterated, ModelText& out) {
  out.line(0, "InitStates");
  out.line(1, iterated ? "Environment.phase = dealt and Environment.last = unknown and"
                       : "Environment.phase = dealt and Environment.parity = false and");
  for (std::int64_t i = 1; i <= n; ++i) {
    out.line(1, fmt::format("Environment.different{} = false and {}.sees_different = false and", i, crypt(i)));
  }
  out.line(1, at_most_one_paid(1, n) + ";");
  out.line(0, "end InitStates");
}

std::string paid(std::int64_t i) {
  return fmt::format("c{}paid", i);
}

// "Cryptographer 1 knows that somebody else paid, and does not know who."
std::string knows_somebody(std::int64_t n) {
  std::vector<std::string> others;
  std::vector<std::string> ignorance;
  for (std::int64_t j = 2; j <= n; ++j) {
    others.push_back(paid(j));
    ignorance.push_back(fmt::format("!K(Crypt1, {})", paid(j)));
  }
  return fmt::format("(K(Crypt1, {}) and {})", join(others, " or "), join(ignorance, " and "));
}

std::string nobody_paid(std::int64_t n) {
  std::vector<std::string> parts;
  for (std::int64_t j = 1; j <= n; ++j) parts.push_back("!" + paid(j));
  return join(parts, " and ");
}

void write_dining(const Values& values, ModelText& out) {
  const std::int64_t n = values[0];
  out.line(0, "Semantics = SingleAssignment;");
  out.blank();
  write_table_once(n, out);
  for (std::int64_t i = 1; i <= n; ++i) write_cryptographer(i, n, false, out);
  out.blank();
  out.propositions_here();
  for (std::int64_t i = 1; i <= n; ++i) out.proposition(paid(i), fmt::format("{}.paid = true", crypt(i)));
  out.proposition("odd", "Environment.phase = counted and Environment.parity = true");
  out.proposition("even", "Environment.phase = counted and Environment.parity = false");
  write_initial_states(n, false, out);
  std::vector<std::string> members;
  for (std::int64_t i = 1; i <= n; ++i) members.push_back(crypt(i));
  out.group("all", join(members, ", "));

  out.begin_formulas();
  if (out.wants(1)) out.always(1, fmt::format("(odd and !c1paid) -> {}", knows_somebody(n)), true);
  if (out.wants(2)) {
    std::vector<std::string> pairs;
    for (std::int64_t i = 1; i <= n; ++i) {
      for (std::int64_t j = 1; j <= n; ++j) {
        if (i != j) pairs.push_back(fmt::format("!K({}, {})", crypt(i), paid(j)));
      }
    }
    out.always(2, join(pairs, " and "), true);
  }
  if (out.wants(3)) out.always(3, fmt::format("even -> GCK(all, {})", nobody_paid(n)), true);
  if (out.wants(4)) {
    const std::string goal = fmt::format("K(Crypt1, {}) or {}", nobody_paid(n), knows_somebody(n));
    out.formula(4, Logic::Ctlk, fmt::format("AG (!c1paid -> AF ({}))", goal), true);
    out.formula(4, Logic::Ltlk, fmt::format("LTL G (!c1paid -> F ({}))", goal), true);
    out.formula(4, Logic::CtlStarK, fmt::format("CTL* A (G (!c1paid -> F ({})))", goal), true);
    out.formula(4, Logic::Ldlk, fmt::format("LDL [true*] (!c1paid -> <true*> ({}))", goal), true);
    out.formula(4, Logic::CdlStarK, fmt::format("CDL* A ([true*] (!c1paid -> <true*> ({})))", goal), true);
  }
  out.end_formulas();
}

void write_iterated(const Values& values, ModelText& out) {
  const std::int64_t n = values[0];
  out.line(0, "Semantics = SingleAssignment;");
  out.blank();
  write_table_again(n, out);
  for (std::int64_t i = 1; i <= n; ++i) write_cryptographer(i, n, true, out);
  out.blank();
  out.propositions_here();
  for (std::int64_t i = 1; i <= n; ++i) out.proposition(paid(i), fmt::format("{}.paid = true", crypt(i)));
  // The payer obeys if her announcement is the opposite of what she sees.
  const std::string announces = "Environment.phase = announced and Crypt1.paid = true and Environment.different1";
  out.proposition("obeys", announces + " <> Crypt1.sees_different");
  out.proposition("disobeys", announces + " = Crypt1.sees_different");
  write_initial_states(n, true, out);
  out.group("neighbours", fmt::format("Crypt2, {}", crypt(n)), "of the first cryptographer");

  std::vector<std::string> parts;
  for (std::int64_t i = 2; i <= n; ++i) parts.push_back(fmt::format("!K({}, c1paid)", crypt(i)));
  const std::string hidden = fmt::format("({})", join(parts, " and "));
  out.begin_formulas();
  out.formula(1, Logic::CtlStarK,
              fmt::format("CTL* c1paid -> A (G ({0} -> E ((G (F obeys)) and (G (F disobeys)) and G {0})))", hidden),
              true);
  out.formula(1, Logic::CdlStarK,
              fmt::format("CDL* c1paid -> A ([true*] ({0} -> E (([true*] <true*> obeys) and "
                          "([true*] <true*> disobeys) and [true*] {0})))",
                          hidden),
              true);
  out.always(2, fmt::format("c1paid -> {}", hidden), true);
  out.always(3, "obeys -> DK(neighbours, c1paid)", true);
  out.always(4, "disobeys -> DK(neighbours, c1paid)", false);
  out.end_formulas();
}

BigInt power_of_two(std::int64_t exponent) {
  return BigInt(1) << static_cast<mp_bitcnt_t>(exponent);
}

}  // namespace

Scenario dining_cryptographers() {
  Scenario s;
  s.name = "dining_cryptographers";
  s.description = "The dining cryptographers: a ring of coins, public announcements, and whether somebody paid.";
  s.parameters = {{"N", 3, 3, 2000, "number of cryptographers"}};
  s.specifications = {
      {"Odd parity tells a cryptographer who did not pay that another one did, but not which one.",
       all_infinite_logics()},
      {"Nobody ever knows of anyone else that she paid.", all_infinite_logics()},
      {"Even parity makes it common knowledge that none of them paid.", all_infinite_logics()},
      {"A cryptographer who did not pay comes to know that none of them paid, or that another did, but not which one.",
       all_infinite_logics()}};
  s.states = [](const Values& v) { return std::optional<BigInt>(4 * (v[0] + 1) * power_of_two(v[0])); };
  s.write = write_dining;
  return s;
}

Scenario iterated_cryptographers() {
  Scenario s;
  s.name = "iterated_cryptographers";
  s.description = "Dinner after dinner: the cryptographers repeat the protocol, and the payer may disobey it.";
  s.parameters = {{"N", 3, 3, 2000, "number of cryptographers"}};
  s.specifications = {
      {"While nobody knows that cryptographer 1 pays, she can obey and disobey, each again and again, undiscovered.",
       {Logic::CtlStarK, Logic::CdlStarK}},
      {"No cryptographer ever knows that cryptographer 1 pays.", all_infinite_logics()},
      {"When she obeys, her two neighbours together know that she pays.", all_infinite_logics()},
      {"When she disobeys, her two neighbours together know that she pays (no: she speaks like one who did not).",
       all_infinite_logics()}};
  s.states = [](const Values& v) { return std::optional<BigInt>((8 * v[0] + 5) * power_of_two(v[0])); };
  s.write = write_iterated;
  return s;
}

}  // namespace gnomon::scenario
