// A model with its formulas as a text of SMV (Cavada and others: NuSMV 2.6 user manual), for NuSMV, nuXmv and their kin.
//
// One module. Variables are VAR, actions are IVAR, propositions and red states DEFINE. The step is said by constraints
// TRANS, exactly as the semantics has it: for each agent its protocol, and its evolution as a disjunction over the lines
// that are enabled (for SingleAssignment one for each variable). An assignment out of range is an equation without solution.
#include <algorithm>
#include <fmt/format.h>

#include "exchange/exported.h"
#include "exchange/smv_expression.h"
#include "exchange/smv_formula.h"
#include "exchange/smv_names.h"
#include "exchange/violations.h"

namespace gnomon::exchange {

using ispl::VarId;

namespace {

class SmvWriter {
 public:
  SmvWriter(ispl::CheckedModel& model, bool endless, const Budget& budget, std::vector<Unsayable>& problems)
      : model_(model),
        budget_(budget),
        names_(model),
        expressions_(model, names_, problems),
        paths_{!endless, !model.fairness.empty()} {}

  void model(const std::string& title);
  void fairness(std::vector<Unsayable>& problems);
  Told specification(const Asked& asked);

  std::string take() { return std::move(out_); }
  const SmvNames& names() const { return names_; }

 private:
  void declarations();
  void definitions();
  void protocol(ispl::AgentId agent);
  void evolution(const ispl::Agent& agent);
  // Alternatives: the lines that are enabled and what they do; where none is, the variables stay.
  void alternatives(const std::vector<const ispl::EvolutionLine*>& lines, const std::vector<VarId>& vars);
  void unchanged(const std::vector<VarId>& vars);
  void constraint_begin();
  std::string type_of(const ispl::Type& type) const;
  std::string one_of(ispl::AgentId agent, const std::vector<ispl::ActionId>& actions) const;

  ispl::CheckedModel& model_;
  const Budget& budget_;
  SmvNames names_;
  SmvExpressions expressions_;
  SmvPaths paths_;
  std::size_t written_ = 0;  // specifications
  std::string out_;
};

std::string SmvWriter::type_of(const ispl::Type& type) const {
  switch (type.kind) {
    case ispl::TypeKind::Boolean:
      return "boolean";
    case ispl::TypeKind::Range:
      return fmt::format("{} .. {}", type.low, type.high);
    case ispl::TypeKind::Enumeration:
      break;
  }
  std::vector<std::string> values;
  for (ispl::Enumerator value : type.values) values.push_back(names_.value(value));
  return fmt::format("{{{}}}", fmt::join(values, ", "));
}

void SmvWriter::declarations() {
  out_ += "VAR\n";
  for (std::size_t v = 0; v < model_.variables.size(); ++v) {
    out_ += fmt::format("  {} : {};\n", names_.variable(VarId(v)), type_of(model_.variables[v].type));
  }
  if (paths_.may_end) out_ += fmt::format("  {} : boolean;\n", names_.ended());
  bool acts = false;
  for (std::size_t a = 0; a < model_.agents.size(); ++a) {
    const ispl::AgentId agent(a);
    if (model_.agents[a].actions.empty()) continue;
    if (!acts) out_ += "IVAR\n";
    acts = true;
    std::vector<std::string> actions;
    for (std::size_t i = 0; i < model_.agents[a].actions.size(); ++i) {
      actions.push_back(names_.action(agent, ispl::ActionId(i)));
    }
    out_ += fmt::format("  {} : {{{}}};\n", names_.action_of(agent), fmt::join(actions, ", "));
  }
}

void SmvWriter::definitions() {
  out_ += "DEFINE\n";
  for (std::size_t p = 0; p < model_.propositions.size(); ++p) {
    out_ += fmt::format("  {} := ", names_.proposition(p));
    expressions_.condition(model_.propositions[p].condition, out_);
    out_ += ";\n";
  }
  for (std::size_t a = 0; a < model_.agents.size(); ++a) {
    out_ += fmt::format("  {} := ", names_.red(ispl::AgentId(a)));
    if (model_.agents[a].red) {
      expressions_.condition(*model_.agents[a].red, out_);
    } else {
      out_ += "FALSE";
    }
    out_ += ";\n";
  }
}

std::string SmvWriter::one_of(ispl::AgentId agent, const std::vector<ispl::ActionId>& actions) const {
  if (actions.empty()) return "FALSE";
  std::vector<std::string> names;
  for (ispl::ActionId action : actions) names.push_back(names_.action(agent, action));
  return fmt::format("({} in {{{}}})", names_.action_of(agent), fmt::join(names, ", "));
}

// What is said of a step holds as long as the model has not ended.
void SmvWriter::constraint_begin() {
  out_ += "TRANS ";
  if (paths_.may_end) out_ += fmt::format("next({}) | ", names_.ended());
}

void SmvWriter::protocol(ispl::AgentId id) {
  const ispl::Agent& agent = model_.agent(id);
  if (agent.actions.empty() || agent.unrestricted()) return;
  constraint_begin();
  out_ += "(";
  for (const ispl::ProtocolLine& line : agent.protocol) {
    out_ += "(";
    expressions_.condition(line.condition, out_);
    out_ += fmt::format(" & {}) | ", one_of(id, line.actions));
  }
  out_ += "(";
  for (const ispl::ProtocolLine& line : agent.protocol) {
    out_ += "!";
    expressions_.condition(line.condition, out_);
    out_ += " & ";
  }
  out_ += fmt::format("{}));\n", agent.other ? one_of(id, *agent.other) : "FALSE");
}

void SmvWriter::unchanged(const std::vector<VarId>& vars) {
  for (VarId var : vars) out_ += fmt::format(" & next({0}) = {0}", names_.variable(var));
}

void SmvWriter::alternatives(const std::vector<const ispl::EvolutionLine*>& lines, const std::vector<VarId>& vars) {
  if (vars.empty()) return;
  constraint_begin();
  out_ += "(";
  for (const ispl::EvolutionLine* line : lines) {
    out_ += "(";
    expressions_.condition(line->condition, out_);
    std::vector<VarId> kept = vars;
    for (const ispl::Assignment& assignment : line->assignments) {
      if (std::erase(kept, assignment.var) == 0) continue;
      out_ += " & ";
      expressions_.assignment(assignment, out_);
    }
    unchanged(kept);
    out_ += ")\n  | ";
  }
  out_ += "(TRUE";
  for (const ispl::EvolutionLine* line : lines) {
    out_ += " & !";
    expressions_.condition(line->condition, out_);
  }
  unchanged(vars);
  out_ += "));\n";
}

void SmvWriter::evolution(const ispl::Agent& agent) {
  std::vector<const ispl::EvolutionLine*> all;
  for (const ispl::EvolutionLine& line : agent.evolution) all.push_back(&line);
  if (model_.semantics == ispl::AssignmentSemantics::Multi) return alternatives(all, agent.vars);
  for (VarId var : agent.vars) {
    std::vector<const ispl::EvolutionLine*> assigning;
    for (const ispl::EvolutionLine* line : all) {
      const bool assigns = std::any_of(line->assignments.begin(), line->assignments.end(),
                                       [&](const ispl::Assignment& one) { return one.var == var; });
      if (assigns) assigning.push_back(line);
    }
    alternatives(assigning, {var});
  }
}

void SmvWriter::model(const std::string& title) {
  out_ = fmt::format("-- {}\nMODULE main\n", title);
  declarations();
  definitions();
  out_ += "INIT ";
  expressions_.condition(model_.initial, out_);
  out_ += ";\n";
  if (paths_.may_end) {
    out_ += fmt::format("INIT !{0};\nTRANS {0} -> next({0});\n", names_.ended());
    std::vector<VarId> all;
    for (std::size_t v = 0; v < model_.variables.size(); ++v) all.emplace_back(v);
    out_ += fmt::format("TRANS next({}) -> (TRUE", names_.ended());
    unchanged(all);
    out_ += ");\n";
  }
  for (std::size_t a = 0; a < model_.agents.size(); ++a) {
    budget_.poll();
    protocol(ispl::AgentId(a));
    evolution(model_.agents[a]);
  }
}

void SmvWriter::fairness(std::vector<Unsayable>& problems) {
  for (const ispl::Formula& one : model_.fairness) {
    if (!is_propositional(model_.pool, one.property.formula)) {
      problems.push_back({one.span, "a fairness constraint of SMV is a Boolean combination of propositions", ""});
      continue;
    }
    const std::string ended = paths_.may_end ? fmt::format("!{} & ", names_.ended()) : "";
    out_ += fmt::format("FAIRNESS {}{};\n", ended, smv_condition(model_, one.property.formula, names_));
  }
}

Told SmvWriter::specification(const Asked& asked) {
  const SmvSpecification made = smv_specification(model_, *asked.property, names_, paths_, budget_);
  if (!made.left_out.empty()) return {{}, made.left_out};
  out_ += fmt::format("-- formula {}: {}\n{}\n", asked.number, asked.text, made.text);
  return {{std::to_string(written_++)}, ""};
}

}  // namespace

Exported export_smv(ispl::CheckedModel& model, bool endless, const std::vector<Asked>& formulas,
                    const std::string& title, const Budget& budget, std::vector<Unsayable>& problems) {
  SmvWriter writer(model, endless, budget, problems);
  Exported result;
  if (!problems.empty()) return result;
  writer.model(title);
  writer.fairness(problems);
  for (const Asked& asked : formulas) result.formulas.push_back(writer.specification(asked));
  for (std::size_t v = 0; v < model.variables.size(); ++v) result.names.push_back(writer.names().variable(VarId(v)));
  if (problems.empty()) result.text = writer.take();
  return result;
}

}  // namespace gnomon::exchange
