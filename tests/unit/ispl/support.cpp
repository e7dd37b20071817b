#include "support.h"

namespace gnomon::ispl::test {

namespace {

using Pair = std::pair<ExprId, ExprId>;

// Compares pairs of expressions, each with a stack.
bool same_expressions(const CheckedModel& a, const CheckedModel& b, std::vector<Pair> stack) {
  while (!stack.empty()) {
    auto [left, right] = stack.back();
    stack.pop_back();
    if (left.is_none() != right.is_none()) return false;
    if (left.is_none()) continue;
    const Expr& x = a.expressions[left];
    const Expr& y = b.expressions[right];
    if (x.op != y.op || x.kind != y.kind || x.agent != y.agent || x.value != y.value) return false;
    stack.emplace_back(x.left, y.left);
    stack.emplace_back(x.right, y.right);
  }
  return true;
}

bool same_agent(const CheckedModel& a, const CheckedModel& b, const Agent& x, const Agent& y) {
  bool same = x.name == y.name && x.declared == y.declared && x.vars == y.vars && x.observes == y.observes &&
              x.actions.size() == y.actions.size() && x.protocol.size() == y.protocol.size() && x.other == y.other &&
              x.evolution.size() == y.evolution.size() && x.red.has_value() == y.red.has_value();
  if (!same) return false;
  for (std::size_t i = 0; i < x.actions.size(); ++i) same = same && x.actions[i].name == y.actions[i].name;
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < x.protocol.size(); ++i) {
    same = same && x.protocol[i].actions == y.protocol[i].actions;
    pairs.emplace_back(x.protocol[i].condition, y.protocol[i].condition);
  }
  for (std::size_t i = 0; i < x.evolution.size(); ++i) {
    const std::vector<Assignment>& left = x.evolution[i].assignments;
    const std::vector<Assignment>& right = y.evolution[i].assignments;
    if (left.size() != right.size()) return false;
    for (std::size_t j = 0; j < left.size(); ++j) {
      same = same && left[j].var == right[j].var;
      pairs.emplace_back(left[j].value, right[j].value);
    }
    pairs.emplace_back(x.evolution[i].condition, y.evolution[i].condition);
  }
  if (x.red) pairs.emplace_back(*x.red, *y.red);
  return same && same_expressions(a, b, pairs);
}

bool same_formulas(const std::vector<Formula>& x, const std::vector<Formula>& y) {
  if (x.size() != y.size()) return false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i].text != y[i].text || x[i].property.mode != y[i].property.mode ||
        x[i].property.formula != y[i].property.formula || x[i].property.knowledge != y[i].property.knowledge) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string whole_text(const Wrong& wrong) {
  if (wrong.part == "text") return wrong.text;
  Template t;
  std::vector<std::pair<std::string_view, std::string*>> parts = {{"environment", &t.environment},
                                                                  {"lobsvars", &t.lobsvars},
                                                                  {"vars", &t.vars},
                                                                  {"red", &t.red},
                                                                  {"protocol", &t.protocol},
                                                                  {"evolution", &t.evolution},
                                                                  {"evaluation", &t.evaluation},
                                                                  {"initial", &t.initial},
                                                                  {"more", &t.more},
                                                                  {"formulas", &t.formulas}};
  bool found = false;
  for (auto& [name, place] : parts) {
    if (name != wrong.part) continue;
    *place = wrong.text;
    found = true;
  }
  EXPECT_TRUE(found) << wrong.part;
  return t.text();
}

::testing::AssertionResult same_model(const CheckedModel& a, const CheckedModel& b) {
  auto differ = [](std::string_view what) { return ::testing::AssertionFailure() << "different " << what; };
  if (a.semantics != b.semantics) return differ("semantics");
  if (a.enumerators != b.enumerators) return differ("enumerators");
  if (a.variables.size() != b.variables.size()) return differ("number of variables");
  for (std::size_t i = 0; i < a.variables.size(); ++i) {
    const Variable& x = a.variables[i];
    const Variable& y = b.variables[i];
    bool same = x.name == y.name && x.owner == y.owner && x.observable == y.observable && x.type.kind == y.type.kind &&
                x.type.low == y.type.low && x.type.high == y.type.high && x.type.values == y.type.values;
    if (!same) return differ("variable " + x.name);
  }
  if (a.agents.size() != b.agents.size()) return differ("number of agents");
  for (std::size_t i = 0; i < a.agents.size(); ++i) {
    if (!same_agent(a, b, a.agents[i], b.agents[i])) return differ("agent " + a.agents[i].name);
  }
  if (a.propositions.size() != b.propositions.size()) return differ("number of propositions");
  std::vector<Pair> pairs = {{a.initial, b.initial}};
  for (std::size_t i = 0; i < a.propositions.size(); ++i) {
    if (a.propositions[i].name != b.propositions[i].name) return differ("proposition");
    pairs.emplace_back(a.propositions[i].condition, b.propositions[i].condition);
  }
  if (!same_expressions(a, b, pairs)) return differ("propositions or initial states");
  if (a.groups.size() != b.groups.size()) return differ("number of groups");
  for (std::size_t i = 0; i < a.groups.size(); ++i) {
    if (a.groups[i].name != b.groups[i].name || a.groups[i].members != b.groups[i].members) return differ("groups");
  }
  if (a.observations.size() != b.observations.size()) return differ("number of observations");
  for (std::size_t i = 0; i < a.observations.size(); ++i) {
    const Observation& x = a.observations[i];
    const Observation& y = b.observations[i];
    if (x.name != y.name || x.agent != y.agent || x.vars != y.vars) return differ("observations");
  }
  if (a.initial_observation != b.initial_observation) return differ("initial observations");
  if (!same_formulas(a.fairness, b.fairness)) return differ("fairness");
  if (!same_formulas(a.formulas, b.formulas)) return differ("formulas");
  return ::testing::AssertionSuccess();
}

}  // namespace gnomon::ispl::test
