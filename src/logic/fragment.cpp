#include "logic/fragment.h"

#include <algorithm>
#include <vector>

#include "logic/formula_map.h"
#include "logic/mode.h"

namespace gnomon::logic {

namespace {

// A or E over one of X F G U W R whose operands are state formulas.
bool has_ctl_shape(const FormulaPool& pool, Formula path) {
  const Node& node = pool[path];
  switch (node.op) {
    case Op::X:
    case Op::F:
    case Op::G:
      return !pool[node.left].is_path;
    case Op::U:
    case Op::W:
    case Op::R:
      return !pool[node.left].is_path && !pool[node.right].is_path;
    default:
      return false;
  }
}

void note(const FormulaPool& pool, const Node& node, Fragment& found) {
  switch (node.op) {
    case Op::True:
    case Op::False:
    case Op::Atom:
    case Op::Green:
    case Op::Red:
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Implies:
    case Op::Iff:
    case Op::Step:
    case Op::Test:
    case Op::Alt:
    case Op::Seq:
    case Op::Star:
      return;
    case Op::EX:
    case Op::AX:
    case Op::EF:
    case Op::AF:
    case Op::EG:
    case Op::AG:
    case Op::EU:
    case Op::AU:
      found.branching = true;
      return;
    case Op::Common:
      found.common_knowledge = true;
      [[fallthrough]];
    case Op::Everybody:
    case Op::Distributed:
      found.group_knowledge = true;
      [[fallthrough]];
    case Op::Knows:
      found.knowledge = true;
      return;
    case Op::Ought:
      found.deontic = true;
      return;
    case Op::CanX:
    case Op::CanF:
    case Op::CanG:
    case Op::CanU:
      found.strategic = true;
      return;
    case Op::Delta:
      found.observation = true;
      return;
    case Op::PathAf:
    case Op::PathEf:
      found.finite_traces = true;
      [[fallthrough]];
    case Op::PathA:
    case Op::PathE:
      found.path_quantifiers = true;
      if (pool[node.left].is_path && !has_ctl_shape(pool, node.left)) found.path_automata = true;
      return;
    case Op::X:
    case Op::F:
    case Op::G:
    case Op::U:
    case Op::W:
    case Op::R:
      found.linear_operators = true;
      return;
    case Op::Diamond:
    case Op::Box:
      found.dynamic_operators = true;
      return;
  }
}

bool is_knowledge(Op op) {
  return op == Op::Knows || op == Op::Everybody || op == Op::Common || op == Op::Distributed;
}

}  // namespace

Fragment classify(const FormulaPool& pool, Formula root) {
  Fragment found;
  std::vector<Formula> order = pool.subformulas(root);
  FormulaMap<std::uint32_t> depth(order);
  bool below_is_propositional = true;  // everything but the root
  for (Formula f : order) {
    const Node& node = pool[f];
    if (f == root) below_is_propositional = found.is_propositional();
    note(pool, node, found);
    std::uint32_t deepest = 0;
    if (!node.left.is_none()) deepest = depth[node.left];
    if (!node.right.is_none()) deepest = std::max(deepest, depth[node.right]);
    if (is_knowledge(node.op)) ++deepest;
    depth[f] = deepest;
  }
  found.knowledge_depth = depth[root];
  found.invariant = pool[root].op == Op::AG && below_is_propositional;
  return found;
}

bool needs_memory(const FormulaPool& pool, const Property& property) {
  Fragment fragment = classify(pool, property.formula);
  return fragment.observation || (fragment.knowledge && property.knowledge != KnowledgeSemantics::Observational);
}

std::string logic_name(const FormulaPool& pool, const Property& property) {
  Fragment found = classify(pool, property.formula);
  std::string name(prefix_of(property.mode));
  if (property.mode == Mode::Plain) name = found.strategic ? "ATL" : "CTL";
  name += 'K';
  if (found.observation) name += "Delta";
  return name;
}

}  // namespace gnomon::logic
