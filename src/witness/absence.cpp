#include "witness/absence.h"

#include <fmt/format.h>
#include <optional>
#include <vector>

#include "logic/printer.h"
#include "witness/search.h"

namespace gnomon::witness {

using explicit_state::State;
using logic::Formula;
using logic::Op;

namespace {

constexpr unsigned kSmallModel = 100'000;  // states; in larger ones nothing is computed for the sake of a number
constexpr std::size_t kFewVariables = 6;

StateSet initial_states(const check::Frame& frame) {
  return frame.model().initial() & frame.states();
}

// The values by which this initial state differs from another one: "an initial state (a.x = 1, b.y = 2)".
std::string name_of(const model::SymbolicModel& system, const State& state, StateSet others) {
  others -= system.singleton(state);
  if (others.empty()) return "the initial state";
  const ispl::CheckedModel& source = system.source();
  std::vector<std::string> values;
  for (std::size_t v = 0; v < state.size() && !others.empty() && values.size() < kFewVariables; ++v) {
    const ispl::VarId var(v);
    // Those that agree with the state so far remain to be told apart.
    const std::uint64_t position = *source.variable(var).type.position_of(state[v]);
    StateSet alike = others & StateSet(system.encoding().variable_is(var, position));
    if (alike == others) continue;
    others = alike;
    const ispl::Variable& variable = source.variable(var);
    values.push_back(
        fmt::format("{}.{} = {}", source.agent(variable.owner).name, variable.name, source.value_text(var, state[v])));
  }
  return fmt::format("an initial state ({})", fmt::join(values, ", "));
}

std::optional<std::string> missing(const logic::FormulaPool& pool, Formula formula, const std::string& from) {
  const logic::Node& node = pool[formula];
  constexpr std::size_t kLimit = 200;
  auto text = [&](Formula f) { return logic::print(pool, f, {.limit = kLimit}); };
  switch (node.op) {
    case Op::EX:
      return fmt::format("no step from {} leads to a state with {}", from, text(node.left));
    case Op::EF:
      return fmt::format("no path from {} reaches a state with {}", from, text(node.left));
    case Op::EG:
      return fmt::format("no infinite path from {} keeps {}", from, text(node.left));
    case Op::EU:
      return fmt::format("no path from {} leads to a state with {} through states with {}", from, text(node.right),
                         text(node.left));
    case Op::EXn:
    case Op::EFn:
    case Op::EGn:
    case Op::EUn:
      return fmt::format("no path from {} satisfies {} within its bound", from, text(formula));
    case Op::PathE:
      return fmt::format("no infinite path from {} satisfies {}", from, text(node.left));
    case Op::PathEf:
      return fmt::format("no finite trace from {} satisfies {}", from, text(node.left));
    default:
      return std::nullopt;  // other operators are explained, or are not existential
  }
}

StateSet reachable_from(const check::Frame& frame, const State& state) {
  StateSet found = frame.model().singleton(state);
  StateSet frontier = found;
  while (!frontier.empty()) {
    frontier = (frame.model().transition().image(frontier) & frame.states()) - found;
    found |= frontier;
  }
  return found;
}

}  // namespace

std::string absence(check::Labelling& labelling, Formula formula, bool holds) {
  if (holds) return "a true statement about all paths or all states has no finite witness";
  const State state = labelling.space().model().pick(initial_states(labelling.space()) - labelling.states(formula));
  const std::string text = absence_from(labelling.space(), labelling.pool(), formula, state);
  const std::string share = failing_share(labelling, formula);
  return share.empty() ? text : fmt::format("{}; the formula is {}", text, share);
}

std::string absence_from(const check::Frame& frame, const logic::FormulaPool& pool, Formula formula,
                         const State& state) {
  const model::SymbolicModel& system = frame.model();
  const std::optional<std::string> sentence = missing(pool, formula, name_of(system, state, initial_states(frame)));
  if (!sentence) return "a false statement that something exists has no finite counterexample";
  std::string text = *sentence;
  if (system.count(frame.states()) <= kSmallModel) {
    const BigInt reachable = system.count(reachable_from(frame, state));
    text += reachable == 1 ? "; 1 state is" : fmt::format("; {} states are", reachable.get_str());
    text += " reachable from it";
  }
  return text;
}

std::string failing_share(check::Labelling& labelling, Formula formula) {
  const model::SymbolicModel& system = labelling.space().model();
  const StateSet initial = initial_states(labelling.space());
  const BigInt all = system.count(initial);
  if (all == 1 || system.count(labelling.space().states()) > kSmallModel) return {};
  const BigInt failing = system.count(initial - labelling.states(formula));
  if (failing == all) return {};
  return fmt::format("false in {} of {} initial states", failing.get_str(), all.get_str());
}

}  // namespace gnomon::witness
