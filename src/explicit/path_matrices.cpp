// Untils and matches by the definition: R(rho) is a relation on the finitely many positions of the list, a Boolean matrix.
// A step leads to the successor; union, composition, and closure for the star. Cost: positions^3 per operator.
#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "base/budget.h"
#include "explicit/path_matching.h"

namespace gnomon::explicit_state {

using logic::Family;
using logic::Formula;
using logic::Node;
using logic::Op;

namespace {

using Relation = std::vector<PathTruth>;  // by position, by position

Relation nothing(std::size_t n) {
  return Relation(n, PathTruth(n, false));
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
  Relation further =
      interval.is_open() ? closure(a) : power(unite(identity(a.size()), a), interval.last - interval.first);
  return interval.first == 0 ? further : compose(power(a, interval.first), further);
}

class Matrices : public PathMatching {
 public:
  Matrices(const logic::FormulaPool& pool, PathShape shape, ExpressionTruths truths)
      : pool_(pool), shape_(shape), truths_(std::move(truths)) {}

  PathTruth until(const PathTruth& through, const PathTruth& goal, const logic::Interval& steps) const override {
    return some(powers(step_where(through), steps), goal);
  }

  PathTruth matched(Formula rho, const PathTruth& goal, const logic::Interval& steps) const override {
    const bool any_number = steps.first == 0 && steps.is_open();
    return some(any_number ? relation_of(rho) : counted_matches(rho, steps), goal);
  }

 private:
  Relation step_where(const PathTruth& from) const {
    Relation result = nothing(shape_.size);
    for (std::size_t i = 0; i < shape_.size; ++i) {
      if (from[i] && shape_.has_next(i)) result[i][shape_.next(i)] = true;
    }
    return result;
  }

  Relation stay_where(const PathTruth& at) const {
    Relation result = nothing(shape_.size);
    for (std::size_t i = 0; i < shape_.size; ++i) result[i][i] = at[i];
    return result;
  }

  Relation single(const Node& node) const {
    return node.op == Op::Step ? step_where(truths_.step(node.left)) : stay_where(truths_.test(node.left));
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

  template <class Single>
  Relation composed(Formula rho, const Single& single) const {
    std::unordered_map<Formula, Relation> known;
    for (Formula part : parts_of(rho)) {
      const Node& node = pool_[part];
      Relation made;
      if (node.op == Op::Step || node.op == Op::Test) {
        made = single(node);
      } else {
        const Relation& left = known.at(node.left);
        made = combined(node, left, node.right.is_none() ? left : known.at(node.right));
      }
      known.emplace(part, std::move(made));
    }
    return std::move(known.at(rho));
  }

  Relation relation_of(Formula rho) const {
    return composed(rho, [&](const Node& node) { return single(node); });
  }

  // Matches of rho with so many steps: rho is related on pairs of a position and the number of steps made so far, up to
  // the first number after which nothing changes.
  Relation counted_matches(Formula rho, const logic::Interval& interval) const {
    constexpr std::size_t kMostPairs = 2000;
    const std::uint64_t most = interval.is_open() ? interval.first : interval.last + 1;
    const std::size_t n = shape_.size;
    if (most >= kMostPairs || n * (most + 1) > kMostPairs) {
      throw LimitReached(Limit::Size, "a bounded match is too long to be followed on a path");
    }
    const std::size_t counts = static_cast<std::size_t>(most) + 1;
    auto pair = [&](std::size_t position, std::size_t count) {
      return position * counts + std::min(count, counts - 1);
    };
    const Relation pairs = composed(rho, [&](const Node& node) {
      Relation made = nothing(n * counts);
      const Relation once = single(node);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          if (!once[i][j]) continue;
          for (std::size_t c = 0; c < counts; ++c) made[pair(i, c)][pair(j, node.op == Op::Step ? c + 1 : c)] = true;
        }
      }
      return made;
    });
    Relation result = nothing(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t c = interval.first; c < counts && (interval.is_open() || c <= interval.last); ++c) {
          result[i][j] = result[i][j] || pairs[pair(i, 0)][pair(j, c)];
        }
      }
    }
    return result;
  }

  // At i: some j with (i, j) in the relation and the goal at j.
  PathTruth some(const Relation& r, const PathTruth& goal) const {
    PathTruth result(shape_.size, false);
    for (std::size_t i = 0; i < shape_.size; ++i) {
      for (std::size_t j = 0; j < shape_.size; ++j) result[i] = result[i] || (r[i][j] && goal[j]);
    }
    return result;
  }

  const logic::FormulaPool& pool_;
  PathShape shape_;
  ExpressionTruths truths_;
};

}  // namespace

std::unique_ptr<PathMatching> match_by_matrices(const logic::FormulaPool& pool, PathShape shape,
                                                ExpressionTruths truths) {
  return std::make_unique<Matrices>(pool, shape, std::move(truths));
}

}  // namespace gnomon::explicit_state
