#include "logic/fragment.h"

#include <algorithm>
#include <vector>

#include "logic/formula_map.h"
#include "logic/mode.h"

namespace gnomon::logic {

namespace {

// One of X F G U W R, its operands being state formulas.
bool has_ctl_shape(const FormulaPool& pool, Formula path) {
  const Node& node = pool[path];
  return family_of(node.op) == Family::Linear && !pool[node.left].is_path &&
         (node.right.is_none() || !pool[node.right].is_path);
}

void note(const FormulaPool& pool, const Node& node, Fragment& found) {
  switch (family_of(node.op)) {
    case Family::Atom:
    case Family::Boolean:
    case Family::PathExpression:
      return;
    case Family::Branching:
      found.branching = true;
      return;
    case Family::Knowledge:
      found.knowledge = true;
      if (operator_of(node.op).name == NameKind::Group) found.group_knowledge = true;
      if (node.op == Op::Common) found.common_knowledge = true;
      return;
    case Family::Deontic:
      found.deontic = true;
      return;
    case Family::Strategic:
      found.strategic = true;
      return;
    case Family::Observation:
      found.observation = true;
      return;
    case Family::PathQuantifier:
      found.path_quantifiers = true;
      if (is_finite_quantifier(node.op)) found.finite_traces = true;
      if (pool[node.left].is_path && !has_ctl_shape(pool, node.left)) found.path_automata = true;
      return;
    case Family::Linear:
      found.linear_operators = true;
      return;
    case Family::Dynamic:
      found.dynamic_operators = true;
      return;
  }
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

std::vector<bool> stepless(const FormulaPool& pool, Formula root) {
  std::vector<bool> found(root.index() + 1, false);
  for (Formula f : pool.subformulas(root)) {
    const Node& node = pool[f];
    const Family family = family_of(node.op);
    const auto fits = [&](Formula operand) { return operand.is_none() || found[operand.index()]; };
    found[f.index()] = (family == Family::Atom || family == Family::Boolean || family == Family::Knowledge ||
                        family == Family::Deontic) &&
                       !node.is_path && fits(node.left) && fits(node.right);
  }
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
