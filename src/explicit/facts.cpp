#include "explicit/facts.h"

#include <stdexcept>
#include <utility>

namespace gnomon::explicit_state {

using logic::Family;
using logic::Formula;
using logic::Node;
using logic::Op;

std::optional<bool> combine(Op op, std::optional<bool> left, std::optional<bool> right) {
  auto negated = [](std::optional<bool> value) { return value ? std::optional<bool>(!*value) : value; };
  auto conjunction = [](std::optional<bool> a, std::optional<bool> b) -> std::optional<bool> {
    if ((a && !*a) || (b && !*b)) return false;
    if (a && b) return true;
    return std::nullopt;
  };
  switch (op) {
    case Op::True:
      return true;
    case Op::False:
      return false;
    case Op::Not:
      return negated(left);
    case Op::And:
      return conjunction(left, right);
    case Op::Or:
      return negated(conjunction(negated(left), negated(right)));
    case Op::Implies:
      return negated(conjunction(left, negated(right)));
    case Op::Iff:
      return left && right ? std::optional<bool>(*left == *right) : std::nullopt;
    case Op::PathA:
    case Op::PathE:
    case Op::PathAf:
    case Op::PathEf:
      return left;
    default:
      static_assert(logic::covers(Family::Boolean, {Op::Not, Op::And, Op::Or, Op::Implies, Op::Iff}));
      static_assert(logic::covers(Family::PathQuantifier, {Op::PathA, Op::PathE, Op::PathAf, Op::PathEf}));
      return std::nullopt;
  }
}

bool is_boolean(const logic::FormulaPool& pool, Formula f) {
  const Node& node = pool[f];
  if (logic::is_path_quantifier(node.op)) return !pool[node.left].is_path;
  bool constant = node.op == Op::True || node.op == Op::False;
  return (constant || logic::family_of(node.op) == Family::Boolean) && !node.is_path;
}

// Operands have smaller numbers than their users, so one pass upwards decides.
bool Facts::is_fact(Formula f) {
  for (std::size_t i = is_fact_.size(); i <= f.index(); ++i) {
    const Node& node = (*pool_)[Formula(i)];
    bool atom = node.op == Op::Atom || node.op == Op::Green || node.op == Op::Red;
    bool operands =
        (node.left.is_none() || is_fact_[node.left.index()]) && (node.right.is_none() || is_fact_[node.right.index()]);
    is_fact_.push_back(atom || (is_boolean(*pool_, Formula(i)) && operands));
  }
  return is_fact_[f.index()];
}

bool Facts::atom_holds(const Node& node, const State& state) const {
  const ispl::CheckedModel& model = interpreter_->model();
  if (node.op == Op::Atom) {
    auto proposition = model.proposition_of(node.name);
    if (!proposition) throw std::invalid_argument("no proposition " + pool_->text(node.name));
    return interpreter_->holds(model.propositions[*proposition].condition, state);
  }
  auto agent = model.agent_of(node.name);
  if (!agent) throw std::invalid_argument("no agent " + pool_->text(node.name));
  return interpreter_->is_red(*agent, state) == (node.op == Op::Red);
}

bool Facts::holds(Formula f, const State& state) {
  auto [at, added] = parts_.try_emplace(f);
  if (added) at->second = pool_->subformulas(f);
  std::unordered_map<Formula, bool> value;
  for (Formula part : at->second) {
    const Node& node = (*pool_)[part];
    if (node.op == Op::Atom || node.op == Op::Green || node.op == Op::Red) {
      value[part] = atom_holds(node, state);
      continue;
    }
    auto operand = [&](Formula g) { return g.is_none() ? std::nullopt : std::optional<bool>(value.at(g)); };
    value[part] = combine(node.op, operand(node.left), operand(node.right)).value();
  }
  return value.at(f);
}

}  // namespace gnomon::explicit_state
