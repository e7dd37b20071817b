#include "enumerate/moves.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace gnomon::enumerate {

namespace {

constexpr std::size_t kMostRows = std::size_t{1} << 20;  // of one state

}  // namespace

Moves::Moves(const Graph& graph, const check::Coalition& group)
    : graph_(&graph),
      successors_(graph.program()),
      pace_(&graph.budget()),
      by_state_(graph.size()),
      given_(graph.program().agents(), kOpen) {
  for (ispl::AgentId agent : group) {
    if (graph.program().protocol(agent.index()).takes_part) members_.push_back(agent);
  }
  position_.resize(members_.size());
  kind_of_.resize(members_.size());
  kinds_.resize(members_.size());
}

std::size_t Moves::make_all() {
  for (StateIndex s = 0; s < graph_->size(); ++s) rows_of(s);
  return rows_.size();
}

void Moves::add_state(StateIndex s) {
  const Program& program = graph_->program();
  successors_.enter(graph_->state(s));
  Rows found{rows_.size(), 0, true, true};
  bool members = true;
  for (std::size_t agent = 0; agent < program.agents() && successors_.blocked(); ++agent) {
    if (!program.protocol(agent).takes_part || !successors_.enabled(agent).empty()) continue;
    const bool member = std::find(members_.begin(), members_.end(), ispl::AgentId(agent)) != members_.end();
    (member ? members : found.others_enabled) = false;
  }
  const std::size_t outcomes = outcomes_.size();
  if (members) add_rows(s, found.others_enabled);
  found.count = static_cast<std::uint32_t>(rows_.size() - found.first);
  by_state_[s] = found;
  pace_.step(1 + found.count + outcomes_.size() - outcomes);
}

// Where another agent has no enabled action nothing comes of any.
void Moves::add_rows(StateIndex s, bool others_enabled) {
  std::size_t combinations = 1;
  std::size_t all_kinds = 1;
  for (std::size_t m = 0; m < members_.size(); ++m) {
    const std::size_t agent = members_[m].index();
    const std::size_t enabled = successors_.enabled(agent).size();
    if (enabled > kMostRows / combinations) {
      throw LimitReached(Limit::Size,
                         "more than " + std::to_string(kMostRows) + " joint actions of a coalition in one state");
    }
    combinations *= enabled;
    if (others_enabled) {
      kinds_[m] = successors_.kinds(agent, kind_of_[m]);
    } else {
      kind_of_[m].assign(enabled, 0);
      kinds_[m] = 1;
    }
    all_kinds *= kinds_[m];
  }
  constexpr Row kUnknown{0, std::numeric_limits<std::uint32_t>::max()};
  by_kinds_.assign(all_kinds, kUnknown);
  if (all_kinds == 1) by_kinds_.front() = all_successors(s);
  std::fill(position_.begin(), position_.end(), 0);
  for (std::size_t row = 0; row < combinations; ++row) {
    std::size_t kind = 0;
    for (std::size_t m = 0; m < members_.size(); ++m) {
      const std::size_t agent = members_[m].index();
      given_[agent] = successors_.enabled(agent)[position_[m]];
      kind = kind * kinds_[m] + kind_of_[m][position_[m]];
    }
    Row& known = by_kinds_[kind];
    if (known.count == kUnknown.count) known = outcomes();
    rows_.push_back(known);
    for (ispl::AgentId member : members_) actions_.push_back(given_[member.index()]);
    std::size_t m = 0;
    while (m < members_.size() && ++position_[m] == kind_of_[m].size()) position_[m++] = 0;
  }
}

Moves::Row Moves::all_successors(StateIndex s) {
  const Row row{outcomes_.size(), static_cast<std::uint32_t>(graph_->successor_count(s))};
  graph_->for_successors(s, [&](StateIndex t) { outcomes_.push_back(t); });
  return row;
}

// Of what the members are given.
Moves::Row Moves::outcomes() {
  successors_.complete(given_);
  const Row row{outcomes_.size(), static_cast<std::uint32_t>(successors_.count())};
  for (std::size_t i = 0; i < successors_.count(); ++i) outcomes_.push_back(graph_->find(successors_[i]));
  return row;
}

bool Moves::plays(std::size_t row, ispl::AgentId member, ispl::ActionId action) const {
  const auto at = std::find(members_.begin(), members_.end(), member);
  if (at == members_.end()) return false;
  return actions_[row * members_.size() + static_cast<std::size_t>(at - members_.begin())] == action.value;
}

}  // namespace gnomon::enumerate
