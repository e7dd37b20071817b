#include "logic/fragment.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "parse_helper.h"

namespace gnomon::logic::testing {
namespace {

Fragment fragment(const std::string& text) {
  FormulaPool pool;
  return classify(pool, parse_formula(pool, text));
}

TEST(Fragment, LogicNames) {
  const std::vector<std::pair<std::string, std::string>> expected{
      {"AG K(i, p)", "CTLK"},
      {"AG <g>X p", "ATLK"},
      {"LTL F p", "LTLK"},
      {"CTL* E F p", "CTL*K"},
      {"LDL <p>q", "LDLK"},
      {"CDL* E <p>q", "CDL*K"},
      {"LTLf F p", "LTLfK"},
      {"CTL*f E F p", "CTL*fK"},
      {"LDLf <p>q", "LDLfK"},
      {"CDL*f E <p>q", "CDL*fK"},
      {"@recall CTL* A F Delta(i, o, K(i, p))", "CTL*KDelta"},
  };
  for (const auto& [text, name] : expected) {
    FormulaPool pool;
    EXPECT_EQ(logic_name(pool, parse_good(pool, text)), name) << text;
  }
}

TEST(Fragment, Shapes) {
  EXPECT_TRUE(fragment("p and !q -> i.GreenStates").is_propositional());
  EXPECT_FALSE(fragment("AX p").is_propositional());
  EXPECT_FALSE(fragment("K(i, p)").is_propositional());
  EXPECT_FALSE(fragment("O(i, p)").is_propositional());
  EXPECT_TRUE(fragment("AG (K(i, p) or O(i, q))").is_ctlk());
  EXPECT_FALSE(fragment("AG <g>X p").is_ctlk());
  EXPECT_TRUE(fragment("AG <g>X p").is_atlk());
  EXPECT_FALSE(fragment("CTL* A F p").is_atlk());
  EXPECT_FALSE(fragment("Delta(i, o, p)").is_atlk());
  EXPECT_TRUE(fragment("AG (p -> q)").invariant);
  EXPECT_FALSE(fragment("AG (p -> EX q)").invariant);
  EXPECT_FALSE(fragment("AG K(i, q)").invariant);
  EXPECT_FALSE(fragment("EF p").invariant);
  EXPECT_FALSE(fragment("p").invariant);
}

TEST(Fragment, PathAutomata) {
  for (const char* text :
       {"CTL* A F p", "CTL* E (p U A G q)", "LTL p W q", "LTL K(i, G p)", "AG p", "CTL* A (p R q)"}) {
    EXPECT_FALSE(fragment(text).path_automata) << text;
  }
  for (const char* text : {"CTL* A F G p", "CTL* E (F p and F q)", "LDL <p>q", "LTL p U X q", "LTL !F p"}) {
    EXPECT_TRUE(fragment(text).path_automata) << text;
  }
}

TEST(Fragment, Operators) {
  Fragment f = fragment("LDL <p>X GCK(g, q) and K(i, K(j, O(i, <g>X AG p)))");
  EXPECT_TRUE(f.branching && f.knowledge && f.group_knowledge && f.common_knowledge && f.deontic && f.strategic);
  EXPECT_TRUE(f.path_quantifiers && f.linear_operators && f.dynamic_operators);
  EXPECT_FALSE(f.finite_traces || f.observation);
  EXPECT_EQ(f.knowledge_depth, 2u);
  EXPECT_TRUE(fragment("LTLf X p").finite_traces);
  EXPECT_TRUE(fragment("DK(g, p)").group_knowledge);
  EXPECT_FALSE(fragment("DK(g, p)").common_knowledge);
  EXPECT_FALSE(fragment("K(i, p)").group_knowledge);
  EXPECT_EQ(fragment("K(i, p) and DK(g, K(j, GK(g, p)))").knowledge_depth, 3u);
}

}  // namespace
}  // namespace gnomon::logic::testing
