#include "witness/wording.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "logic/printer.h"

namespace gnomon::witness {

using explicit_state::Claim;
using explicit_state::LinkKind;
using explicit_state::Rule;
using explicit_state::WitnessLink;
using explicit_state::WitnessPath;
using explicit_state::WitnessState;
using logic::Family;
using logic::Formula;
using logic::Node;
using logic::Op;

std::string joined(const std::vector<std::string>& items, const std::string& separator) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) text += (i == 0 ? "" : separator) + items[i];
  return text;
}

Wording::Wording(const ispl::CheckedModel& model, const explicit_state::Witness& witness, std::size_t formula_limit)
    : model_(&model), witness_(&witness), limit_(formula_limit), interpreter_(model), facts_(interpreter_, model.pool) {
  if (witness.claims.empty()) return;
  for (Formula f : model.pool.subformulas(witness.claims.front().formula)) {
    Op op = model.pool[f].op;
    if (op == Op::Atom || op == Op::Green || op == Op::Red) atoms_.push_back(f);
  }
}

std::string Wording::formula(Formula f) const {
  return logic::print(model_->pool, f, {.limit = limit_});
}

std::string Wording::variable(ispl::VarId var) const {
  const ispl::Variable& variable = model_->variable(var);
  return agent(variable.owner) + "." + variable.name;
}

std::string Wording::value(WitnessState s, ispl::VarId var) const {
  return model_->value_text(var, witness_->states[s][var.index()]);
}

std::string Wording::agents(const std::vector<ispl::AgentId>& agents) const {
  std::string text;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == agents.size() ? " and " : ", ") + agent(agents[i]);
  }
  return text.empty() ? "nobody" : text;
}

std::vector<std::string> Wording::actions(const explicit_state::JointAction& joint) const {
  std::vector<std::string> texts;
  for (std::size_t a = 0; a < joint.size(); ++a) {
    if (joint[a].is_none()) continue;
    const ispl::Agent& actor = model_->agents[a];
    texts.push_back(actor.name + ": " + actor.actions[joint[a].index()].name);
  }
  return texts;
}

std::vector<std::string> Wording::propositions(WitnessState s) {
  if (witness_->claims.empty()) {  // about no formula: all of them
    std::vector<std::string> all;
    for (const ispl::Proposition& proposition : model_->propositions) {
      if (interpreter_.holds(proposition.condition, witness_->states[s])) all.push_back(proposition.name);
    }
    return all;
  }
  std::vector<std::string> texts;
  for (Formula f : atoms_) {
    if (facts_.holds(f, witness_->states[s])) texts.push_back(formula(f));
  }
  return texts;
}

std::string Wording::claim(const Claim& claim) const {
  return formula(claim.formula) + " is " + (claim.holds ? "true" : "false") + " in " + state(claim.state);
}

std::string Wording::reason(const Claim& claim) {
  switch (claim.rule) {
    case Rule::Fact:
      return "by the values of its variables";
    case Rule::Parts:
      return parts(claim);
    case Rule::Path:
      return path_reason(claim);
    case Rule::Possible:
      return possible_reason(claim);
    case Rule::Alike:
    case Rule::Green:
    case Rule::Look:
      return link_reason(claim);
    case Rule::Strategy:
    case Rule::Answer:
      return table_reason(claim);
    case Rule::Taken:
      break;
  }
  return "the checker says so";
}

// Boolean operands that are claims themselves are opened up; negations become "is false".
std::string Wording::parts(const Claim& claim) {
  const logic::FormulaPool& pool = model_->pool;
  std::vector<std::string> known;
  std::vector<Formula> stack{pool[claim.formula].right, pool[claim.formula].left};
  while (!stack.empty()) {
    Formula f = stack.back();
    stack.pop_back();
    if (f.is_none()) continue;
    std::optional<bool> value;
    bool open = false;
    if (facts_.is_fact(f)) {
      value = facts_.holds(f, witness_->states[claim.state]);
    } else {
      for (const Claim& other : witness_->claims) {
        if (other.formula != f || other.state != claim.state || !other.needed) continue;
        value = other.holds;
        open = other.rule == Rule::Parts;
      }
    }
    if (open) {
      stack.push_back(pool[f].right);
      stack.push_back(pool[f].left);
    } else if (value) {
      for (; pool[f].op == Op::Not; f = pool[f].left) value = !*value;
      known.push_back(formula(f) + " is " + (*value ? "true" : "false"));
    }
  }
  return joined(known, ", ");
}

std::string Wording::path_reason(const Claim& claim) const {
  const WitnessPath& path = witness_->paths[*claim.path];
  const Node& node = model_->pool[claim.formula];
  std::string left = formula(node.left);
  std::string right = node.right.is_none() ? "" : formula(node.right);
  std::string end = state(path.states.back());
  switch (node.op) {
    case Op::EX:
    case Op::AX:
      return "the next state can be " + end + ", where " + left + " is " + (claim.holds ? "true" : "false");
    case Op::EF:
    case Op::AG:
      if (path.states.size() == 1) return left + " is " + (claim.holds ? "true" : "false") + " right there";
      return "a path leads to " + end + ", where " + left + " is " + (claim.holds ? "true" : "false");
    case Op::EU:
      if (path.states.size() == 1) return right + " is true right there";
      return "a path leads to " + end + ", where " + right + " is true, and " + left + " is true until then";
    case Op::EG:
      if (model_->pool[node.left].op == Op::True)
        return witness_->fair ? "a fair path starts there" : "it goes on for ever";
      return "on this path " + left + " is always true";
    case Op::AF:
      return "on this path " + left + " is never true";
    case Op::AU:
      if (path.loop) return "on this path " + right + " is never true";
      return "a path leads to " + end + ", where neither " + left + " nor " + right + " is true, and never was " +
             right;
    case Op::EXn:
    case Op::AXn:
    case Op::EFn:
    case Op::AFn:
    case Op::EGn:
    case Op::AGn:
    case Op::EUn:
    case Op::AUn:
      return counted_reason(claim, path);
    case Op::PathE:
      return "this path satisfies " + left;
    case Op::PathA:
      return "this path violates " + left;
    case Op::PathEf:
      return "this trace satisfies " + left;
    case Op::PathAf:
      return "this trace violates " + left;
    default:
      static_assert(
          logic::covers(Family::Branching, {Op::EX, Op::AX, Op::EF, Op::AF, Op::EG, Op::AG, Op::EU, Op::AU, Op::EXn,
                                            Op::AXn, Op::EFn, Op::AFn, Op::EGn, Op::AGn, Op::EUn, Op::AUn}));
      static_assert(logic::covers(Family::PathQuantifier, {Op::PathA, Op::PathE, Op::PathAf, Op::PathEf}));
      return "this path shows it";
  }
}

namespace {

std::string counted_steps(std::uint64_t n) {
  return n == 1 ? std::string("1 step") : fmt::format("{} steps", n);
}

}  // namespace

std::string Wording::repeated(const WitnessPath& path) {
  const explicit_state::Stretch& part = *path.stretch;
  const std::string since = fmt::format("the {} since {}", counted_steps(part.period()), state(path.states[part.from]));
  if (!part.times) return since + " can be repeated as often as one likes";
  return fmt::format("{} {} repeated {} {}", since, part.period() == 1 ? "is" : "are", *part.times,
                     *part.times == 1 ? "time" : "times");
}

// Of an operator with a bound: how many steps were made, and how many are allowed.
std::string Wording::counted_reason(const Claim& claim, const WitnessPath& path) const {
  const Node& node = model_->pool[claim.formula];
  const logic::Interval& interval = model_->pool.interval(node);
  const std::string left = formula(node.left);
  const std::string end = state(path.states.back());
  const std::uint64_t steps = path.states.size() - 1 + (path.stretch ? path.stretch->added_steps() : 0);
  const std::string value = claim.holds ? "true" : "false";
  const Op plain = logic::without_bound(node.op);
  if (plain == Op::AU && (interval.is_open() ? steps < interval.first : steps < interval.last)) {
    return fmt::format("after {} comes {}, where {} is false before {} was true in time", counted_steps(steps), end,
                       left, formula(node.right));
  }
  if (interval.is_open()) {
    return fmt::format("after {} comes {}, from where on it is {} without the bound", counted_steps(steps), end, value);
  }
  if (plain == Op::EG || plain == Op::AF) {
    const std::string since = interval.first == 0 ? "" : fmt::format(" from step {} on", interval.first);
    return fmt::format("for {} {} is {}{}", counted_steps(steps), left, value, since);
  }
  if (plain == Op::AU)
    return fmt::format("within {} {} is not true in time", counted_steps(steps), formula(node.right));
  const std::string where = plain == Op::EU ? formula(node.right) : left;
  const bool choice = interval.first != interval.last;
  const std::string allowed = choice ? fmt::format(", of {} to {} allowed,", interval.first, interval.last) : "";
  const std::string until = plain == Op::EU ? fmt::format(", and {} is true until then", left) : "";
  return fmt::format("after {}{} comes {}, where {} is {}{}", counted_steps(steps), allowed, end, where, value, until);
}

std::string Wording::possible_reason(const Claim& claim) const {
  const Node& node = model_->pool[claim.formula];
  const WitnessLink& first = witness_->links[claim.links.front()];
  const std::string who = agents(first.agents) + (first.agents.size() == 1 ? " considers" : " together consider");
  const bool remembers = witness_->knowledge != logic::KnowledgeSemantics::Observational;
  if (claim.possible == "1") return fmt::format("{} no other {} possible", who, remembers ? "history" : "state");
  std::vector<std::string> names;
  for (std::size_t l : claim.links) names.push_back(state(witness_->links[l].to));
  const bool all = claim.possible == std::to_string(names.size());
  return fmt::format("{} {} {} possible, {}{}, and {} is true in {}", who, claim.possible,
                     remembers ? "worlds" : "states", all ? "" : "among them ", joined(names, ", "), formula(node.left),
                     all ? "each" : "all of them");
}

std::string Wording::link_reason(const Claim& claim) const {
  const Node& node = model_->pool[claim.formula];
  std::string left = formula(node.left);
  if (claim.links.empty()) return left + " is false right there";
  WitnessState twin = witness_->links[claim.links.back()].to;
  std::string where = state(twin) + ", where " + left + " is false";
  const WitnessLink& first = witness_->links[claim.links.front()];
  if (first.kind == LinkKind::Ought) return agent(first.agents.front()) + " is green in " + where;
  if (first.kind == LinkKind::Look) {
    return fmt::format("{} looks with {}, which is {}, and there {} is {}", agent(first.agents.front()),
                       model_->pool.text(node.name2), state(twin), left, claim.holds ? "true" : "false");
  }
  if (claim.links.size() == 1 && twin == claim.state) return left + " is false right there";
  const bool clock = witness_->knowledge == logic::KnowledgeSemantics::Clock;
  const char* from = witness_->knowledge == logic::KnowledgeSemantics::Observational ? " cannot tell it from "
                     : clock ? " cannot tell it from a state at the same time, "
                             : " cannot tell its history from one that leads to ";
  switch (first.kind) {
    case LinkKind::Distributed:
      return (first.agents.size() < 2 ? agents(first.agents) : agents(first.agents) + " together") + from + where;
    case LinkKind::Common: {
      std::string text = "a chain leads to " + where + ":";
      for (std::size_t l : claim.links) {
        const WitnessLink& link = witness_->links[l];
        text += (l == claim.links.front() ? " " : "; ") + agents(link.agents) + " cannot tell " + state(link.from) +
                " from " + state(link.to);
      }
      return text;
    }
    case LinkKind::Knows:
    case LinkKind::Everybody:
    case LinkKind::Ought:
    case LinkKind::Look:
      break;
  }
  return agents(first.agents) + from + where;
}

std::string Wording::table_reason(const Claim& claim) const {
  const explicit_state::MoveTable& table = witness_->tables[*claim.table];
  if (table.entries.empty()) return "nothing has to be done";
  if (claim.holds) return agents(table.group) + " can enforce it like this";
  bool stuck = std::all_of(table.entries.begin(), table.entries.end(), [](const auto& e) { return e.moves.empty(); });
  if (stuck) return "no joint action is enabled there";
  return "whatever " + agents(table.group) + (table.group.size() < 2 ? " does" : " do") + ", the others have an answer";
}

}  // namespace gnomon::witness
