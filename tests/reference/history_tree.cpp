#include "reference/history_tree.h"

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>

#include "base/budget.h"

namespace gnomon::reference {

using ispl::AgentId;
using logic::Formula;
using logic::KnowledgeSemantics;
using logic::Node;
using logic::Op;
using Vertex = Unfolding::Vertex;

namespace {

constexpr std::size_t kMaxDepth = 12;  // trees are built by recursion on their depth

using Situation = std::vector<Variables>;  // by agent: what it observes now

struct Tree {
  StateIndex state = 0;
  std::vector<std::vector<std::uint32_t>> worlds;  // by knower; none at depth 0
  auto operator<=>(const Tree&) const = default;
};

// What all unfoldings have in common: the region, the knowers, and who can tell which states apart.
struct Setting {
  const Graph* graph = nullptr;
  const Members* region = nullptr;
  const std::vector<std::vector<AgentId>>* knowers = nullptr;
  std::vector<StateIndex> first;     // actual
  std::vector<StateIndex> believed;  // where histories may start, for all the agents know

  bool alike(std::size_t knower, const Situation& situation, StateIndex s, StateIndex t) const {
    for (AgentId agent : (*knowers)[knower]) {
      for (ispl::VarId var : situation[agent.index()]) {
        if (graph->state(s)[var.index()] != graph->state(t)[var.index()]) return false;
      }
    }
    return true;
  }
  std::vector<StateIndex> successors(StateIndex s) const {
    std::vector<StateIndex> result;
    for (StateIndex t : graph->successors(s)) {
      if ((*region)[t]) result.push_back(t);
    }
    return result;
  }
};

class Trees {
 public:
  using Id = std::uint32_t;
  Trees(const Setting& setting, const UnfoldingLimits& limits) : setting_(setting), limits_(limits) {}

  const Tree& operator[](Id id) const { return trees_[id]; }

  Id first(StateIndex s, std::size_t depth, const Situation& situation) {
    auto [known, fresh] = firsts_.try_emplace({s, depth});
    if (!fresh) return known->second;
    Tree tree{s, {}};
    for (std::size_t k = 0; depth > 0 && k < setting_.knowers->size(); ++k) {
      std::vector<Id> worlds;
      for (StateIndex t : setting_.believed) {
        if (setting_.alike(k, situation, s, t)) worlds.push_back(first(t, depth - 1, situation));
      }
      tree.worlds.push_back(std::move(worlds));
    }
    return firsts_[{s, depth}] = intern(std::move(tree));
  }

  Id step(Id from, StateIndex to, const Situation& situation) {
    auto key = std::make_pair(std::make_pair(from, to), situation);
    if (auto known = steps_.find(key); known != steps_.end()) return known->second;
    Tree tree{to, {}};
    for (std::size_t k = 0; k < trees_[from].worlds.size(); ++k) {
      std::vector<Id> worlds;
      for (Id world : std::vector<Id>(trees_[from].worlds[k])) {
        for (StateIndex t : setting_.successors(trees_[world].state)) {
          if (setting_.alike(k, situation, to, t)) worlds.push_back(step(world, t, situation));
        }
      }
      tree.worlds.push_back(std::move(worlds));
    }
    return steps_[std::move(key)] = intern(std::move(tree));
  }

  Id look(Id from, const Situation& situation) {
    auto key = std::make_pair(from, situation);
    if (auto known = looks_.find(key); known != looks_.end()) return known->second;
    Tree tree{trees_[from].state, {}};
    for (std::size_t k = 0; k < trees_[from].worlds.size(); ++k) {
      std::vector<Id> worlds;
      for (Id world : std::vector<Id>(trees_[from].worlds[k])) {
        if (setting_.alike(k, situation, tree.state, trees_[world].state)) worlds.push_back(look(world, situation));
      }
      tree.worlds.push_back(std::move(worlds));
    }
    return looks_[std::move(key)] = intern(std::move(tree));
  }

 private:
  Id intern(Tree tree) {
    for (auto& worlds : tree.worlds) {
      std::sort(worlds.begin(), worlds.end());
      worlds.erase(std::unique(worlds.begin(), worlds.end()), worlds.end());
    }
    auto [at, added] = index_.try_emplace(tree, static_cast<Id>(trees_.size()));
    if (added) {
      if (trees_.size() >= limits_.trees) throw LimitReached(Limit::Size, "too many trees");
      trees_.push_back(std::move(tree));
    }
    return at->second;
  }

  const Setting& setting_;
  UnfoldingLimits limits_;
  std::vector<Tree> trees_;
  std::map<Tree, Id> index_;
  std::map<std::pair<StateIndex, std::size_t>, Id> firsts_;  // by state and depth
  std::map<std::pair<std::pair<Id, StateIndex>, Situation>, Id> steps_;
  std::map<std::pair<Id, Situation>, Id> looks_;
};

// The vertices of an unfolding, each with a key, in order of discovery.
template <class Key>
class Vertices {
 public:
  Vertices(Unfolding& unfolding, std::size_t limit) : unfolding_(unfolding), limit_(limit) {}

  Vertex add(const Key& key, StateIndex state) {
    auto [at, added] = index_.try_emplace(key, static_cast<Vertex>(keys_.size()));
    if (added) {
      if (keys_.size() >= limit_) throw LimitReached(Limit::Size, "too many vertices");
      keys_.push_back(key);
      unfolding_.states.push_back(state);
      unfolding_.successors.emplace_back();
      unfolding_.possible.emplace_back();
      unfolding_.looks.emplace_back();
    }
    return at->second;
  }
  std::size_t size() const { return keys_.size(); }
  Key key(Vertex v) const { return keys_[v]; }

 private:
  Unfolding& unfolding_;
  std::size_t limit_;
  std::vector<Key> keys_;
  std::map<Key, Vertex> index_;
};

Unfolding unfold_trees(const Setting& setting, const std::vector<std::pair<Formula, Node>>& changes, std::size_t depth,
                       const UnfoldingLimits& limits) {
  using Key = std::pair<Trees::Id, Situation>;
  const ispl::CheckedModel& model = setting.graph->interpreter().model();
  Unfolding result;
  Trees trees(setting, limits);
  Vertices<Key> vertices(result, limits.vertices);
  Situation start;
  for (std::size_t a = 0; a < model.agents.size(); ++a) start.push_back(initial_observation(model, AgentId(a)));
  for (StateIndex s : setting.first) result.initial.push_back(vertices.add({trees.first(s, depth, start), start}, s));
  for (Vertex v = 0; v < vertices.size(); ++v) {
    const auto [tree, situation] = vertices.key(v);
    for (StateIndex t : setting.successors(trees[tree].state)) {
      Vertex to = vertices.add({trees.step(tree, t, situation), situation}, t);
      result.successors[v].push_back(to);
    }
    const auto worlds_by_knower = trees[tree].worlds;
    for (const auto& worlds : worlds_by_knower) {
      std::vector<Vertex> possible;
      possible.reserve(worlds.size());
      for (Trees::Id world : worlds) possible.push_back(vertices.add({world, situation}, trees[world].state));
      result.possible[v].push_back(std::move(possible));
    }
    for (const auto& [f, node] : changes) {
      Situation after = situation;
      AgentId agent = *model.agent_of(node.name);
      after[agent.index()] = observation_variables(model, agent, model.pool.text(node.name2));
      Trees::Id seen = trees.look(tree, after);
      Vertex to = vertices.add({seen, after}, trees[seen].state);
      result.looks[v][f] = to;
    }
  }
  return result;
}

Unfolding unfold_clock(const Setting& setting, const UnfoldingLimits& limits) {
  using Key = std::pair<std::set<StateIndex>, StateIndex>;
  const ispl::CheckedModel& model = setting.graph->interpreter().model();
  Unfolding result;
  Vertices<Key> vertices(result, limits.vertices);
  Situation situation;
  for (std::size_t a = 0; a < model.agents.size(); ++a) situation.push_back(initial_observation(model, AgentId(a)));
  std::set<StateIndex> start(setting.believed.begin(), setting.believed.end());
  for (StateIndex s : setting.first) result.initial.push_back(vertices.add({start, s}, s));
  for (Vertex v = 0; v < vertices.size(); ++v) {
    const auto [now, s] = vertices.key(v);
    std::set<StateIndex> next;
    for (StateIndex t : now) {
      for (StateIndex u : setting.successors(t)) next.insert(u);
    }
    for (StateIndex t : setting.successors(s)) {
      Vertex to = vertices.add({next, t}, t);
      result.successors[v].push_back(to);
    }
    for (std::size_t k = 0; k < setting.knowers->size(); ++k) {
      std::vector<Vertex> possible;
      for (StateIndex t : now) {
        if (setting.alike(k, situation, s, t)) possible.push_back(vertices.add({now, t}, t));
      }
      result.possible[v].push_back(std::move(possible));
    }
  }
  return result;
}

}  // namespace

UnfoldingEvaluator::UnfoldingEvaluator(const Graph& graph, Evaluator& plain, HistoryOptions options,
                                       EvaluateOptions evaluation, UnfoldingLimits limits)
    : graph_(&graph), plain_(&plain), options_(options), evaluation_(evaluation), limits_(limits) {}

std::size_t UnfoldingEvaluator::knower(const std::vector<AgentId>& agents) const {
  return static_cast<std::size_t>(std::find(knowers_.begin(), knowers_.end(), agents) - knowers_.begin());
}

void UnfoldingEvaluator::unfold(Formula root) {
  const ispl::CheckedModel& model = graph_->interpreter().model();
  const logic::FormulaPool& pool = model.pool;
  std::set<std::vector<AgentId>> found;
  std::vector<std::pair<Formula, Node>> changes;
  std::map<Formula, std::size_t> depth;
  for (Formula f : pool.subformulas(root)) {
    const Node& node = pool[f];
    std::size_t below = node.left.is_none() ? 0 : depth.at(node.left);
    if (!node.right.is_none()) below = std::max(below, depth.at(node.right));
    depth[f] = below + (is_knowledge(node.op) ? 1 : 0);
    if (node.op == Op::Delta) changes.emplace_back(f, node);
    if (!is_knowledge(node.op)) continue;
    std::vector<AgentId> agents = asked(model, node);
    if (node.op == Op::Distributed) {
      found.insert(agents);
    } else {
      for (AgentId agent : agents) found.insert({agent});
    }
  }
  if (depth.at(root) > kMaxDepth) throw LimitReached(Limit::Size, "knowledge is nested too deeply");
  knowers_.assign(found.begin(), found.end());
  const Members& region = plain_->arena(root).region;
  Setting setting{graph_, &region, &knowers_, {}, {}};
  for (StateIndex s = 0; s < graph_->size(); ++s) {
    if (!region[s]) continue;
    const auto& initial = graph_->initial();
    bool first = std::find(initial.begin(), initial.end(), s) != initial.end();
    if (first) setting.first.push_back(s);
    if (first || options_.all_information) setting.believed.push_back(s);
  }
  unfolding_ = options_.semantics == KnowledgeSemantics::Clock
                   ? unfold_clock(setting, limits_)
                   : unfold_trees(setting, changes, depth.at(root), limits_);
}

bool UnfoldingEvaluator::verdict(Formula root) {
  labels_ = &plain_->labels(root);
  unfold(root);
  known_.clear();
  evaluate(root);
  const Members& holds = known_.at(root);
  return std::all_of(unfolding_.initial.begin(), unfolding_.initial.end(), [&](Vertex v) { return holds[v]; });
}

bool UnfoldingEvaluator::holds_after(Formula f, const std::vector<StateIndex>& history) const {
  auto with_state = [&](const std::vector<Vertex>& vertices, StateIndex state) {
    return *std::find_if(vertices.begin(), vertices.end(), [&](Vertex v) { return unfolding_.states[v] == state; });
  };
  Vertex at = with_state(unfolding_.initial, history.front());
  for (std::size_t i = 1; i < history.size(); ++i) at = with_state(unfolding_.successors[at], history[i]);
  return known_.at(f)[at];
}

void UnfoldingEvaluator::evaluate(Formula root) {
  const logic::FormulaPool& pool = graph_->interpreter().model().pool;
  std::vector<State> states;
  for (StateIndex s : unfolding_.states) states.push_back(graph_->state(s));
  Graph augmented(graph_->interpreter(), std::move(states), unfolding_.initial, unfolding_.successors);
  Arena arena{&augmented, Members(unfolding_.states.size(), true), {}};
  for (const Members& fair : labels_->arena().fairness) {
    Members lifted;
    for (StateIndex s : unfolding_.states) lifted.push_back(fair[s]);
    arena.fairness.push_back(std::move(lifted));
  }
  for (Formula f : pool.subformulas(root)) {
    if (logic::is_state_formula(pool[f])) known_[f] = label(f, arena);
  }
}

Members UnfoldingEvaluator::from_plain(Formula f) {
  const Members& states = labels_->states(f);
  Members result;
  for (StateIndex s : unfolding_.states) result.push_back(states[s]);
  return result;
}

Members UnfoldingEvaluator::knowledge(const Node& node) const {
  const Members& holds = known_.at(node.left);
  std::vector<AgentId> agents = asked(graph_->interpreter().model(), node);
  std::vector<std::size_t> who;
  if (node.op == Op::Distributed) {
    who.push_back(knower(agents));
  } else {
    for (AgentId agent : agents) who.push_back(knower({agent}));
  }
  Members result(holds.size(), true);
  if (node.op == Op::Common) result = holds;
  bool shrinks = true;
  while (shrinks) {
    shrinks = false;
    const Members before = node.op == Op::Common ? result : holds;
    for (std::size_t v = 0; v < result.size(); ++v) {
      for (std::size_t k : who) {
        if (k >= unfolding_.possible[v].size()) continue;  // a tree without depth: never asked
        for (Vertex w : unfolding_.possible[v][k]) {
          if (before[w] || !result[v]) continue;
          result[v] = false;
          shrinks = true;
        }
      }
    }
    if (node.op != Op::Common) break;
  }
  return result;
}

Members UnfoldingEvaluator::label(Formula f, const Arena& arena) {
  const logic::FormulaPool& pool = graph_->interpreter().model().pool;
  const Node& node = pool[f];
  if (logic::is_path_quantifier(node.op)) {
    if (!pool[node.left].is_path) return known_.at(node.left);
    auto truth = [&](Formula g) { return known_.at(g); };
    return quantified(arena, pool, node, truth, evaluation_.finite_tests, evaluation_.paths);
  }
  const Members none(arena.region.size(), false);
  const Members& a = node.left.is_none() ? none : known_.at(node.left);
  const Members& b = node.right.is_none() ? none : known_.at(node.right);
  if (std::optional<Members> set = combined(arena, pool, node, a, b)) return *std::move(set);
  switch (node.op) {
    case Op::Knows:
    case Op::Everybody:
    case Op::Common:
    case Op::Distributed:
      return knowledge(node);
    case Op::Delta: {
      if (pool[node.left].is_path) break;
      Members result;
      for (const auto& looks : unfolding_.looks) result.push_back(a[looks.at(f)]);
      return result;
    }
    default:
      break;
  }
  for (Formula g : pool.subformulas(f)) {
    if (is_knowledge(pool[g].op) || pool[g].op == Op::Delta) {
      throw std::invalid_argument("this operator has no meaning over knowledge with memory");
    }
  }
  return from_plain(f);
}

}  // namespace gnomon::reference
