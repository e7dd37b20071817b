// Path logics: where they overlap with branching time, the LTL operators as path expressions, the algebra of path
// expressions, and finite traces.
//
// Path quantifiers range over infinite paths, branching operators also look along finite ones; so the comparisons with
// CTL carry `E X true`, "an infinite path starts here", or range over models without deadlocks in R (with fairness).
#include <gtest/gtest.h>

#include "law.h"

namespace gnomon::test {
namespace {

// Bodies with path operands, built of random state formulas.
std::vector<Law> linear_bodies() {
  return {
      {"X $F", kEqual, "<true>$F"},
      {"F $F", kEqual, "<true*>$F"},
      {"G $F", kEqual, "[true*]$F"},
      {"$F U $G", kEqual, "<($F?;true)*>$G"},
      {"$F U $G", kEqual, "<$F*>$G"},
      {"(F $F) U (G $G)", kEqual, "<((F $F)?;true)*>(G $G)"},
      {"(X $F) U (X $G)", kEqual, "X ($F U $G)"},
      {"$F W $G", kEqual, "($F U $G) or G $F"},
      {"$F R $G", kEqual, "!((!$F) U (!$G))"},
      {"$F R $G", kEqual, "$G W ($F and $G)"},
      {"$F U $G", kEqual, "$G or ($F and X ($F U $G))"},
      {"F G F $F", kEqual, "G F $F"},
      {"G F G $F", kEqual, "F G $F"},
      {"G ($F and $G)", kEqual, "(G $F) and (G $G)"},
      {"F ($F or $G)", kEqual, "(F $F) or (F $G)"},
      {"!X $F", kEqual, "X !$F"},
      {"[$F]X $G", kEqual, "$F -> X X $G"},
      {"G F ($F or $G)", kEqual, "(G F $F) or (G F $G)"},
  };
}

std::vector<Law> expression_bodies() {
  return {
      {"<$F + $G>X $H", kEqual, "(<$F>X $H) or (<$G>X $H)"},
      {"<$F ; $G>F $H", kEqual, "<$F><$G>F $H"},
      {"<$F*>G $H", kEqual, "(G $H) or <$F><$F*>G $H"},
      {"[($F + $G)*]X $H", kEqual, "(X $H) and [$F + $G][($F + $G)*]X $H"},
      {"[$F + $G]X $H", kEqual, "([$F]X $H) and ([$G]X $H)"},
      {"[$F?]X $H", kEqual, "$F -> X $H"},
      {"<(X $F)?>F $H", kEqual, "(X $F) and F $H"},
      {"[$F ; $G]F $H", kEqual, "!<$F ; $G>!F $H"},
      {"<($F*)*>X $H", kEqual, "<$F*>X $H"},
      {"<(($F?)*;$G)*>X $H", kEqual, "<$G*>X $H"},
      {"<($F + $G)*>X $H", kEqual, "<($F*;$G)*;$F*>X $H"},
      {"<(true;true)*>$H or <true;(true;true)*>$H", kEqual, "F $H"},
      {"[(F $F)? + (F $F)?;(X $G)?]F $H", kEqual, "(F $F) -> F $H"},
      {"<($F? + ($F?;$G?))*;$H*>X $G", kEqual, "<$H*>X $G"},
  };
}

TEST(PathLaws, LinearOperatorsAsExpressions) {
  check_laws(quantified(linear_bodies()), {.operands = Fragment::CdlStar, .prefix = "CDL* ", .models = 60, .seed = 31});
}

TEST(PathLaws, LinearOperatorsWithDeadlocks) {
  check_laws(
      quantified(linear_bodies()),
      {.operands = Fragment::CtlStar, .prefix = "CTL* ", .fairness = 0, .deadlocks = 60, .models = 60, .seed = 32});
}

TEST(PathLaws, Expressions) {
  check_laws(quantified(expression_bodies()),
             {.operands = Fragment::CdlStar, .prefix = "CDL* ", .models = 60, .seed = 33});
}

TEST(PathLaws, Quantifiers) {
  check_laws({{"A(X $F)", kEqual, "!E(!X $F)"},
              {"A(F $F)", kEqual, "!E(G !$F)"},
              {"E((F $F) or (G $G))", kEqual, "E(F $F) or E(G $G)"},
              {"A((F $F) and (G $G))", kEqual, "A(F $F) and A(G $G)"},
              {"E($F and X $G)", kEqual, "$F and E(X $G)"},
              {"A(X $F)", kImplies, "E(X $F) or !E(X true)"},
              {"E(X true)", kEqual, "E(G true)"},
              {"A([($F;$G)*]$H) and E(X true)", kImplies, "$H"},
              {"A $F", kEqual, "$F"},
              {"E $F", kEqual, "$F"}},
             {.operands = Fragment::CdlStar, .prefix = "CDL* ", .models = 100, .seed = 34});
}

// CTL* A and E over one operator are the CTL operators, cut to the states that start an infinite path. `E(X true)` is
// that set; A f is true in the others.
TEST(PathLaws, BranchingTimeWithDeadlocks) {
  check_laws(
      {{"E(X $p)", kEqual, "E(X E($p U E(X true) and $p))"}},
      {.operands = Fragment::CtlStar, .prefix = "CTL* ", .fairness = 0, .deadlocks = 60, .models = 100, .seed = 35});
}

// The same formula in two modes, or on finite traces.
TEST(PathLaws, FiniteTraces) {
  check_laws(quantified({
                 {"X $p", kEqual, "<true>$p"},
                 {"F $p", kEqual, "<true*>$p"},
                 {"G $p", kEqual, "[true*]$p"},
                 {"F [true]false", kEqual, "F true"},
                 {"!X $p", kEqual, "[true]!$p"},
                 {"!X $p", kEqual, "([true]false) or X !$p"},
                 {"[true]$p", kEqual, "([true]false) or X $p"},
                 {"$F U $G", kEqual, "$G or ($F and X ($F U $G))"},
                 {"$F R $G", kEqual, "!((!$F) U (!$G))"},
                 {"$F W $G", kEqual, "($F U $G) or G $F"},
                 {"G $F", kEqual, "$F and [true]G $F"},
                 {"G F $p", kEqual, "F ([true]false and $p)"},
                 {"F G $p", kEqual, "F ([true]false and $p)"},
                 {"<($F? + $G)*>$p", kEqual, "<$G*>$p"},
                 {"(<true>true)", kEqual, "!([true]false)"},
                 {"<$F ; $G>X $H", kEqual, "<$F><$G>X $H"},
                 {"[$F + $G]X $H", kEqual, "([$F]X $H) and ([$G]X $H)"},
             }),
             {.operands = Fragment::CdlStarFinite, .prefix = "CDL*f ", .fairness = 0, .models = 60, .seed = 36});
}

// A trace may end at once, so "for all traces F p" is p; "some trace G p" is p; where an infinite path starts.
TEST(PathLaws, FiniteTracesMayEndAtOnce) {
  check_laws({{"A(F $p) and E([true]false)", kEqual, "$p and E([true]false)"},
              {"E(G $p)", kEqual, "$p and E([true]false)"},
              {"E(F $p)", kEqual, "E(F ($p and E([true]false)))"},
              {"E([true]false)", kEqual, "E(<true>true)"}},
             {.operands = Fragment::CdlStarFinite, .prefix = "CDL*f ", .deadlocks = 40, .models = 100, .seed = 37});
}

}  // namespace
}  // namespace gnomon::test
