#include "logic/parser.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "logic/mode.h"
#include "logic/printer.h"
#include "parse_helper.h"

namespace gnomon::logic::testing {
namespace {

// Both texts must mean the same.
void expect_same(const std::vector<std::pair<std::string, std::string>>& pairs) {
  for (const auto& [text, full] : pairs) {
    FormulaPool pool;
    EXPECT_EQ(parse_formula(pool, text), parse_formula(pool, full)) << text << "   is not   " << full;
  }
}

void expect_different(const std::string& text, const std::string& other) {
  FormulaPool pool;
  EXPECT_NE(parse_formula(pool, text), parse_formula(pool, other)) << text << "   is   " << other;
}

TEST(Parser, PrecedenceOfTheSpecification) {
  expect_same({
      {"LTL !p U q", "LTL !(p U q)"},
      {"LTL G p U q", "LTL (G p) U q"},
      {"AG p and q", "(AG p) and q"},
      {"CTL* A X p or q", "CTL* (A (X p)) or q"},
      {"LDL <!p*>q", "LDL <(!p)*>q"},
      {"LDL <p and q?>r", "LDL <(p and q)?>r"},
  });
  expect_different("LTL !p U q", "LTL (!p) U q");
  expect_different("LTL G p U q", "LTL G (p U q)");
  expect_different("LDL <p and q?>r", "LDL <p>r");
}

TEST(Parser, PrecedenceOfBinaryOperators) {
  expect_same({
      {"p <-> q -> r", "p <-> (q -> r)"},
      {"p -> q -> r", "p -> (q -> r)"},
      {"p -> q or r", "p -> (q or r)"},
      {"p or q and r", "p or (q and r)"},
      {"p and q or r", "(p and q) or r"},
      {"!p and q", "(!p) and q"},
      {"p and q and r", "(p and q) and r"},
      {"p <-> q <-> r", "(p <-> q) <-> r"},
      {"LTL p U q U r", "LTL (p U q) U r"},
      {"LTL p U q W r R p", "LTL ((p U q) W r) R p"},
      {"LTL p U q and r", "LTL (p U q) and r"},
      {"LTL p and q U r", "LTL p and (q U r)"},
  });
  expect_different("p -> q -> r", "(p -> q) -> r");
  expect_different("LTL p U q U r", "LTL p U (q U r)");
}

TEST(Parser, PrecedenceOfPrefixOperators) {
  expect_same({
      {"LTL A p U q", "LTL (A p) U q"},
      {"LTL A F p U q", "LTL (A F p) U q"},
      {"LTL p U A F q U r", "LTL (p U (A F q)) U r"},
      {"LTL X p U X q", "LTL (X p) U (X q)"},
      {"LTL X !p U q", "LTL X (!(p U q))"},
      {"LTL G !p and q", "LTL (G (!p)) and q"},
      {"CTL* A !F !p", "CTL* A (!(F (!p)))"},
      {"CTL* !A X p", "CTL* !(A (X p))"},
      {"CTL* A (G p or q)", "CTL* A ((G p) or q)"},
      {"LTL p U !q U r", "LTL p U (!(q U r))"},
      {"LTL AG p U q", "LTL (AG p) U q"},
      {"LTL <g>X p U q", "LTL (<g>X p) U q"},
      {"LDL <p>q U r", "LDL (<p>q) U r"},
      {"LDL [p]q and r", "LDL ([p]q) and r"},
      {"LDL <p*>[q]r or p", "LDL (<p*>([q]r)) or p"},
      {"<g>X p and q", "(<g>X p) and q"},
      {"A(p U q) and r", "(A(p U q)) and r"},
      {"EX AX !p", "EX (AX (!p))"},
      {"! EF (p and EX q)", "!(EF (p and (EX q)))"},
  });
}

TEST(Parser, UntilOfPlainFormulasSeparates) {
  expect_same({
      {"A(!p U q)", "A((!p) U q)"},
      {"E(p and q U r -> p)", "E((p and q) U (r -> p))"},
      {"<g>(p or q U !r)", "<g>((p or q) U (!r))"},
      {"A(AG p U q)", "A((AG p) U q)"},
  });
  // In the modes with path formulas U is an operator like others.
  expect_same({{"CTL* A(!p U q)", "CTL* A(!(p U q))"}, {"CTL* E(p and q U r)", "CTL* E(p and (q U r))"}});
}

TEST(Parser, QuantifierBindsLikeUntil) {
  // The right operand of U may be a quantifier; a U after it belongs outside.
  FormulaPool pool;
  Diagnostics diagnostics;
  EXPECT_FALSE(parse_with(pool, "CTL* A F p U q", diagnostics).ok);  // (A F p) U q is a path formula
  EXPECT_EQ(
      parse_formula(pool, "LTL A F p U q"),
      pool.make(Op::PathA, pool.make(Op::U, pool.make(Op::PathA, pool.make(Op::F, pool.atom("p"))), pool.atom("q"))));
}

TEST(Parser, PathExpressions) {
  expect_same({
      {"LDL <p;q + r;p*>q", "LDL <(p;q) + (r;(p*))>q"},
      {"LDL <p;q;r>q", "LDL <(p;q);r>q"},
      {"LDL <p + q + r>q", "LDL <(p + q) + r>q"},
      {"LDL <p or q*>r", "LDL <(p or q)*>r"},
      {"LDL <p -> q;r>p", "LDL <(p -> q);r>p"},
      {"LDL <p->q>r", "LDL <(p -> q)>r"},
      {"LDL <p <-> q>r", "LDL <(p <-> q)>r"},
      {"LDL <(p)*>q", "LDL <p*>q"},
      {"LDL <((p and q))?>r", "LDL <p and q?>r"},
      {"LDL <p U q?>r", "LDL <(p U q)?>r"},
      {"LDL <X p?;q>r", "LDL <((X p)?);q>r"},
      {"LDL <p?*>q", "LDL <(p?)*>q"},
      {"LDL <p**>q", "LDL <(p*)*>q"},
      {"LDL <(p)and(q)>r", "LDL <p and q>r"},
      {"LDL [(p? + (p?;q?))*;p*]r", "LDL [(((p?) + ((p?);(q?)))*);(p*)]r"},
      {"LDL <<p>q?>r", "LDL <(<p>q)?>r"},
      {"LDL <[p*]q?;r>r", "LDL <([p*]q)?;r>r"},
      {"LDL <K(i, <p>q)>r", "LDL <K(i, A <p>q)>r"},
      {"CDL* E <E F p;A G q>r", "CDL* E <(E F p);(A G q)>r"},
  });
  FormulaPool pool;
  auto step = [&](const char* name) { return pool.make(Op::Step, pool.atom(name)); };
  Formula rho = pool.make(Op::Star, pool.make(Op::Seq, step("p"), step("q")));
  EXPECT_EQ(parse_formula(pool, "CDL* A <(p;q)*>r"), pool.make(Op::PathA, pool.make(Op::Diamond, rho, pool.atom("r"))));
  Formula alternative =
      pool.make(Op::Alt, pool.make(Op::Seq, step("r"), step("q")), pool.make(Op::Step, pool.truth(false)));
  EXPECT_EQ(parse_formula(pool, "CDL* (E ([((r ; q) + false)]p))"),
            pool.make(Op::PathE, pool.make(Op::Box, alternative, pool.atom("p"))));
}

TEST(Parser, ModesAndQuantifiers) {
  FormulaPool pool;
  Formula p = pool.atom("p");
  Formula eventually = pool.make(Op::F, p);
  EXPECT_EQ(parse_formula(pool, "LTL F p"), pool.make(Op::PathA, eventually));
  EXPECT_EQ(parse_formula(pool, "LDL F p"), pool.make(Op::PathA, eventually));
  EXPECT_EQ(parse_formula(pool, "LTLf F p"), pool.make(Op::PathAf, eventually));
  EXPECT_EQ(parse_formula(pool, "LDLf F p"), pool.make(Op::PathAf, eventually));
  EXPECT_EQ(parse_formula(pool, "CTL* E F p"), pool.make(Op::PathE, eventually));
  EXPECT_EQ(parse_formula(pool, "CDL* E F p"), pool.make(Op::PathE, eventually));
  EXPECT_EQ(parse_formula(pool, "CTL*f E F p"), pool.make(Op::PathEf, eventually));
  EXPECT_EQ(parse_formula(pool, "CDL*f A F p"), pool.make(Op::PathAf, eventually));
  EXPECT_EQ(parse_formula(pool, "CTL * E F p"), pool.make(Op::PathE, eventually));
  EXPECT_EQ(parse_formula(pool, "LTL E F p"), pool.make(Op::PathE, eventually));
  // A and E of a formula without path operators are that formula.
  for (const char* text : {"LTL p", "CTL* A p", "CTL* E p", "CTL* A E A p", "CDL*f E p", "LTLf A p"}) {
    EXPECT_EQ(parse_formula(pool, text), p) << text;
  }
  EXPECT_EQ(parse_formula(pool, "CTL* A E F p"), pool.make(Op::PathE, eventually));
  EXPECT_EQ(parse_formula(pool, "A(p U q)"), pool.make(Op::AU, p, pool.atom("q")));
  EXPECT_EQ(parse_formula(pool, "E((p) U (q))"), pool.make(Op::EU, p, pool.atom("q")));
  EXPECT_EQ(parse_formula(pool, "CTL* A(p U q)"), pool.make(Op::PathA, pool.make(Op::U, p, pool.atom("q"))));
  EXPECT_EQ(parse_good(pool, "CTL* A F p").mode, Mode::CtlStar);
  EXPECT_EQ(parse_good(pool, "AF p").mode, Mode::Plain);
}

TEST(Parser, ArgumentsInLinearModesAreOnAllPaths) {
  expect_same({
      {"LTL K(i, F p)", "CTL* K(i, A F p)"},
      {"LTL G K(i, F p or q)", "CTL* A G K(i, A (F p or q))"},
      {"LTL GK(g, X p) and DK(g, p U q)", "CTL* GK(g, A X p) and DK(g, A (p U q))"},
      {"LTL GCK(g, p)", "CTL* GCK(g, p)"},
      {"LTL O(i, G p)", "CTL* O(i, A G p)"},
      {"LTL AG F p", "CTL* AG A F p"},
      {"LTL <g>X F p", "CTL* <g>X A F p"},
      {"LTL <g>(F p U q)", "CTL* <g>((A F p) U q)"},
      {"LDLf K(i, <p>q)", "CDL*f K(i, A <p>q)"},
      {"LTL F p and K(i, K(j, X p))", "CTL* A (F p and K(i, K(j, A X p)))"},
  });
}

TEST(Parser, ObservationChange) {
  FormulaPool pool;
  Property property = parse_good(pool, "@recall CTL* A F Delta(Robot, camera, X p)");
  EXPECT_TRUE(property.knowledge_given);
  EXPECT_EQ(property.knowledge, KnowledgeSemantics::Recall);
  Formula delta =
      pool.make(Op::Delta, pool.make(Op::X, pool.atom("p")), {}, pool.intern("Robot"), pool.intern("camera"));
  EXPECT_EQ(property.formula, pool.make(Op::PathA, pool.make(Op::F, delta)));
  EXPECT_EQ(parse_good(pool, "@clock K(i, p)").knowledge, KnowledgeSemantics::Clock);
  EXPECT_EQ(parse_good(pool, "@observational p").knowledge, KnowledgeSemantics::Observational);
  EXPECT_FALSE(parse_good(pool, "p").knowledge_given);
  // Without an attribute the run decides, so Delta is accepted.
  EXPECT_EQ(pool[parse_formula(pool, "Delta(i, o, p)")].op, Op::Delta);
}

TEST(Parser, ColoredStates) {
  FormulaPool pool;
  EXPECT_EQ(parse_formula(pool, "Ag1.GreenStates"), pool.make(Op::Green, pool.intern("Ag1")));
  EXPECT_EQ(parse_formula(pool, "AG !Environment.RedStates"),
            pool.make(Op::AG, pool.make(Op::Not, pool.make(Op::Red, pool.intern("Environment")))));
  EXPECT_EQ(parse_formula(pool, "LDL.GreenStates"), pool.make(Op::Green, pool.intern("LDL")));
  EXPECT_EQ(parse_formula(pool, "LTL K.RedStates"), pool.make(Op::Red, pool.intern("K")));
}

TEST(Parser, NewWordsStayNames) {
  FormulaPool pool;
  for (const char* name : {"LTL", "LDL", "LTLf", "LDLf", "CTL", "CDL", "W", "R", "Delta", "f", "observational"}) {
    Formula atom = pool.atom(name);
    std::string text(name);
    EXPECT_EQ(parse_formula(pool, text), atom);
    EXPECT_EQ(parse_formula(pool, text + " and p"), pool.make(Op::And, atom, pool.atom("p"))) << text;
    EXPECT_EQ(parse_formula(pool, text + " -> p"), pool.make(Op::Implies, atom, pool.atom("p"))) << text;
    EXPECT_EQ(parse_formula(pool, "AG " + text), pool.make(Op::AG, atom)) << text;
    EXPECT_EQ(parse_formula(pool, "LTL " + text), atom) << text;
    EXPECT_EQ(parse_formula(pool, "CTL* " + text), atom) << text;
    EXPECT_EQ(parse_formula(pool, "LTL " + text + " U " + text), pool.make(Op::PathA, pool.make(Op::U, atom, atom)));
    EXPECT_EQ(parse_formula(pool, "LTL " + text + " W " + text), pool.make(Op::PathA, pool.make(Op::W, atom, atom)));
  }
  EXPECT_EQ(parse_formula(pool, "CTL*f"), pool.atom("f"));
  EXPECT_EQ(parse_formula(pool, "CTL*f and p"), pool.make(Op::And, pool.atom("f"), pool.atom("p")));
  EXPECT_EQ(parse_good(pool, "CTL*f and p").mode, Mode::CtlStar);
  EXPECT_EQ(parse_good(pool, "CTL*f p").mode, Mode::CtlStarFinite);
  EXPECT_EQ(parse_good(pool, "CTL*(p)").mode, Mode::CtlStar);
  EXPECT_EQ(parse_good(pool, "CTL*p").mode, Mode::CtlStar);
  EXPECT_EQ(parse_formula(pool, "LTL W W W"), pool.make(Op::PathA, pool.make(Op::W, pool.atom("W"), pool.atom("W"))));
}

TEST(Parser, CoalitionOrPathExpression) {
  FormulaPool pool;
  Symbol g = pool.intern("g");
  Formula p = pool.atom("p");
  EXPECT_EQ(parse_formula(pool, "<g>X p"), pool.make(Op::CanX, g, p));
  EXPECT_EQ(parse_formula(pool, "<g>F(p)"), pool.make(Op::CanF, g, p));
  EXPECT_EQ(parse_formula(pool, "<g>(p U q)"), pool.make(Op::CanU, p, pool.atom("q"), g));
  EXPECT_EQ(parse_formula(pool, "CDL* <g>G p"), pool.make(Op::CanG, g, p));
  EXPECT_EQ(parse_formula(pool, "CDL* <g>(p U q)"), pool.make(Op::CanU, p, pool.atom("q"), g));
  // A name of both kinds: coalition in plain formulas, path expression in the others.
  EXPECT_EQ(parse_formula(pool, "<both>X p"), pool.make(Op::CanX, pool.intern("both"), p));
  Formula step = pool.make(Op::Step, pool.atom("both"));
  EXPECT_EQ(parse_formula(pool, "CDL* E <both>X p"),
            pool.make(Op::PathE, pool.make(Op::Diamond, step, pool.make(Op::X, p))));
  EXPECT_EQ(parse_formula(pool, "CDL* E <(both)>(p)"), pool.make(Op::PathE, pool.make(Op::Diamond, step, p)));
  Formula q_step = pool.make(Op::Step, pool.atom("q"));
  EXPECT_EQ(parse_formula(pool, "LDL <q>(p U q)"),
            pool.make(Op::PathA, pool.make(Op::Diamond, q_step, pool.make(Op::U, p, pool.atom("q")))));
}

TEST(Parser, GroupsThatAreListed) {
  FormulaPool pool;
  for (const char* text : {"<{a, b}>X p", "<{}>G<=3 p", "<{a}>(p U[1,2] q)", "GK({a, b}, p) and DK({b}, q)",
                           "GCK({a}, p)", "LTL G <{a, b}>F p", "CDL* E [p*]<{a}>G q", "@clock AG GCK({a, b}, p)"}) {
    Diagnostics diagnostics;
    const ParsedProperty parsed = parse_with(pool, text, diagnostics);
    ASSERT_TRUE(parsed.ok) << text;
    EXPECT_EQ(print(pool, parsed.property), text);
  }
  Diagnostics diagnostics;
  const ParsedProperty parsed = parse_with(pool, "<{b,a ,b}>X p", diagnostics);
  ASSERT_TRUE(parsed.ok);
  EXPECT_EQ(print(pool, parsed.property), "<{b, a}>X p");
  ASSERT_EQ(parsed.names.size(), 5u);  // three agents, the group, the proposition
  EXPECT_EQ(parsed.names[3].kind, NameKind::Group);
  EXPECT_TRUE(parsed.names[3].is_list);
  EXPECT_EQ(parsed.names[3].members, (std::vector<Symbol>{pool.intern("b"), pool.intern("a")}));
}

TEST(Parser, NameUses) {
  FormulaPool pool;
  Diagnostics diagnostics;
  ParsedProperty parsed = parse_with(pool, "K(i, p) and <g>X j.RedStates or Delta(k, o, GK(h, q))", diagnostics);
  ASSERT_TRUE(parsed.ok);
  struct Expected {
    NameKind kind;
    std::string name;
    std::uint32_t begin;
  };
  std::vector<Expected> expected{
      {NameKind::Agent, "i", 2},  {NameKind::Proposition, "p", 5},  {NameKind::Group, "g", 13},
      {NameKind::Agent, "j", 17}, {NameKind::Agent, "k", 38},       {NameKind::Observation, "o", 41},
      {NameKind::Group, "h", 47}, {NameKind::Proposition, "q", 50},
  };
  ASSERT_EQ(parsed.names.size(), expected.size());
  for (std::size_t n = 0; n < expected.size(); ++n) {
    EXPECT_EQ(parsed.names[n].kind, expected[n].kind);
    EXPECT_EQ(pool.text(parsed.names[n].name), expected[n].name);
    EXPECT_EQ(parsed.names[n].span.begin, expected[n].begin);
    EXPECT_EQ(parsed.names[n].span.end, expected[n].begin + expected[n].name.size());
  }
  EXPECT_EQ(parsed.names[5].owner, pool.intern("k"));
}

TEST(Parser, SpanWithinASource) {
  std::string text = "Formulae\n  AG p; -- first\n  CTL* A -- on all paths\n (G q); end";
  Source source("m.ispl", text);
  auto begin = static_cast<std::uint32_t>(text.find("CTL*"));
  auto end = static_cast<std::uint32_t>(text.find("; end"));
  FormulaPool pool;
  Diagnostics diagnostics;
  ParsedProperty parsed = parse_property(source, {begin, end}, test_context(), pool, diagnostics);
  ASSERT_TRUE(parsed.ok);
  EXPECT_EQ(parsed.property.formula, pool.make(Op::PathA, pool.make(Op::G, pool.atom("q"))));
  ASSERT_EQ(parsed.names.size(), 1u);
  EXPECT_EQ(source.position(parsed.names[0].span.begin).line, 4u);
}

TEST(Parser, FiniteTracesOption) {
  ParseContext context = test_context();
  context.finite_traces = true;
  const std::vector<std::pair<std::string, Mode>> expected{
      {"LDL <p>q", Mode::LdlFinite},         {"CDL* E <p>q", Mode::CdlStarFinite}, {"LTL F p", Mode::Ltl},
      {"CTL* E F p", Mode::CtlStar},         {"LTLf F p", Mode::LtlFinite},        {"AF p", Mode::Plain},
      {"CDL*f E <p>q", Mode::CdlStarFinite},
  };
  for (const auto& [text, mode] : expected) {
    FormulaPool pool;
    Diagnostics diagnostics;
    ParsedProperty parsed = parse_with(pool, text, diagnostics, context);
    ASSERT_TRUE(parsed.ok) << text;
    EXPECT_EQ(parsed.property.mode, mode) << text;
    if (mode != Mode::Plain) {
      Op op = pool[parsed.property.formula].op;
      EXPECT_EQ(op == Op::PathAf || op == Op::PathEf, is_finite(mode)) << text;
    }
  }
}

TEST(Parser, WithoutContext) {
  FormulaPool pool;
  Diagnostics diagnostics;
  EXPECT_TRUE(parse_with(pool, "<g>X p", diagnostics, ParseContext{}).ok);
  ParsedProperty parsed = parse_with(pool, "LDL <g>X p", diagnostics, ParseContext{});
  ASSERT_TRUE(parsed.ok);
  EXPECT_EQ(pool[pool[parsed.property.formula].left].op, Op::Diamond);
}

}  // namespace
}  // namespace gnomon::logic::testing
