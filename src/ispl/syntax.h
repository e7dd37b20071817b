// The syntax tree of an ISPL text: what is written, before names mean anything. Plain data.
//
// The nodes of all expressions lie in one vector, operands before their users, each expression in a contiguous piece
// [first, root]; so a pass over an expression is a loop, however deeply it is nested.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/source.h"
#include "ispl/expression.h"
#include "ispl/lexer.h"

namespace gnomon::ispl::syntax {

// A word with its place.
struct Name {
  WordId word;
  Span span;
};

enum class NodeForm : std::uint8_t {
  Number,     // value
  Boolean,    // value: 0 or 1
  Plain,      // name
  Qualified,  // owner.name
  Action,     // Action, or owner.Action; no owner: none
  Operation,  // op, with one or two operands
};

struct Node {
  NodeForm form = NodeForm::Boolean;
  ExprOp op = ExprOp::Boolean;  // of an operation; no leaf of ExprOp
  Span span;
  std::uint32_t left = 0;   // the number of a node, or of a word: the name
  std::uint32_t right = 0;  // the number of a node, or of a word: the owner
  std::int64_t value = 0;

  WordId name() const { return WordId(left); }
  WordId owner() const { return right == WordId::kNone ? WordId{} : WordId(right); }
};
static_assert(sizeof(Node) <= 32);

struct Expression {
  std::uint32_t first = 0;
  std::uint32_t root = 0;
};

enum class TypeForm : std::uint8_t { Boolean, Enumeration, Range };

struct Variable {
  Name name;
  TypeForm form = TypeForm::Boolean;
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::vector<Name> values;
  Span type_span;
  bool observable = false;
};

struct ProtocolLine {
  Expression condition;
  std::vector<Name> actions;
  Span span;
};

struct Assignment {
  std::optional<Name> owner;
  Name variable;
  Expression value;
  Span span;
};

struct EvolutionLine {
  std::vector<Assignment> assignments;
  Expression condition;
  Span span;
};

struct Agent {
  Name name;
  std::vector<Variable> variables;
  std::vector<Name> lobsvars;
  std::optional<Span> lobsvars_section;
  std::optional<Span> obsvars_section;
  std::optional<Expression> red;
  std::vector<Name> actions;
  std::vector<ProtocolLine> protocol;
  std::optional<ProtocolLine> other;  // its condition means nothing
  std::vector<EvolutionLine> evolution;
  Span span;
};

struct Proposition {
  Name name;
  Expression condition;
  Span span;
};

struct Group {
  Name name;
  std::vector<Name> members;
  Span span;
};

// A variable in a list of what is observed: `x` or `Agent.x`.
struct Reference {
  std::optional<Name> owner;
  Name variable;
};

struct Observation {
  Name name;
  Name agent;
  std::vector<Reference> variables;
  Span span;
};

struct InitialObservation {
  Name agent;
  Name observation;
};

struct Model {
  bool single_assignment = false;
  std::vector<Node> nodes;
  std::vector<Agent> agents;
  std::vector<Proposition> propositions;
  std::optional<Expression> initial;
  std::vector<Group> groups;
  std::vector<Observation> observations;
  std::vector<InitialObservation> initial_observations;
  std::vector<Span> fairness;  // the formulas' texts, without the semicolon
  std::vector<Span> formulas;
};

}  // namespace gnomon::ispl::syntax
