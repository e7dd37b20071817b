#include "ispl/expression_parser.h"

#include <fmt/format.h>

namespace gnomon::ispl {

using syntax::Node;
using syntax::NodeForm;

namespace {

constexpr std::uint8_t kImplies = 1;
constexpr std::uint8_t kOr = 2;
constexpr std::uint8_t kAnd = 3;
constexpr std::uint8_t kNot = 4;
constexpr std::uint8_t kComparison = 5;
constexpr std::uint8_t kBitOr = 6;
constexpr std::uint8_t kBitXor = 7;
constexpr std::uint8_t kBitAnd = 8;
constexpr std::uint8_t kSum = 9;
constexpr std::uint8_t kProduct = 10;
constexpr std::uint8_t kPrefix = 11;

}  // namespace

bool ExpressionParser::is_comparison(ExprOp op) {
  return op >= ExprOp::Equal && op <= ExprOp::GreaterEqual;
}

void ExpressionParser::push_operator(const Operator& op) {
  pace_.step(1, [&] { return growth_bytes(nodes_) + growth_bytes(operators_) + growth_bytes(operands_); });
  operators_.push_back(op);
}

std::uint32_t ExpressionParser::add_node(const Node& node) {
  pace_.step(1, [&] { return growth_bytes(nodes_) + growth_bytes(operators_) + growth_bytes(operands_); });
  nodes_.push_back(node);
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void ExpressionParser::add_leaf(NodeForm form, Span span, std::uint32_t name, std::uint32_t owner, std::int64_t value) {
  operands_.push_back(add_node({form, {}, span, name, owner, value}));
}

// Applies the topmost operator to the topmost operands.
void ExpressionParser::reduce() {
  Operator op = operators_.back();
  operators_.pop_back();
  std::uint32_t right = operands_.back();
  Node node{NodeForm::Operation, op.op, cover(op.span, nodes_[right].span), right, 0, 0};
  if (!op.unary) {
    operands_.pop_back();
    std::uint32_t left = operands_.back();
    node = {NodeForm::Operation, op.op, cover(nodes_[left].span, nodes_[right].span), left, right, 0};
  }
  operands_.back() = add_node(node);
}

std::optional<ExpressionParser::Operator> ExpressionParser::binary_operator() {
  const Token& token = tokens_.current();
  auto op = [&](ExprOp node, std::uint8_t precedence) { return Operator{node, precedence, false, token.span}; };
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

// A name, `Agent.name`, `Action` or `Agent.Action`.
bool ExpressionParser::parse_name() {
  Token first = tokens_.current();
  if (tokens_.accept(Keyword::Action)) {
    add_leaf(NodeForm::Action, first.span, first.word.value, WordId::kNone, 0);
    return true;
  }
  tokens_.advance();
  if (!tokens_.accept(TokenKind::Dot)) {
    if (is_keyword(first.word, Keyword::Environment)) {
      tokens_.error(first.span, "`Environment` is an agent, not a value",
                    "write `Environment.x` or `Environment.Action`");
      return false;
    }
    add_leaf(NodeForm::Plain, first.span, first.word.value, WordId::kNone, 0);
    return true;
  }
  Token second = tokens_.current();
  if (!tokens_.at_name() && !tokens_.at(Keyword::Action)) {
    tokens_.unexpected(fmt::format("a variable of `{}` or `Action` after `.`", tokens_.words().text(first.word)));
    return false;
  }
  tokens_.advance();
  NodeForm form = is_keyword(second.word, Keyword::Action) ? NodeForm::Action : NodeForm::Qualified;
  add_leaf(form, cover(first.span, second.span), second.word.value, first.word.value, 0);
  return true;
}

// Prefix operators and open parentheses, then a leaf.
bool ExpressionParser::parse_operand() {
  while (true) {
    Token token = tokens_.current();
    switch (token.kind) {
      case TokenKind::LeftParen:
        push_operator({ExprOp::Not, 0, false, token.span});
        break;
      case TokenKind::Bang:
        push_operator({ExprOp::Not, kNot, true, token.span});
        break;
      case TokenKind::Tilde:
        push_operator({ExprOp::Not, kPrefix, true, token.span});
        break;
      case TokenKind::Minus:
        if (tokens_.followed_by(TokenKind::Number)) {
          std::int64_t value = 0;
          if (!tokens_.expect_integer(value)) return false;
          add_leaf(NodeForm::Number, cover(token.span, tokens_.previous()), 0, 0, value);
          return true;
        }
        push_operator({ExprOp::Negate, kPrefix, true, token.span});
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
        if (tokens_.at_name() || tokens_.at(Keyword::Action) || tokens_.at(Keyword::Environment)) return parse_name();
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
  while (!operators_.empty() && operators_.back().precedence > 0) {
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
  push_operator(op);
  tokens_.advance();
  return true;
}

std::optional<syntax::Expression> ExpressionParser::parse(ExpressionScope scope) {
  auto first = static_cast<std::uint32_t>(nodes_.size());
  operators_.clear();
  operands_.clear();
  std::uint32_t open = 0;  // parentheses
  auto fail = [&]() -> std::optional<syntax::Expression> {
    nodes_.resize(first);
    return std::nullopt;
  };
  while (true) {
    std::size_t before = operators_.size();
    if (!parse_operand()) return fail();
    for (std::size_t i = before; i < operators_.size(); ++i) open += operators_[i].precedence == 0 ? 1 : 0;
    while (open > 0 && tokens_.at(TokenKind::RightParen)) {
      while (operators_.back().precedence > 0) reduce();
      Node& inside = nodes_[operands_.back()];
      if (inside.form == NodeForm::Operation) inside.span = {operators_.back().span.begin, tokens_.current().span.end};
      operators_.pop_back();
      --open;
      tokens_.advance();
    }
    std::optional<Operator> op = binary_operator();
    if (op && (open > 0 || scope == ExpressionScope::Condition || op->precedence > kComparison)) {
      if (!parse_binary(*op)) return fail();
      continue;
    }
    if (open > 0) {
      while (operators_.back().precedence > 0) reduce();
      tokens_.unexpected("`)`",
                         fmt::format("the parenthesis was opened in line {}", tokens_.line_of(operators_.back().span)));
      return fail();
    }
    while (!operators_.empty()) reduce();
    return syntax::Expression{first, operands_.back()};
  }
}

}  // namespace gnomon::ispl
