// Operands of expressions that are more than a word: elements, members, calls, quantifiers, and what closes them.
#include <fmt/format.h>
#include <utility>

#include "ispl/expression_parser.h"

namespace gnomon::ispl {

using syntax::Node;
using syntax::NodeForm;

// A name, `Agent.name`, `Action` or `Agent.Action`, with indices or arguments.
ExpressionParser::Step ExpressionParser::parse_name() {
  Token first = tokens_.current();
  if (tokens_.accept(Keyword::Action)) {
    add_leaf(NodeForm::Action, first.span, first.word.value, WordId::kNone, 0);
    return Step::Ended;
  }
  tokens_.advance();
  syntax::Name name{first.word, first.span};
  if (tokens_.at(TokenKind::LeftBracket) || tokens_.at(TokenKind::LeftParen)) {
    open_element(tokens_.at(TokenKind::LeftParen) ? Frame::Call : Frame::Index, name, kNoOwner);
    return Step::Again;
  }
  if (!tokens_.at(TokenKind::Dot)) {
    if (is_keyword(first.word, Keyword::Environment)) {
      tokens_.error(first.span, "`Environment` is an agent, not a value",
                    "write `Environment.x` or `Environment.Action`");
      return Step::Failed;
    }
    add_leaf(NodeForm::Plain, first.span, first.word.value, WordId::kNone, 0);
    return Step::Ended;
  }
  tokens_.advance();
  Token second = tokens_.current();
  if (!tokens_.at_name() && !tokens_.at(Keyword::Action)) {
    tokens_.unexpected(fmt::format("a variable of `{}` or `Action` after `.`", tokens_.words().text(first.word)));
    return Step::Failed;
  }
  bool is_action = tokens_.at(Keyword::Action);
  tokens_.advance();
  if (!is_action && tokens_.at(TokenKind::LeftBracket)) {
    std::uint32_t owner = add_element({name, false, {}, first.span});
    open_element(Frame::Index, {second.word, second.span}, owner);
    return Step::Again;
  }
  NodeForm form = is_action ? NodeForm::Action : NodeForm::Qualified;
  add_leaf(form, cover(first.span, second.span), second.word.value, first.word.value, 0);
  return Step::Ended;
}

// At the bracket behind a name.
void ExpressionParser::open_element(Frame frame, const syntax::Name& name, std::uint32_t owner) {
  Operator open;
  open.span = tokens_.current().span;
  open.frame = frame;
  open.element = add_element({name, true, {}, name.span});
  open.owner = owner;
  open.operands = operands_.size();
  push_operator(open);
  tokens_.advance();
}

// Behind the dot of `Node[i].x`.
ExpressionParser::Step ExpressionParser::parse_member(std::uint32_t owner, Span begin) {
  Token member = tokens_.current();
  if (!tokens_.at_name() && !tokens_.at(Keyword::Action)) {
    tokens_.unexpected("a variable or `Action` after `.`");
    return Step::Failed;
  }
  bool is_action = tokens_.at(Keyword::Action);
  tokens_.advance();
  if (!is_action && tokens_.at(TokenKind::LeftBracket)) {
    open_element(Frame::Index, {member.word, member.span}, owner);
    return Step::Again;
  }
  std::uint32_t element = add_element({{member.word, member.span}, false, {}, member.span});
  add_leaf(NodeForm::Member, cover(begin, member.span), owner, element, 0);
  return Step::Ended;
}

// At the sign that closes the innermost frame, which is complete: makes an operand of it.
ExpressionParser::Step ExpressionParser::close_frame() {
  reduce_frame();
  Operator frame = operators_.back();
  operators_.pop_back();
  frames_.pop_back();
  Span closing = tokens_.current().span;
  tokens_.advance();
  switch (frame.frame) {
    case Frame::None:
      return Step::Ended;
    case Frame::Paren: {
      Node& inside = nodes_[operands_.back()];
      if (inside.form == NodeForm::Operation) inside.span = {frame.span.begin, closing.end};
      return Step::Ended;
    }
    case Frame::If: {
      Operator then;
      then.span = frame.span;
      then.frame = Frame::Then;
      push_operator(then);
      return Step::Again;
    }
    case Frame::Then: {
      Operator choose;
      choose.op = ExprOp::Choose;
      choose.precedence = kChoose;
      choose.unary = true;
      choose.span = frame.span;
      push_operator(choose);
      return Step::Again;
    }
    case Frame::Index:
    case Frame::Call:
      break;
  }
  syntax::Element& element = model_.elements[frame.element];
  auto first = operands_.begin() + static_cast<std::ptrdiff_t>(frame.operands);
  element.indices.assign(first, operands_.end());
  operands_.erase(first, operands_.end());
  element.span = cover(element.name.span, closing);
  if (frame.frame == Frame::Call) {
    add_leaf(NodeForm::Call, element.span, frame.element, 0, 0);
    return Step::Ended;
  }
  if (frame.owner != kNoOwner) {
    add_leaf(NodeForm::Member, cover(model_.elements[frame.owner].span, element.span), frame.owner, frame.element, 0);
    return Step::Ended;
  }
  if (tokens_.accept(TokenKind::Dot)) return parse_member(frame.element, element.span);
  add_leaf(NodeForm::Element, element.span, frame.element, 0, 0);
  return Step::Ended;
}

// A quantifier, with its binder; its body comes next.
bool ExpressionParser::parse_quantifier() {
  Token word = tokens_.current();
  syntax::Quantified made;
  made.span = word.span;
  using enum syntax::Quantifier;
  made.quantifier = tokens_.at(Keyword::Forall)   ? Forall
                    : tokens_.at(Keyword::Exists) ? Exists
                    : tokens_.at(Keyword::Xor)    ? Xor
                    : tokens_.at(Keyword::Sum)    ? Sum
                    : tokens_.at(Keyword::Count)  ? Count
                    : tokens_.at(Keyword::Min)    ? Minimum
                                                  : Maximum;
  tokens_.advance();
  tokens_.advance();
  if (!parse_binder(TokenKind::RightParen, made.binder)) return false;
  model_.parametric = true;
  model_.quantifiers.push_back(std::move(made));
  Operator prefix;
  prefix.precedence = kQuantifier;
  prefix.unary = true;
  prefix.span = word.span;
  prefix.element = static_cast<std::uint32_t>(model_.quantifiers.size() - 1);
  push_operator(prefix);
  return true;
}

}  // namespace gnomon::ispl
