#include "enumerate/program.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/sorted.h"

namespace gnomon::enumerate {

using ispl::VarId;

namespace {

void append(std::vector<VarId>& vars, const Expression& expression) {
  vars.insert(vars.end(), expression.variables().begin(), expression.variables().end());
}

std::vector<std::uint32_t> local_numbers(const std::vector<ispl::ActionId>& actions) {
  std::vector<std::uint32_t> numbers;
  for (ispl::ActionId action : actions) numbers.push_back(action.value);
  return numbers;
}

}  // namespace

bool Program::fits(const ispl::CheckedModel& model) {
  return std::all_of(model.variables.begin(), model.variables.end(),
                     [](const ispl::Variable& variable) { return variable.type.size() <= kMostValues; });
}

Program::Program(const ispl::CheckedModel& model)
    : model_(&model), layout_(model), initial_(model.expressions, model.initial) {
  for (const ispl::Agent& agent : model.agents) {
    add_protocol(agent);
    add_units(agent);
    red_.push_back(agent.red ? std::optional<Expression>(std::in_place, model.expressions, *agent.red) : std::nullopt);
  }
  for (const ispl::Proposition& proposition : model.propositions) {
    propositions_.emplace_back(model.expressions, proposition.condition);
  }
}

void Program::add_protocol(const ispl::Agent& agent) {
  Protocol protocol;
  protocol.takes_part = !agent.actions.empty();
  std::vector<VarId> reads;
  for (const ispl::ProtocolLine& line : agent.protocol) {
    protocol.lines.push_back({Expression(model_->expressions, line.condition), local_numbers(line.actions)});
    append(reads, protocol.lines.back().condition);
  }
  if (agent.unrestricted()) {
    for (std::uint32_t a = 0; a < agent.actions.size(); ++a) protocol.otherwise.push_back(a);
  } else if (agent.other) {
    protocol.otherwise = local_numbers(*agent.other);
  }
  sort_unique(protocol.otherwise);
  protocol.reads = KeyReader(layout_, reads);
  protocols_.push_back(std::move(protocol));
}

void Program::add_units(const ispl::Agent& agent) {
  std::vector<Unit::Line> together;
  std::map<VarId, std::vector<Unit::Line>> by_variable;
  for (const ispl::EvolutionLine& line : agent.evolution) {
    Unit::Line whole = line_with(line.condition);
    for (const ispl::Assignment& assignment : line.assignments) {
      Unit::Assignment compiled{assignment.var, Expression(model_->expressions, assignment.value)};
      if (model_->semantics == ispl::AssignmentSemantics::Single) {
        Unit::Line alone = line_with(line.condition);
        alone.assignments.push_back(std::move(compiled));
        by_variable[assignment.var].push_back(std::move(alone));
      } else {
        whole.assignments.push_back(std::move(compiled));
      }
    }
    if (!whole.assignments.empty()) together.push_back(std::move(whole));
  }
  if (!together.empty()) add_unit(std::move(together));
  for (auto& [var, lines] : by_variable) add_unit(std::move(lines));
}

Unit::Line Program::line_with(ispl::ExprId condition) const {
  Unit::Line line{Expression(model_->expressions, condition), {}, {}, {}};
  for (ispl::ExprId id : conjuncts_of(model_->expressions, condition)) {
    Expression conjunct(model_->expressions, id);
    if (!conjunct.reads_actions()) {
      line.guards.push_back(std::move(conjunct));
    } else if (!conjunct.variables().empty()) {
      line.mixed.emplace_back(layout_, conjunct.variables());
    }
  }
  return line;
}

void Program::add_unit(std::vector<Unit::Line> lines) {
  Unit unit;
  unit.lines = std::move(lines);
  std::vector<VarId> reads;
  for (const Unit::Line& line : unit.lines) {
    append(reads, line.condition);
    for (const Unit::Assignment& assignment : line.assignments) {
      append(reads, assignment.value);
      unit.words.push_back(layout_.field(assignment.var).word);
    }
  }
  sort_unique(unit.words);
  unit.reads = KeyReader(layout_, reads);
  units_.push_back(std::move(unit));
}

}  // namespace gnomon::enumerate
