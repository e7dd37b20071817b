#include "model/conjuncts.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>

namespace gnomon::model {

using bdd::Bdd;
using ispl::VarId;

Bdd protocol_relation(const ispl::CheckedModel& model, ispl::AgentId id, const Encoding& encoding,
                      ExpressionEncoder& expressions) {
  const ispl::Agent& agent = model.agent(id);
  bdd::Manager& manager = encoding.manager();
  if (agent.actions.empty()) return manager.constant(true);
  if (agent.unrestricted()) return encoding.valid_action(id);
  auto one_of = [&](const std::vector<ispl::ActionId>& actions) {
    Bdd some = manager.constant(false);
    for (ispl::ActionId action : actions) some |= encoding.action_is(id, action);
    return some;
  };
  Bdd enabled = manager.constant(false);
  Bdd any_line = manager.constant(false);
  for (const ispl::ProtocolLine& line : agent.protocol) {
    Bdd condition = expressions.condition(line.condition);
    enabled |= condition & one_of(line.actions);
    any_line |= condition;
  }
  if (agent.other) enabled |= one_of(*agent.other).minus(any_line);
  return enabled;
}

namespace {

// Lines as diagrams, for one agent.
struct Line {
  Bdd condition;
  const ispl::EvolutionLine* source;
};

class UnionFind {
 public:
  explicit UnionFind(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t find(std::size_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  void unite(std::size_t x, std::size_t y) { parent_[find(x)] = find(y); }

 private:
  std::vector<std::size_t> parent_;
};

// Joins, in `components`, the variables of lines that can be enabled together. The disjunction of the lines so far
// answers most questions at once; only a line that overlaps it is compared with each.
void join_overlapping(const std::vector<Line>& lines, UnionFind& components) {
  auto join = [&](const Line& a, const Line& b) {
    std::size_t root = a.source->assignments.front().var.index();
    for (const ispl::Assignment& assignment : a.source->assignments) components.unite(root, assignment.var.index());
    for (const ispl::Assignment& assignment : b.source->assignments) components.unite(root, assignment.var.index());
  };
  if (lines.empty()) return;
  Bdd any = lines.front().condition;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (!lines[i].condition.disjoint_from(any)) {
      for (std::size_t j = 0; j < i; ++j) {
        if (!lines[i].condition.disjoint_from(lines[j].condition)) join(lines[i], lines[j]);
      }
    }
    any |= lines[i].condition;
  }
}

class AgentEvolution {
 public:
  AgentEvolution(const ispl::CheckedModel& model, const ispl::Agent& agent, const Encoding& encoding,
                 ExpressionEncoder& expressions)
      : encoding_(encoding), expressions_(expressions) {
    for (const ispl::EvolutionLine& line : agent.evolution) {
      if (!line.assignments.empty()) lines_.push_back({expressions.condition(line.condition), &line});
    }
    single_ = model.semantics == ispl::AssignmentSemantics::Single;
    UnionFind components(model.variables.size());
    if (!single_) join_overlapping(lines_, components);
    for (const Line& line : lines_) {
      for (const ispl::Assignment& assignment : line.source->assignments) {
        std::vector<VarId>& members = members_[components.find(assignment.var.index())];
        if (std::find(members.begin(), members.end(), assignment.var) == members.end()) {
          members.push_back(assignment.var);
        }
      }
    }
  }

  void add_to(std::vector<Conjunct>& conjuncts) {
    for (auto& [root, vars] : members_) {
      std::sort(vars.begin(), vars.end());
      conjuncts.push_back({component(vars), vars});
    }
  }

 private:
  Bdd component(const std::vector<VarId>& vars) {
    bdd::Manager& manager = encoding_.manager();
    Bdd relation = manager.constant(false);
    Bdd enabled = manager.constant(false);
    for (const Line& line : lines_) {
      bool assigns_here = false;
      Bdd change = line.condition;
      for (VarId var : vars) {
        const ispl::Assignment* last = nullptr;
        for (const ispl::Assignment& assignment : line.source->assignments) {
          if (assignment.var == var) last = &assignment;
        }
        assigns_here |= last != nullptr;
        change &= last != nullptr ? expressions_.assignment(var, last->value) : encoding_.unchanged(var);
      }
      if (!assigns_here) continue;
      relation |= change;
      enabled |= line.condition;
    }
    Bdd same = manager.constant(true);
    for (VarId var : vars) same &= encoding_.unchanged(var);
    return relation | same.minus(enabled);
  }

  const Encoding& encoding_;
  ExpressionEncoder& expressions_;
  bool single_ = false;
  std::vector<Line> lines_;
  std::map<std::size_t, std::vector<VarId>> members_;  // by root of the component
};

}  // namespace

std::vector<Conjunct> evolution_conjuncts(const ispl::CheckedModel& model, const Encoding& encoding,
                                          ExpressionEncoder& expressions) {
  std::vector<Conjunct> conjuncts;
  for (const ispl::Agent& agent : model.agents) AgentEvolution(model, agent, encoding, expressions).add_to(conjuncts);
  return conjuncts;
}

Bdd overflow_condition(const ispl::CheckedModel& model, const Encoding& encoding, ExpressionEncoder& expressions) {
  Bdd overflow = encoding.manager().constant(false);
  for (const ispl::Agent& agent : model.agents) {
    for (const ispl::EvolutionLine& line : agent.evolution) {
      Bdd condition = expressions.condition(line.condition);
      for (const ispl::Assignment& assignment : line.assignments) {
        overflow |= condition.minus(expressions.in_range(assignment.var, assignment.value));
      }
    }
  }
  return overflow;
}

}  // namespace gnomon::model
