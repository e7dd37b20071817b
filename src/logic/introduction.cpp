#include "logic/introduction.h"

#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "logic/foreign.h"

namespace gnomon::logic {

bool starts_formula(const Token& token) {
  switch (token.kind) {
    case TokenKind::Word:
      return !token.op || operator_of(*token.op).notation != Notation::Binary;
    case TokenKind::OpenParen:
    case TokenKind::OpenAngle:
    case TokenKind::OpenSquare:
    case TokenKind::Not:
      return true;
    case TokenKind::CloseParen:
    case TokenKind::CloseAngle:
    case TokenKind::CloseSquare:
    case TokenKind::Comma:
    case TokenKind::Dot:
    case TokenKind::Implies:
    case TokenKind::Iff:
    case TokenKind::Plus:
    case TokenKind::Semicolon:
    case TokenKind::Star:
    case TokenKind::Question:
    case TokenKind::At:
    case TokenKind::OpenBrace:
    case TokenKind::CloseBrace:
    case TokenKind::LessEqual:
    case TokenKind::GreaterEqual:
    case TokenKind::Number:
    case TokenKind::Foreign:
    case TokenKind::End:
      return false;
  }
  return false;
}

std::optional<Mode> mode_of(std::string_view word) {
  for (Mode mode : {Mode::Ltl, Mode::CtlStar, Mode::Ldl, Mode::CdlStar, Mode::LtlFinite, Mode::CtlStarFinite,
                    Mode::LdlFinite, Mode::CdlStarFinite}) {
    if (word == prefix_of(mode)) return mode;
  }
  return std::nullopt;
}

namespace {

Mode on_finite_traces(Mode mode) {
  if (mode == Mode::Ldl) return Mode::LdlFinite;
  return mode == Mode::CdlStar ? Mode::CdlStarFinite : mode;
}

void read_attributes(TokenCursor& cursor, Introduction& found, Diagnostics& diagnostics) {
  static constexpr std::array<std::pair<std::string_view, KnowledgeSemantics>, 3> kAttributes{{
      {"observational", KnowledgeSemantics::Observational},
      {"clock", KnowledgeSemantics::Clock},
      {"recall", KnowledgeSemantics::Recall},
  }};
  auto report = [&](Span span, std::string message, std::string hint) {
    found.ok = false;
    diagnostics.error(span, std::move(message), std::move(hint));
  };
  while (cursor.peek().kind == TokenKind::At) {
    Span at = cursor.peek().span;
    cursor.advance();
    if (cursor.peek().kind != TokenKind::Word) {
      report(at, "expected the name of an attribute after `@`", "`@observational`, `@clock` or `@recall`");
      continue;
    }
    Token word = cursor.peek();
    cursor.advance();
    Span whole = cover(at, word.span);
    std::vector<std::string_view> names;
    bool known = false;
    for (const auto& [name, semantics] : kAttributes) {
      names.push_back(name);
      if (name != cursor.text(word)) continue;
      known = true;
      if (found.knowledge_given) report(whole, "a formula has at most one attribute", {});
      found.knowledge = semantics;
      found.knowledge_given = true;
    }
    if (known) continue;
    std::string close = closest_name(cursor.text(word), names);
    report(whole, fmt::format("unknown attribute `@{}`", cursor.text(word)),
           close.empty() ? "`@observational`, `@clock` or `@recall`" : fmt::format("did you mean `@{}`?", close));
  }
}

void read_prefix(TokenCursor& cursor, const ParseContext& context, Introduction& found, Diagnostics& diagnostics) {
  if (cursor.peek().kind != TokenKind::Word) return;
  std::string word(cursor.text(cursor.peek()));
  std::size_t length = 1;
  if (cursor.peek(1).kind == TokenKind::Star && (word == "CTL" || word == "CDL")) {
    word += '*';
    length = 2;
    bool adjacent = cursor.peek(2).span.begin == cursor.peek(1).span.end;
    if (adjacent && cursor.text(cursor.peek(2)) == "f" && starts_formula(cursor.peek(3))) {
      word += 'f';
      length = 3;
    } else if (adjacent && cursor.text(cursor.peek(2)) == "K" && cursor.peek(3).kind != TokenKind::OpenParen) {
      found.ok = false;
      diagnostics.error(cover(cursor.peek().span, cursor.peek(2).span), fmt::format("there is no prefix `{}K`", word),
                        foreign_prefix_hint(word + "K"));
      length = 3;
    }
  } else if (!starts_formula(cursor.peek(1))) {
    return;
  }
  std::optional<Mode> mode = mode_of(word);
  if (!mode) {
    if (std::string hint = foreign_prefix_hint(word); !hint.empty()) {
      found.ok = false;
      diagnostics.error(cursor.peek().span, fmt::format("there is no prefix `{}`", word), std::move(hint));
      cursor.advance();
      const std::string_view meant = std::string_view(word).substr(0, word.size() - 1);
      found.mode = mode_of(meant).value_or(Mode::Plain);  // so that the rest is read as it was meant
    }
    return;
  }
  cursor.advance(length);
  found.mode = context.finite_traces ? on_finite_traces(*mode) : *mode;
}

}  // namespace

Introduction read_introduction(TokenCursor& cursor, const ParseContext& context, Diagnostics& diagnostics) {
  Introduction found;
  read_attributes(cursor, found, diagnostics);
  read_prefix(cursor, context, found, diagnostics);
  return found;
}

}  // namespace gnomon::logic
