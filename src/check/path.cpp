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

std::optional<std::unordered_map<Formula, Horizon>> horizons(const logic::FormulaPool& pool, Formula root) {
  std::unordered_map<Formula, Horizon> found{{root, {}}};
  const std::vector<Formula> below = pool.subformulas(root);
  for (auto f = below.rbegin(); f != below.rend(); ++f) {
    const logic::Node& node = pool[*f];
    if ((logic::is_path_operator(node.op) && node.op != Op::X) || logic::is_path_expression(node.op)) return {};
    const Horizon here = found.at(*f);
    const std::size_t step = node.op == Op::X ? 1 : 0;
    for (Formula operand : {node.left, node.right}) {
      if (operand.is_none()) continue;
      auto [at, added] = found.try_emplace(operand, Horizon{here.first + step, here.last + step});
      if (added) continue;
      at->second.first = std::min(at->second.first, here.first + step);
      at->second.last = std::max(at->second.last, here.last + step);
    }
  }
  return found;
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
