#include "ic3/single_path.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "check/letters.h"
#include "logic/fragment.h"

namespace gnomon::ic3 {

using logic::Family;
using logic::Op;

namespace {

// What shows something: this state alone, one path from it, or more than that.
enum class Shows : std::uint8_t { State, Path, More };

// That a formula holds, and that it does not.
struct ShownBy {
  Shows holds = Shows::More;
  Shows fails = Shows::More;
};

Shows both(Shows a, Shows b) {
  if (a == Shows::State || b == Shows::State) return std::max(a, b);
  return Shows::More;
}

// A path to where `end` is shown, with `through` on the way.
Shows by_path(Shows through, Shows end) {
  return through == Shows::State && end != Shows::More ? Shows::Path : Shows::More;
}

ShownBy shown_by(Op op, ShownBy left, ShownBy right) {
  constexpr Shows kState = Shows::State;
  constexpr Shows kMore = Shows::More;
  switch (op) {
    case Op::True:
    case Op::False:
    case Op::Atom:
    case Op::Green:
    case Op::Red:
      return {kState, kState};
    case Op::Not:
      return {left.fails, left.holds};
    case Op::And:
      return {both(left.holds, right.holds), std::max(left.fails, right.fails)};
    case Op::Or:
      return {std::max(left.holds, right.holds), both(left.fails, right.fails)};
    case Op::EX:
    case Op::EF:
    case Op::EXn:
    case Op::EFn:
      return {by_path(kState, left.holds), kMore};
    case Op::AX:
    case Op::AG:
    case Op::AXn:
    case Op::AGn:
      return {kMore, by_path(kState, left.fails)};
    case Op::EG:
    case Op::EGn:
      return {by_path(left.holds, kState), kMore};
    case Op::AF:
    case Op::AFn:
      return {kMore, by_path(left.fails, kState)};
    case Op::EU:
    case Op::EUn:
      return {by_path(left.holds, right.holds), kMore};
    case Op::AU:  // no g up to a state with neither, or for ever
    case Op::AUn:
      return {kMore, by_path(right.fails, left.fails)};
    default:
      static_assert(logic::covers(Family::Atom, {Op::True, Op::False, Op::Atom, Op::Green, Op::Red}));
      static_assert(
          logic::covers(Family::Branching, {Op::EX, Op::AX, Op::EF, Op::AF, Op::EG, Op::AG, Op::EU, Op::AU, Op::EXn,
                                            Op::AXn, Op::EFn, Op::AFn, Op::EGn, Op::AGn, Op::EUn, Op::AUn}));
      return {kMore, kMore};
  }
}

}  // namespace

bool refuted_by_a_path(const logic::FormulaPool& pool, logic::Formula root) {
  std::unordered_map<logic::Formula, ShownBy> known;
  auto is_plain = [&](logic::Formula f) {
    return known.at(f).holds == Shows::State && known.at(f).fails == Shows::State;
  };
  for (logic::Formula f : pool.subformulas(root)) {
    const logic::Node& node = pool[f];
    auto operand = [&](logic::Formula part) { return part.is_none() ? ShownBy{} : known.at(part); };
    ShownBy shown = node.is_path ? ShownBy{} : shown_by(node.op, operand(node.left), operand(node.right));
    const bool all = node.op == Op::PathA || node.op == Op::PathAf;
    const bool some = node.op == Op::PathE || node.op == Op::PathEf;
    if (all || some) {
      const std::vector<logic::Formula> letters = check::letters_of(pool, node.left);
      const bool plain = std::all_of(letters.begin(), letters.end(), is_plain);
      if (plain) (all ? shown.fails : shown.holds) = Shows::Path;
    }
    known[f] = shown;
  }
  return known.at(root).fails != Shows::More;
}

}  // namespace gnomon::ic3
