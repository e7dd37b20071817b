#include "recall/prepare.h"

#include <gtest/gtest.h>
#include <string>

#include "logic/printer.h"
#include "models.h"
#include "recall/harness/memory_run.h"

namespace gnomon::recall {
namespace {

using logic::KnowledgeSemantics;

class Prepare : public testing::Test {
 protected:
  std::string prepared_text(const std::string& text) {
    return logic::print(pool(), prepared(pool(), run_.formula("@recall " + text).property.formula));
  }
  std::string refusal(const std::string& text, KnowledgeSemantics semantics) {
    return unsupported(pool(), run_.formula(text).property.formula, semantics);
  }
  std::string same(const std::string& text) { return logic::print(pool(), run_.formula(text).property.formula); }
  logic::FormulaPool& pool() { return run_.model().pool; }

  test::MemoryRun run_{test::kCoin};
};

TEST_F(Prepare, ChangesThatNobodyAsksAboutDisappear) {
  EXPECT_EQ(prepared_text("AG Delta(Eve, shut, EX coin)"), same("AG EX coin"));
  EXPECT_EQ(prepared_text("Delta(Eve, shut, Delta(Bob, peek, lamp)) and K(Bob, Delta(Eve, own, lamp))"),
            same("lamp and K(Bob, lamp)"));
  EXPECT_EQ(prepared_text("Delta(Eve, shut, K(Bob, coin))"), same("@recall Delta(Eve, shut, K(Bob, coin))"));
}

TEST_F(Prepare, QuantifiersMoveBelowChanges) {
  EXPECT_EQ(prepared_text("CTL* A (Delta(Eve, shut, F K(Eve, coin)))"),
            same("@recall CTL* Delta(Eve, shut, A (F K(Eve, coin)))"));
  EXPECT_EQ(prepared_text("CTL* E (!(Delta(Eve, shut, Delta(Bob, peek, F K(Eve, coin)))))"),
            same("@recall CTL* Delta(Eve, shut, Delta(Bob, peek, E (!(F K(Eve, coin)))))"));
}

TEST_F(Prepare, InvariantsAreSplit) {
  logic::Formula f = run_.formula("AG (coin -> lamp and (coin and lamp)) and EF coin").property.formula;
  std::string parts;
  for (logic::Formula part : conjuncts(pool(), f)) parts += logic::print(pool(), part) + "; ";
  EXPECT_EQ(parts, same("AG (coin -> lamp)") + "; " + same("AG (coin -> coin)") + "; " + same("AG (coin -> lamp)") +
                       "; " + same("EF coin") + "; ");
}

TEST_F(Prepare, Refusals) {
  auto recall = KnowledgeSemantics::Recall;
  auto clock = KnowledgeSemantics::Clock;
  auto observational = KnowledgeSemantics::Observational;
  EXPECT_NE(refusal("AG GCK(both, coin)", recall).find("undecidable"), std::string::npos);
  EXPECT_EQ(refusal("AG GCK(both, coin)", clock), "");
  EXPECT_EQ(refusal("AG GCK(both, coin)", observational), "");
  EXPECT_NE(refusal("Delta(Eve, shut, K(Eve, coin))", clock).find("@recall"), std::string::npos);
  EXPECT_NE(refusal("Delta(Eve, shut, coin)", observational).find("@recall"), std::string::npos);
  EXPECT_EQ(refusal("Delta(Eve, shut, K(Eve, coin))", recall), "");
  EXPECT_NE(refusal("<both>F K(Eve, coin)", recall).find("strategic"), std::string::npos);
  EXPECT_EQ(refusal("<both>F K(Eve, coin)", observational), "");
  EXPECT_EQ(refusal("K(Eve, <both>F coin)", recall), "");
  EXPECT_NE(refusal("O(Eve, K(Eve, coin))", clock).find("obligation"), std::string::npos);
  EXPECT_EQ(refusal("K(Eve, O(Eve, coin))", clock), "");
  EXPECT_NE(refusal("CTL* E (X Delta(Eve, shut, F K(Eve, coin)))", recall).find("path"), std::string::npos);
  EXPECT_EQ(refusal("CTL* E (X Delta(Eve, shut, F coin))", recall), "");
}

}  // namespace
}  // namespace gnomon::recall
