#include "check/uniform.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gnomon::check {

namespace {

class UniformSearch {
 public:
  UniformSearch(const Frame& frame, const Coalition& group, const Goal& goal, std::size_t limit)
      : frame_(frame), group_(group), goal_(goal), limit_(limit), won_(frame.none()) {}

  StateSet run() {
    std::vector<model::Choices> open{frame_.model().enabled_choices(group_)};
    while (!open.empty()) {
      model::Choices choices = std::move(open.back());
      open.pop_back();
      if (++visited_ > limit_) {
        throw LimitReached(Limit::Time, "more than " + std::to_string(limit_) + " partial strategies");
      }
      StateSet bound = enforce(frame_, group_, choices, goal_);
      StateSet sure = bound & everybody_knows(frame_, group_, bound);
      if (sure.subset_of(won_)) continue;
      std::optional<OpenClass> undecided = open_class(choices, bound);
      if (!undecided) {
        won_ |= sure;
        continue;
      }
      for (ispl::ActionId action : undecided->actions) {
        open.push_back(frame_.model().commit(choices, undecided->member, undecided->states, action));
      }
    }
    return won_;
  }

 private:
  // States that look alike to a member which has not decided between these actions there.
  struct OpenClass {
    ispl::AgentId member;
    StateSet states;
    std::vector<ispl::ActionId> actions;
  };

  std::optional<OpenClass> open_class(const model::Choices& choices, const StateSet& bound) const {
    model::SymbolicModel& model = frame_.model();
    StateSet matters = bound;
    if (goal_.objective == Objective::Finally) matters -= goal_.f;
    if (goal_.objective == Objective::Until) matters -= goal_.h;
    for (ispl::AgentId member : group_) {
      StateSet some = frame_.none();  // states with at least one choice among the actions so far
      std::size_t actions = model.source().agent(member).actions.size();
      for (std::size_t a = 0; a < actions; ++a) {
        StateSet here = model.has_choice(choices, member, ispl::ActionId(a)) & matters;
        StateSet both = some & here;
        some |= here;
        if (both.empty()) continue;
        OpenClass found{member, model.look_alikes(model.singleton(model.pick(both)), member), {}};
        for (std::size_t b = 0; b < actions; ++b) {
          StateSet allowed = model.has_choice(choices, member, ispl::ActionId(b));
          if (!allowed.disjoint_from(found.states & matters)) found.actions.emplace_back(b);
        }
        return found;
      }
    }
    return std::nullopt;
  }

  const Frame& frame_;
  const Coalition& group_;
  const Goal& goal_;
  std::size_t limit_;
  std::size_t visited_ = 0;
  StateSet won_;
};

}  // namespace

StateSet enforce_uniformly(const Frame& frame, const Coalition& group, const Goal& goal,
                           std::size_t max_partial_strategies) {
  return UniformSearch(frame, group, goal, max_partial_strategies).run();
}

}  // namespace gnomon::check
