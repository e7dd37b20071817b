#include "explicit/lasso.h"

#include <gtest/gtest.h>

#include "base/budget.h"
#include "support/explicit_model.h"
#include "support/random_formula.h"
#include "support/seeds.h"

namespace gnomon::explicit_state {
namespace {

using test::formula;
using test::load;
using test::Loaded;

// Paths over the letters 0 to 3: letter k satisfies p iff bit 0 is set and q iff bit 1 is.
class OnLasso : public testing::Test {
 protected:
  static constexpr const char* kText =
      "Agent A Vars: x : 0 .. 3; end Vars Actions = {a}; end Agent "
      "Evaluation p if A.x = 1 or A.x = 3; q if A.x >= 2; end Evaluation "
      "InitStates A.x >= 0; end InitStates Formulae p; end Formulae";

  // The path formula of "LTL text".
  logic::Formula path(const std::string& text) {
    logic::Formula f = formula(*m_, "LDL " + text);
    return m_->model.pool[f].left;
  }

  StateTruth truth() {
    return [this](logic::Formula f, StateIndex letter) {
      const logic::Node& node = m_->model.pool[f];
      if (node.op == logic::Op::True || node.op == logic::Op::False) return node.op == logic::Op::True;
      if (node.op == logic::Op::Not) return !truth()(node.left, letter);
      if (!node.right.is_none()) {
        const bool left = truth()(node.left, letter);
        const bool right = truth()(node.right, letter);
        return node.op == logic::Op::And       ? left && right
               : node.op == logic::Op::Or      ? left || right
               : node.op == logic::Op::Implies ? !left || right
                                               : left == right;
      }
      bool wants_p = m_->model.pool.text(node.name) == "p";
      return (letter & (wants_p ? 1u : 2u)) != 0;
    };
  }

  bool holds(const std::string& text, std::vector<StateIndex> states, std::size_t loop) {
    return evaluate_on_lasso(m_->model.pool, path(text), {std::move(states), loop, 0}, truth())[0];
  }

  bool holds_on_trace(const std::string& text, std::vector<StateIndex> states, std::size_t last,
                      TestReading tests = TestReading::OnTrace) {
    std::size_t loop = states.size() - 1;
    return evaluate_on_trace(m_->model.pool, path(text), {std::move(states), loop, last}, tests, truth())[0];
  }

  std::unique_ptr<Loaded> m_ = load(kText);
};

TEST_F(OnLasso, LinearTime) {
  EXPECT_TRUE(holds("X p", {0, 1}, 1));
  EXPECT_FALSE(holds("X p", {1, 0}, 1));
  EXPECT_TRUE(holds("X p", {1}, 0));
  EXPECT_TRUE(holds("F q", {0, 1, 2, 0}, 3));
  EXPECT_FALSE(holds("G F q", {0, 1, 2, 0}, 3));
  EXPECT_TRUE(holds("G F q", {0, 1, 2, 0}, 1));
  EXPECT_TRUE(holds("p U q", {1, 1, 2, 0}, 3));
  EXPECT_FALSE(holds("p U q", {1, 0, 2, 0}, 3));
  EXPECT_FALSE(holds("p U q", {1}, 0));
  EXPECT_TRUE(holds("p W q", {1}, 0));
  EXPECT_TRUE(holds("p R q", {2}, 0));
  EXPECT_TRUE(holds("p R q", {2, 3, 0}, 2));
  EXPECT_FALSE(holds("p R q", {2, 1, 0}, 2));
}

TEST_F(OnLasso, Modalities) {
  EXPECT_TRUE(holds("<p;p>q", {1, 1, 2}, 2));
  EXPECT_FALSE(holds("<p;p>q", {1, 0, 2}, 2));
  EXPECT_TRUE(holds("[p;p]q", {1, 0, 0}, 2)) << "nothing matches";
  EXPECT_TRUE(holds("<(true;true)*>q", {0, 0, 2, 0}, 3));
  EXPECT_FALSE(holds("<(true;true)*>q", {0, 2, 0}, 2));
  EXPECT_TRUE(holds("<(true;true)*>q", {0, 0, 2}, 0)) << "the loop of odd length changes the parity";
  EXPECT_TRUE(holds("[(true;true)*]p", {1, 0}, 0));
  EXPECT_FALSE(holds("[true*]p", {1, 0}, 0));
}

TEST_F(OnLasso, Tests) {
  EXPECT_FALSE(holds("[p? + (p?;q?)]q", {1}, 0));
  EXPECT_FALSE(holds("[(q?)*]q", {1}, 0)) << "no iteration at all";
  EXPECT_TRUE(holds("<((q?)*)*>p", {1}, 0));
  EXPECT_TRUE(holds("<((<true*>q)?;true)*>q", {0, 0, 2, 0}, 3));
  EXPECT_FALSE(holds("<(<true*>q)?;true;true;true>true", {0, 0, 0}, 2));
  EXPECT_TRUE(holds("[(<true*>q)?]false", {0}, 0));
}

TEST_F(OnLasso, FiniteTraces) {
  EXPECT_TRUE(holds_on_trace("[true]false", {0, 1}, 0));
  EXPECT_FALSE(holds_on_trace("[true]false", {0, 1}, 1));
  EXPECT_TRUE(holds_on_trace("X p", {0, 1}, 1));
  EXPECT_FALSE(holds_on_trace("X p", {0, 1}, 0));
  EXPECT_TRUE(holds_on_trace("<true*>[true]false", {0, 1}, 5)) << "Last beyond the list";
  EXPECT_TRUE(holds_on_trace("G p", {1, 1, 0}, 1));
  EXPECT_FALSE(holds_on_trace("G p", {1, 1, 0}, 2));
}

TEST_F(OnLasso, TestsMayLookBeyondTheTrace) {
  EXPECT_FALSE(holds_on_trace("<(X p)?>true", {0, 1}, 0));
  EXPECT_TRUE(holds_on_trace("<(X p)?>true", {0, 1}, 0, TestReading::BeyondTrace));
  EXPECT_FALSE(holds_on_trace("<(X p)?>X true", {0, 1}, 0, TestReading::BeyondTrace)) << "only tests do";
  EXPECT_TRUE(holds_on_trace("[(<(X p)?>G p)?]false", {1, 1, 0}, 1, TestReading::BeyondTrace));
}

// Both evaluations, on random formulas with bounds and counts and on random lassos and traces.
TEST_F(OnLasso, TheEvaluationForLongPathsAgreesWithTheDefinition) {
  const test::Vocabulary vocabulary{{"p", "q"}, {}, {}};
  test::FormulaOptions options;
  options.knowledge = 0;
  options.deontic = false;
  options.bounds = 40;
  std::size_t compared = 0;
  std::size_t some_true = 0;
  for (std::uint64_t seed = 1; seed <= test::seeds(1500); ++seed) {
    test::Rng rng(seed);
    options.size = 2 + rng.below(8);
    const std::string text = test::random_formula(rng, test::Fragment::Ldl, vocabulary, options);
    const logic::Formula f = m_->model.pool[formula(*m_, text)].left;
    if (f.is_none() || !m_->model.pool[f].is_path) continue;
    for (int k = 0; k < 4; ++k) {
      Lasso lasso;
      const std::size_t size = 1 + rng.below(9);
      for (std::size_t i = 0; i < size; ++i) lasso.states.push_back(static_cast<StateIndex>(rng.below(4)));
      lasso.loop = rng.below(size);
      lasso.last = rng.below(size + 4);
      SCOPED_TRACE("seed " + std::to_string(seed) + ": " + text);
      try {
        const std::vector<bool> defined = evaluate_on_lasso(m_->model.pool, f, lasso, truth(), PathMethod::Matrices);
        EXPECT_EQ(evaluate_on_lasso(m_->model.pool, f, lasso, truth(), PathMethod::Passes), defined);
        for (TestReading tests : {TestReading::OnTrace, TestReading::BeyondTrace}) {
          EXPECT_EQ(evaluate_on_trace(m_->model.pool, f, lasso, tests, truth(), PathMethod::Passes),
                    evaluate_on_trace(m_->model.pool, f, lasso, tests, truth(), PathMethod::Matrices));
        }
        ++compared;
        some_true += defined[0] ? 1 : 0;
      } catch (const LimitReached&) {
        continue;  // a bounded match that is too long for matrices
      }
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(compared, test::seeds(1500));
  EXPECT_GT(some_true, compared / 10);
  EXPECT_LT(some_true, compared - compared / 10);
}

// A path of a hundred thousand positions: p, then q at the very end.
TEST_F(OnLasso, LongPaths) {
  std::vector<StateIndex> states(100'000, 1);
  states.push_back(2);
  const std::size_t loop = states.size() - 1;
  EXPECT_TRUE(holds("G<=99999 p", states, loop));
  EXPECT_FALSE(holds("G<=100000 p", states, loop));
  EXPECT_TRUE(holds("p U[100000] q", states, loop));
  EXPECT_FALSE(holds("p U[99999] q", states, loop));
  EXPECT_TRUE(holds("X[4611686018427387904] q", states, loop));
  EXPECT_TRUE(holds("<(p;p)*>[5,] q", states, loop));
  EXPECT_FALSE(holds("<p;(p;p)*>q", states, loop));
  EXPECT_TRUE(holds("<p{100000}>q", states, loop));
  EXPECT_THROW(holds("<(p;p){50000}>q", states, loop), LimitReached) << "too much work";
  EXPECT_TRUE(holds_on_trace("<p*>(q and [true]false)", states, 100'000));
}

}  // namespace
}  // namespace gnomon::explicit_state
