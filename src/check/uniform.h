// Uniform strategies: what a coalition can enforce when each member must play the same action wherever it sees the
// same.
//
//   <g> goal at s  iff  there is one memoryless strategy per member, a function of what it sees, such that together
//                       they win from s and from every state of R that some member cannot tell from s
//
// Deciding this is exponential in the number of classes of look-alike states. The search is over partial strategies: it
// starts with all enabled choices, commits one member in one class at a time, and evaluates the goal with the choices
// that are still open. As open choices may differ from state to state, that result contains what any completion can
// win; a branch ends
//   - when its bound wins nowhere that has not been won already (pruned), or
//   - when no class that matters is open: the choices are uniform, the bound is exact and is added to the result.
// Classes that matter are those with a state from which the bound wins and, for F and U, where the goal is not reached
// yet; with a bound on the steps, those from which it wins with any number of steps left. Strategies are memoryless
// also then, and the bound is judged on their outcomes. Sound and complete; the number of partial strategies is
// limited, and passing the limit raises LimitReached.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "check/epistemic.h"
#include "check/strategic.h"

namespace gnomon::check {

template <StrategicSpace S>
class UniformSearch {
 public:
  using Set = typename S::Set;
  using Choices = typename S::Choices;

  UniformSearch(const S& space, const Coalition& group, const Goal<Set>& goal, std::size_t max_partial_strategies)
      : space_(space), group_(group), goal_(goal), limit_(max_partial_strategies), won_(space.none()) {}

  // The states from which the coalition can enforce the goal by uniform strategies.
  Set run() {
    search([](const Choices&, const Set&) { return false; });
    return won_;
  }

  // Choices by which the coalition wins from the given states, uniform wherever the play can come to; none if no uniform
  // strategy wins there.
  std::optional<Choices> strategy_from(const Set& states) {
    std::optional<Choices> found;
    search([&](const Choices& choices, const Set& sure) {
      if (states.subset_of(sure)) found = choices;
      return found.has_value();
    });
    return found;
  }

 private:
  // Tells `complete` of choices that are uniform, and the states that they win from, until it says that this is enough.
  template <class Complete>
  void search(Complete&& complete) {
    std::vector<Choices> open{space_.enabled_choices(group_)};
    while (!open.empty()) {
      Choices choices = std::move(open.back());
      open.pop_back();
      if (++visited_ > limit_) {
        throw LimitReached(Limit::Size, "more than " + std::to_string(limit_) + " partial strategies");
      }
      Set undecided_in = space_.none();
      auto note = [&](const Set& states) { undecided_in |= states; };
      Set bound = goal_.interval ? enforce_within(space_, group_, choices, goal_, note)
                                 : enforce(space_, group_, choices, goal_);
      Set sure = bound & everybody_knows(space_, group_, bound);
      if (sure.subset_of(won_)) continue;
      std::optional<OpenClass> undecided = open_class(choices, goal_.interval ? undecided_in : matters(bound));
      if (!undecided) {
        won_ |= sure;
        if (complete(choices, sure)) return;
        continue;
      }
      for (ispl::ActionId action : undecided->actions) {
        open.push_back(space_.commit(choices, undecided->member, undecided->states, action));
      }
    }
  }

  // States that look alike to a member which has not decided between these actions there.
  struct OpenClass {
    ispl::AgentId member;
    Set states;
    std::vector<ispl::ActionId> actions;
  };

  Set matters(const Set& bound) const {
    if (goal_.objective == Objective::Finally) return bound - goal_.f;
    return goal_.objective == Objective::Until ? bound - goal_.h : bound;
  }

  std::optional<OpenClass> open_class(const Choices& choices, const Set& matters) const {
    for (ispl::AgentId member : group_) {
      Set some = space_.none();  // states with at least one choice among the actions so far
      std::size_t actions = space_.source().agent(member).actions.size();
      for (std::size_t a = 0; a < actions; ++a) {
        Set here = space_.has_choice(choices, member, ispl::ActionId(a)) & matters;
        Set both = some & here;
        some |= here;
        if (both.empty()) continue;
        OpenClass found{member, space_.look_alikes(space_.pick(both), {member}), {}};
        for (std::size_t b = 0; b < actions; ++b) {
          Set allowed = space_.has_choice(choices, member, ispl::ActionId(b));
          if (!allowed.disjoint_from(found.states & matters)) found.actions.emplace_back(b);
        }
        return found;
      }
    }
    return std::nullopt;
  }

  const S& space_;
  const Coalition& group_;
  const Goal<Set>& goal_;
  std::size_t limit_;
  std::size_t visited_ = 0;
  Set won_;
};

}  // namespace gnomon::check
