#include "support/model_draft.h"

namespace gnomon::test {

namespace {

using Lines = std::vector<std::string>;

std::string list(const Lines& names) {
  std::string text = "{";
  for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : ", ") + names[i];
  return text + "}";
}

std::string section(const std::string& indent, const std::string& head, const std::string& name, const Lines& lines) {
  std::string text = indent + head + "\n";
  for (const std::string& line : lines) text += indent + "  " + line + ";\n";
  return text + indent + "end " + name + "\n";
}

std::string agent_text(const AgentDraft& agent) {
  std::string text = "Agent " + agent.name + "\n";
  if (!agent.obsvars.empty()) text += section("  ", "Obsvars:", "Obsvars", agent.obsvars);
  if (!agent.lobsvars.empty()) text += "  Lobsvars = " + list(agent.lobsvars) + ";\n";
  if (!agent.vars.empty()) text += section("  ", "Vars:", "Vars", agent.vars);
  if (!agent.red.empty()) text += section("  ", "RedStates:", "RedStates", agent.red);
  if (!agent.actions.empty()) text += "  Actions = " + list(agent.actions) + ";\n";
  if (!agent.protocol.empty()) text += section("  ", "Protocol:", "Protocol", agent.protocol);
  if (!agent.evolution.empty()) text += section("  ", "Evolution:", "Evolution", agent.evolution);
  return text + "end Agent\n";
}

// Every list of a draft from which lines may be left out.
std::vector<Lines*> removable(ModelDraft& draft) {
  std::vector<Lines*> lists{&draft.formulas, &draft.fairness, &draft.groups, &draft.evaluation, &draft.initial};
  for (AgentDraft& agent : draft.agents) {
    for (Lines* lines : {&agent.evolution, &agent.protocol, &agent.red, &agent.lobsvars, &agent.vars, &agent.obsvars,
                         &agent.actions}) {
      lists.push_back(lines);
    }
  }
  return lists;
}

}  // namespace

std::string ModelDraft::text() const {
  std::string text = std::string("Semantics = ") + (single_assignment ? "SingleAssignment" : "MultiAssignment") + ";\n";
  for (const AgentDraft& agent : agents) text += agent_text(agent);
  text += section("", "Evaluation", "Evaluation", evaluation);
  std::string condition;
  for (const std::string& conjunct : initial) condition += (condition.empty() ? "" : " and ") + conjunct;
  text += section("", "InitStates", "InitStates", {condition.empty() ? "1 = 1" : condition});
  if (!groups.empty()) text += section("", "Groups", "Groups", groups);
  if (!fairness.empty()) text += section("", "Fairness", "Fairness", fairness);
  return text + section("", "Formulae", "Formulae", formulas);
}

ModelDraft shrink(ModelDraft draft, const std::function<bool(const ModelDraft&)>& fails, std::size_t max_calls) {
  std::size_t calls = 0;
  auto accept = [&](ModelDraft smaller) {
    if (calls >= max_calls) return false;
    ++calls;
    if (!fails(smaller)) return false;
    draft = std::move(smaller);
    return true;
  };
  bool shrunk = true;
  while (shrunk && calls < max_calls) {
    shrunk = false;
    for (std::size_t a = draft.agents.size(); a-- > 0;) {
      ModelDraft smaller = draft;
      smaller.agents.erase(smaller.agents.begin() + static_cast<std::ptrdiff_t>(a));
      shrunk = accept(std::move(smaller)) || shrunk;
    }
    std::size_t lists = removable(draft).size();
    for (std::size_t k = 0; k < lists; ++k) {
      for (std::size_t i = removable(draft)[k]->size(); i-- > 0;) {
        ModelDraft smaller = draft;
        Lines& lines = *removable(smaller)[k];
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
        shrunk = accept(std::move(smaller)) || shrunk;
      }
    }
  }
  return draft;
}

}  // namespace gnomon::test
