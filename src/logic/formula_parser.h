// The parser of one formula, in the files of this name: an alternation of operands and operators, each handed to the
// FormulaBuilder (which knows precedence and modes). Linear time, no recursion. Internal to this folder.
//
//   formula_parser.cpp          the loop over tokens: operands, operators, brackets
//   formula_parser_names.cpp    operands that name agents and groups: K(i, f), <g>F f, i.GreenStates
//   formula_parser_faults.cpp   what is wrong, and what was probably meant
//
// After an error no further one is reported until an operand or operator has been accepted again.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/pace.h"
#include "logic/bound_reader.h"
#include "logic/formula_builder.h"
#include "logic/introduction.h"
#include "logic/parser.h"
#include "logic/token_cursor.h"

namespace gnomon::logic {

class FormulaParser {
 public:
  FormulaParser(const Source& source, TokenCursor cursor, const Introduction& introduction, const ParseContext& context,
                FormulaPool& pool, Diagnostics& diagnostics)
      : cursor_(cursor),
        introduction_(introduction),
        mode_(introduction.mode),
        context_(context),
        pool_(pool),
        pace_(context.budget),
        builder_(source, mode_, pool, diagnostics, context.budget),
        bounds_(cursor_, pool, context.is_proposition, [this](Span span, std::string message, std::string hint) {
          error(span, std::move(message), std::move(hint));
        }) {}

  std::optional<Formula> parse();
  std::vector<NameUse> take_names() { return std::move(names_); }
  const std::vector<ParameterUse>& parameters() const { return bounds_.parameters(); }

 private:
  enum class Next { Operand, Operator };

  Next operand();
  Next word_operand();
  Next angle_operand();
  Next coalition_of_agents();
  Next after_operand();
  Next word_after_operand();
  Next prefix(Op op);
  Next binary(Op op);
  Head with_bound(Head head);
  Next count();
  Next equal_bound();
  bool is_iteration_sign() const;
  Next path_expression_sign(Op op);
  Next call(Op op);
  Next member();
  Next misplaced_path_operator(Op op);
  std::optional<Next> foreign_operand();
  Next empty_brackets(Op op);
  Next cannot_prevent();
  void strict_bound();
  Next unexpected_in_operand_position();
  Next unexpected_after_operand();
  Next close(TokenKind kind);
  void close_everything();

  Symbol use(NameKind kind, const Token& token, Symbol owner = {});
  void error(Span span, std::string message, std::string hint = {});
  std::string found(const Token& token) const;
  bool is_plain() const { return mode_ == Mode::Plain; }
  bool is_group(const Token& token) const;
  std::optional<Symbol> listed_group();
  Next coalition(Symbol group, Span whole);

  TokenCursor cursor_;
  const Introduction& introduction_;
  Mode mode_;
  const ParseContext& context_;
  FormulaPool& pool_;
  Pace pace_;
  FormulaBuilder builder_;
  BoundReader bounds_;
  std::vector<NameUse> names_;
  bool quiet_ = false;  // an error was reported and nothing has been accepted since
};

}  // namespace gnomon::logic
