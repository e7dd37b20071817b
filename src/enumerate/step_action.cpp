#include "enumerate/step_action.h"

#include <algorithm>

namespace gnomon::enumerate {

bool StepAction::leads_to(const Word* state) const {
  const std::size_t words = graph_->layout().words();
  for (std::size_t i = 0; i < successors_.count(); ++i) {
    if (std::equal(state, state + words, successors_[i])) return true;
  }
  return false;
}

std::optional<std::vector<ispl::ActionId>> StepAction::between(StateIndex from, StateIndex to) {
  const Program& program = graph_->program();
  const Word* target = graph_->state(to);
  successors_.enter(graph_->state(from));
  if (successors_.blocked()) return std::nullopt;
  std::vector<std::uint32_t> given(program.agents(), kOpen);
  std::vector<ispl::ActionId> joint(program.agents());
  for (std::size_t agent = 0; agent < program.agents(); ++agent) {
    if (!program.protocol(agent).takes_part) continue;
    const auto enabled = successors_.enabled(agent);
    const std::vector<std::uint32_t> actions(enabled.begin(), enabled.end());
    const auto taken = std::find_if(actions.begin(), actions.end(), [&](std::uint32_t action) {
      given[agent] = action;
      successors_.complete(given);
      return leads_to(target);
    });
    if (taken == actions.end()) return std::nullopt;
    joint[agent] = ispl::ActionId(*taken);
  }
  return joint;
}

}  // namespace gnomon::enumerate
