// Removes the operators of values by cases from a model's expressions; see plain_model.h.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ispl/checked_model.h"

namespace gnomon::ispl {

class Lowering {
 public:
  static constexpr std::size_t kMaxNodes = 20'000'000;
  static constexpr std::uint64_t kMaxValuations = 4096;

  explicit Lowering(CheckedModel& model);
  void run();

 private:
  struct Case {
    ExprId condition;  // none: always
    ExprId value;
  };
  using Interval = std::optional<std::pair<std::int64_t, std::int64_t>>;

  void prepare(const std::vector<ExprId>& roots);
  void lower_condition(ExprId id);
  void lower_value(ExprId id);
  ExprId condition(ExprId id) const { return conditions_[id.index()]; }
  std::vector<Case> cases(ExprId id);
  ExprId comparison(const Expr& expr);
  ExprId compare(ExprOp op, ExprId left, ExprId right, Span span);
  void add_case(std::vector<Case>& cases, ExprId condition, ExprId value);
  void protocol(Agent& agent);
  void evolution(Agent& agent);
  ExprId equalities(ExprId root);
  ExprId valuations(ExprId comparison);
  ExprId without_constants(ExprId root, AgentId agent);

  ExprId add(const Expr& expr);
  ExprId constant(bool value);
  ExprId number(std::int64_t value);
  ExprId both(ExprId a, ExprId b);
  ExprId either(ExprId a, ExprId b);
  ExprId negation(ExprId a);
  std::optional<bool> known(ExprId id) const;
  Interval interval(ExprId id);

  CheckedModel& model_;
  ExprPool& pool_;
  std::vector<bool> needed_;
  std::vector<bool> by_cases_;            // by the old nodes: there is such an operator at it or below
  std::vector<bool> bits_;                // by the old nodes: Booleans made of variables by `~ & | ^`
  std::vector<ExprId> conditions_;        // by the old nodes that are Boolean
  std::vector<std::vector<Case>> cases_;  // by the old nodes that are not
  std::unordered_map<ExprId, Interval> intervals_;
};

}  // namespace gnomon::ispl
