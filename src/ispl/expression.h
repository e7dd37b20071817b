// Typed expressions of a checked model: conditions, arithmetic, comparisons. As with formulas, a pool owns the nodes,
// an ExprId is a node's number, operands have smaller numbers than their users, and nothing recurses.
//
// Meaning: Booleans are 0 and 1. Arithmetic is exact over the rationals with 0/0 = 0 and x/0 infinite by the sign of x.
// Enumeration values are interned symbols and equal iff their names are equal.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/id.h"
#include "base/pace.h"
#include "base/source.h"

namespace gnomon::ispl {

struct AgentTag {};
using AgentId = Id<AgentTag>;
struct VarTag {};
using VarId = Id<VarTag>;  // global: unique across agents
struct ActionTag {};
using ActionId = Id<ActionTag>;  // local: the position in its agent's list of actions
struct ExprTag {};
using ExprId = Id<ExprTag>;
struct EnumeratorTag {};
using Enumerator = Id<EnumeratorTag>;  // the name of an enumeration value, interned in the model

enum class ExprOp : std::uint8_t {
  // leaves
  Number,     // value: the integer
  Boolean,    // value: 0 or 1
  EnumValue,  // value: the Enumerator
  Variable,   // value: the VarId
  ActionIs,   // value: the ActionId; agent: whose action
  // integers
  Negate,
  Add,
  Subtract,
  Multiply,
  Divide,
  FloorDivide,  // the right operand is a positive Number, the left one is never a fraction; rounds down
  Modulo,       // the same operands: a - b * (a div b), never negative
  Minimum,
  Maximum,
  // comparisons, of two integers, two Booleans or two enumeration values (Equal and NotEqual only)
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  // Booleans
  Not,
  And,
  Or,
  Xor,
  Implies,
  // of any kind
  Choose,  // left where `condition` holds, right elsewhere
};

constexpr bool is_comparison(ExprOp op) {
  return op >= ExprOp::Equal && op <= ExprOp::GreaterEqual;
}

enum class ExprKind : std::uint8_t { Boolean, Integer, Enumeration };

struct Expr {
  ExprOp op = ExprOp::Boolean;
  ExprKind kind = ExprKind::Boolean;
  AgentId agent;
  std::int64_t value = 0;
  ExprId left;
  ExprId right;
  Span span;
  ExprId condition = {};  // of Choose
};

// The operands that there are, in the order of the text.
inline std::array<ExprId, 3> operands(const Expr& expr) {
  return {expr.condition, expr.left, expr.right};
}

class ExprPool {
 public:
  ExprId add(const Expr& expr) {
    nodes_.push_back(expr);
    return ExprId(nodes_.size() - 1);
  }
  const Expr& operator[](ExprId id) const { return nodes_[id.index()]; }
  std::size_t size() const { return nodes_.size(); }
  // What has to be allocated at once in order to add so many more nodes.
  std::size_t growth_bytes(std::size_t more) const { return gnomon::growth_bytes(nodes_, more); }

 private:
  std::vector<Expr> nodes_;
};

}  // namespace gnomon::ispl
