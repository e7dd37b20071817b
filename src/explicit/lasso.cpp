#include "explicit/lasso.h"

#include <stdexcept>
#include <unordered_map>

#include "explicit/path_matching.h"

namespace gnomon::explicit_state {

using logic::Family;
using logic::Formula;
using logic::Node;
using logic::Op;

namespace {

using Truth = PathTruth;

// Positions of a path, with the successor of the final one; states.size() if it has none.
struct Positions {
  std::vector<StateIndex> states;
  std::size_t after_end = 0;
};

class OnPath {
 public:
  // `given` holds the truth of tests if they are not to be read on these positions.
  OnPath(const logic::FormulaPool& pool, Positions positions, const StateTruth& truth, PathMethod method,
         const OnPath* given = nullptr)
      : pool_(pool), positions_(std::move(positions)), truth_(truth), given_(given) {
    constexpr std::size_t kShort = 16;  // longer ones take more time by matrices, and many are tried for a witness
    const std::size_t size = positions_.states.size();
    const PathShape shape{size, positions_.after_end};
    const ExpressionTruths truths{[this](Formula f) -> const Truth& { return this->truth(f); },
                                  [this](Formula f) -> const Truth& { return test_truth(f); }};
    const bool matrices = method == PathMethod::Matrices || (method == PathMethod::ByLength && size <= kShort);
    matching_ = matrices ? match_by_matrices(pool, shape, truths) : match_by_passes(pool, shape, truths);
  }
  OnPath(const OnPath&) = delete;  // what is matched refers to this
  OnPath& operator=(const OnPath&) = delete;

  void evaluate(Formula root) {
    for (Formula f : pool_.path_part(root)) {
      const Node& node = pool_[f];
      if (!logic::is_path_expression(node.op)) truths_[f] = node.is_path ? path_truth(node) : state_truth(f);
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

  const Truth& test_truth(Formula f) const { return given_ != nullptr ? given_->truth(f) : truth(f); }

  static Truth negate(Truth f) {
    f.flip();
    return f;
  }

  Truth combine(const Truth& a, const Truth& b, bool (*op)(bool, bool)) const {
    Truth result(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) result[i] = op(a[i], b[i]);
    return result;
  }

  // X f = <true>f    F f = true U f    G f = !F !f    f R g = !(!f U !g)    f W g = (f U g) or G f    [rho]f = !<rho>!f
  // The left side of an until is a test. On a finite trace a position without a successor ends it, so that X, F and U
  // are strong.
  Truth path_truth(const Node& node) const {
    const logic::Interval interval = !node.bound.is_none()                    ? pool_.interval(node)
                                     : logic::without_bound(node.op) == Op::X ? logic::Interval::exactly(1)
                                                                              : logic::Interval{};
    auto finally = [&](const Truth& goal, const logic::Interval& steps) {
      return matching_->until(Truth(goal.size(), true), goal, steps);
    };
    auto globally = [&](Formula f, const logic::Interval& steps) { return negate(finally(negate(truth(f)), steps)); };
    switch (logic::without_bound(node.op)) {
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
      case Op::F:
        return finally(truth(node.left), interval);
      case Op::G:
        return globally(node.left, interval);
      case Op::U:
        return matching_->until(test_truth(node.left), truth(node.right), interval);
      case Op::W:
        return combine(matching_->until(test_truth(node.left), truth(node.right), interval),
                       globally(node.left, {0, interval.last}), [](bool a, bool b) { return a || b; });
      case Op::R:
        return negate(matching_->until(negate(test_truth(node.left)), negate(truth(node.right)), interval));
      case Op::Diamond:
        return matching_->matched(node.left, truth(node.right), interval);
      case Op::Box:
        return negate(matching_->matched(node.left, negate(truth(node.right)), interval));
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
  std::unique_ptr<PathMatching> matching_;
  std::unordered_map<Formula, Truth> truths_;
};

// The same path with a list that is long enough to contain Last.
Lasso unrolled(Lasso lasso) {
  while (lasso.states.size() <= lasso.last) {
    StateIndex next = lasso.states[lasso.loop++];
    lasso.states.push_back(next);
  }
  return lasso;
}

// The path with its stretch walked as often as it says.
Lasso written_out(const Lasso& lasso) {
  if (!lasso.stretch || lasso.stretch->times.value_or(0) == 0) return lasso;
  const Stretch& part = *lasso.stretch;
  const auto added = static_cast<std::size_t>(part.added_steps());
  auto at = [&](std::size_t i) { return lasso.states.begin() + static_cast<std::ptrdiff_t>(i); };
  Lasso whole{{at(0), at(part.to)}, lasso.loop + (lasso.loop < part.to ? 0 : added), lasso.last + added};
  whole.states.reserve(lasso.states.size() + added);
  for (std::uint64_t k = 0; k < *part.times; ++k) whole.states.insert(whole.states.end(), at(part.from), at(part.to));
  whole.states.insert(whole.states.end(), at(part.to), lasso.states.end());
  return whole;
}

// What was found along the path that is written out, at the positions of the list.
PathTruths as_listed(PathTruths truths, const Lasso& lasso) {
  if (!lasso.stretch) return truths;
  const auto first = static_cast<std::ptrdiff_t>(lasso.stretch->to);
  const auto added = static_cast<std::ptrdiff_t>(lasso.stretch->added_steps());
  for (auto& [f, holds] : truths) holds.erase(holds.begin() + first, holds.begin() + first + added);
  return truths;
}

}  // namespace

PathTruths truths_on_lasso(const logic::FormulaPool& pool, Formula f, const Lasso& lasso, const StateTruth& truth,
                           PathMethod method) {
  Lasso whole = written_out(lasso);
  OnPath path(pool, {std::move(whole.states), whole.loop}, truth, method);
  path.evaluate(f);
  return as_listed(path.truths(f), lasso);
}

PathTruths truths_on_trace(const logic::FormulaPool& pool, Formula f, const Lasso& lasso, TestReading tests,
                           const StateTruth& truth, PathMethod method) {
  Lasso long_enough = unrolled(written_out(lasso));
  OnPath infinite(pool, {long_enough.states, long_enough.loop}, truth, method);
  infinite.evaluate(f);
  std::vector<StateIndex> trace(long_enough.states.begin(),
                                long_enough.states.begin() + static_cast<std::ptrdiff_t>(long_enough.last) + 1);
  std::size_t length = trace.size();
  OnPath finite(pool, {std::move(trace), length}, truth, method,
                tests == TestReading::BeyondTrace ? &infinite : nullptr);
  finite.evaluate(f);
  return as_listed(finite.truths(f), lasso);
}

std::vector<bool> evaluate_on_lasso(const logic::FormulaPool& pool, Formula f, const Lasso& lasso,
                                    const StateTruth& truth, PathMethod method) {
  return truths_on_lasso(pool, f, lasso, truth, method).back().second;
}

std::vector<bool> evaluate_on_trace(const logic::FormulaPool& pool, Formula f, const Lasso& lasso, TestReading tests,
                                    const StateTruth& truth, PathMethod method) {
  return truths_on_trace(pool, f, lasso, tests, truth, method).back().second;
}

}  // namespace gnomon::explicit_state
