#include "logic/question_parser.h"

#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

#include "base/plural.h"
#include "logic/question.h"

namespace gnomon::logic {

namespace {

class QuestionParser {
 public:
  QuestionParser(const Source& source, TokenCursor cursor, const Introduction& introduction,
                 const ParseContext& context, FormulaPool& pool, Diagnostics& diagnostics)
      : source_(source),
        cursor_(cursor),
        introduction_(introduction),
        context_(context),
        pool_(pool),
        diagnostics_(diagnostics) {}

  ParsedProperty parse(Asks asks) {
    const Token word = cursor_.peek();
    take_arguments();
    const bool delay = asks == Asks::Delay;
    const std::string usage = delay ? "delay(agent, f)" : fmt::format("{0}(f, g)` or `{0}(g)", word_of(asks));
    if (arguments_.size() > 2 || (delay && arguments_.size() != 2)) {
      error(word.span, fmt::format("`{}` has {}", word_of(asks), plural(arguments_.size(), "argument")),
            fmt::format("the question is written `{}`", usage));
    }
    if (!good_) return std::move(parsed_);
    Formula from;
    Formula target;
    if (delay) {
      const Symbol agent = agent_of(arguments_[0]);
      from = formula_of(arguments_[1]);
      if (!good_) return std::move(parsed_);
      target = pool_.make(Op::Or, pool_.make(Op::Knows, agent, from), pool_.make(Op::Not, from));
    } else {
      if (arguments_.size() == 2) from = formula_of(arguments_[0]);
      target = formula_of(arguments_.back());
      if (!good_) return std::move(parsed_);
    }
    parsed_.property = make_question(pool_, asks, from, target);
    parsed_.property.knowledge_given = introduction_.knowledge_given;
    parsed_.property.knowledge = introduction_.knowledge;
    parsed_.ok = introduction_.ok;
    return std::move(parsed_);
  }

 private:
  using Tokens = std::vector<Token>;

  void error(Span span, std::string message, std::string hint = {}) {
    diagnostics_.error(span, std::move(message), std::move(hint));
    good_ = false;
  }

  // Behind the word: the arguments between the parentheses, split at the commas that stand in no other bracket.
  void take_arguments() {
    const Token open = cursor_.peek(1);
    cursor_.advance(2);
    std::size_t depth = 0;
    arguments_.emplace_back();
    auto end_argument = [&](const Token& sign) {
      arguments_.back().push_back({TokenKind::End, std::nullopt, {sign.span.begin, sign.span.begin}, {}});
    };
    for (;; cursor_.advance()) {
      const Token token = cursor_.peek();
      if (token.kind == TokenKind::End) return error(open.span, "this bracket is never closed");
      if (depth == 0 && token.kind == TokenKind::CloseParen) break;
      if (depth == 0 && token.kind == TokenKind::Comma) {
        end_argument(token);
        arguments_.emplace_back();
        continue;
      }
      const bool opens = token.kind == TokenKind::OpenParen || token.kind == TokenKind::OpenSquare ||
                         token.kind == TokenKind::OpenBrace;
      const bool closes = token.kind == TokenKind::CloseParen || token.kind == TokenKind::CloseSquare ||
                          token.kind == TokenKind::CloseBrace;
      if (opens) ++depth;
      if (closes && depth > 0) --depth;
      arguments_.back().push_back(token);
    }
    end_argument(cursor_.peek());
    cursor_.advance();
    const Token behind = cursor_.peek();
    if (behind.kind == TokenKind::End) return;
    error(behind.span, fmt::format("expected the end of the question, found `{}`", behind.text),
          "the answer is a number, which is no part of a formula");
  }

  Symbol agent_of(const Tokens& argument) {
    if (argument.size() != 2 || argument.front().kind != TokenKind::Word) {
      error(argument.front().span, "expected the name of an agent", "the question is written `delay(agent, f)`");
      return {};
    }
    const Symbol name = pool_.intern(argument.front().text);
    parsed_.names.push_back({NameKind::Agent, name, argument.front().span, {}});
    return name;
  }

  Formula formula_of(const Tokens& argument) {
    ParsedProperty parsed = parse_property(source_, argument, context_, pool_, diagnostics_);
    parsed_.names.insert(parsed_.names.end(), parsed.names.begin(), parsed.names.end());
    const bool formula = parsed.property.mode == Mode::Plain && parsed.property.asks == Asks::Truth;
    if (!formula || parsed.property.knowledge_given) {
      error(argument.front().span, "the arguments of a question are formulas without prefix and attribute",
            "an attribute stands in front of the question: `@clock delay(i, f)`");
    }
    for (const ParameterUse& use : parsed.parameters) {
      error(use.span, fmt::format("`{}` is neither a number nor a constant of the model", pool_.text(use.name)),
            "a question has no parameters: it asks for a number already");
    }
    good_ = good_ && parsed.ok;
    return parsed.property.formula;
  }

  const Source& source_;
  TokenCursor cursor_;
  const Introduction& introduction_;
  const ParseContext& context_;
  FormulaPool& pool_;
  Diagnostics& diagnostics_;
  std::vector<Tokens> arguments_;
  ParsedProperty parsed_;
  bool good_ = true;
};

}  // namespace

ParsedProperty parse_question(const Source& source, TokenCursor cursor, Asks asks, const Introduction& introduction,
                              const ParseContext& context, FormulaPool& pool, Diagnostics& diagnostics) {
  return QuestionParser(source, cursor, introduction, context, pool, diagnostics).parse(asks);
}

}  // namespace gnomon::logic
