#include "random_model.h"

#include <fmt/format.h>

namespace gnomon::ispl::test {

RandomModel::Var RandomModel::make_var(int number) {
  Var var;
  var.name = fmt::format("x{}", number);
  var.kind = "bie"[below(3)];
  var.visible = chance(50);
  if (var.kind == 'e') {
    int first = below(3);
    for (int i = first; i <= first + below(3); ++i) var.values.push_back(fmt::format("v{}", i));
  }
  return var;
}

void RandomModel::make_agents() {
  has_environment_ = chance(70);
  int count = 1 + below(3);
  for (int i = 0; i <= count; ++i) {
    Agent agent;
    agent.name = i == 0 ? "Environment" : fmt::format("Ag{}", i);
    if (i > 0 || has_environment_) {
      for (int v = below(4); v > 0; --v) agent.vars.push_back(make_var(v));
      for (int a = below(4); a > 0; --a) agent.actions.push_back(fmt::format("a{}", a));
    }
    agents_.push_back(agent);
  }
  for (Agent& agent : agents_) {
    if (agent.name == "Environment") continue;
    for (std::size_t v = 0; v < agents_[0].vars.size(); ++v) {
      if (chance(50)) agent.lobsvars.push_back(v);
    }
  }
}

std::string RandomModel::type_text(const Var& var) {
  if (var.kind == 'b') return "boolean";
  if (var.kind == 'i') {
    int low = below(7) - 3;
    int high = low + below(5);
    return fmt::format("{}{}{}", low, chance(50) ? ".." : " .. ", high);
  }
  return fmt::format("{{{}}}", fmt::join(var.values, ", "));
}

std::vector<RandomModel::Var> RandomModel::readable(int agent) {
  std::vector<Var> result;
  for (int i = 0; i < static_cast<int>(agents_.size()); ++i) {
    const Agent& owner = agents_[static_cast<std::size_t>(i)];
    for (std::size_t v = 0; v < owner.vars.size(); ++v) {
      Var var = owner.vars[v];
      bool own = i == agent;
      bool seen = i == 0 && agent > 0 && var.visible;
      if (i == 0 && agent > 0) {
        for (std::size_t listed : agents_[static_cast<std::size_t>(agent)].lobsvars) seen = seen || listed == v;
      }
      if (agent >= 0 && !own && !seen) continue;
      if (!own || chance(10)) var.name = owner.name + "." + var.name;
      result.push_back(var);
    }
  }
  return result;
}

std::string RandomModel::pick(const std::vector<Var>& vars, char kind, const std::string& otherwise) {
  std::vector<std::string> names;
  for (const Var& var : vars) {
    if (var.kind == kind) names.push_back(var.name);
  }
  if (names.empty() || chance(20)) return otherwise;
  return names[static_cast<std::size_t>(below(static_cast<int>(names.size())))];
}

// In these functions every random choice is a statement of its own, so that all compilers make the same models.
std::string RandomModel::integer(int depth) {
  if (depth == 0 || chance(25)) {
    std::string number = std::to_string(below(9) - 4);
    return pick(vars_, 'i', number);
  }
  int choice = below(6);
  std::string left = integer(depth - 1);
  if (choice == 0) return "-(" + left + ")";
  if (choice == 1) return "(" + left + ")";
  char op = "+-*/"[below(4)];
  return fmt::format("({} {} {})", left, op, integer(depth - 1));
}

std::string RandomModel::boolean(int depth) {
  if (depth == 0 || chance(25)) {
    std::string constant = chance(50) ? "true" : "false";
    return pick(vars_, 'b', constant);
  }
  int choice = below(5);
  if (choice == 0) return "~" + boolean(depth - 1);
  if (choice == 1) return "(" + condition(depth - 1) + ")";
  std::string left = boolean(depth - 1);
  char op = "&|^"[below(3)];
  return fmt::format("({} {} {})", left, op, boolean(depth - 1));
}

std::string RandomModel::condition(int depth) {
  if (depth > 0 && chance(60)) {
    std::string left = condition(depth - 1);
    if (chance(25)) return "!(" + left + ")";
    std::string connective = std::vector<std::string>{"and", "or", "->"}[static_cast<std::size_t>(below(3))];
    std::string whole = left + " " + connective + " " + condition(depth - 1);
    return chance(70) ? "(" + whole + ")" : whole;
  }
  return comparison(depth > 0 ? depth - 1 : 0);
}

std::string RandomModel::comparison(int depth) {
  static const std::vector<std::string> kComparisons = {"=", "<>", "!=", "<", "<=", ">", ">="};
  int choice = below(4);
  std::string equality = chance(80) ? " = " : " <> ";
  if (choice == 0 && actions_of_ >= 0) {
    int whose = below(static_cast<int>(agents_.size()));
    const Agent& agent = agents_[static_cast<std::size_t>(whose)];
    std::string prefix = whose == actions_of_ && chance(70) ? "" : agent.name + ".";
    if (!agent.actions.empty()) return prefix + "Action" + equality + agent.actions.back();
  }
  if (choice == 1) {
    for (const Var& var : vars_) {
      if (var.kind == 'e' && chance(50)) return var.name + equality + var.values[0];
    }
  }
  if (choice == 2) {
    std::string left = boolean(depth);
    return left + equality + boolean(depth);
  }
  std::string left = integer(depth);
  std::string op = kComparisons[static_cast<std::size_t>(below(7))];
  return fmt::format("{} {} {}", left, op, integer(depth));
}

std::string RandomModel::action_set(const Agent& agent) {
  std::vector<std::string> chosen;
  for (const std::string& action : agent.actions) {
    if (chance(60)) chosen.push_back(action);
  }
  return fmt::format("{{{}}}", fmt::join(chosen, ", "));
}

std::string RandomModel::variables_text(int index) {
  const Agent& agent = agents_[static_cast<std::size_t>(index)];
  std::string visible;
  std::string hidden;
  for (const Var& var : agent.vars) {
    std::string& part = index == 0 && var.visible ? visible : hidden;
    part += fmt::format("{} : {};\n", var.name, type_text(var));
  }
  if (!visible.empty()) visible = "Obsvars:\n" + visible + "end Obsvars\n";
  if (!hidden.empty()) hidden = "Vars:\n" + hidden + "end Vars\n";
  return chance(50) ? visible + hidden : hidden + visible;
}

std::string RandomModel::agent_text(int index) {
  const Agent& agent = agents_[static_cast<std::size_t>(index)];
  std::string text = fmt::format("Agent {}\n", agent.name);
  if (!agent.lobsvars.empty()) {
    std::vector<std::string> names;
    for (std::size_t v : agent.lobsvars) names.push_back(agents_[0].vars[v].name);
    text += fmt::format("Lobsvars = {{{}}};\n", fmt::join(names, ", "));
  }
  text += variables_text(index);
  vars_ = readable(index);
  if (chance(30)) text += fmt::format("RedStates: {}; end RedStates\n", condition(3));
  if (!agent.actions.empty()) text += fmt::format("Actions = {{{}}};\n", fmt::join(agent.actions, ", "));
  if (chance(80)) {
    text += "Protocol:\n";
    for (int i = below(3); i > 0; --i) {
      text += condition(3);
      text += " : " + action_set(agent) + ";\n";
    }
    if (chance(60)) text += fmt::format("Other : {};\n", action_set(agent));
    text += "end Protocol\n";
  }
  text += "Evolution:\n";
  for (int i = agent.vars.empty() ? 0 : below(4); i > 0; --i) {
    std::vector<std::string> assignments;
    for (const Var& var : agent.vars) {
      if (!assignments.empty() && chance(50)) continue;
      std::string value = var.kind == 'b' ? boolean(2) : var.kind == 'i' ? integer(2) : var.values.back();
      std::string assignment = var.name + " = " + value;
      assignments.push_back(chance(70) ? assignment : "(" + assignment + ")");
    }
    actions_of_ = index;
    text += fmt::format("{} if {};\n", fmt::join(assignments, " and "), condition(3));
    actions_of_ = -1;
  }
  return text + "end Evolution\nend Agent\n";
}

std::string RandomModel::globals_text() {
  vars_ = readable(-1);
  std::string text = "Evaluation\np if " + condition(4);
  text += ";\nq if " + condition(2) + ";\nend Evaluation\n";
  text += fmt::format("InitStates\n{};\nend InitStates\n", condition(3));
  text += "Groups\ng = {Ag1, Environment};\nnobody = {};\nend Groups\n";
  if (chance(50)) {
    std::vector<std::string> names;
    for (const Var& var : vars_) {
      if (chance(40)) names.push_back(var.name);
    }
    text += fmt::format("Observations\ncam of Ag1 = {{{}}};\ncam of Environment = {{}};\n", fmt::join(names, ", "));
    if (chance(50)) text += "Ag1 starts with cam;\n";
    text += "end Observations\n";
  }
  if (chance(30)) text += "Fairness\n p;\n EF q;\nend Fairness\n";
  text +=
      "Formulae\n AG p -- a comment\n ;\n LDL <(p;q)*>[q?]p;\n CTL* A (G (p -> F K(Ag1, q)));\n <g>F p;\nend "
      "Formulae\n";
  return text;
}

std::string RandomModel::text() {
  make_agents();
  std::string text = chance(30) ? "Semantics = SA;\n" : "";
  std::string environment = has_environment_ ? agent_text(0) : "";
  bool first = chance(70);
  if (first) text += environment;
  for (int i = 1; i < static_cast<int>(agents_.size()); ++i) text += agent_text(i);
  if (!first) text += environment;
  return text + globals_text();
}

}  // namespace gnomon::ispl::test
