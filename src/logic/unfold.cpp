#include "logic/unfold.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/assert.h"
#include "logic/rewriter.h"

namespace gnomon::logic {

namespace {

class Unfolder {
 public:
  Unfolder(FormulaPool& pool, Traces traces, const Budget* budget, std::size_t limit)
      : pool_(pool), rewriter_(pool), traces_(traces), budget_(budget), most_(limit) {}

  Formula run(Formula root) {
    // By what it is read on: a finite trace, an infinite path. Tests that look beyond a trace are about the path.
    std::unordered_map<Formula, std::array<Formula, 2>> made;
    for (Formula f : pool_.path_part(root)) {
      const Node node = pool_[f];
      std::array<Formula, 2>& variants = made[f];
      variants = {f, f};
      if (is_state_formula(node)) continue;
      for (bool infinite : {false, true}) {
        if (infinite ? traces_ == Traces::Finite : traces_ == Traces::Infinite) continue;
        const bool below = infinite || (node.op == Op::Test && traces_ == Traces::FiniteWithInfiniteTests);
        auto operand = [&](Formula g) { return g.is_none() ? g : made.at(g)[below]; };
        infinite_ = infinite;
        variants[infinite] = unfold(node, operand(node.left), operand(node.right));
      }
    }
    return made.at(root)[traces_ == Traces::Infinite];
  }

 private:
  void spend() {
    if (++made_ > most_) {
      throw LimitReached(Limit::Size, "a bound of a path formula takes more than " + std::to_string(most_) +
                                          " operators to write out");
    }
    if (budget_ != nullptr && made_ % 256 == 0) budget_->poll();
  }
  Formula make(Op op, Formula left, Formula right = {}) {
    spend();
    return pool_.make(op, left, right);
  }

  Formula next(Formula f) { return make(Op::X, f); }
  Formula weak_next(Formula f) {
    if (infinite_) return next(f);
    return make(Op::Box, pool_.make(Op::Step, pool_.truth(true)), f);
  }

  // `last`, then the inner step so often as the interval is long, then the outer one so often as it begins late.
  template <class Inner, class Outer>
  Formula steps(const Interval& interval, Formula last, Formula open, Inner&& inner, Outer&& outer) {
    Formula z = interval.is_open() ? open : last;
    if (!interval.is_open()) {
      for (std::uint64_t k = interval.first; k < interval.last; ++k) z = inner(z);
    }
    for (std::uint64_t k = 0; k < interval.first; ++k) z = outer(z);
    return z;
  }

  Formula finally(const Interval& interval, Formula f) {
    return steps(
        interval, f, pool_.make(Op::F, f), [&](Formula z) { return make(Op::Or, f, next(z)); },
        [&](Formula z) { return next(z); });
  }
  Formula globally(const Interval& interval, Formula f) {
    return steps(
        interval, f, pool_.make(Op::G, f), [&](Formula z) { return make(Op::And, f, weak_next(z)); },
        [&](Formula z) { return weak_next(z); });
  }
  Formula until(const Interval& interval, Formula f, Formula g) {
    return steps(
        interval, g, pool_.make(Op::U, f, g), [&](Formula z) { return make(Op::Or, g, make(Op::And, f, next(z))); },
        [&](Formula z) { return make(Op::And, f, next(z)); });
  }
  Formula release(const Interval& interval, Formula f, Formula g) {
    return steps(
        interval, g, pool_.make(Op::R, f, g),
        [&](Formula z) { return make(Op::And, g, make(Op::Or, f, weak_next(z))); },
        [&](Formula z) { return make(Op::Or, f, weak_next(z)); });
  }

  Formula unfold(const Node& node, Formula left, Formula right) {
    const Interval interval = node.bound.is_none() ? Interval{} : pool_.interval(node);
    GNOMON_ASSERT(!interval.has_parameter(), "parameters have values before a formula is unfolded");
    switch (node.op) {
      case Op::Xn:
      case Op::Fn:
        return finally(interval, left);
      case Op::Gn:
        return globally(interval, left);
      case Op::Un:
        return until(interval, left, right);
      case Op::Rn:
        return release(interval, left, right);
      case Op::Wn:
        return make(Op::Or, until(interval, left, right), globally({0, interval.last}, left));
      case Op::Diamondn:
        return make(Op::Diamond, matches(left, interval), right);
      case Op::Boxn:
        return make(Op::Box, matches(left, interval), right);
      case Op::Repeat:
        return repeated(left, interval);
      default:
        static_assert(covers(Family::Linear, {Op::X, Op::F, Op::G, Op::U, Op::W, Op::R, Op::Xn, Op::Fn, Op::Gn, Op::Un,
                                              Op::Wn, Op::Rn}));
        static_assert(covers(Family::Dynamic, {Op::Diamond, Op::Box, Op::Diamondn, Op::Boxn}));
        static_assert(covers(Family::PathExpression, {Op::Step, Op::Test, Op::Alt, Op::Seq, Op::Star, Op::Repeat}));
        return pool_.make_like(node, left, right);
    }
  }

  Formula identity() { return pool_.make(Op::Test, pool_.truth(true)); }
  Formula nothing() { return pool_.make(Op::Step, pool_.truth(false)); }
  Formula alternative(Formula rho, Formula sigma) {
    spend();
    return rewriter_.alternative(rho, sigma);
  }
  Formula sequence(Formula rho, Formula sigma) {
    spend();
    return rewriter_.sequence(rho, sigma);
  }

  Formula repeated(Formula rho, const Interval& times) {
    Formula tail = identity();
    if (times.is_open()) {
      tail = pool_.make(Op::Star, rho);
    } else {
      for (std::uint64_t k = times.first; k < times.last; ++k) tail = alternative(identity(), sequence(rho, tail));
    }
    for (std::uint64_t k = 0; k < times.first; ++k) tail = sequence(rho, tail);
    return tail;
  }

  // The matches of rho by their number of steps: exactly 0, 1, ..., and from each number on.
  struct Cuts {
    std::vector<Formula> exactly;
    std::vector<Formula> at_least;
  };

  Formula matches(Formula rho, const Interval& interval) {
    const std::uint64_t longest = interval.is_open() ? interval.first : interval.last;
    if (longest > most_) {
      made_ = most_;
      spend();
    }
    std::unordered_map<Formula, Cuts> cuts;
    for (Formula part : parts_of(rho)) cuts.emplace(part, cut(part, longest, interval.is_open(), cuts));
    const Cuts& whole = cuts.at(rho);
    if (interval.is_open()) return whole.at_least[interval.first];
    Formula all = nothing();
    for (std::uint64_t k = interval.first; k <= interval.last; ++k) all = alternative(all, whole.exactly[k]);
    return all;
  }

  // The expressions that one is composed of, operands first; not those in its tests.
  std::vector<Formula> parts_of(Formula rho) const {
    std::vector<Formula> found{rho};
    std::unordered_set<Formula> seen{rho};
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Node& node = pool_[found[i]];
      if (node.op == Op::Step || node.op == Op::Test) continue;
      for (Formula operand : {node.left, node.right}) {
        if (!operand.is_none() && seen.insert(operand).second) found.push_back(operand);
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  Cuts cut(Formula part, std::uint64_t longest, bool open, const std::unordered_map<Formula, Cuts>& cuts) {
    const Node node = pool_[part];
    Cuts made;
    made.exactly.assign(longest + 1, nothing());
    if (open) {
      made.at_least.assign(longest + 1, nothing());
      made.at_least[0] = part;
    }
    switch (node.op) {
      case Op::Step:
        if (longest >= 1) made.exactly[1] = part;
        if (open && longest >= 1) made.at_least[1] = part;
        break;
      case Op::Test:
        made.exactly[0] = part;
        break;
      case Op::Alt:
        for (std::uint64_t k = 0; k <= longest; ++k) {
          made.exactly[k] = alternative(cuts.at(node.left).exactly[k], cuts.at(node.right).exactly[k]);
          if (!open || k == 0) continue;
          made.at_least[k] = alternative(cuts.at(node.left).at_least[k], cuts.at(node.right).at_least[k]);
        }
        break;
      case Op::Seq:
        cut_sequence(made, cuts.at(node.left), cuts.at(node.right), node.right, 0);
        break;
      case Op::Star:
        cut_star(made, cuts.at(node.left), part);
        break;
      default:
        static_assert(covers(Family::PathExpression, {Op::Step, Op::Test, Op::Alt, Op::Seq, Op::Star, Op::Repeat}));
        GNOMON_ASSERT(false, "repetitions are written out first");
    }
    return made;
  }

  // rho;sigma with at least `least` steps in rho; `sigma` as a whole.
  void cut_sequence(Cuts& made, const Cuts& first, const Cuts& second, Formula sigma, std::uint64_t least) {
    for (std::uint64_t k = least; k < made.exactly.size(); ++k) {
      for (std::uint64_t i = least; i <= k; ++i) {
        made.exactly[k] = alternative(made.exactly[k], sequence(first.exactly[i], second.exactly[k - i]));
      }
      if (made.at_least.empty() || k == 0) continue;
      made.at_least[k] = sequence(first.at_least[k], sigma);
      for (std::uint64_t i = least; i < k; ++i) {
        made.at_least[k] = alternative(made.at_least[k], sequence(first.exactly[i], second.at_least[k - i]));
      }
    }
  }

  void cut_star(Cuts& made, const Cuts& body, Formula star) {
    const Formula idle = rewriter_.star(body.exactly[0]);
    made.exactly[0] = idle;
    for (std::uint64_t k = 1; k < made.exactly.size(); ++k) {
      for (std::uint64_t i = 1; i <= k; ++i) {
        made.exactly[k] = alternative(made.exactly[k], sequence(body.exactly[i], made.exactly[k - i]));
      }
      made.exactly[k] = sequence(idle, made.exactly[k]);
      if (made.at_least.empty()) continue;
      made.at_least[k] = sequence(body.at_least[k], star);
      for (std::uint64_t i = 1; i < k; ++i) {
        made.at_least[k] = alternative(made.at_least[k], sequence(body.exactly[i], made.at_least[k - i]));
      }
      made.at_least[k] = sequence(idle, made.at_least[k]);
    }
  }

  FormulaPool& pool_;
  Rewriter rewriter_;
  Traces traces_;
  bool infinite_ = true;  // what is being unfolded is read on an infinite path
  const Budget* budget_;
  std::size_t most_;
  std::size_t made_ = 0;
};

}  // namespace

bool has_path_bounds(const FormulaPool& pool, Formula path_formula) {
  const std::vector<Formula> all = pool.path_part(path_formula);
  return std::any_of(all.begin(), all.end(),
                     [&](Formula f) { return !is_state_formula(pool[f]) && !pool[f].bound.is_none(); });
}

Formula unfolded(FormulaPool& pool, Formula path_formula, Traces traces, const Budget* budget, std::size_t limit) {
  if (!has_path_bounds(pool, path_formula)) return path_formula;
  return Unfolder(pool, traces, budget, limit).run(path_formula);
}

Formula unfolded_below(FormulaPool& pool, Op quantifier, Formula path_formula, Traces traces, const Budget* budget) {
  const Formula f = unfolded(pool, path_formula, traces, budget);
  if (pool[f].is_path) return pool.make(quantifier, f);
  const bool exists = quantifier == Op::PathE || quantifier == Op::PathEf;
  const Formula some_path = pool.make(quantifier, pool.make(Op::X, pool.truth(exists)));
  return pool.make(exists ? Op::And : Op::Or, f, some_path);
}

}  // namespace gnomon::logic
