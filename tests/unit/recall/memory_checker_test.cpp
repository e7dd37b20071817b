#include "recall/memory_checker.h"

#include <atomic>
#include <gtest/gtest.h>
#include <string>

#include "base/budget.h"
#include "explicit/interpreter.h"
#include "models.h"
#include "recall/harness/memory_run.h"
#include "reference/history.h"

namespace gnomon::recall {
namespace {

using test::kCoin;
using test::kSecret;
using test::MemoryRun;

TEST(MemoryChecker, TheThreeSemanticsDiffer) {
  MemoryRun run(kCoin);
  // What the lamp shows is what the coin was: Eve, who saw it, knows the lamp of the next step in any semantics; Bob
  // learns the former coin, not the present one.
  EXPECT_TRUE(run.verdict("@recall AG (coin -> AX K(Bob, lamp))"));
  EXPECT_FALSE(run.verdict("@recall AG (coin -> K(Bob, coin))"));
  EXPECT_TRUE(run.verdict("@recall AG (coin -> K(Eve, coin))"));
  // Blind counts steps, with a clock and with recall; without, it knows nothing.
  MemoryRun secret(kSecret);
  for (const char* attribute : {"@clock ", "@recall "}) {
    EXPECT_TRUE(secret.verdict(attribute + std::string("AX AX AX K(Blind, done)")));
    EXPECT_TRUE(secret.verdict(attribute + std::string("AG (K(Blind, odd) or K(Blind, !odd))")));
    EXPECT_FALSE(secret.verdict(attribute + std::string("EF (K(Blind, zero))")));
  }
  EXPECT_FALSE(secret.verdict("@observational AX AX AX K(Blind, done)"));
}

TEST(MemoryChecker, RecallKeepsWhatAClockForgets) {
  MemoryRun run(kSecret);
  // Seer closes its eyes: it remembers the secret.
  EXPECT_TRUE(run.verdict("@recall Delta(Seer, nothing, AG (K(Seer, zero) or K(Seer, !zero)))"));
  EXPECT_TRUE(run.verdict("@clock AG (K(Seer, zero) or K(Seer, !zero))"));
  MemoryRun coin(kCoin);
  // Eve shuts her eyes after she has seen the coin: the next lamp she knows, the coin after that she does not.
  EXPECT_TRUE(coin.verdict("@recall AG (coin -> Delta(Eve, shut, K(Eve, coin) and AX K(Eve, lamp)))"));
  EXPECT_FALSE(coin.verdict("@recall EF Delta(Eve, shut, EX (K(Eve, coin) or K(Eve, !coin)))"));
}

TEST(MemoryChecker, ChangesOfObservationArePublic) {
  MemoryRun run(kCoin);
  EXPECT_TRUE(run.verdict("@recall AG Delta(Bob, peek, K(Eve, K(Bob, coin) or K(Bob, !coin)))"));
  EXPECT_FALSE(run.verdict("@recall EF K(Eve, K(Bob, coin) or K(Bob, !coin))"));
  EXPECT_TRUE(run.verdict("@recall AG K(Bob, K(Eve, coin) or K(Eve, !coin))"));
  EXPECT_TRUE(run.verdict("@recall AG Delta(Eve, shut, AX !(K(Bob, K(Eve, coin) or K(Eve, !coin))))"));
}

TEST(MemoryChecker, Groups) {
  MemoryRun run(kCoin);
  EXPECT_TRUE(run.verdict("@recall AG (coin -> DK(both, coin))"));
  EXPECT_FALSE(run.verdict("@recall AG (coin -> GK(both, coin))"));
  EXPECT_TRUE(run.verdict("@recall AG (lamp -> GK(both, GK(both, lamp)))"));
  EXPECT_TRUE(run.verdict("@clock AG (lamp -> GCK(both, lamp))"));
  EXPECT_FALSE(run.verdict("@clock EF GCK(both, coin)"));
  EXPECT_TRUE(run.verdict("@recall AG (GK(nobody, false))"));
  EXPECT_TRUE(run.verdict("@recall AG (!(DK(nobody, coin)))"));
}

TEST(MemoryChecker, PathFormulas) {
  MemoryRun run(kCoin);
  EXPECT_TRUE(run.verdict("@recall CTL* A (G (coin -> X K(Bob, lamp)))"));
  EXPECT_TRUE(run.verdict("@recall LTL G (K(Eve, coin) or K(Eve, !coin))"));
  EXPECT_FALSE(run.verdict("@recall LTL F (K(Bob, coin) or K(Bob, !coin))"));
  EXPECT_TRUE(run.verdict("@recall CDL* A ([true; (true; true)*] (K(Bob, lamp) or K(Bob, !lamp)))"));
  EXPECT_TRUE(
      run.verdict("@recall CDL* coin -> E (<(K(Eve, coin); K(Eve, !coin))*> (K(Eve, coin) and X K(Bob, lamp)))"));
  EXPECT_TRUE(run.verdict("@recall LDLf [true*] (K(Eve, coin) or K(Eve, !coin))"));
  EXPECT_TRUE(run.verdict("@recall LTL Delta(Bob, peek, G (K(Bob, coin) or K(Bob, !coin)))"));
  EXPECT_TRUE(run.verdict("@recall CTL* E (!(Delta(Bob, peek, F (!K(Bob, coin) and !K(Bob, !coin)))))"));
}

// Where the explicit automaton is too large, one in diagram variables gives the same verdict.
TEST(MemoryChecker, AutomataThatAreTooLargeGetVariables) {
  struct Case {
    const char* text;
    bool verdict;
    check::PathEngine engine;
  };
  using check::PathEngine;
  for (const Case& c : {
           Case{"@recall LTL (G F K(Eve, coin)) -> G F K(Bob, lamp)", true, PathEngine::Tableau},
           Case{"@recall LTL (F K(Bob, lamp)) -> F G K(Bob, lamp)", false, PathEngine::Tableau},
           Case{"@clock CTL* E ((F G coin) and (F !coin) and G !K(Bob, coin))", true, PathEngine::Tableau},
           Case{"@recall CDL* A ((G F K(Eve, coin)) -> <true*; K(Eve, coin)> <true*> K(Bob, lamp))", true,
                PathEngine::Symbolic},
           Case{"@recall LTLf (F X K(Eve, coin)) -> F X K(Bob, lamp)", false, PathEngine::Symbolic},
       }) {
    MemoryRun run(kCoin);
    EXPECT_EQ(run.verdict(c.text), c.verdict) << c.text;
    run.options().paths.limits.states = 1;
    run.options().paths.limits.per_operator = 0;
    MemoryResult result = run.check(run.formula(c.text).property);
    EXPECT_EQ(result.holds, c.verdict) << c.text;
    ASSERT_FALSE(result.report.paths.empty()) << c.text;
    EXPECT_EQ(result.report.paths.back().engine, c.engine) << c.text;
  }
}

// Automata in diagram variables use those of earlier formulas again.
TEST(MemoryChecker, VariablesOfAutomataAreUsedAgain) {
  MemoryRun run(kCoin);
  run.options().paths.engine = check::PathEngine::Tableau;
  EXPECT_TRUE(run.verdict("@recall LTL (G F K(Eve, coin)) -> G F K(Bob, lamp)"));
  const std::size_t before = run.symbolic().manager().var_count();
  EXPECT_FALSE(run.verdict("@recall LTL (G F K(Bob, lamp)) -> F G K(Bob, lamp)"));
  EXPECT_EQ(run.symbolic().manager().var_count(), before);
}

TEST(MemoryChecker, ConstantsNeedNoNodesOfTheirOwn) {
  MemoryRun run(kSecret);
  MemoryResult seer = run.check(run.formula("@recall AG (K(Seer, zero) or K(Seer, !zero))").property);
  EXPECT_TRUE(seer.holds);
  EXPECT_EQ(seer.report.nodes, 1u + 4u);  // nothing seen yet, then one node per value of the counter
  EXPECT_EQ(seer.report.knowers, 1u);
  EXPECT_EQ(seer.report.alternation, 0u);
  MemoryResult clock = run.check(run.formula("@clock AG (K(Seer, zero) or K(Seer, !zero))").property);
  EXPECT_EQ(clock.report.nodes, 1u + 4u);
}

TEST(MemoryChecker, OnlyWhatIsAskedForIsBuilt) {
  MemoryRun run(kSecret);
  EXPECT_EQ(run.check(run.formula("@recall EX K(Blind, odd)").property).report.nodes, 1u + 2u);
  EXPECT_EQ(run.check(run.formula("@recall CTL* E (X K(Blind, odd))").property).report.nodes, 1u + 3u);
  EXPECT_EQ(run.check(run.formula("@recall K(Blind, EF done)").property).report.nodes, 1u + 1u);
}

TEST(MemoryChecker, ConjunctsAreCheckedApart) {
  MemoryRun run(kCoin);
  MemoryResult both = run.check(run.formula("@recall AG (lamp -> K(Bob, lamp) and K(Eve, lamp) and lamp)").property);
  EXPECT_TRUE(both.holds);
  EXPECT_EQ(both.report.conjuncts, 3u);
  EXPECT_EQ(both.report.knowers, 1u);
  EXPECT_EQ(both.report.alternation, 0u);
}

TEST(MemoryChecker, ADoubtIsAPairOfHistoriesThatLookAlike) {
  MemoryRun run(kCoin);
  explicit_state::Interpreter interpreter(run.model());
  for (const char* text : {"@recall AG (lamp -> EX K(Bob, coin))", "@clock AG (lamp -> AX (coin -> K(Bob, coin)))",
                           "@recall AG (lamp -> (coin -> K(Bob, coin) or K(Eve, K(Bob, coin))))",
                           "@recall AX AX Delta(Eve, shut, AX (K(Eve, coin) or K(Eve, !coin)))"}) {
    ispl::Formula formula = run.formula(text);
    MemoryResult result = run.check(formula.property);
    EXPECT_FALSE(result.holds) << text;
    ASSERT_TRUE(result.doubt) << text;
    const Doubt& doubt = *result.doubt;
    EXPECT_EQ(run.model().pool[doubt.knowledge].op, logic::Op::Knows);
    EXPECT_EQ(doubt.coalition.size(), 1u);
    EXPECT_NE(doubt.actual, doubt.possible);
    EXPECT_TRUE(reference::is_history(interpreter, doubt.actual));
    EXPECT_TRUE(reference::is_history(interpreter, doubt.possible));
    EXPECT_TRUE(explicit_state::look_alike(doubt.actual, doubt.possible, doubt.seen));
  }
  // That Bob does not know is not why this is false.
  EXPECT_FALSE(run.check(run.formula("@recall AG !K(Bob, !lamp)").property).doubt);
  run.options().explain = false;
  EXPECT_FALSE(run.check(run.formula("@recall AG K(Bob, lamp)").property).doubt);
}

TEST(MemoryChecker, InitialInformation) {
  MemoryRun run(kSecret);
  EXPECT_TRUE(run.verdict("@recall K(Blind, !odd)"));
  run.options().initial = InitialInformation::All;
  EXPECT_FALSE(run.verdict("@recall K(Blind, !odd)"));
  EXPECT_TRUE(run.verdict("@recall K(Seer2, !odd)"));
  EXPECT_FALSE(run.verdict("@clock K(Blind, !odd)"));
  EXPECT_TRUE(run.verdict("@recall AX AX AX K(Blind, done)"));  // by then every history has arrived
  EXPECT_FALSE(run.verdict("@recall AX AX K(Blind, done)"));
}

TEST(MemoryChecker, FairnessCutsHistories) {
  std::string text = kCoin;
  text.replace(text.find("Formulae"), 8, "Fairness\n  lamp;\nend Fairness\nFormulae");
  MemoryRun fair(text);
  MemoryRun plain(kCoin);
  const char* formula = "@recall CTL* A (F K(Bob, lamp))";
  EXPECT_TRUE(fair.verdict(formula));
  EXPECT_FALSE(plain.verdict(formula));
}

TEST(MemoryChecker, LimitsAreReported) {
  MemoryRun run(kSecret);
  run.options().max_nodes = 3;
  try {
    run.verdict("@recall AG K(Blind, odd)");
    FAIL() << "the limit was not respected";
  } catch (const LimitReached& reached) {
    EXPECT_EQ(std::string(reached.what()), "more than 3 information sets");
    EXPECT_EQ(reached.limit(), Limit::Size);
  }
  run.options().max_nodes = 1000;
  EXPECT_FALSE(run.verdict("@recall AG K(Blind, odd)"));  // still usable
}

TEST(MemoryChecker, InterruptsStopTheWork) {
  // A counter of 2^16 values that the clock must follow one by one.
  MemoryRun run(R"(
Agent Environment
  Vars: x : 0..65535; end Vars
  Actions = {tick};
  Protocol: Other : {tick}; end Protocol
  Evolution: x = x + 1 if x < 65535; end Evolution
end Agent
Agent A
  Actions = {none};
  Protocol: Other : {none}; end Protocol
end Agent
Evaluation top if Environment.x = 65535; end Evaluation
InitStates Environment.x = 0; end InitStates
Formulae true; end Formulae
)");
  run.symbolic().reachable();
  std::atomic<bool> stop{false};
  Budget budget;
  budget.interrupt = &stop;
  run.symbolic().manager().set_budget(budget);
  std::size_t seen = 0;
  run.options().on_growth = [&](std::size_t nodes) {
    seen = nodes;
    stop = true;
  };
  EXPECT_THROW(run.verdict("@clock AG K(A, top)"), LimitReached);
  EXPECT_GE(seen, 1000u);
  EXPECT_LE(seen, 10000u);
}

TEST(MemoryChecker, NoInitialStateMakesEverythingTrue) {
  std::string text = kSecret;
  std::string condition = "Environment.count = 0";
  text.replace(text.find(condition + "; end Init"), condition.size(),
               "Environment.count = 0 and Environment.count = 1");
  MemoryRun run(text);
  EXPECT_TRUE(run.verdict("@recall K(Blind, false)"));
  EXPECT_TRUE(run.verdict("@recall AG (K(Blind, false) and K(Seer, K(Blind, false)))"));
  EXPECT_TRUE(run.verdict("@clock EF K(Blind, false)"));
}

TEST(MemoryChecker, DeepFormulas) {
  MemoryRun run(kSecret);
  std::string next, alternating, same;
  for (int i = 0; i < 20000; ++i) next += "AX ";
  for (int i = 0; i < 400; ++i) alternating += i % 2 == 0 ? "K(Blind, " : "K(Seer, ";
  for (int i = 0; i < 20000; ++i) same += "K(Blind, ";
  EXPECT_TRUE(run.verdict("@recall " + next + "K(Blind, done)"));
  EXPECT_TRUE(run.verdict("@recall AX AX AX " + alternating + "done" + std::string(400, ')')));
  EXPECT_TRUE(run.verdict("@recall AX AX AX " + same + "done" + std::string(20000, ')')));
  EXPECT_TRUE(run.verdict("@clock AX AX AX " + same + "done" + std::string(20000, ')')));
}

}  // namespace
}  // namespace gnomon::recall
