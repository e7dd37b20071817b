// Values of expressions over all combinations of the few variables and actions that occur in them. Serves the warnings,
// which ask questions such as "can this condition ever hold?"; the interpreter of whole models is elsewhere.
//
// Values are exact: n/d with d > 0, and n/0 for infinite. Sums and products of infinities that have no meaning are
// unknown, as is everything that depends on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ispl/checked_model.h"

namespace gnomon::ispl {

struct LocalValue {
  bool known = false;
  std::int64_t numerator = 0;  // of a Boolean: 0 or 1; of an enumeration value: the Enumerator
  std::int64_t denominator = 1;

  bool is_true() const { return known && numerator != 0; }
  bool is_false() const { return known && numerator == 0; }
  bool is_integer() const { return known && denominator != 0 && numerator % denominator == 0; }
  bool operator==(const LocalValue&) const = default;
};

class LocalEvaluation {
 public:
  // Of some expressions together. `ready` is false if there are more than `most` combinations, or if going through all
  // of them would take more than `steps` evaluations of a node, which are subtracted otherwise.
  LocalEvaluation(const CheckedModel& model, const std::vector<ExprId>& roots, std::uint64_t most,
                  std::uint64_t& steps);
  bool ready() const { return ready_; }

  // Evaluates under the current combination; the first one is current at the beginning.
  void evaluate();
  // Goes to the next combination; false after the last one.
  bool next();
  // Valid after evaluate(), for every node below the roots.
  const LocalValue& operator[](ExprId id) const { return values_[id.index() - first_]; }
  const std::vector<ExprId>& nodes() const { return nodes_; }

  // The current combination of variables, actions left out.
  std::vector<std::pair<VarId, Value>> variables() const;

 private:
  struct Unknown {
    bool action = false;
    std::size_t id = 0;  // of a variable, or of the agent whose action it is
    std::uint64_t size = 0;
    std::uint64_t position = 0;
  };

  void add_unknown(const Expr& expr);
  LocalValue evaluate_node(const Expr& expr) const;

  const CheckedModel& model_;
  bool ready_ = false;
  std::size_t first_ = 0;
  std::vector<ExprId> nodes_;  // ascending: operands first
  std::vector<Unknown> unknowns_;
  std::vector<std::uint32_t> unknown_of_;  // by position in nodes_: of leaves
  std::vector<LocalValue> values_;
};

}  // namespace gnomon::ispl
