// How tightly the operators bind, shared by the parser and the printer.
//
//   Alt      +                                     } path expressions, inside <...> and [...]
//   Seq      ;                                     }
//   Postfix  ? *                                   }
//   Iff      <->
//   Implies  -> (right associative; all other binary operators are left associative)
//   Or, And
//   Not      !
//   Until    U W R, and the prefixes A E AG AF AX EG EF EX
//   Next     the prefixes X F G <g>X <g>F <g>G <rho> [rho]
//   Closed   atoms and what carries its own parentheses: K(i, f), A(f U g) of plain formulas, ...
#pragma once

#include <cstdint>

#include "logic/formula.h"

namespace gnomon::logic {

enum class Level : std::uint8_t { Alt, Seq, Postfix, Iff, Implies, Or, And, Not, Until, Next, Closed };
enum class Shape : std::uint8_t { Prefix, Binary, Postfix, Closed };

struct Syntax {
  Level level = Level::Closed;
  Shape shape = Shape::Closed;
};

// A step is written as its formula and has the syntax of that formula; here it counts as closed.
constexpr Syntax syntax_of(Op op) {
  switch (op) {
    case Op::True:
    case Op::False:
    case Op::Atom:
    case Op::Green:
    case Op::Red:
    case Op::EU:
    case Op::AU:
    case Op::Knows:
    case Op::Everybody:
    case Op::Common:
    case Op::Distributed:
    case Op::Ought:
    case Op::CanU:
    case Op::Delta:
    case Op::Step:
      return {Level::Closed, Shape::Closed};
    case Op::Not:
      return {Level::Not, Shape::Prefix};
    case Op::And:
      return {Level::And, Shape::Binary};
    case Op::Or:
      return {Level::Or, Shape::Binary};
    case Op::Implies:
      return {Level::Implies, Shape::Binary};
    case Op::Iff:
      return {Level::Iff, Shape::Binary};
    case Op::EX:
    case Op::AX:
    case Op::EF:
    case Op::AF:
    case Op::EG:
    case Op::AG:
    case Op::PathA:
    case Op::PathE:
    case Op::PathAf:
    case Op::PathEf:
      return {Level::Until, Shape::Prefix};
    case Op::U:
    case Op::W:
    case Op::R:
      return {Level::Until, Shape::Binary};
    case Op::CanX:
    case Op::CanF:
    case Op::CanG:
    case Op::X:
    case Op::F:
    case Op::G:
    case Op::Diamond:
    case Op::Box:
      return {Level::Next, Shape::Prefix};
    case Op::Alt:
      return {Level::Alt, Shape::Binary};
    case Op::Seq:
      return {Level::Seq, Shape::Binary};
    case Op::Test:
    case Op::Star:
      return {Level::Postfix, Shape::Postfix};
  }
  return {};
}

constexpr bool is_right_associative(Level level) {
  return level == Level::Implies;
}

}  // namespace gnomon::logic
