// Finite paths are as short as any: their lengths are the distances in the explicit graph. Lassos of path formulas, too: all
// shorter ones are tried.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "explicit/lasso.h"
#include "support/random_formula.h"
#include "support/random_model.h"
#include "support/rng.h"
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
    EnumeratedRun list(*subject);
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
      const witness::Explanation of_list = witness::explain(list.labelling(f), f, holds);
      ASSERT_TRUE(of_list.witness) << formula.text << ", seed " << seed;
      EXPECT_EQ(of_list.witness->paths.front().states.size(), distance + 1) << formula.text << ", seed " << seed;
      ++compared;
    }
  }
  EXPECT_GE(compared, 200u);
}

// All lassos from a state with at most so many states, until one is good; gives up after some work.
class LassoEnumeration {
 public:
  using Good = std::function<bool(const explicit_state::Lasso&)>;
  LassoEnumeration(const reference::Arena& arena, std::size_t most, std::size_t most_work, Good good)
      : arena_(arena), most_(most), most_work_(most_work), good_(std::move(good)) {}

  bool some_is_good(explicit_state::StateIndex start) {
    path_ = {start};
    return extend();
  }
  bool gave_up() const { return work_ > most_work_; }

 private:
  bool extend() {
    if (++work_ > most_work_) return false;
    const std::size_t last = path_.back();
    for (explicit_state::StateIndex next : arena_.graph->successors(static_cast<explicit_state::StateIndex>(last))) {
      if (!arena_.region[next]) continue;
      for (std::size_t i = 0; i < path_.size(); ++i) {
        if (path_[i] == next && good_({path_, i, {}})) return true;
      }
      if (path_.size() == most_) continue;
      path_.push_back(next);
      const bool found = extend();
      path_.pop_back();
      if (found) return true;
    }
    return false;
  }

  const reference::Arena& arena_;
  std::size_t most_;
  std::size_t most_work_;
  Good good_;
  std::vector<explicit_state::StateIndex> path_;
  std::size_t work_ = 0;
};

// The lassos of path formulas, under fairness, too: no shorter one from an initial state would do.
void expect_shortest_lassos(Fragment fragment, std::uint64_t seeds, std::size_t most_work) {
  std::size_t compared = 0;
  std::size_t long_ones = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    ModelOptions options;
    options.fairness = 30;
    options.state_space = 16;
    RandomModel model = random_model(48'000'000 + seed, options);
    Rng rng(seed);
    for (int k = 0; k < 4; ++k) {
      model.draft.formulas.push_back(
          random_formula(rng, fragment, model.vocabulary, {.size = 2 + rng.below(4), .knowledge = 0}));
    }
    std::unique_ptr<Subject> subject = Subject::load(model.draft.text());
    ASSERT_TRUE(subject);
    SymbolicRun run(*subject);
    const logic::FormulaPool& pool = subject->model().pool;
    for (const ispl::Formula& formula : subject->model().formulas) {
      const logic::Formula f = formula.property.formula;
      if (pool[f].op != logic::Op::PathA || run.verdict(f)) continue;
      const witness::Explanation explanation = witness::explain(run.labelling(f), f, false);
      if (!explanation.witness || explanation.witness->paths.empty()) continue;
      const explicit_state::WitnessPath& path = explanation.witness->paths.front();
      if (!path.loop || path.formula != f || path.states.size() < 2) continue;
      reference::ArenaLabels& labels = subject->evaluator().labels(f);
      const auto truth = [&](logic::Formula g, explicit_state::StateIndex s) { return bool{labels.states(g)[s]}; };
      LassoEnumeration shorter(labels.arena(), path.states.size() - 1, most_work,
                               [&](const explicit_state::Lasso& lasso) {
                                 for (const Members& constraint : labels.arena().fairness) {
                                   bool visited = false;
                                   for (std::size_t i = lasso.loop; i < lasso.states.size(); ++i)
                                     visited = visited || constraint[lasso.states[i]];
                                   if (!visited) return false;
                                 }
                                 return !explicit_state::evaluate_on_lasso(pool, pool[f].left, lasso, truth).front();
                               });
      for (explicit_state::StateIndex start : subject->graph().initial()) {
        if (!labels.arena().region[start] || labels.states(f)[start]) continue;
        EXPECT_FALSE(shorter.some_is_good(start)) << formula.text << ", " << path.states.size() << " states\n"
                                                  << model.draft.text();
      }
      if (shorter.gave_up()) continue;
      ++compared;
      long_ones += path.states.size() > 2 ? 1 : 0;
    }
  }
  EXPECT_GE(compared, 100u);
  EXPECT_GE(long_ones, 15u);
}

TEST(Shortness, LassosOfPathFormulasAreShortest) {
  expect_shortest_lassos(Fragment::Ltl, 1000, 20'000);
}

TEST(Shortness, LassosOfPathExpressionsAreShortest) {
  expect_shortest_lassos(Fragment::Ldl, 600, 800);
}

}  // namespace
}  // namespace gnomon::test
