#include "reference/evaluate.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <stdexcept>

#include "base/budget.h"
#include "reference/strategic.h"
#include "support/explicit_model.h"
#include "support/random_model.h"

namespace gnomon::reference {
namespace {

using test::formula;
using test::load;
using test::Loaded;

// The environment moves s along 0 -> 1 -> 2 -> 2, 1 -> 3, 3 is a deadlock, 0 -> 0. Agent See observes s, agent Blind
// does not; each has a coin that never changes.
constexpr const char* kModel = R"(
Agent Environment
  Vars: s : 0 .. 3; end Vars
  RedStates: s = 2; end RedStates
  Actions = {stay, on, off};
  Protocol: s = 0 : {stay, on}; s = 1 : {on, off}; s = 2 : {stay}; end Protocol
  Evolution:
    s = 1 if s = 0 and Action = on;
    s = 2 if s = 1 and Action = on;
    s = 3 if s = 1 and Action = off;
  end Evolution
end Agent
Agent See
  Lobsvars = {s};
  Vars: c : boolean; end Vars
  Actions = {a};
end Agent
Agent Blind
  Vars: d : boolean; end Vars
  Actions = {a};
end Agent
Evaluation
  s0 if Environment.s = 0; s1 if Environment.s = 1; s2 if Environment.s = 2; s3 if Environment.s = 3;
  c if See.c = true;
  d if Blind.d = true;
end Evaluation
InitStates Environment.s = 0; end InitStates
Groups
  none = {}; see = {See}; blind = {Blind}; both = {See, Blind}; env = {Environment}; all = {Environment, See, Blind};
end Groups
)";

std::unique_ptr<Loaded> model(const std::string& fairness = "") {
  std::string section = fairness.empty() ? "" : "Fairness " + fairness + "; end Fairness\n";
  return load(std::string(kModel) + section + "Formulae s0; end Formulae\n");
}

class Semantics : public testing::Test {
 protected:
  // The formula "text" holds in every state.
  bool valid(const std::string& text, const EvaluateOptions& options = {}) {
    logic::Formula f = formula(*m_, text);
    Evaluator evaluator(m_->graph, options);
    return evaluator.states(f) == evaluator.arena(f).region;
  }

  std::unique_ptr<Loaded> m_ = model();
};

TEST_F(Semantics, BranchingTimeWithDeadlocks) {
  EXPECT_EQ(m_->graph.size(), 16u);
  EXPECT_TRUE(valid("EF s3 <-> (s0 or s1 or s3)"));
  EXPECT_TRUE(valid("EX s0 <-> s0"));
  EXPECT_TRUE(valid("EX true <-> !s3"));
  EXPECT_TRUE(valid("AX s1 <-> s3"));
  EXPECT_TRUE(valid("EG true <-> !s3"));
  EXPECT_TRUE(valid("EG s0 <-> s0"));
  EXPECT_TRUE(valid("AF s2 <-> !s0"));
  EXPECT_TRUE(valid("AG s2 <-> s2"));
  EXPECT_TRUE(valid("AG (s2 or s3) <-> (s2 or s3)"));
  EXPECT_TRUE(valid("E(s0 U s1) <-> (s0 or s1)"));
  EXPECT_TRUE(valid("A(s1 U s2) <-> s2")) << "the deadlock violates it at once";
  EXPECT_TRUE(valid("A((s1 or s3) U s2) <-> !s0"));
  EXPECT_FALSE(valid("A((s1 or s3) U s2) <-> (s1 or s2)"));
}

TEST_F(Semantics, Knowledge) {
  EXPECT_TRUE(valid("K(See, s0) <-> s0"));
  EXPECT_TRUE(valid("!K(Blind, s0)"));
  EXPECT_TRUE(valid("K(Blind, d) <-> d"));
  EXPECT_TRUE(valid("K(Environment, s2) <-> s2"));
  EXPECT_TRUE(valid("!K(Environment, d)"));
  EXPECT_TRUE(valid("GK(both, s0 or c or d) <-> ((s0 or c) and d)")) << "Blind must know it too";
  EXPECT_TRUE(valid("DK(both, s0 and d) <-> (s0 and d)"));
  EXPECT_TRUE(valid("!DK(both, s0 and d and false)"));
  EXPECT_TRUE(valid("GCK(see, s0) <-> s0"));
  EXPECT_TRUE(valid("!GCK(both, s0 or d)"));
  EXPECT_TRUE(valid("GCK(both, c or !c)"));
}

// The states (0,0) (1,0) (1,1) (2,1) ... form a chain: neighbours look alike to A or to B in turn.
TEST(CommonKnowledge, FollowsChainsToTheirEnd) {
  auto m = load(
      "Agent A Vars: x : 0 .. 4; end Vars Actions = {a}; end Agent Agent B Vars: y : 0 .. 4; end Vars Actions = {a}; "
      "end Agent Evaluation start if A.x = 0 and B.y = 0; far if A.x = 4 and B.y = 4; end Evaluation "
      "InitStates A.x = B.y or A.x = B.y + 1; end InitStates Groups g = {A, B}; end Groups Formulae far; end Formulae");
  Evaluator evaluator(m->graph);
  Members none(m->graph.size(), false);
  EXPECT_EQ(m->graph.size(), 9u);
  EXPECT_EQ(evaluator.states(formula(*m, "GCK(g, !start)")), none);
  EXPECT_EQ(evaluator.states(formula(*m, "GCK(g, !far)")), none);
  EXPECT_NE(evaluator.states(formula(*m, "GK(g, GK(g, GK(g, !start)))")), none);
}

TEST_F(Semantics, TheEmptyGroup) {
  EXPECT_TRUE(valid("GK(none, false)"));
  EXPECT_TRUE(valid("!DK(none, s0)"));
  EXPECT_TRUE(valid("DK(none, s0 or s1 or s2 or s3)"));
  EXPECT_TRUE(valid("GCK(none, s0) <-> s0"));
  EXPECT_TRUE(valid("<none>X s2 <-> s2"));
  EXPECT_TRUE(valid("<none>F (s2 or s3) <-> !s0"));
}

TEST_F(Semantics, Requirement) {
  EXPECT_TRUE(valid("O(Environment, !s2)"));
  EXPECT_TRUE(valid("!O(See, !s2)"));
  EXPECT_TRUE(valid("Environment.RedStates <-> s2"));
  EXPECT_TRUE(valid("Environment.GreenStates <-> !s2"));
  EXPECT_TRUE(valid("See.GreenStates"));
}

TEST_F(Semantics, Strategies) {
  EXPECT_TRUE(valid("<env>X s1 <-> s0"));
  EXPECT_TRUE(valid("<env>F s2 <-> !s3"));
  EXPECT_TRUE(valid("<both>F s2 <-> s2"));
  EXPECT_TRUE(valid("<env>G s0 <-> s0"));
  EXPECT_TRUE(valid("<env>G true <-> !s3")) << "a deadlock offers no action";
  EXPECT_TRUE(valid("<all>(s0 U s1) <-> (s0 or s1)"));
  EXPECT_TRUE(valid("<env>(s1 U s3) <-> (s1 or s3)"));
}

TEST_F(Semantics, PathsAreInfinite) {
  EXPECT_TRUE(valid("CTL* !(E (F s3))"));
  EXPECT_TRUE(valid("CTL* (E (X true)) <-> !s3"));
  EXPECT_TRUE(valid("CTL* (A (F s3)) <-> s3")) << "vacuous where no infinite path starts";
  EXPECT_TRUE(valid("CTL* (A s3) <-> s3")) << "a state formula is itself";
  EXPECT_TRUE(valid("CTL* (E (G (F s2))) <-> !s3"));
  EXPECT_TRUE(valid("CDL* (E (<(s0;s0)*>s1)) <-> (s0 or s1)"));
}

TEST_F(Semantics, FairnessRestrictsEverything) {
  m_ = model("s2");
  Members region = Evaluator(m_->graph).region();
  EXPECT_EQ(std::count(region.begin(), region.end(), true), 12);
  EXPECT_TRUE(valid("AF s2"));
  EXPECT_TRUE(valid("!EF s3"));
  EXPECT_TRUE(valid("!EG s0"));
  EXPECT_TRUE(valid("K(Blind, !s3)"));
  EXPECT_TRUE(valid("DK(none, EF s2)"));
  EXPECT_TRUE(valid("CTL* A (F s2)"));
  EXPECT_TRUE(valid("<both>F s2 <-> (s1 or s2)")) << "the step to s3 does not exist";
}

TEST_F(Semantics, FairnessFormulasAreEvaluatedWithoutFairness) {
  m_ = model("EX s3");
  Members region = Evaluator(m_->graph).region();
  EXPECT_EQ(std::count(region.begin(), region.end(), true), 0) << "s1 is left for good";
  EXPECT_TRUE(Evaluator(m_->graph).verdict(formula(*m_, "false"))) << "no initial state has a fair path";
  m_ = model("EF s3");
  region = Evaluator(m_->graph).region();
  EXPECT_EQ(std::count(region.begin(), region.end(), true), 4);
  EXPECT_TRUE(valid("EG s0"));
}

TEST_F(Semantics, FiniteTraces) {
  EXPECT_TRUE(valid("CTL*f (E (F s1)) <-> (s0 or s1)"));
  EXPECT_TRUE(valid("CTL*f (A (F s2)) <-> (s2 or s3)")) << "a trace may end before";
  EXPECT_TRUE(valid("CDL*f (E ([true]false)) <-> !s3")) << "a trace is the beginning of an infinite path";
  EXPECT_TRUE(valid("CDL*f A (F [true]false)"));
  m_ = model("s2");
  EXPECT_TRUE(valid("CDL*f (E (G s0)) <-> s0")) << "fairness is ignored";
}

TEST_F(Semantics, ThePrefixForFiniteTracesIgnoresFairness) {
  m_ =
      load(std::string(kModel) + "Fairness s2; end Fairness Formulae K(Blind, !s3); CDL*f K(Blind, !s3); end Formulae");
  Evaluator evaluator(m_->graph);
  EXPECT_TRUE(evaluator.verdict(m_->model.formulas[0].property));
  EXPECT_FALSE(evaluator.verdict(m_->model.formulas[1].property));
}

TEST_F(Semantics, TestsOnFiniteTraces) {
  EvaluateOptions beyond;
  beyond.finite_tests = TestReading::BeyondTrace;
  const char* looks_ahead = "CDL*f (E (([true]false) and <(<true>s1)?>true)) <-> s0";
  EXPECT_TRUE(valid(looks_ahead, beyond));
  EXPECT_FALSE(valid(looks_ahead));
  EXPECT_TRUE(valid("CDL*f !(E (([true]false) and <(<true>s1)?>true))"));
}

TEST_F(Semantics, VerdictOverInitialStates) {
  Evaluator evaluator(m_->graph);
  EXPECT_TRUE(evaluator.verdict(formula(*m_, "s0")));
  EXPECT_FALSE(evaluator.verdict(formula(*m_, "c")));
  EXPECT_FALSE(evaluator.verdict(formula(*m_, "!c")));
}

TEST(UniformStrategies, MustNotUseWhatIsNotSeen) {
  // Two doors: Ag opens left or right, the environment knows which one is safe.
  std::string text = R"(
Agent Environment
  Vars: safe : {left, right}; over : {no, good, bad}; end Vars
  Actions = {e};
  Evolution:
    over = good if over = no and safe = left and Ag.Action = l;
    over = bad if over = no and safe = left and Ag.Action = r;
    over = good if over = no and safe = right and Ag.Action = r;
    over = bad if over = no and safe = right and Ag.Action = l;
  end Evolution
end Agent
Agent Ag
  Vars: x : 0 .. 0; end Vars
  Actions = {l, r};
end Agent
Evaluation won if Environment.over = good; lost if Environment.over = bad; end Evaluation
InitStates Environment.over = no and Ag.x = 0; end InitStates
Groups g = {Ag}; e = {}; end Groups
Formulae won; end Formulae
)";
  auto m = load(text);
  EvaluateOptions uniform;
  uniform.strategies = Strategies::Uniform;
  logic::Formula win = formula(*m, "<g>F won");
  EXPECT_TRUE(Evaluator(m->graph).verdict(win));
  EXPECT_FALSE(Evaluator(m->graph, uniform).verdict(win));

  std::string seen = text;
  seen.replace(seen.find("Agent Ag\n") + 9, 0, "  Lobsvars = {safe, over};\n");
  auto informed = load(seen);
  EXPECT_TRUE(Evaluator(informed->graph, uniform).verdict(formula(*informed, "<g>F won")));
  EXPECT_FALSE(Evaluator(informed->graph, uniform).verdict(formula(*informed, "<e>F won")));
  EvaluateOptions tight = uniform;
  tight.max_strategies = 3;
  EXPECT_THROW(Evaluator(informed->graph, tight).verdict(formula(*informed, "<g>F won")), LimitReached);
}

TEST(UniformStrategies, AreStrategies) {
  test::ModelOptions small;
  small.state_space = 12;
  small.max_agents = 2;
  small.max_actions = 2;
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    auto m = load(test::random_model(seed, small).draft.text());
    EvaluateOptions uniform;
    uniform.strategies = Strategies::Uniform;
    uniform.max_strategies = 3000;
    Evaluator plain(m->graph);
    Evaluator restricted(m->graph, uniform);
    for (const char* text : {"<g1>X p", "<g1>F q", "<g2>G r", "<g3>(p U q)"}) {
      logic::Formula f = formula(*m, text);
      try {
        const Members& few = restricted.states(f);
        EXPECT_EQ(meet(few, plain.states(f)), few) << "seed " << seed << ": " << text;
        ++compared;
      } catch (const LimitReached&) {
      }
    }
  }
  EXPECT_GT(compared, 100u);
}

TEST(Evaluate, RefusesWhatItDoesNotKnow) {
  auto m = model();
  logic::FormulaPool& pool = m->model.pool;
  logic::Formula s0 = pool.atom("s0");
  Evaluator evaluator(m->graph);
  EXPECT_THROW(evaluator.states(pool.make(logic::Op::Delta, s0, {}, pool.intern("See"), pool.intern("own"))),
               std::invalid_argument);
  EXPECT_THROW(evaluator.states(pool.make(logic::Op::Knows, pool.intern("Nobody"), s0)), std::invalid_argument);
  EXPECT_THROW(evaluator.states(pool.atom("nothing")), std::invalid_argument);
}

// Fixpoint laws and duals on random models, at every state.
TEST(Evaluate, LawsOnRandomModels) {
  const std::vector<std::string> laws{
      "AX p <-> !EX !p",
      "EF p <-> (p or EX EF p)",
      "AG p <-> !EF !p",
      "EG p -> (p and EX EG p)",
      "E(p U q) <-> (q or (p and EX E(p U q)))",
      "AF p <-> !EG !p",
      "A(true U p) <-> AF p",
      "K(Ag1, p) -> p",
      "K(Ag1, p) -> K(Ag1, K(Ag1, p))",
      "!K(Ag1, p) -> K(Ag1, !K(Ag1, p))",
      "GCK(g1, p) <-> (p and GK(g1, GCK(g1, p)))",
      "(GK(g1, p) and GK(g1, q)) <-> GK(g1, p and q)",
      "DK(g1, p) -> p",
      "<g1>F p <-> (p or <g1>X <g1>F p)",
      "<g1>G p <-> (p and <g1>X <g1>G p)",
      "<g1>(p U q) <-> (q or (p and <g1>X <g1>(p U q)))",
      "CTL* (E (F p)) <-> (E (true U p))",
  };
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    auto m = load(test::random_model(seed).draft.text());
    Evaluator evaluator(m->graph);
    for (const std::string& law : laws) {
      logic::Formula f = formula(*m, law);
      EXPECT_EQ(evaluator.states(f), evaluator.arena(f).region) << "seed " << seed << ": " << law;
    }
  }
}

// Branching-time operators against path quantifiers, which take a different route. A path quantifier sees infinite
// paths only, hence EG true.
TEST(Evaluate, BranchingTimeAgreesWithPathQuantifiers) {
  const std::vector<std::pair<std::string, std::string>> pairs{
      {"EX (p and EG true)", "CTL* E (X p)"},
      {"EF (p and EG true)", "CTL* E (F p)"},
      {"EG p", "CTL* E (G p)"},
      {"E(p U (q and EG true))", "CTL* E (p U q)"},
      {"AF p", "CTL* A (F p)"},
      {"!EF (!p and EG true)", "LTL G p"},
      {"!(E((!q) U (!p and !q and EG true)) or EG !q)", "LTL p U q"},
      {"AF p", "LDL <true*>p"},
      {"EG EF (p and EG true)", "CDL* E ([true*](E <true*>p))"},
      {"!E((!p) U (!q and EG true))", "LTL (p R q)"},
  };
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    auto m = load(test::random_model(seed).draft.text());
    Evaluator evaluator(m->graph);
    for (const auto& [branching, path] : pairs) {
      EXPECT_EQ(evaluator.states(formula(*m, branching)), evaluator.states(formula(*m, path)))
          << "seed " << seed << ": " << path;
    }
  }
}

}  // namespace
}  // namespace gnomon::reference
