#include "explicit/lasso.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "base/budget.h"

namespace gnomon::explicit_state {

using logic::Family;
using logic::Formula;
using logic::Node;
using logic::Op;

namespace {

using Truth = std::vector<bool>;      // by position
using Relation = std::vector<Truth>;  // by position, by position

Relation nothing(std::size_t n) {
  return Relation(n, Truth(n, false));
}

Relation unite(const Relation& a, const Relation& b) {
  Relation result = a;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a.size(); ++j) result[i][j] = a[i][j] || b[i][j];
  }
  return result;
}

Relation compose(const Relation& a, const Relation& b) {
  Relation result = nothing(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (!a[i][k]) continue;
      for (std::size_t j = 0; j < a.size(); ++j) result[i][j] = result[i][j] || b[k][j];
    }
  }
  return result;
}

// Reflexive and transitive (Warshall).
Relation closure(const Relation& a) {
  Relation result = a;
  for (std::size_t i = 0; i < a.size(); ++i) result[i][i] = true;
  for (std::size_t k = 0; k < a.size(); ++k) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!result[i][k]) continue;
      for (std::size_t j = 0; j < a.size(); ++j) result[i][j] = result[i][j] || result[k][j];
    }
  }
  return result;
}

Relation identity(std::size_t n) {
  Relation result = nothing(n);
  for (std::size_t i = 0; i < n; ++i) result[i][i] = true;
  return result;
}

// The relation composed n times, by repeated squaring.
Relation power(Relation a, std::uint64_t n) {
  Relation result = identity(a.size());
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) result = compose(result, a);
    if (n > 1) a = compose(a, a);
  }
  return result;
}

// The union of its powers from the first to the last of the interval.
Relation powers(const Relation& a, const logic::Interval& interval) {
  const Relation further =
      interval.is_open() ? closure(a) : power(unite(identity(a.size()), a), interval.last - interval.first);
  return compose(power(a, interval.first), further);
}

// Positions 0 to n-1 of a path with the successor of each; the last one may have none.
struct Positions {
  std::vector<StateIndex> states;
  std::size_t after_end = 0;  // the successor of the final position; states.size() if it has none

  std::size_t size() const { return states.size(); }
  std::size_t next(std::size_t i) const { return i + 1 < size() ? i + 1 : after_end; }
  bool has_next(std::size_t i) const { return next(i) < size(); }
};

class OnPath {
 public:
  // `given` holds the truth of tests if they are not to be read on these positions.
  OnPath(const logic::FormulaPool& pool, Positions positions, const StateTruth& truth, const OnPath* given = nullptr)
      : pool_(pool), positions_(std::move(positions)), truth_(truth), given_(given) {}

  void evaluate(Formula root) {
    for (Formula f : pool_.path_part(root)) {
      const Node& node = pool_[f];
      if (logic::is_path_expression(node.op)) {
        relations_[f] = relation(node);
      } else {
        truths_[f] = node.is_path ? path_truth(node) : state_truth(f);
      }
    }
  }

  const Truth& truth(Formula f) const { return truths_.at(f); }

  PathTruths truths(Formula root) const {
    PathTruths result;
    for (Formula f : pool_.path_part(root)) {
      if (!logic::is_path_expression(pool_[f].op)) result.emplace_back(f, truth(f));
    }
    return result;
  }

 private:
  Truth state_truth(Formula f) const {
    Truth result;
    for (StateIndex s : positions_.states) result.push_back(truth_(f, s));
    return result;
  }

  Relation step_where(const Truth& from) const {
    Relation result = nothing(positions_.size());
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      if (from[i] && positions_.has_next(i)) result[i][positions_.next(i)] = true;
    }
    return result;
  }

  Relation stay_where(const Truth& at) const {
    Relation result = nothing(positions_.size());
    for (std::size_t i = 0; i < positions_.size(); ++i) result[i][i] = at[i];
    return result;
  }

  const Truth& test_truth(Formula f) const { return given_ != nullptr ? given_->truth(f) : truth(f); }

  Relation relation(const Node& node) const {
    if (node.op == Op::Step) return step_where(truth(node.left));
    if (node.op == Op::Test) return stay_where(test_truth(node.left));
    const Relation& left = relations_.at(node.left);
    return combined(node, left, node.right.is_none() ? left : relations_.at(node.right));
  }

  Relation combined(const Node& node, const Relation& left, const Relation& right) const {
    switch (node.op) {
      case Op::Alt:
        return unite(left, right);
      case Op::Seq:
        return compose(left, right);
      case Op::Star:
        return closure(left);
      case Op::Repeat:
        return powers(left, pool_.interval(node));
      default:
        static_assert(
            logic::covers(Family::PathExpression, {Op::Step, Op::Test, Op::Alt, Op::Seq, Op::Star, Op::Repeat}));
        throw std::invalid_argument("not a path expression");
    }
  }

  // The expressions that one is composed of, operands first; not those in its tests.
  std::vector<Formula> parts_of(Formula rho) const {
    std::vector<Formula> found{rho};
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Node& node = pool_[found[i]];
      if (node.op == Op::Step || node.op == Op::Test) continue;
      for (Formula operand : {node.left, node.right}) {
        if (!operand.is_none()) found.push_back(operand);
      }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  // Matches of rho with so many steps: rho is related on pairs of a position and the number of steps made so far, up to
  // the first number after which nothing changes.
  Relation matches(Formula rho, const logic::Interval& interval) const {
    constexpr std::size_t kMostPairs = 2000;
    const std::uint64_t most = interval.is_open() ? interval.first : interval.last + 1;
    const std::size_t n = positions_.size();
    if (most >= kMostPairs || n * (most + 1) > kMostPairs) {
      throw LimitReached(Limit::Size, "a bounded match is too long to be followed on a path");
    }
    const std::size_t counts = static_cast<std::size_t>(most) + 1;
    auto pair = [&](std::size_t position, std::size_t count) {
      return position * counts + std::min(count, counts - 1);
    };
    std::unordered_map<Formula, Relation> known;
    for (Formula part : parts_of(rho)) {
      const Node& node = pool_[part];
      Relation made = nothing(n * counts);
      if (node.op == Op::Step || node.op == Op::Test) {
        const Relation once = relation(node);
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t j = 0; j < n; ++j) {
            if (!once[i][j]) continue;
            for (std::size_t c = 0; c < counts; ++c) made[pair(i, c)][pair(j, node.op == Op::Step ? c + 1 : c)] = true;
          }
        }
      } else {
        made = combined(node, known.at(node.left), node.right.is_none() ? made : known.at(node.right));
      }
      known.emplace(part, std::move(made));
    }
    Relation result = nothing(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t c = interval.first; c < counts && (interval.is_open() || c <= interval.last); ++c) {
          result[i][j] = result[i][j] || known.at(rho)[pair(i, 0)][pair(j, c)];
        }
      }
    }
    return result;
  }

  // At i: some j with (i, j) in the relation and f at j.
  Truth some(const Relation& r, const Truth& f) const {
    Truth result(positions_.size(), false);
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      for (std::size_t j = 0; j < positions_.size(); ++j) result[i] = result[i] || (r[i][j] && f[j]);
    }
    return result;
  }

  Truth negate(Truth f) const {
    f.flip();
    return f;
  }

  Truth every(const Relation& r, const Truth& f) const { return negate(some(r, negate(f))); }

  Truth path_truth(const Node& node) const {
    Truth always(positions_.size(), true);
    Relation step = step_where(always);
    auto combine = [&](const Truth& a, const Truth& b, auto op) {
      Truth result;
      for (std::size_t i = 0; i < a.size(); ++i) result.push_back(op(static_cast<bool>(a[i]), static_cast<bool>(b[i])));
      return result;
    };
    auto until = [&](const Truth& test, const Truth& goal) {
      return some(closure(compose(stay_where(test), step)), goal);
    };
    const logic::Interval interval = node.bound.is_none() ? logic::Interval{} : pool_.interval(node);
    auto until_within = [&](const Truth& test, const Truth& goal) {
      return some(powers(compose(stay_where(test), step), interval), goal);
    };
    switch (node.op) {
      case Op::Not:
        return negate(truth(node.left));
      case Op::And:
        return combine(truth(node.left), truth(node.right), [](bool a, bool b) { return a && b; });
      case Op::Or:
        return combine(truth(node.left), truth(node.right), [](bool a, bool b) { return a || b; });
      case Op::Implies:
        return combine(truth(node.left), truth(node.right), [](bool a, bool b) { return !a || b; });
      case Op::Iff:
        return combine(truth(node.left), truth(node.right), [](bool a, bool b) { return a == b; });
      case Op::X:
        return some(step, truth(node.left));
      case Op::F:
        return some(closure(step), truth(node.left));
      case Op::G:
        return every(closure(step), truth(node.left));
      case Op::U:
        return until(test_truth(node.left), truth(node.right));
      case Op::W:
        return combine(until(test_truth(node.left), truth(node.right)), every(closure(step), truth(node.left)),
                       [](bool a, bool b) { return a || b; });
      case Op::R:
        return negate(until(negate(test_truth(node.left)), negate(truth(node.right))));
      case Op::Xn:
      case Op::Fn:
        return some(powers(step, interval), truth(node.left));
      case Op::Gn:
        return every(powers(step, interval), truth(node.left));
      case Op::Un:
        return until_within(test_truth(node.left), truth(node.right));
      case Op::Wn:
        return combine(until_within(test_truth(node.left), truth(node.right)),
                       every(powers(step, {0, interval.last}), truth(node.left)),
                       [](bool a, bool b) { return a || b; });
      case Op::Rn:
        return negate(until_within(negate(test_truth(node.left)), negate(truth(node.right))));
      case Op::Diamondn:
        return some(matches(node.left, interval), truth(node.right));
      case Op::Boxn:
        return every(matches(node.left, interval), truth(node.right));
      case Op::Diamond:
        return some(relations_.at(node.left), truth(node.right));
      case Op::Box:
        return every(relations_.at(node.left), truth(node.right));
      default:
        static_assert(logic::covers(Family::Boolean, {Op::Not, Op::And, Op::Or, Op::Implies, Op::Iff}));
        static_assert(logic::covers(Family::Linear, {Op::X, Op::F, Op::G, Op::U, Op::W, Op::R, Op::Xn, Op::Fn, Op::Gn,
                                                     Op::Un, Op::Wn, Op::Rn}));
        static_assert(logic::covers(Family::Dynamic, {Op::Diamond, Op::Box, Op::Diamondn, Op::Boxn}));
        throw std::invalid_argument("an operator that has no meaning on a path");
    }
  }

  const logic::FormulaPool& pool_;
  Positions positions_;
  const StateTruth& truth_;
  const OnPath* given_;
  std::unordered_map<Formula, Truth> truths_;
  std::unordered_map<Formula, Relation> relations_;
};

// The same path with a list that is long enough to contain Last.
Lasso unrolled(Lasso lasso) {
  while (lasso.states.size() <= lasso.last) {
    StateIndex next = lasso.states[lasso.loop++];
    lasso.states.push_back(next);
  }
  return lasso;
}

}  // namespace

PathTruths truths_on_lasso(const logic::FormulaPool& pool, Formula f, const Lasso& lasso, const StateTruth& truth) {
  OnPath path(pool, {lasso.states, lasso.loop}, truth);
  path.evaluate(f);
  return path.truths(f);
}

PathTruths truths_on_trace(const logic::FormulaPool& pool, Formula f, const Lasso& lasso, TestReading tests,
                           const StateTruth& truth) {
  Lasso long_enough = unrolled(lasso);
  OnPath infinite(pool, {long_enough.states, long_enough.loop}, truth);
  infinite.evaluate(f);
  std::vector<StateIndex> trace(long_enough.states.begin(),
                                long_enough.states.begin() + static_cast<std::ptrdiff_t>(lasso.last) + 1);
  std::size_t length = trace.size();
  OnPath finite(pool, {std::move(trace), length}, truth, tests == TestReading::BeyondTrace ? &infinite : nullptr);
  finite.evaluate(f);
  return finite.truths(f);
}

std::vector<bool> evaluate_on_lasso(const logic::FormulaPool& pool, Formula f, const Lasso& lasso,
                                    const StateTruth& truth) {
  return truths_on_lasso(pool, f, lasso, truth).back().second;
}

std::vector<bool> evaluate_on_trace(const logic::FormulaPool& pool, Formula f, const Lasso& lasso, TestReading tests,
                                    const StateTruth& truth) {
  return truths_on_trace(pool, f, lasso, tests, truth).back().second;
}

}  // namespace gnomon::explicit_state
