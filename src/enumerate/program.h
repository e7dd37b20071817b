// A model compiled for the enumeration of states: who may do what, and how variables change.
//
// A *unit* is what changes by one choice: under MultiAssignment all variables of an agent, under SingleAssignment one
// variable. Of the lines of a unit whose conditions hold, one takes place; if there is none, nothing changes. The
// successors of a state are all combinations of enabled actions with one line per unit.
//
// Units whose conditions look at the actions of one agent belong to the same *sector* of the model, and so do units that look
// at no actions and at few variables. What happens in one sector is independent of what happens in the others, so that
// successors are combinations of what the sectors do.
//
// Nothing here changes after construction, so threads may share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "enumerate/cubes.h"
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
  std::vector<ispl::VarId> variables;    // that conditions read
  KeyReader reads;                       // the same
  // Some of them, of few bits, that lines compare with constants: these alone say of most lines that they do not hold.
  std::vector<ispl::VarId> telling;
  KeyReader tells;  // the same
};

// What a line assigns to a variable: its bits, if they are the same in every state; those of another variable with the
// same values; or whatever the expression gives.
struct Assignment {
  enum class Kind : std::uint8_t { Constant, Copy, Value };
  Kind kind = Kind::Value;
  ispl::VarId var;
  Field field;
  Word constant = 0;  // in place
  Field copied;
  Expression value;
};

struct Unit {
  struct Line {
    std::vector<std::uint32_t> cubes;        // ascending
    std::vector<std::uint32_t> assignments;  // numbers, in the order of the text
  };
  std::vector<Line> lines;
};

struct Sector {
  Cubes cubes;
  std::vector<Unit> units;
  std::vector<std::vector<std::uint32_t>> owners;  // by cube: the units that have a line with it, ascending
  std::vector<std::uint32_t> agents;               // whose actions are looked at, ascending
  KeyReader reads;                                 // the variables in conditions, and in the protocols of these agents
};

class Program {
 public:
  static constexpr std::uint32_t kNoSector = 0xffffffffu;
  // Types with more values are not compiled.
  static constexpr std::uint64_t kMostValues = 0xfffffff0u;
  static bool fits(const ispl::CheckedModel& model);
  // Requires a model that fits, which must outlive the program.
  explicit Program(const ispl::CheckedModel& model);

  const ispl::CheckedModel& source() const { return *model_; }
  const Layout& layout() const { return layout_; }
  std::size_t agents() const { return protocols_.size(); }
  const Protocol& protocol(std::size_t agent) const { return protocols_[agent]; }
  // Those without agents come first.
  const std::vector<Sector>& sectors() const { return sectors_; }
  // The sector in which the agent's actions are looked at, or kNoSector.
  std::uint32_t sector_of(std::size_t agent) const { return sector_of_[agent]; }
  const std::vector<Assignment>& assignments() const { return assignments_; }

  const Expression& initial() const { return initial_; }
  const Expression& proposition(std::size_t index) const { return propositions_[index]; }
  const Expression* red(std::size_t agent) const { return red_[agent].has_value() ? &*red_[agent] : nullptr; }

 private:
  void add_protocol(const ispl::Agent& agent);
  void find_telling(const ispl::Agent& agent, Protocol& protocol) const;
  struct Draft {  // of a unit
    struct Line {
      ispl::ExprId condition;
      std::vector<std::uint32_t> assignments;
    };
    std::vector<Line> lines;
    std::vector<std::uint32_t> agents;
    std::vector<ispl::VarId> reads;  // conditions
  };
  void add_units(const ispl::Agent& agent, const CubeBuilder& builder, std::vector<Draft>& units);
  void add_sectors(const std::vector<Draft>& units, CubeBuilder& builder);
  Sector sector_with(const std::vector<const Draft*>& units, CubeBuilder& builder) const;
  std::uint32_t add_assignment(const ispl::Assignment& assignment, const CubeBuilder& builder);

  const ispl::CheckedModel* model_;
  Layout layout_;
  std::vector<Protocol> protocols_;  // by AgentId
  std::vector<Sector> sectors_;
  std::vector<std::uint32_t> sector_of_;  // by AgentId
  std::vector<Assignment> assignments_;
  std::map<std::pair<ispl::VarId, std::uint32_t>, std::uint32_t> known_assignments_;  // by variable and expression
  Expression initial_;
  std::vector<Expression> propositions_;
  std::vector<std::optional<Expression>> red_;
};

}  // namespace gnomon::enumerate
