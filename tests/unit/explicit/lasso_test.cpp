#include "explicit/lasso.h"

#include <gtest/gtest.h>

#include "support/explicit_model.h"

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

}  // namespace
}  // namespace gnomon::explicit_state
