// Which method a path formula takes, and that all methods give the same states where more than one applies. The answers
// themselves are compared with the explicit semantics in tests/oracle.
#include "check/path.h"

#include <gtest/gtest.h>

#include "small_models.h"

namespace gnomon::check {
namespace {

using test::Checked;
using test::ring_model;
using test::Setting;

PathEngine engine_for(Checked& run, const std::string& text) {
  run.where(text);
  const auto& reports = run.symbolic().paths().reports();
  return reports.empty() ? PathEngine::Automatic : reports.back().engine;
}

TEST(Path, CheapestMethod) {
  EXPECT_EQ(
      [] {
        Checked run(ring_model());
        return engine_for(run, "CTL* E(x0 U x1)");
      }(),
      PathEngine::Fixpoint);
  EXPECT_EQ(
      [] {
        Checked run(ring_model());
        return engine_for(run, "CDL* E(<(x0;x1)*>x2)");
      }(),
      PathEngine::Nfa);
  EXPECT_EQ(
      [] {
        Checked run(ring_model());
        return engine_for(run, "CTL* E((G F x0) and (G F x2))");
      }(),
      PathEngine::Explicit);
  EXPECT_EQ(
      [] {
        Checked run(ring_model());
        return engine_for(run, "LDLf <(x0;x1)*>x2");
      }(),
      PathEngine::Nfa);
}

TEST(Path, ForcedMethods) {
  for (PathEngine engine : {PathEngine::Explicit, PathEngine::Symbolic}) {
    Setting setting;
    setting.engine = engine;
    Checked run(ring_model(), setting);
    EXPECT_EQ(engine_for(run, "CTL* E(x0 U x1)"), engine);
    EXPECT_EQ(engine_for(run, "CDL* E(<(x0;x1)*>x2)"), engine);
  }
}

TEST(Path, KnownAnswersWithEveryMethod) {
  for (const Setting& setting : test::path_settings()) {
    SCOPED_TRACE(setting.name);
    Checked run(ring_model(), setting);
    EXPECT_EQ(run.where("CTL* E(F G x1)"), "0 1 2");
    EXPECT_EQ(run.where("CTL* A(G F x1)"), "0 1 2");
    EXPECT_EQ(run.where("CTL* A(G F x0)"), "");
    EXPECT_EQ(run.where("CTL* A((G F x2) or F G x1)"), "0 1 2");
    EXPECT_EQ(run.where("CTL* E(X x2)"), "1");
    EXPECT_EQ(run.where("CTL* A(x1 U x2)"), "2");
    EXPECT_EQ(run.where("CTL* A(x1 W x2)"), "1 2");
    EXPECT_EQ(run.where("CDL* E(<x0;x1;x2;x0>true)"), "0");
    EXPECT_EQ(run.where("CDL* A([x1;x1]x1)"), "0 2");
    EXPECT_EQ(run.where("CDL* E([(true;true)*]!x0 and F x0)"), "1 2");
    EXPECT_EQ(run.where("CDL*f A(F x1)"), "1");
    EXPECT_EQ(run.where("CDL*f E(<x1*>[true]false and !F x0)"), "1 2");
    EXPECT_EQ(run.where("CDL* E((G F x2) and [(x0;x1;x2)*]x0)"), "0");
  }
}

// Large bounds are counted where no fixpoint takes them; the largest is the limit of all.
TEST(Path, LargeBounds) {
  Checked run(ring_model());
  EXPECT_EQ(engine_for(run, "CTL* E((G F x0) and (G (x1 -> F<=1000 (x2 and X x0))))"), PathEngine::Counters);
  EXPECT_EQ(run.where("CTL* E((G F x0) and (G (x1 -> F<=1000 (x2 and X x0))))"), "0 1 2");
  EXPECT_EQ(run.where("CTL* E((G F x0) and (G (x0 -> F<=1 (x2 and X x0))))"), "");
  EXPECT_EQ(run.where("CTL* E((G F x0) and (G F (G<=1000 x1)))"), "0 1 2");
  EXPECT_EQ(run.where("CTL* E((G F x0) and (G F (G<=1000 !x1)))"), "");
  EXPECT_EQ(run.where("CTL* E((G F x0) and (G F (G<=4611686018427387904 x1)))"), "0 1 2");
  EXPECT_EQ(run.where("CTL* E((G F x0) and (G F (G<=4611686018427387904 !x1)))"), "");
  // x1 may last as long as one likes, but then it has an end: no bound is met by all paths.
  EXPECT_EQ(run.where("CTL* A((G F x0) -> G F<=1000 x0)"), "");
  EXPECT_EQ(run.where("CTL* A((G F x0) -> G F<=4611686018427387904 x0)"), "");
  EXPECT_EQ(run.where("CTL* A((G F x0) -> G F x0)"), "0 1 2");
  EXPECT_EQ(run.where("CDL* E((G F x2) and ([(x0;x1;x2)*]<=1000 !x1))"), "0 2");
}

// Matches with a lower end, and large counts, are iterates; on finite traces, too. The ring has three states.
TEST(Path, LargeMatches) {
  Checked run(ring_model());
  for (const char* text : {"CDL* E(<(true;true)*>[9000,9000] x0)", "CDL* E(<(x1;true){100000}>x2)",
                           "CDL*f E(<(true;true)*>[9000,9000] x0)", "CDL*f E(X[30000] x2)"}) {
    EXPECT_EQ(engine_for(run, text), PathEngine::Fixpoint) << text;
  }
  // What small numbers say by the automaton, larger ones say that are equal to them modulo the period of the ring.
  for (const char* mode : {"CDL*", "CDL*f"}) {
    auto where = [&](const std::string& f) { return run.where(mode + (" E(" + f + ")")); };
    EXPECT_EQ(where("<(!x2;true)*>[12,14] x0"), where("<(!x2;true)*>[120012,120014] x0"));
    EXPECT_EQ(where("<(x0;!x0){2};x0{0,3}>(x2 and X x0)"), where("<(x0;!x0){200002};x0{0,300000}>(x2 and X x0)"));
    EXPECT_EQ(where("<(x0;!x0;true)*>[6,] F[7] x2"), where("<(x0;!x0;true)*>[60000,] F[70003] x2"));
    EXPECT_EQ(where("X[7] x2"), where("X[70006] x2"));
  }
}

// One letter per set: a proposition that holds everywhere disappears, and the formula needs no automaton.
TEST(Path, LettersDecide) {
  Checked run(ring_model());
  EXPECT_EQ(run.where("CTL* E((G F (x0 or x1 or x2)) and F G (x0 or !x0))"), "0 1 2");
  for (const PathReport& report : run.symbolic().paths().reports()) EXPECT_LE(report.automaton_states, 1u);
}

}  // namespace
}  // namespace gnomon::check
