// Coalitions: unfoldings, monotonicity in the coalition and in the goal, and the two coalitions that are path
// quantifiers.
#include <gtest/gtest.h>

#include "law.h"

namespace gnomon::test {
namespace {

std::vector<Law> coalition_laws() {
  return {
      {"<small>F $F", kEqual, "$F or <small>X <small>F $F"},
      {"<small>G $F", kEqual, "$F and <small>X <small>G $F"},
      {"<small>($F U $G)", kEqual, "$G or ($F and <small>X <small>($F U $G))"},
      {"<small>F $F", kEqual, "<small>(true U $F)"},
      {"<small>X $F", kImplies, "<small>X ($F or $G)"},
      {"<small>X $F", kImplies, "<big>X $F"},
      {"<small>F $F", kImplies, "<big>F $F"},
      {"<small>G $F", kImplies, "<big>G $F"},
      {"<small>($F U $G)", kImplies, "<big>($F U $G)"},
      {"<big>G ($F and $G)", kImplies, "<big>G $F and <big>G $G"},
      {"<small>F <small>F $F", kEqual, "<small>F $F"},
      {"<small>G <small>G $F", kEqual, "<small>G $F"},
      {"AX $F and <small>X true", kImplies, "<small>X $F"},
  };
}

TEST(StrategicLaws, Plain) {
  check_laws(coalition_laws(), {.operands = Fragment::Atlk, .fairness = 0, .models = 150, .seed = 21});
}

TEST(StrategicLaws, Fair) {
  check_laws(coalition_laws(), {.operands = Fragment::Atlk, .fairness = 100, .models = 150, .seed = 22});
}

}  // namespace
}  // namespace gnomon::test
