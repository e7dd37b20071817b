// The generators of random models and formulas are themselves worth testing: what they write must load, must be varied,
// and must not change from run to run.
#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "reference/evaluate.h"
#include "support/explicit_model.h"
#include "support/random_formula.h"
#include "support/random_model.h"

namespace gnomon::test {
namespace {

using reference::Evaluator;

TEST(RandomModel, LoadsAndStaysSmall) {
  std::size_t most = 0;
  std::size_t varied = 0;
  std::size_t deadlocked = 0;
  std::size_t unfair = 0;
  std::set<std::string> features;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    std::string text = random_model(seed).draft.text();
    auto loaded = load(text);
    ASSERT_TRUE(loaded) << "seed " << seed;
    most = std::max(most, loaded->graph.size());
    varied += loaded->graph.size() > 4 ? 1 : 0;
    deadlocked += loaded->graph.deadlock_count() > 0 ? 1 : 0;
    const auto region = Evaluator(loaded->graph).region();
    unfair += std::count(region.begin(), region.end(), false) > 0 ? 1 : 0;
    for (const char* feature : {"Obsvars", "Lobsvars", "RedStates", "Fairness", "SingleAssignment", " / ", "= {}",
                                " ^ ", "Other", "boolean", "{v0", ": -"}) {
      if (text.find(feature) != std::string::npos) features.insert(feature);
    }
  }
  EXPECT_LE(most, 500u);
  EXPECT_GT(varied, 150u);
  EXPECT_GT(deadlocked, 20u);
  EXPECT_GT(unfair, 15u);
  EXPECT_EQ(features.size(), 12u);
}

TEST(RandomModel, DependsOnTheSeedOnly) {
  EXPECT_EQ(random_model(5).draft.text(), random_model(5).draft.text());
  EXPECT_NE(random_model(5).draft.text(), random_model(6).draft.text());
}

TEST(RandomFormula, EveryFragmentLoads) {
  using enum Fragment;
  for (Fragment fragment :
       {Ctlk, Atlk, Ltl, CtlStar, Ldl, CdlStar, LtlFinite, CtlStarFinite, LdlFinite, CdlStarFinite}) {
    RandomModel model = random_model(11);
    Rng rng(static_cast<std::uint64_t>(fragment) + 1);
    for (std::size_t k = 0; k < 150; ++k) {
      FormulaOptions options;
      options.size = 1 + k % 15;
      model.draft.formulas.push_back(random_formula(rng, fragment, model.vocabulary, options));
    }
    auto loaded = load(model.draft.text());
    ASSERT_TRUE(loaded);
    EXPECT_EQ(loaded->model.formulas.size(), 150u);
    for (const auto& formula : loaded->model.formulas) {
      EXPECT_FALSE(loaded->model.pool[formula.property.formula].is_path) << formula.text;
    }
  }
}

TEST(Shrink, KeepsWhatTheFailureNeeds) {
  RandomModel model = random_model(3);
  model.draft.formulas = {"AG p", "EF q", "K(Ag1, p)"};
  std::size_t calls = 0;
  auto fails = [&](const ModelDraft& draft) {
    ++calls;
    return try_load(draft.text()) && std::count(draft.formulas.begin(), draft.formulas.end(), "EF q") == 1;
  };
  ASSERT_TRUE(fails(model.draft));
  ModelDraft small = shrink(model.draft, fails);
  EXPECT_TRUE(fails(small));
  EXPECT_EQ(small.formulas, std::vector<std::string>{"EF q"});
  EXPECT_EQ(small.evaluation.size(), 1u);
  EXPECT_TRUE(small.groups.empty());
  EXPECT_LT(small.text().size(), model.draft.text().size() / 2);
  calls = 0;
  shrink(model.draft, fails, 3);
  EXPECT_LE(calls, 3u);
}

}  // namespace
}  // namespace gnomon::test
