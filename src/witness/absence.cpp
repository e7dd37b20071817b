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

template <class S>
typename S::Set initial_states(const S& space) {
  return space.initial() & space.states();
}

// The values by which this initial state differs from another one: "an initial state (a.x = 1, b.y = 2)".
template <class S>
std::string name_of(const S& space, const State& state, typename S::Set others) {
  others = others - PointsOf<S>::singleton(space, state);
  if (others.empty()) return "the initial state";
  const ispl::CheckedModel& source = space.source();
  std::vector<std::string> values;
  for (std::size_t v = 0; v < state.size() && !others.empty() && values.size() < kFewVariables; ++v) {
    const ispl::VarId var(v);
    // Those that agree with the state so far remain to be told apart.
    const typename S::Set alike = PointsOf<S>::agreeing(space, others, state, var);
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

template <class S>
typename S::Set reachable_from(const S& space, const State& state) {
  typename S::Set found = PointsOf<S>::singleton(space, state);
  typename S::Set frontier = found;
  while (!frontier.empty()) {
    frontier = PointsOf<S>::successors(space, frontier) - found;
    found |= frontier;
  }
  return found;
}

}  // namespace

template <class S>
std::string absence(check::LabellingOf<S>& labelling, Formula formula, bool holds) {
  if (holds) return "a true statement about all paths or all states has no finite witness";
  const S& space = labelling.space();
  const State state = PointsOf<S>::pick(space, initial_states(space) - labelling.states(formula));
  const std::string text = absence_from(space, labelling.pool(), formula, state);
  const std::string share = failing_share(labelling, formula);
  return share.empty() ? text : fmt::format("{}; the formula is {}", text, share);
}

template <class S>
std::string absence_from(const S& space, const logic::FormulaPool& pool, Formula formula, const State& state) {
  const std::optional<std::string> sentence = missing(pool, formula, name_of(space, state, initial_states(space)));
  if (!sentence) return "a false statement that something exists has no finite counterexample";
  std::string text = *sentence;
  if (PointsOf<S>::count(space, space.states()) <= kSmallModel) {
    const BigInt reachable = PointsOf<S>::count(space, reachable_from(space, state));
    text += reachable == 1 ? "; 1 state is" : fmt::format("; {} states are", reachable.get_str());
    text += " reachable from it";
  }
  return text;
}

template <class S>
std::string failing_share(check::LabellingOf<S>& labelling, Formula formula) {
  const S& space = labelling.space();
  const typename S::Set initial = initial_states(space);
  const BigInt all = PointsOf<S>::count(space, initial);
  if (all == 1 || PointsOf<S>::count(space, space.states()) > kSmallModel) return {};
  const BigInt failing = PointsOf<S>::count(space, initial - labelling.states(formula));
  if (failing == all) return {};
  return fmt::format("false in {} of {} initial states", failing.get_str(), all.get_str());
}

template std::string absence(check::LabellingOf<check::Frame>& labelling, Formula formula, bool holds);
template std::string absence(check::LabellingOf<enumerate::Space>& labelling, Formula formula, bool holds);
template std::string absence_from(const check::Frame& space, const logic::FormulaPool& pool, Formula formula,
                                  const State& state);
template std::string absence_from(const enumerate::Space& space, const logic::FormulaPool& pool, Formula formula,
                                  const State& state);
template std::string failing_share(check::LabellingOf<check::Frame>& labelling, Formula formula);
template std::string failing_share(check::LabellingOf<enumerate::Space>& labelling, Formula formula);

}  // namespace gnomon::witness
