#include <algorithm>
#include <gtest/gtest.h>

#include "gnomon/gnomon.h"
#include "models.h"

namespace gnomon::api {
namespace {

std::vector<Verdict> verdicts(ModelRun& run) {
  std::vector<Verdict> list;
  for (const FormulaResult& result : run.check_all()) list.push_back(result.verdict);
  return list;
}

bool warned(const ModelRun& run, const std::string& name) {
  return std::any_of(run.diagnostics().begin(), run.diagnostics().end(),
                     [&](const Diagnostic& d) { return d.name == name && d.severity == Severity::Warning; });
}

TEST(Run, DecidesFormulasOfAllKinds) {
  ModelRun run("light",
               light("EF lit; AF lit; AG (busy or AX busy); LTL G (lit -> X lit); CTL* E F lit; LDL <true*>busy;\n"
                     "CDL* E [true*]!lit; EF K(Robot, lit); <g>X busy; LDLf <true>true;"));
  ASSERT_FALSE(run.has_errors());
  EXPECT_EQ(verdicts(run), (std::vector{Verdict::True, Verdict::False, Verdict::True, Verdict::True, Verdict::True,
                                        Verdict::True, Verdict::True, Verdict::False, Verdict::True, Verdict::False}));
  std::vector<std::string> logics;
  for (const FormulaResult& formula : run.formulas()) logics.push_back(formula.logic);
  EXPECT_EQ(logics, (std::vector<std::string>{"CTLK", "CTLK", "CTLK", "LTLK", "CTL*K", "LDLK", "CDL*K", "CTLK", "ATLK",
                                              "LDLfK"}));
  EXPECT_TRUE(run.formulas()[8].strategic);
  EXPECT_FALSE(run.formulas()[0].strategic);
}

TEST(Run, GivesTextAndPlaceOfFormulas) {
  ModelRun run("light", light("EF\n   lit; AF lit;"));
  ASSERT_EQ(run.formulas().size(), 2u);
  const FormulaResult& first = run.formulas()[0];
  EXPECT_EQ(first.text, "EF lit");
  EXPECT_EQ(first.file, "light");
  EXPECT_EQ(first.line, 17u);
  EXPECT_EQ(first.column, 1u);
  EXPECT_EQ(run.formulas()[1].line, 18u);
  EXPECT_EQ(run.formulas()[1].column, 9u);
  EXPECT_EQ(run.formulas()[1].index, 2u);
}

// Searches of very many steps are abbreviated: step by step each of these would take an hour.
TEST(Run, LongSearches) {
  const std::string last = "1000000000";
  std::string text = counter(last,
                             "AG EF end_reached; AF end_reached; EG !end_reached; CTL* E G F end_reached;\n"
                             "LTL F end_reached; CDL* E <(!end_reached;!end_reached)*>end_reached;\n"
                             "CDL* E <!end_reached;(!end_reached;!end_reached)*>end_reached;");
  const std::string always = "if Action = up";
  text.replace(text.find(always), always.size(), "if x < " + last);  // it stays at the end
  ModelRun run("counter", text);
  ASSERT_TRUE(run.build());
  EXPECT_EQ(run.facts().reachable_states, "1000000001");
  EXPECT_EQ(run.facts().depth, 1000000000u);
  EXPECT_EQ(verdicts(run), (std::vector{Verdict::True, Verdict::True, Verdict::False, Verdict::True, Verdict::True,
                                        Verdict::True, Verdict::False}));
}

TEST(Run, KnowsFactsAfterBuilding) {
  ModelRun run("light", light("EF lit;"));
  EXPECT_EQ(run.facts().agents, 2u);
  EXPECT_EQ(run.facts().variables, 2u);
  EXPECT_FALSE(run.facts().reachable_states);
  ASSERT_TRUE(run.build());
  ModelFacts facts = run.facts();
  EXPECT_EQ(facts.state_bits, 2u);
  EXPECT_EQ(facts.initial_states, "1");
  EXPECT_EQ(facts.reachable_states, "3");
  EXPECT_EQ(facts.depth, 1u);
  EXPECT_FALSE(facts.fair_states);
  EXPECT_FALSE(facts.deadlocks);
  EXPECT_GT(run.statistics().peak_nodes, 0u);
  EXPECT_GT(run.statistics().peak_memory_bytes, 0u);
}

TEST(Run, PropertiesLookAtFairStatesOnly) {
  std::string formulas = "AF lit; EX (!lit and EX !lit); LTL F lit; LTL G !lit;";
  ModelRun plain("light", light(formulas));
  EXPECT_EQ(verdicts(plain), (std::vector{Verdict::False, Verdict::True, Verdict::False, Verdict::False}));
  ModelRun fair("light", light(formulas, "Fairness lit; end Fairness\n"));
  EXPECT_EQ(verdicts(fair), (std::vector{Verdict::True, Verdict::True, Verdict::True, Verdict::False}));
  EXPECT_EQ(fair.facts().fair_states, "3");
  ModelRun dark("light", light(formulas, "Fairness !lit; end Fairness\n"));
  EXPECT_EQ(verdicts(dark), (std::vector{Verdict::False, Verdict::True, Verdict::False, Verdict::True}));
  EXPECT_EQ(dark.facts().fair_states, "2");
}

TEST(Run, FairnessFormulasAreEvaluatedWithoutFairness) {
  // On fair paths it stays dark, so EF lit holds nowhere among the fair states; but it does among the reachable ones.
  ModelRun run("light", light("false; EF lit;", "Fairness !lit; EF lit; end Fairness\n"));
  EXPECT_EQ(verdicts(run), (std::vector{Verdict::False, Verdict::False}));
  EXPECT_EQ(run.facts().fair_states, "2");
}

TEST(Run, WarnsWithoutFairPaths) {
  ModelRun run("light", light("false;", "Fairness lit; !lit; end Fairness\n"));
  EXPECT_EQ(verdicts(run), (std::vector{Verdict::True}));
  EXPECT_TRUE(warned(run, "initial-states-empty"));
  EXPECT_EQ(run.facts().fair_states, "0");
}

TEST(Run, FiniteTracesIgnoreFairness) {
  ModelRun run("light",
               light("LDLf [true*]!lit; CDL*f E [true*]!lit; LDL [true*]!lit;", "Fairness lit; end Fairness\n"));
  EXPECT_TRUE(warned(run, "finite-fairness"));
  EXPECT_EQ(verdicts(run), (std::vector{Verdict::False, Verdict::True, Verdict::False}));
}

TEST(Run, FiniteTracesByOption) {
  RunOptions options;
  options.finite_traces = true;
  ModelRun run("light", light("LDL <true>true; CTL* E X true;"), options);
  EXPECT_EQ(run.formulas()[0].logic, "LDLfK");
  EXPECT_EQ(verdicts(run), (std::vector{Verdict::False, Verdict::True}));
}

TEST(Run, ReportsThatThereIsNoInitialState) {
  std::string text = light("false;");
  text.replace(text.find("Robot.busy = false;"), 19, "Robot.busy = false and Robot.busy = true;");
  ModelRun run("light", text);
  EXPECT_EQ(verdicts(run), (std::vector{Verdict::True}));
  ASSERT_EQ(run.diagnostics().back().severity, Severity::Error);
  EXPECT_EQ(run.diagnostics().back().message, "no state satisfies InitStates");
  EXPECT_GT(run.diagnostics().back().line, 0u);
  EXPECT_EQ(run.facts().reachable_states, "0");
}

TEST(Run, FindsDeadlocksAndOverflows) {
  ModelRun run("counter", counter("4", "EF end_reached;"));
  ASSERT_TRUE(run.find_deadlocks());
  ASSERT_TRUE(run.find_overflows());
  EXPECT_TRUE(warned(run, "deadlock"));
  ModelFacts facts = run.facts();
  EXPECT_EQ(facts.deadlocks->count, "1");
  ASSERT_TRUE(facts.deadlocks->example);
  EXPECT_EQ(facts.deadlocks->example->at(0).agent, "Counter");
  EXPECT_EQ(facts.deadlocks->example->at(0).values, (std::vector<std::pair<std::string, std::string>>{{"x", "4"}}));
  EXPECT_EQ(facts.overflows->count, "1");
  std::size_t before = run.diagnostics().size();
  ASSERT_TRUE(run.find_deadlocks());
  EXPECT_EQ(run.diagnostics().size(), before) << "a second search must not warn again";

  ModelRun without("light", light("true;"));
  ASSERT_TRUE(without.find_deadlocks());
  EXPECT_EQ(without.facts().deadlocks->count, "0");
  EXPECT_FALSE(without.facts().deadlocks->example);
  EXPECT_FALSE(warned(without, "deadlock"));
}

TEST(Run, AddsFormulas) {
  ModelRun run("light", light("EF lit;"));
  std::optional<std::size_t> added = run.add_formula("AF busy;", "extra");
  ASSERT_TRUE(added);
  EXPECT_EQ(*added, 2u);
  EXPECT_EQ(run.check(*added).verdict, Verdict::True);
  EXPECT_EQ(run.check(*added).line, 0u);
  EXPECT_EQ(run.check(1).verdict, Verdict::True);

  EXPECT_FALSE(run.add_formula("AF bussy", "extra"));
  EXPECT_FALSE(run.has_errors());
  const Diagnostic& error = run.diagnostics().back();
  EXPECT_EQ(error.severity, Severity::Error);
  EXPECT_EQ(error.file, "extra");
  EXPECT_EQ(error.column, 4u);
  EXPECT_EQ(run.formulas().size(), 2u);
}

TEST(Run, ReportsErrorsWithPlaces) {
  ModelRun run("light", light("AF lamp;\n EF K(Robt, lit);"));
  ASSERT_TRUE(run.has_errors());
  ASSERT_EQ(run.diagnostics().size(), 2u);
  EXPECT_EQ(run.diagnostics()[0].line, 17u);
  EXPECT_EQ(run.diagnostics()[1].line, 18u);
  EXPECT_NE(run.diagnostics()[1].rendered.find("did you mean `Robot`"), std::string::npos);
  EXPECT_TRUE(run.formulas().empty());
  EXPECT_FALSE(run.facts().state_bits);
  EXPECT_GE(run.statistics().total_seconds, 0);
  EXPECT_THROW(run.build(), UsageError);
  EXPECT_THROW(run.check_all(), UsageError);
  EXPECT_THROW(run.add_formula("true"), UsageError);
  EXPECT_THROW(run.print(), UsageError);
}

TEST(Run, RefusesFormulaNumbersOutOfRange) {
  ModelRun run("light", light("EF lit;"));
  EXPECT_THROW(run.check(0), UsageError);
  EXPECT_THROW(run.check(2), UsageError);
}

TEST(Run, UnsupportedFormulasAreUnknown) {
  ModelRun run("light", light("Delta(Robot, own, K(Robot, busy)); @clock O(Robot, K(Robot, busy)); "
                              "@recall AF busy; AF K(Robot, busy); @recall AF K(Robot, busy);"));
  std::vector<FormulaResult> results = run.check_all();
  EXPECT_EQ(results[0].verdict, Verdict::Unknown);
  EXPECT_NE(results[0].reason.find("@recall"), std::string::npos);
  EXPECT_EQ(results[1].verdict, Verdict::Unknown);
  EXPECT_NE(results[1].reason.find("obligation"), std::string::npos);
  EXPECT_EQ(results[2].verdict, Verdict::True) << "without knowledge operators nothing changes";
  EXPECT_EQ(results[3].verdict, Verdict::True);
  EXPECT_EQ(results[4].verdict, Verdict::True);
  EXPECT_TRUE(warned(run, "unsupported"));
  EXPECT_TRUE(run.stopped().empty());
}

TEST(Run, PrintsAModelThatMeansTheSame) {
  ModelRun run("light", light("EF lit; AF lit; LTL F busy;", "Fairness busy; end Fairness\n"));
  ModelRun again("printed", run.print());
  ASSERT_FALSE(again.has_errors());
  EXPECT_EQ(again.print(), run.print());
  EXPECT_EQ(verdicts(again), verdicts(run));
  EXPECT_EQ(again.facts().reachable_states, run.facts().reachable_states);
}

TEST(Run, ListsUnusedNames) {
  std::string text = light("EF lit;");
  text.replace(text.find("busy : boolean;"), 15, "busy : boolean; idle : {a, b};");
  text.replace(text.find("{work};"), 7, "{work, sleep};");
  ModelRun run("light", text);
  ASSERT_FALSE(run.has_errors());
  UnusedNames unused = run.unused();
  EXPECT_EQ(unused.variables, (std::vector<std::string>{"Robot.idle"}));
  EXPECT_EQ(unused.actions, (std::vector<std::string>{"Robot.sleep"}));
  EXPECT_EQ(unused.propositions, (std::vector<std::string>{"busy"}));
  EXPECT_EQ(unused.groups, (std::vector<std::string>{"g"}));
  std::vector<AgentFacts> agents = run.agents();
  ASSERT_EQ(agents.size(), 2u);
  EXPECT_EQ(agents[1].name, "Robot");
  EXPECT_EQ(agents[1].variables, 2u);
  EXPECT_EQ(agents[1].actions, 2u);
}

TEST(Run, OrdersAndReorderingDoNotChangeAnswers) {
  std::string text = light("EF lit; AF lit; EF K(Robot, lit); CTL* E G F !lit;");
  ModelRun standard("light", text);
  std::vector<Verdict> expected = verdicts(standard);
  for (Order order : {Order::Force, Order::Declaration}) {
    for (Reorder reorder : {Reorder::Automatic, Reorder::Off}) {
      RunOptions options;
      options.order = order;
      options.reorder = reorder;
      ModelRun run("light", text, options);
      EXPECT_EQ(verdicts(run), expected);
    }
  }
}

TEST(Run, DeepFormulasAreSafe) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "EX ";
  ModelRun run("light", light(deep + "busy;"));
  EXPECT_EQ(verdicts(run), (std::vector{Verdict::True}));
}

TEST(Run, ExplainsOnlyVerdictsOfThisRun) {
  ModelRun one("light", light("EF lit; AF busy;"));
  ModelRun other("light", light("EF lit; AF busy;"));
  FormulaResult result = one.check(1);
  EXPECT_THROW(other.explain(result), UsageError);
  result.verdict = Verdict::False;
  EXPECT_THROW(one.explain(result), UsageError) << "this run found another verdict";
}

TEST(Run, GoesOnWithOtherSettings) {
  RunOptions options;
  options.finite_traces = true;
  options.engine = Engine::Diagrams;
  ModelRun run("light", light("EF lit; LDL <true>true; AF lit;"), options);
  ASSERT_EQ(run.add_formula("AG (lit -> busy)"), 4u);
  EXPECT_EQ(run.check(4).verdict, Verdict::True);
  const std::size_t diagnostics = run.diagnostics().size();
  for (Engine engine : {Engine::Explicit, Engine::Ic3, Engine::Automatic, Engine::Diagrams}) {
    RunOptions others;
    others.engine = engine;
    run = run.with_settings(others);
    EXPECT_EQ(run.options().engine, engine);
    EXPECT_TRUE(run.options().finite_traces) << "the text was read like that";
    EXPECT_FALSE(run.facts().reachable_states) << "nothing is taken along";
    EXPECT_EQ(run.diagnostics().size(), diagnostics);
    EXPECT_EQ(run.file(), "light");
    ASSERT_EQ(run.formulas().size(), 4u);
    EXPECT_EQ(run.check(3).verdict, Verdict::False);
    EXPECT_EQ(run.check(2).verdict, Verdict::False) << "on finite traces, which may end at once";
    EXPECT_EQ(run.check(4).verdict, Verdict::True);
  }
  EXPECT_EQ(verdicts(run), (std::vector{Verdict::True, Verdict::False, Verdict::False, Verdict::True}));
  ModelRun wrong("light", light("EF no_such_name;"));
  EXPECT_THROW(wrong.with_settings({}), UsageError);
}

TEST(Run, KnowsWhatEnginesRefuse) {
  ModelRun run("light", light("AG lit; EF lit; <g>F lit; min(lit); @recall GCK(g, lit); AG (lit -> K(Robot, busy));"));
  ASSERT_FALSE(run.has_errors());
  auto refused = [&](auto engine) {
    std::vector<std::size_t> found;
    for (const FormulaResult& formula : run.formulas()) {
      if (!run.refusal(formula.index, engine).empty()) found.push_back(formula.index);
    }
    return found;
  };
  using Indices = std::vector<std::size_t>;
  EXPECT_EQ(refused(Engine::Diagrams), Indices{5});
  EXPECT_EQ(refused(Engine::Automatic), Indices{5});
  EXPECT_EQ(refused(Engine::Ic3), (Indices{2, 3, 4, 5}));
  EXPECT_EQ(refused(BoundedEngine::Diagrams), (Indices{4, 5}));
  EXPECT_EQ(run.refusal(4, Engine::Ic3), "a number of steps is found on all reachable states only, not by IC3");
  EXPECT_FALSE(run.facts().state_bits) << "no diagram was made";
  EXPECT_THROW((void)run.refusal(7, Engine::Ic3), UsageError);
  // An engine that refuses a formula leaves it unknown.
  RunOptions options;
  options.engine = Engine::Ic3;
  run = run.with_settings(options);
  for (std::size_t index : {2, 3, 4, 5}) EXPECT_EQ(run.check(index).reason_kind, ReasonKind::Unsupported);
}

TEST(Run, CanBeMoved) {
  ModelRun run("light", light("EF lit; AF busy;"));
  FormulaResult first = run.check(1);
  ModelRun moved = std::move(run);
  EXPECT_EQ(moved.check(2).verdict, Verdict::True);
  moved.explain(first);
  EXPECT_TRUE(first.witness);
  moved = ModelRun("light", light("EF lit;"));
  EXPECT_EQ(moved.formulas().size(), 1u);
  EXPECT_EQ(moved.check(1).verdict, Verdict::True);
}

}  // namespace
}  // namespace gnomon::api
