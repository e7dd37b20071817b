#include "api/witness_text.h"

#include "api/describe.h"
#include "logic/printer.h"
#include "witness/render.h"
#include "witness/truth_rows.h"

namespace gnomon::api {

namespace {

const char* kind_word(explicit_state::LinkKind kind) {
  switch (kind) {
    case explicit_state::LinkKind::Knows:
      return "K";
    case explicit_state::LinkKind::Everybody:
      return "GK";
    case explicit_state::LinkKind::Common:
      return "GCK";
    case explicit_state::LinkKind::Distributed:
      return "DK";
    case explicit_state::LinkKind::Ought:
      return "O";
    case explicit_state::LinkKind::Look:
      return "Delta";
  }
  return "";
}

std::vector<std::string> names_of(const ispl::CheckedModel& model, const std::vector<ispl::AgentId>& agents) {
  std::vector<std::string> names;
  for (ispl::AgentId agent : agents) names.push_back(model.agent(agent).name);
  return names;
}

Witness::Path path_of(const ispl::CheckedModel& model, const explicit_state::WitnessPath& from) {
  Witness::Path path;
  if (from.purpose == explicit_state::PathPurpose::Evidence) path.formula = logic::print(model.pool, from.formula);
  path.holds = from.holds;
  path.states.assign(from.states.begin(), from.states.end());
  path.loop = from.loop;
  path.last = from.last;
  if (from.stretch) path.repeat = {from.stretch->from, from.stretch->to, from.stretch->times};
  for (const auto& joint : from.actions) path.actions.push_back(describe_joint_action(model, joint));
  return path;
}

Witness::Table table_of(const ispl::CheckedModel& model, const explicit_state::MoveTable& from) {
  Witness::Table table;
  table.formula = logic::print(model.pool, from.formula);
  table.holds = from.holds;
  table.uniform = from.uniform;
  table.agents = names_of(model, from.group);
  for (const auto& entry : from.entries) {
    Witness::Entry& added = table.entries.emplace_back();
    added.state = entry.state;
    added.step = entry.step;
    for (const auto& move : entry.moves) {
      added.moves.push_back({describe_joint_action(model, move.joint), {move.outcomes.begin(), move.outcomes.end()}});
    }
  }
  table.open.assign(from.open.begin(), from.open.end());
  return table;
}

}  // namespace

void add_context(const ispl::CheckedModel& model, const std::vector<explicit_state::State>& states, Witness& witness) {
  const explicit_state::Interpreter interpreter(model);
  for (const explicit_state::State& state : states) {
    witness.propositions.push_back(holding_propositions(interpreter, state));
  }
  for (const ispl::Agent& agent : model.agents) {
    if (!agent.declared) continue;
    std::vector<std::string> seen;
    for (ispl::VarId var : agent.observes) {
      const ispl::Variable& variable = model.variable(var);
      seen.push_back(model.agent(variable.owner).name + "." + variable.name);
    }
    witness.observes.emplace_back(agent.name, std::move(seen));
  }
}

Witness describe_witness(const ispl::CheckedModel& model, const explicit_state::Witness& from,
                         const WitnessOptions& options) {
  Witness witness;
  witness.counterexample = from.kind == explicit_state::WitnessKind::Counterexample;
  for (const auto& state : from.states) witness.states.push_back(describe_state(model, state));
  add_context(model, from.states, witness);
  const explicit_state::Interpreter interpreter(model);
  explicit_state::Facts facts(interpreter, model.pool);
  for (const auto& path : from.paths) {
    witness.paths.push_back(path_of(model, path));
    for (auto& row : gnomon::witness::truth_rows(model.pool, facts, from, path)) {
      witness.paths.back().truth.push_back({logic::print(model.pool, row.formula), std::move(row.holds)});
    }
  }
  for (const auto& link : from.links) {
    witness.links.push_back({link.from, link.to, names_of(model, link.agents), kind_word(link.kind)});
  }
  for (const auto& table : from.tables) witness.tables.push_back(table_of(model, table));
  for (const auto& claim : from.claims) {
    if (claim.rule == explicit_state::Rule::Possible) {
      Witness::Possible possible{logic::print(model.pool, claim.formula), claim.state, claim.possible, {}};
      for (std::size_t l : claim.links) possible.states.push_back(from.links[l].to);
      witness.possible.push_back(std::move(possible));
    }
    if (claim.rule != explicit_state::Rule::Taken || !claim.needed) continue;
    witness.taken.push_back({logic::print(model.pool, claim.formula), claim.holds, claim.state});
  }
  witness.notes = from.notes;
  gnomon::witness::RenderOptions rendering;
  rendering.full = options.full;
  witness.text = gnomon::witness::render_text(model, from, rendering);
  witness.dot = gnomon::witness::render_dot(model, from, rendering);
  return witness;
}

}  // namespace gnomon::api
