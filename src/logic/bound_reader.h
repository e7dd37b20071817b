// Bounds on steps, [a,b] [a,] [n] <=b >=a, behind operators, and counts {n} {n,m} {n,} behind path expressions.
//
// Behind X F G U W R, a state or strategy operator, <rho> or [rho], the signs <= and >= are always bounds: no formula
// begins so. `[` opens one if a number follows, or a name and a comma, or a name and `]` where the name is no
// proposition; so `X [p] q` with a proposition p remains X of a box. An end is a number; names of constants have been
// replaced by numbers before (ispl/formula_templates.h). Any other name is a parameter (logic/parameters.h), which may
// be an upper end only, unless it has a range.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "logic/formula.h"
#include "logic/parser.h"
#include "logic/question.h"
#include "logic/token_cursor.h"

namespace gnomon::logic {

class BoundReader {
 public:
  using Report = std::function<void(Span, std::string message, std::string hint)>;
  using IsProposition = std::function<bool(std::string_view)>;

  static constexpr std::uint64_t kLargestCount = 1'000'000;

  BoundReader(TokenCursor& cursor, FormulaPool& pool, const IsProposition& is_proposition, Report report)
      : cursor_(cursor), pool_(pool), is_proposition_(is_proposition), report_(std::move(report)) {}

  // Whether a bound stands at the cursor, which is behind an operator.
  bool at_bound() const;
  // Reads it; none after an error, which has been reported. `op`: the operator in front.
  std::optional<Interval> bound(Op op);
  // Reads the count at the cursor, which is at `{`.
  std::optional<Interval> count();
  // Of the bound or count that was read last.
  Span span() const { return span_; }
  // Where parameters were named.
  const std::vector<ParameterUse>& parameters() const { return parameters_; }

 private:
  // The place of an end in its bound, or a count.
  enum class Place { Lower, Upper, Count };
  struct End {
    std::uint64_t value = 0;
    Symbol name;  // a parameter
  };
  std::optional<Interval> ends(TokenKind closing, Op op);
  std::optional<End> end(Place place);
  std::optional<End> parameter(Place place);
  std::optional<Interval> in_order(const Interval& interval);
  void skip_to(TokenKind closing);
  std::string found() const;

  TokenCursor& cursor_;
  FormulaPool& pool_;
  const IsProposition& is_proposition_;
  Report report_;
  Span span_;
  std::vector<ParameterUse> parameters_;
};

}  // namespace gnomon::logic
