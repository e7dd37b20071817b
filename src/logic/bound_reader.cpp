#include "logic/bound_reader.h"

#include <charconv>
#include <fmt/format.h>

namespace gnomon::logic {

namespace {

bool is_minus(const Token& token) {
  return token.kind == TokenKind::Foreign && token.text == "-";
}

}  // namespace

std::string BoundReader::found() const {
  const Token& token = cursor_.peek();
  return token.kind == TokenKind::End ? "the end of the formula" : fmt::format("`{}`", token.text);
}

bool BoundReader::at_bound() const {
  switch (cursor_.peek().kind) {
    case TokenKind::LessEqual:
    case TokenKind::GreaterEqual:
      return true;
    case TokenKind::OpenSquare:
      break;
    default:
      return false;
  }
  const Token& first = cursor_.peek(1);
  const Token& second = cursor_.peek(2);
  if (first.kind == TokenKind::Number || (is_minus(first) && second.kind == TokenKind::Number)) return true;
  if (first.kind != TokenKind::Word || first.op) return false;
  if (second.kind == TokenKind::Comma) return true;
  return second.kind == TokenKind::CloseSquare && is_proposition_ && !is_proposition_(first.text);
}

std::optional<Interval> BoundReader::bound(Op op) {
  const Token opening = cursor_.peek();
  span_ = opening.span;
  cursor_.advance();
  std::optional<Interval> read;
  if (opening.kind == TokenKind::OpenSquare) {
    read = ends(TokenKind::CloseSquare, kLargestBound);
  } else if (std::optional<std::uint64_t> value = end(kLargestBound)) {
    read = opening.kind == TokenKind::LessEqual ? Interval{0, *value} : Interval{*value, Interval::kOpen};
  }
  if (!read) return std::nullopt;
  if (is_next(op) && read->first != read->last) {
    const std::string_view word = operator_of(op).word;
    report_(span_, fmt::format("`{}` takes one number of steps, not an interval", word),
            fmt::format("write `{}[n]`; for some or every step of an interval there are F and G", word));
    return std::nullopt;
  }
  return in_order(*read);
}

std::optional<Interval> BoundReader::count() {
  span_ = cursor_.peek().span;
  cursor_.advance();
  std::optional<Interval> read = ends(TokenKind::CloseBrace, kLargestCount);
  return read ? in_order(*read) : std::nullopt;
}

std::optional<Interval> BoundReader::in_order(const Interval& interval) {
  if (interval.first <= interval.last) return interval;
  report_(span_, fmt::format("no number lies between {} and {}", interval.first, interval.last),
          "the smaller end comes first");
  return std::nullopt;
}

// n] n,] n,m] and the same with a brace.
std::optional<Interval> BoundReader::ends(TokenKind closing, std::uint64_t largest) {
  const std::string_view sign = closing == TokenKind::CloseSquare ? "]" : "}";
  std::optional<std::uint64_t> first = end(largest);
  std::optional<std::uint64_t> last = first;
  bool good = first.has_value();
  if (good && cursor_.peek().kind == TokenKind::Comma) {
    cursor_.advance();
    if (cursor_.peek().kind == closing) {
      last = Interval::kOpen;
    } else {
      last = end(largest);
      good = last.has_value();
    }
  }
  if (good && cursor_.peek().kind != closing) {
    report_(cursor_.peek().span, fmt::format("expected `{}`, found {}", sign, found()),
            closing == TokenKind::CloseSquare ? "a bound is written `[a,b]`, `[a,]`, `[n]`, `<=b` or `>=a`"
                                              : "a count is written `{n}`, `{n,m}` or `{n,}`");
    good = false;
  }
  if (!good) {
    skip_to(closing);
    return std::nullopt;
  }
  span_ = cover(span_, cursor_.peek().span);
  cursor_.advance();
  return Interval{*first, *last};
}

std::optional<std::uint64_t> BoundReader::end(std::uint64_t largest) {
  const Token token = cursor_.peek();
  span_ = cover(span_, token.span);
  if (is_minus(token)) {
    cursor_.advance();
    report_(cover(token.span, cursor_.peek().span), "the number of steps is not negative", {});
    if (cursor_.peek().kind == TokenKind::Number) cursor_.advance();
    return std::nullopt;
  }
  if (token.kind == TokenKind::Word && !token.op) {
    report_(token.span, fmt::format("`{}` is neither a number nor a constant of the model", token.text),
            "a bound is written with numbers: `[2,5]`, `<=3`, `>=1`");
    cursor_.advance();
    return std::nullopt;
  }
  if (token.kind != TokenKind::Number) {
    report_(token.span, fmt::format("expected a number, found {}", found()), {});
    return std::nullopt;
  }
  cursor_.advance();
  if (cursor_.peek().kind == TokenKind::Dot && cursor_.peek(1).kind == TokenKind::Number) {
    report_(cover(token.span, cursor_.peek(1).span), "the number of steps is a whole number", {});
    cursor_.advance(2);
    return std::nullopt;
  }
  std::uint64_t value = 0;
  const auto [rest, problem] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
  if (problem != std::errc{} || value > largest) {
    report_(token.span, fmt::format("this number is too large; {} is the largest", largest), {});
    return std::nullopt;
  }
  return value;
}

// Behind a mistake: what is left of the bound is skipped, if its end is near.
void BoundReader::skip_to(TokenKind closing) {
  auto belongs = [](TokenKind kind) {
    return kind == TokenKind::Number || kind == TokenKind::Word || kind == TokenKind::Comma || kind == TokenKind::Dot ||
           kind == TokenKind::Foreign;
  };
  while (belongs(cursor_.peek().kind)) cursor_.advance();
  if (cursor_.peek().kind == closing) cursor_.advance();
}

}  // namespace gnomon::logic
