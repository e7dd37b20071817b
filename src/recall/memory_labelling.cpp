#include "recall/memory_labelling.h"

#include <algorithm>
#include <unordered_map>

#include "base/sorted.h"
#include "check/epistemic.h"
#include "check/letters.h"
#include "logic/polarity.h"
#include "logic/simplify.h"
#include "recall/prepare.h"

namespace gnomon::recall {

using logic::Family;
using logic::Formula;
using logic::KnowledgeSemantics;
using logic::Op;

namespace {

bool universal(Op quantifier) {
  return quantifier == Op::PathA || quantifier == Op::PathAf;
}

// By formula number: whether an explanation may have to look below it, along paths or into worlds. Strategies and
// obligations are about states.
std::vector<bool> explained(const logic::FormulaPool& pool, Formula root) {
  std::vector<bool> result(root.index() + 1, false);
  auto operand = [&](Formula f) { return !f.is_none() && result[f.index()]; };
  for (Formula f : pool.subformulas(root)) {
    const logic::Node& node = pool[f];
    const Family family = logic::family_of(node.op);
    const bool about_states = family == Family::Strategic || family == Family::Deontic;
    const bool leads_on = family == Family::Branching || family == Family::Knowledge || family == Family::Observation ||
                          logic::is_path_quantifier(node.op);
    result[f.index()] = !about_states && (leads_on || operand(node.left) || operand(node.right));
  }
  return result;
}

}  // namespace

MemoryLabelling::MemoryLabelling(Forest& forest, check::Labelling& plain, KnowledgeSemantics semantics,
                                 MemoryPathChecker& paths, Formula root, ViewId root_view, Purpose purpose)
    : forest_(&forest),
      plain_(&plain),
      semantics_(semantics),
      paths_(&paths),
      root_(root, root_view),
      purpose_(purpose),
      memoryful_(purpose == Purpose::Verdict ? memoryful(plain.pool(), root) : explained(plain.pool(), root)) {
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
  task.operands.push_back({{plain_->pool()[key.first].left, view}, Where::Inside, knower, {}});
}

void MemoryLabelling::plan(Key key, Task& task) {
  const logic::Node node = plain_->pool()[key.first];  // a copy: plans make formulas
  if (!memoryful_[key.first.index()]) return;
  auto add = [&](Formula f, Where where) {
    if (!f.is_none()) task.operands.push_back({{f, key.second}, where, {}, {}});
  };
  if (logic::is_path_quantifier(node.op) && plain_->pool()[node.left].is_path) {
    plan_path(key, node, task);
    return;
  }
  switch (logic::family_of(node.op)) {
    case Family::Branching: {
      Where where = node.op == Op::EX || node.op == Op::AX ? Where::Next : Where::Everywhere;
      add(node.left, where);
      add(node.right, where);
      if (logic::has_bound(node.op)) look_ahead(task, plain_->pool().interval(node));
      return;
    }
    case Family::Knowledge:
      plan_knowledge(key, node, task);
      return;
    case Family::Observation:
      add(node.left, Where::AfterLook);
      return;
    case Family::Atom:
    case Family::Boolean:
    case Family::Deontic:
    case Family::Strategic:
    case Family::PathQuantifier:
    case Family::Linear:
    case Family::Dynamic:
    case Family::PathExpression:
      add(node.left, Where::Here);
      add(node.right, Where::Here);
      return;
  }
}

// An operator with a bound that is not too large reads its operands so many steps ahead, and no farther.
void MemoryLabelling::look_ahead(Task& task, const logic::Interval& interval) {
  constexpr std::size_t kFarthest = 1000;
  if (purpose_ == Purpose::Explanation || interval.is_open() || interval.last > kFarthest) return;
  const auto last = static_cast<std::size_t>(interval.last);
  for (Operand& operand : task.operands) {
    operand.where = Where::Ahead;
    operand.horizon = {0, last};
  }
  if (task.operands.size() == 1) task.operands.front().horizon.first = static_cast<std::size_t>(interval.first);
}

void MemoryLabelling::plan_knowledge(Key key, const logic::Node& node, Task& task) {
  switch (node.op) {
    case Op::Knows:
      add_knowledge(key, task, {*forest_->frame().model().source().agent_of(node.name)});
      return;
    case Op::Distributed:
      add_knowledge(key, task, group(key.first));
      return;
    case Op::Everybody:
      for (ispl::AgentId agent : group(key.first)) add_knowledge(key, task, {agent});
      return;
    case Op::Common:  // with a clock only: a fixpoint over the operand at the same time
      task.operands.push_back({{node.left, key.second}, Where::Here, {}, {}});
      return;
    default:
      static_assert(logic::covers(Family::Knowledge, {Op::Knows, Op::Everybody, Op::Common, Op::Distributed}));
  }
}

void MemoryLabelling::plan_path(Key key, const logic::Node& quantifier, Task& task) {
  logic::FormulaPool& pool = plain_->pool();
  Formula core = check::with_letters(pool, quantifier.left, [&](Formula f) {
    bool constant = pool[f].op == Op::True || pool[f].op == Op::False;
    return constant ? f : check::atom_for(pool, f);
  });
  if (universal(quantifier.op)) core = pool.make(Op::Not, core);
  logic::Traces traces = check::traces_of(quantifier.op, paths_->options());
  core = logic::simplify(pool, logic::negation_normal_form(pool, core, traces), traces);
  core = logic::negation_normal_form(pool, core, traces);
  task.path = {core, {}};
  std::optional<std::unordered_map<Formula, check::Horizon>> horizons;
  if (traces == logic::Traces::Infinite && purpose_ == Purpose::Verdict) horizons = check::horizons(pool, core);
  for (Formula letter : check::letters_of(pool, quantifier.left)) {
    Formula atom = check::atom_for(pool, letter);
    Operand operand{{letter, key.second}, Where::Everywhere, {}, {}};
    if (horizons) {
      if (!horizons->contains(atom)) continue;  // simplified away
      operand.where = Where::Ahead;
      operand.horizon = horizons->at(atom);
    }
    task.operands.push_back(operand);
    task.path->atoms.push_back(atom);
  }
  // The path checker will ask for this formula. Made now, it has a number near those of its parts, and passes over it
  // need only small tables.
  pool.make(traces == logic::Traces::Infinite ? Op::PathE : Op::PathEf, core);
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
      return task.nodes;  // demand has extended them
    case Where::Ahead:
      break;  // demand_ahead
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

// The nodes that k steps lead to, for every k up to the last at which a letter is read.
void MemoryLabelling::demand_ahead(Task& task) {
  std::vector<std::vector<NodeId>> layers{task.nodes};
  for (const Operand& operand : task.operands) {
    while (layers.size() <= operand.horizon.last) layers.push_back(successors(*forest_, layers.back()));
    std::vector<NodeId>& there = tasks_.at(operand.key).nodes;
    for (std::size_t k = operand.horizon.first; k <= operand.horizon.last; ++k) {
      there.insert(there.end(), layers[k].begin(), layers[k].end());
    }
  }
  for (std::size_t k = 1; k < layers.size(); ++k) {
    task.nodes.insert(task.nodes.end(), layers[k].begin(), layers[k].end());
  }
  sort_unique(task.nodes);
}

void MemoryLabelling::demand(Key key, Task& task) {
  sort_unique(task.nodes);
  if (!task.operands.empty() && task.operands.front().where == Where::Ahead) {
    demand_ahead(task);
    return;
  }
  // A path is shown even where it has no letters.
  const bool whole_path = purpose_ == Purpose::Explanation && task.path.has_value();
  if (whole_path || (!task.operands.empty() && task.operands.front().where == Where::Everywhere)) {
    task.nodes = closure(*forest_, std::move(task.nodes));
  }
  for (const Operand& operand : task.operands) {
    std::vector<NodeId> needed = nodes_for(key, task, operand);
    std::vector<NodeId>& there = tasks_.at(operand.key).nodes;
    there.insert(there.end(), needed.begin(), needed.end());
  }
}

void MemoryLabelling::evaluate(std::vector<NodeId> nodes) {
  tasks_.at(root_).nodes = std::move(nodes);
  for (auto at = tasks_.rbegin(); at != tasks_.rend(); ++at) demand(at->first, at->second);
  for (auto& [key, task] : tasks_) task.label = label(key, task);
}

const MemoryGraph& MemoryLabelling::graph(const std::vector<NodeId>& nodes) {
  return graphs_.try_emplace(nodes, *forest_, semantics_, nodes).first->second;
}

PlaceSet MemoryLabelling::operand_label(const Task& task, const Operand& operand) const {
  const PlaceSet& label = tasks_.at(operand.key).label;
  bool elsewhere = operand.where == Where::Next || operand.where == Where::Inside || operand.where == Where::AfterLook;
  return elsewhere ? label : label.within(*forest_, task.nodes);
}

PlaceSet MemoryLabelling::label(Key key, const Task& task) {
  const logic::Node node = plain_->pool()[key.first];
  const MemoryGraph& space = graph(task.nodes);
  if (!memoryful_[key.first.index()]) return space.states() & plain_->states(key.first);
  if (task.path) return quantified(node, task);
  if (node.op == Op::Delta) return after_look(key.first, task);
  PlaceSet left = task.operands.empty() ? PlaceSet() : operand_label(task, task.operands.front());
  if (logic::is_path_quantifier(node.op)) return left;  // over a state formula
  PlaceSet right = task.operands.size() < 2 ? PlaceSet() : operand_label(task, task.operands[1]);
  if (node.op == Op::Everybody) {
    // One operand, in the worlds of each member.
    for (std::size_t i = 1; i < task.operands.size(); ++i) left |= operand_label(task, task.operands[i]);
  }
  return check::apply_operator(space, plain_->pool(), node, left, right);
}

PlaceSet MemoryLabelling::quantified(const logic::Node& quantifier, const Task& task) {
  logic::FormulaPool& pool = plain_->pool();
  const MemoryGraph& space = graph(task.nodes);
  check::LabellingOf<MemoryGraph> letters = letters_on(space, task);
  bool finite = quantifier.op == Op::PathAf || quantifier.op == Op::PathEf;
  std::size_t reported = paths_->reports().size();
  PlaceSet some = paths_->exists_path(letters, finite ? Op::PathEf : Op::PathE, task.path->core);
  for (std::size_t i = reported; i < paths_->reports().size(); ++i) {
    path_reports_.push_back(paths_->reports()[i]);
    path_reports_.back().formula = universal(quantifier.op) ? pool.make(Op::Not, quantifier.left) : quantifier.left;
  }
  return universal(quantifier.op) ? space.complement(some) : some;
}

check::LabellingOf<MemoryGraph> MemoryLabelling::letters_on(const MemoryGraph& space, const Task& task) {
  check::LabellingOf<MemoryGraph> letters(space, plain_->pool(), paths_);
  for (std::size_t i = 0; i < task.operands.size(); ++i) {
    letters.define(task.path->atoms[i], operand_label(task, task.operands[i]));
  }
  return letters;
}

check::LabellingOf<MemoryGraph> MemoryLabelling::letters(Formula quantifier, ViewId view) {
  return letters_on(space(quantifier, view), tasks_.at({quantifier, view}));
}

PlaceSet MemoryLabelling::after_look(Formula f, const Task& task) {
  const PlaceSet& holds = tasks_.at(task.operands.front().key).label;
  PlaceSet result;
  for (NodeId id : task.nodes) {
    const Moves& moves = forest_->look(id, changed(f, id));
    const Node& node = forest_->node(id);
    for (std::size_t m = 0; m < node.members.size(); ++m) {
      StateSet states = forest_->frame().none();
      for (VertexId target : moves.targets[m]) {
        if (const StateSet* good = holds.at(target)) states |= *good;
      }
      result.append(static_cast<VertexId>(node.first + m), states & node.members[m].states);
    }
  }
  return result;
}

std::vector<MemoryLabelling::Question> MemoryLabelling::questions() {
  std::vector<Question> result;
  const std::vector<Formula> parts = plain_->pool().subformulas(root_.first);
  const logic::FormulaMap<logic::Occurrences> found = logic::occurrences(plain_->pool(), parts);
  for (auto at = tasks_.rbegin(); at != tasks_.rend(); ++at) {
    const auto& [key, task] = *at;
    if (key.second != root_.second || !std::binary_search(parts.begin(), parts.end(), key.first)) continue;
    if (!found[key.first].positive) continue;
    for (const Operand& operand : task.operands) {
      if (operand.where != Where::Inside) continue;
      const MemoryGraph& space = graph(task.nodes);
      const Coalition& coalition = forest_->observations().coalition(operand.knower);
      PlaceSet doubted = space.complement(check::distributed_knowledge(space, coalition, tasks_.at(operand.key).label));
      result.push_back({key.first, operand.key.first, operand.knower, operand.key.second, std::move(doubted)});
    }
  }
  return result;
}

}  // namespace gnomon::recall
