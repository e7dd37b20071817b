#include "logic/formula.h"

#include <algorithm>

namespace gnomon::logic {

int arity(Op op) {
  switch (op) {
    case Op::True:
    case Op::False:
    case Op::Atom:
    case Op::Green:
    case Op::Red:
      return 0;
    case Op::Not:
    case Op::EX:
    case Op::AX:
    case Op::EF:
    case Op::AF:
    case Op::EG:
    case Op::AG:
    case Op::Knows:
    case Op::Everybody:
    case Op::Common:
    case Op::Distributed:
    case Op::Ought:
    case Op::CanX:
    case Op::CanF:
    case Op::CanG:
    case Op::Delta:
    case Op::PathA:
    case Op::PathE:
    case Op::PathAf:
    case Op::PathEf:
    case Op::X:
    case Op::F:
    case Op::G:
    case Op::Step:
    case Op::Test:
    case Op::Star:
      return 1;
    case Op::And:
    case Op::Or:
    case Op::Implies:
    case Op::Iff:
    case Op::EU:
    case Op::AU:
    case Op::CanU:
    case Op::U:
    case Op::W:
    case Op::R:
    case Op::Diamond:
    case Op::Box:
    case Op::Alt:
    case Op::Seq:
      return 2;
  }
  return 0;
}

bool is_path_expression(Op op) {
  return op == Op::Step || op == Op::Test || op == Op::Alt || op == Op::Seq || op == Op::Star;
}

bool is_path_operator(Op op) {
  switch (op) {
    case Op::X:
    case Op::F:
    case Op::G:
    case Op::U:
    case Op::W:
    case Op::R:
    case Op::Diamond:
    case Op::Box:
      return true;
    default:
      return false;
  }
}

bool is_path_quantifier(Op op) {
  return op == Op::PathA || op == Op::PathE || op == Op::PathAf || op == Op::PathEf;
}

namespace {

// Whether a node is a path formula, given its operands: path operators make one, Boolean operators and path expressions
// pass it on, every other operator is a state formula whatever stands below it.
bool depends_on_path(Op op, bool operand_does) {
  if (is_path_operator(op)) return true;
  bool passes = op == Op::Not || op == Op::And || op == Op::Or || op == Op::Implies || op == Op::Iff ||
                op == Op::Delta || is_path_expression(op);
  return passes && operand_does;
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
