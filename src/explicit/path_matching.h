// What temporal operators and path expressions need of one given path: untils and matches, in two ways.
//
// Everything else is defined by them (lasso.cpp). One way follows the definition of R(rho) by Boolean matrices and takes
// cubic time (path_matrices.cpp). The other goes along the path backwards and takes about linear time, for long paths
// (path_passes.cpp); the tests compare the two.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "logic/formula.h"

namespace gnomon::explicit_state {

using PathTruth = std::vector<bool>;  // by position

// Positions 0 to n-1 of a path. The last one is followed by `after_end`, or by nothing if that is n.
struct PathShape {
  std::size_t size = 0;
  std::size_t after_end = 0;

  std::size_t next(std::size_t i) const { return i + 1 < size ? i + 1 : after_end; }
  bool has_next(std::size_t i) const { return next(i) < size; }
  bool is_infinite() const { return after_end < size; }
};

// The truth of formulas that path expressions are made of, which outlives the matching.
struct ExpressionTruths {
  std::function<const PathTruth&(logic::Formula)> step;
  std::function<const PathTruth&(logic::Formula)> test;
};

class PathMatching {
 public:
  virtual ~PathMatching() = default;
  // At i: `goal` at some j, so many steps later, and `through` at every position from i on and before j.
  virtual PathTruth until(const PathTruth& through, const PathTruth& goal, const logic::Interval& steps) const = 0;
  // At i: `goal` at some j with (i, j) in R(rho), so many steps later. Raises LimitReached where that is too much work.
  virtual PathTruth matched(logic::Formula rho, const PathTruth& goal, const logic::Interval& steps) const = 0;
};

std::unique_ptr<PathMatching> match_by_matrices(const logic::FormulaPool& pool, PathShape shape,
                                                ExpressionTruths truths);
std::unique_ptr<PathMatching> match_by_passes(const logic::FormulaPool& pool, PathShape shape, ExpressionTruths truths);

}  // namespace gnomon::explicit_state
