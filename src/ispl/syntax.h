// The syntax tree of an ISPL text: what is written, before names mean anything. Plain data.
//
// The nodes of all expressions lie in one vector, operands before their users, each expression in a contiguous piece
// [first, root]; so a pass over an expression is a loop, however deeply it is nested.
//
// The same tree serves parametric models. What only they have (binders, indices, definitions, ...) is gone after
// elaboration (elaborator.h), which writes a second tree without them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
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
  Operation,  // op, with its operands
  // Before elaboration only:
  Element,     // left: the number of an element, `x[e]`
  Member,      // left: the element before the dot; right: the one behind it, which may be `Action`
  Call,        // left: an element whose indices are the arguments
  Quantified,  // left: the body; right: the number of a quantifier
  // After elaboration only:
  Value,  // name: an enumeration value, even where a variable has its name
};

struct Node {
  NodeForm form = NodeForm::Boolean;
  ExprOp op = ExprOp::Boolean;  // of an operation; no leaf of ExprOp
  bool computes_value = false;  // of Not, And, Or: written `~ & |`, so that an operand without value leaves no value
  Span span;
  std::uint32_t left = 0;   // the number of a node, or of a word: the name
  std::uint32_t right = 0;  // the number of a node, or of a word: the owner
  std::int64_t value = 0;   // of Choose: the number of the node of its condition

  WordId name() const { return WordId(left); }
  WordId owner() const { return right == WordId::kNone ? WordId{} : WordId(right); }
};
static_assert(sizeof(Node) <= 32);

struct Expression {
  std::uint32_t first = 0;
  std::uint32_t root = 0;
};

// A name with indices: `x`, `x[e]`, `send[1, zero]`; also a call with its arguments.
struct Element {
  Name name;
  bool indexed = false;
  std::vector<std::uint32_t> indices;  // nodes
  Span span;
};

struct Bind;

// `i : Id, j : 1..i, i <> j`. Empty: there is none.
struct Binder {
  std::vector<Bind> binds;
  Span span;
  bool empty() const { return binds.empty(); }
};

// A name that is declared, with the binder of a family or with indices; in a list, perhaps behind `for (...)`.
struct Item {
  Name name;
  Binder binder;
  Binder repeat;
  bool indexed = false;
  std::vector<std::uint32_t> indices;  // nodes
  Span span;
};

enum class TypeForm : std::uint8_t { Boolean, Enumeration, Range, Named };

inline constexpr std::int64_t kLargestBound = std::int64_t{1} << 40;  // of a range, and its negation the least

struct Type {
  TypeForm form = TypeForm::Boolean;
  std::int64_t low = 0;  // Range
  std::int64_t high = 0;
  std::optional<Expression> low_expression;  // instead of the number
  std::optional<Expression> high_expression;
  std::vector<Item> values;  // Enumeration
  Name set;                  // Named
  Span span;
};

// A generator `i : Id`, or a filter.
struct Bind {
  Name name;  // none: a filter
  Type type;
  Expression filter;
};

enum class Quantifier : std::uint8_t { Forall, Exists, Xor, Sum, Count, Minimum, Maximum };

struct Quantified {
  Quantifier quantifier = Quantifier::Forall;
  Binder binder;
  Span span;  // of the word
};

struct Variable {
  Name name;
  Binder binder;
  Type type;
  bool observable = false;
};

struct ProtocolLine {
  Binder repeat;
  Expression condition;
  std::vector<Item> actions;
  Span span;
  std::string note;  // after elaboration: for which indices
};

struct Assignment {
  std::optional<Item> owner;
  Item variable;
  Expression value;
  std::vector<std::uint32_t> foralls;  // of the line, outermost first
  Span span;
};

struct EvolutionLine {
  Binder repeat;
  std::vector<Binder> foralls;
  std::vector<Assignment> assignments;
  Expression condition;
  Span span;
  std::string note;
};

// Of a definition: `i : Id`, `k : integer`, `a : agent`, `f : formula`.
enum class ParameterKind : std::uint8_t { Typed, Integer, Agent, Formula };

struct Parameter {
  Name name;
  ParameterKind kind = ParameterKind::Typed;
  Type type;
};

struct Definition {
  Name name;
  std::vector<Parameter> parameters;
  bool is_formula = false;
  Expression body;
  Span formula;  // the text of a formula
  Span span;
};

enum class ConstantForm : std::uint8_t { Parameter, Value, Set };

struct Constant {
  Name name;
  ConstantForm form = ConstantForm::Value;
  Binder binder;
  Type type;  // Parameter, Set
  std::optional<Expression> value;
  Span span;
};

struct Agent {
  Name name;
  Binder binder;
  std::vector<Definition> definitions;
  std::vector<Variable> variables;
  std::vector<Item> lobsvars;
  std::optional<Span> lobsvars_section;
  std::optional<Span> obsvars_section;
  std::optional<Expression> red;
  std::vector<Item> actions;
  std::vector<ProtocolLine> protocol;
  std::optional<ProtocolLine> other;  // its condition means nothing
  std::vector<EvolutionLine> evolution;
  Span span;
  std::string note;  // after elaboration: `in agent Node[3]`
};

struct Proposition {
  Name name;
  Binder binder;
  Expression condition;
  Span span;
  std::string note;
};

struct Group {
  Name name;
  Binder binder;
  std::vector<Item> members;
  Span span;
};

// A variable in a list of what is observed: `x` or `Agent.x`.
struct Reference {
  Binder repeat;
  std::optional<Item> owner;
  Item variable;
};

struct Observation {
  Binder repeat;
  Name name;
  Item agent;
  std::vector<Reference> variables;
  Span span;
};

struct InitialObservation {
  Binder repeat;
  Item agent;
  Name observation;
};

// A line of Fairness or Formulae.
struct Formula {
  Span text;      // without the semicolon and without what is said about it
  Name name;      // may be none
  Binder binder;  // of the name, or of `for`
  std::optional<Expression> expected;
};

struct Model {
  bool parametric = false;  // something is there that only parametric models have
  bool single_assignment = false;
  std::vector<Node> nodes;
  std::vector<Element> elements;
  std::vector<Quantified> quantifiers;
  std::vector<Constant> constants;
  std::vector<Definition> definitions;
  std::vector<Agent> agents;
  std::vector<Proposition> propositions;
  std::optional<Expression> initial;
  std::vector<Group> groups;
  std::vector<Observation> observations;
  std::vector<InitialObservation> initial_observations;
  std::vector<Formula> fairness;
  std::vector<Formula> formulas;
};

}  // namespace gnomon::ispl::syntax
