#include <algorithm>
#include <unordered_map>

#include "check/path_impl.h"

namespace gnomon::check {

using logic::Formula;
using logic::Op;

logic::Traces traces_of(Op quantifier, const PathOptions& options) {
  if (quantifier == Op::PathA || quantifier == Op::PathE) return logic::Traces::Infinite;
  return options.tests_look_beyond ? logic::Traces::FiniteWithInfiniteTests : logic::Traces::Finite;
}

namespace {

constexpr std::size_t kFarthest = 1000;

// So many steps ahead an operator reads its operand; none if the number is not bounded, or too large.
std::optional<Horizon> steps_ahead(const logic::FormulaPool& pool, const logic::Node& node) {
  if (node.op == Op::X) return Horizon{1, 1};
  if (logic::is_path_expression(node.op) || logic::family_of(node.op) == logic::Family::Dynamic) return std::nullopt;
  if (logic::family_of(node.op) != logic::Family::Linear) return Horizon{};
  if (!logic::has_bound(node.op)) return std::nullopt;
  const logic::Interval& interval = pool.interval(node);
  if (interval.is_open() || interval.last > kFarthest) return std::nullopt;
  return Horizon{interval.first, interval.last};
}

}  // namespace

std::optional<std::unordered_map<Formula, Horizon>> horizons(const logic::FormulaPool& pool, Formula root) {
  std::unordered_map<Formula, Horizon> found{{root, {}}};
  const std::vector<Formula> below = pool.subformulas(root);
  for (auto f = below.rbegin(); f != below.rend(); ++f) {
    const logic::Node& node = pool[*f];
    const std::optional<Horizon> steps = steps_ahead(pool, node);
    if (!steps) return {};
    const Horizon here = found.at(*f);
    for (Formula operand : {node.left, node.right}) {
      if (operand.is_none()) continue;
      // The left operand of an until counts from the beginning.
      const bool on_the_way = operand == node.left && !node.right.is_none();
      const Horizon there{here.first + (on_the_way ? 0 : steps->first), here.last + steps->last};
      if (there.last > kFarthest) return {};
      auto [at, added] = found.try_emplace(operand, there);
      if (added) continue;
      at->second.first = std::min(at->second.first, there.first);
      at->second.last = std::max(at->second.last, there.last);
    }
  }
  return found;
}

bool bounds_are_small(const logic::FormulaPool& pool, Formula path_formula) {
  constexpr std::uint64_t kSmall = 24;  // operators that are written out
  std::uint64_t sum = 0;
  for (Formula f : pool.path_part(path_formula)) {
    const logic::Node& node = pool[f];
    if (logic::is_state_formula(node) || node.bound.is_none()) continue;
    const logic::Interval& interval = pool.interval(node);
    const std::uint64_t steps = std::min(interval.is_open() ? interval.first : interval.last, kSmall + 1);
    sum += logic::family_of(node.op) == logic::Family::Linear ? steps : steps * steps;
  }
  return sum <= kSmall;
}

automata::AlternatingAutomaton alternating_automaton(const logic::FormulaPool& pool, Formula f, logic::Traces traces,
                                                     automata::Limits limits) {
  limits.states = limits.edges = limits.terms = std::size_t{1} << 24;
  limits.work = std::size_t{1} << 40;
  automata::Meter meter(limits);
  return automata::build_alternating(pool, f, traces, meter);
}

std::size_t term_count(const automata::AlternatingAutomaton& automaton) {
  std::size_t count = 0;
  for (const auto& state : automaton.states) count += state.terms.size();
  return count;
}

}  // namespace gnomon::check
