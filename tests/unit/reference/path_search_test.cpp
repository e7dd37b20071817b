// The search on the product against direct evaluation on single paths. What the search finds must satisfy the formula
// by the definition; whatever path satisfies it by the definition, the search must have found its first state.
#include "reference/path_search.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "base/budget.h"
#include "explicit/lasso.h"
#include "reference/evaluate.h"
#include "support/explicit_model.h"
#include "support/random_formula.h"
#include "support/random_model.h"

namespace gnomon::reference {
namespace {

using test::load;
using test::Loaded;

struct Case {
  std::string text;  // for messages
  logic::Formula quantifier;
  logic::Formula path;
  Horizon horizon = Horizon::Infinite;
  bool every = false;
};

// All quantifiers over proper path formulas below the model's formulas.
std::vector<Case> cases(const ispl::CheckedModel& model) {
  std::vector<Case> result;
  for (const auto& property : model.formulas) {
    for (logic::Formula f : model.pool.subformulas(property.property.formula)) {
      const logic::Node& node = model.pool[f];
      bool infinite = node.op == logic::Op::PathA || node.op == logic::Op::PathE;
      bool finite = node.op == logic::Op::PathAf || node.op == logic::Op::PathEf;
      if ((!infinite && !finite) || !model.pool[node.left].is_path) continue;
      bool every = node.op == logic::Op::PathA || node.op == logic::Op::PathAf;
      result.push_back({property.text, f, node.left, infinite ? Horizon::Infinite : Horizon::Finite, every});
    }
  }
  return result;
}

bool is_fair_path(const Arena& arena, const Lasso& lasso) {
  for (std::size_t i = 0; i < lasso.states.size(); ++i) {
    StateIndex next = i + 1 < lasso.states.size() ? lasso.states[i + 1] : lasso.states[lasso.loop];
    const auto& successors = arena.graph->successors(lasso.states[i]);
    if (!std::binary_search(successors.begin(), successors.end(), next) || !arena.region[lasso.states[i]]) return false;
  }
  return std::all_of(arena.fairness.begin(), arena.fairness.end(), [&](const Members& fair) {
    return std::any_of(lasso.states.begin() + static_cast<std::ptrdiff_t>(lasso.loop), lasso.states.end(),
                       [&](StateIndex s) { return fair[s]; });
  });
}

// All fair lassos from s with at most `length` states, up to a number of them.
std::vector<Lasso> short_lassos(const Arena& arena, StateIndex s, std::size_t length, std::size_t most) {
  std::vector<Lasso> found;
  std::vector<std::vector<StateIndex>> paths{{s}};
  for (std::size_t k = 0; k < paths.size() && found.size() < most && paths.size() < 20 * most; ++k) {
    std::vector<StateIndex> path = paths[k];
    for (StateIndex next : arena.graph->successors(path.back())) {
      if (!arena.region[next]) continue;
      for (std::size_t loop = 0; loop < path.size(); ++loop) {
        Lasso lasso{path, loop, 0};
        if (path[loop] == next && is_fair_path(arena, lasso)) found.push_back(std::move(lasso));
      }
      if (path.size() == length) continue;
      paths.push_back(path);
      paths.back().push_back(next);
    }
  }
  return found;
}

class PathsAgree : public testing::Test {
 protected:
  // Every case of a random model with random formulas; counts what it has compared.
  void run(std::uint64_t seed, test::Fragment fragment, TestReading tests = TestReading::OnTrace) {
    test::ModelOptions model_options;
    model_options.state_space = 20;
    model_options.max_agents = 2;
    test::RandomModel model = test::random_model(seed, model_options);
    test::Rng rng(seed * 7919 + static_cast<std::uint64_t>(fragment));
    test::FormulaOptions formula_options;
    for (int k = 0; k < 3; ++k) {
      formula_options.size = 3 + rng.below(7);
      model.draft.formulas.push_back(test::random_formula(rng, fragment, model.vocabulary, formula_options));
    }
    std::unique_ptr<Loaded> loaded = load(model.draft.text());
    ASSERT_TRUE(loaded);
    EvaluateOptions options;
    options.finite_tests = tests;
    options.paths = {20'000, 200'000, 3'000};
    Evaluator evaluator(loaded->graph, options);
    for (const Case& test_case : cases(loaded->model)) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ": " + test_case.text);
      try {
        compare(*loaded, evaluator, test_case, tests);
      } catch (const LimitReached&) {
        ++skipped_;
      }
      if (HasFailure()) {
        ADD_FAILURE() << model.draft.text();
        return;
      }
    }
  }

  bool holds(ArenaLabels& labels, const ispl::CheckedModel& model, const Case& c, const Lasso& lasso,
             TestReading tests) {
    explicit_state::StateTruth truth = [&](logic::Formula f, StateIndex s) -> bool { return labels.states(f)[s]; };
    auto by = [&](explicit_state::PathMethod method) {
      return c.horizon == Horizon::Infinite ? evaluate_on_lasso(model.pool, c.path, lasso, truth, method)
                                            : evaluate_on_trace(model.pool, c.path, lasso, tests, truth, method);
    };
    const std::vector<bool> defined = by(explicit_state::PathMethod::Matrices);
    EXPECT_EQ(by(explicit_state::PathMethod::Passes), defined) << "the two evaluations on one path differ";
    return defined[0];
  }

  void compare(Loaded& loaded, Evaluator& evaluator, const Case& c, TestReading tests) {
    ArenaLabels& labels = evaluator.labels(c.quantifier);
    const Arena& arena = labels.arena();
    const Members quantified = labels.states(c.quantifier);
    for (StateIndex s = 0; s < std::min<std::size_t>(loaded.graph.size(), 4); ++s) {
      if (!arena.region[s]) continue;
      std::unique_ptr<Lasso> witness = labels.find_path(c.path, s, c.horizon);
      EXPECT_TRUE(c.every || quantified[s] == (witness != nullptr));
      if (witness) {
        EXPECT_EQ(witness->states.at(0), s);
        EXPECT_TRUE(is_fair_path(arena, *witness));
        EXPECT_TRUE(holds(labels, loaded.model, c, *witness, tests)) << "a witness that is none";
        ++witnesses_;
      }
      for (Lasso& lasso : short_lassos(arena, s, 4, 40)) {
        std::size_t ends = c.horizon == Horizon::Infinite ? 1 : lasso.states.size() + 2;
        for (lasso.last = 0; lasso.last < ends; ++lasso.last) {
          bool here = holds(labels, loaded.model, c, lasso, tests);
          if (c.every) {
            EXPECT_TRUE(here || !quantified[s]) << "a path refutes A";
          }
          EXPECT_TRUE(!here || witness) << "a path that the search missed";
          ++lassos_;
        }
      }
    }
  }

  std::size_t witnesses_ = 0;
  std::size_t lassos_ = 0;
  std::size_t skipped_ = 0;
};

TEST_F(PathsAgree, Ltl) {
  for (std::uint64_t seed = 1; seed <= 60 && !HasFailure(); ++seed) run(seed, test::Fragment::Ltl);
  EXPECT_GT(witnesses_, 150u);
}

TEST_F(PathsAgree, CtlStar) {
  for (std::uint64_t seed = 1; seed <= 60 && !HasFailure(); ++seed) run(seed, test::Fragment::CtlStar);
  EXPECT_GT(witnesses_, 100u);
}

TEST_F(PathsAgree, Ldl) {
  for (std::uint64_t seed = 1; seed <= 150 && !HasFailure(); ++seed) run(seed, test::Fragment::Ldl);
  EXPECT_GT(witnesses_, 400u);
  EXPECT_LT(skipped_, 20u);
}

TEST_F(PathsAgree, CdlStar) {
  for (std::uint64_t seed = 1; seed <= 100 && !HasFailure(); ++seed) run(seed, test::Fragment::CdlStar);
  EXPECT_GT(witnesses_, 100u);
}

TEST_F(PathsAgree, FiniteTraces) {
  for (std::uint64_t seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    run(seed, test::Fragment::LdlFinite);
    run(seed, test::Fragment::CdlStarFinite);
    run(seed, test::Fragment::LtlFinite);
  }
  EXPECT_GT(witnesses_, 400u);
}

TEST_F(PathsAgree, FiniteTracesWithInfiniteTests) {
  for (std::uint64_t seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    run(seed, test::Fragment::LdlFinite, TestReading::BeyondTrace);
    run(seed, test::Fragment::CdlStarFinite, TestReading::BeyondTrace);
  }
  EXPECT_GT(witnesses_, 200u);
}

TEST(PathSearch, DeepFormulas) {
  auto m = load(
      "Agent A Vars: x : 0 .. 1; end Vars Actions = {a}; Evolution: x = 1 - x if Action = a; end Evolution "
      "end Agent Evaluation p if A.x = 1; end Evaluation InitStates A.x = 0; end InitStates "
      "Formulae p; end Formulae");
  logic::FormulaPool& pool = m->model.pool;
  logic::Formula f = pool.atom("p");
  for (int k = 0; k < 2001; ++k) f = pool.make(logic::Op::X, f);
  EXPECT_TRUE(Evaluator(m->graph).verdict(pool.make(logic::Op::PathA, f)));
  f = pool.atom("p");
  for (int k = 0; k < 100'000; ++k) f = pool.make(logic::Op::Not, f);
  EXPECT_FALSE(Evaluator(m->graph).verdict(pool.make(logic::Op::PathE, pool.make(logic::Op::G, f))));
}

TEST(PathSearch, IsLimited) {
  auto m = load(
      "Agent A Vars: x : 0 .. 3; end Vars Actions = {a, b}; Evolution: x = 0 if Action = a; x = 1 if Action = "
      "a; x = 2 if Action = b; end Evolution end Agent Evaluation p if A.x = 1; q if A.x = 2; end Evaluation "
      "InitStates A.x = 0; end InitStates Formulae LTL (G F p) -> (G F q); end Formulae");
  EvaluateOptions tight;
  tight.paths.nodes = 3;
  EXPECT_THROW(Evaluator(m->graph, tight).verdict(m->model.formulas[0].property.formula), LimitReached);
  tight = {};
  tight.paths.edges = 3;
  EXPECT_THROW(Evaluator(m->graph, tight).verdict(m->model.formulas[0].property.formula), LimitReached);
}

}  // namespace
}  // namespace gnomon::reference
