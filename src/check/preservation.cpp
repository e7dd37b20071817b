#include "check/preservation.h"

#include <vector>

#include "logic/fragment.h"

namespace gnomon::check {

using logic::Formula;
using logic::Node;
using logic::Op;

namespace {

Preservation both(const Preservation& a, const Preservation& b) {
  return {a.existential && b.existential, a.universal && b.universal};
}

Preservation negated(const Preservation& a) {
  return {a.universal, a.existential};
}

Preservation combine(Op op, Extent extent, const Preservation& left, const Preservation& right) {
  const Preservation operands = both(left, right);
  switch (op) {
    case Op::True:
    case Op::False:
    case Op::Atom:
    case Op::Green:
    case Op::Red:
      return {};
    case Op::Not:
      return negated(left);
    case Op::Implies:
      return both(negated(left), right);
    case Op::Iff:
      return both(both(left, negated(left)), both(right, negated(right)));
    case Op::EX:
    case Op::EF:
    case Op::EG:
    case Op::EU:
    case Op::EXn:
    case Op::EFn:
    case Op::EGn:
    case Op::EUn:
    case Op::PathE:
    case Op::PathEf:
      return extent == Extent::Open ? operands : Preservation{operands.existential, false};
    case Op::AX:
    case Op::AF:
    case Op::AG:
    case Op::AU:
    case Op::AXn:
    case Op::AFn:
    case Op::AGn:
    case Op::AUn:
    case Op::PathA:
    case Op::PathAf:
    case Op::CanX:
    case Op::CanF:
    case Op::CanG:
    case Op::CanU:
    case Op::CanXn:
    case Op::CanFn:
    case Op::CanGn:
    case Op::CanUn:
      return extent == Extent::Open ? operands : Preservation{false, operands.universal};
    case Op::Knows:
    case Op::Everybody:
    case Op::Common:
    case Op::Distributed:
    case Op::Ought:
      return {false, operands.universal};
    case Op::Box:
    case Op::Boxn:
      return both(negated(left), right);
    case Op::And:
    case Op::Or:
    case Op::Delta:
    case Op::X:
    case Op::F:
    case Op::G:
    case Op::U:
    case Op::W:
    case Op::R:
    case Op::Diamond:
    case Op::Xn:
    case Op::Fn:
    case Op::Gn:
    case Op::Un:
    case Op::Wn:
    case Op::Rn:
    case Op::Diamondn:
    case Op::Step:
    case Op::Test:
    case Op::Alt:
    case Op::Seq:
    case Op::Star:
    case Op::Repeat:
      return operands;
  }
  return {false, false};
}

}  // namespace

Preservation preservation(const logic::FormulaPool& pool, Formula root, Extent extent) {
  std::vector<Preservation> of(root.index() + 1);
  for (Formula f : pool.subformulas(root)) {
    const Node& node = pool[f];
    Preservation left = node.left.is_none() ? Preservation{} : of[node.left.index()];
    Preservation right = node.right.is_none() ? Preservation{} : of[node.right.index()];
    of[f.index()] = combine(node.op, extent, left, right);
  }
  return of[root.index()];
}

namespace {

struct Shape {
  bool local = true;          // no knowledge, no obligation, no change of observation
  bool propositional = true;  // a Boolean combination of atoms
};

bool is_about_knowledge(Op op) {
  return op == Op::Knows || op == Op::Everybody || op == Op::Common || op == Op::Distributed || op == Op::Ought ||
         op == Op::Delta;
}

std::vector<Shape> shapes_below(const logic::FormulaPool& pool, Formula root) {
  std::vector<Shape> shapes(root.index() + 1);
  for (Formula f : pool.subformulas(root)) {
    const Node& node = pool[f];
    Shape& shape = shapes[f.index()];
    shape.local = !is_about_knowledge(node.op);
    shape.propositional = node.left.is_none() || logic::family_of(node.op) == logic::Family::Boolean;
    for (Formula operand : {node.left, node.right}) {
      if (operand.is_none()) continue;
      shape.local = shape.local && shapes[operand.index()].local;
      shape.propositional = shape.propositional && shapes[operand.index()].propositional;
    }
  }
  return shapes;
}

}  // namespace

bool is_local(const logic::FormulaPool& pool, Formula f) {
  logic::Fragment fragment = logic::classify(pool, f);
  return !fragment.knowledge && !fragment.deontic && !fragment.observation;
}

Preservation preservation(const logic::FormulaPool& pool, Formula f, const std::vector<Formula>& fairness,
                          Extent extent) {
  for (Formula constraint : fairness) {
    bool good =
        extent == Extent::Open ? is_local(pool, constraint) : preservation(pool, constraint, extent).existential;
    if (!good) return {false, false};
  }
  return preservation(pool, f, extent);
}

std::vector<Formula> local_parts(const logic::FormulaPool& pool, Formula root) {
  std::vector<Shape> shapes = shapes_below(pool, root);
  std::vector<Formula> found;
  std::vector<bool> seen(root.index() + 1, false);
  struct Visit {
    Formula formula;
    bool on_top;  // only conjunctions and AG above it
  };
  std::vector<Visit> stack{{root, true}};
  while (!stack.empty()) {
    auto [f, on_top] = stack.back();
    stack.pop_back();
    if (f.is_none() || seen[f.index()] || shapes[f.index()].propositional) continue;
    seen[f.index()] = true;
    const Node& node = pool[f];
    bool globally = node.op == Op::AG ||
                    (node.op == Op::PathA && pool[node.left].op == Op::G && !pool[pool[node.left].left].is_path);
    on_top = on_top && (node.op == Op::And || globally || node.op == Op::G);
    bool is_state_formula = !node.is_path && !logic::is_path_expression(node.op);
    if (shapes[f.index()].local && is_state_formula && !on_top) {
      found.push_back(f);
      continue;
    }
    stack.push_back({node.left, on_top});
    stack.push_back({node.right, on_top});
  }
  return found;
}

}  // namespace gnomon::check
