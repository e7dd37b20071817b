#include "logic/printer.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "parse_helper.h"
#include "random_formula.h"
#include "support/seeds.h"

namespace gnomon::logic::testing {
namespace {

TEST(Printer, KeepsTextsWithoutNeedlessParentheses) {
  const std::vector<std::string> texts{
      "p",
      "AG p and q",
      "AG (p and q)",
      "p -> q -> r",
      "(p -> q) -> r",
      "p or q and !r",
      "(p or q) and r",
      "p and (q and r)",
      "!(p and q)",
      "A((p or q) U (r -> p))",
      "E(p U q) and EX AX !p",
      "K(i, p or q)",
      "GK(g, DK(g, GCK(h, !O(i, p))))",
      "<g>X p and <g>(p U <g>G q)",
      "i.GreenStates -> Environment.RedStates",
      "LTL !(p U q)",
      "LTL (!p) U q",
      "LTL G p U q",
      "LTL G (p U q)",
      "LTL p U (q U r)",
      "LTL (X !p) U q",
      "LTL X !(p U q)",
      "LTL p U !q",
      "LTL (p U !q) U r",
      "LTL K(i, F p) and X p",
      "LTL !A F p and p",
      "CTL* A (p U q)",
      "CTL* A (p U q) or !E !F p",
      "CTL* A F G p -> K(i, E X p)",
      "CTL*f E X p",
      "LDL <p;q + r*>p",
      "LDL <(p + q);r>p",
      "LDL <(p;q)*;p?>p",
      "LDL <(p or q)*>!p",
      "LDL <(!p)*;true>q",
      "LDL <(<p>q)?>[r*](p and q)",
      "LDL <p?*>q",
      "CDL* E <(X p)?;true>q",
      "@recall CTL* A F Delta(i, camera, X p)",
      "@clock K(i, p)",
  };
  for (const std::string& text : texts) {
    FormulaPool pool;
    EXPECT_EQ(print(pool, parse_good(pool, text)), text);
  }
}

TEST(Printer, RoundTripInEveryMode) {
  for (Mode mode : {Mode::Plain, Mode::Ltl, Mode::CtlStar, Mode::Ldl, Mode::CdlStar, Mode::LtlFinite,
                    Mode::CtlStarFinite, Mode::LdlFinite, Mode::CdlStarFinite}) {
    std::size_t longest = 0;
    for (std::uint32_t seed = 0; seed < test::seeds(3000); ++seed) {
      FormulaPool pool;
      RandomFormula random(pool, mode, seed);
      Property property = random.property(3 + static_cast<int>(seed % 20));
      std::string text = print(pool, property);
      longest = std::max(longest, text.size());
      Property again = parse_good(pool, text);
      ASSERT_EQ(again.formula, property.formula) << text << "\nwas read as\n" << print(pool, again);
      ASSERT_EQ(again.mode, property.mode) << text;
      ASSERT_EQ(again.knowledge_given, property.knowledge_given) << text;
      ASSERT_EQ(again.knowledge, property.knowledge) << text;
    }
    EXPECT_GT(longest, 60u);
  }
}

// Leaving out any matching pair of parentheses around an operand changes the formula or breaks it. Parentheses that
// belong to an operator are not counted, nor are those of `!(p U q)` and `(!p)*`, which are easily misread without them.
TEST(Printer, NoParenthesesTooMany) {
  int pairs = 0;
  for (std::uint32_t seed = 0; seed < test::seeds(2000); ++seed) {
    FormulaPool pool;
    RandomFormula random(pool, Mode::CdlStar, seed);
    Property property = random.property(10);
    std::string text = print(pool, property);
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '(') open.push_back(at);
      if (text[at] != ')') continue;
      std::size_t begin = open.back();
      open.pop_back();
      bool operators_own =
          begin > 0 && (text[begin - 1] == '!' || std::isalpha(static_cast<unsigned char>(text[begin - 1])) != 0 ||
                        (text[begin - 1] == '>' && text[begin - 2] != '-'));
      const bool repeated = std::string("*?+{").find(text[at + 1]) != std::string::npos;
      if (operators_own || repeated) continue;
      ++pairs;
      std::string without =
          text.substr(0, begin) + " " + text.substr(begin + 1, at - begin - 1) + " " + text.substr(at + 1);
      Diagnostics diagnostics;
      ParsedProperty parsed = parse_with(pool, without, diagnostics);
      ASSERT_FALSE(parsed.ok && parsed.property.formula == property.formula) << text << "\n" << without;
    }
  }
  EXPECT_GT(pairs, static_cast<int>(test::seeds(500)));
}

TEST(Printer, LimitOfLength) {
  FormulaPool pool;
  Formula f = pool.atom("p");
  for (int i = 0; i < 200; ++i) f = pool.make(Op::Iff, f, f);  // a text of 2^200 atoms
  std::string text = print(pool, f, {Mode::Plain, 50});
  EXPECT_LT(text.size(), 1000u);
  EXPECT_EQ(text.substr(text.size() - 3), "...");
  EXPECT_EQ(print(pool, pool.atom("p"), {Mode::Plain, 50}), "p");
}

TEST(Printer, PathExpressionAlone) {
  FormulaPool pool;
  Formula step = pool.make(Op::Step, pool.atom("p"));
  EXPECT_EQ(print(pool, pool.make(Op::Star, pool.make(Op::Alt, step, pool.make(Op::Test, pool.atom("q"))))),
            "(p + q?)*");
}

}  // namespace
}  // namespace gnomon::logic::testing
