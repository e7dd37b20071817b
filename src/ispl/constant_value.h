// Values of constants and indices, and the sets that indices run through.
//
// A value is an integer, a fraction (3/2, until an integer is needed), a Boolean, or an enumeration value, which is a
// word. Arithmetic is exact; what does not fit 63 bits has no value here and is left to the checker of expressions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ispl/expression.h"
#include "ispl/lexer.h"

namespace gnomon::ispl {

struct ConstantValue {
  ExprKind kind = ExprKind::Integer;
  std::int64_t number = 0;       // Integer: the numerator; Boolean: 0 or 1
  std::int64_t denominator = 1;  // > 0
  WordId word;                   // Enumeration

  static ConstantValue integer(std::int64_t number) { return {ExprKind::Integer, number, 1, {}}; }
  static ConstantValue boolean(bool truth) { return {ExprKind::Boolean, truth ? 1 : 0, 1, {}}; }
  static ConstantValue enumeration(WordId word) { return {ExprKind::Enumeration, 0, 1, word}; }

  bool is_integer() const { return kind == ExprKind::Integer && denominator == 1; }
  bool is_boolean() const { return kind == ExprKind::Boolean; }
  bool operator==(const ConstantValue&) const = default;
  std::string text(const Words& words) const;
};

// The value of an operation on constants; none if there is none (wrong kinds, too large, a divisor 0). Unary operators
// ignore `b`. Requires an operator with operands, and not Choose.
std::optional<ConstantValue> fold(ExprOp op, const ConstantValue& a, const ConstantValue& b);

// The values of a type, in order.
struct IndexSet {
  ExprKind kind = ExprKind::Boolean;
  std::int64_t low = 0;  // Integer
  std::int64_t high = 1;
  std::shared_ptr<const std::vector<WordId>> values;  // Enumeration

  std::uint64_t size() const;
  ConstantValue at(std::uint64_t position) const;
  bool contains(const ConstantValue& value) const;
  std::string text(const Words& words) const;  // `1..3`, `{a, b}`, `boolean`
};

// The name of an element as people see it, `send[1,zero]` (without blanks, so that it is a word in
// commands), and as plain ISPL has it, `send__1__zero`.
std::string element_name(std::string_view family, const std::vector<ConstantValue>& indices, const Words& words);
std::string plain_name(std::string_view name);

}  // namespace gnomon::ispl
