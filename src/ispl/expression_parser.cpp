#include "ispl/expression_parser.h"

#include <fmt/format.h>

namespace gnomon::ispl {

using syntax::Node;
using syntax::NodeForm;

void ExpressionParser::push_operator(const Operator& op) {
  pace_.step(1, [&] {
    return growth_bytes(nodes_) + growth_bytes(operators_) + growth_bytes(operands_) + growth_bytes(frames_);
  });
  if (op.precedence == 0) frames_.push_back(operators_.size());
  operators_.push_back(op);
}

std::uint32_t ExpressionParser::add_node(const Node& node) {
  pace_.step(1, [&] { return growth_bytes(nodes_) + growth_bytes(operators_) + growth_bytes(operands_); });
  nodes_.push_back(node);
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void ExpressionParser::add_leaf(NodeForm form, Span span, std::uint32_t name, std::uint32_t owner, std::int64_t value) {
  operands_.push_back(add_node({form, {}, false, span, name, owner, value}));
}

std::uint32_t ExpressionParser::add_element(syntax::Element element) {
  pace_.step(1, [&] { return growth_bytes(model_.elements); });
  model_.parametric = true;
  model_.elements.push_back(std::move(element));
  return static_cast<std::uint32_t>(model_.elements.size() - 1);
}

// Applies the topmost operator to the topmost operands.
void ExpressionParser::reduce() {
  Operator op = operators_.back();
  operators_.pop_back();
  std::uint32_t right = operands_.back();
  Node node{NodeForm::Operation, op.op, op.computes_value, cover(op.span, nodes_[right].span), right, 0, 0};
  if (op.precedence == kQuantifier) {
    node.form = NodeForm::Quantified;
    node.right = op.element;
  } else if (op.op == ExprOp::Choose) {
    operands_.pop_back();
    std::uint32_t then = operands_.back();
    operands_.pop_back();
    node.left = then;
    node.right = right;
    node.value = operands_.back();
  } else if (!op.unary) {
    operands_.pop_back();
    node.left = operands_.back();
    node.right = right;
    node.span = cover(nodes_[node.left].span, nodes_[right].span);
  }
  operands_.back() = add_node(node);
}

// Down to the innermost frame, or to the beginning of the expression.
void ExpressionParser::reduce_frame() {
  while (operators_.size() > base_ && operators_.back().precedence > 0) reduce();
}

std::optional<ExpressionParser::Operator> ExpressionParser::binary_operator() {
  const Token& token = tokens_.current();
  auto op = [&](ExprOp node, std::uint8_t precedence) {
    Operator made;
    made.op = node;
    made.precedence = precedence;
    made.span = token.span;
    made.computes_value = precedence == kBitOr || precedence == kBitAnd;
    return made;
  };
  switch (token.kind) {
    case TokenKind::Arrow:
      return op(ExprOp::Implies, kImplies);
    case TokenKind::DoublePipe:
      return op(ExprOp::Or, kOr);
    case TokenKind::DoubleAmpersand:
      return op(ExprOp::And, kAnd);
    case TokenKind::Equal:
    case TokenKind::EqualEqual:
    case TokenKind::Iff:
      return op(ExprOp::Equal, kComparison);
    case TokenKind::NotEqual:
      return op(ExprOp::NotEqual, kComparison);
    case TokenKind::Less:
      return op(ExprOp::Less, kComparison);
    case TokenKind::LessEqual:
      return op(ExprOp::LessEqual, kComparison);
    case TokenKind::Greater:
      return op(ExprOp::Greater, kComparison);
    case TokenKind::GreaterEqual:
      return op(ExprOp::GreaterEqual, kComparison);
    case TokenKind::Pipe:
      return op(ExprOp::Or, kBitOr);
    case TokenKind::Caret:
      return op(ExprOp::Xor, kBitXor);
    case TokenKind::Ampersand:
      return op(ExprOp::And, kBitAnd);
    case TokenKind::Plus:
      return op(ExprOp::Add, kSum);
    case TokenKind::Minus:
      return op(ExprOp::Subtract, kSum);
    case TokenKind::Star:
      return op(ExprOp::Multiply, kProduct);
    case TokenKind::Slash:
      return op(ExprOp::Divide, kProduct);
    case TokenKind::Word:
      if (tokens_.at(Keyword::And)) return op(ExprOp::And, kAnd);
      if (tokens_.at(Keyword::Or)) return op(ExprOp::Or, kOr);
      if (tokens_.at(Keyword::Mod)) return op(ExprOp::Modulo, kProduct);
      if (tokens_.at(Keyword::Div)) return op(ExprOp::FloorDivide, kProduct);
      return std::nullopt;
    case TokenKind::End:
    case TokenKind::Number:
    case TokenKind::LeftBrace:
    case TokenKind::RightBrace:
    case TokenKind::LeftParen:
    case TokenKind::RightParen:
    case TokenKind::LeftBracket:
    case TokenKind::RightBracket:
    case TokenKind::Semicolon:
    case TokenKind::Colon:
    case TokenKind::Comma:
    case TokenKind::Dot:
    case TokenKind::DotDot:
    case TokenKind::Bang:
    case TokenKind::Tilde:
    case TokenKind::Question:
    case TokenKind::At:
    case TokenKind::Bad:
      return std::nullopt;
  }
  return std::nullopt;
}

// Prefix operators and open parentheses, then a leaf.
bool ExpressionParser::parse_operand() {
  while (true) {
    Token token = tokens_.current();
    bool body = operators_.size() > base_ && operators_.back().precedence == kQuantifier;
    if (body && (token.kind == TokenKind::Bang || token.kind == TokenKind::Tilde || token.kind == TokenKind::Minus)) {
      tokens_.error(token.span, "what a quantifier is about needs parentheses here", "write `forall (i : Id) (...)`");
      return false;
    }
    Operator prefix;
    prefix.span = token.span;
    prefix.unary = true;
    switch (token.kind) {
      case TokenKind::LeftParen:
        prefix.frame = Frame::Paren;
        push_operator(prefix);
        break;
      case TokenKind::Bang:
        prefix.precedence = kNot;
        push_operator(prefix);
        break;
      case TokenKind::Tilde:
        prefix.precedence = kPrefix;
        prefix.computes_value = true;
        push_operator(prefix);
        break;
      case TokenKind::Minus:
        if (tokens_.followed_by(TokenKind::Number)) {
          std::int64_t value = 0;
          if (!tokens_.expect_integer(value)) return false;
          add_leaf(NodeForm::Number, cover(token.span, tokens_.previous()), 0, 0, value);
          return true;
        }
        prefix.op = ExprOp::Negate;
        prefix.precedence = kPrefix;
        push_operator(prefix);
        break;
      case TokenKind::Number: {
        std::int64_t value = 0;
        if (!tokens_.number_value(value)) return false;
        add_leaf(NodeForm::Number, token.span, 0, 0, value);
        tokens_.advance();
        return true;
      }
      case TokenKind::Word:
        if (tokens_.at(Keyword::True) || tokens_.at(Keyword::False)) {
          add_leaf(NodeForm::Boolean, token.span, 0, 0, tokens_.at(Keyword::True) ? 1 : 0);
          tokens_.advance();
          return true;
        }
        if (tokens_.at(Keyword::If) && (operators_.size() == base_ || operators_.back().precedence <= kChoose)) {
          model_.parametric = true;
          prefix.frame = Frame::If;
          push_operator(prefix);
          break;
        }
        if (at_quantifier()) {
          if (!parse_quantifier()) return false;
          continue;
        }
        if (tokens_.at_name() || tokens_.at(Keyword::Action) || tokens_.at(Keyword::Environment)) {
          Step step = parse_name();
          if (step == Step::Again) continue;
          return step == Step::Ended;
        }
        [[fallthrough]];
      case TokenKind::End:
      case TokenKind::LeftBrace:
      case TokenKind::RightBrace:
      case TokenKind::RightParen:
      case TokenKind::LeftBracket:
      case TokenKind::RightBracket:
      case TokenKind::Semicolon:
      case TokenKind::Colon:
      case TokenKind::Comma:
      case TokenKind::Dot:
      case TokenKind::DotDot:
      case TokenKind::Equal:
      case TokenKind::NotEqual:
      case TokenKind::Less:
      case TokenKind::LessEqual:
      case TokenKind::Greater:
      case TokenKind::GreaterEqual:
      case TokenKind::Plus:
      case TokenKind::Star:
      case TokenKind::Slash:
      case TokenKind::Ampersand:
      case TokenKind::Pipe:
      case TokenKind::Caret:
      case TokenKind::Arrow:
      case TokenKind::Iff:
      case TokenKind::Question:
      case TokenKind::At:
      case TokenKind::EqualEqual:
      case TokenKind::DoubleAmpersand:
      case TokenKind::DoublePipe:
      case TokenKind::Bad:
        tokens_.unexpected("an expression");
        return false;
    }
    tokens_.advance();
  }
}

// Makes room for a binary operator and pushes it.
bool ExpressionParser::parse_binary(const Operator& op) {
  bool right_associative = op.op == ExprOp::Implies;
  while (operators_.size() > base_ && operators_.back().precedence > 0) {
    const Operator& top = operators_.back();
    if (top.precedence < op.precedence || (top.precedence == op.precedence && right_associative)) break;
    if (op.precedence == kComparison && is_comparison(top.op)) {
      tokens_.error(op.span, "comparisons cannot be chained", "write `a < b and b < c`, or use parentheses");
      return false;
    }
    reduce();
  }
  if (tokens_.at(TokenKind::EqualEqual)) tokens_.error(op.span, "unknown operator `==`", "write `=`");
  if (tokens_.at(TokenKind::DoubleAmpersand)) tokens_.error(op.span, "unknown operator `&&`", "write `and`");
  if (tokens_.at(TokenKind::DoublePipe)) tokens_.error(op.span, "unknown operator `||`", "write `or`");
  if (tokens_.at(TokenKind::Iff)) {
    tokens_.error(op.span, "`<->` is an operator of formulas only", "write `(a) = (b)`");
  }
  if (op.op == ExprOp::Modulo || op.op == ExprOp::FloorDivide) model_.parametric = true;
  push_operator(op);
  tokens_.advance();
  return true;
}

// What an operator at this place may be depends on the innermost frame, or on the scope of the whole.
bool ExpressionParser::allowed(const Operator& op, ExpressionScope scope) const {
  bool in_frame = !frames_.empty() && frames_.back() >= base_;
  if (in_frame) return operators_[frames_.back()].frame != Frame::Then || op.precedence > kComparison;
  switch (scope) {
    case ExpressionScope::Condition:
      return true;
    case ExpressionScope::Assigned:
      return op.precedence > kComparison;
    case ExpressionScope::Bound:
      return op.precedence >= kSum;
  }
  return true;
}

// The innermost frame is not closed by what stands here.
bool ExpressionParser::misplaced_bracket() {
  reduce_frame();
  const Operator& open = operators_.back();
  std::uint32_t line = tokens_.line_of(open.span);
  switch (open.frame) {
    case Frame::None:
    case Frame::Paren:
    case Frame::Call:
      tokens_.unexpected("`)`", fmt::format("the parenthesis was opened in line {}", line));
      break;
    case Frame::Index:
      tokens_.unexpected("`]`", fmt::format("the bracket was opened in line {}", line));
      break;
    case Frame::If:
      tokens_.unexpected("`then`", "a value by cases is written `if CONDITION then VALUE else VALUE`");
      break;
    case Frame::Then:
      tokens_.unexpected("`else`", "a condition as a value needs parentheses: `then (a or b) else ...`");
      break;
  }
  return false;
}

std::optional<syntax::Expression> ExpressionParser::parse(ExpressionScope scope) {
  auto first = static_cast<std::uint32_t>(nodes_.size());
  std::size_t outer_base = base_;
  std::size_t operands_before = operands_.size();
  base_ = operators_.size();
  auto leave = [&](std::optional<syntax::Expression> result) {
    if (!result) nodes_.resize(first);
    while (!frames_.empty() && frames_.back() >= base_) frames_.pop_back();
    operators_.resize(base_);
    operands_.resize(operands_before);
    base_ = outer_base;
    return result;
  };
  auto closes = [&] {
    if (frames_.empty() || frames_.back() < base_) return false;
    switch (operators_[frames_.back()].frame) {
      case Frame::None:
        return false;
      case Frame::Paren:
      case Frame::Call:
        return tokens_.at(TokenKind::RightParen);
      case Frame::Index:
        return tokens_.at(TokenKind::RightBracket);
      case Frame::If:
        return tokens_.at(Keyword::Then);
      case Frame::Then:
        return tokens_.at(Keyword::Else);
    }
    return false;
  };
  if (!parse_operand()) return leave(std::nullopt);
  while (true) {
    if (closes()) {
      Step step = close_frame();
      if (step == Step::Failed || (step == Step::Again && !parse_operand())) return leave(std::nullopt);
      continue;
    }
    bool in_frame = !frames_.empty() && frames_.back() >= base_;
    if (in_frame && tokens_.at(TokenKind::Comma)) {
      Frame frame = operators_[frames_.back()].frame;
      if (frame == Frame::Index || frame == Frame::Call) {
        reduce_frame();
        tokens_.advance();
        if (!parse_operand()) return leave(std::nullopt);
        continue;
      }
    }
    std::optional<Operator> op = binary_operator();
    if (op && allowed(*op, scope)) {
      if (!parse_binary(*op) || !parse_operand()) return leave(std::nullopt);
      continue;
    }
    if (in_frame) {
      misplaced_bracket();
      return leave(std::nullopt);
    }
    reduce_frame();
    return leave(syntax::Expression{first, operands_.back()});
  }
}

}  // namespace gnomon::ispl
