#include "logic/formula.h"

#include <algorithm>

namespace gnomon::logic {

namespace {

// Whether a node is a path formula, given its operands: path operators make one, Boolean operators, path expressions and
// a change of observation pass it on, every other operator is a state formula whatever stands below it.
bool depends_on_path(Op op, bool operand_does) {
  switch (family_of(op)) {
    case Family::Linear:
    case Family::Dynamic:
      return true;
    case Family::Boolean:
    case Family::Observation:
    case Family::PathExpression:
      return operand_does;
    case Family::Atom:
    case Family::Branching:
    case Family::Knowledge:
    case Family::Deontic:
    case Family::Strategic:
    case Family::PathQuantifier:
      return false;
  }
  return false;
}

}  // namespace

std::size_t FormulaPool::NodeHash::operator()(const Node& node) const noexcept {
  std::uint64_t h = static_cast<std::uint64_t>(node.op);
  for (std::uint32_t part : {node.name.value, node.name2.value, node.left.value, node.right.value}) {
    h = (h ^ part) * 0x9e3779b97f4a7c15ull;
    h ^= h >> 29;
  }
  return static_cast<std::size_t>(h);
}

Symbol FormulaPool::intern(std::string_view text) {
  if (auto found = symbol_index_.find(text); found != symbol_index_.end()) return found->second;
  symbols_.emplace_back(text);
  Symbol symbol(symbols_.size() - 1);
  symbol_index_.emplace(symbols_.back(), symbol);
  return symbol;
}

Symbol FormulaPool::find_symbol(std::string_view text) const {
  auto found = symbol_index_.find(text);
  return found == symbol_index_.end() ? Symbol{} : found->second;
}

Formula FormulaPool::make(Op op, Formula left, Formula right, Symbol name, Symbol name2) {
  Node node{op, false, name, name2, left, right};
  bool operand_does =
      (!left.is_none() && nodes_[left.index()].is_path) || (!right.is_none() && nodes_[right.index()].is_path);
  node.is_path = depends_on_path(op, operand_does);
  auto [at, added] = index_.try_emplace(node, Formula(nodes_.size()));
  if (added) nodes_.push_back(node);
  return at->second;
}

std::vector<Formula> FormulaPool::joined(Op op, Formula root) const {
  std::vector<Formula> found;
  std::vector<Formula> stack{root};
  while (!stack.empty()) {
    const Formula f = stack.back();
    const Node& node = (*this)[f];
    stack.pop_back();
    if (node.op == op && node.is_path) {
      stack.push_back(node.right);
      stack.push_back(node.left);
    } else {
      found.push_back(f);
    }
  }
  return found;
}

std::vector<Formula> FormulaPool::subformulas(Formula root) const {
  return below(std::span<const Formula>(&root, 1), Stop::AtLeaves);
}

std::vector<Formula> FormulaPool::subformulas(std::span<const Formula> roots) const {
  return below(roots, Stop::AtLeaves);
}

std::vector<Formula> FormulaPool::path_part(Formula root) const {
  return below(std::span<const Formula>(&root, 1), Stop::AtStateFormulas);
}

std::vector<Formula> FormulaPool::below(std::span<const Formula> roots, Stop stop) const {
  std::vector<bool> seen(nodes_.size(), false);
  std::vector<Formula> stack(roots.begin(), roots.end());
  std::vector<Formula> found;
  while (!stack.empty()) {
    Formula f = stack.back();
    stack.pop_back();
    if (f.is_none() || seen[f.index()]) continue;
    seen[f.index()] = true;
    found.push_back(f);
    const Node& node = nodes_[f.index()];
    if (stop == Stop::AtStateFormulas && is_state_formula(node)) continue;
    stack.push_back(node.left);
    stack.push_back(node.right);
  }
  std::sort(found.begin(), found.end());  // numbers grow from operands to users
  return found;
}

}  // namespace gnomon::logic
