#include "logic/nnf.h"

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

void expect_normal(const FormulaPool& pool, Formula f) {
  for (Formula g : pool.subformulas(f)) {
    const Node& node = pool[g];
    ASSERT_NE(node.op, Op::Implies);
    ASSERT_NE(node.op, Op::Iff);
    if (node.op != Op::Not) continue;
    switch (without_bound(pool[node.left].op)) {
      case Op::Atom:
      case Op::Knows:
      case Op::Everybody:
      case Op::Common:
      case Op::Distributed:
      case Op::Ought:
      case Op::EU:
      case Op::AU:
      case Op::CanX:
      case Op::CanF:
      case Op::CanG:
      case Op::CanU:
        break;
      default:
        FAIL() << print(pool, f);
    }
  }
}

TEST(Nnf, Examples) {
  const std::vector<std::pair<std::string, std::string>> examples{
      {"!(p and q -> r)", "p and q and !r"},
      {"!!p", "p"},
      {"!AG (p -> EX q)", "EF (p and AX !q)"},
      {"!AF p", "EG !p"},
      {"!K(i, !(p or q))", "!K(i, !p and !q)"},
      {"!A(!(p or q) U r)", "!A((!p and !q) U r)"},
      {"!i.GreenStates", "i.RedStates"},
      {"!true", "false"},
      {"p <-> q", "p and q or !p and !q"},
      {"!(p <-> q)", "p and !q or !p and q"},
      {"CTL* !A (p U q)", "CTL* E ((!p) R !q)"},
      {"CTL* !A (p W X q)", "CTL* E ((X !q) U (!p and X !q))"},
      {"CTL* A !(p R F q)", "CTL* A ((!p) U G !q)"},
      {"LDL !<p -> q;(!X r)?>r", "LDL [!p or q;(X !r)?]!r"},
      {"LDLf !X p", "LDLf [true]!p"},
      {"LTLf !X !X p", "LTLf [true]X p"},
      {"CTL*f !E !X p", "CTL*f A X p"},
      {"LTL !X p", "LTL X !p"},
      {"@recall LTL !Delta(i, o, F p)", "@recall LTL Delta(i, o, G !p)"},
  };
  for (const auto& [text, normal] : examples) {
    FormulaPool pool;
    Property property = parse_good(pool, text);
    property.formula = negation_normal_form(pool, property.formula);
    EXPECT_EQ(print(pool, property), normal) << text;
  }
}

TEST(Nnf, StateFormulasKeepTheirMeaning) {
  for (Mode mode : {Mode::Plain, Mode::CdlStar, Mode::CdlStarFinite}) {
    for (std::uint32_t seed = 0; seed < test::seeds(400); ++seed) {
      FormulaPool pool;
      RandomFormula random(pool, mode, seed);
      random.restrict_propositions(3);
      Formula f = random.state_formula(8);
      Formula same = negation_normal_form(pool, f);
      Formula opposite = negated_normal_form(pool, f);
      expect_normal(pool, same);
      expect_normal(pool, opposite);
      ASSERT_EQ(negation_normal_form(pool, same), same) << print(pool, f);
      Model model = random_model(seed);
      Reference reference(pool, model);
      ASSERT_EQ(reference.states(f), reference.states(same)) << print(pool, f) << "\n" << print(pool, same);
      ASSERT_EQ(model.all() & ~reference.states(f), reference.states(opposite)) << print(pool, f) << "\n"
                                                                                << print(pool, opposite);
    }
  }
}

TEST(Nnf, PathFormulasKeepTheirMeaning) {
  for (Traces traces : {Traces::Infinite, Traces::Finite, Traces::FiniteWithInfiniteTests}) {
    int compared = 0;
    for (std::uint32_t seed = 0; seed < test::seeds(400); ++seed) {
      FormulaPool pool;
      RandomFormula random(pool, Mode::CdlStar, seed + 1000);
      random.restrict_propositions(3);
      Formula f = random.path_formula(9);
      Formula same = negation_normal_form(pool, f, traces);
      Formula opposite = negated_normal_form(pool, f, traces);
      expect_normal(pool, same);
      expect_normal(pool, opposite);
      ASSERT_EQ(pool[same].is_path, pool[f].is_path);
      Model model = random_model(seed);
      Reference reference(pool, model, traces);
      for (int s = 0; s < model.size; ++s) {
        for (const Lasso& lasso : reference.lassos_from(s)) {
          for (std::size_t length = 1; length <= Reference::longest_trace(); ++length) {
            auto holds = [&](Formula g) {
              return traces == Traces::Infinite ? reference.on_path(g, lasso) : reference.on_trace(g, lasso, length);
            };
            ASSERT_EQ(holds(f), holds(same)) << print(pool, f) << "\n" << print(pool, same);
            ASSERT_NE(holds(f), holds(opposite)) << print(pool, f) << "\n" << print(pool, opposite);
            ++compared;
          }
        }
      }
    }
    EXPECT_GT(compared, static_cast<int>(test::seeds(10000)));
  }
}

// The two kinds of finite traces differ, and so do their normal forms: the test below negates a next.
TEST(Nnf, TestsBeyondTheEndOfTheTrace) {
  FormulaPool pool;
  Formula test = pool.make(Op::Test, pool.make(Op::Not, pool.make(Op::X, pool.atom("p"))));
  Formula f = pool.make(Op::Diamond, test, pool.atom("q"));
  EXPECT_EQ(print(pool, negation_normal_form(pool, f, Traces::Finite)), "<([true]!p)?>q");
  EXPECT_EQ(print(pool, negation_normal_form(pool, f, Traces::FiniteWithInfiniteTests)), "<(X !p)?>q");
}

// The size stays linear although equivalences need both polarities.
TEST(Nnf, EquivalencesShare) {
  FormulaPool pool;
  Formula f = pool.atom("p");
  for (int i = 0; i < 1000; ++i) f = pool.make(Op::Iff, f, pool.make(Op::X, f));
  Formula normal = negation_normal_form(pool, f);
  EXPECT_LT(pool.subformulas(normal).size(), 10000u);
}

}  // namespace
}  // namespace gnomon::logic::testing
