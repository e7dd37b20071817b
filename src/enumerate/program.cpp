#include "enumerate/program.h"

#include <algorithm>

#include "base/sorted.h"
#include "base/union_find.h"

namespace gnomon::enumerate {

using ispl::VarId;

namespace {

std::vector<std::uint32_t> local_numbers(const std::vector<ispl::ActionId>& actions) {
  std::vector<std::uint32_t> numbers;
  for (ispl::ActionId action : actions) numbers.push_back(action.value);
  return numbers;
}

constexpr std::size_t kSilentBits = 10;  // of the variables that units without actions look at together

template <class T>
void append(std::vector<T>& to, const std::vector<T>& items) {
  to.insert(to.end(), items.begin(), items.end());
}

bool same_values(const ispl::Type& a, const ispl::Type& b) {
  if (a.kind != b.kind) return false;
  return a.kind == ispl::TypeKind::Range ? a.low == b.low && a.high == b.high : a.values == b.values;
}

}  // namespace

bool Program::fits(const ispl::CheckedModel& model) {
  return std::all_of(model.variables.begin(), model.variables.end(),
                     [](const ispl::Variable& variable) { return variable.type.size() <= kMostValues; });
}

Program::Program(const ispl::CheckedModel& model)
    : model_(&model), layout_(model), initial_(model.expressions, model.initial) {
  CubeBuilder builder(model);
  std::vector<Draft> units;
  for (const ispl::Agent& agent : model.agents) {
    add_protocol(agent);
    add_units(agent, builder, units);
    red_.push_back(agent.red ? std::optional<Expression>(std::in_place, model.expressions, *agent.red) : std::nullopt);
  }
  for (const ispl::Proposition& proposition : model.propositions) {
    propositions_.emplace_back(model.expressions, proposition.condition);
  }
  add_sectors(units, builder);
}

void Program::add_protocol(const ispl::Agent& agent) {
  Protocol protocol;
  protocol.takes_part = !agent.actions.empty();
  for (const ispl::ProtocolLine& line : agent.protocol) {
    protocol.lines.push_back({Expression(model_->expressions, line.condition), local_numbers(line.actions)});
    append(protocol.variables, protocol.lines.back().condition.variables());
  }
  if (agent.unrestricted()) {
    for (std::uint32_t a = 0; a < agent.actions.size(); ++a) protocol.otherwise.push_back(a);
  } else if (agent.other) {
    protocol.otherwise = local_numbers(*agent.other);
  }
  sort_unique(protocol.otherwise);
  protocol.reads = KeyReader(layout_, protocol.variables);
  find_telling(agent, protocol);
  protocols_.push_back(std::move(protocol));
}

// Those first that most lines compare.
void Program::find_telling(const ispl::Agent& agent, Protocol& protocol) const {
  constexpr std::size_t kMostBits = 12;
  const ispl::ExprPool& pool = model_->expressions;
  std::map<VarId, std::size_t> lines;
  for (const ispl::ProtocolLine& line : agent.protocol) {
    for (ispl::ExprId part : conjuncts_of(pool, line.condition)) {
      const ispl::Expr& expr = pool[part];
      if (expr.op != ispl::ExprOp::Equal) continue;
      const ispl::Expr& left = pool[expr.left];
      const ispl::Expr& right = pool[expr.right];
      const bool first = left.op == ispl::ExprOp::Variable;
      const ispl::Expr& variable = first ? left : right;
      if (variable.op != ispl::ExprOp::Variable || !Expression::is_leaf((first ? right : left).op)) continue;
      ++lines[VarId(static_cast<std::size_t>(variable.value))];
    }
  }
  std::vector<std::pair<std::size_t, VarId>> counted;
  for (const auto& [var, count] : lines) counted.emplace_back(count, var);
  std::stable_sort(counted.begin(), counted.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::size_t bits = 0;
  for (const auto& [count, var] : counted) {
    if (bits + layout_.field(var).bits > kMostBits) continue;
    bits += layout_.field(var).bits;
    protocol.telling.push_back(var);
  }
  protocol.tells = KeyReader(layout_, protocol.telling);
}

void Program::add_units(const ispl::Agent& agent, const CubeBuilder& builder, std::vector<Draft>& units) {
  Draft together;
  std::map<VarId, Draft> by_variable;
  for (const ispl::EvolutionLine& line : agent.evolution) {
    const Expression condition(model_->expressions, line.condition);
    auto add = [&](Draft& unit, std::vector<std::uint32_t> assignments) {
      unit.lines.push_back({line.condition, std::move(assignments)});
      append(unit.agents, condition.agents());
      append(unit.reads, condition.variables());
    };
    std::vector<std::uint32_t> numbers;
    for (const ispl::Assignment& assignment : line.assignments) {
      numbers.push_back(add_assignment(assignment, builder));
      if (model_->semantics == ispl::AssignmentSemantics::Single) add(by_variable[assignment.var], {numbers.back()});
    }
    if (model_->semantics == ispl::AssignmentSemantics::Multi && !numbers.empty()) add(together, std::move(numbers));
  }
  if (!together.lines.empty()) units.push_back(std::move(together));
  for (auto& [var, unit] : by_variable) units.push_back(std::move(unit));
}

// Agents that one unit looks at are joined.
void Program::add_sectors(const std::vector<Draft>& units, CubeBuilder& builder) {
  UnionFind joined(model_->agents.size());
  for (const Draft& unit : units) {
    for (std::uint32_t agent : unit.agents) joined.unite(agent, unit.agents.front());
  }
  std::map<std::uint32_t, std::vector<const Draft*>> by_agent;
  std::vector<const Draft*> silent;
  std::vector<VarId> reads;
  auto close = [&] {
    if (!silent.empty()) sectors_.push_back(sector_with(silent, builder));
    silent.clear();
    reads.clear();
  };
  for (const Draft& unit : units) {
    if (!unit.agents.empty()) {
      by_agent[joined.find(unit.agents.front())].push_back(&unit);
      continue;
    }
    append(reads, unit.reads);
    if (KeyReader(layout_, reads).bits() > kSilentBits) close();
    append(reads, unit.reads);
    silent.push_back(&unit);
  }
  close();
  sector_of_.assign(model_->agents.size(), kNoSector);
  for (const auto& [agent, together] : by_agent) {
    sectors_.push_back(sector_with(together, builder));
    for (std::uint32_t member : sectors_.back().agents)
      sector_of_[member] = static_cast<std::uint32_t>(sectors_.size() - 1);
  }
}

Sector Program::sector_with(const std::vector<const Draft*>& units, CubeBuilder& builder) const {
  Sector sector;
  std::vector<VarId> reads;
  for (const Draft* draft : units) {
    Unit unit;
    for (const Draft::Line& line : draft->lines) unit.lines.push_back({builder.add(line.condition), line.assignments});
    sector.units.push_back(std::move(unit));
    append(sector.agents, draft->agents);
    append(reads, draft->reads);
  }
  sort_unique(sector.agents);
  for (std::uint32_t agent : sector.agents) append(reads, protocols_[agent].variables);
  sector.reads = KeyReader(layout_, reads);
  sector.cubes = builder.finish();
  sector.owners.resize(sector.cubes.size());
  for (std::uint32_t u = 0; u < sector.units.size(); ++u) {
    for (const Unit::Line& line : sector.units[u].lines) {
      for (std::uint32_t cube : line.cubes) {
        if (sector.owners[cube].empty() || sector.owners[cube].back() != u) sector.owners[cube].push_back(u);
      }
    }
  }
  return sector;
}

std::uint32_t Program::add_assignment(const ispl::Assignment& assignment, const CubeBuilder& builder) {
  const auto fresh = static_cast<std::uint32_t>(assignments_.size());
  const auto [at, added] = known_assignments_.try_emplace({assignment.var, builder.number(assignment.value)}, fresh);
  if (!added) return at->second;
  Assignment compiled;
  compiled.var = assignment.var;
  compiled.field = layout_.field(assignment.var);
  compiled.value = Expression(model_->expressions, assignment.value);
  const ispl::Expr& expr = model_->expressions[assignment.value];
  if (expr.op == ispl::ExprOp::Variable) {
    const VarId copied(static_cast<std::size_t>(expr.value));
    if (same_values(model_->variable(copied).type, model_->variable(assignment.var).type)) {
      compiled.kind = Assignment::Kind::Copy;
      compiled.copied = layout_.field(copied);
    }
  } else if (compiled.value.variables().empty()) {
    Expression::Scratch scratch;
    const Number value = compiled.value.value({}, scratch);
    const std::optional<Word> bits = value.whole() ? layout_.bits(assignment.var, value.numerator) : std::nullopt;
    if (bits) {
      compiled.kind = Assignment::Kind::Constant;
      compiled.constant = *bits;
    }
  }
  assignments_.push_back(std::move(compiled));
  return fresh;
}

}  // namespace gnomon::enumerate
