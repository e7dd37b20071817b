// The table of operators: what it says is held against the parser, the printer and the reference semantics.
#include "logic/operators.h"

#include <gtest/gtest.h>
#include <string>

#include "logic/printer.h"
#include "parse_helper.h"
#include "reference_semantics.h"

namespace gnomon::logic::testing {
namespace {

std::string name_of(NameKind kind) {
  switch (kind) {
    case NameKind::None:
      return "";
    case NameKind::Proposition:
      return "p";
    case NameKind::Agent:
      return "i";
    case NameKind::Group:
      return "g";
    case NameKind::Observation:
      return "o";
  }
  return "";
}

class Sample {
 public:
  explicit Sample(FormulaPool& pool) : pool_(pool) {}

  Formula p() { return pool_.atom("p"); }
  Formula q() { return pool_.atom("q"); }

  // The operator over two state formulas; where it takes a path formula or a path expression, over one made of them.
  Formula over(Op op, Formula left, Formula right) {
    const Operator& known = operator_of(op);
    bool joins_expressions = known.family == Family::PathExpression && op != Op::Step && op != Op::Test;
    if (known.family == Family::PathQuantifier) left = pool_.make(Op::F, left);
    if (known.family == Family::Dynamic || joins_expressions) left = pool_.make(Op::Step, left);
    if (joins_expressions) right = pool_.make(Op::Step, right);
    if (known.arity < 1) left = {};
    if (known.arity < 2) right = {};
    if (has_bound(op)) {
      const Interval interval = is_next(op) ? Interval::exactly(3) : Interval{1, 2};
      return pool_.make_bounded(op, interval, left, right, symbol(known.name));
    }
    if (op == Op::Repeat) return pool_.make_repeat(left, {2, 3});
    return pool_.make(op, left, right, symbol(known.name), symbol(known.name2));
  }

  // The dual operator over the negated operands of such a formula.
  Formula dual_of(Formula f) {
    const Node node = pool_[f];
    auto negated = [&](Formula operand) {
      bool stays = operand.is_none() || is_path_expression(pool_[operand].op);
      return stays ? operand : pool_.make(Op::Not, operand);
    };
    return pool_.make(*operator_of(node.op).dual, negated(node.left), negated(node.right), node.name, node.name2,
                      node.bound);
  }

  // As a state formula: with E, and <rho>q, in front where they are needed.
  Formula as_state_formula(Formula f) {
    if (is_path_expression(pool_[f].op)) f = pool_.make(Op::Diamond, f, q());
    return pool_[f].is_path ? pool_.make(Op::PathE, f) : f;
  }

 private:
  Symbol symbol(NameKind kind) { return kind == NameKind::None ? Symbol{} : pool_.intern(name_of(kind)); }

  FormulaPool& pool_;
};

Mode mode_for(Op op) {
  if (is_finite_quantifier(op)) return Mode::CtlStarFinite;
  switch (family_of(op)) {
    case Family::Atom:
    case Family::Boolean:
    case Family::Branching:
    case Family::Knowledge:
    case Family::Deontic:
    case Family::Strategic:
    case Family::Observation:
      return Mode::Plain;
    case Family::PathQuantifier:
    case Family::Linear:
      return Mode::CtlStar;
    case Family::Dynamic:
    case Family::PathExpression:
      return Mode::CdlStar;
  }
  return Mode::Plain;
}

TEST(Operators, AreReadAsTheyArePrinted) {
  for (const Operator& known : kOperators) {
    FormulaPool pool;
    Sample sample(pool);
    Property property;
    property.mode = mode_for(known.op);
    property.formula = sample.as_state_formula(sample.over(known.op, sample.p(), sample.q()));
    if (known.family == Family::Observation) {
      property.knowledge_given = true;
      property.knowledge = KnowledgeSemantics::Recall;
    }
    std::string text = print(pool, property);
    EXPECT_EQ(parse_good(pool, text).formula, property.formula) << text;
    bool in_one_piece = known.notation != Notation::Modal;
    EXPECT_TRUE(!in_one_piece || text.find(known.word) != std::string::npos) << text;
  }
}

TEST(Operators, HaveOperandsAndNamesAsTheirNotationSays) {
  for (const Operator& known : kOperators) {
    switch (known.notation) {
      case Notation::Constant:
        EXPECT_EQ(known.name, NameKind::None);
        [[fallthrough]];
      case Notation::Name:
      case Notation::Member:
        EXPECT_EQ(known.arity, 0);
        break;
      case Notation::Call:
      case Notation::Group:
        EXPECT_NE(known.name, NameKind::None);
        [[fallthrough]];
      case Notation::Prefix:
      case Notation::Postfix:
      case Notation::Implicit:
        EXPECT_EQ(known.arity, 1);
        break;
      case Notation::GroupUntil:
        EXPECT_NE(known.name, NameKind::None);
        [[fallthrough]];
      case Notation::Binary:
      case Notation::Until:
      case Notation::Modal:
        EXPECT_EQ(known.arity, 2);
        break;
    }
  }
}

TEST(Operators, AreFoundByOneWordOnly) {
  for (const Operator& known : kOperators) {
    if (known.spelling == Spelling::BySign) continue;
    EXPECT_EQ(find_operator(known.word, known.spelling), known.op) << known.word;
    Spelling other = known.spelling == Spelling::Reserved ? Spelling::ByPlace : Spelling::Reserved;
    EXPECT_FALSE(find_operator(known.word, other)) << known.word;
  }
  EXPECT_FALSE(find_operator("p", Spelling::Reserved));
  EXPECT_EQ(find_operator("G", Notation::Group), Op::CanG);
  EXPECT_FALSE(find_operator("H", Notation::Group));
}

TEST(Operators, DualsAreMutual) {
  for (const Operator& known : kOperators) {
    if (!known.dual) continue;
    const Operator& dual = operator_of(*known.dual);
    EXPECT_EQ(dual.dual, known.op) << known.word;
    EXPECT_EQ(dual.arity, known.arity) << known.word;
    EXPECT_EQ(dual.name, known.name) << known.word;
  }
}

constexpr std::uint32_t kModels = 200;

// !op(f, g) = dual(!f, !g); under E for path formulas.
TEST(Operators, DualsAreWhatANegationMakes) {
  FormulaPool pool;
  Sample sample(pool);
  for (const Operator& known : kOperators) {
    if (!known.dual) continue;
    Formula f = sample.over(known.op, sample.p(), sample.q());
    Formula one = sample.as_state_formula(pool.make(Op::Not, f));
    Formula other = sample.as_state_formula(sample.dual_of(f));
    for (std::uint32_t seed = 0; seed < kModels; ++seed) {
      Model model = random_model(seed);
      Reference reference(pool, model);
      ASSERT_EQ(reference.states(one), reference.states(other)) << known.word << ", model " << seed;
    }
  }
}

// A weaker operand makes a weaker formula, or a stronger one; and each does so somewhere.
TEST(Operators, GrowAndShrinkWithTheirOperands) {
  FormulaPool pool;
  Sample sample(pool);
  Formula weaker = pool.make(Op::Or, sample.p(), pool.atom("r"));
  for (const Operator& known : kOperators) {
    for (int operand = 0; operand < known.arity; ++operand) {
      bool left = operand == 0;
      Polarity polarity = left ? known.left : known.right;
      auto with = [&](Formula f) {
        return sample.as_state_formula(sample.over(known.op, left ? f : sample.q(), left ? sample.q() : f));
      };
      Formula before = with(sample.p());
      Formula after = with(weaker);
      bool grows = false;
      bool shrinks = false;
      for (std::uint32_t seed = 0; seed < kModels; ++seed) {
        Model model = random_model(seed);
        Reference reference(pool, model);
        States lost = reference.states(before) & ~reference.states(after);
        States gained = reference.states(after) & ~reference.states(before);
        grows = grows || gained != 0;
        shrinks = shrinks || lost != 0;
      }
      EXPECT_EQ(grows, polarity != Polarity::Negative) << known.word << " operand " << operand;
      EXPECT_EQ(shrinks, polarity != Polarity::Positive) << known.word << " operand " << operand;
    }
  }
}

}  // namespace
}  // namespace gnomon::logic::testing
