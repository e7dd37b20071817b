// Bounds on the number of steps: unfoldings, duals, sums of bounds, and the operators without bounds as limits.
#include <gtest/gtest.h>

#include "law.h"

namespace gnomon::test {
namespace {

TEST(BoundedLaws, States) {
  check_laws(
      {
          {"EX[2] $F", kEqual, "EX EX $F"},
          {"AX[3] $F", kEqual, "AX AX AX $F"},
          {"EF[1,3] $F", kEqual, "EX ($F or EX ($F or EX $F))"},
          {"AF<=2 $F", kEqual, "$F or AX ($F or AX $F)"},
          {"EG<=2 $F", kEqual, "$F and EX ($F and EX $F)"},
          {"AG[1,2] $F", kEqual, "AX ($F and AX $F)"},
          {"E($F U[1,2] $G)", kEqual, "$F and EX ($G or ($F and EX $G))"},
          {"A($F U<=2 $G)", kEqual, "$G or ($F and AX ($G or ($F and AX $G)))"},
          {"EF<=2 EF<=3 $F", kEqual, "EF<=5 $F"},
          {"EX[2] EF<=3 $F", kEqual, "EF[2,5] $F"},
          {"EF[3,] $F", kEqual, "EX[3] EF $F"},
          {"AG>=2 $F", kEqual, "AX AX AG $F"},
          {"E($F U[2,] $G)", kEqual, "$F and EX ($F and EX E($F U $G))"},
          {"AG[2,7] $F", kEqual, "!EF[2,7] !$F"},
          {"AF[2,7] $F", kEqual, "!EG[2,7] !$F"},
          {"AX[7] $F", kEqual, "!EX[7] !$F"},
          {"EF<=1000000 $F", kEqual, "EF $F"},
          {"AG<=1000000 $F", kEqual, "AG $F"},
          {"E($F U<=1000000 $G)", kEqual, "E($F U $G)"},
          {"EF[1000000,1000003] $F", kEqual, "EX[1000000] EF<=3 $F"},
          {"EX[1000000] $F", kEqual, "EX[999999] EX $F"},
          {"AF<=3 $F", kImplies, "AF<=4 $F"},
          {"AF<=4611686018427387904 $F", kImplies, "AF $F"},
          {"EG $F", kImplies, "EG<=5 $F"},
          {"EF<=0 $F", kEqual, "$F"},
          {"A($F U<=0 $G)", kEqual, "$G"},
          {"EX[0] $F", kEqual, "$F"},
      },
      {.deadlocks = 30, .seed = 81});
}

TEST(BoundedLaws, StatesWithoutFairness) {
  check_laws(
      {
          {"AF<=1000000 $F", kEqual, "AF $F"},
          {"EG<=1000000 $F", kEqual, "EG $F"},
          {"A($F U<=1000000 $G)", kEqual, "A($F U $G)"},
      },
      {.fairness = 0, .deadlocks = 30, .seed = 82});
}

TEST(BoundedLaws, Strategies) {
  check_laws(
      {
          {"<big>X[2] $F", kEqual, "<big>X <big>X $F"},
          {"<big>F[1,2] $F", kEqual, "<big>X ($F or <big>X $F)"},
          {"<big>G<=2 $F", kEqual, "$F and <big>X ($F and <big>X $F)"},
          {"<big>($F U[1,2] $G)", kEqual, "$F and <big>X ($G or ($F and <big>X $G))"},
          {"<small>F<=3 $F", kImplies, "<big>F<=3 $F"},
          {"<big>F<=3 $F", kImplies, "<big>F<=4 $F"},
          {"<big>F<=1000000 $F", kEqual, "<big>F $F"},
          {"<big>G<=1000000 $F", kEqual, "<big>G $F"},
          {"<big>G[1000000,] $F", kEqual, "<big>X[1000000] <big>G $F"},
          {"<big>($F U<=1000000 $G)", kEqual, "<big>($F U $G)"},
      },
      {.deadlocks = 30, .seed = 83});
}

std::vector<Law> on_all_traces() {
  return quantified({
      {"X[2] F<=1 $F", kEqual, "F[2,3] $F"},
      {"F<=1 F<=2 $F", kEqual, "F<=3 $F"},
      {"F[1,3] $F", kEqual, "<true*>[1,3] $F"},
      {"G[1,3] $F", kEqual, "[true{1,3}]$F"},
      {"$F U[1,2] $G", kEqual, "<($F?;true){1,2}>$G"},
      {"$F R[1,2] $G", kEqual, "[((!$F)?;true){1,2}]$G"},
      {"$F R[1,2] $G", kEqual, "!((!$F) U[1,2] (!$G))"},
      {"$F W[1,2] $G", kEqual, "($F U[1,2] $G) or G<=2 $F"},
      {"$F W<=2 $G", kEqual, "$G R<=2 ($F or $G)"},
      {"<$F+>$G", kEqual, "<$F;$F*>$G"},
      {"<($F;$G){2,3}>$H", kEqual, "<$F;$G;$F;$G;(true? + $F;$G)>$H"},
      {"<($F + $G;$G)*>[2,3] $H", kEqual, "<($F;$F) + ($G;$G) + ($F;$F;$F) + ($F;$G;$G) + ($G;$G;$F)>$H"},
      {"<($F?){3}>$G", kEqual, "$F and <true?>$G"},
  });
}

TEST(BoundedLaws, Paths) {
  check_laws(on_all_traces(), {.prefix = "CDL* ", .models = 40, .seed = 84});
  check_laws(quantified({
                 {"$F U[2,3] $G", kEqual, "(G<=1 $F) and X[2]($F U<=1 $G)"},
                 {"F[2,] $F", kEqual, "G<=2 F $F"},
                 {"$F U[2,] $G", kEqual, "(G<=1 $F) and G<=2 ($F U $G)"},
                 {"G[2,] $F", kEqual, "F<=2 G $F"},
                 {"$F R[2,] $G", kEqual, "(F<=1 $F) or F<=2 ($F R $G)"},
             }),
             {.prefix = "CTL* ", .models = 40, .seed = 85});
}

TEST(BoundedLaws, FiniteTraces) {
  check_laws(on_all_traces(), {.prefix = "CDL*f ", .fairness = 0, .models = 40, .seed = 86});
}

// Where the quantifier splits, large bounds are no harder.
TEST(BoundedLaws, PathsThatSplit) {
  check_laws(
      {
          {"A G ($F -> F<=1000 $G)", kEqual, "A G ($F -> A F<=1000 $G)"},
          {"E F<=1000 ($F and X[500] $G)", kEqual, "E F<=1000 ($F and E X[500] $G)"},
          {"E($F U[300,] X[200] $G)", kEqual, "E($F U[300,] E X[200] $G)"},
          {"A ($F W<=700 $G)", kEqual, "A ($G R<=700 ($F or $G))"},
          {"E F[999,1000] $F", kEqual, "E X[999] ($F or X $F)"},
      },
      {.prefix = "CTL* ", .models = 30, .seed = 87});
}

}  // namespace
}  // namespace gnomon::test
