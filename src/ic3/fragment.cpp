#include "ic3/fragment.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "ic3/single_path.h"
#include "ic3/target.h"
#include "logic/fragment.h"
#include "logic/nnf.h"
#include "logic/simplify.h"

namespace gnomon::ic3 {

using logic::Family;
using logic::Formula;
using logic::FormulaPool;
using logic::Node;
using logic::Op;

namespace {

constexpr std::size_t kNever = 1000;  // no number of look-alikes shows it

// How many look-alikes it takes to show a formula, and its negation.
struct Cost {
  std::size_t holds = 0;
  std::size_t fails = 0;
};

Cost capped(Cost cost) {
  return {std::min(cost.holds, kNever), std::min(cost.fails, kNever)};
}

// Of a formula in negation normal form, given the costs of its operands.
Cost cost_of(const Node& node, Cost left, Cost right) {
  switch (node.op) {
    case Op::True:
    case Op::False:
    case Op::Atom:
    case Op::Green:
    case Op::Red:
      return {0, 0};
    case Op::Not:
      return {left.fails, left.holds};
    case Op::And:
      return capped({left.holds + right.holds, std::max(left.fails, right.fails)});
    case Op::Or:
      return capped({std::max(left.holds, right.holds), left.fails + right.fails});
    case Op::Knows:
    case Op::Everybody:
    case Op::Distributed:
    case Op::Ought:
      return capped({kNever, left.fails + 1});
    default:
      static_assert(logic::covers(Family::Atom, {Op::True, Op::False, Op::Atom, Op::Green, Op::Red}));
      static_assert(logic::covers(Family::Knowledge, {Op::Knows, Op::Everybody, Op::Distributed, Op::Common}));
      static_assert(logic::covers(Family::Deontic, {Op::Ought}));
      return {kNever, kNever};
  }
}

// How many look-alikes it takes to show that the formula fails.
std::size_t look_alikes(const FormulaPool& pool, Formula f) {
  std::unordered_map<Formula, Cost> costs;
  for (Formula g : pool.subformulas(f)) {
    const Node& node = pool[g];
    auto operand = [&](Formula part) { return part.is_none() ? Cost{} : costs.at(part); };
    costs[g] = cost_of(node, operand(node.left), operand(node.right));
  }
  return costs.at(f).fails;
}

void add(FormulaPool& pool, const Part& part, Parts& parts) {
  auto joins = [&](const Part& other) {
    return !other.on_paths && other.always == part.always && other.on_infinite_paths == part.on_infinite_paths &&
           look_alikes(pool, other.formula) == 0;
  };
  auto at =
      look_alikes(pool, part.formula) == 0 ? std::find_if(parts.all.begin(), parts.all.end(), joins) : parts.all.end();
  if (at == parts.all.end()) {
    parts.all.push_back(part);
    return;
  }
  at->formula = pool.make(Op::And, at->formula, part.formula);
  if (at->conjunct != part.conjunct) at->conjunct = pool.make(Op::And, at->conjunct, part.conjunct);
}

// The conjuncts of a formula. A(f and g) = A f and A g for path formulas; of a state formula it is another matter, because
// A p is p even where no path starts.
std::vector<Formula> conjuncts_of(FormulaPool& pool, Formula f) {
  std::vector<Formula> found;
  std::vector<Formula> open{f};
  while (!open.empty()) {
    const Formula here = open.back();
    open.pop_back();
    const Node node = pool[here];
    const bool quantified = node.op == Op::PathA || node.op == Op::PathAf;
    const Node below = quantified ? pool[node.left] : node;
    const bool apart = below.op == Op::And && (!quantified || (pool[below.left].is_path && pool[below.right].is_path));
    if (!apart) {
      found.push_back(here);
    } else {
      for (Formula part : {below.right, below.left}) open.push_back(quantified ? pool.make(node.op, part) : part);
    }
  }
  return found;
}

// What must hold always, or initially, for the conjunct to do so; why that is not decided otherwise.
std::string take_apart(FormulaPool& pool, Formula conjunct, bool clock, std::vector<Part>& found) {
  std::vector<Part> open{{conjunct, false, false, clock, conjunct}};
  while (!open.empty()) {
    const Part here = open.back();
    open.pop_back();
    const Node node = pool[here.formula];
    if (node.op == Op::And) {
      for (Formula part : {node.right, node.left}) {
        open.push_back({part, here.always, here.on_infinite_paths, clock, conjunct});
      }
    } else if (node.op == Op::AG || node.op == Op::G) {
      open.push_back({node.left, true, here.on_infinite_paths, clock, conjunct});
    } else if (node.op == Op::PathA || node.op == Op::PathAf) {
      open.push_back({node.left, here.always, true, clock, conjunct});
    } else {
      const std::size_t needed = look_alikes(pool, here.formula);
      if (needed == kNever) {
        return "IC3 decides invariants and what one path refutes: AG f and LTL G f with f about the present state and "
               "what "
               "agents know there, LTL and LDL over propositions, AF p, A(p U q), AG AF p, and conjunctions of them";
      }
      if (needed >= Target::kMostCopies) {
        return "IC3 looks at no more than " + std::to_string(Target::kMostCopies) + " states at once";
      }
      found.push_back(here);
    }
  }
  return {};
}

}  // namespace

Parts parts_of(FormulaPool& pool, const logic::Property& property) {
  Parts parts;
  // A formula without knowledge means the same under every semantics of it.
  const bool clock = logic::needs_memory(pool, property);
  const Formula simple = logic::negation_normal_form(pool, logic::simplify(pool, property.formula));
  for (Formula conjunct : conjuncts_of(pool, simple)) {
    std::vector<Part> found;
    const std::string problem = take_apart(pool, conjunct, clock, found);
    if (problem.empty()) {
      for (const Part& part : found) add(pool, part, parts);
    } else if (refuted_by_a_path(pool, conjunct)) {
      parts.all.push_back({conjunct, false, false, false, conjunct, true});
    } else {
      parts.unsupported = problem;
      return parts;
    }
  }
  return parts;
}

}  // namespace gnomon::ic3
