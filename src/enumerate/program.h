// A model compiled for the enumeration of states: who may do what, and how variables change.
//
// A *unit* is what changes by one choice: under MultiAssignment all variables of an agent, under SingleAssignment one
// variable. Its lines read some variables, and compare the actions of some agents. The successors of a state are all
// combinations of enabled actions with one alternative per unit.
//
// Nothing here changes after construction, so threads may share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "enumerate/expression.h"
#include "enumerate/layout.h"
#include "ispl/checked_model.h"

namespace gnomon::enumerate {

struct Protocol {
  struct Line {
    Expression condition;
    std::vector<std::uint32_t> actions;  // local numbers
  };
  bool takes_part = false;  // the agent has actions
  std::vector<Line> lines;
  std::vector<std::uint32_t> otherwise;  // where no line holds: of Other, or all if there is no protocol
  KeyReader reads;
};

struct Unit {
  struct Assignment {
    ispl::VarId var;
    Expression value;
  };
  struct Line {
    Expression condition;
    // Its conjuncts: those that read no actions, and what is read by those that read actions and variables.
    std::vector<Expression> guards;
    std::vector<KeyReader> mixed;
    std::vector<Assignment> assignments;
  };
  std::vector<Line> lines;
  std::vector<std::uint32_t> words;  // of the state, that it may change
  KeyReader reads;                   // what conditions and values depend on
};

class Program {
 public:
  // Types with more values are not compiled.
  static constexpr std::uint64_t kMostValues = 0xfffffff0u;
  static bool fits(const ispl::CheckedModel& model);
  // Requires a model that fits, which must outlive the program.
  explicit Program(const ispl::CheckedModel& model);

  const ispl::CheckedModel& source() const { return *model_; }
  const Layout& layout() const { return layout_; }
  std::size_t agents() const { return protocols_.size(); }
  const Protocol& protocol(std::size_t agent) const { return protocols_[agent]; }
  const std::vector<Unit>& units() const { return units_; }

  const Expression& initial() const { return initial_; }
  const Expression& proposition(std::size_t index) const { return propositions_[index]; }
  const Expression* red(std::size_t agent) const { return red_[agent].has_value() ? &*red_[agent] : nullptr; }

 private:
  void add_protocol(const ispl::Agent& agent);
  void add_units(const ispl::Agent& agent);
  void add_unit(std::vector<Unit::Line> lines);
  Unit::Line line_with(ispl::ExprId condition) const;

  const ispl::CheckedModel* model_;
  Layout layout_;
  std::vector<Protocol> protocols_;  // by AgentId
  std::vector<Unit> units_;
  Expression initial_;
  std::vector<Expression> propositions_;
  std::vector<std::optional<Expression>> red_;
};

}  // namespace gnomon::enumerate
