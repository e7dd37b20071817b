#include "enumerate/moves.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/pace.h"

namespace gnomon::enumerate {

namespace {

constexpr std::size_t kMostRows = std::size_t{1} << 20;  // of one state

}  // namespace

Moves::Moves(const Graph& graph, const check::Coalition& group) : others_enabled_(graph.size()) {
  for (ispl::AgentId agent : group) {
    if (graph.program().protocol(agent.index()).takes_part) members_.push_back(agent);
  }
  Successors successors(graph.program());
  Pace pace(&graph.budget());
  first_row_.reserve(graph.size() + 1);
  first_row_.push_back(0);
  for (StateIndex s = 0; s < graph.size(); ++s) {
    const std::size_t before = rows_.size() + outcomes_.size();
    add_state(graph, s, successors);
    first_row_.push_back(rows_.size());
    pace.step(1 + rows_.size() + outcomes_.size() - before);
  }
}

void Moves::add_state(const Graph& graph, StateIndex s, Successors& successors) {
  const Program& program = graph.program();
  successors.enter(graph.state(s));
  bool others = true;
  for (std::size_t agent = 0; agent < program.agents(); ++agent) {
    if (!program.protocol(agent).takes_part || !successors.enabled(agent).empty()) continue;
    const bool member = std::find(members_.begin(), members_.end(), ispl::AgentId(agent)) != members_.end();
    if (member) return;  // no joint action of the coalition
    others = false;
  }
  if (others) others_enabled_.add(s);
  std::vector<std::uint32_t> given(program.agents(), kOpen);
  std::vector<std::size_t> position(members_.size(), 0);
  std::map<std::vector<std::uint32_t>, Row> known;  // by what makes a difference
  const std::size_t first = rows_.size();
  while (true) {
    if (rows_.size() - first >= kMostRows) {
      throw LimitReached(Limit::Size,
                         "more than " + std::to_string(kMostRows) + " joint actions of a coalition in one state");
    }
    std::vector<std::uint32_t> kind;
    for (std::size_t m = 0; m < members_.size(); ++m) {
      const std::size_t agent = members_[m].index();
      const std::uint32_t action = successors.enabled(agent)[position[m]];
      given[agent] = action;
      actions_.push_back(action);
      kind.push_back(successors.representative(agent, action));
    }
    auto [row, fresh] = known.try_emplace(std::move(kind));
    if (fresh) row->second = outcomes_of(graph, successors, given);
    rows_.push_back(row->second);
    std::size_t m = 0;
    while (m < members_.size() && ++position[m] == successors.enabled(members_[m].index()).size()) position[m++] = 0;
    if (m == members_.size()) return;
  }
}

Moves::Row Moves::outcomes_of(const Graph& graph, Successors& successors, const std::vector<std::uint32_t>& given) {
  successors.complete(given);
  Row row{outcomes_.size(), static_cast<std::uint32_t>(successors.count())};
  for (std::size_t i = 0; i < successors.count(); ++i) outcomes_.push_back(graph.find(successors[i]));
  return row;
}

bool Moves::plays(std::size_t row, ispl::AgentId member, ispl::ActionId action) const {
  const auto at = std::find(members_.begin(), members_.end(), member);
  if (at == members_.end()) return false;
  return actions_[row * members_.size() + static_cast<std::size_t>(at - members_.begin())] == action.value;
}

const std::shared_ptr<const Moves>& Coalitions::moves(const check::Coalition& group) {
  if (auto known = known_.find(group); known != known_.end()) return known->second;
  return known_.emplace(group, std::make_shared<const Moves>(*graph_, group)).first->second;
}

}  // namespace gnomon::enumerate
