// Expressions of a model in SMV.
//
// SMV computes with integers, a model with fractions. An expression whose divisors are constants is a fraction with a
// constant denominator; so it is written multiplied by that: `x/2 > 1` becomes `x > 2`, and `y' = x/2` becomes
// `2 * next(y) = x`. A divisor that is no constant other than 0 cannot be written.
//
// div and mod round down here and towards 0 there:
//
//   a div b = a >= 0 ? a / b : -((b - 1 - a) / b)              a mod b = a - b * (a div b)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exchange/exported.h"
#include "exchange/smv_names.h"
#include "ispl/checked_model.h"

namespace gnomon::exchange {

class SmvExpressions {
 public:
  SmvExpressions(const ispl::CheckedModel& model, const SmvNames& names, std::vector<Unsayable>& problems);

  // Each appends to the text.
  void condition(ispl::ExprId expr, std::string& out) { write(expr, 1, out); }
  // next(var) = value
  void assignment(const ispl::Assignment& assignment, std::string& out);

 private:
  // A text, or an expression to be written: a number multiplied by `scale`, a multiple of its denominator.
  struct Item {
    std::string text;
    ispl::ExprId expr;
    std::int64_t scale = 1;
  };

  void find_denominators(std::vector<Unsayable>& problems);
  std::int64_t denominator(ispl::ExprId expr) const { return denominators_[expr.index()]; }
  std::int64_t common(ispl::ExprId a, ispl::ExprId b) const;
  void write(ispl::ExprId root, std::int64_t scale, std::string& out);
  // What an expression consists of, in the order of the text.
  void expand(const ispl::Expr& expr, std::int64_t scale, std::vector<Item>& parts) const;
  void expand_number(const ispl::Expr& expr, std::int64_t scale, std::vector<Item>& parts) const;
  void expand_comparison(const ispl::Expr& expr, std::vector<Item>& parts) const;

  const ispl::CheckedModel& model_;
  const SmvNames& names_;
  std::vector<std::int64_t> denominators_;  // by ExprId
};

}  // namespace gnomon::exchange
