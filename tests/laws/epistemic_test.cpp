// Knowledge is an S5 modality on R; groups relate to their members; obligation does not depend on the state.
#include <gtest/gtest.h>

#include "law.h"

namespace gnomon::test {
namespace {

std::vector<Law> knowledge_laws() {
  return {
      {"K($agent, $F)", kImplies, "$F"},
      {"K($agent, $F)", kEqual, "K($agent, K($agent, $F))"},
      {"!K($agent, $F)", kEqual, "K($agent, !K($agent, $F))"},
      {"K($agent, $F and $G)", kEqual, "K($agent, $F) and K($agent, $G)"},
      {"K($agent, $F -> $G) and K($agent, $F)", kImplies, "K($agent, $G)"},
      {"K($agent, true)", kEqual, "true"},
      {"GK(single, $F)", kEqual, "K($agent, $F)"},
      {"DK(single, $F)", kEqual, "K($agent, $F)"},
      {"GCK(single, $F)", kEqual, "K($agent, $F)"},
      {"GK(big, $F)", kImplies, "GK(small, $F)"},
      {"DK(small, $F)", kImplies, "DK(big, $F)"},
      {"GCK(big, $F)", kImplies, "GCK(small, $F)"},
      {"GCK(big, $F)", kImplies, "GK(big, $F)"},
      {"GCK(big, $F)", kImplies, "$F"},
      {"GCK(big, $F)", kEqual, "$F and GK(big, GCK(big, $F))"},
      {"GCK(big, $F)", kEqual, "GCK(big, GCK(big, $F))"},
      {"!GCK(big, $F)", kEqual, "GCK(big, !GCK(big, $F))"},
      {"DK(big, $F)", kImplies, "$F"},
      {"DK(big, $F)", kEqual, "DK(big, DK(big, $F))"},
      {"!DK(big, $F)", kEqual, "DK(big, !DK(big, $F))"},
      {"$F and GCK(big, $F -> GK(big, $F))", kImplies, "GCK(big, $F)"},
      {"O($agent, $F)", kEqual, "O($agent, O($agent, $F)) or (O($agent, false) and O($agent, $F))"},
      {"O($agent, $F and $G)", kEqual, "O($agent, $F) and O($agent, $G)"},
      {"O($agent, $F) and $agent.GreenStates", kImplies, "$F"},
      {"$agent.GreenStates", kEqual, "!$agent.RedStates"},
      {"EF O($agent, $F)", kEqual, "O($agent, $F)"},
  };
}

TEST(EpistemicLaws, Plain) {
  check_laws(knowledge_laws(), {.fairness = 0, .models = 150, .seed = 11});
}

TEST(EpistemicLaws, Fair) {
  check_laws(knowledge_laws(), {.fairness = 100, .models = 150, .seed = 12});
}

// GCK is the limit of GK, GK GK, ...: on these small models it is reached long before the fifteenth iteration.
TEST(EpistemicLaws, CommonKnowledgeIsALimit) {
  std::string iterated = "$F";
  for (int k = 0; k < 15; ++k) iterated = "($F and GK(big, " + iterated + "))";
  check_laws({{"GCK(big, $F)", kEqual, iterated}}, {.models = 100, .seed = 13});
}

}  // namespace
}  // namespace gnomon::test
