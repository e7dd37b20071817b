#include "witness/shortest_lasso.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

namespace gnomon::witness {

using explicit_state::State;
using logic::Formula;
using logic::Node;
using logic::Op;

namespace {

constexpr std::size_t kMostTemporal = 8;
constexpr std::size_t kMostGoals = 16;

using Assignment = std::uint32_t;  // a bit for each temporal subformula: whether it is true
using GoalSet = std::uint32_t;

struct GivenUp {};

class ShortestSearch {
 public:
  explicit ShortestSearch(const ShortestProblem& problem)
      : problem_(problem), pool_(*problem.pool), nodes_(pool_.path_part(problem.formula)) {
    for (Formula f : nodes_) {
      const Node& node = pool_[f];
      if (logic::is_state_formula(node) || node.op == Op::And || node.op == Op::Or) continue;
      const bool linear = node.op == Op::X || node.op == Op::F || node.op == Op::G || node.op == Op::U ||
                          node.op == Op::R || node.op == Op::W;
      if (!linear || bit_.size() == kMostTemporal) throw GivenUp();
      bit_.emplace(f, bit_.size());
      if (node.op == Op::F || node.op == Op::U) promises_.push_back(f);
    }
    fair_goals_ = problem.fairness(problem.starts.front()).size();
    if (promises_.size() + fair_goals_ > kMostGoals) throw GivenUp();
    all_goals_ = (GoalSet{1} << (promises_.size() + fair_goals_)) - 1;
  }

  std::optional<StateLasso> run() {
    find_distances();
    std::optional<std::vector<std::size_t>> best_loop;
    std::size_t best = problem_.longest;
    for (std::size_t v = 0; v < distance_.size() && distance_[v] + 1 < best; ++v) {
      std::vector<std::size_t> loop = shortest_loop(v, best - 1 - distance_[v]);
      if (loop.empty()) continue;
      best = distance_[v] + loop.size();
      best_loop = std::move(loop);
    }
    if (!best_loop) return std::nullopt;
    StateLasso lasso;
    for (std::size_t v = best_loop->front(); from_[v] != v; v = from_[v]) {
      lasso.states.push_back(states_[vertices_[from_[v]].state]);
    }
    std::reverse(lasso.states.begin(), lasso.states.end());
    lasso.loop = lasso.states.size();
    for (std::size_t v : *best_loop) lasso.states.push_back(states_[vertices_[v].state]);
    return lasso;
  }

 private:
  struct Vertex {
    std::size_t state = 0;
    Assignment assignment = 0;
    auto operator<=>(const Vertex&) const = default;
  };

  void spend(std::size_t steps) {
    work_ += steps;
    if (work_ > problem_.work) throw GivenUp();
  }

  std::size_t number_of(const State& state) {
    auto [at, added] = state_index_.try_emplace(state, states_.size());
    if (added) {
      states_.push_back(state);
      std::vector<bool> letters;
      for (Formula f : nodes_) {
        letters.push_back(logic::is_state_formula(pool_[f]) && problem_.letter(f, state));
      }
      letters_.push_back(std::move(letters));
      const std::vector<bool> fair = problem_.fairness(state);
      GoalSet met = 0;
      for (std::size_t i = 0; i < fair.size(); ++i) met |= GoalSet{fair[i]} << (promises_.size() + i);
      fair_at_.push_back(met);
      spend(nodes_.size());
    }
    return at->second;
  }

  bool is_in(Assignment assignment, Formula f) const { return ((assignment >> bit_.at(f)) & 1) != 0; }

  // The truth of all parts at a state, given which temporal ones are true there.
  std::vector<bool> truth(std::size_t state, Assignment assignment) {
    spend(nodes_.size());
    std::vector<bool> values = letters_[state];
    std::unordered_map<Formula, std::size_t>& place = places();
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = pool_[nodes_[i]];
      if (logic::is_state_formula(node)) continue;
      if (node.op == Op::And) {
        values[i] = values[place.at(node.left)] && values[place.at(node.right)];
      } else if (node.op == Op::Or) {
        values[i] = values[place.at(node.left)] || values[place.at(node.right)];
      } else {
        values[i] = is_in(assignment, nodes_[i]);
      }
    }
    return values;
  }

  std::unordered_map<Formula, std::size_t>& places() {
    if (places_.empty()) {
      for (std::size_t i = 0; i < nodes_.size(); ++i) places_.emplace(nodes_[i], i);
    }
    return places_;
  }

  // Whether the step from one vertex to the other keeps the rules.
  bool agree(const Vertex& here, const Vertex& there) {
    const std::vector<bool> now = truth(here.state, here.assignment);
    const std::vector<bool> next = truth(there.state, there.assignment);
    std::unordered_map<Formula, std::size_t>& place = places();
    return std::all_of(bit_.begin(), bit_.end(), [&](const auto& entry) {
      const Formula t = entry.first;
      const Node& node = pool_[t];
      const bool left = now[place.at(node.left)];
      const bool right = node.right.is_none() ? left : now[place.at(node.right)];
      const bool later = is_in(there.assignment, t);
      bool expected = false;
      switch (node.op) {
        case Op::X:
          expected = next[place.at(node.left)];
          break;
        case Op::F:
          expected = left || later;
          break;
        case Op::G:
          expected = left && later;
          break;
        case Op::R:
          expected = right && (left || later);
          break;
        default:  // U, W
          expected = right || (left && later);
          break;
      }
      return expected == is_in(here.assignment, t);
    });
  }

  std::size_t vertex(const Vertex& wanted) {
    auto [at, added] = vertex_index_.try_emplace(wanted, vertices_.size());
    if (added) {
      vertices_.push_back(wanted);
      followers_.emplace_back();
      GoalSet met = fair_at_[wanted.state];
      const std::vector<bool> values = truth(wanted.state, wanted.assignment);
      for (std::size_t i = 0; i < promises_.size(); ++i) {
        const Node& node = pool_[promises_[i]];
        const Formula goal = node.op == Op::F ? node.left : node.right;
        if (!is_in(wanted.assignment, promises_[i]) || values[places().at(goal)]) met |= GoalSet{1} << i;
      }
      met_.push_back(met);
    }
    return at->second;
  }

  const std::vector<std::size_t>& followers(std::size_t v) {
    if (followers_[v]) return *followers_[v];
    std::vector<std::size_t> found;
    const Vertex here = vertices_[v];
    const State state = states_[here.state];
    const std::vector<State> next = problem_.successors(state);
    spend(next.size());
    for (const State& successor : next) {
      const std::size_t number = number_of(successor);
      for (Assignment assignment = 0; assignment < (Assignment{1} << bit_.size()); ++assignment) {
        const Vertex there{number, assignment};
        if (agree(here, there)) found.push_back(vertex(there));
      }
    }
    followers_[v] = std::move(found);
    return *followers_[v];
  }

  // Breadth first from the start, no farther than a shorter lasso may reach.
  void find_distances() {
    for (const State& one : problem_.starts) {
      const std::size_t start = number_of(one);
      for (Assignment assignment = 0; assignment < (Assignment{1} << bit_.size()); ++assignment) {
        if (truth(start, assignment)[places().at(problem_.formula)]) vertex({start, assignment});
      }
    }
    from_.resize(vertices_.size());
    distance_.assign(vertices_.size(), 0);
    for (std::size_t v = 0; v < vertices_.size(); ++v) from_[v] = v;
    for (std::size_t v = 0; v < distance_.size(); ++v) {
      if (distance_[v] + 2 >= problem_.longest) break;
      for (std::size_t next : followers(v)) {
        spend(1);
        if (next < distance_.size()) continue;
        // Numbered in the order in which they are found.
        from_.resize(vertices_.size(), v);
        distance_.resize(vertices_.size(), distance_[v] + 1);
      }
    }
  }

  // The vertices of the shortest loop through v with at most so many, beginning with v; none if there is none.
  std::vector<std::size_t> shortest_loop(std::size_t v, std::size_t most) {
    using Place = std::pair<std::size_t, GoalSet>;
    std::map<Place, Place> before;
    std::vector<Place> layer{{v, met_[v]}};
    for (std::size_t length = 1; length <= most && !layer.empty(); ++length) {
      std::vector<Place> next_layer;
      for (const Place& place : layer) {
        const std::vector<std::size_t> next = followers(place.first);
        for (std::size_t w : next) {
          spend(1);
          if (w == v && place.second == all_goals_) return traced(place, {v, met_[v]}, before);
          if (w >= distance_.size()) continue;
          const Place there{w, place.second | met_[w]};
          if (there != Place{v, met_[v]} && before.try_emplace(there, place).second) next_layer.push_back(there);
        }
      }
      layer = std::move(next_layer);
    }
    return {};
  }

  static std::vector<std::size_t> traced(
      std::pair<std::size_t, GoalSet> end, const std::pair<std::size_t, GoalSet>& first,
      const std::map<std::pair<std::size_t, GoalSet>, std::pair<std::size_t, GoalSet>>& before) {
    std::vector<std::size_t> loop{end.first};
    while (end != first) {
      end = before.at(end);
      loop.push_back(end.first);
    }
    std::reverse(loop.begin(), loop.end());
    return loop;
  }

  const ShortestProblem& problem_;
  const logic::FormulaPool& pool_;
  std::vector<Formula> nodes_;
  std::unordered_map<Formula, std::size_t> places_;
  std::map<Formula, std::size_t> bit_;
  std::vector<Formula> promises_;  // F and U
  std::size_t fair_goals_ = 0;
  GoalSet all_goals_ = 0;
  std::size_t work_ = 0;

  std::map<State, std::size_t> state_index_;
  std::vector<State> states_;
  std::vector<std::vector<bool>> letters_;
  std::vector<GoalSet> fair_at_;
  std::map<Vertex, std::size_t> vertex_index_;
  std::vector<Vertex> vertices_;
  std::vector<GoalSet> met_;
  std::vector<std::optional<std::vector<std::size_t>>> followers_;
  std::vector<std::size_t> from_;
  std::vector<std::size_t> distance_;
};

// All lassos, shorter ones first.
class TrialSearch {
 public:
  explicit TrialSearch(const ShortestProblem& problem) : problem_(problem) {}

  std::optional<StateLasso> run() {
    std::vector<std::vector<State>> paths;
    for (const State& start : problem_.starts) paths.push_back({start});
    for (std::size_t length = 1; length < problem_.longest; ++length) {
      std::vector<std::vector<State>> longer;
      for (const std::vector<State>& path : paths) {
        for (const State& next : successors(path.back())) {
          for (std::size_t loop = 0; loop < path.size(); ++loop) {
            if (path[loop] != next) continue;
            spend();
            if (StateLasso lasso{path, loop}; problem_.satisfied(lasso)) return lasso;
          }
          if (length + 1 == problem_.longest) continue;
          spend();
          longer.push_back(path);
          longer.back().push_back(next);
        }
      }
      paths = std::move(longer);
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kMostTrials = 4000;

  void spend() {
    if (++trials_ > kMostTrials) throw GivenUp();
  }

  const std::vector<State>& successors(const State& state) {
    auto [at, added] = successors_.try_emplace(state);
    if (added) at->second = problem_.successors(state);
    return at->second;
  }

  const ShortestProblem& problem_;
  std::map<State, std::vector<State>> successors_;
  std::size_t trials_ = 0;
};

template <class Search>
ShortestAnswer answer_by(const ShortestProblem& problem) {
  try {
    return {true, Search(problem).run()};
  } catch (const GivenUp&) {
    return {};
  }
}

}  // namespace

ShortestAnswer shortest_lasso(const ShortestProblem& problem) {
  const ShortestAnswer answer = answer_by<ShortestSearch>(problem);
  return answer.decided ? answer : answer_by<TrialSearch>(problem);
}

}  // namespace gnomon::witness
