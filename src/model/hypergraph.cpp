#include "model/hypergraph.h"

#include <algorithm>

namespace gnomon::model {

using ispl::Expr;
using ispl::ExprId;
using ispl::ExprOp;

Hypergraph::Hypergraph(const ispl::CheckedModel& model, const std::vector<bool>& is_control)
    : model_(model), is_control_(is_control) {
  fields_ = vertices_ = model.variables.size() + model.agents.size();
  seen_.assign(model.expressions.size(), 0);
  for (std::size_t agent = 0; agent < model.agents.size(); ++agent) add_agent(agent);
  add_conjuncts(model.initial);
}

Vertex Hypergraph::action_vertex(std::size_t agent) const {
  return static_cast<Vertex>(model_.variables.size() + agent);
}

void Hypergraph::add_agent(std::size_t index) {
  const ispl::Agent& agent = model_.agents[index];
  for (const ispl::ProtocolLine& line : agent.protocol) {
    begin_edge();
    mention(line.condition);
    for (ispl::ActionId action : line.actions) mention_value(action_vertex(index), action.value);
    end_edge();
  }
  for (const ispl::EvolutionLine& line : agent.evolution) {
    begin_edge();
    mention(line.condition);
    for (const ispl::Assignment& assignment : line.assignments) {
      const Expr& value = model_.expressions[assignment.value];
      bool constant = value.op == ExprOp::Number || value.op == ExprOp::Boolean || value.op == ExprOp::EnumValue;
      if (constant) {
        mention_value(assignment.var.value, value.value);
      } else {
        mention_field(assignment.var.value);
        mention(assignment.value);
      }
    }
    end_edge();
  }
}

void Hypergraph::add_conjuncts(ExprId root) {
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    ExprId id = stack.back();
    stack.pop_back();
    const Expr& expr = model_.expressions[id];
    if (expr.op == ExprOp::And) {
      stack.push_back(expr.left);
      stack.push_back(expr.right);
      continue;
    }
    begin_edge();
    mention(id);
    end_edge();
  }
}

void Hypergraph::begin_edge() {
  edge_.clear();
  ++stamp_;
}

void Hypergraph::end_edge() {
  std::sort(edge_.begin(), edge_.end());
  edge_.erase(std::unique(edge_.begin(), edge_.end()), edge_.end());
  if (edge_.size() >= 2) edges_.push_back(edge_);
}

void Hypergraph::mention_field(Vertex field) {
  if (!is_control_[field]) edge_.push_back(field);
}

void Hypergraph::mention_value(Vertex field, std::int64_t value) {
  if (!is_control_[field]) {
    edge_.push_back(field);
    return;
  }
  auto [at, added] = values_.try_emplace({field, value}, static_cast<Vertex>(vertices_));
  if (added) ++vertices_;
  edge_.push_back(at->second);
}

bool Hypergraph::compares_control(const Expr& expr, Vertex& field, std::int64_t& value) const {
  if (expr.op != ExprOp::Equal) return false;
  const Expr* left = &model_.expressions[expr.left];
  const Expr* right = &model_.expressions[expr.right];
  if (left->op != ExprOp::Variable) std::swap(left, right);
  if (left->op != ExprOp::Variable || !is_control_[static_cast<std::size_t>(left->value)]) return false;
  if (right->op != ExprOp::Number && right->op != ExprOp::Boolean && right->op != ExprOp::EnumValue) return false;
  field = static_cast<Vertex>(left->value);
  value = right->value;
  return true;
}

void Hypergraph::mention(ExprId root) {
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    ExprId id = stack.back();
    stack.pop_back();
    if (id.is_none() || seen_[id.index()] == stamp_) continue;
    seen_[id.index()] = stamp_;
    const Expr& expr = model_.expressions[id];
    Vertex field = 0;
    std::int64_t value = 0;
    if (compares_control(expr, field, value)) {
      mention_value(field, value);
      continue;
    }
    if (expr.op == ExprOp::Variable) mention_field(static_cast<Vertex>(expr.value));
    if (expr.op == ExprOp::ActionIs) mention_value(action_vertex(expr.agent.index()), expr.value);
    for (ExprId operand : ispl::operands(expr)) stack.push_back(operand);
  }
}

}  // namespace gnomon::model
