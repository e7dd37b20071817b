// Parameters with a range: the values that are listed are those that make the formula true when each is put into the
// text. And searches that are stopped: what they say about the optimum is so.
#include <cstdint>
#include <gtest/gtest.h>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "engine/parameter_search.h"
#include "gnomon/gnomon.h"
#include "oracle/harness/subject.h"
#include "support/random_formula.h"
#include "support/random_model.h"
#include "support/rng.h"

namespace gnomon::test {
namespace {

constexpr std::uint64_t kLastTried = 4;

// p and q stand for formulas. The parameter is a lower end, the only end, or used both ways.
const std::vector<std::string>& ranged_shapes() {
  static const std::vector<std::string> kShapes{"EX[x] p",
                                                "AX[x] p",
                                                "AG[x,] p",
                                                "EF[x,4] p",
                                                "E(p U[x,] q)",
                                                "EF<=x p and EG<=x q",
                                                "AF<=x p -> AF<=x q",
                                                "CTL* E X[x] p",
                                                "CTL* A ((F[x,4] p) or G<=x q)",
                                                "CTL* E ((G F p) and F[x,] q)",
                                                "CTL* A (p U[x,4] q)",
                                                "CDL* E <p*>[x,4] q",
                                                "CTL*f E ((X[x] p) and G<=x q)"};
  return kShapes;
}

TEST(ParameterRanges, ListTheGoodValues) {
  std::size_t some = 0;
  std::size_t none = 0;
  for (std::uint64_t seed = 0; seed < 800; ++seed) {
    ModelOptions model_options;
    model_options.state_space = 16;
    model_options.fairness = 20;
    RandomModel model = random_model(46'000'000 + seed, model_options);
    Rng rng(seed);
    std::string formula;
    for (char c : ranged_shapes()[seed % ranged_shapes().size()]) {
      const bool letter = c == 'p' || c == 'q';
      formula += letter ? random_formula(rng, Fragment::Ctlk, model.vocabulary, {.size = 1, .knowledge = 0})
                        : std::string(1, c);
    }
    auto subject = Subject::load(model.draft.text());
    ASSERT_TRUE(subject);
    std::vector<bool> expected;
    for (std::uint64_t value = 0; value <= kLastTried; ++value) {
      const std::string text = std::regex_replace(formula, std::regex("\\bx\\b"), std::to_string(value));
      expected.push_back(subject->evaluator().verdict(subject->formula(text)));
    }
    api::RunOptions options;
    options.step_ranges = {{"x", 0, kLastTried}};
    api::Run run("random.ispl", model.draft.text(), options);
    const std::string message = formula + "\n" + model.draft.text();
    ASSERT_EQ(run.unused_step_ranges(), std::vector<std::string>{"x"});
    ASSERT_TRUE(run.add_formula(formula)) << message;
    ASSERT_TRUE(run.unused_step_ranges().empty());
    api::FormulaResult result = run.check(run.formulas().size());
    ASSERT_TRUE(result.values && result.values->range) << message;
    std::vector<bool> found(kLastTried + 1, false);
    for (const auto& [first, last] : result.values->good) {
      for (std::uint64_t value = first; value <= last; ++value) found.at(value) = true;
    }
    ASSERT_EQ(found, expected) << message;
    const bool any = !result.values->good.empty();
    EXPECT_EQ(result.verdict, any ? api::Verdict::True : api::Verdict::False) << message;
    run.explain(result);
    EXPECT_TRUE(result.witness.has_value() || !result.no_witness.empty());
    ++(any ? some : none);
  }
  EXPECT_GE(some, 40u);
  EXPECT_GE(none, 40u);
}

// Good values with bad ones between them: a ring of three states.
TEST(ParameterRanges, ListSeveralStretches) {
  api::RunOptions options;
  options.step_ranges = {{"x", 0, 7}};
  api::Run run("ring.ispl",
               "Agent A Vars: s : 0..2; end Vars Actions = {go}; Protocol: Other : {go}; end Protocol\n"
               "Evolution: s = s + 1 if s < 2; s = 0 if s = 2; end Evolution end Agent\n"
               "Evaluation first if A.s = 0; last if A.s = 2; end Evaluation InitStates A.s = 0; end InitStates\n"
               "Formulae AX[x] first; EX[x] !last; AG<=x !last or AF[x,] false; EX[x] (first and last); end Formulae\n",
               options);
  ASSERT_FALSE(run.has_errors());
  using Stretches = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  EXPECT_EQ(run.check(1).values->good, (Stretches{{0, 0}, {3, 3}, {6, 6}}));
  EXPECT_EQ(run.check(2).values->good, (Stretches{{0, 1}, {3, 4}, {6, 7}}));
  EXPECT_EQ(run.check(3).values->good, (Stretches{{0, 1}}));
  EXPECT_EQ(run.check(4).values->good, Stretches{});
}

// One value: the parameter is fixed, and others are looked for.
TEST(ParameterRanges, OneValueFixesAParameter) {
  logic::FormulaPool pool;
  const logic::Formula p = pool.atom("p");
  const logic::Symbol x = pool.intern("x");
  const logic::Symbol y = pool.intern("y");
  pool.limit_parameter({x, 3, 3});
  const logic::Interval up_to_y{0, logic::Interval::kOpen, {}, y};
  const logic::Formula inner = pool.make_bounded(logic::Op::EF, up_to_y, p);
  const logic::Formula f = pool.make_bounded(logic::Op::AX, {0, logic::Interval::kOpen, x, x}, inner);
  const auto at_least_five = [&](logic::Formula asked) {
    EXPECT_EQ(pool.interval(pool[asked]), logic::Interval::exactly(3));
    return pool.interval(pool[pool[asked].left]).last >= 5;
  };
  const engine::Outcome outcome = engine::outcome_with_parameters(pool, f, at_least_five);
  ASSERT_EQ(outcome.verdict, engine::Verdict::True);
  ASSERT_EQ(outcome.values->parameters.size(), 1u);
  EXPECT_EQ(outcome.values->points, (std::vector<std::vector<std::optional<std::uint64_t>>>{{5}}));
}

// Parameters of both directions below one quantifier: where there is no largest value, all are good if the other one is
// large enough for them.
TEST(ParameterRanges, BothDirectionsBelowOneQuantifier) {
  const std::string text =
      "Agent A Vars: s : 0..4; end Vars Actions = {stay, go}; Protocol: Other : {stay, go}; end Protocol\n"
      "Evolution: s = s + 1 if s < 4 and (s > 0 or Action = go); end Evolution end Agent\n"
      "Evaluation first if A.s = 0; last if A.s = 4; end Evaluation InitStates A.s = 0; end InitStates Formulae\n"
      "  LTL (F<=x (last and X last)) or (G<=y first);\n"
      "  CTL* E ((F<=x (last and X last)) and X X (!first and G<=y !last));\n"
      "end Formulae\n";
  api::Run run("both.ispl", text);
  ASSERT_FALSE(run.has_errors());
  const api::FormulaResult open = run.check(1);
  EXPECT_EQ(open.verdict, api::Verdict::True);
  EXPECT_EQ(open.values->stopped, "");
  ASSERT_EQ(open.values->points.size(), 1u);
  const std::size_t up = open.values->parameters.front().name == "x" ? 0 : 1;
  EXPECT_EQ(open.values->points.front()[up], 0u);  // y = 0 is true at once
  EXPECT_EQ(open.values->points.front()[1 - up], std::nullopt);
  const api::FormulaResult closed = run.check(2);
  EXPECT_EQ(closed.verdict, api::Verdict::True);
  EXPECT_EQ(closed.values->stopped, "");
  ASSERT_EQ(closed.values->points.size(), 1u);
  const std::size_t x = closed.values->parameters.front().name == "x" ? 0 : 1;
  EXPECT_EQ(closed.values->points.front()[x], 4u);
  EXPECT_EQ(closed.values->points.front()[1 - x], 2u);
}

// A judge that gives up after so many questions: the verdict stays known, and what was learned encloses the optimum.
TEST(ParameterRanges, AStoppedSearchKeepsWhatItKnows) {
  constexpr std::uint64_t kOptimum = 37;
  for (bool up : {true, false}) {
    bool closed = false;
    for (std::size_t allowed = 1; allowed < 16; ++allowed) {
      logic::FormulaPool pool;
      const logic::Interval up_to_x{0, logic::Interval::kOpen, {}, pool.intern("x")};
      const logic::Formula f = pool.make_bounded(up ? logic::Op::AF : logic::Op::AG, up_to_x, pool.atom("p"));
      std::size_t asked = 0;
      const engine::Outcome outcome = engine::outcome_with_parameters(pool, f, [&](logic::Formula g) {
        if (++asked > allowed) throw LimitReached(Limit::Size, "enough");
        const std::uint64_t bound = pool.interval(pool[g]).last;
        return up ? bound >= kOptimum : bound <= kOptimum;
      });
      ASSERT_EQ(outcome.verdict, engine::Verdict::True);
      const engine::StepValues& values = *outcome.values;
      if (values.stopped.empty()) {
        ASSERT_EQ(values.points.front().front(), kOptimum);
        continue;
      }
      EXPECT_EQ(values.stopped, "enough");
      EXPECT_TRUE(values.points.empty());
      EXPECT_LE(values.at_least.value_or(0), kOptimum) << up << " " << allowed;
      EXPECT_GE(values.at_most.value_or(kOptimum), kOptimum) << up << " " << allowed;
      closed = closed || (values.at_least && values.at_most && *values.at_most - *values.at_least < kOptimum);
    }
    EXPECT_TRUE(closed);
  }
}

}  // namespace
}  // namespace gnomon::test
