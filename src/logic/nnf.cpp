// Two passes over the nodes, no recursion. The first goes from users to operands and notes in which variants (polarity,
// kind of trace) each node is needed; the second goes from operands to users and builds exactly those variants.
#include "logic/nnf.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/pace.h"
#include "logic/formula_map.h"
#include "logic/question.h"

namespace gnomon::logic {

namespace {

enum class Sign : std::uint8_t { Positive, Negative };

Sign flip(Sign sign) {
  return sign == Sign::Positive ? Sign::Negative : Sign::Positive;
}

struct Variant {
  Sign sign = Sign::Positive;
  bool finite = false;
};

constexpr std::size_t kVariants = 4;
constexpr std::size_t kMostNodesOfStep = 8;  // that one step makes

void step(Pace& pace, const FormulaPool& pool) {
  pace.step(1, [&] { return pool.growth_bytes(kMostNodesOfStep * Pace::kInterval); });
}

std::size_t number(Variant v) {
  return (v.sign == Sign::Negative ? 1u : 0u) + (v.finite ? 2u : 0u);
}

Variant variant(std::size_t number) {
  return {(number & 1u) != 0 ? Sign::Negative : Sign::Positive, (number & 2u) != 0};
}

class Normalizer {
 public:
  Normalizer(FormulaPool& pool, Formula root, Traces traces, Pace& pace)
      : pool_(pool), root_(root), traces_(traces), pace_(pace), order_(pool.subformulas(root)), built_(order_) {}

  Formula run(Sign sign);

 private:
  struct Need {
    Formula formula;
    Variant variant;
  };
  using Needs = std::array<Need, 4>;

  // The variants of the operands from which build() makes the variant of f; returns how many.
  std::size_t needs_of(Formula f, Variant v, Needs& needs) const;
  Formula build(Formula f, Variant v);
  Variant below(const Node& node, Variant v) const;
  Variant canonical(Formula f, Variant v) const;
  Formula get(Formula f, Variant v) const { return built_[f][number(canonical(f, v))]; }

  FormulaPool& pool_;
  Formula root_;
  Traces traces_;
  Pace& pace_;
  std::vector<Formula> order_;
  FormulaMap<std::array<Formula, kVariants>> built_;
};

// Operands that do not depend on a path are the same on all kinds of traces.
Variant Normalizer::canonical(Formula f, Variant v) const {
  if (!pool_[f].is_path) v.finite = false;
  return v;
}

// The kind of trace for the operands of a node.
Variant Normalizer::below(const Node& node, Variant v) const {
  if (is_path_quantifier(node.op)) v.finite = is_finite_quantifier(node.op);
  if (node.op == Op::Test && traces_ == Traces::FiniteWithInfiniteTests) v.finite = false;
  return v;
}

// Whether a negation in front of this operator moves on to its operands.
bool passes_negation(const Operator& known) {
  return known.dual || known.left != Polarity::Positive || known.op == Op::W || known.op == Op::Wn;
}

std::size_t Normalizer::needs_of(Formula f, Variant v, Needs& needs) const {
  const Node& node = pool_[f];
  const Operator& known = operator_of(node.op);
  bool flipped = v.sign == Sign::Negative && passes_negation(known);
  std::size_t count = 0;
  auto need = [&](Formula operand, Polarity polarity) {
    if (operand.is_none()) return;
    // Path expressions are the same under negation.
    bool negatable = !is_path_expression(pool_[operand].op);
    for (Sign sign : {Sign::Positive, Sign::Negative}) {
      bool negative = negatable && (polarity == Polarity::Negative) != flipped;
      bool needed = polarity == Polarity::Both || negative == (sign == Sign::Negative);
      if (needed) needs[count++] = {operand, canonical(operand, {sign, below(node, v).finite})};
    }
  };
  need(node.left, known.left);
  need(node.right, known.right);
  return count;
}

Formula Normalizer::build(Formula f, Variant v) {
  const Node node = pool_[f];
  bool negative = v.sign == Sign::Negative;
  bool finite = below(node, v).finite;
  auto left = [&](Sign sign) { return node.left.is_none() ? Formula{} : get(node.left, {sign, finite}); };
  auto right = [&](Sign sign) { return node.right.is_none() ? Formula{} : get(node.right, {sign, finite}); };
  constexpr Sign kPlus = Sign::Positive;
  constexpr Sign kMinus = Sign::Negative;
  if (node.op == Op::Not) return left(flip(v.sign));
  if (node.op == Op::Implies) return pool_.make(negative ? Op::And : Op::Or, left(flip(v.sign)), right(v.sign));
  if (node.op == Op::Iff) {
    Formula same = pool_.make(Op::And, left(kPlus), right(negative ? kMinus : kPlus));
    Formula other = pool_.make(Op::And, left(kMinus), right(negative ? kPlus : kMinus));
    return pool_.make(Op::Or, same, other);
  }
  if (!negative) return pool_.make_like(node, left(kPlus), right(kPlus));
  if (node.op == Op::X && finite) {
    return pool_.make(Op::Box, pool_.make(Op::Step, pool_.truth(true)), left(kMinus));
  }
  if (node.op == Op::Xn && finite) {
    const Formula steps = pool_.make(Op::Star, pool_.make(Op::Step, pool_.truth(true)));
    return pool_.make(Op::Boxn, steps, left(kMinus), {}, {}, node.bound);
  }
  // f W[a,b] g is f at the first a positions and then f W[0,b-a] g, or it is f U[a,b] g or G[0,b] f.
  if (node.op == Op::Wn) {
    const Interval interval = pool_.interval(node);
    const bool from_here = interval.first == 0 && interval.first_name.is_none();
    if (from_here || !interval.has_parameter()) {
      Interval rest{0, interval.last, {}, interval.last_name};
      if (interval.first > 0 && interval.last < kLargestBound) rest.last -= interval.first;
      const Formula without = pool_.make(Op::And, left(kMinus), right(kMinus));
      const Formula fails = pool_.make_bounded(Op::U, rest, right(kMinus), without);
      if (interval.first == 0) return fails;
      return pool_.make(Op::Or, pool_.make_bounded(Op::F, {0, interval.first - 1}, left(kMinus)),
                        pool_.make_bounded(Op::X, Interval::exactly(interval.first), fails));
    }
    const Formula release = pool_.make(Op::Rn, left(kMinus), right(kMinus), {}, {}, node.bound);
    const Interval until_end{0, interval.last, {}, interval.last_name};
    return pool_.make(Op::And, release, pool_.make_bounded(Op::F, until_end, left(kMinus)));
  }
  if (node.op == Op::W) return pool_.make(Op::U, right(kMinus), pool_.make(Op::And, left(kMinus), right(kMinus)));
  if (std::optional<Op> dual = operator_of(node.op).dual) {
    bool modal = family_of(node.op) == Family::Dynamic;
    return pool_.make(*dual, left(modal ? kPlus : kMinus), right(kMinus), node.name, node.name2, node.bound);
  }
  return pool_.make(Op::Not, pool_.make_like(node, left(kPlus), right(kPlus)));
}

Formula Normalizer::run(Sign sign) {
  FormulaMap<unsigned> needed(order_);
  Variant whole = canonical(root_, {sign, traces_ != Traces::Infinite});
  needed[root_] |= 1u << number(whole);
  Needs needs;
  for (auto f = order_.rbegin(); f != order_.rend(); ++f) {
    unsigned variants = needed[*f];
    for (std::size_t i = 0; i < kVariants; ++i) {
      if ((variants & (1u << i)) == 0) continue;
      std::size_t count = needs_of(*f, variant(i), needs);
      for (std::size_t k = 0; k < count; ++k) needed[needs[k].formula] |= 1u << number(needs[k].variant);
    }
  }
  for (Formula f : order_) {
    unsigned variants = needed[f];
    for (std::size_t i = 0; i < kVariants; ++i) {
      if ((variants & (1u << i)) == 0) continue;
      step(pace_, pool_);
      Formula made = build(f, variant(i));
      built_[f][i] = made;
    }
  }
  return get(root_, whole);
}

// With tests that look beyond the end of a trace, those hidden in U, W and R must be kept apart from what holds on the trace:
//   f U g = <(f?;true)*>g        f R g = [(!f?;true)*]g        f W g = f U g or G f
// A state formula f is the same on both.
Formula with_tests_written_out(FormulaPool& pool, Formula root, Pace& pace) {
  const std::vector<Formula> below = pool.subformulas(root);
  FormulaMap<Formula> made(below);
  auto loop = [&](Formula test) {
    return pool.make(Op::Star, pool.make(Op::Seq, pool.make(Op::Test, test), pool.make(Op::Step, pool.truth(true))));
  };
  for (Formula f : below) {
    step(pace, pool);
    const Node node = pool[f];
    Formula left = node.left.is_none() ? node.left : made[node.left];
    Formula right = node.right.is_none() ? node.right : made[node.right];
    bool hides_a_test = !node.left.is_none() && pool[node.left].is_path;
    const bool bounded = has_bound(node.op);
    const Op plain = without_bound(node.op);
    auto modal = [&](Op op, Formula rho) {
      return bounded ? pool.make_bounded(op, pool.interval(node), rho, right) : pool.make(op, rho, right);
    };
    if (hides_a_test && plain == Op::U) {
      made[f] = modal(Op::Diamond, loop(left));
    } else if (hides_a_test && plain == Op::R) {
      made[f] = modal(Op::Box, loop(pool.make(Op::Not, left)));
    } else if (hides_a_test && plain == Op::W) {
      Interval until_end;
      if (bounded) until_end = {0, pool.interval(node).last, {}, pool.interval(node).last_name};
      const Formula always = pool.make_bounded(Op::G, until_end, left);
      made[f] = pool.make(Op::Or, modal(Op::Diamond, loop(left)), always);
    } else {
      made[f] = pool.make_like(node, left, right);
    }
  }
  return made[root];
}

Formula normal_form(FormulaPool& pool, Formula f, Traces traces, Sign sign, const Budget* budget) {
  Pace pace(budget);
  if (traces == Traces::FiniteWithInfiniteTests) f = with_tests_written_out(pool, f, pace);
  return Normalizer(pool, f, traces, pace).run(sign);
}

}  // namespace

Formula negation_normal_form(FormulaPool& pool, Formula f, Traces traces, const Budget* budget) {
  return normal_form(pool, f, traces, Sign::Positive, budget);
}

Formula negated_normal_form(FormulaPool& pool, Formula f, Traces traces, const Budget* budget) {
  return normal_form(pool, f, traces, Sign::Negative, budget);
}

}  // namespace gnomon::logic
