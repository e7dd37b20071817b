// A model whose names and types are right: what the front end makes for all other parts. Plain data, no syntax left.
//
// Agent 0 is always the Environment; where the text has none, it is there with `declared` false, without variables or
// actions. Invariants: every id is in range; assignments only to own variables; conditions are Boolean expressions;
// an action list holds no duplicates; ranges satisfy low <= high and have at most 2^32 values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "ispl/expression.h"
#include "logic/formula.h"

namespace gnomon::ispl {

enum class TypeKind : std::uint8_t { Boolean, Enumeration, Range };

// A value of a variable is an integer: 0/1, the Enumerator's number, or the integer itself.
using Value = std::int64_t;

struct Type {
  TypeKind kind = TypeKind::Boolean;
  std::int64_t low = 0;  // Range
  std::int64_t high = 1;
  std::vector<Enumerator> values;  // Enumeration, in order of declaration

  std::uint64_t size() const;
  Value value_at(std::uint64_t position) const;                 // the position-th value in order of declaration
  std::optional<std::uint64_t> position_of(Value value) const;  // none: not a value of this type
};

struct Variable {
  std::string name;
  AgentId owner;
  Type type;
  bool observable = false;  // declared in Obsvars
  Span span;
};

struct Action {
  std::string name;
  Span span;
};

struct ProtocolLine {
  ExprId condition;
  std::vector<ActionId> actions;
  Span span;
};

struct Assignment {
  VarId var;
  ExprId value;
  Span span;
};

struct EvolutionLine {
  std::vector<Assignment> assignments;
  ExprId condition;
  Span span;
};

struct Agent {
  std::string name;
  bool declared = true;
  std::vector<VarId> vars;      // own variables, in order of declaration
  std::vector<VarId> observes;  // what it sees: own variables, Obsvars, its Lobsvars; ascending, no duplicates
  std::vector<Action> actions;  // empty: takes no part in joint actions
  std::vector<ProtocolLine> protocol;
  std::optional<std::vector<ActionId>> other;  // the line Other
  // True if the protocol section has neither lines nor Other: then every declared action is always enabled.
  bool unrestricted() const { return protocol.empty() && !other; }
  std::vector<EvolutionLine> evolution;
  std::optional<ExprId> red;  // none: all states are green
  Span span;
};

struct Proposition {
  std::string name;
  ExprId condition;
  Span span;
};

struct Group {
  std::string name;
  std::vector<AgentId> members;  // ascending, no duplicates; may be empty
  Span span;
  bool is_list = false;  // not declared: listed in a formula, `{a, b}`, which is its name
};

// The predefined observation of every agent: its own view.
inline constexpr std::string_view kOwnObservation = "own";

struct Observation {
  std::string name;
  AgentId agent;
  std::vector<VarId> vars;  // ascending
  Span span;
};

// What a name of a formula stands for; one name may be a proposition, an agent and a group at once.
struct Meaning {
  std::optional<std::uint32_t> proposition;
  AgentId agent;
  std::optional<std::uint32_t> group;
};

enum class AssignmentSemantics : std::uint8_t { Multi, Single };

// A formula of the file (or of the command line) with its place.
struct Formula {
  logic::Property property;
  std::string text;  // as the user wrote it, white space folded
  Span span;
  std::string name = {};                        // in parametric models, if it has one
  std::optional<bool> expected = std::nullopt;  // the verdict that the file states
};

// A parameter of the model, with the value that this one was made for.
struct ModelParameter {
  std::string name;  // `N`, `limit[2]`
  std::string type;  // `3..100`
  std::string value;
  std::string standard;  // the value written in the model; empty: none
  Span span;
};

class Elaborator;

struct CheckedModel {
  AssignmentSemantics semantics = AssignmentSemantics::Multi;
  std::vector<Agent> agents;
  std::vector<Variable> variables;
  std::vector<std::string> enumerators;  // by Enumerator
  ExprPool expressions;
  std::vector<Proposition> propositions;
  ExprId initial;  // Boolean
  std::vector<Group> groups;
  std::vector<Observation> observations;
  std::vector<std::string> initial_observation;  // by AgentId; empty string: the agent's own view
  logic::FormulaPool pool;
  std::vector<Formula> fairness;
  std::vector<Formula> formulas;
  // Of a parametric model: what it was made from, for formulas that are added.
  std::vector<ModelParameter> parameters;
  std::shared_ptr<Elaborator> elaborator;
  // Made by index_names:
  std::vector<Meaning> meanings;                    // by Symbol
  std::vector<std::uint32_t> observations_by_name;  // their numbers, ordered by agent and name

  const Agent& agent(AgentId id) const { return agents[id.index()]; }
  const Variable& variable(VarId id) const { return variables[id.index()]; }
  // The value as it is written in ISPL.
  std::string value_text(VarId var, Value value) const;
  // Likewise: `boolean`, `0 .. 3`, `{red, green}`.
  std::string type_text(const Type& type) const;
  // Interns the names that formulas can use, and notes what they mean. The loader calls it before it reads formulas.
  void index_names();
  // Makes a symbol of the formula pool, a list of agents, the name of a group of them.
  void add_listed_group(logic::Symbol name, std::vector<AgentId> members);
  // What a symbol of the formula pool means here; none if it is no such name.
  std::optional<std::size_t> proposition_of(logic::Symbol symbol) const;
  std::optional<AgentId> agent_of(logic::Symbol symbol) const;
  std::optional<std::size_t> group_of(logic::Symbol symbol) const;
  // The declared observation of this name; none for `own`.
  std::optional<std::size_t> observation_of(AgentId agent, std::string_view name) const;
};

}  // namespace gnomon::ispl
