// Verdicts about given states: the states on paths that begin there, and searches that end when they have met them.
#include "check/cone.h"

#include <gtest/gtest.h>

#include "check/product.h"
#include "check/temporal.h"
#include "small_models.h"

namespace gnomon::check {
namespace {

using test::Checked;
using test::counter_model;

// 0 -> 1 -> 2 -> 3 -> 0, 0 -> 4, 4 -> 5 -> 6 -> 7 -> 4, and 1 -> 1.
std::string two_rings(const std::string& initial = "Ag.x = 0") {
  return counter_model(7,
                       "    x = 4 if x = 0 and Action = b;\n    x = 1 if x = 0 and Action = a;\n"
                       "    x = 2 if x = 1 and Action = b;\n    x = 3 if x = 2;\n    x = 0 if x = 3;\n"
                       "    x = 5 if x = 4;\n    x = 6 if x = 5;\n    x = 7 if x = 6;\n    x = 4 if x = 7;",
                       "", initial);
}

TEST(Cone, HasTheStatesOnPathsInside) {
  Checked run(two_rings());
  const Frame frame(run.symbolic().model());
  ConesOf<Frame> cones(frame);
  const auto met = [&](const std::string& from, const std::string& through) {
    return run.values(cones.met(run.states(from), run.states(through)));
  };
  EXPECT_EQ(met("x0", "x0 or x1 or x5"), "0 1");
  EXPECT_EQ(met("x0 or x5", "x1 or x5 or x7"), "5");
  EXPECT_EQ(met("x2", "x0 or x4"), "");
  EXPECT_EQ(cones.narrowed(), 3U);
  EXPECT_EQ(met("x0", "x0 or x4 or x5"), "0 4 5");  // nothing is left out
  EXPECT_EQ(met("x4", "!x0"), "1 2 3 4 5 6 7");     // most states are not looked for
  EXPECT_EQ(cones.narrowed(), 3U);
}

// The automaton goes from 0 to 1 in x0, stays there in x2, x4 and x5, and goes to 2 in x6; from there it goes on anywhere.
TEST(Cone, OfAProduct) {
  Checked run(two_rings());
  const Frame frame(run.symbolic().model());
  ConesOf<Frame> cones(frame);
  const StateSet x0 = run.states("x0"), all = run.states("true"), stay = run.states("x2 or x4 or x5");
  const Product product(frame, 3, {{0, 1, x0, 0}, {1, 1, stay, 0}, {1, 2, run.states("x6"), 0}, {2, 2, all, 0}});
  const std::optional<ProductSet> met = cones.met(product, 0, x0, {false, false, true});
  ASSERT_TRUE(met);
  EXPECT_EQ(run.values((*met)[0]), "0");
  EXPECT_EQ(run.values((*met)[1]), "1 4 5 6");
  EXPECT_EQ(run.values((*met)[2]), "7");  // where paths are not followed on
  EXPECT_FALSE(cones.met(product, 0, x0, {false, false, false})) << "nothing holds paths up in the state 2";
  EXPECT_FALSE(cones.met(product.among(*met), 0, x0, {false, false, true})) << "nothing is left out";
  EXPECT_EQ(cones.narrowed(), 1U);
  EXPECT_EQ(product.among(*met).predecessors(product.everything()),
            ProductSet({x0, run.states("x4 or x5 or x6"), run.states("x7")}));
}

// Each formula is asked about in a labelling that knows nothing yet, and compared with the explicit semantics.
TEST(Cone, VerdictsAreThoseOfTheWholeEvaluation) {
  const char* const formulas[] = {"EG (x0 or x1 or x3)",
                                  "EG (x0 or x4 or x6)",
                                  "AF (x1 or x2 or x3 or x4)",
                                  "AF (x1 or x3 or x4 or x5)",
                                  "E((x0 or x4 or x2) U x5)",
                                  "E((x0 or x5) U x6)",
                                  "A((x0 or x1) U (x2 or x4 or x5 or x6))",
                                  "x0 -> EG (x0 or x1 or x3)",
                                  "x1 or EG (x0 or x1 or x3)",
                                  "!(x0 and !EG (x0 or x1 or x3))",
                                  "(EG (x0 or x2)) or EG (x0 or x1)",
                                  "(EG (x0 or x1 or x3)) -> EG x0",
                                  "CTL* E(G (x0 or x1 or x3))",
                                  "CTL* E((x0 or x2 or x4) U (x5 and X x6))",
                                  "CTL* E((x0 or x2 or x4) W x5)",
                                  "CTL* E(x4 R (x0 or x2 or x4))",
                                  "LTL !(G (x0 or x1 or x3))",
                                  "LTL !(G (x0 or x4 or x6))",
                                  "LDL !(<((x0 or x4) ; (x4 or x6))*> x6)",
                                  "CDL* E(<(x0;(x2 or x4);x5;x6)*>x7)"};
  for (const std::string text : formulas) {
    Checked run(two_rings());
    const logic::Formula f = run.subject().formula(text);
    Labelling& labelling = run.labelling(text);
    EXPECT_EQ(labelling.holds_initially(f), run.subject().evaluator().verdict(f)) << text;
    const std::size_t narrowed = labelling.cones().narrowed();
    EXPECT_GT(narrowed, 0U) << text;
    labelling.holds_initially(f);
    EXPECT_EQ(labelling.cones().narrowed(), narrowed) << text << " is not remembered";
    EXPECT_EQ(run.members(run.symbolic().states(f)), run.expected(text)) << text;
  }
}

TEST(Asked, SearchesEndWhenTheyHaveMetAllThatIsAskedAbout) {
  Checked run(two_rings());
  const Frame frame(run.symbolic().model());
  const StateSet asked = run.states("x6 or x5"), all = run.states("true"), x7 = run.states("x7");
  EXPECT_EQ(run.values(exists_finally(frame, x7, &asked)), "5 6 7");
  EXPECT_EQ(run.values(exists_finally(frame, x7)), "0 1 2 3 4 5 6 7");
  const StateSet elsewhere = run.states("x1 or x6");
  EXPECT_EQ(run.values(exists_until(frame, run.states("x5 or x6"), x7, &elsewhere)), "6 7") << "x1 cannot be met";
  const Product product(frame, 2, {{0, 1, run.states("x6"), 0}, {0, 0, all, 0}});
  const ProductGoal goal{product, 0, ProductSet({frame.none(), all})};
  EXPECT_EQ(run.values(goal.reached_from(&asked)), "5 6");
  EXPECT_EQ(run.values(goal.reached_from()), "0 1 2 3 4 5 6 7");
}

TEST(Asked, VerdictsAboutOneAndTwoInitialStates) {
  for (const char* const initial : {"Ag.x = 0", "Ag.x = 0 or Ag.x = 4", "Ag.x = 1 or Ag.x = 6"}) {
    for (const char* const text : {"EF x2", "EF x6", "EF (x2 and x6)", "!EF x2", "!EF (x2 and x6)", "x0 -> EF x2",
                                   "x4 or EF x2", "!(x0 and EF x2)", "CTL* E(F x2)", "CTL* E(F (x3 and X x0))",
                                   "CTL* !E(F (x2 and x6))", "CDL* E(<true*;x5>x6)", "AG !x2", "!AG !x2"}) {
      Checked run(two_rings(initial));
      const logic::Formula f = run.subject().formula(text);
      EXPECT_EQ(run.labelling(text).holds_initially(f), run.subject().evaluator().verdict(f)) << text << " " << initial;
    }
  }
}

}  // namespace
}  // namespace gnomon::check
