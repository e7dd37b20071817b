// Operands with names of agents, groups and observations.
#include <algorithm>
#include <fmt/format.h>

#include "logic/formula_parser.h"

namespace gnomon::logic {

namespace {

std::string_view name_of(NameKind kind) {
  switch (kind) {
    case NameKind::None:
      return "";
    case NameKind::Proposition:
      return "proposition";
    case NameKind::Agent:
      return "agent";
    case NameKind::Group:
      return "group";
    case NameKind::Observation:
      return "observation";
  }
  return "";
}

std::string indefinite(NameKind kind) {
  bool vowel = kind == NameKind::Agent || kind == NameKind::Observation;
  return fmt::format("{} {}", vowel ? "an" : "a", name_of(kind));
}

}  // namespace

// Agent.GreenStates, Agent.RedStates.
FormulaParser::Next FormulaParser::member() {
  Token agent = cursor_.peek();
  Token color = cursor_.peek(2);
  Span whole = cover(agent.span, cursor_.peek(1).span);
  if (std::optional<Op> op = find_operator(cursor_.text(color), Notation::Member)) {
    whole = cover(whole, color.span);
    builder_.operand(pool_.make(*op, use(operator_of(*op).name, agent)), whole);
    cursor_.advance(3);
    quiet_ = false;
    return Next::Operator;
  }
  bool word = color.kind == TokenKind::Word;
  error(word ? color.span : whole,
        fmt::format("expected GreenStates or RedStates after `{}.`, found {}", cursor_.text(agent), found(color)),
        cursor_.text(color) == "Action"
            ? "states do not remember actions; let a variable record the action, and a proposition tell its value"
            : "a formula about a variable needs a proposition of the Evaluation section");
  cursor_.advance(word ? 3 : 2);
  // The rest of a comparison.
  const std::string_view sign = cursor_.text(cursor_.peek());
  if (word && (sign == "=" || sign == "==" || sign == "!=")) cursor_.advance(2);
  builder_.missing_operand(whole);
  return Next::Operator;
}

// A group that is listed in place, `{a, b}`. None if it is not written like that, which has been reported then.
std::optional<Symbol> FormulaParser::listed_group() {
  Span whole = cursor_.peek().span;
  std::vector<Symbol> members;
  std::string text = "{";
  cursor_.advance();
  while (cursor_.peek().kind != TokenKind::CloseBrace) {
    const Token member = cursor_.peek();
    if (member.kind != TokenKind::Word) {
      error(member.span, fmt::format("expected the name of an agent, found {}", found(member)),
            "a group is listed as `{a, b}`");
      return std::nullopt;
    }
    const Symbol agent = use(NameKind::Agent, member);
    if (std::find(members.begin(), members.end(), agent) == members.end()) {
      text += fmt::format("{}{}", members.empty() ? "" : ", ", cursor_.text(member));
      members.push_back(agent);
    }
    cursor_.advance();
    if (cursor_.peek().kind == TokenKind::Comma && cursor_.peek(1).kind == TokenKind::Word) {
      cursor_.advance();
    } else if (cursor_.peek().kind != TokenKind::CloseBrace) {
      error(cursor_.peek().span, fmt::format("expected `,` or `}}`, found {}", found(cursor_.peek())),
            "a group is listed as `{a, b}`");
      return std::nullopt;
    }
  }
  whole = cover(whole, cursor_.peek().span);
  cursor_.advance();
  const Symbol group = pool_.intern(text + "}");
  names_.push_back({NameKind::Group, group, whole, {}, std::move(members), true});
  return group;
}

// What a coalition can enforce, behind its `>`.
FormulaParser::Next FormulaParser::coalition(Symbol group, Span whole) {
  const Token sign = cursor_.peek();
  Head head{Op::CanU, group, {}, cover(whole, sign.span)};
  if (std::optional<Op> can = find_operator(cursor_.text(sign), Notation::Group)) {
    cursor_.advance();
    head.op = *can;
    builder_.prefix(with_bound(head));
  } else if (sign.kind == TokenKind::OpenParen) {
    cursor_.advance();
    builder_.open(Bracket::Coalition, head);
  } else {
    error(sign.span,
          fmt::format("expected X, F, G or (f U g) behind `<{}>`, found {}", pool_.text(group), found(sign)));
  }
  return Next::Operand;
}

// `<<a>>F f` and `<a,b>F f`, which other tools have. Read as if a group stood there.
FormulaParser::Next FormulaParser::coalition_of_agents() {
  Span whole = cursor_.peek().span;
  std::string members;
  auto skip = [&](auto&& belongs) {
    while (belongs(cursor_.peek())) {
      whole = cover(whole, cursor_.peek().span);
      if (cursor_.peek().kind == TokenKind::Word) members += (members.empty() ? "" : ", ") + found(cursor_.peek());
      cursor_.advance();
    }
  };
  skip([](const Token& t) { return t.kind == TokenKind::OpenAngle; });
  skip([](const Token& t) { return (t.kind == TokenKind::Word && !t.op) || t.kind == TokenKind::Comma; });
  skip([](const Token& t) { return t.kind == TokenKind::CloseAngle; });
  std::erase(members, '`');
  error(whole, "a coalition is a group in single angle brackets: its name, or a list in braces",
        members.empty() ? "groups are declared in Groups" : fmt::format("write `<{{{}}}>`", members));
  return coalition(pool_.intern(members), whole);
}

// <g>X f, <g>F f, <g>G f, <g>(f U h), or <rho>f.
FormulaParser::Next FormulaParser::angle_operand() {
  Token angle = cursor_.peek();
  Token name = cursor_.peek(1);
  if (name.kind == TokenKind::OpenBrace) {
    cursor_.advance();
    const std::optional<Symbol> group = listed_group();
    if (group && cursor_.peek().kind == TokenKind::CloseAngle) {
      const Span whole = cover(angle.span, cursor_.peek().span);
      cursor_.advance();
      return coalition(*group, whole);
    }
    if (group)
      error(cursor_.peek().span, fmt::format("expected `>` behind the group, found {}", found(cursor_.peek())));
    return Next::Operand;
  }
  const bool listed = name.kind == TokenKind::Word && !name.op && cursor_.peek(2).kind == TokenKind::Comma;
  if (listed || (is_plain() && name.kind == TokenKind::OpenAngle)) return coalition_of_agents();
  Token sign = cursor_.peek(3);
  bool alone = name.kind == TokenKind::Word && !name.op && cursor_.peek(2).kind == TokenKind::CloseAngle;
  std::optional<Op> can = find_operator(cursor_.text(sign), Notation::Group);
  bool strategic = can || sign.kind == TokenKind::OpenParen;
  bool group = alone && is_group(name);
  if (alone && strategic && (group || is_plain())) {
    Head head{Op::CanU, use(NameKind::Group, name), {}, cover(angle.span, sign.span)};
    cursor_.advance(4);
    quiet_ = false;
    if (can) {
      head.op = *can;
      builder_.prefix(with_bound(head));
    } else {
      builder_.open(Bracket::Coalition, head);
    }
    return Next::Operand;
  }
  if (group) {
    error(cover(angle.span, cursor_.peek(2).span),
          fmt::format("`<{0}>` must be followed by X, F, G or (f U g), because `{0}` is a group", cursor_.text(name)));
  } else if (is_plain()) {
    error(angle.span, "`<rho>f` is a path formula", "write LDL or CDL* in front of the formula");
  }
  builder_.open(Bracket::Angle, {Op::Diamond, {}, {}, angle.span});
  cursor_.advance();
  return Next::Operand;
}

// K(agent, f), GK(group, f), ..., Delta(agent, observation, f).
FormulaParser::Next FormulaParser::call(Op op) {
  const Operator& known = operator_of(op);
  Token operator_token = cursor_.peek();
  std::string usage = fmt::format("{}({}, {}{}formula)", known.word, name_of(known.name), name_of(known.name2),
                                  known.name2 == NameKind::None ? "" : ", ");
  Head head{op, {}, {}, operator_token.span};
  cursor_.advance();
  auto fail = [&](std::string_view expected) {
    error(cursor_.peek().span, fmt::format("expected {}, found {}", expected, found(cursor_.peek())),
          fmt::format("the operator is written `{}`", usage));
  };
  auto sign = [&](TokenKind kind, std::string_view expected) {
    if (cursor_.peek().kind != kind) return fail(expected), false;
    cursor_.advance();
    return true;
  };
  // A name with the comma behind it.
  auto name = [&](NameKind kind, Symbol& symbol, Symbol owner) {
    if (kind == NameKind::Group && cursor_.peek().kind == TokenKind::OpenBrace) {
      const std::optional<Symbol> listed = listed_group();
      if (!listed) return false;
      symbol = *listed;
      return sign(TokenKind::Comma, "`,`");
    }
    if (cursor_.peek().kind != TokenKind::Word) return fail("the name of " + indefinite(kind)), false;
    symbol = use(kind, cursor_.peek(), owner);
    cursor_.advance();
    return sign(TokenKind::Comma, "`,`");
  };
  bool opened = cursor_.peek().kind == TokenKind::OpenParen;
  bool good = sign(TokenKind::OpenParen, fmt::format("`(` after {}", known.word)) && name(known.name, head.name, {}) &&
              (known.name2 == NameKind::None || name(known.name2, head.name2, head.name));
  if (good) {
    quiet_ = false;
    if (known.family == Family::Observation && introduction_.knowledge_given &&
        introduction_.knowledge != KnowledgeSemantics::Recall) {
      error(operator_token.span, fmt::format("{} needs knowledge with memory", known.word),
            "write @recall in front of the formula");
    }
    builder_.open(Bracket::Call, head);
    return Next::Operand;
  }
  // Read the rest of the argument as if in parentheses: what is wrong in it is still reported.
  if (!opened) return Next::Operand;
  builder_.open(Bracket::BrokenCall, head);
  if (cursor_.peek().kind != TokenKind::CloseParen) return Next::Operand;
  builder_.missing_operand(operator_token.span);
  return Next::Operator;
}

}  // namespace gnomon::logic
