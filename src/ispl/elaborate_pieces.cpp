// Pieces of elaborated expressions put together: constants folded, conditions of definedness carried along.
#include <algorithm>
#include <utility>

#include "ispl/elaborator.h"

namespace gnomon::ispl {

using syntax::Node;
using syntax::NodeForm;

std::vector<Elaborator::Piece> Elaborator::take(std::size_t count) {
  auto first = pieces_.end() - static_cast<std::ptrdiff_t>(count);
  std::vector<Piece> taken(std::make_move_iterator(first), std::make_move_iterator(pieces_.end()));
  pieces_.erase(first, pieces_.end());
  return taken;
}

std::uint32_t Elaborator::emit(const Node& node) {
  step();
  out_.nodes.push_back(node);
  return static_cast<std::uint32_t>(out_.nodes.size() - 1);
}

std::uint32_t Elaborator::emit_operation(ExprOp op, std::uint32_t left, std::uint32_t right, Span span) {
  return emit({NodeForm::Operation, op, false, span, left, right, 0});
}

std::uint32_t Elaborator::emit_choose(std::uint32_t condition, std::uint32_t then, std::uint32_t otherwise, Span span) {
  return emit({NodeForm::Operation, ExprOp::Choose, false, span, then, otherwise, condition});
}

std::uint32_t Elaborator::emit_constant(const ConstantValue& value, Span span) {
  switch (value.kind) {
    case ExprKind::Boolean:
      return emit({NodeForm::Boolean, {}, false, span, 0, 0, value.number});
    case ExprKind::Enumeration:
      return emit({NodeForm::Value, {}, false, span, value.word.value, WordId::kNone, 0});
    case ExprKind::Integer:
      break;
  }
  std::uint32_t number = emit({NodeForm::Number, {}, false, span, 0, 0, value.number});
  if (value.denominator == 1) return number;
  std::uint32_t denominator = emit({NodeForm::Number, {}, false, span, 0, 0, value.denominator});
  return emit_operation(ExprOp::Divide, number, denominator, span);
}

std::uint32_t Elaborator::node_of(const Piece& piece) {
  return piece.constant() ? emit_constant(piece.value, piece.span) : piece.node;
}

std::uint32_t Elaborator::both(std::uint32_t a, std::uint32_t b, Span span) {
  if (a == kNone) return b;
  if (b == kNone || a == b) return a;
  return emit_operation(ExprOp::And, a, b, span);
}

Elaborator::Piece Elaborator::constant_piece(const ConstantValue& value, Span span) {
  Piece piece;
  piece.kind = Piece::Kind::Constant;
  piece.value = value;
  piece.span = span;
  if (value.is_integer()) bound(piece, value.number, value.number);
  return piece;
}

Elaborator::Piece Elaborator::node_piece(std::uint32_t node, Span span, std::uint32_t defined) {
  Piece piece;
  piece.kind = Piece::Kind::Node;
  piece.node = node;
  piece.defined = defined;
  piece.span = span;
  return piece;
}

void Elaborator::bound(Piece& piece, std::int64_t low, std::int64_t high) {
  constexpr std::int64_t kLargest = std::int64_t{1} << 61;
  piece.bounded = low <= high && low > -kLargest && high < kLargest;
  piece.low = low;
  piece.high = high;
}

// True where the piece has the value true.
Elaborator::Piece Elaborator::as_condition(const Piece& piece) {
  if (piece.kind != Piece::Kind::Node || piece.defined == kNone) return piece;
  return node_piece(both(piece.defined, piece.node, piece.span), piece.span);
}

Elaborator::Piece Elaborator::negation(const Piece& a, Span span) {
  if (a.constant()) {
    if (std::optional<ConstantValue> value = fold(ExprOp::Not, a.value, a.value)) return constant_piece(*value, span);
  }
  return node_piece(emit_operation(ExprOp::Not, node_of(a), 0, span), span, a.defined);
}

// What the bounds of two integers say about a comparison.
std::optional<bool> Elaborator::decided(ExprOp op, const Piece& a, const Piece& b) {
  if (!a.bounded || !b.bounded) return std::nullopt;
  bool less = a.high < b.low;
  bool at_most = a.high <= b.low;
  bool greater = a.low > b.high;
  bool at_least = a.low >= b.high;
  bool apart = less || greater;
  bool same = a.low == a.high && b.low == b.high && a.low == b.low;
  auto either = [](bool yes, bool no) { return yes ? std::optional(true) : no ? std::optional(false) : std::nullopt; };
  if (op == ExprOp::Equal) return either(same, apart);
  if (op == ExprOp::NotEqual) return either(apart, same);
  if (op == ExprOp::Less) return either(less, at_least);
  if (op == ExprOp::LessEqual) return either(at_most, greater);
  if (op == ExprOp::Greater) return either(greater, at_most);
  return either(at_least, less);
}

Elaborator::Piece Elaborator::comparison(ExprOp op, const Piece& a, const Piece& b, Span span) {
  if (a.failed() || b.failed()) return {};
  if (a.constant() && b.constant()) {
    bool known = a.value.kind != ExprKind::Enumeration ||
                 (enumerators_.count(a.value.word) > 0 && enumerators_.count(b.value.word) > 0);
    std::optional<ConstantValue> value = fold(op, a.value, b.value);
    if (value && known) return constant_piece(*value, span);
  }
  std::uint32_t defined = both(a.defined, b.defined, span);
  if (std::optional<bool> known = decided(op, a, b)) {
    if (!*known || defined == kNone) return constant_piece(ConstantValue::boolean(*known), span);
    return node_piece(defined, span);
  }
  std::uint32_t left = node_of(a);
  std::uint32_t right = node_of(b);
  return node_piece(both(defined, emit_operation(op, left, right, span), span), span);
}

// And, Or over all, constants left out; a balanced tree.
Elaborator::Piece Elaborator::joined(ExprOp op, const std::vector<Piece>& conditions, Span span) {
  bool neutral = op == ExprOp::And;
  std::vector<std::uint32_t> nodes;
  bool failed = false;
  bool decides = false;
  for (const Piece& condition : conditions) {
    failed = failed || condition.failed();
    if (condition.failed()) continue;
    if (condition.constant() && condition.value.is_boolean()) {
      decides = decides || (condition.value.number != 0) != neutral;
      continue;
    }
    nodes.push_back(node_of(as_condition(condition)));
  }
  if (failed) return {};
  if (decides) return constant_piece(ConstantValue::boolean(!neutral), span);
  if (nodes.empty()) return constant_piece(ConstantValue::boolean(neutral), span);
  while (nodes.size() > 1) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < nodes.size(); i += 2) {
      nodes[kept++] = i + 1 < nodes.size() ? emit_operation(op, nodes[i], nodes[i + 1], span) : nodes[i];
    }
    nodes.resize(kept);
  }
  return node_piece(nodes[0], span);
}

// Values put together from left to right in halves; there is at least one.
Elaborator::Piece Elaborator::folded(ExprOp op, std::vector<Piece> values, Span span) {
  while (values.size() > 1) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < values.size(); i += 2) {
      values[kept] = i + 1 < values.size() ? operation(op, true, values[i], values[i + 1], span) : values[i];
      ++kept;
    }
    values.resize(kept);
  }
  return values[0];
}

Elaborator::Piece Elaborator::operation(ExprOp op, bool computes_value, const Piece& a, const Piece& b, Span span) {
  if (a.failed() || b.failed()) return {};
  if (op >= ExprOp::Equal && op <= ExprOp::GreaterEqual) return comparison(op, a, b, span);
  if (!computes_value && (op == ExprOp::And || op == ExprOp::Or)) return joined(op, {a, b}, span);
  if (!computes_value && op == ExprOp::Not) return negation(as_condition(a), span);
  if (op == ExprOp::Not) return negation(a, span);
  if (op == ExprOp::Implies) return joined(ExprOp::Or, {negation(as_condition(a), span), b}, span);
  bool unary = op == ExprOp::Negate;
  if (a.constant() && b.constant()) {
    if (std::optional<ConstantValue> value = fold(op, a.value, b.value)) return constant_piece(*value, span);
  }
  std::uint32_t left = node_of(a);
  std::uint32_t right = unary ? 0 : node_of(b);
  std::uint32_t defined = unary ? a.defined : both(a.defined, b.defined, span);
  Piece result = node_piece(emit_operation(op, left, right, span), span, defined);
  if (!a.bounded || !b.bounded) return result;
  if (op == ExprOp::Negate) bound(result, -a.high, -a.low);
  if (op == ExprOp::Add) bound(result, a.low + b.low, a.high + b.high);
  if (op == ExprOp::Subtract) bound(result, a.low - b.high, a.high - b.low);
  if (op == ExprOp::Minimum) bound(result, std::min(a.low, b.low), std::min(a.high, b.high));
  if (op == ExprOp::Maximum) bound(result, std::max(a.low, b.low), std::max(a.high, b.high));
  if (op == ExprOp::Multiply) {
    auto product = [](std::int64_t x, std::int64_t y) {
      std::int64_t z = 0;
      return __builtin_mul_overflow(x, y, &z) ? std::int64_t{1} << 62 : z;
    };
    std::int64_t all[] = {product(a.low, b.low), product(a.low, b.high), product(a.high, b.low),
                          product(a.high, b.high)};
    bound(result, *std::min_element(all, all + 4), *std::max_element(all, all + 4));
  }
  if (op == ExprOp::FloorDivide || op == ExprOp::Modulo) {
    std::int64_t m = std::max<std::int64_t>(1, b.low);
    auto quotient = [&](std::int64_t x) { return x >= 0 ? x / m : -((-x + m - 1) / m); };
    bool one_quotient = quotient(a.low) == quotient(a.high);
    if (op == ExprOp::FloorDivide) bound(result, quotient(a.low), quotient(a.high));
    if (op == ExprOp::Modulo) {
      bound(result, one_quotient ? a.low - m * quotient(a.low) : 0,
            one_quotient ? a.high - m * quotient(a.high) : m - 1);
    }
  }
  return result;
}

Elaborator::Piece Elaborator::choice(const Piece& condition, const Piece& then, const Piece& otherwise, Span span) {
  if (condition.failed() || then.failed() || otherwise.failed()) return {};
  if (then.constant() && otherwise.constant() && then.value == otherwise.value) return then;
  std::uint32_t where = node_of(condition);
  std::uint32_t defined = kNone;
  if (then.defined != kNone || otherwise.defined != kNone) {
    // (c and defined(a)) or (!c and defined(b)), as a choice of conditions
    Piece yes = constant_piece(ConstantValue::boolean(true), span);
    Piece a = then.defined == kNone ? yes : node_piece(then.defined, span);
    Piece b = otherwise.defined == kNone ? yes : node_piece(otherwise.defined, span);
    Piece not_condition = negation(node_piece(where, span), span);
    Piece left = joined(ExprOp::And, {node_piece(where, span), a}, span);
    Piece right = joined(ExprOp::And, {not_condition, b}, span);
    defined = node_of(joined(ExprOp::Or, {left, right}, span));
  }
  std::uint32_t left = node_of(then);
  std::uint32_t right = node_of(otherwise);
  Piece result = node_piece(emit_choose(where, left, right, span), span, defined);
  if (then.bounded && otherwise.bounded)
    bound(result, std::min(then.low, otherwise.low), std::max(then.high, otherwise.high));
  if (then.values == otherwise.values) result.values = then.values;
  return result;
}

Elaborator::Piece Elaborator::by_cases(const std::vector<NameCase>& cases, const std::vector<Piece>& values,
                                       std::uint32_t defined, Span span) {
  Piece result = values.back();
  for (std::size_t i = values.size() - 1; i-- > 0;) {
    result = choice(node_piece(cases[i].condition, span), values[i], result, span);
  }
  if (result.failed() || defined == kNone) return result;
  std::uint32_t node = node_of(result);
  Piece piece = node_piece(node, span, both(defined, result.defined, span));
  piece.values = result.values;
  if (result.bounded) bound(piece, result.low, result.high);
  return piece;
}

}  // namespace gnomon::ispl
