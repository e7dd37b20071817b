#include "ispl/constant_value.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace gnomon::ispl {

namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t kLargestConstant = std::int64_t{1} << 62;

// n/d in lowest terms; none if it does not fit.
std::optional<ConstantValue> fraction(Wide numerator, Wide denominator) {
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  auto size = [](Wide x) { return x < 0 ? -x : x; };
  Wide a = size(numerator);
  Wide b = denominator;
  while (b != 0) {
    Wide rest = a % b;
    a = b;
    b = rest;
  }
  numerator /= a;
  denominator /= a;
  if (size(numerator) >= kLargestConstant || denominator >= kLargestConstant) return std::nullopt;
  ConstantValue value = ConstantValue::integer(static_cast<std::int64_t>(numerator));
  value.denominator = static_cast<std::int64_t>(denominator);
  return value;
}

std::optional<ConstantValue> arithmetic(ExprOp op, const ConstantValue& a, const ConstantValue& b) {
  Wide an = a.number;
  Wide ad = a.denominator;
  Wide bn = b.number;
  Wide bd = b.denominator;
  if (op == ExprOp::Negate) return fraction(-an, ad);
  if (op == ExprOp::Add) return fraction(an * bd + bn * ad, ad * bd);
  if (op == ExprOp::Subtract) return fraction(an * bd - bn * ad, ad * bd);
  if (op == ExprOp::Multiply) return fraction(an * bn, ad * bd);
  if (op == ExprOp::Divide) {
    if (bn == 0) return std::nullopt;
    return fraction(an * bd, ad * bn);
  }
  if (op == ExprOp::Minimum) return bn * ad < an * bd ? b : a;
  if (op == ExprOp::Maximum) return an * bd < bn * ad ? b : a;
  // FloorDivide and Modulo
  if (!a.is_integer() || !b.is_integer() || b.number <= 0) return std::nullopt;
  std::int64_t remainder = a.number % b.number;
  if (remainder < 0) remainder += b.number;
  if (op == ExprOp::Modulo) return ConstantValue::integer(remainder);
  return ConstantValue::integer((a.number - remainder) / b.number);
}

bool is_arithmetic(ExprOp op) {
  return op >= ExprOp::Negate && op <= ExprOp::Maximum;
}

std::optional<ConstantValue> comparison(ExprOp op, const ConstantValue& a, const ConstantValue& b) {
  auto truth = [](bool value) { return std::optional(ConstantValue::boolean(value)); };
  if (op == ExprOp::Equal) return truth(a == b);
  if (op == ExprOp::NotEqual) return truth(!(a == b));
  if (a.kind != ExprKind::Integer) return std::nullopt;
  Wide left = static_cast<Wide>(a.number) * b.denominator;
  Wide right = static_cast<Wide>(b.number) * a.denominator;
  if (op == ExprOp::Less) return truth(left < right);
  if (op == ExprOp::LessEqual) return truth(left <= right);
  if (op == ExprOp::Greater) return truth(left > right);
  return truth(left >= right);
}

std::optional<ConstantValue> logical(ExprOp op, bool a, bool b) {
  auto truth = [](bool value) { return std::optional(ConstantValue::boolean(value)); };
  if (op == ExprOp::Not) return truth(!a);
  if (op == ExprOp::And) return truth(a && b);
  if (op == ExprOp::Or) return truth(a || b);
  if (op == ExprOp::Xor) return truth(a != b);
  return truth(!a || b);
}

}  // namespace

std::string ConstantValue::text(const Words& words) const {
  switch (kind) {
    case ExprKind::Boolean:
      return number != 0 ? "true" : "false";
    case ExprKind::Integer:
      return denominator == 1 ? std::to_string(number) : fmt::format("{}/{}", number, denominator);
    case ExprKind::Enumeration:
      return std::string(words.text(word));
  }
  return {};
}

std::optional<ConstantValue> fold(ExprOp op, const ConstantValue& a, const ConstantValue& b) {
  bool unary = op == ExprOp::Negate || op == ExprOp::Not;
  if (!unary && a.kind != b.kind) return std::nullopt;
  if (is_arithmetic(op)) return a.kind == ExprKind::Integer ? arithmetic(op, a, b) : std::nullopt;
  if (is_comparison(op)) return comparison(op, a, b);
  return a.is_boolean() ? logical(op, a.number != 0, b.number != 0) : std::nullopt;
}

std::uint64_t IndexSet::size() const {
  switch (kind) {
    case ExprKind::Boolean:
      return 2;
    case ExprKind::Integer:
      return high < low ? 0 : static_cast<std::uint64_t>(high - low) + 1;
    case ExprKind::Enumeration:
      return values->size();
  }
  return 0;
}

ConstantValue IndexSet::at(std::uint64_t position) const {
  switch (kind) {
    case ExprKind::Boolean:
      return ConstantValue::boolean(position != 0);
    case ExprKind::Integer:
      return ConstantValue::integer(low + static_cast<std::int64_t>(position));
    case ExprKind::Enumeration:
      return ConstantValue::enumeration((*values)[position]);
  }
  return {};
}

bool IndexSet::contains(const ConstantValue& value) const {
  if (value.kind != kind) return false;
  if (kind == ExprKind::Boolean) return true;
  if (kind == ExprKind::Integer) return value.is_integer() && value.number >= low && value.number <= high;
  return std::find(values->begin(), values->end(), value.word) != values->end();
}

std::string IndexSet::text(const Words& words) const {
  if (kind == ExprKind::Boolean) return "boolean";
  if (kind == ExprKind::Integer) return fmt::format("{}..{}", low, high);
  std::string text = "{";
  for (WordId word : *values) {
    if (text.size() > 1) text += ", ";
    text += words.text(word);
  }
  return text + "}";
}

std::string element_name(std::string_view family, const std::vector<ConstantValue>& indices, const Words& words) {
  std::string name(family);
  name += '[';
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (i > 0) name += ',';
    name += indices[i].text(words);
  }
  name += ']';
  return name;
}

// Split at the brackets and commas; a minus sign becomes `0_`. An index may itself be an element, `at[move[1]]`: then
// the inner brackets are separators, too.
std::string plain_name(std::string_view name) {
  std::string plain;
  std::size_t depth = 0;  // of brackets; a comma outside of them separates the agents of a list
  for (char c : name) {
    depth += c == '[' ? 1 : 0;
    depth -= c == ']' ? 1 : 0;
    if (c == ',' && depth == 0) {
      plain += ", ";
    } else if (c == '[' || c == ',') {
      plain += "__";
    } else if (c == '-') {
      plain += "0_";
    } else if (c != ']' && c != ' ') {
      plain += c;
    }
  }
  return plain;
}

}  // namespace gnomon::ispl
