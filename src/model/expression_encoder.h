// Expressions of the model as diagrams: conditions over current bits and action bits, and assignments as relations
// between current and next bits. Subexpressions that read the same, wherever they stand in the text, are encoded once:
// the papers write a parity as (sum = 0) or (sum = 2) or ..., with a long sum each time. Nothing recurses.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "bdd/bdd.h"
#include "ispl/checked_model.h"
#include "model/arithmetic.h"
#include "model/encoding.h"

namespace gnomon::model {

class ExpressionEncoder {
 public:
  ExpressionEncoder(const ispl::CheckedModel& model, const Encoding& encoding);

  // The states (and joint actions) in which a Boolean expression holds. Says nothing about codes without a value.
  bdd::Bdd condition(ispl::ExprId id);
  // var' = value; false where the value is not one of the variable's (out of range, fractional, infinite).
  bdd::Bdd assignment(ispl::VarId var, ispl::ExprId value);
  // Where the value is one of the variable's.
  bdd::Bdd in_range(ispl::VarId var, ispl::ExprId value);

 private:
  // An expression without its place in the text, its operands being representatives.
  struct Shape {
    ispl::ExprOp op;
    std::uint32_t agent;
    std::int64_t value;
    ispl::ExprId condition, left, right;
    bool operator==(const Shape&) const = default;
  };
  struct ShapeHash {
    std::size_t operator()(const Shape& shape) const;
  };

  void encode(ispl::ExprId root);
  const bdd::Bdd& boolean(ispl::ExprId id) const { return booleans_[same_[id.index()].index()]; }
  const Rational& number(ispl::ExprId id) const { return *numbers_[same_[id.index()].index()]; }
  void encode_one(ispl::ExprId id);
  bdd::Bdd comparison(const ispl::Expr& expr);
  bdd::Bdd enumerations_equal(ispl::ExprId left, ispl::ExprId right);
  Integer variable_value(ispl::VarId var, Time time) const;
  // The condition under which an enumeration-valued expression has this value.
  bdd::Bdd has_value(ispl::ExprId id, ispl::Value value) const;
  // The values that an enumeration-valued expression can have, each once.
  std::vector<ispl::Value> values_of(ispl::ExprId id) const;

  const ispl::CheckedModel* model_;
  const Encoding* encoding_;
  std::vector<ispl::ExprId> same_;  // by ExprId: the representative; none: not yet encoded
  std::unordered_map<Shape, ispl::ExprId, ShapeHash> representatives_;
  std::vector<bdd::Bdd> booleans_;                // by representative
  std::vector<std::optional<Rational>> numbers_;  // by representative
  // By representative, of enumeration-valued choices: the values and where they are taken.
  std::unordered_map<ispl::ExprId, std::map<ispl::Value, bdd::Bdd>> choices_;
};

}  // namespace gnomon::model
