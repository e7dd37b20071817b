#include "model/conjuncts.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "base/union_find.h"

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

// Joins, in `components`, the variables of lines that can be enabled together. The disjunction of the lines so far
// answers most questions at once; only a line that overlaps it is compared with each that is not joined to it already.
void join_overlapping(const std::vector<Line>& lines, UnionFind& components) {
  auto join = [&](const Line& a, const Line& b) {
    std::size_t root = a.source->assignments.front().var.index();
    for (const ispl::Assignment& assignment : a.source->assignments) components.unite(root, assignment.var.index());
    for (const ispl::Assignment& assignment : b.source->assignments) components.unite(root, assignment.var.index());
  };
  auto joined = [&](const Line& a, const Line& b) {
    std::size_t root = components.find(a.source->assignments.front().var.index());
    auto inside = [&](const ispl::Assignment& assignment) { return components.find(assignment.var.index()) == root; };
    return std::all_of(a.source->assignments.begin(), a.source->assignments.end(), inside) &&
           std::all_of(b.source->assignments.begin(), b.source->assignments.end(), inside);
  };
  if (lines.empty()) return;
  Bdd any = lines.front().condition;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (!lines[i].condition.disjoint_from(any)) {
      for (std::size_t j = 0; j < i; ++j) {
        if (joined(lines[i], lines[j])) continue;
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
    for (std::size_t l = 0; l < lines_.size(); ++l) {
      for (const ispl::Assignment& assignment : lines_[l].source->assignments) {
        Component& component = components_[components.find(assignment.var.index())];
        component.vars.push_back(assignment.var);
        if (component.lines.empty() || component.lines.back() != l) component.lines.push_back(l);
      }
    }
  }

  void add_to(std::vector<Conjunct>& conjuncts) {
    for (auto& [root, component] : components_) {
      std::vector<VarId>& vars = component.vars;
      std::sort(vars.begin(), vars.end());
      vars.erase(std::unique(vars.begin(), vars.end()), vars.end());
      std::vector<Alternative> alternatives = alternatives_of(component);
      Bdd relation = together(alternatives, vars);
      if (alternatives.size() <= 2) alternatives.clear();  // there is one thing to do, or nothing
      conjuncts.push_back({std::move(relation), vars, std::move(alternatives)});
    }
  }

 private:
  struct Component {
    std::vector<VarId> vars;
    std::vector<std::size_t> lines;  // that assign here, ascending
  };

  std::vector<Alternative> alternatives_of(const Component& component) {
    bdd::Manager& manager = encoding_.manager();
    std::map<std::vector<VarId>, Bdd> by_writes;
    Bdd enabled = manager.constant(false);
    for (std::size_t l : component.lines) {
      const Line& line = lines_[l];
      Bdd change = line.condition;
      std::vector<VarId> writes;
      for (VarId var : component.vars) {
        const ispl::Assignment* last = nullptr;
        for (const ispl::Assignment& assignment : line.source->assignments) {
          if (assignment.var == var) last = &assignment;
        }
        if (last == nullptr) continue;
        change &= expressions_.assignment(var, last->value);
        writes.push_back(var);
      }
      const auto [place, is_new] = by_writes.try_emplace(std::move(writes), change);
      if (!is_new) place->second |= change;
      enabled |= line.condition;
    }
    std::vector<Alternative> alternatives;
    for (auto& [writes, relation] : by_writes) alternatives.push_back({std::move(relation), writes});
    if (!enabled.is_true()) alternatives.push_back({!enabled, {}});
    return alternatives;
  }

  // Any of them, with what it leaves alone.
  Bdd together(const std::vector<Alternative>& alternatives, const std::vector<VarId>& vars) const {
    Bdd relation = encoding_.manager().constant(false);
    for (const Alternative& alternative : alternatives) {
      Bdd change = alternative.relation;
      for (VarId var : vars) {
        if (!std::binary_search(alternative.writes.begin(), alternative.writes.end(), var)) {
          change &= encoding_.unchanged(var);
        }
      }
      relation |= change;
    }
    return relation;
  }

  const Encoding& encoding_;
  ExpressionEncoder& expressions_;
  bool single_ = false;
  std::vector<Line> lines_;
  std::map<std::size_t, Component> components_;  // by root
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
