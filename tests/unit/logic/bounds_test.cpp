// Bounds on steps and counts: how they are read, what is wrong with them, how they are printed.
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "expect_errors.h"
#include "logic/printer.h"

namespace gnomon::logic::testing {
namespace {

std::string printed(const std::string& text) {
  FormulaPool pool;
  return print(pool, parse_good(pool, text));
}

TEST(Bounds, ArePrintedInTheirShortestForm) {
  const std::vector<std::pair<std::string, std::string>> texts{
      {"EF [0,3] p", "EF<=3 p"},
      {"EF [0,0] p", "EF<=0 p"},
      {"EF[0,] p", "EF p"},
      {"EF >= 0 p", "EF p"},
      {"AG >=2 p", "AG[2,] p"},
      {"AF[3,3] p", "AF[3] p"},
      {"EX[1] p", "EX p"},
      {"AX[0] p", "AX[0] p"},
      {"A(p U [ 2 , 7 ] q)", "A(p U[2,7] q)"},
      {"E(p U<=7 q or p)", "E(p U<=7 (q or p))"},
      {"<g>F<=4611686018427387904 p", "<g>F<=4611686018427387904 p"},
      {"<g>X[1] p", "<g>X p"},
      {"<g>(p U>=1 q)", "<g>(p U[1,] q)"},
      {"LTL X[2] p", "LTL X[2] p"},
      {"LTL F<=3 p and q", "LTL F<=3 p and q"},
      {"LTL (G[1,2] p) U<=3 q", "LTL G[1,2] p U<=3 q"},
      {"LTL p W[0,] q", "LTL p W q"},
      {"LTL p R>=4 q", "LTL p R[4,] q"},
      {"LDL <p{1,}>q", "LDL <p+>q"},
      {"LDL <p{0,}>q", "LDL <p*>q"},
      {"LDL <p{1}>q", "LDL <p>q"},
      {"LDL <p{0}>q", "LDL <true?>q"},
      {"LDL <(p;q){2,3}>[1,4] r", "LDL <(p;q){2,3}>[1,4] r"},
      {"LDL [p*]<=2 q", "LDL [p*]<=2 q"},
      {"LDL <p>>=2 q", "LDL <p>[2,] q"},
      {"LDL <p+ + q>r", "LDL <p+ + q>r"},
      {"LDL <(p + q)+>r", "LDL <(p + q)+>r"},
      {"LDL <p+;q+>r", "LDL <p+;q+>r"},
      {"LDL <p+{2}*>r", "LDL <p+{2}*>r"},
      {"LDL <p and q{2}>r", "LDL <(p and q){2}>r"},
  };
  for (const auto& [text, expected] : texts) {
    EXPECT_EQ(printed(text), expected) << text;
    EXPECT_EQ(printed(expected), expected) << text;
  }
}

TEST(Bounds, ChangeNoPrecedence) {
  FormulaPool pool;
  EXPECT_EQ(parse_formula(pool, "LTL F<=3 p and q"), parse_formula(pool, "LTL (F<=3 p) and q"));
  EXPECT_EQ(parse_formula(pool, "LTL G[1,2] p U<=3 q"), parse_formula(pool, "LTL (G[1,2] p) U<=3 q"));
  EXPECT_EQ(parse_formula(pool, "A(!p U<=3 q or p)"), parse_formula(pool, "A((!p) U<=3 (q or p))"));
  EXPECT_EQ(parse_formula(pool, "LDL <p and q{2}>r"), parse_formula(pool, "LDL <(p and q){2}>r"));
}

// X of a box of a proposition remains one; a plus in front of an expression is the union.
TEST(Bounds, LeaveOldFormulasAlone) {
  FormulaPool pool;
  EXPECT_EQ(parse_formula(pool, "LDL X [p] q"), parse_formula(pool, "LDL X ([p] q)"));
  EXPECT_EQ(parse_formula(pool, "LDL <p>[q] r"), parse_formula(pool, "LDL <p>([q] r)"));
  EXPECT_EQ(parse_formula(pool, "LDL [p][q;r] p"), parse_formula(pool, "LDL [p]([q;r] p)"));
  EXPECT_EQ(parse_formula(pool, "LDL <p+q>r"), parse_formula(pool, "LDL <p + q>r"));
  EXPECT_EQ(parse_formula(pool, "LDL <p+(q)>r"), parse_formula(pool, "LDL <p + q>r"));
  EXPECT_EQ(parse_formula(pool, "LDL X [true] q"), parse_formula(pool, "LDL X ([true] q)"));
}

TEST(Bounds, Mistakes) {
  expect_error("EF[5,2] p", 3, "no number lies between 5 and 2", "the smaller end comes first");
  expect_error("LTL X[1,2] p", 6, "`X` takes one number of steps, not an interval",
               "write `X[n]`; for some or every step of an interval there are F and G");
  expect_error("EX<=2 p", 3, "`EX` takes one number of steps, not an interval",
               "write `EX[n]`; for some or every step of an interval there are F and G");
  expect_error("EF[-1,2] p", 4, "the number of steps is not negative");
  expect_error("EF<=-1 p", 5, "the number of steps is not negative");
  expect_error("EF<=2.5 p", 5, "the number of steps is a whole number");
  expect_error("EF<=5000000000000000000 p", 5, "this number is too large; 4611686018427387904 is the largest");
  expect_error("EF<=99999999999999999999999 p", 5, "this number is too large; 4611686018427387904 is the largest");
  expect_error("EF[1;2] p", 5, "expected `]`, found `;`", "a bound is written `[a,b]`, `[a,]`, `[n]`, `<=b` or `>=a`");
  expect_error("EF<=x", 6, "expected a formula, found the end of the formula");
  expect_error("LTL G[x,] p", 7, "the parameter `x` must be an upper end",
               "for `G[x,] p` write `F<=x G p`, for `F[x,] p` write `G<=x F p`; with --parameter x=0..20 it may stand "
               "anywhere");
  expect_error("LTL X[x] p", 7, "the parameter `x` must be an upper end",
               "for `G[x,] p` write `F<=x G p`, for `F[x,] p` write `G<=x F p`; with --parameter x=0..20 it may stand "
               "anywhere");
  expect_error("LDL <p{x}>q", 8, "a count is a number or a constant of the model, not `x`",
               "a parameter may be the upper end of a bound: `<rho>[0,x] f`");
  expect_error("min(EF<=x p)", 9, "`x` is neither a number nor a constant of the model",
               "a question has no parameters: it asks for a number already");
  expect_error("LDL <p{1000001}>q", 8, "this number is too large; 1000000 is the largest");
  expect_error("LDL <p{3,2}>q", 7, "no number lies between 3 and 2", "the smaller end comes first");
  expect_error("LDL <p{2]>q", 9, "expected `}`, found `]`", "a count is written `{n}`, `{n,m}` or `{n,}`");
  expect_error("EF p{2}", 5, "a count `{n}` belongs in a path expression, `<rho>f` or `[rho]f`",
               "a bound on the steps of an operator is written `F[a,b] f`");
  expect_error("LDL <p>=3 q", 7, "a bound is not written with `=`",
               "exactly n steps are written `<rho>[n]`, at least n steps `<rho>>=n`");
  expect_error("LTL F=3 p", 6, "expected a formula, found `=`", "a bound of exactly n steps is written `[n]`");
}

}  // namespace
}  // namespace gnomon::logic::testing
