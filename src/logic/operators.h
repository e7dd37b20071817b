// The operators of all logics, in one table: how each is written, what it takes, what it turns into under negation.
//
// Whatever can be said of an operator without its meaning is said here and nowhere else. The lexer and the parser find
// the words here, the printer the notation, the builder the levels, the normal form the duals and polarities, and the
// classification the families. What an operator means is said by those who evaluate it, in switches without `default`
// or, where only one family can occur, with a static_assert that all of it is there; so the compiler lists the places
// for a new one.
//
// How tightly the operators bind (Level), from the loosest to the tightest:
//
//   Alt      +                                     } path expressions, inside <...> and [...]
//   Seq      ;                                     }
//   Postfix  ? * + {n,m}                           }
//   Iff      <->
//   Implies  -> (right associative; all other binary operators are left associative)
//   Or, And
//   Not      !
//   Until    U W R, and the prefixes A E AG AF AX EG EF EX
//   Next     the prefixes X F G <g>X <g>F <g>G <rho> [rho]
//   Closed   atoms and what carries its own parentheses: K(i, f), A(f U g) of plain formulas, ...
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace gnomon::logic {

enum class Op : std::uint8_t {
  // atoms
  True,
  False,
  Atom,   // a proposition
  Green,  // Agent.GreenStates
  Red,    // Agent.RedStates
  // Boolean, of state and of path formulas
  Not,
  And,
  Or,
  Implies,
  Iff,
  // branching time (plain mode; finite paths count where the definition says so)
  EX,
  AX,
  EF,
  AF,
  EG,
  AG,
  EU,
  AU,
  // knowledge and obligation
  Knows,        // K(agent, f)
  Everybody,    // GK(group, f)
  Common,       // GCK(group, f)
  Distributed,  // DK(group, f)
  Ought,        // O(agent, f)
  // strategies: the group can enforce
  CanX,
  CanF,
  CanG,
  CanU,
  // the same two families with a bound on the steps, EF[a,b] f: Node::bound
  EXn,
  AXn,
  EFn,
  AFn,
  EGn,
  AGn,
  EUn,
  AUn,
  CanXn,
  CanFn,
  CanGn,
  CanUn,
  // change of observation: Delta(agent, observation, f)
  Delta,
  // path quantifiers over infinite (fair) paths, and over finite traces
  PathA,
  PathE,
  PathAf,
  PathEf,
  // path operators
  X,
  F,
  G,
  U,
  W,
  R,
  Diamond,  // <rho>f                                       left: rho, right: f
  Box,      // [rho]f                                       left: rho, right: f
  // path operators with a bound on the steps, F[a,b] f
  Xn,
  Fn,
  Gn,
  Un,
  Wn,
  Rn,
  Diamondn,  // <rho>[a,b] f
  Boxn,      // [rho][a,b] f
  // path expressions (not formulas)
  Step,    // f: one step from a position where the state formula f holds
  Test,    // f?: no step
  Alt,     // rho + sigma
  Seq,     // rho ; sigma
  Star,    // rho*
  Repeat,  // rho{n,m}, rho+: Node::bound
};
inline constexpr std::size_t kOperatorCount = static_cast<std::size_t>(Op::Repeat) + 1;

enum class Family : std::uint8_t {
  Atom,
  Boolean,
  Branching,  // EX ... AU: time, of states
  Knowledge,
  Deontic,
  Strategic,
  Observation,
  PathQuantifier,  // A and E over path formulas
  Linear,          // X F G U W R: time, of paths
  Dynamic,         // <rho>f [rho]f
  PathExpression,
};

// What the names of an operator stand for.
enum class NameKind : std::uint8_t { None, Proposition, Agent, Group, Observation };

enum class Notation : std::uint8_t {
  Constant,    // true
  Name,        // p
  Member,      // i.GreenStates
  Prefix,      // X f
  Binary,      // f U g
  Postfix,     // f?
  Call,        // K(i, f), Delta(i, o, f)
  Group,       // <g>X f
  Until,       // A(f U g)
  GroupUntil,  // <g>(f U h)
  Modal,       // <rho>f; the word is the two brackets
  Implicit,    // a step is written as its formula
};

// How an operator is recognised.
enum class Spelling : std::uint8_t {
  Reserved,  // by a word that no proposition can have: the words that MCMAS reserves in formulas
  ByPlace,   // by a word that is a name in all places where no operator can stand
  BySign,    // by a sign, or together with what stands around it
};

enum class Level : std::uint8_t { Alt, Seq, Postfix, Iff, Implies, Or, And, Not, Until, Next, Closed };

// How the truth of a formula depends on that of an operand: it grows with it, it shrinks, or neither.
enum class Polarity : std::uint8_t { Positive, Negative, Both };

struct Operator {
  Op op = Op::True;
  std::string_view word;
  Spelling spelling = Spelling::BySign;
  Notation notation = Notation::Constant;
  Level level = Level::Closed;
  Family family = Family::Atom;
  std::uint8_t arity = 0;
  // What a negation makes of the operator as it moves on to the operands: !op(f, g) = dual(!f, !g), but a path
  // expression is not negated. None: the negation stays in front, or the rule has another shape.
  std::optional<Op> dual = std::nullopt;
  NameKind name = NameKind::None;
  NameKind name2 = NameKind::None;
  Polarity left = Polarity::Positive;
  Polarity right = Polarity::Positive;
};

namespace detail {

constexpr std::array<Operator, kOperatorCount> operator_table() {
  using enum Op;
  using enum Spelling;
  using N = Notation;
  using L = Level;
  using Fam = Family;
  constexpr NameKind kProposition = NameKind::Proposition;
  constexpr NameKind kAgent = NameKind::Agent;
  constexpr NameKind kGroup = NameKind::Group;
  constexpr NameKind kView = NameKind::Observation;
  constexpr Polarity kMinus = Polarity::Negative;
  constexpr Polarity kBoth = Polarity::Both;
  // clang-format off
  return {{
    // op         word           spelling  notation       level       family            arity dual     names, polarity
    {True,        "true",        Reserved, N::Constant,   L::Closed,  Fam::Atom,           0, False},
    {False,       "false",       Reserved, N::Constant,   L::Closed,  Fam::Atom,           0, True},
    {Atom,        "",            BySign,   N::Name,       L::Closed,  Fam::Atom,           0, {},      kProposition},
    {Green,       "GreenStates", BySign,   N::Member,     L::Closed,  Fam::Atom,           0, Red,     kAgent},
    {Red,         "RedStates",   BySign,   N::Member,     L::Closed,  Fam::Atom,           0, Green,   kAgent},
    {Not,         "!",           BySign,   N::Prefix,     L::Not,     Fam::Boolean,        1, {},      {}, {}, kMinus},
    {And,         "and",         Reserved, N::Binary,     L::And,     Fam::Boolean,        2, Or},
    {Or,          "or",          Reserved, N::Binary,     L::Or,      Fam::Boolean,        2, And},
    {Implies,     "->",          BySign,   N::Binary,     L::Implies, Fam::Boolean,        2, {},      {}, {}, kMinus},
    {Iff,         "<->",         BySign,   N::Binary,     L::Iff,     Fam::Boolean,        2, {}, {}, {}, kBoth, kBoth},
    {EX,          "EX",          Reserved, N::Prefix,     L::Until,   Fam::Branching,      1, AX},
    {AX,          "AX",          Reserved, N::Prefix,     L::Until,   Fam::Branching,      1, EX},
    {EF,          "EF",          Reserved, N::Prefix,     L::Until,   Fam::Branching,      1, AG},
    {AF,          "AF",          Reserved, N::Prefix,     L::Until,   Fam::Branching,      1, EG},
    {EG,          "EG",          Reserved, N::Prefix,     L::Until,   Fam::Branching,      1, AF},
    {AG,          "AG",          Reserved, N::Prefix,     L::Until,   Fam::Branching,      1, EF},
    {EU,          "E",           BySign,   N::Until,      L::Closed,  Fam::Branching,      2},
    {AU,          "A",           BySign,   N::Until,      L::Closed,  Fam::Branching,      2},
    {Knows,       "K",           Reserved, N::Call,       L::Closed,  Fam::Knowledge,      1, {},      kAgent},
    {Everybody,   "GK",          Reserved, N::Call,       L::Closed,  Fam::Knowledge,      1, {},      kGroup},
    {Common,      "GCK",         Reserved, N::Call,       L::Closed,  Fam::Knowledge,      1, {},      kGroup},
    {Distributed, "DK",          Reserved, N::Call,       L::Closed,  Fam::Knowledge,      1, {},      kGroup},
    {Ought,       "O",           Reserved, N::Call,       L::Closed,  Fam::Deontic,        1, {},      kAgent},
    {CanX,        "X",           BySign,   N::Group,      L::Next,    Fam::Strategic,      1, {},      kGroup},
    {CanF,        "F",           BySign,   N::Group,      L::Next,    Fam::Strategic,      1, {},      kGroup},
    {CanG,        "G",           BySign,   N::Group,      L::Next,    Fam::Strategic,      1, {},      kGroup},
    {CanU,        "",            BySign,   N::GroupUntil, L::Closed,  Fam::Strategic,      2, {},      kGroup},
    {EXn,         "EX",          BySign,   N::Prefix,     L::Until,   Fam::Branching,      1, AXn},
    {AXn,         "AX",          BySign,   N::Prefix,     L::Until,   Fam::Branching,      1, EXn},
    {EFn,         "EF",          BySign,   N::Prefix,     L::Until,   Fam::Branching,      1, AGn},
    {AFn,         "AF",          BySign,   N::Prefix,     L::Until,   Fam::Branching,      1, EGn},
    {EGn,         "EG",          BySign,   N::Prefix,     L::Until,   Fam::Branching,      1, AFn},
    {AGn,         "AG",          BySign,   N::Prefix,     L::Until,   Fam::Branching,      1, EFn},
    {EUn,         "E",           BySign,   N::Until,      L::Closed,  Fam::Branching,      2},
    {AUn,         "A",           BySign,   N::Until,      L::Closed,  Fam::Branching,      2},
    {CanXn,       "X",           BySign,   N::Group,      L::Next,    Fam::Strategic,      1, {},      kGroup},
    {CanFn,       "F",           BySign,   N::Group,      L::Next,    Fam::Strategic,      1, {},      kGroup},
    {CanGn,       "G",           BySign,   N::Group,      L::Next,    Fam::Strategic,      1, {},      kGroup},
    {CanUn,       "",            BySign,   N::GroupUntil, L::Closed,  Fam::Strategic,      2, {},      kGroup},
    {Delta,       "Delta",       ByPlace,  N::Call,       L::Closed,  Fam::Observation,    1, Delta,   kAgent, kView},
    {PathA,       "A",           Reserved, N::Prefix,     L::Until,   Fam::PathQuantifier, 1, PathE},
    {PathE,       "E",           Reserved, N::Prefix,     L::Until,   Fam::PathQuantifier, 1, PathA},
    {PathAf,      "A",           BySign,   N::Prefix,     L::Until,   Fam::PathQuantifier, 1, PathEf},
    {PathEf,      "E",           BySign,   N::Prefix,     L::Until,   Fam::PathQuantifier, 1, PathAf},
    {X,           "X",           Reserved, N::Prefix,     L::Next,    Fam::Linear,         1, X},
    {F,           "F",           Reserved, N::Prefix,     L::Next,    Fam::Linear,         1, G},
    {G,           "G",           Reserved, N::Prefix,     L::Next,    Fam::Linear,         1, F},
    {U,           "U",           Reserved, N::Binary,     L::Until,   Fam::Linear,         2, R},
    {W,           "W",           ByPlace,  N::Binary,     L::Until,   Fam::Linear,         2},
    {R,           "R",           ByPlace,  N::Binary,     L::Until,   Fam::Linear,         2, U},
    {Diamond,     "<>",          BySign,   N::Modal,      L::Next,    Fam::Dynamic,        2, Box},
    {Box,         "[]",          BySign,   N::Modal,      L::Next,    Fam::Dynamic,        2, Diamond, {}, {}, kMinus},
    {Xn,          "X",           BySign,   N::Prefix,     L::Next,    Fam::Linear,         1, Xn},
    {Fn,          "F",           BySign,   N::Prefix,     L::Next,    Fam::Linear,         1, Gn},
    {Gn,          "G",           BySign,   N::Prefix,     L::Next,    Fam::Linear,         1, Fn},
    {Un,          "U",           BySign,   N::Binary,     L::Until,   Fam::Linear,         2, Rn},
    {Wn,          "W",           BySign,   N::Binary,     L::Until,   Fam::Linear,         2},
    {Rn,          "R",           BySign,   N::Binary,     L::Until,   Fam::Linear,         2, Un},
    {Diamondn,    "<>",          BySign,   N::Modal,      L::Next,    Fam::Dynamic,        2, Boxn},
    {Boxn,        "[]",          BySign,   N::Modal,      L::Next,    Fam::Dynamic,        2, Diamondn, {}, {}, kMinus},
    {Step,        "",            BySign,   N::Implicit,   L::Closed,  Fam::PathExpression, 1},
    {Test,        "?",           BySign,   N::Postfix,    L::Postfix, Fam::PathExpression, 1},
    {Alt,         "+",           BySign,   N::Binary,     L::Alt,     Fam::PathExpression, 2},
    {Seq,         ";",           BySign,   N::Binary,     L::Seq,     Fam::PathExpression, 2},
    {Star,        "*",           BySign,   N::Postfix,    L::Postfix, Fam::PathExpression, 1},
    {Repeat,      "",            BySign,   N::Postfix,    L::Postfix, Fam::PathExpression, 1},
  }};
  // clang-format on
}

constexpr bool in_order(const std::array<Operator, kOperatorCount>& table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].op != static_cast<Op>(i)) return false;
  }
  return true;
}

}  // namespace detail

inline constexpr std::array<Operator, kOperatorCount> kOperators = detail::operator_table();
static_assert(detail::in_order(kOperators), "the rows are in the order of the enumeration");

constexpr const Operator& operator_of(Op op) {
  return kOperators[static_cast<std::size_t>(op)];
}

// How many operands a node has (0, 1 or 2); of a unary node the operand is `left`.
constexpr int arity(Op op) {
  return operator_of(op).arity;
}

// The operators that take a bound on the steps, with their forms that have one.
struct BoundedForm {
  Op plain = Op::True;
  Op bounded = Op::True;
};
inline constexpr std::array<BoundedForm, 20> kBoundedForms{{{Op::EX, Op::EXn},
                                                            {Op::AX, Op::AXn},
                                                            {Op::EF, Op::EFn},
                                                            {Op::AF, Op::AFn},
                                                            {Op::EG, Op::EGn},
                                                            {Op::AG, Op::AGn},
                                                            {Op::EU, Op::EUn},
                                                            {Op::AU, Op::AUn},
                                                            {Op::CanX, Op::CanXn},
                                                            {Op::CanF, Op::CanFn},
                                                            {Op::CanG, Op::CanGn},
                                                            {Op::CanU, Op::CanUn},
                                                            {Op::X, Op::Xn},
                                                            {Op::F, Op::Fn},
                                                            {Op::G, Op::Gn},
                                                            {Op::U, Op::Un},
                                                            {Op::W, Op::Wn},
                                                            {Op::R, Op::Rn},
                                                            {Op::Diamond, Op::Diamondn},
                                                            {Op::Box, Op::Boxn}}};

// The form with a bound; none if the operator takes none, or is that form already.
constexpr std::optional<Op> bounded_form(Op op) {
  for (const BoundedForm& form : kBoundedForms) {
    if (form.plain == op) return form.bounded;
  }
  return std::nullopt;
}

// The operator without its bound; any other operator is itself.
constexpr Op without_bound(Op op) {
  for (const BoundedForm& form : kBoundedForms) {
    if (form.bounded == op) return form.plain;
  }
  return op;
}

constexpr bool has_bound(Op op) {
  return without_bound(op) != op;
}

// EX AX <g>X X: the bound is one number.
constexpr bool is_next(Op op) {
  const Op plain = without_bound(op);
  return plain == Op::EX || plain == Op::AX || plain == Op::CanX || plain == Op::X;
}

constexpr Family family_of(Op op) {
  return operator_of(op).family;
}

// Whether these are all operators of a family. A switch for one family says so in a static_assert at its `default`, so
// that a new operator of the family does not pass unnoticed there.
constexpr bool covers(Family family, std::initializer_list<Op> operators) {
  for (const Operator& known : kOperators) {
    if (known.family != family) continue;
    bool found = false;
    for (Op op : operators) found = found || op == known.op;
    if (!found) return false;
  }
  return true;
}

constexpr bool is_path_expression(Op op) {
  return family_of(op) == Family::PathExpression;
}

// X F G U W R Diamond Box, with and without a bound
constexpr bool is_path_operator(Op op) {
  return family_of(op) == Family::Linear || family_of(op) == Family::Dynamic;
}

// A E, over infinite paths or finite traces
constexpr bool is_path_quantifier(Op op) {
  return family_of(op) == Family::PathQuantifier;
}

// A and E over finite traces.
constexpr bool is_finite_quantifier(Op op) {
  return op == Op::PathAf || op == Op::PathEf;
}

// K GK GCK DK
constexpr bool is_knowledge(Op op) {
  return family_of(op) == Family::Knowledge;
}

// Operators that are about the states of a model whatever stands below them; their arguments are state formulas.
constexpr bool takes_states(Op op) {
  switch (family_of(op)) {
    case Family::Branching:
    case Family::Knowledge:
    case Family::Deontic:
    case Family::Strategic:
      return true;
    case Family::Atom:
    case Family::Boolean:
    case Family::Observation:
    case Family::PathQuantifier:
    case Family::Linear:
    case Family::Dynamic:
    case Family::PathExpression:
      return false;
  }
  return false;
}

constexpr bool is_right_associative(Level level) {
  return level == Level::Implies;
}

// The operator that is recognised by this word, if there is one.
constexpr std::optional<Op> find_operator(std::string_view word, Spelling spelling) {
  for (const Operator& known : kOperators) {
    if (known.spelling == spelling && known.word == word) return known.op;
  }
  return std::nullopt;
}

// The operator of this notation with this word: <g>X of the coalitions, GreenStates of the members.
constexpr std::optional<Op> find_operator(std::string_view word, Notation notation) {
  for (const Operator& known : kOperators) {
    if (known.notation == notation && known.word == word) return known.op;
  }
  return std::nullopt;
}

}  // namespace gnomon::logic
