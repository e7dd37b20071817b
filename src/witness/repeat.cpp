#include "witness/repeat.h"

#include <algorithm>
#include <map>
#include <optional>

namespace gnomon::witness {

using explicit_state::Claim;
using explicit_state::Stretch;
using explicit_state::Witness;
using explicit_state::WitnessPath;
using logic::Formula;
using logic::ParameterValue;

namespace {

constexpr std::size_t kMostAttempts = 400;
constexpr std::size_t kRepetitions = 2;

// From the parts of a formula with values to the same parts with larger values; none if two parts with parameters have
// become one.
std::optional<std::map<Formula, Formula>> renewal(logic::FormulaPool& pool, Formula root,
                                                  const std::vector<ParameterValue>& values,
                                                  const std::vector<ParameterValue>& larger) {
  std::map<Formula, Formula> to;
  for (Formula f : pool.subformulas(root)) {
    const Formula before = logic::with_values(pool, f, values);
    const Formula after = logic::with_values(pool, f, larger);
    const auto [at, added] = to.try_emplace(before, after);
    if (!added && at->second != after) return std::nullopt;
  }
  return to;
}

// The path with the stretch walked so many times more.
WitnessPath extended(const WitnessPath& path, const Stretch& part, std::size_t times) {
  WitnessPath longer = path;
  longer.stretch.reset();
  auto at = [](auto& list, std::size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(i); };
  for (std::size_t k = 0; k < times; ++k) {
    longer.states.insert(at(longer.states, part.to + 1), at(path.states, part.from + 1), at(path.states, part.to + 1));
    longer.actions.insert(at(longer.actions, part.to), at(path.actions, part.from), at(path.actions, part.to));
  }
  const std::size_t shift = times * part.period();
  auto move = [&](std::size_t& position) { position += position >= part.to ? shift : 0; };
  if (longer.loop) move(*longer.loop);
  if (longer.last) move(*longer.last);
  for (std::size_t& visit : longer.fair_visits) move(visit);
  return longer;
}

class Repeat {
 public:
  Repeat(const explicit_state::Interpreter& interpreter, logic::FormulaPool& pool, Formula formula,
         const std::vector<ParameterValue>& values, Witness& witness, const explicit_state::ReplayOracle& oracle)
      : interpreter_(interpreter),
        pool_(pool),
        formula_(formula),
        values_(values),
        witness_(witness),
        oracle_(oracle) {}

  bool run() {
    for (std::size_t p = 0; p < witness_.paths.size(); ++p) {
      WitnessPath& path = witness_.paths[p];
      if (path.purpose != explicit_state::PathPurpose::Evidence || path.stretch) continue;
      for (std::size_t period = 1; period < path.states.size(); ++period) {
        for (std::size_t to = path.states.size() - 1; to >= period; --to) {
          if (path.states[to] != path.states[to - period]) continue;
          const Stretch part{to - period, to, std::nullopt};
          if (++attempts_ > kMostAttempts) return false;
          if (!replays(p, part)) continue;
          path.stretch = part;
          return true;
        }
      }
    }
    return false;
  }

 private:
  bool replays(std::size_t path, const Stretch& part) {
    for (std::size_t k = 0; k <= kRepetitions; ++k) {
      if (!replays(path, part, k)) return false;
    }
    return true;
  }

  bool replays(std::size_t path, const Stretch& part, std::size_t times) {
    std::vector<ParameterValue> larger = values_;
    for (ParameterValue& value : larger) *value.value += times * part.period();
    const std::optional<std::map<Formula, Formula>> renewed = renewal(pool_, formula_, values_, larger);
    if (!renewed) return false;
    auto renew = [&](Formula& f) {
      if (auto found = renewed->find(f); found != renewed->end()) f = found->second;
    };
    Witness longer = witness_;
    longer.paths[path] = extended(witness_.paths[path], part, times);
    for (Claim& claim : longer.claims) renew(claim.formula);
    for (WitnessPath& one : longer.paths) renew(one.formula);
    for (explicit_state::MoveTable& table : longer.tables) renew(table.formula);
    try {
      explicit_state::replay(interpreter_, pool_, logic::with_values(pool_, formula_, larger), false, longer, oracle_);
    } catch (const explicit_state::ReplayError&) {
      return false;
    }
    return true;
  }

  const explicit_state::Interpreter& interpreter_;
  logic::FormulaPool& pool_;
  Formula formula_;
  const std::vector<ParameterValue>& values_;
  Witness& witness_;
  const explicit_state::ReplayOracle& oracle_;
  std::size_t attempts_ = 0;
};

}  // namespace

bool mark_repeatable(const explicit_state::Interpreter& interpreter, logic::FormulaPool& pool, Formula formula,
                     const std::vector<ParameterValue>& values, Witness& witness,
                     const explicit_state::ReplayOracle& oracle) {
  return Repeat(interpreter, pool, formula, values, witness, oracle).run();
}

}  // namespace gnomon::witness
