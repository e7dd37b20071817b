#include "check/letters.h"

#include <string>

namespace gnomon::check {

using logic::Formula;
using logic::Node;
using logic::Op;

std::vector<Formula> letters_of(const logic::FormulaPool& pool, Formula path_formula) {
  std::vector<Formula> found = pool.path_part(path_formula);
  std::erase_if(found, [&](Formula f) {
    return !logic::is_state_formula(pool[f]) || pool[f].op == Op::True || pool[f].op == Op::False;
  });
  return found;
}

namespace {

bool is_large(const logic::FormulaPool& pool, Formula letter) {
  constexpr std::size_t kLarge = 64;
  std::vector<Formula> stack{letter};
  for (std::size_t visited = 0; !stack.empty(); ++visited) {
    if (visited == kLarge) return true;
    const Node& node = pool[stack.back()];
    stack.pop_back();
    if (!node.left.is_none()) stack.push_back(node.left);
    if (!node.right.is_none()) stack.push_back(node.right);
  }
  return false;
}

}  // namespace

Formula atom_for(logic::FormulaPool& pool, Formula letter) {
  return pool.atom("(formula " + std::to_string(letter.value) + ")");
}

Formula standing_for(logic::FormulaPool& pool, Formula letter) {
  return is_large(pool, letter) ? atom_for(pool, letter) : letter;
}

}  // namespace gnomon::check
