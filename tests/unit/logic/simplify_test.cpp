#include "logic/simplify.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "logic/printer.h"
#include "parse_helper.h"
#include "random_formula.h"
#include "reference_semantics.h"
#include "support/seeds.h"

namespace gnomon::logic::testing {
namespace {

void expect_simplified(const std::vector<std::pair<std::string, std::string>>& examples) {
  for (const auto& [text, simple] : examples) {
    FormulaPool pool;
    Property property = parse_good(pool, text);
    property.formula = simplify(pool, property.formula);
    EXPECT_EQ(print(pool, property), simple) << text;
  }
}

TEST(Simplify, BooleanOperators) {
  expect_simplified({
      {"p and true", "p"},
      {"false and p", "false"},
      {"p or false", "p"},
      {"p or !p", "true"},
      {"!p and p", "false"},
      {"p and p", "p"},
      {"!!p", "p"},
      {"!!!p", "!p"},
      {"p and (p or q)", "p"},
      {"(q and p) or p", "p"},
      {"p and (q and p)", "q and p"},
      {"p -> true", "true"},
      {"true -> p", "p"},
      {"p -> false", "!p"},
      {"p -> p", "true"},
      {"p -> !p", "!p"},
      {"p <-> p", "true"},
      {"p <-> !p", "false"},
      {"false <-> p", "!p"},
      {"i.GreenStates and i.RedStates", "false"},
      {"!i.RedStates", "i.GreenStates"},
  });
}

TEST(Simplify, StateOperators) {
  expect_simplified({
      {"AX true", "true"},
      {"EX false", "false"},
      {"EF false or EF true", "true"},
      {"AG AG p", "AG p"},
      {"EF EF p", "EF p"},
      {"AF AF p", "AF p"},
      {"EG EG p", "EG p"},
      {"EG false", "false"},
      {"AF true", "true"},
      {"E(true U p)", "EF p"},
      {"A(true U p)", "AF p"},
      {"E(p U false)", "false"},
      {"A(false U p)", "p"},
      {"A(p U p)", "p"},
      {"K(i, true)", "true"},
      {"K(i, p and !p)", "false"},
      {"K(i, K(i, p))", "K(i, p)"},
      {"K(i, !K(i, p))", "!K(i, p)"},
      {"GCK(g, GCK(g, p))", "GCK(g, p)"},
      {"GK(g, true)", "true"},
      {"O(i, true)", "true"},
      {"<g>F true", "true"},
      {"<g>(true U p)", "<g>F p"},
      {"Delta(i, o, p or !p)", "true"},
  });
}

TEST(Simplify, LeavesAloneWhatIsNotTrivial) {
  for (const char* text :
       {"EX true",         "AX false",         "EG true",        "AF false",      "A(p U false)",   "GK(nobody, false)",
        "GK(g, GK(g, p))", "K(i, K(j, p))",    "O(i, false)",    "<g>X true",     "<g>X false",     "<g>F false",
        "<g>G true",       "<g>G false",       "<g>(false U p)", "CTL* E X true", "CTL* A X false", "CTL*f E X true",
        "CTL*f A X true",  "LDLf [true]false", "LDLf [p]q",      "LDLf <(X p)?>q"}) {
    expect_simplified({{text, text}});
  }
}

TEST(Simplify, QuantifiersStillAskForAPath) {
  expect_simplified({
      {"CTL* E F true", "CTL* E X true"},
      {"CTL* E G false", "CTL* false"},
      {"CTL* A G true", "CTL* true"},
      {"CTL* A X false", "CTL* A X false"},
      {"CTL* E (p and (q or !q) and F true)", "CTL* p and E X true"},
      {"CTL* A (p or X false)", "CTL* p or A X false"},
      {"CTL*f E F true", "CTL*f E X true"},
      {"CTL* E <p?>q", "CTL* p and q and E X true"},
      {"LTL F true", "LTL true"},
  });
}

TEST(Simplify, PathOperators) {
  expect_simplified({
      {"LTL F F p", "LTL F p"},
      {"LTL G F G F p", "LTL G F p"},
      {"LTL true U p", "LTL F p"},
      {"LTL false R p", "LTL G p"},
      {"LTL p W false", "LTL G p"},
      {"LTL p U (p U q)", "LTL p U q"},
      {"LTL F (p U (q U r))", "LTL F r"},
      {"LTL p U F q", "LTL F q"},
      {"LDL <true*>p", "LDL F p"},
      {"LDL [true*]p", "LDL G p"},
      {"LDL <true>p", "LDL X p"},
      {"LDL <p>q", "LDL p and X q"},
      {"LDL [p]q", "LDL !p or X q"},
      {"LDL <(p?;true)*>q", "LDL p U q"},
      {"LDL [p*]q", "LDL (!p) R q"},
      {"LDL <(X p?;true)*>q", "LDL X p U q"},
      {"LDLf <(X p?;true)*>q", "LDLf <((X p)?;true)*>q"},
      {"LDLf <p?>X q", "LDLf p and X q"},
  });
}

TEST(Simplify, PathExpressions) {
  expect_simplified({
      {"LDL <p;false>q", "LDL X false"},
      {"LDL [p;false?]q", "LDL true"},
      {"LDL <true?;p;q;true?>r", "LDL <p;q>r"},
      {"LDL <(p;q)**>r", "LDL <(p;q)*>r"},
      {"LDL <(p;q + true?)*>r", "LDL <(p;q)*>r"},
      {"LDL <(p;q + r?)*>r", "LDL <(p;q)*>r"},
      {"LDL <p;q + p;q>r", "LDL <p;q>r"},
      {"LDL <p + q;p + false>r", "LDL <p + q;p>r"},
      {"LDL <(p;q)* + true?>r", "LDL <(p;q)*>r"},
      {"LDL <(p;q)*;(p;q)*>r", "LDL <(p;q)*>r"},
      {"LDL <((p;q)* + r)*>p", "LDL <(p;q + r)*>p"},
      {"LDL <p?*;q;q>r", "LDL <q;q>r"},
      {"LDL <(p;q)*>true", "LDL true"},
      {"LDL [(p;q)*]false", "LDL X false"},
      {"LDL <p?;q;r>p", "LDL <p and q;r>p"},
      {"LDL <(p + q);r>p", "LDL <p or q;r>p"},
  });
}

TEST(Simplify, StateFormulasKeepTheirMeaning) {
  for (Mode mode : {Mode::Plain, Mode::CdlStar, Mode::CdlStarFinite}) {
    for (Traces tests : {Traces::Finite, Traces::FiniteWithInfiniteTests}) {
      int changed = 0;
      for (std::uint32_t seed = 0; seed < test::seeds(400); ++seed) {
        FormulaPool pool;
        RandomFormula random(pool, mode, seed + 5000);
        random.restrict_propositions(2);
        Formula f = random.state_formula(9);
        Formula simple = simplify(pool, f);
        if (simple != f) ++changed;
        ASSERT_FALSE(pool[simple].is_path);
        for (std::uint32_t model_seed = 0; model_seed < 5; ++model_seed) {
          Model model = random_model(seed * 5 + model_seed);
          Reference reference(pool, model, tests);
          ASSERT_EQ(reference.states(f), reference.states(simple)) << print(pool, f) << "\n" << print(pool, simple);
        }
      }
      EXPECT_GT(changed, static_cast<int>(test::seeds(100)));
    }
  }
}

TEST(Simplify, PathFormulasKeepTheirMeaning) {
  for (Traces traces : {Traces::Infinite, Traces::Finite, Traces::FiniteWithInfiniteTests}) {
    int changed = 0;
    for (std::uint32_t seed = 0; seed < test::seeds(600); ++seed) {
      FormulaPool pool;
      RandomFormula random(pool, Mode::CdlStar, seed + 9000);
      random.restrict_propositions(2);
      Formula f = random.path_formula(9);
      Formula simple = simplify(pool, f, traces);
      if (simple != f) ++changed;
      Model model = random_model(seed);
      Reference reference(pool, model, traces);
      for (int s = 0; s < model.size; ++s) {
        for (const Lasso& lasso : reference.lassos_from(s)) {
          for (std::size_t length = 1; length <= Reference::longest_trace(); ++length) {
            auto holds = [&](Formula g) {
              return traces == Traces::Infinite ? reference.on_path(g, lasso) : reference.on_trace(g, lasso, length);
            };
            ASSERT_EQ(holds(f), holds(simple)) << print(pool, f) << "\n" << print(pool, simple);
          }
        }
      }
    }
    EXPECT_GT(changed, static_cast<int>(test::seeds(200)));
  }
}

// Path expressions by themselves, where the laws are densest: as <rho>r and [rho]r on short lassos.
TEST(Simplify, PathExpressionsKeepTheirMeaning) {
  for (std::uint32_t seed = 0; seed < test::seeds(2000); ++seed) {
    FormulaPool pool;
    RandomFormula random(pool, Mode::Ldl, seed);
    random.restrict_propositions(2);
    Formula rho = random.path_expression(7);
    Model model = random_model(seed);
    Reference reference(pool, model);
    for (Op op : {Op::Diamond, Op::Box}) {
      Formula f = pool.make(op, rho, pool.atom("r"));
      for (Traces traces : {Traces::Infinite, Traces::Finite}) {
        Formula simple = simplify(pool, f, traces);
        for (const Lasso& lasso : reference.lassos_from(0)) {
          bool same = traces == Traces::Infinite
                          ? reference.on_path(f, lasso) == reference.on_path(simple, lasso)
                          : reference.on_trace(f, lasso, 4) == reference.on_trace(simple, lasso, 4);
          ASSERT_TRUE(same) << print(pool, f) << "\n" << print(pool, simple);
        }
      }
    }
  }
}

}  // namespace
}  // namespace gnomon::logic::testing
