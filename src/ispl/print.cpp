// Prints a checked model as ISPL. Expressions get as few parentheses as their operators allow; inside comparisons and
// assigned values the Boolean operators are written `~ & | ^`, outside `! and or ->`, as MCMAS wants it. Works with a
// stack of things yet to be printed, so that nesting does not matter.
#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "ispl/elaborator.h"
#include "ispl/load.h"
#include "ispl/plain_model.h"

namespace gnomon::ispl {

namespace {

// As in expression_parser.h.
constexpr int kImplies = 1;
constexpr int kOr = 2;
constexpr int kAnd = 3;
constexpr int kNot = 4;
constexpr int kComparison = 5;
constexpr int kBitOr = 6;
constexpr int kBitXor = 7;
constexpr int kBitAnd = 8;
constexpr int kSum = 9;
constexpr int kProduct = 10;
constexpr int kPrefix = 11;
constexpr int kLeaf = 12;

class Printer {
 public:
  explicit Printer(const CheckedModel& model) : model_(model) {}
  std::string print();

 private:
  // A text, or an expression that must bind at least as tightly as `least`.
  struct Item {
    std::string_view text;
    ExprId expr;
    int least = 0;
    bool value = false;  // inside a comparison or an assigned value
  };

  void agent(AgentId id);
  void variables(const Agent& agent);
  void behaviour(const Agent& agent);
  void observations();
  void formulas(std::string_view section, const std::vector<Formula>& formulas);
  std::string actions(const Agent& agent, const std::vector<ActionId>& list) const;

  void condition(ExprId root) { expression(root, kImplies, false); }
  void expression(ExprId root, int least, bool value);
  void leaf(const Expr& expr);
  static int precedence(const Expr& expr, bool value);
  void expand(const Expr& expr, bool value);

  const CheckedModel& model_;
  AgentId inside_;  // whose variables need no prefix
  std::string out_;
  std::vector<Item> stack_;
};

int Printer::precedence(const Expr& expr, bool value) {
  switch (expr.op) {
    case ExprOp::Number:
    case ExprOp::Boolean:
    case ExprOp::EnumValue:
    case ExprOp::Variable:
      return kLeaf;
    case ExprOp::ActionIs:
      return kComparison;
    case ExprOp::Negate:
      return kPrefix;
    case ExprOp::Add:
    case ExprOp::Subtract:
      return kSum;
    case ExprOp::Multiply:
    case ExprOp::Divide:
    case ExprOp::FloorDivide:
    case ExprOp::Modulo:
      return kProduct;
    case ExprOp::Minimum:
    case ExprOp::Maximum:
    case ExprOp::Choose:
      return kLeaf;  // in parentheses of their own
    case ExprOp::Equal:
    case ExprOp::NotEqual:
    case ExprOp::Less:
    case ExprOp::LessEqual:
    case ExprOp::Greater:
    case ExprOp::GreaterEqual:
      return kComparison;
    case ExprOp::Not:
      return value ? kPrefix : kNot;
    case ExprOp::And:
      return value ? kBitAnd : kAnd;
    case ExprOp::Or:
      return value ? kBitOr : kOr;
    case ExprOp::Xor:
      return kBitXor;
    case ExprOp::Implies:
      return kImplies;
  }
  return kLeaf;
}

std::string_view symbol(ExprOp op, bool value) {
  switch (op) {
    case ExprOp::Add:
      return " + ";
    case ExprOp::Subtract:
      return " - ";
    case ExprOp::Multiply:
      return " * ";
    case ExprOp::Divide:
      return " / ";
    case ExprOp::FloorDivide:
      return " div ";
    case ExprOp::Modulo:
      return " mod ";
    case ExprOp::Equal:
      return " = ";
    case ExprOp::NotEqual:
      return " <> ";
    case ExprOp::Less:
      return " < ";
    case ExprOp::LessEqual:
      return " <= ";
    case ExprOp::Greater:
      return " > ";
    case ExprOp::GreaterEqual:
      return " >= ";
    case ExprOp::And:
      return value ? " & " : " and ";
    case ExprOp::Or:
      return value ? " | " : " or ";
    case ExprOp::Xor:
      return " ^ ";
    case ExprOp::Implies:
      return " -> ";
    case ExprOp::Negate:
    case ExprOp::Not:
    case ExprOp::Number:
    case ExprOp::Boolean:
    case ExprOp::EnumValue:
    case ExprOp::Variable:
    case ExprOp::ActionIs:
    case ExprOp::Minimum:
    case ExprOp::Maximum:
    case ExprOp::Choose:
      return "";  // these have no sign between two operands
  }
  return "";
}

void Printer::leaf(const Expr& expr) {
  if (expr.op == ExprOp::Number) {
    out_ += std::to_string(expr.value);
  } else if (expr.op == ExprOp::Boolean) {
    out_ += expr.value == 0 ? "false" : "true";
  } else if (expr.op == ExprOp::EnumValue) {
    out_ += model_.enumerators[static_cast<std::size_t>(expr.value)];
  } else if (expr.op == ExprOp::Variable) {
    const Variable& var = model_.variables[static_cast<std::size_t>(expr.value)];
    if (var.owner != inside_) out_ += model_.agent(var.owner).name + ".";
    out_ += var.name;
  } else {
    GNOMON_ASSERT(expr.op == ExprOp::ActionIs, "a leaf");
    const Agent& agent = model_.agent(expr.agent);
    if (expr.agent != inside_) out_ += agent.name + ".";
    out_ += "Action = " + agent.actions[static_cast<std::size_t>(expr.value)].name;
  }
}

// Pushes the parts of an operator, last one first.
void Printer::expand(const Expr& expr, bool value) {
  int own = precedence(expr, value);
  bool bits = value || expr.op == ExprOp::Xor || own == kComparison;
  if (expr.op == ExprOp::Negate) {
    // `--` would begin a comment, and `-1` is a number.
    bool bare = model_.expressions[expr.left].op == ExprOp::Variable;
    if (!bare) stack_.push_back({")", {}});
    stack_.push_back({{}, expr.left, bare ? kLeaf : kImplies, bits});
    stack_.push_back({bare ? "-" : "-(", {}});
  } else if (expr.op == ExprOp::Minimum || expr.op == ExprOp::Maximum) {
    stack_.push_back({")", {}});
    stack_.push_back({{}, expr.right, kBitOr, true});
    stack_.push_back({", ", {}});
    stack_.push_back({{}, expr.left, kBitOr, true});
    stack_.push_back({expr.op == ExprOp::Minimum ? "min(" : "max(", {}});
  } else if (expr.op == ExprOp::Choose) {
    stack_.push_back({")", {}});
    stack_.push_back({{}, expr.right, kBitOr, true});
    stack_.push_back({" else ", {}});
    stack_.push_back({{}, expr.left, kBitOr, true});
    stack_.push_back({" then ", {}});
    stack_.push_back({{}, expr.condition, kImplies, false});
    stack_.push_back({"(if ", {}});
  } else if (expr.op == ExprOp::Not) {
    stack_.push_back({{}, expr.left, value ? kPrefix : kLeaf, bits});
    stack_.push_back({value ? "~" : "!", {}});
  } else {
    bool right_associative = expr.op == ExprOp::Implies;
    int tighter = own + 1;
    stack_.push_back({{}, expr.right, right_associative ? own : tighter, bits});
    stack_.push_back({symbol(expr.op, value), {}});
    stack_.push_back({{}, expr.left, right_associative || own == kComparison ? tighter : own, bits});
  }
}

void Printer::expression(ExprId root, int least, bool value) {
  stack_.assign(1, {{}, root, least, value});
  while (!stack_.empty()) {
    Item item = stack_.back();
    stack_.pop_back();
    if (item.expr.is_none()) {
      out_ += item.text;
      continue;
    }
    const Expr& expr = model_.expressions[item.expr];
    if (precedence(expr, item.value) < item.least) {
      out_ += '(';
      stack_.push_back({")", {}});
      stack_.push_back({{}, item.expr, kImplies, item.value});
    } else if (expr.op <= ExprOp::ActionIs) {
      leaf(expr);
    } else {
      expand(expr, item.value);
    }
  }
}

// Variables in the order of declaration, which may put Vars before Obsvars.
void Printer::variables(const Agent& agent) {
  for (std::size_t i = 0; i < agent.vars.size();) {
    bool observable = model_.variable(agent.vars[i]).observable;
    std::string_view section = observable ? "Obsvars" : "Vars";
    out_ += fmt::format("  {}:\n", section);
    for (; i < agent.vars.size() && model_.variable(agent.vars[i]).observable == observable; ++i) {
      const Variable& var = model_.variable(agent.vars[i]);
      out_ += fmt::format("    {} : {};\n", var.name, model_.type_text(var.type));
    }
    out_ += fmt::format("  end {}\n", section);
  }
}

std::string Printer::actions(const Agent& agent, const std::vector<ActionId>& list) const {
  std::string text = "{";
  for (ActionId action : list) {
    if (text.size() > 1) text += ", ";
    text += agent.actions[action.index()].name;
  }
  return text + "}";
}

void Printer::behaviour(const Agent& agent) {
  if (!agent.unrestricted()) {
    out_ += "  Protocol:\n";
    for (const ProtocolLine& line : agent.protocol) {
      out_ += "    ";
      condition(line.condition);
      out_ += fmt::format(" : {};\n", actions(agent, line.actions));
    }
    if (agent.other) out_ += fmt::format("    Other : {};\n", actions(agent, *agent.other));
    out_ += "  end Protocol\n";
  }
  if (agent.evolution.empty()) return;
  out_ += "  Evolution:\n";
  for (const EvolutionLine& line : agent.evolution) {
    std::string_view before = "    ";
    for (const Assignment& assignment : line.assignments) {
      out_ += fmt::format("{}{} = ", before, model_.variable(assignment.var).name);
      expression(assignment.value, kBitOr, true);
      before = " and ";
    }
    out_ += " if ";
    condition(line.condition);
    out_ += ";\n";
  }
  out_ += "  end Evolution\n";
}

void Printer::agent(AgentId id) {
  const Agent& agent = model_.agent(id);
  if (!agent.declared) return;
  inside_ = id;
  out_ += fmt::format("Agent {}\n", agent.name);
  std::string local;
  for (VarId var : agent.observes) {
    const Variable& seen = model_.variable(var);
    if (seen.owner == id || seen.observable) continue;
    local += local.empty() ? seen.name : ", " + seen.name;
  }
  if (!local.empty()) out_ += fmt::format("  Lobsvars = {{{}}};\n", local);
  variables(agent);
  if (agent.red) {
    out_ += "  RedStates:\n    ";
    condition(*agent.red);
    out_ += ";\n  end RedStates\n";
  }
  if (!agent.actions.empty()) {
    std::vector<ActionId> all;
    for (std::size_t i = 0; i < agent.actions.size(); ++i) all.emplace_back(i);
    out_ += fmt::format("  Actions = {};\n", actions(agent, all));
  }
  behaviour(agent);
  out_ += "end Agent\n\n";
  inside_ = {};
}

void Printer::observations() {
  bool any = !model_.observations.empty();
  for (const std::string& initial : model_.initial_observation) any = any || !initial.empty();
  if (!any) return;
  out_ += "\nObservations\n";
  for (const Observation& observation : model_.observations) {
    out_ += fmt::format("  {} of {} = {{", observation.name, model_.agent(observation.agent).name);
    std::string_view before;
    for (VarId var : observation.vars) {
      const Variable& seen = model_.variable(var);
      out_ += fmt::format("{}{}.{}", before, model_.agent(seen.owner).name, seen.name);
      before = ", ";
    }
    out_ += "};\n";
  }
  for (std::size_t i = 0; i < model_.initial_observation.size(); ++i) {
    const std::string& initial = model_.initial_observation[i];
    if (!initial.empty()) out_ += fmt::format("  {} starts with {};\n", model_.agents[i].name, initial);
  }
  out_ += "end Observations\n";
}

void Printer::formulas(std::string_view section, const std::vector<Formula>& formulas) {
  if (formulas.empty()) return;
  out_ += fmt::format("\n{}\n", section);
  for (const Formula& formula : formulas) {
    // Only parametric models have names and expected verdicts; in plain text these are comments.
    std::string_view expected = !formula.expected ? "" : *formula.expected ? "true" : "false";
    if (!formula.name.empty()) out_ += fmt::format("  -- {}\n", formula.name);
    out_ += fmt::format("  {};{}{}\n", formula.text, expected.empty() ? "" : "  -- ", expected);
  }
  out_ += fmt::format("end {}\n", section);
}

std::string Printer::print() {
  if (model_.semantics == AssignmentSemantics::Single) out_ += "Semantics = SingleAssignment;\n\n";
  for (std::size_t i = 0; i < model_.agents.size(); ++i) agent(AgentId(i));
  if (!model_.propositions.empty()) {
    out_ += "Evaluation\n";
    for (const Proposition& proposition : model_.propositions) {
      out_ += fmt::format("  {} if ", proposition.name);
      condition(proposition.condition);
      out_ += ";\n";
    }
    out_ += "end Evaluation\n\n";
  }
  out_ += "InitStates\n  ";
  condition(model_.initial);
  out_ += ";\nend InitStates\n";
  auto declared = [](const Group& group) { return !group.is_list; };
  if (std::any_of(model_.groups.begin(), model_.groups.end(), declared)) {
    out_ += "\nGroups\n";
    for (const Group& group : model_.groups) {
      if (group.is_list) continue;
      out_ += fmt::format("  {} = {{", group.name);
      std::string_view before;
      for (AgentId member : group.members) {
        out_ += fmt::format("{}{}", before, model_.agent(member).name);
        before = ", ";
      }
      out_ += "};\n";
    }
    out_ += "end Groups\n";
  }
  observations();
  formulas("Fairness", model_.fairness);
  formulas("Formulae", model_.formulas);
  return std::move(out_);
}

}  // namespace

std::string print_model(const CheckedModel& model) {
  if (model.elaborator) return std::string(model.elaborator->source().text());
  return Printer(model).print();
}

std::string elaborated_text(const CheckedModel& model) {
  if (!model.elaborator) return Printer(model).print();
  return Printer(plain_model(model)).print();
}

}  // namespace gnomon::ispl
