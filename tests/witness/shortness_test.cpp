// Finite paths are as short as any: their lengths are the distances in the explicit graph.
#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>

#include "support/random_model.h"
#include "witness/case.h"

namespace gnomon::test {
namespace {

TEST(Shortness, FinitePathsAreShortest) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    ModelOptions options;
    options.fairness = 0;
    RandomModel model = random_model(seed, options);
    for (const std::string& name : model.vocabulary.propositions) {
      model.draft.formulas.push_back("EF " + name);
      model.draft.formulas.push_back("AG " + name);
    }
    std::unique_ptr<Subject> subject = Subject::load(model.draft.text());
    ASSERT_TRUE(subject);
    SymbolicRun run(*subject);
    for (const ispl::Formula& formula : subject->model().formulas) {
      logic::Formula f = formula.property.formula;
      const logic::Node& node = subject->model().pool[f];
      bool holds = run.verdict(f);
      witness::Explanation explanation = witness::explain(run.labelling(f), f, holds);
      if (holds != (node.op == logic::Op::EF) || !explanation.witness) continue;
      std::size_t distance = std::numeric_limits<std::size_t>::max();
      const Members& target = subject->evaluator().states(node.left);
      for (explicit_state::StateIndex s = 0; s < target.size(); ++s) {
        if (target[s] == holds) distance = std::min(distance, subject->graph().depth(s));
      }
      EXPECT_EQ(explanation.witness->paths.front().states.size(), distance + 1) << formula.text << ", seed " << seed;
      ++compared;
    }
  }
  EXPECT_GE(compared, 200u);
}

}  // namespace
}  // namespace gnomon::test
