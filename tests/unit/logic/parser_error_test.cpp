#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

#include "expect_errors.h"

namespace gnomon::logic::testing {
namespace {

TEST(ParserError, MissingOperand) {
  expect_error("", 1, "expected a formula, found the end of the formula");
  expect_error("  -- nothing\n", 1, "expected a formula, found the end of the formula");
  expect_error("p and", 6, "expected a formula, found the end of the formula");
  expect_error("and p", 1, "expected a formula, found `and`");
  expect_error("p and -> q", 7, "expected a formula, found `->`");
  expect_error("AG ()", 5, "expected a formula, found `)`");
  expect_error("LDL <p;>q", 8, "expected a path expression, found `>`");
  expect_error("LDL <p>", 8, "expected a formula, found the end of the formula");
  expect_error("CTL*", 5, "expected a formula, found the end of the formula");
}

TEST(ParserError, MissingOperator) {
  expect_error("p q", 3, "expected an operator, found `q`");
  expect_error("foo(p)", 4, "expected an operator, found `(`",
               "the operators with arguments are K, GK, GCK, DK, O and Delta");
  expect_error("ltl F p", 5, "expected an operator, found `F`",
               "did you mean the prefix `LTL`, at the start of the formula?");
  expect_error("LTL LDL p", 9, "expected an operator, found `p`", "a formula has one prefix, at its start");
  expect_error("LTL CTL* E F p", 8, "`*` belongs in a path expression, `<rho>f` or `[rho]f`",
               "a formula has one prefix, at its start");
  expect_error("K(i, p, q)", 7, "expected an operator, found `,`");
}

TEST(ParserError, PrefixesOfOtherTools) {
  expect_error("CTL AG p", 1, "there is no prefix `CTL`", "formulas of CTL have no prefix; leave the word out");
  expect_error("ATL <g>F p", 1, "there is no prefix `ATL`", "formulas of ATL have no prefix; leave the word out");
  expect_error("LDLK <p>q", 1, "there is no prefix `LDLK`", "knowledge needs no prefix of its own; write `LDL`");
  expect_error("LTLK G F p", 1, "there is no prefix `LTLK`", "knowledge needs no prefix of its own; write `LTL`");
  FormulaPool pool;
  Diagnostics diagnostics;
  EXPECT_TRUE(parse_with(pool, "CTL and ATLK", diagnostics).ok);  // names, if they are declared
}

TEST(ParserError, WordsOfOtherTools) {
  expect_error("not p", 1, "there is no operator `not`", "negation is written `!`");
  expect_error("AG NOT p", 4, "there is no operator `NOT`", "negation is written `!`");
  expect_error("p xor q", 3, "there is no operator `xor`", "exclusive or is written `!(f <-> g)`");
  expect_error("p implies q", 3, "there is no operator `implies`", "implication is written `->`");
  expect_error("p AND q", 3, "there is no operator `AND`", "conjunction is written `and`");
  expect_error("p <=> q", 3, "expected an operator, found `<=`", "equivalence is written `<->`");
  expect_error("p <- q", 3, "expected an operator, found `<`", "implication is written `->`, from left to right");
  expect_error("Knows(i, p)", 1, "there is no operator `Knows`", "this is written `K(agent, formula)`");
  expect_error("AG C(g, p)", 4, "there is no operator `C`", "this is written `GCK(group, formula)`");
  expect_error("D({a, b}, p)", 1, "there is no operator `D`", "this is written `DK(group, formula)`");
  expect_error("CTL*K A G p", 1, "there is no prefix `CTL*K`", "knowledge needs no prefix of its own; write `CTL*`");
  expect_errors("AG \"p\"", {{4, "expected a formula, found `\"`", "names are written without quotes"},
                             {6, "expected an operator, found `\"`", "names are written without quotes"}});
  FormulaPool pool;
  Diagnostics diagnostics;
  for (const char* text : {"not and xor", "C or D", "CTL*K(i, p)"}) {
    EXPECT_TRUE(parse_with(pool, text, diagnostics).ok) << text;  // names, if they are declared
  }
}

TEST(ParserError, BracketsOfOtherTools) {
  const std::string nothing = "there is nothing in these brackets";
  expect_error("LTL [] p", 5, nothing, "always is written `G` on paths, `AG` in plain formulas");
  expect_error("LTL G (p -> <>q)", 13, nothing, "eventually is written `F` on paths, `EF` or `AF` in plain formulas");
  expect_error("LDL <>p", 5, nothing, "eventually is written `F` on paths, `EF` or `AF` in plain formulas");
  expect_error(
      "[[g]]F p", 1, "double brackets are not used here",
      "what a group cannot prevent is what it cannot enforce the opposite of: for `[[g]]F p` write `!<g>G !p`");
  expect_error("EF<3 p", 3, "a bound is not written with `<`", "at most n steps are written `<=n`");
  expect_error("LTL G (p -> F<3 q)", 14, "a bound is not written with `<`", "at most n steps are written `<=n`");
}

TEST(ParserError, CoalitionsOfAgents) {
  const std::string message = "a coalition is a group in single angle brackets: its name, or a list in braces";
  for (const char* text : {"<<a>>F p", "AG (<<a>>(p U q))"}) {
    expect_error(text, text[0] == 'A' ? 5 : 1, message, "write `<{a}>`");
  }
  expect_error("<a,b>F p", 1, message, "write `<{a, b}>`");
  expect_error("LTL G <a, b>F p", 7, message, "write `<{a, b}>`");
  const std::string listed = "a group is listed as `{a, b}`";
  expect_error("<{a, }>X p", 4, "expected `,` or `}`, found `,`", listed);
  expect_error("GK({a, 1}, p)", 6, "expected `,` or `}`, found `,`", listed);
  expect_error("<{a}p", 5, "expected `>` behind the group, found `p`", "");
  expect_error("<{a}>p", 6, "expected X, F, G or (f U g) behind `<{a}>`, found `p`", "");
  expect_error("K({a}, p)", 3, "expected the name of an agent, found `{`",
               "the operator is written `K(agent, formula)`");
  FormulaPool pool;
  Diagnostics diagnostics;
  EXPECT_TRUE(parse_with(pool, "LDL <<p>q?>r", diagnostics).ok);  // a test of a formula
}

TEST(Parser, WarnsWhereANegationIsOfTheWholeUntil) {
  auto warnings = [](const std::string& text) {
    FormulaPool pool;
    Diagnostics diagnostics;
    EXPECT_TRUE(parse_with(pool, text, diagnostics).ok) << text;
    std::vector<std::string> messages;
    for (const Diagnostic& d : diagnostics.all()) messages.push_back(d.name + ": " + d.message);
    return messages;
  };
  const std::vector<std::string> expected = {
      "negated-until: the negation is of all that follows: `!p U ...` is `!(p U ...)`"};
  EXPECT_EQ(warnings("LTL !p U q"), expected);
  EXPECT_EQ(warnings("CTL* A(!p U q)"), expected);
  EXPECT_EQ(warnings("LTL G (q -> !p U q)"), expected);
  EXPECT_EQ(warnings("LTL !p W q").size(), 1u);
  for (const char* text : {"LTL !(p U q)", "LTL (!p) U q", "LTL p U !q", "A(!p U q)", "LTL !p and q", "LTL X !p"}) {
    EXPECT_TRUE(warnings(text).empty()) << text;
  }
}

TEST(ParserError, OtherLanguages) {
  expect_error("p && q", 3, "expected an operator, found `&&`", "conjunction is written `and`");
  expect_error("p || q", 3, "expected an operator, found `||`", "disjunction is written `or`");
  expect_error("p | q", 3, "expected an operator, found `|`", "disjunction is written `or`");
  expect_error("p => q", 3, "expected an operator, found `=>`", "implication is written `->`");
  expect_error("~p", 1, "expected a formula, found `~`", "negation is written `!`");
  expect_error("x = 3", 3, "expected an operator, found `=`", "comparisons belong in the Evaluation section");
  expect_error("x != y", 3, "expected an operator, found `!=`", "comparisons belong in the Evaluation section");
  expect_error("AG 3", 4, "expected a formula, found `3`",
               "a formula about a value needs a proposition of the Evaluation section");
  expect_error("AG Robot.x", 10, "expected GreenStates or RedStates after `Robot.`, found `x`",
               "a formula about a variable needs a proposition of the Evaluation section");
  expect_error("EF Robot.x = 3", 10, "expected GreenStates or RedStates after `Robot.`, found `x`",
               "a formula about a variable needs a proposition of the Evaluation section");
  expect_error("EF Robot.Action = go", 10, "expected GreenStates or RedStates after `Robot.`, found `Action`",
               "states do not remember actions; let a variable record the action, and a proposition tell its value");
  expect_error("p ∧ q", 3, "expected an operator, found `∧`", "conjunction is written `and`");
  expect_error("p → q", 3, "expected an operator, found `→`", "implication is written `->`");
  expect_error("¬ p", 1, "expected a formula, found `¬`", "negation is written `!`");
  const std::string comment = "a comment begins with `--` and ends with the line";
  expect_error("p // x", 3, "expected an operator, found `//`", comment);
  expect_errors("AG /* x */ p", {{4, "expected a formula, found `/`", comment},
                                 {9, "`*` belongs in a path expression, `<rho>f` or `[rho]f`", ""}});
  expect_error("AG Robot.", 4, "expected GreenStates or RedStates after `Robot.`, found the end of the formula",
               "a formula about a variable needs a proposition of the Evaluation section");
}

TEST(ParserError, Brackets) {
  expect_error("(p and q", 1, "this bracket is never closed");
  expect_error("AG ((p)", 4, "this bracket is never closed");
  expect_error("LDL <p", 5, "this bracket is never closed");
  expect_error("K(i, p", 1, "this bracket is never closed");
  expect_error("p) and q", 2, "`)` closes nothing");
  expect_error("LDL <(p>q", 6, "this bracket is not closed before the `>` of an outer one");
  expect_error("LDL <p)>q", 7, "`)` closes nothing");
  expect_error("(p]", 3, "`]` closes nothing");
}

TEST(ParserError, KnowledgeOperators) {
  expect_error("K p", 3, "expected `(` after K, found `p`", "the operator is written `K(agent, formula)`");
  expect_error("K(p)", 4, "expected `,`, found `)`", "the operator is written `K(agent, formula)`");
  expect_error("GK(!p, q)", 4, "expected the name of a group, found `!`",
               "the operator is written `GK(group, formula)`");
  expect_error("Delta(i, p)", 11, "expected `,`, found `)`",
               "the operator is written `Delta(agent, observation, formula)`");
  expect_error("@clock Delta(i, o, p)", 8, "Delta needs knowledge with memory",
               "write @recall in front of the formula");
}

TEST(ParserError, PathOperatorsInPlainFormulas) {
  expect_error("AG F p", 4, "`F` is a path operator and cannot stand alone in a plain formula",
               "write `AF` or `EF`, or LTL in front of the formula");
  expect_error("A X p", 3, "`X` is a path operator and cannot stand alone in a plain formula",
               "write `AX` in one word, or CTL* in front of the formula");
  expect_error("p U q", 3, "in a plain formula until is written `A(f U g)`, `E(f U g)` or `<g>(f U g)`",
               "for \"on all paths\" write LTL in front of the formula");
  expect_error("A(p U (q U r))", 10, "in a plain formula until is written `A(f U g)`, `E(f U g)` or `<g>(f U g)`",
               "for \"on all paths\" write LTL in front of the formula");
  expect_error("p W q", 3, "`W` is a path operator and cannot stand in a plain formula",
               "write LTL or CTL* in front of the formula");
  expect_error("A(p)", 1, "in a plain formula `A` needs an until, `A(f U g)`",
               "the other operators are written in one word: `AG`, `AF`, `AX`");
  expect_error("[p]q", 1, "`[rho]f` is a path formula", "write LDL or CDL* in front of the formula");
  expect_error("<p>q", 1, "`<rho>f` is a path formula", "write LDL or CDL* in front of the formula");
  expect_error("p;q", 2, "`;` belongs in a path expression, `<rho>f` or `[rho]f`");
}

TEST(ParserError, CoalitionOperators) {
  expect_error("<g>p", 1, "`<g>` must be followed by X, F, G or (f U g), because `g` is a group");
  expect_error("LDL <g>p", 5, "`<g>` must be followed by X, F, G or (f U g), because `g` is a group");
  expect_error("<g>(p and q)", 5, "after `<g>` the parentheses must hold an until, `<g>(f U g)`",
               "the other operators are `<g>X f`, `<g>F f` and `<g>G f`");
}

TEST(ParserError, PathFormulasWhereStatesAreMeant) {
  expect_error("CTL* F p", 6, "`CTL*` needs a state formula, but `F` is outside A and E",
               "put A or E in front, or use the prefix LTL for \"on all paths\"");
  expect_error("CDL* p and <q>r", 12, "`CDL*` needs a state formula, but `<q>` is outside A and E",
               "put A or E in front, or use the prefix LDL for \"on all paths\"");
  expect_error("CTL*f A p U q", 11, "`CTL*f` needs a state formula, but `U` is outside A and E",
               "put A or E in front, or use the prefix LTL for \"on all paths\"");
  expect_error("CTL* K(i, F p)", 11, "`K` is about states, but `F` depends on a path",
               "put A or E in front of the argument");
  expect_error("CTL* A AG X p", 11, "`AG` is about states, but `X` depends on a path",
               "put A or E in front of the argument");
  expect_error("CTL* <g>X (p U q)", 14, "`<g>X` is about states, but `U` depends on a path",
               "put A or E in front of the argument");
  expect_error("LDL <F p>q", 6, "a step must be a state formula, but `F` depends on a path",
               "a test, `(f)?`, may be any path formula; a step may begin with A or E");
  expect_error("LDL <(p and X q)*>q", 13, "a step must be a state formula, but `X` depends on a path",
               "a test, `(f)?`, may be any path formula; a step may begin with A or E");
}

TEST(ParserError, PathExpressions) {
  expect_error("LDL <p*?>q", 8, "`?` tests a formula, but a path expression stands before it");
  expect_error("LDL <(p;q) and r>p", 6, "expected a formula, found a path expression",
               "a path expression stands in `<...>f` or `[...]f`");
  expect_error("LDL <!(p*)>p", 7, "expected a formula, found a path expression",
               "a path expression stands in `<...>f` or `[...]f`");
  expect_error("LDL (p*) and q", 7, "`*` belongs in a path expression, `<rho>f` or `[rho]f`");
  expect_error("LDL <K(i, p;q)>r", 12, "`;` belongs in a path expression, `<rho>f` or `[rho]f`");
}

TEST(ParserError, Attributes) {
  expect_error("@recal p", 1, "unknown attribute `@recal`", "did you mean `@recall`?");
  expect_error("@zzz p", 1, "unknown attribute `@zzz`", "`@observational`, `@clock` or `@recall`");
  expect_error("@ p q", 1, "unknown attribute `@p`", "`@observational`, `@clock` or `@recall`");
  expect_error("@(p)", 1, "expected the name of an attribute after `@`", "`@observational`, `@clock` or `@recall`");
  expect_error("@clock @recall p", 8, "a formula has at most one attribute");
  expect_error("p and @recall q", 7, "an attribute must stand at the start of the formula");
}

TEST(ParserError, SeveralInOneFormula) {
  expect_errors("p and (q or) and ~r", {{12, "expected a formula, found `)`", ""},
                                        {18, "expected a formula, found `~`", "negation is written `!`"}});
  expect_errors("AG F p and EG G q", {{4, "`F` is a path operator and cannot stand alone in a plain formula",
                                       "write `AF` or `EF`, or LTL in front of the formula"},
                                      {15, "`G` is a path operator and cannot stand alone in a plain formula",
                                       "write `AG` or `EG`, or LTL in front of the formula"}});
  expect_errors("CTL* K(i, F p) and K(j, G q)",
                {{11, "`K` is about states, but `F` depends on a path", "put A or E in front of the argument"},
                 {25, "`K` is about states, but `G` depends on a path", "put A or E in front of the argument"}});
}

TEST(ParserError, LongOperatorsAreQuotedInPart) {
  std::string rho(200, 'p');
  FormulaPool pool;
  Diagnostics diagnostics;
  EXPECT_FALSE(parse_with(pool, "CDL* <" + rho + ">q", diagnostics).ok);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_LT(diagnostics.all()[0].message.size(), 120u);
}

// Whatever the bytes, the parser ends, reports places inside the text, and is silent exactly if it succeeds.
TEST(ParserError, AnyBytes) {
  std::mt19937 random(7);
  const std::vector<std::string> pieces{"p",    "(",    ")",   "<",  ">",  "[",   "]",     "*",  "?",
                                        ";",    "+",    "!",   "->", "U",  "A",   "E",     "AG", "K",
                                        "(i",   ",",    "<g>", "X",  "F",  "and", "W",     "@",  ".",
                                        "LTL ", "CDL*", "<->", "é",  "\n", "--",  "Delta", "=",  "recall"};
  int good = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text = round % 2 == 0 ? "" : round % 4 == 1 ? "LDL " : "CTL* A ";
    for (std::size_t n = random() % 12; n > 0; --n) {
      if (round % 5 == 0) {
        text += static_cast<char>(random() % 256);
      } else {
        text += pieces[random() % pieces.size()] + (random() % 2 == 0 ? " " : "");
      }
    }
    FormulaPool pool;
    Diagnostics diagnostics;
    ParsedProperty parsed = parse_with(pool, text, diagnostics);
    ASSERT_EQ(parsed.ok, diagnostics.all().empty()) << text;
    if (parsed.ok) {
      ++good;
      ASSERT_FALSE(pool[parsed.property.formula].is_path) << text;
    }
    for (const Diagnostic& d : diagnostics.all()) {
      ASSERT_LE(d.span.begin, d.span.end) << text;
      ASSERT_LE(d.span.end, text.size()) << text;
    }
  }
  EXPECT_GT(good, 100);  // the texts are not all nonsense
}

}  // namespace
}  // namespace gnomon::logic::testing
