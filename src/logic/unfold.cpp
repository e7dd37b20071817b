#include "logic/unfold.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/assert.h"
#include "logic/question.h"
#include "logic/rewriter.h"

namespace gnomon::logic {

namespace {

enum class UpperEnds : std::uint8_t { Unfold, Keep };

class Unfolder {
 public:
  Unfolder(FormulaPool& pool, Traces traces, const Budget* budget, std::size_t limit, UpperEnds upper_ends)
      : pool_(pool),
        rewriter_(pool),
        traces_(traces),
        budget_(budget),
        most_(limit),
        keeps_(upper_ends == UpperEnds::Keep) {}

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

  // The operator with this bound: the operand in the end, an inner step so often as the interval is long, or that as a
  // bound that is kept, and an outer step so often as the interval begins late.
  template <class Inner, class Outer>
  Formula steps(Op op, const Interval& interval, Formula left, Formula right, Inner&& inner, Outer&& outer) {
    const std::uint64_t more = interval.last - interval.first;
    Formula z = right.is_none() ? left : right;
    if (interval.is_open()) {
      z = pool_.make(op, left, right);
    } else if (keeps_ && more > 0) {
      z = pool_.make_bounded(op, {0, interval.last >= kLargestBound ? interval.last : more}, left, right);
    } else {
      for (std::uint64_t k = 0; k < more; ++k) z = inner(z);
    }
    for (std::uint64_t k = 0; k < interval.first; ++k) z = outer(z);
    return z;
  }

  bool by_law(const Interval& interval) const { return keeps_ && interval.is_open() && interval.first > 0; }
  Formula up_to(Op op, std::uint64_t last, Formula f) { return last == 0 ? f : pool_.make_bounded(op, {0, last}, f); }
  // On a finite trace: there are so many steps to go, or not.
  Formula conjoined(Formula f, Formula g) { return f.is_none() ? g : make(Op::And, f, g); }
  Formula disjoined(Formula f, Formula g) { return f.is_none() ? g : make(Op::Or, f, g); }
  Formula goes_on() { return infinite_ ? Formula{} : next(pool_.truth(true)); }
  Formula ends() { return infinite_ ? Formula{} : weak_next(pool_.truth(false)); }

  // What must hold before the a-th step, and what from there on (see the laws in unfold.h).
  Formula always_then(const Interval& interval, Formula before, Formula then) {
    before = before.is_none() ? goes_on() : conjoined(goes_on(), before);
    const Formula after = up_to(Op::G, interval.first, then);
    return before.is_none() ? after : make(Op::And, up_to(Op::G, interval.first - 1, before), after);
  }
  Formula once_then(const Interval& interval, Formula before, Formula then) {
    before = before.is_none() ? ends() : disjoined(ends(), before);
    const Formula after = up_to(Op::F, interval.first, then);
    return before.is_none() ? after : make(Op::Or, up_to(Op::F, interval.first - 1, before), after);
  }

  Formula finally(const Interval& interval, Formula f) {
    if (by_law(interval)) return always_then(interval, {}, make(Op::F, f));
    return steps(
        Op::F, interval, f, {}, [&](Formula z) { return make(Op::Or, f, next(z)); },
        [&](Formula z) { return next(z); });
  }
  Formula globally(const Interval& interval, Formula f) {
    if (by_law(interval)) return once_then(interval, {}, make(Op::G, f));
    return steps(
        Op::G, interval, f, {}, [&](Formula z) { return make(Op::And, f, weak_next(z)); },
        [&](Formula z) { return weak_next(z); });
  }
  Formula until(const Interval& interval, Formula f, Formula g) {
    if (by_law(interval)) return always_then(interval, f, make(Op::U, f, g));
    return steps(
        Op::U, interval, f, g, [&](Formula z) { return make(Op::Or, g, make(Op::And, f, next(z))); },
        [&](Formula z) { return make(Op::And, f, next(z)); });
  }
  Formula release(const Interval& interval, Formula f, Formula g) {
    if (by_law(interval)) return once_then(interval, f, make(Op::R, f, g));
    return steps(
        Op::R, interval, f, g, [&](Formula z) { return make(Op::And, g, make(Op::Or, f, weak_next(z))); },
        [&](Formula z) { return make(Op::Or, f, weak_next(z)); });
  }
  Formula weak_until(const Interval& interval, Formula f, Formula g) {
    if (keeps_ && !interval.is_open()) {
      // f up to the a-th step, if there is one, and from there g R[0,b-a] (f or g).
      const std::uint64_t more = interval.last >= kLargestBound ? interval.last : interval.last - interval.first;
      Formula z = release({0, more}, g, make(Op::Or, f, g));
      for (std::uint64_t k = 0; k < interval.first; ++k) z = make(Op::And, f, weak_next(z));
      return z;
    }
    return make(Op::Or, until(interval, f, g), globally({0, interval.last}, f));
  }
  Formula match(Op op, const Interval& interval, Formula rho, Formula f) {
    if (keeps_ && interval.first == 0 && interval.last > 0) return pool_.make_bounded(op, interval, rho, f);
    return make(op, matches(rho, interval), f);
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
        return weak_until(interval, left, right);
      case Op::Diamondn:
        return match(Op::Diamond, interval, left, right);
      case Op::Boxn:
        return match(Op::Box, interval, left, right);
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
  bool keeps_;
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
  return Unfolder(pool, traces, budget, limit, UpperEnds::Unfold).run(path_formula);
}

Formula unfolded_for_counters(FormulaPool& pool, Formula path_formula, Traces traces, const Budget* budget,
                              std::size_t limit) {
  return Unfolder(pool, traces, budget, limit, UpperEnds::Keep).run(path_formula);
}

Formula unfolded_below(FormulaPool& pool, Op quantifier, Formula path_formula, Traces traces, const Budget* budget) {
  const Formula f = unfolded(pool, path_formula, traces, budget);
  if (pool[f].is_path) return pool.make(quantifier, f);
  const bool exists = quantifier == Op::PathE || quantifier == Op::PathEf;
  const Formula some_path = pool.make(quantifier, pool.make(Op::X, pool.truth(exists)));
  return pool.make(exists ? Op::And : Op::Or, f, some_path);
}

Formula with_open_ends_split(FormulaPool& pool, Formula formula) {
  std::unordered_map<Formula, Formula> made;
  for (Formula f : pool.subformulas(formula)) {
    const Node node = pool[f];
    const Formula left = node.left.is_none() ? node.left : made.at(node.left);
    const Formula right = node.right.is_none() ? node.right : made.at(node.right);
    const bool splits = family_of(node.op) == Family::Branching && has_bound(node.op) && pool.interval(node).is_open();
    if (!splits) {
      made[f] = pool.make_like(node, left, right);
      continue;
    }
    const Op plain = without_bound(node.op);
    const Interval first = Interval::exactly(pool.interval(node).first);
    const Formula rest = pool.make(plain, left, right);
    const bool some = plain == Op::EF || plain == Op::EG || plain == Op::EU;
    made[f] = right.is_none() ? pool.make_bounded(some ? Op::EX : Op::AX, first, rest)
                              : pool.make_bounded(plain, first, left, rest);
  }
  return made.at(formula);
}

}  // namespace gnomon::logic
