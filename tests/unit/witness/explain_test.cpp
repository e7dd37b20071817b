#include "witness/explain.h"

#include <gtest/gtest.h>

#include "explained.h"
#include "explicit/replay.h"

namespace gnomon::witness {
namespace {

using explicit_state::LinkKind;
using explicit_state::Rule;
using explicit_state::Witness;
using explicit_state::WitnessKind;

class Explain : public testing::Test {
 protected:
  Witness witness(const std::string& text, const ExplainOptions& options = {}) {
    Explanation explanation = lamp_.explain(text, options);
    EXPECT_TRUE(explanation.witness) << text << ": " << explanation.reason;
    return explanation.witness.value_or(Witness{});
  }
  Explained lamp_{kLamp + kEnd};
};

TEST_F(Explain, ShortestFinitePath) {
  Witness w = witness("AG !tired");
  EXPECT_EQ(w.kind, WitnessKind::Counterexample);
  ASSERT_EQ(w.paths.size(), 1u);
  EXPECT_EQ(w.paths[0].states.size(), 4u);
  EXPECT_FALSE(w.paths[0].loop);
  EXPECT_EQ(w.paths[0].actions.size(), 3u);
}

TEST_F(Explain, LoopClosesAtOnce) {
  Witness w = witness("AF lit");
  ASSERT_EQ(w.paths.size(), 1u);
  EXPECT_EQ(w.paths[0].states.size(), 1u);
  EXPECT_EQ(w.paths[0].loop, 0u);
}

TEST_F(Explain, UntilFailsOnAFinitePathOrForEver) {
  Witness finite = witness("A(false U lit)");
  EXPECT_FALSE(finite.paths[0].loop);
  Witness lasso = witness("A(true U lit)");
  EXPECT_TRUE(lasso.paths[0].loop);
  Witness some = witness("E(!lit U tired)");
  EXPECT_EQ(some.kind, WitnessKind::Witness);
  EXPECT_EQ(some.paths[0].states.size(), 4u);
}

// What a counterexample is about, where initial states differ.
const std::string kStairs =
    "Agent Environment Vars: x : 0..5; end Vars Actions = {up, stay}; Protocol: Other: {up, stay}; end Protocol "
    "Evolution: x = x + 1 if x < 3 and x >= 1 and Action = up; end Evolution end Agent "
    "Evaluation five if Environment.x = 5; three if Environment.x = 3; end Evaluation "
    "InitStates Environment.x <= 2; end InitStates Groups all = {Environment}; end Groups ";

TEST(ExplainInitialStates, FalseExistentialFormulasNameTheState) {
  Explained stairs(kStairs + kEnd);
  EXPECT_EQ(
      stairs.explain("EF five").reason,
      "no path from an initial state (Environment.x = 0) reaches a state with five; 1 state is reachable from it");
  EXPECT_EQ(
      stairs.explain("EF three").reason,
      "no path from an initial state (Environment.x = 0) reaches a state with three; 1 state is reachable from it; "
      "the formula is false in 1 of 3 initial states");
  EXPECT_EQ(stairs.explain("EX three").reason.substr(0, 60),
            "no step from an initial state (Environment.x = 0) leads to a");
  EXPECT_EQ(stairs.explain("CTL* E (F five and F three)").reason.substr(0, 16), "no infinite path");
  Explained lamp(kLamp + kEnd);
  EXPECT_EQ(lamp.explain("EF (lit and !lit)").reason.substr(0, 52),
            "no path from the initial state reaches a state with ");
}

TEST(ExplainInitialStates, FalseUniversalFormulasCountThem) {
  Explained stairs(kStairs + kEnd);
  Explanation some = stairs.explain("AG !three");
  ASSERT_TRUE(some.witness);
  EXPECT_EQ(some.witness->notes.back(), "the formula is false in 2 of 3 initial states; this is about one of them");
  Explanation all = stairs.explain("AG three");
  ASSERT_TRUE(all.witness);
  EXPECT_TRUE(all.witness->notes.empty()) << "it is false in all of them";
}

// <g>X EX p: the path that shows EX p begins in the next state, but the first path is about the initial one.
TEST(ExplainInitialStates, TheFirstPathBeginsThere) {
  Explained stairs(kStairs + kEnd);
  for (const char* text : {"<all>X EX three -> three", "<all>X EX (three -> five)", "<all>X AX !three -> five"}) {
    Explanation found = stairs.explain(text);
    ASSERT_TRUE(found.witness) << text << found.reason;
    EXPECT_EQ(found.witness->paths.front().states.front(), found.witness->claims.front().state) << text;
  }
}

// The guesser must name the side of a coin that it does not see.
const std::string kCoin =
    "Agent Environment Vars: heads : boolean; lost : boolean; end Vars Actions = {up, down}; "
    "Protocol: Other: {up, down}; end Protocol Evolution: heads = true if Action = up; heads = false if Action = down; "
    "lost = true if heads = true and Guesser.Action = tails or heads = false and Guesser.Action = heads; "
    "end Evolution end Agent "
    "Agent Guesser Vars: idle : boolean; end Vars Actions = {heads, tails}; Protocol: Other: {heads, tails}; end "
    "Protocol "
    "Evolution: idle = true if idle = true; end Evolution end Agent "
    "Evaluation lost if Environment.lost = true; end Evaluation "
    "InitStates Environment.heads = false and Environment.lost = false and Guesser.idle = false; end InitStates "
    "Groups guesser = {Guesser}; end Groups ";

TEST(ExplainStrategy, AStrategyThatNeedsMoreThanItSeesIsNotUniform) {
  Explained coin(kCoin + kEnd);
  Explanation found = coin.explain("<guesser>G !lost");
  ASSERT_TRUE(found.witness);
  Witness w = *found.witness;
  ASSERT_EQ(w.tables.at(0).entries.size(), 2u);
  auto replay = [&] {
    explicit_state::replay(explicit_state::Interpreter(*coin.model), coin.model->pool, w.claims[0].formula, true, w);
  };
  EXPECT_NO_THROW(replay());
  w.tables[0].uniform = true;
  EXPECT_THROW(replay(), explicit_state::ReplayError);
}

TEST_F(Explain, PathFormulas) {
  Witness w = witness("LTL F lit -> F tired");
  ASSERT_TRUE(w.paths[0].loop);
  EXPECT_EQ(w.paths[0].states.size(), 2u);
  EXPECT_EQ(witness("CTL* E (F lit and G !tired)").kind, WitnessKind::Witness);
  EXPECT_EQ(witness("CDL* E <(!lit)*;lit>tired").kind, WitnessKind::Witness);
}

TEST_F(Explain, FiniteTraceHasItsEnd) {
  Witness w = witness("LDLf <true*>lit");
  ASSERT_TRUE(w.paths[0].last);
  EXPECT_EQ(*w.paths[0].last, 0u);
  Witness some = witness("CTL*f E (F lit and F tired)");
  EXPECT_EQ(*some.paths[0].last, 3u);
}

TEST_F(Explain, KnowledgeNeedsATwin) {
  Witness w = witness("AG (lit -> K(Watcher, lit))");
  ASSERT_EQ(w.links.size(), 1u);
  EXPECT_EQ(w.links[0].kind, LinkKind::Knows);
  EXPECT_NE(w.links[0].from, w.links[0].to);
  Witness common = witness("GCK(house, !tired)");
  EXPECT_GE(common.links.size(), 1u);
  EXPECT_EQ(common.links[0].kind, LinkKind::Common);
  EXPECT_EQ(witness("AG DK(watcher, !lit)").links.at(0).kind, LinkKind::Distributed);
  EXPECT_EQ(witness("!K(Watcher, lit)").kind, WitnessKind::Witness);
  EXPECT_EQ(witness("O(Watcher, !lit)").links.at(0).kind, LinkKind::Ought);
}

TEST_F(Explain, WhichConjunctAndAllDisjuncts) {
  Witness w = witness("EF lit and AG !lit");
  EXPECT_EQ(w.claims[0].rule, Rule::Parts);
  ASSERT_EQ(w.paths.size(), 1u);
  EXPECT_EQ(lamp_.model->pool[w.paths[0].formula].op, logic::Op::AG);
  EXPECT_EQ(witness("AF lit or AX lit").paths.size(), 2u);
}

TEST_F(Explain, StrategiesAndAnswers) {
  Witness can = witness("<world>F lit");
  ASSERT_EQ(can.tables.size(), 1u);
  EXPECT_TRUE(can.tables[0].holds);
  EXPECT_EQ(can.tables[0].entries.size(), 1u);
  Witness cannot = witness("<watcher>F lit");
  ASSERT_EQ(cannot.tables.size(), 1u);
  EXPECT_FALSE(cannot.tables[0].holds);
  EXPECT_EQ(cannot.claims[0].rule, Rule::Answer);
  ExplainOptions small;
  small.max_entries = 1;
  EXPECT_FALSE(witness("<house>F (lit and tired)", small).tables[0].open.empty());
}

TEST_F(Explain, DepthCutsOff) {
  ExplainOptions one;
  one.depth = 1;
  Witness shallow = witness("EF (lit and EX EX tired)", one);
  EXPECT_EQ(shallow.paths.size(), 1u);
  EXPECT_EQ(witness("EF (lit and EX EX tired)").paths.size(), 3u);
  auto taken = [](const auto& claim) { return claim.rule == Rule::Taken; };
  EXPECT_TRUE(std::any_of(shallow.claims.begin(), shallow.claims.end(), taken));
  EXPECT_FALSE(shallow.notes.empty());
}

TEST_F(Explain, KnowledgeThatHoldsByWhatIsPossible) {
  const Witness known = witness("K(Watcher, EF lit)");
  ASSERT_EQ(known.claims.front().rule, Rule::Possible);
  EXPECT_FALSE(known.claims.front().links.empty());
  EXPECT_LE(known.claims.front().links.size(), std::stoul(known.claims.front().possible));
  Witness forged = known;
  forged.links.clear();
  forged.claims.front().links.clear();
  EXPECT_THROW(explicit_state::replay(explicit_state::Interpreter(*lamp_.model), lamp_.model->pool,
                                      forged.claims.front().formula, true, forged),
               explicit_state::ReplayError);
}

TEST_F(Explain, ReasonInsteadOfAWitness) {
  for (const char* text : {"AG (tired or !tired)", "AG EF tired", "EF (lit and !lit)"}) {
    Explanation explanation = lamp_.explain(text);
    EXPECT_FALSE(explanation.witness) << text;
    EXPECT_FALSE(explanation.reason.empty()) << text;
  }
  ExplainOptions options;
  options.max_steps = 2;
  EXPECT_NE(lamp_.explain("AG !tired", options).reason.find("more than 2 steps"), std::string::npos);
}

TEST_F(Explain, FactsAreShownAlone) {
  Witness w = witness("lit or tired");
  EXPECT_EQ(w.claims[0].rule, Rule::Fact);
  ASSERT_EQ(w.paths.size(), 1u);
  EXPECT_EQ(w.paths[0].states.size(), 1u);
}

TEST(ExplainFair, LoopMeetsEveryConstraint) {
  Explained model(R"(
Agent Walker
  Vars: at : 0 .. 4; end Vars
  Actions = {left, right, stay};
  Protocol: Other : {left, right, stay}; end Protocol
  Evolution: at = at + 1 if Action = right and at < 4; at = at - 1 if Action = left and at > 0; end Evolution
end Agent
Evaluation low if Walker.at = 0; high if Walker.at = 3; top if Walker.at = 4; end Evaluation
InitStates Walker.at = 1; end InitStates
Fairness low; high; end Fairness
Formulae true; end Formulae
)");
  Explanation explanation = model.explain("AF top");
  ASSERT_TRUE(explanation.witness) << explanation.reason;
  const auto& path = explanation.witness->paths[0];
  ASSERT_TRUE(path.loop);
  EXPECT_EQ(path.fair_visits.size(), 2u);
  EXPECT_EQ(path.states.size() - *path.loop, 6u);  // 0 1 2 3 2 1
  EXPECT_LE(*path.loop, 1u);
  // A finite path has a fair future of its own.
  EXPECT_EQ(model.explain("EF top").witness->paths.size(), 2u);
}

TEST(ExplainDeadlock, FinitePathsOnly) {
  Explained stuck(R"(
Agent Counter
  Vars: x : 0 .. 2; end Vars
  Actions = {up};
  Protocol: Other : {up}; end Protocol
  Evolution: x = x + 1 if Action = up; end Evolution
end Agent
Evaluation two if Counter.x = 2; end Evaluation
InitStates Counter.x = 0; end InitStates
Groups g = {Counter}; end Groups
Formulae true; end Formulae
)");
  EXPECT_EQ(stuck.explain("EF two").witness->paths[0].states.size(), 3u);
  EXPECT_FALSE(stuck.explain("CTL* E F two").witness);
  EXPECT_FALSE(stuck.explain("AG <g>X true").witness);  // true: an action without outcome is harmless
  Explanation blind = stuck.explain("<g>X two");
  ASSERT_TRUE(blind.witness);
  EXPECT_EQ(blind.witness->tables.at(0).entries.at(0).moves.size(), 1u);
}

// All of the agents must choose the same of their three actions: one joint action in 3^30 does.
TEST(ExplainStep, FindsTheOneJointActionAmongMany) {
  constexpr int kAgents = 30;
  std::string all, agents, start;
  for (int i = 0; i < kAgents; ++i) {
    std::string name = "A" + std::to_string(i);
    all += (i == 0 ? "" : " and ") + name + ".Action = z";
    agents += "Agent " + name +
              " Vars: b : boolean; end Vars Actions = {x, y, z}; "
              "Protocol: Other : {x, y, z}; end Protocol end Agent\n";
    start += " and " + name + ".b = false";
  }
  Explained model(
      "Agent Environment Vars: on : boolean; end Vars Actions = {t}; Protocol: Other : {t}; end Protocol "
      "Evolution: on = true if " +
      all + "; end Evolution end Agent\n" + agents +
      "Evaluation lit if Environment.on = true; end Evaluation "
      "InitStates Environment.on = false" +
      start + "; end InitStates Formulae EF lit; end Formulae");
  Explanation explanation = model.explain("EF lit");
  ASSERT_TRUE(explanation.witness) << explanation.reason;
  ASSERT_EQ(explanation.witness->paths.size(), 1u);
  const explicit_state::JointAction joint = explanation.witness->paths.front().actions.front();
  for (int i = 0; i < kAgents; ++i) EXPECT_EQ(joint[model.model->agents.size() - 1 - i], ispl::ActionId(2));
}

// A fact of the initial state under fairness: the witness also shows that a fair path starts there.
TEST(ExplainFact, ShowsTheFairFuture) {
  Explained model(std::string(kLamp) + "Fairness lit; end Fairness Formulae lit; end Formulae");
  Explanation explanation = model.explain("lit");
  ASSERT_TRUE(explanation.witness) << explanation.reason;
  ASSERT_EQ(explanation.witness->claims.size(), 2u);
  EXPECT_EQ(explanation.witness->claims[0].rule, explicit_state::Rule::Fact);
  EXPECT_EQ(explanation.witness->claims[1].rule, explicit_state::Rule::Path);
  ASSERT_EQ(explanation.witness->paths.size(), 2u);
  EXPECT_TRUE(explanation.witness->paths[1].loop);
}

}  // namespace
}  // namespace gnomon::witness
