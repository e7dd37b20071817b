#include "recall/memory_labelling.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/assert.h"
#include "check/fixpoints.h"
#include "recall/prepare.h"

namespace gnomon::recall {

using logic::Formula;
using logic::KnowledgeSemantics;
using logic::Op;

namespace {

void sort_unique(std::vector<NodeId>& nodes) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

}  // namespace

MemoryLabelling::MemoryLabelling(Forest& forest, check::Labelling& plain, KnowledgeSemantics semantics,
                                 const check::PathOptions& paths, Formula root, ViewId root_view)
    : forest_(&forest),
      plain_(&plain),
      semantics_(semantics),
      path_options_(paths),
      root_(root, root_view),
      memoryful_(memoryful(plain.pool(), root)) {
  // Operands have smaller numbers than their users: from the largest pair down, every pair is complete when it is met.
  tasks_.try_emplace(root_);
  for (auto at = tasks_.rbegin(); at != tasks_.rend(); ++at) {
    plan(at->first, at->second);
    for (const Operand& operand : at->second.operands) tasks_.try_emplace(operand.key);
  }
}

const Coalition& MemoryLabelling::group(Formula f) const {
  const ispl::CheckedModel& model = forest_->frame().model().source();
  return model.groups[*model.group_of(plain_->pool()[f].name)].members;
}

void MemoryLabelling::add_knowledge(Key key, Task& task, const Coalition& coalition) {
  KnowerId knower = forest_->observations().knower(coalition);
  bool clock = semantics_ == KnowledgeSemantics::Clock;
  ViewId view = clock ? key.second : forest_->child_view(key.second, knower);
  task.operands.push_back({{plain_->pool()[key.first].left, view}, Where::Inside, knower});
}

void MemoryLabelling::plan(Key key, Task& task) {
  const logic::Node node = plain_->pool()[key.first];  // a copy: plans make formulas
  if (!memoryful_[key.first.index()]) return;
  auto add = [&](Formula f, Where where) {
    if (!f.is_none()) task.operands.push_back({{f, key.second}, where, {}});
  };
  if (logic::is_path_quantifier(node.op) && plain_->pool()[node.left].is_path) {
    task.path = std::make_unique<PathPlan>(plan_path(plain_->pool(), node.op, node.left, path_options_));
    for (Formula letter : task.path->letters) add(letter, task.path->look_ahead ? Where::Ahead : Where::Everywhere);
    return;
  }
  switch (node.op) {
    case Op::EX:
    case Op::AX:
      add(node.left, Where::Next);
      break;
    case Op::EF:
    case Op::AF:
    case Op::EG:
    case Op::AG:
    case Op::EU:
    case Op::AU:
      add(node.left, Where::Everywhere);
      add(node.right, Where::Everywhere);
      break;
    case Op::Knows:
      add_knowledge(key, task, {*forest_->frame().model().source().agent_of(node.name)});
      break;
    case Op::Distributed:
      add_knowledge(key, task, group(key.first));
      break;
    case Op::Everybody:
      for (ispl::AgentId agent : group(key.first)) add_knowledge(key, task, {agent});
      break;
    case Op::Delta:
      add(node.left, Where::AfterLook);
      break;
    default:
      add(node.left, Where::Here);
      add(node.right, Where::Here);
  }
}

SituationId MemoryLabelling::changed(Formula delta, NodeId node) const {
  const logic::FormulaPool& pool = plain_->pool();
  ispl::AgentId agent = *forest_->frame().model().source().agent_of(pool[delta].name);
  return forest_->observations().changed(forest_->node(node).situation, agent, pool.text(pool[delta].name2));
}

std::vector<NodeId> MemoryLabelling::nodes_for(Key key, const Task& task, const Operand& operand) {
  std::vector<NodeId> result;
  switch (operand.where) {
    case Where::Here:
    case Where::Everywhere:
    case Where::Ahead:
      return task.nodes;  // demand has extended them
    case Where::Next:
      return successors(*forest_, task.nodes);
    case Where::AfterLook:
      for (NodeId node : task.nodes) {
        const std::vector<NodeId>& targets = forest_->look(node, changed(key.first, node)).nodes;
        result.insert(result.end(), targets.begin(), targets.end());
      }
      return result;
    case Where::Inside:
      if (operand.key.second == key.second) return task.nodes;
      std::size_t position = forest_->child_position(key.second, operand.key.second);
      for (NodeId node : task.nodes) {
        for (const Member& member : forest_->node(node).members) result.push_back(member.children[position]);
      }
      return result;
  }
  return result;
}

void MemoryLabelling::demand(Key key, Task& task) {
  sort_unique(task.nodes);
  if (task.path && task.path->look_ahead) {
    std::unordered_set<NodeId> within(task.nodes.begin(), task.nodes.end());
    std::vector<NodeId> layer = task.nodes;
    for (std::size_t i = 0; i < *task.path->look_ahead; ++i) {
      layer = successors(*forest_, layer);
      within.insert(layer.begin(), layer.end());
    }
    task.nodes.assign(within.begin(), within.end());
    sort_unique(task.nodes);
  } else if (!task.operands.empty() && task.operands.front().where == Where::Everywhere) {
    task.nodes = closure(*forest_, std::move(task.nodes));
  }
  for (const Operand& operand : task.operands) {
    std::vector<NodeId> wanted = nodes_for(key, task, operand);
    std::vector<NodeId>& there = tasks_.at(operand.key).nodes;
    there.insert(there.end(), wanted.begin(), wanted.end());
  }
}

void MemoryLabelling::evaluate(std::vector<NodeId> nodes) {
  tasks_.at(root_).nodes = std::move(nodes);
  for (auto at = tasks_.rbegin(); at != tasks_.rend(); ++at) demand(at->first, at->second);
  for (auto& [key, task] : tasks_) task.label = label(key, task);
}

const MemoryGraph& MemoryLabelling::graph(const std::vector<NodeId>& nodes) {
  std::unique_ptr<MemoryGraph>& known = graphs_[nodes];
  if (!known) known = std::make_unique<MemoryGraph>(*forest_, nodes);
  return *known;
}

PlaceSet MemoryLabelling::label(Key key, const Task& task) {
  const logic::Node node = plain_->pool()[key.first];
  if (!memoryful_[key.first.index()]) return all_places(*forest_, task.nodes) & plain_->states(key.first);
  if (task.path) return quantified(task);
  auto here = [&](std::size_t i) { return operand_label(task, i).within(*forest_, task.nodes); };
  auto others = [&](const PlaceSet& set) { return all_places(*forest_, task.nodes) - set; };
  switch (node.op) {
    case Op::Not:
      return others(here(0));
    case Op::And:
      return here(0) & here(1);
    case Op::Or:
      return here(0) | here(1);
    case Op::Implies:
      return others(here(0)) | here(1);
    case Op::Iff: {
      PlaceSet left = here(0);
      PlaceSet right = here(1);
      return (left & right) | others(left | right);
    }
    case Op::PathA:
    case Op::PathE:
    case Op::PathAf:
    case Op::PathEf:
      return here(0);  // over a state formula
    case Op::EX:
    case Op::AX:
    case Op::EF:
    case Op::AF:
    case Op::EG:
    case Op::AG:
    case Op::EU:
    case Op::AU:
      return temporal(node.op, task);
    case Op::Common:
      return common_knowledge(key.first, task);
    case Op::Knows:
    case Op::Distributed:
    case Op::Everybody: {
      PlaceSet known = all_places(*forest_, task.nodes);
      for (const Operand& operand : task.operands) known = known & knowledge(task, operand);
      return known;
    }
    case Op::Delta:
      return after_look(key.first, task);
    default:
      break;
  }
  GNOMON_ASSERT(false, "an operator that is refused over knowledge with memory");
  return {};
}

// As in check/temporal.h, on the augmented system.
PlaceSet MemoryLabelling::temporal(Op op, const Task& task) {
  const PlaceSet& f = operand_label(task, 0);
  if (op == Op::EX) return MemoryGraph(*forest_, task.nodes).predecessors(f);
  if (op == Op::AX) {
    PlaceSet outside = all_places(*forest_, successors(*forest_, task.nodes)) - f;
    MemoryGraph steps(*forest_, task.nodes);
    return steps.everything() - steps.predecessors(outside);
  }
  const MemoryGraph& system = graph(task.nodes);
  const PlaceSet& all = system.everything();
  const PlaceSet left = f.within(*forest_, task.nodes);
  const PlaceSet right = task.operands.size() > 1 ? operand_label(task, 1).within(*forest_, task.nodes) : PlaceSet();
  auto always = [&](const PlaceSet& set) { return check::fair_globally(system, set, system.fairness()); };
  switch (op) {
    case Op::EF:
      return check::until(system, all, left);
    case Op::AG:
      return all - check::until(system, all, all - left);
    case Op::EG:
      return always(left);
    case Op::AF:
      return all - always(all - left);
    case Op::EU:
      return check::until(system, left, right);
    default: {  // AU
      PlaceSet not_right = all - right;
      return all - (check::until(system, not_right, not_right - left) | always(not_right));
    }
  }
}

PlaceSet MemoryLabelling::quantified(const Task& task) {
  const MemoryGraph& system = graph(task.nodes);
  std::vector<PlaceSet> places;
  for (std::size_t i = 0; i < task.operands.size(); ++i) {
    places.push_back(operand_label(task, i).within(*forest_, task.nodes));
  }
  PlaceSet some = exists_path(system, plain_->pool(), *task.path, places, path_options_, path_reports_);
  return task.path->negated ? system.everything() - some : some;
}

PlaceSet MemoryLabelling::knowledge(const Task& task, const Operand& operand) const {
  Observations& observations = forest_->observations();
  const PlaceSet& holds = tasks_.at(operand.key).label;
  // All that looks, to the knower, like a world of the node in which the operand fails.
  std::unordered_map<NodeId, StateSet> doubts;
  auto doubt = [&](NodeId id) -> const StateSet& {
    auto [at, added] = doubts.try_emplace(id);
    if (added) {
      const Node& node = forest_->node(id);
      StateSet fails = forest_->frame().none();
      for (std::size_t m = 0; m < node.members.size(); ++m) {
        const StateSet* good = holds.at(static_cast<VertexId>(node.first + m));
        fails |= good == nullptr ? node.members[m].states : node.members[m].states - *good;
      }
      at->second = observations.alike(fails, semantics_ == KnowledgeSemantics::Clock
                                                 ? observations.seen(node.situation, operand.knower)
                                                 : observations.remembered(node.situation, operand.knower));
    }
    return at->second;
  };
  std::vector<PlaceSet::Entry> known;
  for (NodeId id : task.nodes) {
    const Node& node = forest_->node(id);
    bool own = node.view == operand.key.second;
    std::size_t position = own ? 0 : forest_->child_position(node.view, operand.key.second);
    for (std::size_t m = 0; m < node.members.size(); ++m) {
      const Member& member = node.members[m];
      known.emplace_back(static_cast<VertexId>(node.first + m),
                         member.states - doubt(own ? id : member.children[position]));
    }
  }
  return PlaceSet(std::move(known));
}

// With a clock only: mu Z. (Y - f) or (OR i in g: alike_i(Z) and Y), and its complement in Y.
PlaceSet MemoryLabelling::common_knowledge(Formula f, const Task& task) const {
  Observations& observations = forest_->observations();
  const PlaceSet& holds = operand_label(task, 0);
  std::vector<PlaceSet::Entry> known;
  for (NodeId id : task.nodes) {
    const Node& node = forest_->node(id);
    const StateSet& all = node.members.front().states;
    const StateSet* good = holds.at(node.first);
    StateSet doubted = good == nullptr ? all : all - *good;
    StateSet frontier = doubted;
    while (!frontier.empty()) {
      StateSet alike = forest_->frame().none();
      for (ispl::AgentId agent : group(f)) {
        alike |= observations.alike(frontier, observations.seen(node.situation, observations.knower({agent})));
      }
      frontier = (alike & all) - doubted;
      doubted |= frontier;
    }
    known.emplace_back(node.first, all - doubted);
  }
  return PlaceSet(std::move(known));
}

PlaceSet MemoryLabelling::after_look(Formula f, const Task& task) {
  const PlaceSet& holds = operand_label(task, 0);
  std::vector<PlaceSet::Entry> result;
  for (NodeId id : task.nodes) {
    const Moves& moves = forest_->look(id, changed(f, id));
    const Node& node = forest_->node(id);
    for (std::size_t m = 0; m < node.members.size(); ++m) {
      StateSet states = forest_->frame().none();
      for (VertexId target : moves.targets[m]) {
        if (const StateSet* good = holds.at(target)) states |= *good;
      }
      result.emplace_back(static_cast<VertexId>(node.first + m), states & node.members[m].states);
    }
  }
  return PlaceSet(std::move(result));
}

namespace {

// By formula number: whether it occurs below an even number of negations, the left side of an implication and the path
// expression of a box counting as negations.
std::vector<bool> positive_occurrences(const logic::FormulaPool& pool, Formula root) {
  std::vector<bool> positive(root.index() + 1, false);
  std::vector<bool> negative(root.index() + 1, false);
  positive[root.index()] = true;
  std::vector<Formula> all = pool.subformulas(root);
  for (auto at = all.rbegin(); at != all.rend(); ++at) {
    const logic::Node& node = pool[*at];
    bool pos = positive[at->index()];
    bool neg = negative[at->index()];
    auto pass = [&](Formula operand, bool same, bool opposite) {
      if (operand.is_none()) return;
      positive[operand.index()] = positive[operand.index()] || (same && pos) || (opposite && neg);
      negative[operand.index()] = negative[operand.index()] || (same && neg) || (opposite && pos);
    };
    bool turns = node.op == Op::Not || node.op == Op::Implies || node.op == Op::Box;
    bool both = node.op == Op::Iff;
    pass(node.left, !turns, turns || both);
    pass(node.right, true, both);
  }
  return positive;
}

}  // namespace

std::vector<MemoryLabelling::Question> MemoryLabelling::questions() const {
  std::vector<Question> result;
  const std::vector<bool> positive = positive_occurrences(plain_->pool(), root_.first);
  for (auto at = tasks_.rbegin(); at != tasks_.rend(); ++at) {
    const auto& [key, task] = *at;
    if (key.second != root_.second || !positive[key.first.index()]) continue;
    for (const Operand& operand : task.operands) {
      if (operand.where != Where::Inside) continue;
      PlaceSet doubted = all_places(*forest_, task.nodes) - knowledge(task, operand);
      result.push_back({key.first, operand.key.first, operand.knower, operand.key.second, std::move(doubted)});
    }
  }
  return result;
}

}  // namespace gnomon::recall
