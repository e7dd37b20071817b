// The laws of path expressions, and of the modal operators over them. With Id the identity and tests as subsets of Id:
//
//   R(false) empty                R(true?) = Id
//   R(f? + g?) = R((f or g)?)     R(f? ; g?) = R((f and g)?)     R(f? ; g) = R(f and g)
//   (rho*)* = rho*                (rho + f?)* = rho*             (rho* + sigma)* = (rho + sigma)*
//   rho* ; rho* = rho*            rho* + f? = rho*
//
//   <f?>g = f and g      <f>g = f and X g      <f*>g = <(f?;true)*>g = f U g
//   [f?]g = !f or g      [f]g = !f or X g      [f*]g = [(f?;true)*]g = !f R g
//
//   <f{a,b}>g = <f*>[a,b]g = f U[a,b] g      [f{a,b}]g = [f*][a,b]g = !f R[a,b] g      <true*>[a,b]g = F[a,b] g
//
// The law for [f] needs infinite paths (on finite traces [f]g holds in the last state), and a test that depends on a
// path becomes an operand only there, because on finite traces tests may be read on the infinite path.
#include "logic/rewriter.h"

namespace gnomon::logic {

Formula Rewriter::test(Formula f) {
  return is_false(f) ? empty() : pool_.make(Op::Test, f);
}

Formula Rewriter::alternative(Formula rho, Formula sigma) {
  if (rho == sigma || is_empty(rho)) return sigma;
  if (is_empty(sigma)) return rho;
  if (op(rho) == Op::Step && op(sigma) == Op::Step) return step(disjunction(left(rho), left(sigma)));
  if (op(rho) == Op::Test && op(sigma) == Op::Test) return test(disjunction(left(rho), left(sigma)));
  if (op(rho) == Op::Test && op(sigma) == Op::Star) return sigma;
  if (op(sigma) == Op::Test && op(rho) == Op::Star) return rho;
  if (has_operand(rho, Op::Alt, sigma)) return rho;
  if (has_operand(sigma, Op::Alt, rho)) return sigma;
  return pool_.make(Op::Alt, rho, sigma);
}

Formula Rewriter::sequence(Formula rho, Formula sigma) {
  if (is_empty(rho) || is_identity(sigma)) return rho;
  if (is_empty(sigma) || is_identity(rho)) return sigma;
  if (op(rho) == Op::Star && rho == sigma) return rho;
  if (op(rho) == Op::Test && op(sigma) == Op::Test) return test(conjunction(left(rho), left(sigma)));
  if (op(rho) == Op::Test && op(sigma) == Op::Step && !pool_[rho].is_path) {
    return step(conjunction(left(rho), left(sigma)));
  }
  return pool_.make(Op::Seq, rho, sigma);
}

Formula Rewriter::star(Formula rho) {
  while (op(rho) == Op::Alt) {
    Formula first = left(rho);
    Formula second = right(rho);
    if (op(first) == Op::Test) {
      rho = second;
    } else if (op(second) == Op::Test) {
      rho = first;
    } else if (op(first) == Op::Star) {
      rho = alternative(left(first), second);
    } else if (op(second) == Op::Star) {
      rho = alternative(first, left(second));
    } else {
      break;
    }
  }
  if (is_empty(rho) || op(rho) == Op::Test) return identity();
  return op(rho) == Op::Star ? rho : pool_.make(Op::Star, rho);
}

// Whether the relation surely contains the identity, by a look at the top.
bool Rewriter::contains_identity(Formula rho) const {
  auto evident = [&](Formula part) { return op(part) == Op::Star || is_identity(part); };
  return evident(rho) || (op(rho) == Op::Alt && (evident(left(rho)) || evident(right(rho))));
}

// f if rho is f? and may be read as a condition here, otherwise none.
Formula Rewriter::test_used_as_condition(Formula rho, bool finite) const {
  bool usable = op(rho) == Op::Test && !(finite && pool_[rho].is_path);
  return usable ? left(rho) : Formula{};
}

// f if rho is f* or (f?;true)*, or the same with a count, otherwise none.
Formula Rewriter::starred_condition(Formula rho, bool finite) const {
  if (op(rho) != Op::Star && op(rho) != Op::Repeat) return {};
  Formula body = left(rho);
  if (op(body) == Op::Step) return left(body);
  bool guarded = op(body) == Op::Seq && op(right(body)) == Op::Step && is_true(left(right(body)));
  return guarded ? test_used_as_condition(left(body), finite) : Formula{};
}

Formula Rewriter::bounded_until(Formula f, Formula g, const Interval& interval, bool finite) {
  const bool anywhere = is_true(f);
  const Node made =
      pool_[anywhere ? pool_.make_bounded(Op::F, interval, g) : pool_.make_bounded(Op::U, interval, f, g)];
  return rebuild(made, made.left, made.right, finite);
}

Formula Rewriter::bounded_release(Formula f, Formula g, const Interval& interval, bool finite) {
  const bool everywhere = is_false(f);
  const Node made =
      pool_[everywhere ? pool_.make_bounded(Op::G, interval, g) : pool_.make_bounded(Op::R, interval, f, g)];
  return rebuild(made, made.left, made.right, finite);
}

Formula Rewriter::bounded_match(const Node& original, Formula rho, Formula f, bool finite) {
  const Interval interval = pool_.interval(original);
  const bool some = original.op == Op::Diamondn;
  if (is_empty(rho)) return pool_.truth(!some);
  if (op(rho) == Op::Star) {
    if (Formula condition = starred_condition(rho, finite); !condition.is_none()) {
      return some ? bounded_until(condition, f, interval, finite)
                  : bounded_release(negation(condition), f, interval, finite);
    }
  }
  return pool_.make_like(original, rho, f);
}

Formula Rewriter::diamond(Formula rho, Formula f, bool finite) {
  if (is_empty(rho) || is_false(f)) return pool_.truth(false);
  if (is_true(f) && contains_identity(rho)) return f;
  if (Formula condition = test_used_as_condition(rho, finite); !condition.is_none()) return conjunction(condition, f);
  if (Formula condition = starred_condition(rho, finite); !condition.is_none()) {
    return op(rho) == Op::Star ? until(condition, f) : bounded_until(condition, f, pool_.interval(pool_[rho]), finite);
  }
  if (op(rho) == Op::Step) return conjunction(left(rho), next(f, finite));
  return pool_.make(Op::Diamond, rho, f);
}

Formula Rewriter::box(Formula rho, Formula f, bool finite) {
  if (is_empty(rho) || is_true(f)) return pool_.truth(true);
  if (is_false(f) && contains_identity(rho)) return f;
  if (Formula condition = test_used_as_condition(rho, finite); !condition.is_none()) {
    return disjunction(negation(condition), f);
  }
  if (Formula condition = starred_condition(rho, finite); !condition.is_none()) {
    if (op(rho) == Op::Star) return release(negation(condition), f);
    return bounded_release(negation(condition), f, pool_.interval(pool_[rho]), finite);
  }
  if (op(rho) == Op::Step && !finite) return disjunction(negation(left(rho)), next(f, finite));
  return pool_.make(Op::Box, rho, f);
}

}  // namespace gnomon::logic
