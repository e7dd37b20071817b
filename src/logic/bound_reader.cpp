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
    read = ends(TokenKind::CloseSquare, op);
  } else if (std::optional<End> value = end(opening.kind == TokenKind::LessEqual ? Place::Upper : Place::Lower)) {
    if (opening.kind == TokenKind::GreaterEqual) {
      read = Interval{value->value, Interval::kOpen, value->name, {}};
    } else {
      read = Interval{0, value->name.is_none() ? value->value : Interval::kOpen, {}, value->name};
    }
  }
  if (!read) return std::nullopt;
  const bool one_number = read->has_parameter() ? read->first_name == read->last_name : read->first == read->last;
  if (is_next(op) && !one_number) {
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
  std::optional<Interval> read = ends(TokenKind::CloseBrace, Op::Repeat);
  return read ? in_order(*read) : std::nullopt;
}

std::optional<Interval> BoundReader::in_order(const Interval& interval) {
  if (interval.first <= interval.last || interval.has_parameter()) return interval;
  report_(span_, fmt::format("no number lies between {} and {}", interval.first, interval.last),
          "the smaller end comes first");
  return std::nullopt;
}

// n] n,] n,m] and the same with a brace.
std::optional<Interval> BoundReader::ends(TokenKind closing, Op op) {
  const bool counts = op == Op::Repeat;
  std::optional<End> first = end(counts ? Place::Count : Place::Lower);
  std::optional<End> last = first;
  bool good = first.has_value();
  if (good && cursor_.peek().kind == TokenKind::Comma) {
    cursor_.advance();
    if (cursor_.peek().kind == closing) {
      last = End{Interval::kOpen, {}};
    } else {
      last = end(counts ? Place::Count : Place::Upper);
      good = last.has_value();
    }
  }
  if (good && cursor_.peek().kind != closing) {
    report_(cursor_.peek().span, fmt::format("expected `{}`, found {}", counts ? "}" : "]", found()),
            counts ? "a count is written `{n}`, `{n,m}` or `{n,}`"
                   : "a bound is written `[a,b]`, `[a,]`, `[n]`, `<=b` or `>=a`");
    good = false;
  }
  if (!good) {
    skip_to(closing);
    return std::nullopt;
  }
  span_ = cover(span_, cursor_.peek().span);
  cursor_.advance();
  return Interval{first->value, last->name.is_none() ? last->value : Interval::kOpen, first->name, last->name};
}

std::optional<BoundReader::End> BoundReader::parameter(Place place) {
  const Token name = cursor_.peek();
  cursor_.advance();
  switch (place) {
    case Place::Upper: {
      const Symbol symbol = pool_.intern(name.text);
      parameters_.push_back({symbol, name.span});
      return End{0, symbol};
    }
    case Place::Lower:
      if (const Symbol known = pool_.find_symbol(name.text); !known.is_none() && pool_.range_of(known) != nullptr) {
        parameters_.push_back({known, name.span});
        return End{0, known};
      }
      report_(name.span, fmt::format("the parameter `{}` must be an upper end", name.text),
              fmt::format("for `G[{0},] p` write `F<={0} G p`, for `F[{0},] p` write `G<={0} F p`; with "
                          "--parameter {0}=0..20 it may stand anywhere",
                          name.text));
      return std::nullopt;
    case Place::Count:
      break;
  }
  report_(name.span, fmt::format("a count is a number or a constant of the model, not `{}`", name.text),
          "a parameter may be the upper end of a bound: `<rho>[0,x] f`");
  return std::nullopt;
}

std::optional<BoundReader::End> BoundReader::end(Place place) {
  const Token token = cursor_.peek();
  span_ = cover(span_, token.span);
  if (is_minus(token)) {
    cursor_.advance();
    report_(cover(token.span, cursor_.peek().span), "the number of steps is not negative", {});
    if (cursor_.peek().kind == TokenKind::Number) cursor_.advance();
    return std::nullopt;
  }
  if (token.kind == TokenKind::Word && !token.op) return parameter(place);
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
  const std::uint64_t largest = place == Place::Count ? kLargestCount : kLargestBound;
  std::uint64_t value = 0;
  const auto [rest, problem] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
  if (problem != std::errc{} || value > largest) {
    report_(token.span, fmt::format("this number is too large; {} is the largest", largest), {});
    return std::nullopt;
  }
  return End{value, {}};
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
