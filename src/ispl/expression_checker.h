// Names and types in expressions: syntax nodes become typed nodes of the model's expression pool.
//
// One pass over an expression's nodes, operands first. A bare name that is no variable stays open until the comparison
// or assignment around it says whether it is an enumeration value (and of which type) or an action. Integers carry
// bounds on their numerator and denominator; an expression whose exact value might not fit 63 bits is an error, so
// that all later parts may compute with 64-bit integers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/pace.h"
#include "ispl/checked_model.h"
#include "ispl/names.h"
#include "ispl/syntax.h"

namespace gnomon::ispl {

// Where an expression stands decides which names it sees.
struct ExpressionContext {
  AgentId agent;           // none: Evaluation and InitStates, where variables are written Agent.x
  bool actions = false;    // Action and Agent.Action may be used
  std::string_view place;  // for messages: "a protocol condition"
};

class ExpressionChecker {
 public:
  ExpressionChecker(const syntax::Model& tree, Names& names, CheckedModel& model, Diagnostics& diagnostics, Pace& pace)
      : tree_(tree), names_(names), model_(model), diagnostics_(diagnostics), pace_(pace) {}

  // The typed expression, or none after an error.
  std::optional<ExprId> condition(const syntax::Expression& expression, const ExpressionContext& context);
  std::optional<ExprId> value_for(VarId variable, const syntax::Expression& expression,
                                  const ExpressionContext& context);

 private:
  // OpenChoice: a choice between names that are still open.
  enum class State : std::uint8_t { Good, Failed, OpenName, OpenAction, OpenChoice };

  // A checked operand.
  struct Operand {
    State state = State::Failed;
    ExprKind kind = ExprKind::Boolean;
    ExprId id;                   // Good
    WordId name;                 // OpenName
    AgentId agent;               // OpenAction
    std::int64_t numerator = 0;  // bounds of an integer's exact value n/d: |n| <= numerator, 1 <= d <= denominator
    std::int64_t denominator = 1;
    VarId like;              // of an enumeration value that is none of a literal: a variable of its type
    std::uint32_t node = 0;  // OpenChoice: the node
    Span span;
  };

  Operand check(const syntax::Expression& expression, const ExpressionContext& context);
  Operand leaf(const syntax::Node& node, const ExpressionContext& context);
  Operand plain_name(const syntax::Node& node, const ExpressionContext& context);
  Operand qualified_name(const syntax::Node& node, const ExpressionContext& context);
  Operand action_name(const syntax::Node& node, const ExpressionContext& context);
  std::optional<AgentId> owner_of(const syntax::Node& node);  // none: there is no such agent, which has been reported
  Operand variable(VarId id, Span span);
  Operand arithmetic(const syntax::Node& node, Operand left, Operand right, const ExpressionContext& context);
  Operand comparison(const syntax::Node& node, Operand left, Operand right, const ExpressionContext& context);
  Operand action_comparison(const syntax::Node& node, const Operand& left, const Operand& right);
  Operand choice(std::uint32_t number, const ExpressionContext& context);
  Operand logical(const syntax::Node& node, Operand left, Operand right, const ExpressionContext& context);
  Operand node_of(ExprOp op, ExprKind kind, Span span, ExprId left, ExprId right = {}, ExprId condition = {});

  bool settle(Operand& operand, const ExpressionContext& context);
  bool settle_value(Operand& operand, VarId like, const ExpressionContext& context);
  // An open choice: each name becomes a value of the variable's type, or without a variable any enumeration value.
  bool settle_choice(Operand& operand, VarId like, const ExpressionContext& context);
  bool settle_literal(Operand& operand, const ExpressionContext& context);
  Operand& operand_of(std::uint32_t node) { return operands_[node - first_]; }
  bool require(Operand& operand, ExprKind kind, const ExpressionContext& context, std::string_view expected = {});
  bool settle_pair(Operand& left, Operand& right, const ExpressionContext& context);
  std::optional<VarId> variable_of(const Operand& operand) const;

  void unknown_name(WordId name, Span span, const ExpressionContext& context);
  std::string describe(const Operand& operand) const;
  std::string variable_text(VarId variable) const;

  const syntax::Model& tree_;
  Names& names_;
  CheckedModel& model_;
  Diagnostics& diagnostics_;
  Pace& pace_;
  std::vector<Operand> operands_;
  std::uint32_t first_ = 0;  // the node of the first operand
};

// "did you mean `...`?", or nothing; for lists too long to search, nothing.
std::string suggestion(std::string_view name, const std::vector<std::string_view>& candidates);

// `true` for `True` and `TRUE`, `false` likewise; empty for other names.
std::string_view constant_meant(std::string_view name);

}  // namespace gnomon::ispl
