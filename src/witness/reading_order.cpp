#include "witness/reading_order.h"

#include <map>
#include <set>

namespace gnomon::witness {

using explicit_state::Claim;
using explicit_state::Rule;
using explicit_state::Witness;
using explicit_state::WitnessState;
using logic::Formula;

namespace {

// Whether one formula is the other without its bound on the steps.
bool is_without_bound(const logic::FormulaPool& pool, Formula f, Formula bounded) {
  const logic::Node& node = pool[f];
  const logic::Node& other = pool[bounded];
  return logic::has_bound(other.op) && node.op == logic::without_bound(other.op) && node.left == other.left &&
         node.right == other.right;
}

// State formulas directly below, through path operators.
std::vector<Formula> operands_of(const logic::FormulaPool& pool, Formula f) {
  std::vector<Formula> found;
  std::vector<Formula> stack{pool[f].right, pool[f].left};
  std::set<Formula> seen;
  while (!stack.empty()) {
    Formula g = stack.back();
    stack.pop_back();
    if (g.is_none() || !seen.insert(g).second) continue;
    const logic::Node& node = pool[g];
    if (logic::is_state_formula(node)) {
      found.push_back(g);
    } else {
      stack.push_back(node.right);
      stack.push_back(node.left);
    }
  }
  return found;
}

std::set<WitnessState> states_shown_by(const Witness& witness, const Claim& claim) {
  std::set<WitnessState> states{claim.state};
  if (claim.path) {
    const auto& on_path = witness.paths[*claim.path].states;
    states.insert(on_path.begin(), on_path.end());
  }
  if (!claim.links.empty()) states = {witness.links[claim.links.back()].to};
  if (claim.table) {
    for (const auto& entry : witness.tables[*claim.table].entries) {
      for (const auto& move : entry.moves) states.insert(move.outcomes.begin(), move.outcomes.end());
    }
  }
  return states;
}

}  // namespace

std::vector<std::size_t> reading_order(const logic::FormulaPool& pool, const Witness& witness) {
  std::map<Formula, std::vector<std::size_t>> by_formula;
  for (std::size_t c = 0; c < witness.claims.size(); ++c) by_formula[witness.claims[c].formula].push_back(c);
  std::vector<std::size_t> order;
  std::vector<bool> seen(witness.claims.size(), false);
  std::vector<bool> opened(witness.claims.size(), false);  // shown together with the claim above it
  std::vector<std::size_t> stack{0};
  while (!stack.empty()) {
    std::size_t c = stack.back();
    stack.pop_back();
    if (seen[c]) continue;
    seen[c] = true;
    const Claim& claim = witness.claims[c];
    if (claim.rule != Rule::Taken && !opened[c]) order.push_back(c);
    std::set<WitnessState> states = states_shown_by(witness, claim);
    std::vector<std::size_t> below;
    std::vector<Formula> supports = operands_of(pool, claim.formula);
    for (const auto& [f, claims] : by_formula) {
      if (is_without_bound(pool, f, claim.formula)) supports.push_back(f);
    }
    for (Formula f : supports) {
      for (std::size_t other : by_formula[f]) {
        const Claim& candidate = witness.claims[other];
        if (!candidate.needed || states.count(candidate.state) == 0) continue;
        below.push_back(other);
        opened[other] = claim.rule == Rule::Parts && candidate.rule == Rule::Parts;
      }
    }
    stack.insert(stack.end(), below.rbegin(), below.rend());
  }
  return order;
}

}  // namespace gnomon::witness
