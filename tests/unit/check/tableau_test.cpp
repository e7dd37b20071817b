// The tableau: answers as by the explicit semantics, its size, and the reserve of variables.
#include "check/tableau.h"

#include <gtest/gtest.h>

#include "small_models.h"

namespace gnomon::check {
namespace {

using test::Checked;
using test::ring_model;

TEST(Tableau, AgreesWithTheExplicitSemantics) {
  for (const std::string& model : test::models_for_paths()) {
    Checked run(model);
    VariableReserve reserve;
    for (const std::string& text : test::quantified_ltl()) {
      Tableau<Frame> tableau(run.labelling(text), run.path(text), reserve);
      EXPECT_EQ(run.members(tableau.accepted_from()), run.expected(text)) << text << "\n" << model;
    }
  }
}

TEST(Tableau, OneVariablePerTemporalSubformulaAndOneGoalPerEventuality) {
  Checked run(ring_model());
  VariableReserve reserve;
  const std::string text = "CTL* E((x0 U (G x1)) and X (x2 W (F x0)))";
  Tableau<Frame> tableau(run.labelling(text), run.path(text), reserve);
  EXPECT_EQ(tableau.variables(), 5u);
  EXPECT_EQ(tableau.goals(), 2u);  // U and F
  EXPECT_EQ(reserve.size(), 5u);
}

TEST(Tableau, VariablesAreUsedAgain) {
  Checked run(ring_model());
  VariableReserve reserve;
  for (const char* text : {"CTL* E(F G x1)", "CTL* E(X x1)", "CTL* E(G F x2)"}) {
    Tableau<Frame> tableau(run.labelling(text), run.path(text), reserve);
    EXPECT_EQ(run.members(tableau.accepted_from()), run.expected(text)) << text;
  }
  EXPECT_EQ(reserve.size(), 2u);
}

TEST(Tableau, Fragment) {
  Checked run(ring_model());
  const logic::FormulaPool& pool = run.subject().model().pool;
  EXPECT_TRUE(in_tableau_fragment(pool, run.path("CTL* E((x0 R X x1) or (x1 W F x2))")));
  EXPECT_FALSE(in_tableau_fragment(pool, run.path("CDL* E(<x0;x1>x2)")));
  EXPECT_FALSE(in_tableau_fragment(pool, run.path("CDL* E((F x0) and [x0*]x1)")));
}

}  // namespace
}  // namespace gnomon::check
