// The engines that list states, as users see them: verdicts, figures and witnesses do not depend on the engine; what
// cannot be decided says why, or goes to the diagrams.
#include "api/engines.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "engine/activity.h"
#include "engine/system.h"
#include "enumerate/choosing_engine.h"
#include "enumerate/enumerating_engine.h"
#include "gnomon/gnomon.h"
#include "models.h"
#include "oracle/harness/families.h"

namespace gnomon::test {
namespace {

using api::Engine;
using api::FormulaResult;
using api::RunOptions;
using api::Verdict;

RunOptions with(Engine engine, std::size_t jobs = 1) {
  RunOptions options;
  options.engine = engine;
  options.jobs = jobs;
  return options;
}

// Everything that is known about a model, but for a depth, which chaining does not find.
std::vector<std::string> figures(api::Run& run) {
  EXPECT_TRUE(run.find_deadlocks());
  EXPECT_TRUE(run.find_overflows());
  const api::ModelFacts facts = run.facts();
  return {std::to_string(facts.state_bits.value()), facts.initial_states.value(),  facts.reachable_states.value(),
          facts.fair_states.value_or("-"),          facts.deadlocks.value().count, facts.overflows.value().count};
}

class Engines : public testing::TestWithParam<std::size_t> {};

TEST_P(Engines, TellTheSame) {
  const Family& family = families()[GetParam()];
  constexpr std::uint64_t kSeeds = 6;
  for (std::uint64_t k = 0; k < kSeeds; ++k) {
    const std::string text = random_case(family, 31'000'000 + 1000 * GetParam() + k).text();
    auto options = [&](Engine engine, std::size_t jobs) {
      RunOptions result = with(engine, jobs);
      if (family.uniform) result.strategies = api::Strategies::Uniform;
      if (family.tests_look_beyond) result.finite_tests = api::FiniteTests::Infinite;
      return result;
    };
    api::Run expected("model.ispl", text, options(Engine::Diagrams, 1));
    std::vector<FormulaResult> results = expected.check_all();
    const std::vector<std::string> known = figures(expected);
    for (Engine engine : {Engine::Explicit, Engine::Automatic}) {
      api::Run run("model.ispl", text, options(engine, 1 + k % 2));
      for (std::size_t i = 0; i < results.size(); ++i) {
        FormulaResult result = run.check(i + 1);
        EXPECT_EQ(result.verdict, results[i].verdict) << result.text << "\n" << text;
        EXPECT_NO_THROW(run.explain(result)) << text;
        EXPECT_TRUE(result.witness.has_value() || !result.no_witness.empty());
      }
      EXPECT_EQ(figures(run), known) << text;
      EXPECT_TRUE(run.facts().depth.has_value());
      EXPECT_EQ(run.diagnostics().size(), expected.diagnostics().size());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Random, Engines, testing::Range<std::size_t>(0, families().size()),
                         [](const auto& test) { return families()[test.param].name; });

TEST(ExplicitEngine, RefutesBeforeAllStatesAreFound) {
  api::Run run("square", square(1000), with(Engine::Explicit));
  FormulaResult result = run.check(1);
  EXPECT_EQ(result.verdict, Verdict::False);
  EXPECT_EQ(result.basis, api::Basis::Part);
  EXPECT_EQ(result.depth, 5U);
  EXPECT_FALSE(run.facts().reachable_states) << "more states were found than needed";
  run.explain(result);
  ASSERT_TRUE(result.witness);
  ASSERT_FALSE(result.witness->paths.empty());
  EXPECT_EQ(result.witness->paths.front().states.size(), 6U) << "no path is shorter";
}

TEST(ExplicitEngine, ExplainsLargeModelsOnParts) {
  api::Run run("square", square(300), with(Engine::Explicit));
  for (const FormulaResult& checked : run.check_all()) {
    FormulaResult result = checked;
    EXPECT_EQ(result.verdict == Verdict::True, result.index % 2 == 0) << result.text;
    run.explain(result);
    EXPECT_TRUE(result.witness || !result.no_witness.empty());
  }
  EXPECT_EQ(run.facts().reachable_states, std::to_string(301 * 301));
  EXPECT_EQ(run.facts().depth, 300U);
}

TEST(ExplicitEngine, SaysWhyItCannotDecide) {
  api::Run many("switches", switches(30), with(Engine::Explicit));
  FormulaResult result = many.check(1);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.reason_kind, api::ReasonKind::Size) << result.reason;
  RunOptions small = with(Engine::Explicit);
  small.memory_bytes = std::size_t{30} << 20;
  api::Run large("square", square(4000), small);
  result = large.check(4);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.reason_kind, api::ReasonKind::Memory) << result.reason;
}

// B does not see how far A is, but both know the time, and A cannot have made more steps than there were.
TEST(ExplicitEngine, DecidesKnowledgeWithMemory) {
  for (Engine engine : {Engine::Explicit, Engine::Automatic, Engine::Diagrams}) {
    api::Run run("square", square(6), with(engine));
    auto verdict = [&](const std::string& text) {
      const auto index = run.add_formula(text);
      EXPECT_TRUE(index) << text;
      FormulaResult result = run.check(*index);
      EXPECT_NO_THROW(run.explain(result)) << text;
      return result.verdict;
    };
    EXPECT_EQ(verdict("@clock AX AX K(B, !five)"), Verdict::True);
    EXPECT_EQ(verdict("@recall AX AX K(B, !five)"), Verdict::True);
    EXPECT_EQ(verdict("AX AX K(B, !five)"), Verdict::False);
    EXPECT_EQ(verdict("@recall AG (five -> K(B, five))"), Verdict::False);
    EXPECT_EQ(verdict("@recall AG (corner -> K(A, K(B, corner) or !K(B, corner)))"), Verdict::True);
  }
}

TEST(AutomaticEngine, DecidesWhatTheListCannot) {
  api::Run many("switches", switches(30), with(Engine::Automatic));
  EXPECT_EQ(many.check(1).verdict, Verdict::True);
  EXPECT_EQ(many.check(2).verdict, Verdict::False);
  RunOptions recall = with(Engine::Automatic);
  recall.knowledge = api::Knowledge::Recall;
  api::Run memory("square", square(3), recall);
  const auto index = memory.add_formula("AG K(A, five)");
  ASSERT_TRUE(index);
  EXPECT_EQ(memory.check(*index).verdict, Verdict::False);
}

// Where a million states are too many for the first turn, a few of them are enough to refute an invariant.
TEST(AutomaticEngine, RefutesBeforeAnythingIsChosen) {
  api::Run run("square", square(1000), with(Engine::Automatic));
  FormulaResult refuted = run.check(1);
  EXPECT_EQ(refuted.verdict, Verdict::False);
  EXPECT_EQ(refuted.basis, api::Basis::Part);
  EXPECT_EQ(refuted.depth, 5U);
  EXPECT_FALSE(run.facts().reachable_states) << "more states were found than needed";
  EXPECT_EQ(run.check(2).verdict, Verdict::True);
  EXPECT_EQ(run.facts().reachable_states, std::to_string(1001 * 1001));
  run.explain(refuted);
  ASSERT_TRUE(refuted.witness);
  EXPECT_EQ(refuted.witness->paths.front().states.size(), 6U) << "no path is shorter";
}

// 2^80 states in a row, beside lamps that go on and off as they like: nobody finds all states, and nobody lists the next
// ones. What is asked about has a short proof, and a short counterexample.
std::string endless(std::size_t lamps) {
  std::string agents, initial, all;
  for (std::size_t i = 1; i <= lamps; ++i) {
    const std::string lamp = "L" + std::to_string(i);
    agents += "Agent " + lamp + "\n  Vars: on : boolean; end Vars\n  Actions = {flip, wait};\n" +
              "  Evolution: on = ~on if Action = flip; end Evolution\nend Agent\n";
    initial += " and " + lamp + ".on = false";
    all += (i == 1 ? "" : " and ") + (lamp + ".on");
  }
  std::string vars, digits, carry = "true";
  for (const char* digit : {"w", "x", "y", "z"}) {
    const std::string d = digit;
    digits += d + " = " + d + " + 1 if " + d + " < 1048575 and " + carry + "; ";
    digits += d + " = 0 if " + d + " = 1048575 and " + carry + "; ";
    carry = d + " = 1048575 and " + carry;
    vars += d + " : 0 .. 1048575; ";
    initial += " and Clock." + d + " = 0";
  }
  return agents + "Agent Clock\n  Vars: " + vars + "broken : boolean; end Vars\n  Evolution: " + digits +
         "broken = true if broken = true; end Evolution\nend Agent\nEvaluation broken if Clock.broken; bright if " +
         all + "; end Evaluation\nInitStates Clock.broken = false" + initial +
         "; end InitStates\nFormulae\n  AG !broken;\n  AG !bright;\n  EF broken;\nend Formulae\n";
}

TEST(AutomaticEngine, ProvesWhereStatesHaveNoEnd) {
  api::Run run("endless", endless(24), with(Engine::Automatic));
  ASSERT_FALSE(run.has_errors());
  run.expect({1, 2}, false);
  FormulaResult proved = run.check(1);
  EXPECT_EQ(proved.verdict, Verdict::True) << proved.reason;
  EXPECT_EQ(proved.basis, api::Basis::Induction);
  run.explain(proved);
  EXPECT_FALSE(proved.no_witness.empty());
  FormulaResult refuted = run.check(2);
  EXPECT_EQ(refuted.verdict, Verdict::False) << refuted.reason;
  EXPECT_EQ(refuted.basis, api::Basis::Part);
  run.explain(refuted);
  ASSERT_TRUE(refuted.witness) << refuted.no_witness;
  EXPECT_EQ(refuted.witness->paths.front().states.size(), 2U);
  EXPECT_FALSE(run.facts().reachable_states);
}

// A proof spares nothing if another formula needs all states.
TEST(AutomaticEngine, DoesNotProveWhereAllStatesAreNeeded) {
  const std::string text = endless(2);
  const api::CallLimits little{1.0, 0};
  for (const bool needed : {true, false}) {
    api::Run run("endless", text, with(Engine::Automatic));
    run.expect(needed ? std::vector<std::size_t>{1} : std::vector<std::size_t>{1, 3}, needed);
    const FormulaResult result = run.check(1, little);
    EXPECT_EQ(result.verdict, Verdict::Unknown);
    EXPECT_EQ(result.reason_kind, api::ReasonKind::Time) << result.reason;
  }
}

// With a share of one byte the list stops at once: alone with a reason, and otherwise diagrams go on.
TEST(AutomaticEngine, GoesOnWithDiagramsWhenTheShareIsUsedUp) {
  auto subject = Subject::load(square(40));
  ASSERT_TRUE(subject);
  engine::Activity activity({}, nullptr, {});
  engine::System system(subject->model(), activity, {});
  enumerate::ExploreOptions options;
  options.most_bytes = 1;
  enumerate::EnumeratingEngine list(system, options);
  list.ask({1, &subject->model().formulas[1].property});
  const auto failed = activity.perform(engine::Phase::Check, [&] { list.advance(); });
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->kind, engine::ReasonKind::Memory) << failed->words;
  enumerate::ChoosingEngine both(system, options);
  const auto& formulas = subject->model().formulas;
  for (std::size_t i = 0; i < formulas.size(); ++i) both.ask({i, &formulas[i].property});
  std::size_t answered = 0;
  for (bool more = true; more;) {
    const engine::Portion portion = both.advance();
    for (const engine::Answer& answer : portion.answers) {
      const bool expected = subject->evaluator().verdict(formulas[answer.number].property);
      EXPECT_EQ(answer.outcome.verdict, expected ? engine::Verdict::True : engine::Verdict::False);
      const engine::Evidence evidence = both.evidence(answer.number);
      EXPECT_TRUE(evidence.labels != nullptr && evidence.listed == nullptr) << "the diagrams explain";
      ++answered;
    }
    more = portion.more;
  }
  EXPECT_EQ(answered, formulas.size());
}

TEST(ExplicitEngine, ExplainsWithoutDiagrams) {
  api::Run run("square", square(300), with(Engine::Explicit));
  for (const FormulaResult& checked : run.check_all()) {
    FormulaResult result = checked;
    run.explain(result);
    EXPECT_TRUE(result.witness || !result.no_witness.empty());
  }
  EXPECT_EQ(run.statistics().peak_nodes, 0U) << "a diagram was made";
}

// As many initial states as forty switches have: the list is not even begun, and diagrams decide.
TEST(AutomaticEngine, DoesNotListTooManyInitialStates) {
  std::string vars;
  for (int i = 0; i < 40; ++i) vars += "s" + std::to_string(i) + " : boolean; ";
  api::Run run("switches",
               "Agent A Vars: " + vars +
                   "end Vars end Agent\nEvaluation b if A.s0; end Evaluation\nInitStates A.s1 = true; end InitStates\n"
                   "Formulae AG b; AG (b or !b); end Formulae\n",
               with(Engine::Automatic));
  EXPECT_EQ(run.check(1).verdict, Verdict::False);
  EXPECT_EQ(run.check(2).verdict, Verdict::True);
  EXPECT_EQ(run.facts().initial_states.value(), std::to_string(std::uint64_t{1} << 39));
}

// With automata of one state the list must give a formula up; the others stay with it.
TEST(AutomaticEngine, HandsOverSingleFormulas) {
  auto subject = Subject::load(square(10));
  ASSERT_TRUE(subject);
  const logic::Formula eventually = subject->formula("CTL* E (X (F corner and X !five) and F G corner)");
  engine::Activity activity({}, nullptr, {});
  engine::SystemOptions options;
  options.paths.limits.states = 1;
  options.paths.limits.per_operator = 0;
  engine::System system(subject->model(), activity, options);
  logic::Property property = subject->model().formulas.front().property;
  property.formula = eventually;
  property.mode = logic::Mode::CtlStar;
  enumerate::EnumeratingEngine list(system);
  list.ask({1, &property});
  engine::Portion portion = list.advance();
  ASSERT_EQ(portion.answers.size(), 1U);
  EXPECT_EQ(portion.answers.front().outcome.verdict, engine::Verdict::Unknown);
  enumerate::ChoosingEngine both(system);
  both.ask({1, &property});
  both.ask({2, &subject->model().formulas.front().property});
  std::vector<engine::Answer> answers;
  for (bool more = true; more;) {
    portion = both.advance();
    answers.insert(answers.end(), portion.answers.begin(), portion.answers.end());
    more = portion.more;
  }
  ASSERT_EQ(answers.size(), 2U);
  for (const engine::Answer& answer : answers) {
    const bool expected = answer.number == 1 && subject->evaluator().verdict(property);
    EXPECT_EQ(answer.outcome.verdict, expected ? engine::Verdict::True : engine::Verdict::False) << answer.number;
    EXPECT_NO_THROW(both.evidence(answer.number));
  }
}

}  // namespace
}  // namespace gnomon::test
