#include "check/letters.h"

#include <algorithm>
#include <string>
#include <unordered_map>

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

// The letter itself, or an atom in its place. The name of the atom is none that a text can have.
Formula standing_for(Labelling& labelling, Formula letter, const StateSet& set) {
  logic::FormulaPool& pool = labelling.pool();
  if (!is_large(pool, letter)) return letter;
  Formula atom = pool.atom("(formula " + std::to_string(letter.value) + ")");
  labelling.define(atom, set);
  return atom;
}

}  // namespace

Formula over_known_letters(Labelling& labelling, Formula path_formula) {
  logic::FormulaPool& pool = labelling.pool();
  const StateSet& all = labelling.frame().states();
  std::unordered_map<bdd::Bdd, Formula> representative;
  std::unordered_map<Formula, Formula> rewritten;
  for (Formula f : pool.path_part(path_formula)) {
    const Node node = pool[f];
    if (!logic::is_state_formula(node)) {
      auto image = [&](Formula operand) { return operand.is_none() ? operand : rewritten.at(operand); };
      rewritten[f] = pool.make(node.op, image(node.left), image(node.right), node.name, node.name2);
      continue;
    }
    const StateSet set = labelling.states(f);
    if (set.empty()) {
      rewritten[f] = pool.truth(false);
    } else if (set == all) {
      rewritten[f] = pool.truth(true);
    } else if (auto same = representative.find(set.bdd()); same != representative.end()) {
      rewritten[f] = same->second;
    } else {
      Formula letter = standing_for(labelling, f, set);
      representative.emplace(set.bdd(), letter);
      representative.emplace((all - set).bdd(), pool.make(Op::Not, letter));
      rewritten[f] = letter;
    }
  }
  return rewritten.at(path_formula);
}

}  // namespace gnomon::check
