// From word to word through expressions and formulas, with a stack of open brackets.
#include <algorithm>
#include <array>
#include <string_view>

#include "logic/introduction.h"
#include "lsp/scanner.h"

namespace gnomon::lsp {

using ispl::Keyword;
using ispl::TokenKind;
using ispl::syntax::ParameterKind;
using logic::NameKind;

namespace {

// Words that stand before a parenthesis with a binder, or with arguments.
bool takes_parenthesis(const TokenList& tokens, std::size_t i) {
  constexpr std::array kWords = {Keyword::For,   Keyword::Forall, Keyword::Exists, Keyword::Xor, Keyword::Sum,
                                 Keyword::Count, Keyword::Min,    Keyword::Max,    Keyword::Abs};
  bool known = std::any_of(kWords.begin(), kWords.end(), [&](Keyword word) { return tokens.is(i, word); });
  return known && tokens.is(i + 1, TokenKind::LeftParen);
}

bool compares(const TokenList& tokens, std::size_t i) {
  return tokens.is(i, TokenKind::Equal) || tokens.is(i, TokenKind::NotEqual);
}

}  // namespace

void Scanner::walk(std::size_t end, const Frame& base) {
  frames_.assign(1, base);
  frames_[0].bindings = bindings_.size();
  operand_before_ = false;
  for (std::size_t i = at_; i < end && i < tokens_.size(); ++i) {
    if (tokens_.is(i, TokenKind::Word)) {
      walk_word(i);
    } else {
      walk_sign(i);
    }
  }
  frames_.clear();
}

Mode Scanner::mode() const {
  const Frame& frame = frames_.back();
  if (!frame.call || frame.callee.is_none()) return frame.mode;
  return argument_kind() == ParameterKind::Formula ? Mode::Formula : Mode::Expression;
}

ParameterKind Scanner::argument_kind() const {
  const Frame& frame = frames_.back();
  if (!frame.call || frame.callee.is_none()) return ParameterKind::Typed;
  const std::vector<SymbolId>& parameters = index_[frame.callee].parameters;
  return frame.argument < parameters.size() ? index_[parameters[frame.argument]].parameter_kind : ParameterKind::Typed;
}

bool Scanner::wants(NameKind kind) const {
  const Frame& frame = frames_.back();
  if (!frame.op) return false;
  const logic::Operator& op = logic::operator_of(*frame.op);
  return (frame.argument == 0 && op.name == kind) || (frame.argument == 1 && op.name2 == kind);
}

// The base frame says what the braces of an item hold; it is no list itself.
ListRole Scanner::list_role() const {
  return frames_.size() > 1 ? frames_.back().list : ListRole::None;
}

// The token behind a name and its indices.
std::size_t Scanner::behind_indices(std::size_t i) const {
  if (!tokens_.is(i + 1, TokenKind::LeftBracket)) return i + 1;
  std::size_t closing = tokens_.partner(i + 1);
  return closing == TokenList::kNone ? i + 1 : closing + 1;
}

// The name in front of indices that end at i, or i itself.
std::size_t Scanner::before_indices(std::size_t i) const {
  if (!tokens_.is(i, TokenKind::RightBracket)) return i;
  std::size_t opening = tokens_.partner(i);
  return opening == TokenList::kNone || opening == 0 ? i : opening - 1;
}

std::size_t Scanner::compared_with(std::size_t i) const {
  if (i >= 2 && compares(tokens_, i - 1)) return before_indices(i - 2);
  std::size_t behind = behind_indices(i);
  if (!compares(tokens_, behind)) return TokenList::kNone;
  std::size_t other = behind + 1;
  return tokens_.is(behind_indices(other), TokenKind::Dot) ? behind_indices(other) + 1 : other;
}

// `<g>` in front of what a coalition can enforce.
bool Scanner::is_coalition(std::size_t i) const {
  std::size_t behind = behind_indices(i);
  if (i == 0 || !tokens_.is(i - 1, TokenKind::Less) || !tokens_.is(behind, TokenKind::Greater)) return false;
  std::string_view next = tokens_.text(behind + 1);
  if (next != "X" && next != "F" && next != "G" && next != "(") return false;
  bool group = !find(SymbolKind::Group, {}, tokens_[i].word).is_none();
  return group && (!path_formula_ || find(SymbolKind::Proposition, {}, tokens_[i].word).is_none());
}

// Attributes and the prefix of a formula.
void Scanner::introduction(std::size_t end) {
  path_formula_ = false;
  while (at_ + 1 < end && tokens_.is(at_, TokenKind::At)) {
    role(at_, WordRole::Keyword);
    role(at_ + 1, WordRole::Keyword);
    at_ += 2;
  }
  auto starts = [&](std::size_t i) {
    if (i >= end) return false;
    switch (tokens_[i].kind) {
      case TokenKind::Word:
        return !tokens_.is(i, Keyword::And) && !tokens_.is(i, Keyword::Or) && tokens_.text(i) != "U";
      case TokenKind::LeftParen:
      case TokenKind::LeftBracket:
      case TokenKind::Less:
      case TokenKind::Bang:
        return true;
      default:
        return false;
    }
  };
  auto glued = [&](std::size_t i) { return i < end && tokens_[i].span.begin == tokens_[i - 1].span.end; };
  std::string prefix(tokens_.text(at_));
  std::size_t words = 1;
  if (glued(at_ + 1) && tokens_.is(at_ + 1, TokenKind::Star)) {
    prefix += '*';
    words = 2;
    if (glued(at_ + 2) && tokens_.text(at_ + 2) == "f" && starts(at_ + 3)) {
      prefix += 'f';
      words = 3;
    }
  }
  if (!logic::mode_of(prefix) || !starts(at_ + words)) return;
  watch(at_, Surroundings::Part::Inside);
  for (std::size_t i = 0; i < words; ++i) role(at_ + i, WordRole::Keyword);
  at_ += words;
  path_formula_ = true;
}

void Scanner::walk_word(std::size_t i) {
  watch(i, Surroundings::Part::Inside);
  bool before_colon = tokens_.is(i + 1, TokenKind::Colon) && tokens_.is_name(i) && frames_.size() > 1;
  bool generator = before_colon && i > 0 &&
                   (tokens_.is(i - 1, TokenKind::LeftParen) || tokens_.is(i - 1, TokenKind::LeftBracket) ||
                    tokens_.is(i - 1, TokenKind::Comma));
  if (generator) return bind_if_generator(i);
  if (i > 0 && tokens_.is(i - 1, TokenKind::Dot)) {
    if (ispl::is_reserved(tokens_[i].word)) {
      role(i, WordRole::Keyword);
    } else {
      use_member(i);
    }
    operand_before_ = true;
    return;
  }
  if (!walk_operator_word(i)) {
    walk_name(i);
    operand_before_ = true;
  }
}

// `i : Id` in a binder, `a : agent` among the parameters of a definition.
void Scanner::bind_if_generator(std::size_t i) {
  Frame& frame = frames_.back();
  frame.binder = true;
  constexpr std::size_t kLongest = 1000;  // tokens of a type that are looked at
  std::size_t end = i + 2;
  while (end < tokens_.size() && end < i + kLongest && !tokens_.is(end, TokenKind::Comma) &&
         !tokens_.is(end, TokenKind::Semicolon) && !tokens_.is(end, TokenKind::RightParen) &&
         !tokens_.is(end, TokenKind::RightBracket)) {
    std::size_t closing = tokens_.partner(end);
    end = closing == TokenList::kNone || closing < end ? end + 1 : closing + 1;
  }
  SymbolId made = declare(frame.binds, {}, i, cover(tokens_[i].span, tokens_[end - 1].span));
  if (declaring_) {
    Symbol& symbol = index_.symbols[made.index()];
    if (end > i + 2) symbol.type = cover(tokens_[i + 2].span, tokens_[end - 1].span);
    symbol.owner = agent_;
    symbol.parameter_kind = tokens_.is(i + 2, Keyword::AgentKind)     ? ParameterKind::Agent
                            : tokens_.is(i + 2, Keyword::FormulaKind) ? ParameterKind::Formula
                            : tokens_.is(i + 2, Keyword::IntegerKind) ? ParameterKind::Integer
                                                                      : ParameterKind::Typed;
  }
  bindings_.push_back({tokens_[i].word, made});
}

// Words that are no names here.
bool Scanner::walk_operator_word(std::size_t i) {
  auto is = [&](WordRole what, bool operand) {
    role(i, what);
    operand_before_ = operand;
    return true;
  };
  if (tokens_.is(i, Keyword::True) || tokens_.is(i, Keyword::False)) return is(WordRole::Constant, true);
  if (tokens_.is(i, Keyword::Environment)) {
    use(i, environment_);
    operand_before_ = true;
    return true;
  }
  if (tokens_.is(i, Keyword::And) || tokens_.is(i, Keyword::Or)) return is(WordRole::Operator, false);
  if (takes_parenthesis(tokens_, i)) return is(WordRole::Keyword, false);
  if (mode() == Mode::Formula) {
    std::string_view word = tokens_.text(i);
    if (logic::find_operator(word, logic::Spelling::Reserved)) return is(WordRole::Operator, false);
    if (logic::find_operator(word, logic::Spelling::ByPlace)) {
      bool delta = word == logic::operator_of(logic::Op::Delta).word;
      if (delta ? tokens_.is(i + 1, TokenKind::LeftParen) : operand_before_) return is(WordRole::Operator, false);
    }
    if (tokens_.is(i, Keyword::Expect) && operand_before_ && frames_.size() == 1) {
      frames_[0].mode = Mode::Expression;
      return is(WordRole::Keyword, false);
    }
    return false;
  }
  bool between = tokens_.is(i, Keyword::Mod) || tokens_.is(i, Keyword::Div) || tokens_.is(i, Keyword::Then) ||
                 tokens_.is(i, Keyword::Else);
  if (between && operand_before_) return is(WordRole::Operator, false);
  bool kind =
      tokens_.is(i, Keyword::AgentKind) || tokens_.is(i, Keyword::FormulaKind) || tokens_.is(i, Keyword::IntegerKind);
  if (kind && frames_.back().binds == SymbolKind::Parameter && tokens_.is(i - 1, TokenKind::Colon)) {
    return is(WordRole::Keyword, true);
  }
  if (!ispl::is_reserved(tokens_[i].word)) return false;
  return is(WordRole::Keyword, tokens_.is(i, Keyword::Action));
}

void Scanner::walk_name(std::size_t i) {
  ispl::WordId word = tokens_[i].word;
  bool owner = tokens_.is(behind_indices(i), TokenKind::Dot);
  switch (list_role()) {
    case ListRole::None:
      break;
    case ListRole::NewActions:
      declare(SymbolKind::Action, agent_, i, tokens_[i].span);
      return;
    case ListRole::NewValues:
      declare(SymbolKind::Value, {}, i, tokens_[i].span);
      return;
    case ListRole::Actions:
      return use(i, find(SymbolKind::Action, agent_, word));
    case ListRole::Agents:
      return use(i, agent_at(i));
    case ListRole::EnvironmentVariables:
      return use(i, find(SymbolKind::Variable, environment_, word));
    case ListRole::Observed:
      return use(i, owner ? agent_at(i) : find(SymbolKind::Variable, frames_.back().list_owner, word));
  }
  if (owner || argument_kind() == ParameterKind::Agent) return use(i, agent_at(i));
  if (mode() == Mode::Formula) {
    SymbolId found = in_formula(i);
    if (wants(NameKind::Agent)) frames_.back().argument_agent = found;
    if (wants(NameKind::Observation)) return use_observation(i, frames_.back().argument_agent);
    return use(i, found);
  }
  if (!use_as_action(i)) use(i, in_expression(word));
}

void Scanner::walk_sign(std::size_t i) {
  switch (tokens_[i].kind) {
    case TokenKind::LeftParen:
    case TokenKind::LeftBracket:
    case TokenKind::LeftBrace:
      return open_frame(i);
    case TokenKind::RightParen:
    case TokenKind::RightBracket:
    case TokenKind::RightBrace:
      return close_frame(i);
    case TokenKind::Comma:
      ++frames_.back().argument;
      operand_before_ = false;
      return;
    case TokenKind::Number:
      operand_before_ = true;
      return;
    case TokenKind::Star:
    case TokenKind::Question:
      operand_before_ = mode() == Mode::Formula;
      return;
    default:
      operand_before_ = false;
      return;
  }
}

void Scanner::open_frame(std::size_t i) {
  Frame frame;
  frame.at = i;
  frame.mode = mode();
  frame.binds = frames_.back().binds;
  frame.bindings = bindings_.size();
  bool word_before = i > at_ && tokens_.is(i - 1, TokenKind::Word);
  bool name_before = word_before && (index_.roles[i - 1] == WordRole::None || index_.roles[i - 1] == WordRole::Name);
  if (tokens_.is(i, TokenKind::LeftBrace)) {
    bool protocol = section_ == Keyword::Protocol && tokens_.is(i - 1, TokenKind::Colon) && !frames_.back().binder;
    bool outermost = frames_.size() == 1 && frames_[0].list != ListRole::None;
    frame.mode = Mode::Expression;
    // In a formula braces hold the agents of a coalition or of the group that knows, or a number of repetitions.
    const bool in_formula = mode() == Mode::Formula;
    const bool group =
        in_formula && i > at_ &&
        (tokens_.is(i - 1, TokenKind::Less) || (tokens_.is(i - 1, TokenKind::LeftParen) && frames_.back().op));
    frame.list = protocol     ? ListRole::Actions
                 : outermost  ? frames_[0].list
                 : group      ? ListRole::Agents
                 : in_formula ? ListRole::None
                              : ListRole::NewValues;
    frame.list_owner = frames_[0].list_owner;
  } else if (tokens_.is(i, TokenKind::LeftBracket)) {
    if (name_before) frame.mode = Mode::Expression;
  } else if (word_before && takes_parenthesis(tokens_, i - 1)) {
    frame.mode = Mode::Expression;
  } else if (name_before) {
    frame.call = true;
    frame.callee = find(SymbolKind::Definition, agent_, tokens_[i - 1].word);
    if (frame.callee.is_none()) frame.callee = find(SymbolKind::Definition, {}, tokens_[i - 1].word);
  } else if (word_before && frame.mode == Mode::Formula) {
    std::optional<logic::Op> op = logic::find_operator(tokens_.text(i - 1), logic::Notation::Call);
    if (op) frame.op = op;
  }
  frames_.push_back(frame);
  operand_before_ = false;
}

void Scanner::close_frame(std::size_t i) {
  std::size_t opening = tokens_.partner(i);
  if (opening == TokenList::kNone || frames_.size() == 1 || opening < frames_[1].at) return;
  operand_before_ = true;
  while (frames_.size() > 1 && frames_.back().at >= opening) {
    const Frame& frame = frames_.back();
    bool box = tokens_.is(frame.at, TokenKind::LeftBracket) && frame.mode == Mode::Formula;
    operand_before_ = !frame.binder && !box;
    if (!frame.binder) bindings_.resize(std::min(bindings_.size(), frame.bindings));
    frames_.pop_back();
  }
}

}  // namespace gnomon::lsp
