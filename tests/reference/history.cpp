#include "reference/history.h"

#include <algorithm>
#include <stdexcept>

#include "base/budget.h"

namespace gnomon::reference {

using ispl::AgentId;
using logic::Formula;
using logic::KnowledgeSemantics;
using logic::Node;
using logic::Op;

Variables observation_variables(const ispl::CheckedModel& model, AgentId agent, const std::string& name) {
  for (const ispl::Observation& observation : model.observations) {
    if (observation.agent == agent && observation.name == name) return observation.vars;
  }
  return model.agent(agent).observes;
}

Variables initial_observation(const ispl::CheckedModel& model, AgentId agent) {
  bool named = agent.index() < model.initial_observation.size();
  return observation_variables(model, agent, named ? model.initial_observation[agent.index()] : std::string());
}

std::vector<AgentId> asked(const ispl::CheckedModel& model, const Node& node) {
  if (node.op == Op::Knows) return {*model.agent_of(node.name)};
  return model.groups[*model.group_of(node.name)].members;
}

bool is_history(const Interpreter& interpreter, const std::vector<State>& states) {
  std::vector<State> possible = interpreter.initial_states();
  for (const State& state : states) {
    if (std::find(possible.begin(), possible.end(), state) == possible.end()) return false;
    possible = interpreter.all_successors(state);
  }
  return !states.empty();
}

namespace {

bool needs_memory(Op op) {
  return op == Op::Knows || op == Op::Everybody || op == Op::Common || op == Op::Distributed || op == Op::Delta;
}

}  // namespace

HistoryEvaluator::HistoryEvaluator(const Graph& graph, Evaluator& plain, HistoryOptions options)
    : graph_(&graph), plain_(&plain), options_(options) {}

HistoryEvaluator::RecordIndex HistoryEvaluator::intern(Record record) {
  auto [at, added] = record_index_.try_emplace(record, records_.size());
  if (added) records_.push_back(std::move(record));
  return at->second;
}

HistoryEvaluator::RecordIndex HistoryEvaluator::extended(RecordIndex from) {
  Record record = records_[from];
  for (std::size_t a = 0; a < record.now.size(); ++a) record.used[a].push_back({record.now[a]});
  return intern(std::move(record));
}

HistoryEvaluator::RecordIndex HistoryEvaluator::changed(RecordIndex from, const Node& delta) {
  const ispl::CheckedModel& model = graph_->interpreter().model();
  Record record = records_[from];
  AgentId agent = *model.agent_of(delta.name);
  Variables variables = observation_variables(model, agent, model.pool.text(delta.name2));
  record.used[agent.index()].back().push_back(variables);
  record.now[agent.index()] = std::move(variables);
  return intern(std::move(record));
}

const std::vector<HistoryEvaluator::History>& HistoryEvaluator::level(std::size_t length) {
  if (levels_.empty()) {
    levels_.emplace_back();
    for (StateIndex s = 0; s < graph_->size(); ++s) {
      const auto& initial = graph_->initial();
      bool first = options_.all_information || std::find(initial.begin(), initial.end(), s) != initial.end();
      if (region_[s] && first) levels_[0].push_back({s, 0});
    }
  }
  while (levels_.size() < length) {
    std::vector<History> longer;
    for (std::size_t h = 0; h < levels_.back().size(); ++h) {
      for (StateIndex t : graph_->successors(levels_.back()[h].last)) {
        if (region_[t]) longer.push_back({t, h});
      }
    }
    if (longer.size() > options_.max_histories) throw LimitReached(Limit::Size, "too many histories");
    levels_.push_back(std::move(longer));
  }
  return levels_[length - 1];
}

std::vector<StateIndex> HistoryEvaluator::states_of(std::size_t length, std::size_t history) {
  std::vector<StateIndex> states;
  for (std::size_t n = length; n > 0; --n) {
    const History& here = level(n)[history];
    states.push_back(here.last);
    history = here.before;
  }
  std::reverse(states.begin(), states.end());
  return states;
}

// Numbers of the histories of the record's length, equal iff they are alike for all these agents.
std::vector<std::uint32_t> HistoryEvaluator::classes(const Record& record, const std::vector<AgentId>& agents) {
  bool clock = options_.semantics == KnowledgeSemantics::Clock;
  std::map<std::vector<ispl::Value>, std::uint32_t> numbers;
  std::vector<std::uint32_t> result;
  std::size_t length = record.length();
  for (std::size_t h = 0; h < level(length).size(); ++h) {
    std::vector<StateIndex> states = states_of(length, h);
    std::vector<ispl::Value> view;
    for (AgentId agent : agents) {
      for (std::size_t i = 0; i < length; ++i) {
        if (clock && i + 1 < length) continue;
        for (const Variables& observation : record.used[agent.index()][i]) {
          for (ispl::VarId var : observation) view.push_back(graph_->state(states[i])[var.index()]);
        }
      }
    }
    auto name = static_cast<std::uint32_t>(numbers.size());
    result.push_back(numbers.try_emplace(std::move(view), name).first->second);
  }
  return result;
}

bool HistoryEvaluator::verdict(Formula root) {
  const ispl::CheckedModel& model = graph_->interpreter().model();
  const logic::FormulaPool& pool = model.pool;
  labels_ = &plain_->labels(root);
  region_ = plain_->arena(root).region;
  with_path_ = some_globally(plain_->arena(root), region_);
  levels_.clear();
  known_.clear();
  memoryful_.assign(root.index() + 1, false);
  for (Formula f : pool.subformulas(root)) {
    auto operand = [&](Formula g) { return !g.is_none() && memoryful_[g.index()]; };
    memoryful_[f.index()] = needs_memory(pool[f].op) || operand(pool[f].left) || operand(pool[f].right);
  }
  Record first;
  for (std::size_t a = 0; a < model.agents.size(); ++a) {
    first.now.push_back(initial_observation(model, AgentId(a)));
    first.used.push_back({{first.now.back()}});
  }
  Task goal{root, intern(std::move(first))};
  std::vector<Task> stack{goal};
  while (!stack.empty()) {
    Task task = stack.back();
    std::size_t before = stack.size();
    for (const Task& operand : operands(task)) {
      if (known_.count(operand) == 0) stack.push_back(operand);
    }
    if (stack.size() > before) continue;
    stack.pop_back();
    if (known_.count(task) == 0) known_.emplace(task, compute(task));
  }
  const Truth& holds = known_.at(goal);
  const auto& initial = graph_->initial();
  for (std::size_t h = 0; h < level(1).size(); ++h) {
    bool actual = std::find(initial.begin(), initial.end(), level(1)[h].last) != initial.end();
    if (actual && !holds[h]) return false;
  }
  return true;
}

std::vector<HistoryEvaluator::Task> HistoryEvaluator::operands(const Task& task) {
  const logic::FormulaPool& pool = graph_->interpreter().model().pool;
  const Node& node = pool[task.first];
  if (!memoryful_[task.first.index()]) return {};
  switch (node.op) {
    case Op::Not:
    case Op::Knows:
    case Op::Everybody:
    case Op::Common:
    case Op::Distributed:
      return {{node.left, task.second}};
    case Op::And:
    case Op::Or:
    case Op::Implies:
    case Op::Iff:
      return {{node.left, task.second}, {node.right, task.second}};
    case Op::EX:
    case Op::AX:
      return {{node.left, extended(task.second)}};
    case Op::Delta:
      return {{node.left, changed(task.second, node)}};
    case Op::PathA:
    case Op::PathE: {
      if (!pool[node.left].is_path) return {{node.left, task.second}};
      const Node& inner = pool[node.left];
      if (inner.op == Op::X && !pool[inner.left].is_path) return {{inner.left, extended(task.second)}};
      break;
    }
    default:
      break;
  }
  throw std::invalid_argument("the look-ahead of the formula is not bounded");
}

// The histories with a continuation in `next` whose last state is allowed.
HistoryEvaluator::Truth HistoryEvaluator::some_next(const Record& record, const Truth& next, const Members& allowed) {
  std::size_t length = record.length();
  Truth result(level(length).size(), false);
  const std::vector<History>& longer = level(length + 1);
  for (std::size_t h = 0; h < longer.size(); ++h) {
    if (next[h] && allowed[longer[h].last]) result[longer[h].before] = true;
  }
  return result;
}

HistoryEvaluator::Truth HistoryEvaluator::knowledge(const Node& node, const Record& record, const Truth& holds) {
  std::vector<AgentId> agents = asked(graph_->interpreter().model(), node);
  std::vector<std::vector<AgentId>> knowers;
  if (node.op == Op::Distributed) {
    knowers.push_back(agents);
  } else {
    for (AgentId agent : agents) knowers.push_back({agent});
  }
  std::vector<std::vector<std::uint32_t>> alike;
  alike.reserve(knowers.size());
  for (const auto& knower : knowers) alike.push_back(classes(record, knower));
  // Where the operand fails or, for common knowledge, where somebody cannot exclude that it fails, and so on.
  Truth fails = holds;
  fails.flip();
  Truth doubted = fails;
  bool grows = true;
  while (grows) {
    grows = false;
    for (const auto& numbers : alike) {
      std::vector<bool> spoiled(numbers.size(), false);
      for (std::size_t h = 0; h < numbers.size(); ++h) {
        if (fails[h]) spoiled[numbers[h]] = true;
      }
      for (std::size_t h = 0; h < numbers.size(); ++h) {
        if (!spoiled[numbers[h]] || doubted[h]) continue;
        doubted[h] = true;
        grows = true;
      }
    }
    if (node.op != Op::Common) break;
    fails = doubted;
  }
  if (node.op == Op::Everybody && knowers.empty()) return Truth(holds.size(), true);
  doubted.flip();
  return doubted;
}

HistoryEvaluator::Truth HistoryEvaluator::compute(const Task& task) {
  const logic::FormulaPool& pool = graph_->interpreter().model().pool;
  const Node node = pool[task.first];
  const Record record = records_[task.second];
  const std::vector<History> here = level(record.length());
  Truth result(here.size(), false);
  if (!memoryful_[task.first.index()]) {
    const Members& states = labels_->states(task.first);
    for (std::size_t h = 0; h < here.size(); ++h) result[h] = states[here[h].last];
    return result;
  }
  std::vector<Task> below = operands(task);
  const Truth& left = known_.at(below.front());
  const Truth& right = known_.at(below.back());
  auto negation = [](Truth truth) {
    truth.flip();
    return truth;
  };
  switch (node.op) {
    case Op::Knows:
    case Op::Everybody:
    case Op::Common:
    case Op::Distributed:
      return knowledge(node, record, left);
    case Op::Delta:
      return left;
    case Op::EX:
      return some_next(record, left, region_);
    case Op::AX:
      return negation(some_next(record, negation(left), region_));
    case Op::PathE:
      return pool[node.left].is_path ? some_next(record, left, with_path_) : left;
    case Op::PathA:
      return pool[node.left].is_path ? negation(some_next(record, negation(left), with_path_)) : left;
    default:
      break;
  }
  for (std::size_t h = 0; h < here.size(); ++h) {
    switch (node.op) {
      case Op::Not:
        result[h] = !left[h];
        break;
      case Op::And:
        result[h] = left[h] && right[h];
        break;
      case Op::Or:
        result[h] = left[h] || right[h];
        break;
      case Op::Implies:
        result[h] = !left[h] || right[h];
        break;
      case Op::Iff:
        result[h] = left[h] == right[h];
        break;
      default:
        throw std::invalid_argument("this operator has no meaning over histories");
    }
  }
  return result;
}

}  // namespace gnomon::reference
