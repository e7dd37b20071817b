// Conditions and expressions, by operator precedence with explicit stacks: nesting costs memory, never the C stack.
//
// From the loosest to the tightest binding:
//   ->  (right associative) | or | and | !  | = <> != < <= > >= (not associative) | if then else | `|` | ^ | & | + -
//   | * / mod div | - ~ | forall exists xor sum count min max, with a binder and a primary
//
// Brackets of all kinds (parentheses, indices, arguments, `if` up to `then`, `then` up to `else`) are frames on the stack
// of operators. Only binders, with the types and lists in them, are read by recursion, to a fixed depth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ispl/syntax.h"
#include "ispl/token_stream.h"

namespace gnomon::ispl {

// What the outermost operators may be: any; only those that bind tighter than comparisons, so that in
// `x = y + 1 and z = 2 if ...` the value of x ends before `and`; only those of a bound, `i + 1 .. N`.
enum class ExpressionScope : std::uint8_t { Condition, Assigned, Bound };

class ExpressionParser {
 public:
  static constexpr int kMaxNesting = 64;  // of binders inside binders

  ExpressionParser(TokenStream& tokens, syntax::Model& model, const Budget* budget)
      : tokens_(tokens), model_(model), nodes_(model.nodes), pace_(budget) {}

  // None after an error, which has been reported; then no nodes have been added.
  std::optional<syntax::Expression> parse(ExpressionScope scope);

  // binder_parser.cpp. Each is false after an error.
  // `i : Id, j : Id, i < j` and the bracket that closes it; the opening one has been read.
  bool parse_binder(TokenKind closing, syntax::Binder& binder);
  bool parse_type(syntax::Type& type);
  // A name of what is declared or meant, with a binder or indices; `what` is as in "a variable".
  bool parse_item(std::string_view what, syntax::Item& item);
  // `{a, b[1], for (i : Id) c[i]}`, possibly empty.
  bool parse_list(std::string_view what, std::vector<syntax::Item>& items);
  // `for (...)`, if it is there.
  bool parse_repeat(syntax::Binder& binder);
  // At `NAME [ NAME :`, or with `ahead` = 1 behind the name.
  bool at_family(std::size_t ahead = 1);

 private:
  enum class Frame : std::uint8_t { None, Paren, Index, Call, If, Then };

  struct Operator {
    ExprOp op = ExprOp::Not;
    std::uint8_t precedence = 0;  // 0: a frame
    bool unary = false;
    Span span;
    Frame frame = Frame::None;
    bool computes_value = false;
    std::uint32_t element = 0;  // Index, Call: what is being read; of a prefix quantifier: its number
    std::uint32_t owner = kNoOwner;
    std::size_t operands = 0;  // Index, Call: how many operands were there before
  };
  static constexpr std::uint32_t kNoOwner = 0xffffffffu;

  // What the reader of a part of the text leaves: an operand has ended, one must follow, or there was an error.
  enum class Step : std::uint8_t { Ended, Again, Failed };

  // How tightly operators bind; 0 is a frame.
  static constexpr std::uint8_t kImplies = 1;
  static constexpr std::uint8_t kOr = 2;
  static constexpr std::uint8_t kAnd = 3;
  static constexpr std::uint8_t kNot = 4;
  static constexpr std::uint8_t kComparison = 5;
  static constexpr std::uint8_t kChoose = 6;
  static constexpr std::uint8_t kBitOr = 7;
  static constexpr std::uint8_t kBitXor = 8;
  static constexpr std::uint8_t kBitAnd = 9;
  static constexpr std::uint8_t kSum = 10;
  static constexpr std::uint8_t kProduct = 11;
  static constexpr std::uint8_t kPrefix = 12;
  static constexpr std::uint8_t kQuantifier = 13;

  // operand_parser.cpp
  Step parse_name();
  bool parse_quantifier();
  void open_element(Frame frame, const syntax::Name& name, std::uint32_t owner);
  Step parse_member(std::uint32_t owner, Span begin);
  Step close_frame();

  // expression_parser.cpp
  bool parse_operand();
  bool at_quantifier();  // binder_parser.cpp
  bool parse_binary(const Operator& op);
  bool allowed(const Operator& op, ExpressionScope scope) const;
  bool misplaced_bracket();
  void push_operator(const Operator& op);
  std::uint32_t add_node(const syntax::Node& node);
  std::uint32_t add_element(syntax::Element element);
  void add_leaf(syntax::NodeForm form, Span span, std::uint32_t name, std::uint32_t owner, std::int64_t value);
  void reduce();
  void reduce_frame();
  std::optional<Operator> binary_operator();
  bool parse_bound(std::optional<syntax::Expression>& expression, std::int64_t& value);

  TokenStream& tokens_;
  syntax::Model& model_;
  std::vector<syntax::Node>& nodes_;
  Pace pace_;
  std::vector<Operator> operators_;
  std::vector<std::uint32_t> operands_;
  std::size_t base_ = 0;             // where the operators of the expression that is being read begin
  std::vector<std::size_t> frames_;  // of all expressions: where they stand among the operators
  int nesting_ = 0;
};

}  // namespace gnomon::ispl
