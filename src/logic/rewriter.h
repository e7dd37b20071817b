// Constructors that simplify: each makes the node for operands that are already simple, applying the laws that look at
// most two operators deep. Bounded work per call except for star(), which may peel a chain of alternatives, and F and
// G, which skip a chain of untils.
#pragma once

#include "logic/formula.h"

namespace gnomon::logic {

class Rewriter {
 public:
  explicit Rewriter(FormulaPool& pool) : pool_(pool) {}

  // The node `original` with the given operands. `finite`: path operators are about finite traces.
  Formula rebuild(const Node& original, Formula left, Formula right, bool finite);

  Formula negation(Formula f);
  Formula conjunction(Formula f, Formula g);
  Formula disjunction(Formula f, Formula g);
  Formula implication(Formula f, Formula g);
  Formula equivalence(Formula f, Formula g);

  Formula next(Formula f, bool finite);
  Formula eventually(Formula f);
  Formula always(Formula f);
  Formula until(Formula f, Formula g);
  Formula weak_until(Formula f, Formula g);
  Formula release(Formula f, Formula g);
  Formula bounded_path(const Node& original, Formula f, Formula g, bool finite);
  Formula bounded_until(Formula f, Formula g, const Interval& interval, bool finite);
  Formula bounded_release(Formula f, Formula g, const Interval& interval, bool finite);
  Formula bounded_match(const Node& original, Formula rho, Formula f, bool finite);
  Formula diamond(Formula rho, Formula f, bool finite);
  Formula box(Formula rho, Formula f, bool finite);

  // Path expressions. The empty relation is written as the step `false`, the identity as the test `true?`.
  Formula step(Formula f) { return pool_.make(Op::Step, f); }
  Formula test(Formula f);
  Formula alternative(Formula rho, Formula sigma);
  Formula sequence(Formula rho, Formula sigma);
  Formula star(Formula rho);

 private:
  Op op(Formula f) const { return pool_[f].op; }
  Formula left(Formula f) const { return pool_[f].left; }
  Formula right(Formula f) const { return pool_[f].right; }
  bool is_true(Formula f) const { return op(f) == Op::True; }
  bool is_false(Formula f) const { return op(f) == Op::False; }
  bool same_state(Formula f, Formula g) const { return f == g && !pool_[f].is_path; }
  bool has_operand(Formula f, Op of, Formula operand) const {
    return op(f) == of && (left(f) == operand || right(f) == operand);
  }
  bool complementary(Formula f, Formula g) const;

  Formula branching(Op op, Formula f);
  Formula branching_until(Op op, Formula f, Formula g);
  Formula bounded(const Node& original, Formula f, Formula g);
  Formula repeat(const Node& original, Formula rho);
  Formula knowledge(const Node& original, Formula f);
  Formula quantifier(const Node& original, Formula f);

  Formula empty() { return step(pool_.truth(false)); }
  Formula identity() { return pool_.make(Op::Test, pool_.truth(true)); }
  bool is_empty(Formula rho) const { return op(rho) == Op::Step && is_false(left(rho)); }
  bool is_identity(Formula rho) const { return op(rho) == Op::Test && is_true(left(rho)); }
  bool contains_identity(Formula rho) const;
  Formula test_used_as_condition(Formula rho, bool finite) const;
  Formula starred_condition(Formula rho, bool finite) const;

  FormulaPool& pool_;
};

}  // namespace gnomon::logic
