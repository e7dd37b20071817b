// Path formulas over known sets of states.
//
// To an automaton the maximal state subformulas of a path formula are letters. Here they are evaluated first, and the
// path formula is rewritten over what came out: a letter that holds everywhere becomes true, one that holds nowhere
// false, letters with equal sets become one, and complementary ones each other's negation. What a model makes trivial
// (a proposition that is always true, a guarantee that already holds) then costs no automaton states. A large letter is
// replaced by a fresh atom with its set: what follows need not walk through it again, so that nested quantifiers cost
// their number and not its square.
#pragma once

#include <unordered_map>
#include <vector>

#include "check/labelling.h"

namespace gnomon::check {

// The maximal state subformulas of a path formula, but for true and false.
std::vector<logic::Formula> letters_of(const logic::FormulaPool& pool, logic::Formula path_formula);

// An atom for a formula whose set is known. Its name is none that a text can have.
logic::Formula atom_for(logic::FormulaPool& pool, logic::Formula letter);
// The same for a large formula; a small one stands for itself.
logic::Formula standing_for(logic::FormulaPool& pool, logic::Formula letter);

// The path formula with its maximal state subformulas replaced by their images.
template <class Image>
logic::Formula with_letters(logic::FormulaPool& pool, logic::Formula path_formula, Image&& image) {
  std::unordered_map<logic::Formula, logic::Formula> rewritten;
  for (logic::Formula f : pool.path_part(path_formula)) {
    const logic::Node node = pool[f];
    auto operand = [&](logic::Formula g) { return g.is_none() ? g : rewritten.at(g); };
    rewritten[f] =
        logic::is_state_formula(node) ? image(f) : pool.make_like(node, operand(node.left), operand(node.right));
  }
  return rewritten.at(path_formula);
}

// The path formula with its letters replaced as above; equal to it on all paths within the labelling's space. May be a
// state formula.
template <Space S>
logic::Formula over_known_letters(LabellingOf<S>& labelling, logic::Formula path_formula) {
  using Set = typename S::Set;
  logic::FormulaPool& pool = labelling.pool();
  const Set& all = labelling.space().states();
  std::unordered_map<Set, logic::Formula, SetHash> representative;
  return with_letters(pool, path_formula, [&](logic::Formula f) {
    const Set set = labelling.states(f);
    if (set.empty()) return pool.truth(false);
    if (set == all) return pool.truth(true);
    if (auto same = representative.find(set); same != representative.end()) return same->second;
    logic::Formula letter = standing_for(pool, f);
    if (letter != f) labelling.define(letter, set);
    representative.emplace(set, letter);
    representative.emplace(all - set, pool.make(logic::Op::Not, letter));
    return letter;
  });
}

}  // namespace gnomon::check
