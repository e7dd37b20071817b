#include "witness/path_letters.h"

#include <map>
#include <string>
#include <utility>

#include "base/sorted.h"
#include "explicit/replay.h"
#include "witness/shown.h"

namespace gnomon::witness {

using explicit_state::Lasso;
using explicit_state::StateIndex;
using explicit_state::StateTruth;
using logic::Formula;
using logic::Node;
using logic::Op;

namespace {

constexpr std::size_t kMaxRelevanceTests = 400;
constexpr std::size_t kMaxRelevanceLength = 60;

// How the truth of a state formula inside helps the path formula to a given value.
struct Polarity {
  bool positive = false;
  bool negative = false;
};

std::map<Formula, Polarity> polarities(const logic::FormulaPool& pool, Formula root, bool value) {
  std::map<Formula, Polarity> letters;
  std::map<std::pair<Formula, bool>, bool> seen;
  std::vector<std::pair<Formula, bool>> stack{{root, value}};
  while (!stack.empty()) {
    auto [f, positive] = stack.back();
    stack.pop_back();
    if (f.is_none() || !seen.try_emplace({f, positive}, true).second) continue;
    const Node& node = pool[f];
    if (logic::is_state_formula(node)) {
      (positive ? letters[f].positive : letters[f].negative) = true;
      continue;
    }
    bool flips_left = logic::operator_of(node.op).left == logic::Polarity::Negative;
    stack.emplace_back(node.left, positive != flips_left);
    stack.emplace_back(node.right, positive);
    if (node.op == Op::Iff) {
      stack.emplace_back(node.left, !positive);
      stack.emplace_back(node.right, !positive);
    }
  }
  return letters;
}

}  // namespace

bool evaluate_operand(const logic::FormulaPool& pool, const PathOperand& operand, const Lasso& lasso,
                      const StateTruth& truth) {
  const std::uint64_t added = lasso.stretch ? lasso.stretch->added_steps() : 0;
  if (lasso.states.size() + added > explicit_state::kMaxEvaluatedPath) {
    throw NotShown("a path for a path formula has more than " + std::to_string(explicit_state::kMaxEvaluatedPath) +
                   " states");
  }
  return shown_or_too_large([&]() -> bool {
    if (!operand.finite) return explicit_state::evaluate_on_lasso(pool, operand.formula, lasso, truth).front();
    return explicit_state::evaluate_on_trace(pool, operand.formula, lasso, operand.finite_tests, truth).front();
  });
}

std::vector<LetterNeed> letter_needs(const logic::FormulaPool& pool, const PathOperand& operand, const Lasso& lasso,
                                     bool value, const StateTruth& truth, const std::function<bool(Formula)>& is_fact) {
  std::map<Formula, Polarity> letters = polarities(pool, operand.formula, value);
  std::erase_if(letters, [&](const auto& entry) { return is_fact(entry.first); });
  if (letters.empty()) return {};
  std::vector<StateIndex> states = lasso.states;
  sort_unique(states);
  const bool small = states.size() * letters.size() <= kMaxRelevanceTests && lasso.states.size() <= kMaxRelevanceLength;
  std::map<std::pair<Formula, StateIndex>, bool> against;  // what does not matter, with the value that hurts most
  const StateTruth turned = [&](Formula f, StateIndex s) {
    auto found = against.find({f, s});
    return found != against.end() ? found->second : truth(f, s);
  };
  for (std::size_t i = lasso.states.size(); small && i-- > 0;) {
    for (const auto& [f, polarity] : letters) {
      if (polarity.positive && polarity.negative) continue;
      auto [at, added] = against.try_emplace({f, lasso.states[i]}, !polarity.positive);
      if (added && evaluate_operand(pool, operand, lasso, turned) != value) against.erase(at);
    }
  }
  std::vector<LetterNeed> needs;
  for (StateIndex state : states) {
    for (const auto& [f, polarity] : letters) needs.push_back({f, state, against.count({f, state}) == 0});
  }
  return needs;
}

}  // namespace gnomon::witness
