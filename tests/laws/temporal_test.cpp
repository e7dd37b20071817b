// Branching time: dualities and unfoldings. A deadlock has no successor and starts no infinite path, so some unfoldings
// carry a condition that is vacuous elsewhere.
#include <gtest/gtest.h>

#include "law.h"

namespace gnomon::test {
namespace {

std::vector<Law> always_true() {
  return {
      {"AX $F", kEqual, "!EX !$F"},
      {"AG $F", kEqual, "!EF !$F"},
      {"AF $F", kEqual, "!EG !$F"},
      {"EF $F", kEqual, "E(true U $F)"},
      {"A($F U $G)", kEqual, "!(E((!$G) U (!$F and !$G)) or EG !$G)"},
      {"AF $F", kEqual, "A(true U $F)"},
      {"E($F U $G)", kEqual, "$G or ($F and EX E($F U $G))"},
      {"EF $F", kEqual, "$F or EX EF $F"},
      {"AG $F", kEqual, "$F and AX AG $F"},
      {"EG $F", kEqual, "$F and EX EG $F"},
      {"AF $F", kEqual, "$F or AX AF $F"},
      // In a state that starts an infinite path only because f fails there, A(f U g) is decided at once.
      {"A($F U $G)", kEqual, "$G or ($F and AX A($F U $G))"},
      {"EF EF $F", kEqual, "EF $F"},
      {"AG AG $F", kEqual, "AG $F"},
      {"EG EG $F", kEqual, "EG $F"},
      {"AF AF $F", kEqual, "AF $F"},
      {"EX ($F or $G)", kEqual, "EX $F or EX $G"},
      {"AX ($F and $G)", kEqual, "AX $F and AX $G"},
      {"EF ($F or $G)", kEqual, "EF $F or EF $G"},
      {"AG ($F and $G)", kEqual, "AG $F and AG $G"},
      {"EG ($F and $G)", kImplies, "EG $F and EG $G"},
      {"AG $F", kImplies, "$F"},
      {"$F", kImplies, "EF $F"},
      {"AG ($F -> $G) and EF $F", kImplies, "EF $G"},
      {"AG ($F -> $G) and EG $F", kImplies, "EG $G"},
      {"EG $F", kImplies, "EG true and $F"},
      {"EX false", kEqual, "false"},
      {"AX true", kEqual, "true"},
      {"AG EF AG $F", kImplies, "EF AG $F"},
  };
}

TEST(TemporalLaws, Plain) {
  check_laws(always_true(), {.fairness = 0, .seed = 1});
}

TEST(TemporalLaws, ManyDeadlocks) {
  check_laws(always_true(), {.fairness = 0, .deadlocks = 70, .seed = 2});
}

TEST(TemporalLaws, Fair) {
  check_laws(always_true(), {.fairness = 100, .models = 150, .seed = 3});
}

// With fairness every state of R starts a fair path, so there are no deadlocks in R.
TEST(TemporalLaws, FairStatesHaveSuccessors) {
  check_laws({{"EX true", kEqual, "true"},
              {"EG true", kEqual, "true"},
              {"AF $F", kImplies, "EF $F"},
              {"AX $F", kImplies, "EX $F"},
              {"AG $F", kImplies, "EG $F"},
              {"$p and AX $F", kImplies, "EX $F"}},
             {.fairness = 100, .models = 150, .seed = 4});
}

}  // namespace
}  // namespace gnomon::test
