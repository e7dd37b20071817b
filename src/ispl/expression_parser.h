// Conditions and expressions, by operator precedence with explicit stacks: nesting costs memory, never the C stack.
//
// From the loosest to the tightest binding:
//   ->  (right associative) | or | and | !  | = <> != < <= > >= (not associative) | `|` | ^ | & | + - | * / | - ~
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ispl/syntax.h"
#include "ispl/token_stream.h"

namespace gnomon::ispl {

// What the outermost operators may be: any, or only those that bind tighter than comparisons, so that in
// `x = y + 1 and z = 2 if ...` the value of x ends before `and`.
enum class ExpressionScope : std::uint8_t { Condition, Assigned };

class ExpressionParser {
 public:
  ExpressionParser(TokenStream& tokens, std::vector<syntax::Node>& nodes, const Budget* budget)
      : tokens_(tokens), nodes_(nodes), pace_(budget) {}

  // None after an error, which has been reported; then no nodes have been added.
  std::optional<syntax::Expression> parse(ExpressionScope scope);

 private:
  struct Operator {
    ExprOp op = ExprOp::Not;
    std::uint8_t precedence = 0;  // 0: an open parenthesis
    bool unary = false;
    Span span;
  };

  bool parse_operand();
  bool parse_name();
  bool parse_binary(const Operator& op);
  void push_operator(const Operator& op);
  std::uint32_t add_node(const syntax::Node& node);
  void add_leaf(syntax::NodeForm form, Span span, std::uint32_t name, std::uint32_t owner, std::int64_t value);
  void reduce();
  std::optional<Operator> binary_operator();
  static bool is_comparison(ExprOp op);

  TokenStream& tokens_;
  std::vector<syntax::Node>& nodes_;
  Pace pace_;
  std::vector<Operator> operators_;
  std::vector<std::uint32_t> operands_;
};

}  // namespace gnomon::ispl
