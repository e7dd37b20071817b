// Labels of formulas: operators on a model whose answers can be read off, remembered labels, verdicts by shape, and
// formulas nested far deeper than the stack.
#include "check/labelling.h"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include "small_models.h"

namespace gnomon::check {
namespace {

using test::chain_model;
using test::Checked;
using test::counter_model;

TEST(Labelling, TemporalOperators) {
  Checked run(chain_model());
  EXPECT_EQ(run.where("EX x1"), "0");
  EXPECT_EQ(run.where("AX x2"), "1 3");
  EXPECT_EQ(run.where("EF x2"), "0 1 2");
  EXPECT_EQ(run.where("AF x2"), "1 2 3");
  EXPECT_EQ(run.where("EG true"), "0");
  EXPECT_EQ(run.where("EG x0"), "0");
  EXPECT_EQ(run.where("AG !x0"), "1 2 3");
  EXPECT_EQ(run.where("E((x0 or x1) U x2)"), "0 1 2");
  EXPECT_EQ(run.where("A(x1 U x2)"), "1 2");
  EXPECT_EQ(run.where("CTL* E(F x3)"), "");
  EXPECT_EQ(run.where("CTL* A(F x3)"), "1 2 3");
  EXPECT_EQ(run.where("LTL G x0"), "0 1 2 3");
}

TEST(Labelling, BooleanOperators) {
  Checked run(chain_model());
  EXPECT_EQ(run.where("x1 or x2"), "1 2");
  EXPECT_EQ(run.where("x1 and x2"), "");
  EXPECT_EQ(run.where("x1 -> x2"), "0 2 3");
  EXPECT_EQ(run.where("x1 <-> x2"), "0 3");
  EXPECT_EQ(run.where("!x1"), "0 2 3");
  EXPECT_EQ(run.where("true"), "0 1 2 3");
  EXPECT_EQ(run.where("false"), "");
}

TEST(Labelling, EmptyGroup) {
  Checked run(chain_model());
  EXPECT_EQ(run.where("GK(none, x1)"), "0 1 2 3");
  EXPECT_EQ(run.where("GCK(none, x1)"), "1");
  EXPECT_EQ(run.where("DK(none, x1)"), "");
  EXPECT_EQ(run.where("DK(none, x0 or !x0)"), "0 1 2 3");
  EXPECT_EQ(run.where("<none>X (x0 or x1)"), "0");
  EXPECT_EQ(run.where("<g>X x0"), "0");
  EXPECT_EQ(run.where("<g>F x3"), "0 1 2 3");
  EXPECT_EQ(run.where("<none>F x3"), "1 2 3");
}

TEST(Labelling, LabelsAreRemembered) {
  Checked run(chain_model());
  Frame frame(run.symbolic().model());
  Labelling labelling(frame, run.subject().model().pool, nullptr);
  logic::Formula inner = run.subject().formula("EF x2");
  logic::Formula outer = run.subject().formula("AG EF x2");
  EXPECT_FALSE(labelling.known(inner));
  StateSet set = labelling.states(outer);
  EXPECT_TRUE(labelling.known(inner));
  EXPECT_TRUE(labelling.known(outer));
  EXPECT_EQ(labelling.states(outer), set);
}

TEST(Labelling, HoldsInitially) {
  Checked run(chain_model());
  auto verdict = [&](const char* text) {
    logic::Formula f = run.subject().formula(text);
    bool by_shape = run.symbolic().verdict(f);
    EXPECT_EQ(by_shape, run.symbolic().model().initial().subset_of(run.symbolic().states(f))) << text;
    return by_shape;
  };
  EXPECT_TRUE(verdict("AG (x0 or x1 or x2 or x3)"));
  EXPECT_FALSE(verdict("AG !x3"));
  EXPECT_TRUE(verdict("x0 and AG (x1 -> AX x2) and EF x3"));
  EXPECT_FALSE(verdict("x0 and AG (x1 -> AX x2) and AG !x3"));
  EXPECT_FALSE(verdict("x1 and AG true"));
  EXPECT_TRUE(verdict("AG AG (x2 -> !EG true)"));
}

// No initial state in R: everything is true.
TEST(Labelling, NoInitialStateInTheFrame) {
  Checked run(counter_model(1, "    x = 1 if x = 0;", "Fairness\n  x0;\nend Fairness\n"));
  EXPECT_EQ(run.where("true"), "");
  EXPECT_TRUE(run.symbolic().verdict(run.subject().formula("false")));
  EXPECT_TRUE(run.symbolic().verdict(run.subject().formula("AG false")));
}

// In the chain the only infinite path stays in 0; A holds where none starts.
TEST(Labelling, DeeplyNestedPathQuantifiers) {
  constexpr int kDepth = 8000;
  for (std::string_view opening : {"E (X (", "E (<true> (", "A (x3 or X ("}) {
    std::string text = "CTL* ";
    for (int i = 0; i < kDepth; ++i) text += opening;
    text += "x0";
    for (int i = 0; i < kDepth; ++i) text += "))";
    Checked run(chain_model());
    EXPECT_EQ(run.where(text), opening[0] == 'E' ? "0" : "0 1 2 3") << opening;
  }
}

TEST(Labelling, DeepFormulas) {
  Checked run(chain_model());
  logic::FormulaPool& pool = run.subject().model().pool;
  logic::Formula f = run.subject().formula("x1");
  logic::Formula path = f;
  for (int k = 0; k < 100'000; ++k) f = pool.make(k % 2 == 0 ? logic::Op::EX : logic::Op::Not, f);
  for (int k = 0; k < 100'000; ++k) path = pool.make(logic::Op::And, pool.make(logic::Op::EF, path), path);
  EXPECT_FALSE(run.symbolic().states(pool.make(logic::Op::Or, f, pool.make(logic::Op::Not, f))).empty());
  EXPECT_EQ(run.values(run.symbolic().states(path)), "1");
}

}  // namespace
}  // namespace gnomon::check
