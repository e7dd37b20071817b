#include "ic3/run_automaton.h"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "base/budget.h"

namespace gnomon::ic3 {

using bdd::Bdd;
using sat::Goal;
using sat::GoalKind;
using sat::GoalNode;
using sat::PathAutomaton;

bool RunAutomaton::has_rounds() const {
  return std::any_of(edges.begin(), edges.end(), [](const Edge& edge) { return edge.round; });
}

namespace {

constexpr std::size_t kMostPlaces = 256;
constexpr std::size_t kMostEdges = 4096;

[[noreturn]] void no_single_path() {
  throw LimitReached(Limit::Size, "what refutes the formula is not a single path");
}

class RunBuilder {
 public:
  RunBuilder(model::SymbolicModel& model, const sat::Goals& goals) : model_(model), goals_(goals) {}

  RunAutomaton build(Goal root);

 private:
  using Place = RunAutomaton::Place;
  // What a place stands for: a goal to be shown here, or after one step; or a state of a path's automaton, waiting for the
  // acceptance set or constraint of this number.
  enum class Form : std::uint8_t { Here, Next, Path };
  struct Key {
    Form form = Form::Here;
    std::uint32_t index = 0;  // goal or automaton
    std::uint32_t state = 0;
    std::uint32_t turn = 0;
    auto operator<=>(const Key&) const = default;
  };
  // A condition on this state and where the run is then; nowhere: it has come to its end.
  struct Way {
    Bdd condition;
    std::optional<Place> place;
  };
  // A goal taken apart: a condition on this state, and some infinite path, and one of these ways.
  struct Value {
    Bdd here;
    bool path_follows = false;
    bool leads_on = false;  // there are ways
    std::vector<Way> ways = {};
  };
  // Of a place: edges of its own, and ways to places that it may be as well.
  struct Source {
    std::vector<RunAutomaton::Edge> edges;
    std::vector<Way> ways;
    bool complete = false;  // the edges and ends of those places have been taken over
    Bdd end;
  };

  Place place(const Key& key);
  const Value& value(Goal goal);
  Value value_of(const GoalNode& node);
  void join(Value& all, const Value& part) const;
  std::vector<Way> ways(const Value& value);
  std::vector<Way> ways(const std::vector<Goal>& together);
  bool is_any_path(const GoalNode& node) const;
  void fill(Place place, const Key& key);
  void add_edges(Place from, const Key& key, const PathAutomaton& automaton);
  void complete(Place place);
  RunAutomaton trimmed(Place initial);

  model::SymbolicModel& model_;
  const sat::Goals& goals_;
  std::map<Goal, Value> values_;
  std::map<Key, Place> numbers_;
  std::vector<std::pair<Place, Key>> open_;
  std::vector<Source> sources_;            // by place
  std::optional<std::uint32_t> any_path_;  // the automaton of paths of which nothing else is asked
};

RunBuilder::Place RunBuilder::place(const Key& key) {
  auto [at, added] = numbers_.try_emplace(key, static_cast<Place>(sources_.size()));
  if (added) {
    sources_.emplace_back();
    if (sources_.size() > kMostPlaces) {
      throw LimitReached(Limit::Size, "the automaton of a path formula is too large for IC3");
    }
    open_.emplace_back(at->second, key);
  }
  return at->second;
}

bool RunBuilder::is_any_path(const GoalNode& node) const {
  if (node.kind != GoalKind::Path) return false;
  const PathAutomaton& automaton = goals_.automaton(node.automaton);
  return automaton.states == 1 && automaton.loops && automaton.ends.empty() && automaton.edges.size() == 1 &&
         automaton.mark_count == 0 && automaton.edges.front().guard.empty();
}

// From the parts up, with a stack of what is waiting for its parts.
const RunBuilder::Value& RunBuilder::value(Goal goal) {
  std::vector<Goal> waiting{goal};
  while (!waiting.empty()) {
    const Goal top = waiting.back();
    const GoalNode& node = goals_[top];
    const std::size_t before = waiting.size();
    if (node.kind == GoalKind::All || node.kind == GoalKind::Any) {
      for (Goal part : node.parts) {
        if (!values_.contains(part)) waiting.push_back(part);
      }
    }
    if (waiting.size() > before) continue;
    waiting.pop_back();
    if (!values_.contains(top)) values_.emplace(top, value_of(node));
  }
  return values_.at(goal);
}

RunBuilder::Value RunBuilder::value_of(const GoalNode& node) {
  const Bdd always = model_.manager().constant(true);
  Value made{always};
  switch (node.kind) {
    case GoalKind::Set:
      made.here = node.set;
      break;
    case GoalKind::Continues:
      break;
    case GoalKind::All:
      for (Goal part : node.parts) join(made, values_.at(part));
      break;
    case GoalKind::Any: {
      const bool plain = std::all_of(node.parts.begin(), node.parts.end(), [&](Goal part) {
        return !values_.at(part).path_follows && !values_.at(part).leads_on;
      });
      if (plain) made.here = model_.manager().constant(false);
      made.leads_on = !plain;
      for (Goal part : node.parts) {
        if (plain) made.here |= values_.at(part).here;
        if (plain) continue;
        for (Way& way : ways(values_.at(part))) made.ways.push_back(std::move(way));
      }
      break;
    }
    case GoalKind::Next: {
      const Goal target = node.parts.front();
      made.leads_on = true;
      made.ways.push_back({always, place({Form::Next, static_cast<std::uint32_t>(target.index())})});
      break;
    }
    case GoalKind::Path:
      if (is_any_path(node)) {
        any_path_ = node.automaton;
        made.path_follows = true;
      } else {
        made.leads_on = true;
        made.ways.push_back({always, place({Form::Path, node.automaton, goals_.automaton(node.automaton).initial, 0})});
      }
      break;
    case GoalKind::Alike:
    case GoalKind::Chain:
      throw LimitReached(Limit::Size, "knowledge on paths is beyond IC3");
  }
  return made;
}

void RunBuilder::join(Value& all, const Value& part) const {
  all.here &= part.here;
  all.path_follows = all.path_follows || part.path_follows;
  if (!part.leads_on) return;
  if (all.leads_on) no_single_path();
  all.leads_on = true;
  all.ways = part.ways;
}

// Under fairness whatever a goal leads on to is on a fair path, so that none needs to be asked for beside it.
std::vector<RunBuilder::Way> RunBuilder::ways(const Value& value) {
  std::vector<Way> made;
  if (value.leads_on) {
    for (const Way& way : value.ways) made.push_back({value.here & way.condition, way.place});
  } else {
    made.push_back({value.here, std::nullopt});
  }
  if (!value.path_follows) return made;
  for (Way& way : made) {
    if (way.place && goals_.fairness().empty()) no_single_path();
    if (!way.place) way.place = place({Form::Path, *any_path_});
  }
  return made;
}

std::vector<RunBuilder::Way> RunBuilder::ways(const std::vector<Goal>& together) {
  Value all{model_.manager().constant(true)};
  for (Goal goal : together) join(all, value(goal));
  return ways(all);
}

void RunBuilder::fill(Place number, const Key& key) {
  sources_[number].end = model_.manager().constant(false);
  switch (key.form) {
    case Form::Here: {
      std::vector<Way> made = ways({Goal(key.index)});
      sources_[number].ways = std::move(made);
      break;
    }
    case Form::Next: {
      const Place after = place({Form::Here, key.index});
      sources_[number].edges.push_back({number, after, false, model_.manager().constant(true)});
      break;
    }
    case Form::Path: {
      const PathAutomaton& automaton = goals_.automaton(key.index);
      add_edges(number, key, automaton);
      for (const PathAutomaton::End& end : automaton.ends) {
        if (end.state != key.state) continue;
        for (Way& way : ways(end.condition)) sources_[number].ways.push_back(std::move(way));
      }
      break;
    }
  }
}

void RunBuilder::add_edges(Place from, const Key& key, const PathAutomaton& automaton) {
  const auto marks = automaton.mark_count;
  const auto turns = marks + static_cast<std::uint32_t>(goals_.fairness().size());
  for (const PathAutomaton::Edge& edge : automaton.edges) {
    if (edge.from != key.state) continue;
    Bdd guard = model_.manager().constant(true);
    for (Goal goal : edge.guard) {
      const Value& asked = value(goal);
      if (asked.leads_on || asked.path_follows) no_single_path();
      guard &= asked.here;
    }
    auto lead_to = [&](std::uint32_t turn, bool round, const Bdd& condition) {
      const Place to = place({Form::Path, key.index, edge.to, turn});
      sources_[from].edges.push_back({from, to, round, condition});
    };
    std::uint32_t turn = key.turn;
    while (automaton.loops && turn < marks && ((edge.marks >> turn) & 1) != 0) ++turn;
    if (!automaton.loops) {
      lead_to(0, false, guard);
    } else if (turn == turns) {
      lead_to(0, true, guard);
    } else {
      lead_to(turn, false, guard);
      if (turn < marks) continue;
      const bool last = turn + 1 == turns;
      lead_to(last ? 0 : turn + 1, last, guard & value(goals_.fairness()[turn - marks]).here);
    }
  }
}

// Takes over what the places can do that this one may be as well; goals inside goals, so there is no cycle.
void RunBuilder::complete(Place first) {
  std::vector<Place> waiting{first};
  while (!waiting.empty()) {
    const Place at = waiting.back();
    const std::size_t before = waiting.size();
    for (const Way& way : sources_[at].ways) {
      if (way.place && !sources_[*way.place].complete) waiting.push_back(*way.place);
    }
    if (waiting.size() > before) continue;
    waiting.pop_back();
    Source& source = sources_[at];
    if (std::exchange(source.complete, true)) continue;
    for (const Way& way : source.ways) {
      if (!way.place) {
        source.end |= way.condition;
        continue;
      }
      const Source& other = sources_[*way.place];
      source.end |= way.condition & other.end;
      for (const RunAutomaton::Edge& edge : other.edges) {
        source.edges.push_back({at, edge.to, edge.round, way.condition & edge.guard});
      }
      if (source.edges.size() > kMostEdges) {
        throw LimitReached(Limit::Size, "the automaton of a path formula is too large for IC3");
      }
    }
  }
}

// The places that a run can get to, and edges that lead from and to the same places made one.
RunAutomaton RunBuilder::trimmed(Place initial) {
  RunAutomaton made;
  std::vector<std::optional<Place>> number(sources_.size());
  std::vector<Place> found{initial};
  number[initial] = 0;
  std::map<std::tuple<Place, Place, bool>, std::size_t> known;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Source& source = sources_[found[i]];
    const auto from = static_cast<Place>(i);
    if (!source.end.is_false()) made.ends.push_back({from, source.end});
    for (const RunAutomaton::Edge& edge : source.edges) {
      if (edge.guard.is_false()) continue;
      if (!number[edge.to]) {
        number[edge.to] = static_cast<Place>(found.size());
        found.push_back(edge.to);
      }
      const Place to = *number[edge.to];
      auto [at, added] = known.try_emplace({from, to, edge.round}, made.edges.size());
      if (added) {
        made.edges.push_back({from, to, edge.round, edge.guard});
      } else {
        made.edges[at->second].guard |= edge.guard;
      }
    }
  }
  made.places = found.size();
  return made;
}

RunAutomaton RunBuilder::build(Goal root) {
  const Place initial = place({Form::Here, static_cast<std::uint32_t>(root.index())});
  while (!open_.empty()) {
    const auto [number, key] = open_.back();
    open_.pop_back();
    fill(number, key);
  }
  for (std::size_t p = 0; p < sources_.size(); ++p) complete(static_cast<Place>(p));
  return trimmed(initial);
}

}  // namespace

RunAutomaton run_automaton(model::SymbolicModel& model, const sat::Goals& goals, Goal goal) {
  if (!goals.complete()) {
    throw LimitReached(Limit::Size, "the formula counts more steps than an automaton of IC3 does");
  }
  return RunBuilder(model, goals).build(goal);
}

}  // namespace gnomon::ic3
