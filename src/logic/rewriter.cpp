#include "logic/rewriter.h"

namespace gnomon::logic {

Formula Rewriter::rebuild(const Node& original, Formula f, Formula g, bool finite) {
  switch (original.op) {
    case Op::True:
    case Op::False:
    case Op::Atom:
    case Op::Green:
    case Op::Red:
      break;
    case Op::Not:
      return negation(f);
    case Op::And:
      return conjunction(f, g);
    case Op::Or:
      return disjunction(f, g);
    case Op::Implies:
      return implication(f, g);
    case Op::Iff:
      return equivalence(f, g);
    case Op::EX:
    case Op::AX:
    case Op::EF:
    case Op::AF:
    case Op::EG:
    case Op::AG:
      return branching(original.op, f);
    case Op::EU:
    case Op::AU:
      return branching_until(original.op, f, g);
    case Op::Knows:
    case Op::Everybody:
    case Op::Common:
    case Op::Distributed:
      return knowledge(original, f);
    case Op::EXn:
    case Op::AXn:
    case Op::EFn:
    case Op::AFn:
    case Op::EGn:
    case Op::AGn:
    case Op::EUn:
    case Op::AUn:
    case Op::CanXn:
    case Op::CanFn:
    case Op::CanGn:
    case Op::CanUn:
      return bounded(original, f, g);
    case Op::Ought:
    case Op::CanF:
      if (is_true(f)) return f;
      break;
    case Op::CanU:
      if (is_true(g)) return g;
      if (is_true(f)) return pool_.make(Op::CanF, original.name, g);
      break;
    case Op::Delta:
      if (is_true(f) || is_false(f)) return f;
      break;
    case Op::CanX:
    case Op::CanG:
      break;
    case Op::PathA:
    case Op::PathE:
    case Op::PathAf:
    case Op::PathEf:
      return quantifier(original, f);
    case Op::X:
      return next(f, finite);
    case Op::F:
      return eventually(f);
    case Op::G:
      return always(f);
    case Op::U:
      return until(f, g);
    case Op::W:
      return weak_until(f, g);
    case Op::R:
      return release(f, g);
    case Op::Diamond:
      return diamond(f, g, finite);
    case Op::Box:
      return box(f, g, finite);
    case Op::Xn:
    case Op::Fn:
    case Op::Gn:
    case Op::Un:
    case Op::Wn:
    case Op::Rn:
      return bounded_path(original, f, g, finite);
    case Op::Diamondn:
    case Op::Boxn:
      return bounded_match(original, f, g, finite);
    case Op::Repeat:
      return repeat(original, f);
    case Op::Step:
      return step(f);
    case Op::Test:
      return test(f);
    case Op::Alt:
      return alternative(f, g);
    case Op::Seq:
      return sequence(f, g);
    case Op::Star:
      return star(f);
  }
  return pool_.make_like(original, f, g);
}

bool Rewriter::complementary(Formula f, Formula g) const {
  const Node& x = pool_[f];
  const Node& y = pool_[g];
  if (arity(x.op) == 0 && operator_of(x.op).dual == std::optional(y.op)) return x.name == y.name;
  return (x.op == Op::Not && x.left == g) || (y.op == Op::Not && y.left == f);
}

Formula Rewriter::negation(Formula f) {
  const Node node = pool_[f];
  if (node.op == Op::Not) return node.left;
  std::optional<Op> dual = operator_of(node.op).dual;
  if (dual && arity(node.op) == 0) return pool_.make(*dual, node.name);
  return pool_.make(Op::Not, f);
}

Formula Rewriter::conjunction(Formula f, Formula g) {
  if (f == g || is_true(f) || is_false(g)) return g;
  if (is_true(g) || is_false(f)) return f;
  if (complementary(f, g)) return pool_.truth(false);
  if (has_operand(f, Op::And, g) || has_operand(g, Op::Or, f)) return f;
  if (has_operand(g, Op::And, f) || has_operand(f, Op::Or, g)) return g;
  return pool_.make(Op::And, f, g);
}

Formula Rewriter::disjunction(Formula f, Formula g) {
  if (f == g || is_false(f) || is_true(g)) return g;
  if (is_false(g) || is_true(f)) return f;
  if (complementary(f, g)) return pool_.truth(true);
  if (has_operand(f, Op::Or, g) || has_operand(g, Op::And, f)) return f;
  if (has_operand(g, Op::Or, f) || has_operand(f, Op::And, g)) return g;
  return pool_.make(Op::Or, f, g);
}

Formula Rewriter::implication(Formula f, Formula g) {
  if (is_true(f)) return g;
  if (is_true(g)) return g;
  if (is_false(f) || f == g) return pool_.truth(true);
  if (is_false(g)) return negation(f);
  if (complementary(f, g)) return g;
  return pool_.make(Op::Implies, f, g);
}

Formula Rewriter::equivalence(Formula f, Formula g) {
  if (f == g) return pool_.truth(true);
  if (complementary(f, g)) return pool_.truth(false);
  if (is_true(f)) return g;
  if (is_true(g)) return f;
  if (is_false(f)) return negation(g);
  if (is_false(g)) return negation(f);
  return pool_.make(Op::Iff, f, g);
}

// EX f, AX f, ... as complements within the reachable (fair) states: AX f = !EX !f, AF f = !EG !f, AG f = !EF !f.
Formula Rewriter::branching(Op quantifier, Formula f) {
  bool idempotent = quantifier != Op::EX && quantifier != Op::AX;
  if (idempotent && op(f) == quantifier) return f;
  bool keeps_true = quantifier != Op::EX && quantifier != Op::EG;
  bool keeps_false = quantifier != Op::AX && quantifier != Op::AF;
  if ((is_true(f) && keeps_true) || (is_false(f) && keeps_false)) return f;
  return pool_.make(quantifier, f);
}

// A(f U g) = !(E(!g U (!f and !g)) or EG !g); so A(false U g) = g and A(true U g) = AF g.
Formula Rewriter::branching_until(Op quantifier, Formula f, Formula g) {
  if (is_true(g) || is_false(f) || f == g) return g;
  if (is_true(f)) return branching(quantifier == Op::EU ? Op::EF : Op::AF, g);
  if (quantifier == Op::EU && is_false(g)) return g;
  return pool_.make(quantifier, f, g);
}

// No step is looked ahead: X[0] f = F<=0 f = G<=0 f = f and f U<=0 g = g; but not for a coalition, whose members must
// know that they win if they act on what they see. In the other cases only what holds in deadlocks, too: F[0,b] true =
// true, G[0,b] false = false; the unfoldings do the rest.
Formula Rewriter::bounded(const Node& original, Formula f, Formula g) {
  const Interval& interval = pool_.interval(original);
  const Formula at_end = g.is_none() ? f : g;
  const Op plain = without_bound(original.op);
  const bool globally = plain == Op::EG || plain == Op::AG || plain == Op::CanG;
  if (interval == Interval::exactly(0) && family_of(original.op) != Family::Strategic) return at_end;
  const bool from_here = interval.first == 0 && interval.first_name.is_none();
  if (from_here && (globally ? is_false(f) : is_true(at_end))) return at_end;
  return pool_.make_like(original, f, g);
}

// Only constants: what is true at every position of an interval that begins here, or false at some. On finite traces an
// interval that begins later may lie behind the end.
Formula Rewriter::bounded_path(const Node& original, Formula f, Formula g, bool finite) {
  const Interval interval = pool_.interval(original);
  const bool from_here = interval.first == 0 && interval.first_name.is_none();
  const bool there = from_here || !finite;  // the interval contains a position
  switch (original.op) {
    case Op::Xn:
    case Op::Fn:
      if (is_false(f) || (is_true(f) && there)) return f;
      break;
    case Op::Gn:
      if (is_true(f) || (is_false(f) && there)) return f;
      break;
    case Op::Un:
      if (is_false(g) || (is_true(g) && from_here)) return g;
      if (is_true(f)) return bounded_until(f, g, interval, finite);
      if (is_false(f) && interval.first > 0) return f;
      break;
    case Op::Rn:
      if (is_true(g) || (is_false(g) && from_here)) return g;
      if (is_false(f)) return bounded_release(f, g, interval, finite);
      if (is_true(f) && interval.first > 0) return f;
      break;
    default:  // Wn
      static_assert(covers(Family::Linear,
                           {Op::X, Op::F, Op::G, Op::U, Op::W, Op::R, Op::Xn, Op::Fn, Op::Gn, Op::Un, Op::Wn, Op::Rn}));
      if (is_true(f) || (is_true(g) && from_here)) return pool_.truth(true);
      if (is_false(g)) return bounded_release(g, f, {0, interval.last, {}, interval.last_name}, finite);
      break;
  }
  return pool_.make_like(original, f, g);
}

Formula Rewriter::repeat(const Node& original, Formula rho) {
  const Interval& times = pool_.interval(original);
  if (times == Interval{1, Interval::kOpen} && contains_identity(rho)) return star(rho);
  if (is_identity(rho)) return rho;
  if (is_empty(rho)) return times.first == 0 ? identity() : rho;
  return pool_.make_like(original, rho, {});
}

// K, DK and GCK range over equivalence relations; GK over a union of some, which is not transitive, or over nothing.
Formula Rewriter::knowledge(const Node& original, Formula f) {
  if (is_true(f)) return f;
  if (original.op != Op::Everybody) {
    if (is_false(f)) return f;
    Formula inner = op(f) == Op::Not ? left(f) : f;
    if (op(inner) == original.op && pool_[inner].name == original.name) return f;
  }
  return pool_.make(original.op, original.name, f);
}

Formula Rewriter::quantifier(const Node& original, Formula f) {
  if (!pool_[original.left].is_path) return f;
  if (pool_[f].is_path) return pool_.make(original.op, f);
  bool exists = original.op == Op::PathE || original.op == Op::PathEf;
  Formula some_path = pool_.make(original.op, pool_.make(Op::X, pool_.truth(exists)));
  return exists ? conjunction(f, some_path) : disjunction(f, some_path);
}

Formula Rewriter::next(Formula f, bool finite) {
  if (is_false(f) || (is_true(f) && !finite)) return f;
  return pool_.make(Op::X, f);
}

// F F f = F f, F (f U g) = F g, F G F f = G F f.
Formula Rewriter::eventually(Formula f) {
  while (op(f) == Op::U) f = right(f);
  if (is_true(f) || is_false(f) || op(f) == Op::F) return f;
  if (op(f) == Op::G && op(left(f)) == Op::F) return f;
  return pool_.make(Op::F, f);
}

// The duals: G G f = G f, G (f R g) = G g, G F G f = F G f.
Formula Rewriter::always(Formula f) {
  while (op(f) == Op::R) f = right(f);
  if (is_true(f) || is_false(f) || op(f) == Op::G) return f;
  if (op(f) == Op::F && op(left(f)) == Op::G) return f;
  return pool_.make(Op::G, f);
}

// f U F g = F g, f U (f U g) = f U g; f U f = f for state formulas only: on finite traces the left side is a test, which
// may look beyond the end of the trace.
Formula Rewriter::until(Formula f, Formula g) {
  if (is_true(g) || is_false(g) || is_false(f) || same_state(f, g) || op(g) == Op::F) return g;
  if (is_true(f)) return eventually(g);
  if (op(g) == Op::U && left(g) == f) return g;
  return pool_.make(Op::U, f, g);
}

Formula Rewriter::weak_until(Formula f, Formula g) {
  if (is_true(f) || is_true(g)) return pool_.truth(true);
  if (is_false(f) || same_state(f, g)) return g;
  if (is_false(g)) return always(f);
  return pool_.make(Op::W, f, g);
}

Formula Rewriter::release(Formula f, Formula g) {
  if (is_true(g) || is_false(g) || is_true(f) || same_state(f, g) || op(g) == Op::G) return g;
  if (is_false(f)) return always(g);
  if (op(g) == Op::R && left(g) == f) return g;
  return pool_.make(Op::R, f, g);
}

}  // namespace gnomon::logic
