#include "reference/strategic.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "base/budget.h"
#include "reference/knowledge.h"

namespace gnomon::reference {

using ispl::ActionId;
using ispl::AgentId;

namespace {

// The actions of the group in a joint action, in the group's order.
using Choice = std::vector<ActionId>;

Choice choice_of(const std::vector<AgentId>& group, const JointAction& joint) {
  Choice choice;
  for (AgentId agent : group) choice.push_back(joint[agent.index()]);
  return choice;
}

using Allowed = std::function<bool(StateIndex, const Choice&)>;

// <g>X f with the group's choices cut to the allowed ones.
Members enforce_next(const Arena& arena, const std::vector<AgentId>& group, const Members& f, const Allowed& allowed) {
  Members result(f.size(), false);
  for (StateIndex s = 0; s < f.size(); ++s) {
    if (!arena.region[s]) continue;
    std::map<Choice, bool> safe;
    for (const GraphMove& move : arena.graph->moves(s)) {
      Choice choice = choice_of(group, move.joint);
      if (!allowed(s, choice)) continue;
      bool good = std::all_of(move.outcomes.begin(), move.outcomes.end(),
                              [&](StateIndex t) { return !arena.region[t] || f[t]; });
      auto at = safe.try_emplace(std::move(choice), true).first;
      at->second = at->second && good;
    }
    result[s] = std::any_of(safe.begin(), safe.end(), [](const auto& entry) { return entry.second; });
  }
  return result;
}

Members enforce(const Arena& arena, const std::vector<AgentId>& group, Objective objective, const Members& f,
                const Members& h, const Allowed& allowed, const std::optional<logic::Interval>& interval) {
  auto next = [&](const Members& z) { return enforce_next(arena, group, z, allowed); };
  if (interval) {
    const Shape shape = objective == Objective::Globally ? Shape::Globally
                        : objective == Objective::Until  ? Shape::Until
                                                         : Shape::Finally;
    return unfolded(shape, *interval, f, h, next,
                    [&] { return enforce(arena, group, objective, f, h, allowed, std::nullopt); });
  }
  auto step = [&](const Members& z) -> Members {
    switch (objective) {
      case Objective::Next:
        return next(f);
      case Objective::Finally:
        return join(f, next(z));
      case Objective::Globally:
        return meet(f, next(z));
      case Objective::Until:
        return join(h, meet(f, next(z)));
    }
    return z;
  };
  Members z = objective == Objective::Globally ? arena.region : Members(f.size(), false);
  while (true) {
    Members more = step(z);
    if (more == z) return z;
    z = std::move(more);
  }
}

// All tuples of uniform strategies, one after the other, like the digits of a number: a digit per agent and class of
// states that look alike to it, whose values are the actions enabled there.
class UniformStrategies {
 public:
  UniformStrategies(const Arena& arena, const std::vector<AgentId>& group, std::size_t limit) {
    for (AgentId agent : group) {
      classes_.push_back(observation_classes(*arena.graph, {agent}));
      std::map<std::uint32_t, std::size_t> digit_of_class;
      for (StateIndex s = 0; s < arena.region.size(); ++s) {
        if (!arena.region[s] || digit_of_class.count(classes_.back()[s]) != 0) continue;
        digit_of_class.emplace(classes_.back()[s], digits_.size());
        std::vector<ActionId> actions = arena.graph->interpreter().enabled_actions(agent, arena.graph->state(s));
        if (actions.empty()) actions.emplace_back();  // blocked, or without actions: nothing to choose
        digits_.push_back(std::move(actions));
      }
      digit_of_class_.push_back(std::move(digit_of_class));
    }
    std::size_t total = 1;
    for (const auto& actions : digits_) {
      if (actions.size() > limit / total) {
        throw LimitReached(Limit::Size, "more than " + std::to_string(limit) + " uniform strategies");
      }
      total *= actions.size();
    }
    current_.assign(digits_.size(), 0);
  }

  bool allows(StateIndex s, const Choice& choice) const {
    for (std::size_t k = 0; k < choice.size(); ++k) {
      std::size_t digit = digit_of_class_[k].at(classes_[k][s]);
      if (choice[k] != digits_[digit][current_[digit]]) return false;
    }
    return true;
  }

  // Moves to the next tuple; false after the last.
  bool advance() {
    for (std::size_t d = 0; d < digits_.size(); ++d) {
      if (++current_[d] < digits_[d].size()) return true;
      current_[d] = 0;
    }
    return false;
  }

 private:
  std::vector<std::vector<std::uint32_t>> classes_;                   // by position in the group, by state
  std::vector<std::map<std::uint32_t, std::size_t>> digit_of_class_;  // by position in the group
  std::vector<std::vector<ActionId>> digits_;
  std::vector<std::size_t> current_;
};

}  // namespace

Members can_enforce(const Arena& arena, const std::vector<AgentId>& group, Objective objective, const Members& f,
                    const Members& h, const std::optional<logic::Interval>& interval) {
  return enforce(
      arena, group, objective, f, h, [](StateIndex, const Choice&) { return true; }, interval);
}

Members can_enforce_uniformly(const Arena& arena, const std::vector<AgentId>& group, Objective objective,
                              const Members& f, const Members& h, std::size_t max_strategies,
                              const std::optional<logic::Interval>& interval) {
  UniformStrategies strategies(arena, group, max_strategies);
  Members result(f.size(), false);
  do {
    Members wins = enforce(
        arena, group, objective, f, h, [&](StateIndex s, const Choice& choice) { return strategies.allows(s, choice); },
        interval);
    result = join(result, meet(wins, everybody_knows(arena, group, wins)));
  } while (strategies.advance());
  return result;
}

}  // namespace gnomon::reference
