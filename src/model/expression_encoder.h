// Expressions of the model as diagrams: conditions over current bits and action bits, and assignments as relations
// between current and next bits. Shared subexpressions are encoded once; nothing recurses.
#pragma once

#include <optional>
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
  void encode(ispl::ExprId root);
  void encode_one(ispl::ExprId id);
  bdd::Bdd comparison(const ispl::Expr& expr);
  bdd::Bdd enumerations_equal(ispl::ExprId left, ispl::ExprId right);
  Integer variable_value(ispl::VarId var, Time time) const;
  // The condition under which an enumeration-valued expression has this value.
  bdd::Bdd has_value(ispl::ExprId id, ispl::Value value) const;
  const std::vector<ispl::Enumerator>& values_of(ispl::ExprId id, std::vector<ispl::Enumerator>& single) const;

  const ispl::CheckedModel* model_;
  const Encoding* encoding_;
  std::vector<bdd::Bdd> booleans_;                // by ExprId; empty handle: not yet
  std::vector<std::optional<Rational>> numbers_;  // by ExprId
};

}  // namespace gnomon::model
