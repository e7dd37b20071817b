// What agents with memory consider possible, worked out state by state from the definition: for the replay of witnesses
// about knowledge with a clock or with perfect recall. Shares nothing with src/recall.
//
// A view says whose information is asked about within whose worlds (the knowledge operators of a formula, from outside to
// inside; the view of a knower has no child of the same knower, since in all its worlds it considers the same possible).
//
//   information set of a view   the worlds that its knower considers possible
//   world                       a state, and an information set for each child of the view
//   place                       an actual world, with the information set of the view's own knower
//
// A step takes every world to its successors and keeps those that look like the actual one to the knower; a look keeps
// the worlds that look alike under the new observations. With a clock the one view has a knower that sees nothing: its
// set has all states that are possible at that time, and looks are compared when knowledge is asked about.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "explicit/interpreter.h"
#include "logic/formula.h"

namespace gnomon::explicit_state {

// There are more worlds than can be gone through.
class TooManyWorlds : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Information {
 public:
  using Agents = std::vector<ispl::AgentId>;
  using Seen = std::vector<ispl::VarId>;
  using Views = std::vector<Seen>;  // by agent: what it sees
  using ViewIndex = std::uint32_t;
  using SetIndex = std::uint32_t;
  static constexpr SetIndex kNone = 0xffffffffu;
  static constexpr std::size_t kMostWorlds = 200'000;

  struct Place {
    ViewIndex view = 0;
    SetIndex own = kNone;  // of the view's knower
    State state;
    std::vector<SetIndex> children;  // by child view
    Views observations;              // by agent: what it sees now
    bool operator==(const Place&) const = default;
  };

  // In which states the histories may begin that agents consider possible.
  enum class Begin : std::uint8_t { Initial, Anywhere };

  // The formula whose knowledge is asked about. `counts`: which states count, all if it is empty.
  Information(const Interpreter& interpreter, const logic::FormulaPool& pool, logic::Formula formula,
              logic::KnowledgeSemantics semantics, std::function<bool(const State&)> counts,
              Begin begin = Begin::Initial);

  ViewIndex root() const { return 0; }
  // What the agent sees with an observation.
  Seen observed(ispl::AgentId agent, const std::string& observation) const;
  // The view of a coalition's knowledge within a view.
  ViewIndex inside(ViewIndex view, const Agents& knower) const;
  // The place at an initial state of a history, in a view, after the first observation.
  Place beginning(ViewIndex view, const State& state);
  Place step(const Place& place, const State& to);
  Place look(const Place& place, const Views& observations);
  // Whether a coalition considers `other` possible at `place`; it is a place of the view inside.
  bool considers(const Place& place, const Agents& knower, const Place& other);

 private:
  struct View {
    bool has_knower = false;
    Agents knower;
    std::vector<ViewIndex> children;
  };
  struct World {
    State state;
    std::vector<SetIndex> children;
    auto operator<=>(const World&) const = default;
  };
  struct Set {
    ViewIndex view = 0;
    Views observations;
    std::vector<World> worlds;  // ascending
    auto operator<=>(const Set&) const = default;
  };
  using Values = std::vector<ispl::Value>;
  using Parts = std::map<Values, SetIndex>;  // by what the knower sees

  void find_views(const logic::FormulaPool& pool, logic::Formula formula);
  ViewIndex child(ViewIndex view, const Agents& knower);
  Values values(const State& state, const Agents& agents, const Views& observations) const;
  SetIndex intern(Set set);
  const Parts& parts_after_step(SetIndex set);
  const Parts& parts_after_look(SetIndex set, const Views& observations);
  // The parts of these worlds, each a state with the child sets that its part comes from.
  template <class ChildParts>
  Parts parted(ViewIndex view, const Views& observations, const std::vector<std::pair<State, const World*>>& worlds,
               ChildParts&& child_parts);
  const std::vector<State>& successors(const State& state);
  SetIndex before_looking(ViewIndex view);

  const Interpreter* interpreter_;
  logic::KnowledgeSemantics semantics_;
  std::function<bool(const State&)> counts_;
  std::vector<View> views_;
  Views first_;  // at the beginning
  std::vector<State> initial_;
  std::vector<Set> sets_;
  std::map<Set, SetIndex> index_;
  std::map<SetIndex, Parts> steps_;
  std::map<std::pair<SetIndex, Views>, Parts> looks_;
  std::map<State, std::vector<State>> successors_;
  std::size_t worlds_ = 0;
};

}  // namespace gnomon::explicit_state
