// A path formula on one given path, straight from the definition of R(rho, path).
//
// On a lasso the truth of a formula at a position beyond the end of the list is that at the position it folds onto, so
// that the positions of the list will do. On a finite trace the positions are 0 to Last, and a step from Last does not
// exist. Formulas are taken as they are, without any normal form; every operator is defined by untils and matches on the
// path (path_matching.h), which are worked out by definition on short paths and in about linear time on long ones.
//
// It is tested against the search for satisfying paths of the reference semantics, with which it shares nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "explicit/graph.h"
#include "logic/formula.h"

namespace gnomon::explicit_state {

// A part of a path that is listed once and walked more often: the states at both positions are the same, and the steps
// between them are made so many times in addition. All states after `to` come so much later. Without a number: they may be
// repeated as often as one likes, for larger values of parameters; the path itself does not repeat them.
struct Stretch {
  std::size_t from = 0;
  std::size_t to = 0;  // after `from`
  std::optional<std::uint64_t> times;

  std::size_t period() const { return to - from; }
  std::uint64_t added_steps() const { return times.value_or(0) * period(); }
};

// An infinite path: states[loop] follows the last state. With a finite trace, `last` is its final position, counted
// along the infinite path. A stretch lies before the loop, or inside it and is repeated in each round; that of a trace lies
// before its end. Positions are those of the list, in which a stretch is walked once.
struct Lasso {
  std::vector<StateIndex> states;
  std::size_t loop = 0;
  std::size_t last = 0;
  std::optional<Stretch> stretch = std::nullopt;
};

// How tests of a formula on a finite trace are read: on the trace too, or along the infinite path beyond its end.
enum class TestReading { OnTrace, BeyondTrace };

// Whether a state formula holds in a state.
using StateTruth = std::function<bool(logic::Formula, StateIndex)>;

// The truth of a path formula and of its parts down to state formulas, at each position; path expressions are not among
// them. Parts come before what they are parts of.
using PathTruths = std::vector<std::pair<logic::Formula, std::vector<bool>>>;

// How untils and matches are worked out: as the length suggests, or in one of the two ways, for tests.
enum class PathMethod { ByLength, Matrices, Passes };

// At every position of the lasso's list, on the infinite path; within a stretch: when it is walked first.
PathTruths truths_on_lasso(const logic::FormulaPool& pool, logic::Formula f, const Lasso& lasso,
                           const StateTruth& truth, PathMethod method = PathMethod::ByLength);
// At the positions 0 to lasso.last of the finite trace that ends there.
PathTruths truths_on_trace(const logic::FormulaPool& pool, logic::Formula f, const Lasso& lasso, TestReading tests,
                           const StateTruth& truth, PathMethod method = PathMethod::ByLength);

// The same for the formula alone.
std::vector<bool> evaluate_on_lasso(const logic::FormulaPool& pool, logic::Formula f, const Lasso& lasso,
                                    const StateTruth& truth, PathMethod method = PathMethod::ByLength);
std::vector<bool> evaluate_on_trace(const logic::FormulaPool& pool, logic::Formula f, const Lasso& lasso,
                                    TestReading tests, const StateTruth& truth,
                                    PathMethod method = PathMethod::ByLength);

}  // namespace gnomon::explicit_state
