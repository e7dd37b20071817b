// Invariants: the search decides every one of a small model, by a counterexample or by induction, and induction proves
// none that is false.
#include "sat/induction.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "check/frame.h"
#include "check/labelling.h"
#include "oracle/harness/families.h"
#include "sat/goals.h"
#include "sat/model.h"
#include "sat/search.h"
#include "support/every_state.h"

namespace gnomon::test {
namespace {

Family invariants() {
  Family family;
  family.name = "Invariants";
  family.state_space = 24;
  family.fairness = 30;
  family.formulas = 0;
  return family;
}

TEST(SatInduction, DecidesInvariantsOfSmallModels) {
  constexpr std::uint64_t kSeeds = 300;
  std::size_t proved = 0;
  std::size_t proved_late = 0;
  std::size_t refuted = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::string errors;
    ModelDraft draft = random_case(invariants(), 8'000'000 + seed);
    draft.formulas = {"true"};
    std::unique_ptr<Subject> subject = Subject::load(draft.text(), &errors);
    ASSERT_NE(subject, nullptr) << errors;
    logic::FormulaPool& pool = subject->model().pool;
    model::SymbolicModel model(subject->model());
    std::vector<logic::Formula> fairness;
    for (const ispl::Formula& f : subject->model().fairness) fairness.push_back(f.property.formula);
    for (const std::string& text : boolean_candidates(subject->model())) {
      logic::Formula p = subject->formula(text);
      logic::Formula always = pool.make(logic::Op::AG, p);
      if (!sat::Search::unsupported(pool, always, fairness, false).empty()) break;
      // Induction knows no fairness: it proves what holds in all reachable states.
      check::Frame whole(model);
      bool everywhere = check::Labelling(whole, pool, nullptr).holds_initially(always);
      bool holds = subject->evaluator().verdict(always);
      sat::Search search(model, pool, always, fairness, {});
      std::optional<sat::Answer> answer;
      while (!answer && search.bound() <= 30) answer = search.advance();
      if (answer) {
        ASSERT_EQ(answer->holds, holds) << text << "\n" << draft.text();
      }
      ASSERT_TRUE(answer.has_value() || (holds && !everywhere)) << text << "\n" << draft.text();
      if (answer && answer->holds && answer->by_induction) ++proved;
      if (answer && answer->holds && answer->depth > 0) ++proved_late;
      if (answer && !answer->holds) ++refuted;
    }
  }
  EXPECT_GE(proved, 100u);
  EXPECT_GE(proved_late, 10u);
  EXPECT_GE(refuted, 100u);
}

TEST(SatInduction, ProvesNothingFalse) {
  constexpr std::uint64_t kSeeds = 60;
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    ModelDraft draft = random_case(invariants(), 9'000'000 + seed);
    draft.fairness.clear();
    draft.formulas = {"true"};
    std::unique_ptr<Subject> subject = Subject::load(draft.text());
    ASSERT_NE(subject, nullptr);
    logic::FormulaPool& pool = subject->model().pool;
    model::SymbolicModel model(subject->model());
    sat::Model clauses(model);
    for (const std::string& text : boolean_candidates(subject->model())) {
      logic::Formula p = subject->formula(text);
      if (subject->evaluator().verdict(pool.make(logic::Op::AG, p))) continue;
      ++tried;
      sat::Goals goals(model, pool, {}, {});
      sat::Goal holds = goals.demand(p, true);
      sat::Goal fails = goals.demand(p, false);
      sat::Induction induction(clauses, goals, holds, fails, true, nullptr);
      for (int k = 0; k < 12; ++k) ASSERT_FALSE(induction.advance()) << text << "\n" << draft.text();
    }
  }
  EXPECT_GE(tried, 100u);
}

// 0 stays; 2 and 3 alternate, unreachable, until they leave for 4 and 5, where the invariant fails.
const char* const kTrap = R"(
Agent Only
  Vars:
    x : 0 .. 5;
  end Vars
  Actions = {go, leave};
  Protocol:
    Other : {go, leave};
  end Protocol
  Evolution:
    x = 3 if x = 2;
    x = 2 if x = 3 and Action = go;
    x = 4 if x = 3 and Action = leave;
    x = 5 if x = 4;
  end Evolution
end Agent
Evaluation
  safe if Only.x < 4;
end Evaluation
InitStates
  Only.x = 0;
end InitStates
Formulae
  AG safe;
end Formulae
)";

TEST(SatInduction, NeedsDistinctStatesAndTheHypothesis) {
  std::unique_ptr<Subject> subject = Subject::load(kTrap);
  ASSERT_NE(subject, nullptr);
  logic::FormulaPool& pool = subject->model().pool;
  model::SymbolicModel model(subject->model());
  sat::Model clauses(model);
  sat::Goals goals(model, pool, {}, {});
  sat::Goal holds = goals.demand(pool.atom("safe"), true);
  sat::Goal fails = goals.demand(pool.atom("safe"), false);
  for (bool check_base : {false, true}) {
    // 3, 4 and 2, 3, 4 lead out of the invariant; with a third safe state only a repeated one would.
    sat::Induction induction(clauses, goals, holds, fails, check_base, nullptr);
    EXPECT_FALSE(induction.advance());
    EXPECT_FALSE(induction.advance());
    EXPECT_TRUE(induction.advance());
  }
}

}  // namespace
}  // namespace gnomon::test
