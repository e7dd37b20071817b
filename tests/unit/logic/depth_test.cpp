// Formulas nested 100 000 deep go through every pass: nothing may recurse on the depth.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "logic/fragment.h"
#include "logic/nnf.h"
#include "logic/printer.h"
#include "logic/simplify.h"
#include "parse_helper.h"

namespace gnomon::logic::testing {
namespace {

constexpr int kVeryDeep = 100000;

std::string nested(const std::string& prefix, const std::string& open, const std::string& core,
                   const std::string& close) {
  std::string text = prefix;
  for (int i = 0; i < kVeryDeep; ++i) text += open;
  text += core;
  for (int i = 0; i < kVeryDeep; ++i) text += close;
  return text;
}

struct Case {
  const char* name;
  std::string text;
};

class Deep : public ::testing::TestWithParam<Case> {};

TEST_P(Deep, EveryPass) {
  FormulaPool pool;
  Property property = parse_good(pool, GetParam().text);
  std::string text = print(pool, property);
  EXPECT_EQ(parse_good(pool, text).formula, property.formula);
  Formula normal = negation_normal_form(pool, property.formula);
  EXPECT_EQ(negation_normal_form(pool, normal), normal);
  negated_normal_form(pool, property.formula);
  simplify(pool, normal);
  simplify(pool, property.formula);
  EXPECT_FALSE(classify(pool, property.formula).finite_traces);
  EXPECT_FALSE(logic_name(pool, property).empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, Deep,
    ::testing::Values(
        Case{"parentheses", nested("", "(", "p", ")")}, Case{"negation", nested("", "!", "p", "")},
        Case{"prefixes", nested("", "AG EX ", "p", "")}, Case{"right", nested("", "p -> ", "q", "")},
        Case{"left", nested("", "", "p", " and q")}, Case{"equivalence", nested("", "p <-> (", "q", ")")},
        Case{"knowledge", nested("", "K(i, !", "p", ")")}, Case{"until", nested("", "A(p U ", "q", ")")},
        Case{"coalition", nested("", "<g>(p U <g>X ", "q", ")")}, Case{"next", nested("LTL ", "X !", "p", "")},
        Case{"right_until", nested("LTL F (", "p U (", "q", ")") + ")"},
        Case{"linear_knowledge", nested("LTL ", "K(i, X ", "p", ")")},
        Case{"quantifiers", nested("CTL* ", "A X E F ", "p", "")}, Case{"diamonds", nested("LDL ", "<p;q>", "r", "")},
        Case{"tests", nested("LDL ", "<", "p", "?;q>r")}, Case{"stars", nested("LDL <", "(q;", "p", ")*") + ">r"},
        Case{"alternatives", nested("LDL <(", "", "p;q", " + r?") + ")*>r"},
        Case{"delta", nested("@recall CTL* ", "Delta(i, o, ", "p", ")")}),
    [](const auto& instance) { return std::string(instance.param.name); });

TEST(DeepErrors, AreReportedOnceAndFast) {
  for (const std::string& text :
       {nested("", "(", "", ""), nested("LDL ", "<", "", ""), nested("LDL ", "<(", "p", ">"), nested("", "", "p", ")"),
        nested("", "p q ", "p", ""), nested("", "K(", "p", ""), nested("", "[", "p", "]"), nested("", "F ", "p", ""),
        nested("CTL* ", "K(i, X ", "p", ")"), nested("LDL ", "<X ", "p", ">p"), nested("", "&", "p", "")}) {
    FormulaPool pool;
    Diagnostics diagnostics;
    EXPECT_FALSE(parse_with(pool, text, diagnostics).ok) << text.substr(0, 40);
    EXPECT_FALSE(diagnostics.all().empty());
    EXPECT_LE(diagnostics.all().size(), Diagnostics::kMaxErrors);
  }
}

}  // namespace
}  // namespace gnomon::logic::testing
