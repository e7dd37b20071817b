#include "witness/truth_rows.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "explicit/lasso.h"

namespace gnomon::witness {

using explicit_state::WitnessState;
using logic::Formula;

namespace {

constexpr std::size_t kMaxPositions = 60;
constexpr std::size_t kMaxRows = 16;

}  // namespace

std::vector<TruthRow> truth_rows(const logic::FormulaPool& pool, explicit_state::Facts& facts,
                                 const explicit_state::Witness& witness, const explicit_state::WitnessPath& path) {
  if (path.formula.is_none() || !logic::is_path_quantifier(pool[path.formula].op) || !path.loop) return {};
  const Formula root = pool[path.formula].left;
  if (!pool[root].is_path || std::max(path.states.size(), path.last.value_or(0)) > kMaxPositions) return {};
  std::map<std::pair<Formula, WitnessState>, bool> claimed;
  for (const explicit_state::Claim& claim : witness.claims) claimed[{claim.formula, claim.state}] = claim.holds;
  explicit_state::StateTruth truth = [&](Formula f, explicit_state::StateIndex s) {
    const auto state = static_cast<WitnessState>(s);
    return facts.is_fact(f) ? facts.holds(f, witness.states[state]) : claimed.at({f, state});
  };
  const explicit_state::Lasso lasso{
      {path.states.begin(), path.states.end()}, *path.loop, path.last.value_or(0), path.stretch};
  explicit_state::PathTruths truths =
      path.last ? explicit_state::truths_on_trace(pool, root, lasso, witness.finite_tests, truth)
                : explicit_state::truths_on_lasso(pool, root, lasso, truth);
  std::vector<TruthRow> rows;
  for (auto part = truths.rbegin(); part != truths.rend() && rows.size() < kMaxRows; ++part) {
    if (logic::family_of(pool[part->first].op) == logic::Family::Atom) continue;
    rows.push_back({part->first, std::move(part->second)});
  }
  return rows;
}

}  // namespace gnomon::witness
