#include "ispl/resolve.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>
#include <utility>

#include "base/sorted.h"

namespace gnomon::ispl {

namespace {

constexpr std::int64_t kLargestRange = std::int64_t{1} << 32;

}  // namespace

Resolver::Resolver(const syntax::Model& tree, const Words& words, CheckedModel& model, Diagnostics& diagnostics,
                   const Budget* budget)
    : tree_(tree),
      model_(model),
      diagnostics_(diagnostics),
      warnings_(diagnostics),
      pace_(budget),
      names_(words),
      expressions_(tree, names_, model, diagnostics, pace_) {}

void Resolver::resolve() {
  model_.semantics = tree_.single_assignment ? AssignmentSemantics::Single : AssignmentSemantics::Multi;
  declare_agents();
  for (std::size_t i = 0; i < trees_.size(); ++i) declare_variables(AgentId(i));
  for (std::size_t i = 0; i < trees_.size(); ++i) declare_actions(AgentId(i));
  declare_views();
  assigned_in_.assign(model_.variables.size(), 0);
  for (std::size_t i = 0; i < trees_.size(); ++i) check_agent(AgentId(i));
  diagnostics_.set_note({});
  check_propositions();
  check_initial();
  check_groups();
  check_observations();
}

// The Environment is agent 0 wherever it stands.
void Resolver::declare_agents() {
  model_.agents.emplace_back();
  model_.agents[0].name = keyword_text(Keyword::Environment);
  model_.agents[0].declared = false;
  trees_.push_back(nullptr);
  names_.add_agent(WordId(static_cast<std::size_t>(Keyword::Environment)), AgentId(0));
  if (tree_.agents.empty()) {
    diagnostics_.error({0, 0}, "the model has no agents", "an agent is written `Agent NAME ... end Agent`");
  }
  for (const syntax::Agent& agent : tree_.agents) {
    pace_.step(1, [&] { return growth_bytes(model_.agents); });
    bool environment = is_keyword(agent.name.word, Keyword::Environment);
    AgentId id(environment ? 0 : model_.agents.size());
    bool free = environment ? trees_[0] == nullptr : names_.add_agent(agent.name.word, id);
    if (!free) {
      diagnostics_.error(agent.name.span, fmt::format("a second agent `{}`", text(agent.name)));
      continue;
    }
    if (!environment) {
      model_.agents.emplace_back();
      trees_.push_back(nullptr);
    }
    trees_[id.index()] = &agent;
    Agent& made = model_.agents[id.index()];
    made.name = text(agent.name);
    made.declared = true;
    made.span = agent.span;
  }
}

Type Resolver::type_of(const syntax::Type& written) {
  Type type;
  switch (written.form) {
    case syntax::TypeForm::Boolean:
      type.kind = TypeKind::Boolean;
      break;
    case syntax::TypeForm::Enumeration: {
      type.kind = TypeKind::Enumeration;
      std::unordered_set<WordId> seen;
      for (const syntax::Item& value : written.values) {
        pace_.step();
        if (!seen.insert(value.name.word).second) {
          diagnostics_.error(value.span, fmt::format("the value `{}` occurs twice", text(value.name)));
          continue;
        }
        type.values.push_back(names_.enumerator(value.name.word, model_));
      }
      break;
    }
    case syntax::TypeForm::Range:
      type.kind = TypeKind::Range;
      type.low = written.low;
      type.high = written.high;
      if (std::abs(type.low) > syntax::kLargestBound || std::abs(type.high) > syntax::kLargestBound) {
        diagnostics_.error(written.span, "the bounds of a range lie between -2^40 and 2^40");
        type.low = type.high = 0;
      } else if (type.low > type.high) {
        diagnostics_.error(written.span, fmt::format("the range {} .. {} is empty", type.low, type.high),
                           fmt::format("did you mean `{} .. {}`?", type.high, type.low));
        type.high = type.low;
      } else if (type.high - type.low >= kLargestRange) {
        diagnostics_.error(written.span, "a range has at most 2^32 values");
        type.high = type.low;
      }
      break;
    case syntax::TypeForm::Named:
      break;  // no set is left after elaboration
  }
  return type;
}

void Resolver::declare_variables(AgentId id) {
  const syntax::Agent* agent = trees_[id.index()];
  if (agent == nullptr) return;
  if (id.index() != 0 && agent->obsvars_section) {
    diagnostics_.error(*agent->obsvars_section, "only the Environment has Obsvars",
                       "every agent observes its own variables; declare them in Vars");
  }
  if (id.index() == 0 && agent->lobsvars_section) {
    diagnostics_.error(*agent->lobsvars_section, "the Environment has no Lobsvars",
                       "the Environment observes its own variables");
  }
  diagnostics_.set_note(agent->note);
  for (const syntax::Variable& variable : agent->variables) {
    pace_.step(1, [&] { return growth_bytes(model_.variables); });
    VarId var(model_.variables.size());
    if (!names_.add_variable(id, variable.name.word, var)) {
      diagnostics_.error(variable.name.span,
                         fmt::format("agent `{}` has a second variable `{}`", text(agent->name), text(variable.name)));
      continue;
    }
    Variable made;
    made.name = text(variable.name);
    made.owner = id;
    made.type = type_of(variable.type);
    made.observable = variable.observable && id.index() == 0;
    made.span = variable.name.span;
    names_.add_type(made.type);
    model_.variables.push_back(std::move(made));
    model_.agents[id.index()].vars.push_back(var);
  }
}

void Resolver::declare_actions(AgentId id) {
  const syntax::Agent* agent = trees_[id.index()];
  if (agent == nullptr) return;
  Agent& made = model_.agents[id.index()];
  diagnostics_.set_note(agent->note);
  for (const syntax::Item& item : agent->actions) {
    const syntax::Name& action = item.name;
    pace_.step();
    if (!names_.add_action(id, action.word, ActionId(made.actions.size()))) {
      diagnostics_.error(action.span, fmt::format("agent `{}` has a second action `{}`", made.name, text(action)));
      continue;
    }
    made.actions.push_back({std::string(text(action)), action.span});
  }
}

// Who sees what: own variables, all Obsvars, own Lobsvars; the Environment sees only its own variables.
void Resolver::declare_views() {
  std::vector<VarId> common;
  for (VarId var : model_.agents[0].vars) {
    if (model_.variable(var).observable) common.push_back(var);
  }
  for (std::size_t i = 0; i < trees_.size(); ++i) {
    Agent& agent = model_.agents[i];
    agent.observes = agent.vars;
    pace_.step(1 + agent.vars.size() + common.size());
    if (i == 0 || trees_[i] == nullptr) continue;
    agent.observes.insert(agent.observes.end(), common.begin(), common.end());
    std::unordered_set<WordId> seen;
    diagnostics_.set_note(trees_[i]->note);
    for (const syntax::Item& item : trees_[i]->lobsvars) {
      const syntax::Name& name = item.name;
      pace_.step();
      if (diagnostics_.full()) return;
      if (!seen.insert(name.word).second) repeated_in_list(name);
      std::optional<VarId> var = names_.variable(AgentId(0), name.word);
      if (var) {
        agent.observes.push_back(*var);
        continue;
      }
      std::vector<std::string_view> candidates;
      for (VarId known : model_.agents[0].vars) candidates.push_back(model_.variable(known).name);
      diagnostics_.error(name.span, fmt::format("the Environment has no variable `{}`", text(name)),
                         suggestion(text(name), candidates));
    }
    sort_unique(agent.observes);
  }
}

void Resolver::check_agent(AgentId id) {
  const syntax::Agent* agent = trees_[id.index()];
  if (agent == nullptr) return;
  diagnostics_.set_note(agent->note);
  if (agent->red) {
    model_.agents[id.index()].red = expressions_.condition(*agent->red, {id, false, "the condition of RedStates"});
  }
  check_protocol(id, *agent);
  check_evolution(id, *agent);
}

std::vector<ActionId> Resolver::action_list(AgentId id, const std::vector<syntax::Item>& names) {
  const Agent& agent = model_.agent(id);
  std::vector<ActionId> actions;
  std::unordered_set<WordId> seen;
  for (const syntax::Item& item : names) {
    const syntax::Name& name = item.name;
    pace_.step();
    if (diagnostics_.full()) break;
    if (!seen.insert(name.word).second) {
      repeated_in_list(name);
      continue;
    }
    std::optional<ActionId> action = names_.action(id, name.word);
    if (action) {
      actions.push_back(*action);
      continue;
    }
    std::vector<std::string_view> candidates;
    for (const Action& known : agent.actions) candidates.push_back(known.name);
    std::string hint = suggestion(text(name), candidates);
    if (hint.empty() && agent.actions.empty()) hint = "declare it: `Actions = {...};`";
    diagnostics_.error(name.span, fmt::format("agent `{}` has no action `{}`", agent.name, text(name)), hint);
  }
  return actions;
}

void Resolver::check_protocol(AgentId id, const syntax::Agent& agent) {
  Agent& made = model_.agents[id.index()];
  for (const syntax::ProtocolLine& line : agent.protocol) {
    pace_.step(1, [&] { return growth_bytes(made.protocol); });
    if (diagnostics_.full()) return;
    if (!line.note.empty()) diagnostics_.set_note(line.note);
    auto condition = expressions_.condition(line.condition, {id, false, "a protocol condition"});
    std::vector<ActionId> actions = action_list(id, line.actions);
    if (condition) made.protocol.push_back({*condition, std::move(actions), line.span});
  }
  if (agent.other) made.other = action_list(id, agent.other->actions);
}

void Resolver::check_evolution(AgentId id, const syntax::Agent& agent) {
  Agent& made = model_.agents[id.index()];
  for (const syntax::EvolutionLine& line : agent.evolution) {
    pace_.step(1, [&] { return growth_bytes(made.evolution); });
    EvolutionLine result;
    result.span = line.span;
    if (!line.note.empty()) diagnostics_.set_note(line.note);
    ++lines_;
    for (const syntax::Assignment& assignment : line.assignments) {
      if (diagnostics_.full()) return;
      std::string_view name = text(assignment.variable.name);
      if (assignment.owner && names_.agent(assignment.owner->name.word) != std::optional(id)) {
        diagnostics_.error(
            cover(assignment.owner->span, assignment.variable.span),
            fmt::format("agent `{}` cannot assign to a variable of `{}`", made.name, text(assignment.owner->name)),
            "an agent changes its own variables only");
        continue;
      }
      std::optional<VarId> var = names_.variable(id, assignment.variable.name.word);
      if (!var) {
        std::vector<std::string_view> candidates;
        for (VarId known : made.vars) candidates.push_back(model_.variable(known).name);
        std::string hint = suggestion(name, candidates);
        bool of_environment = names_.variable(AgentId(0), assignment.variable.name.word).has_value();
        if (of_environment) hint = "an agent changes its own variables only, not those of the Environment";
        diagnostics_.error(assignment.variable.span, fmt::format("agent `{}` has no variable `{}`", made.name, name),
                           hint);
        continue;
      }
      // The number of the line in which the variable was assigned last.
      std::size_t& last = assigned_in_[var->index()];
      if (last == lines_) {
        diagnostics_.error(assignment.variable.span, fmt::format("`{}` is assigned twice in one line", name),
                           "write two lines for two alternatives");
        continue;
      }
      last = lines_;
      auto value = expressions_.value_for(*var, assignment.value, {id, false, "the value of an assignment"});
      if (value) result.assignments.push_back({*var, *value, assignment.span});
    }
    auto condition = expressions_.condition(line.condition, {id, true, "an evolution condition"});
    if (!condition) continue;
    result.condition = *condition;
    made.evolution.push_back(std::move(result));
  }
}

std::optional<AgentId> Resolver::find_agent(const syntax::Name& name) {
  std::optional<AgentId> found = names_.agent(name.word);
  if (found) return found;
  std::vector<std::string_view> candidates;
  for (const Agent& agent : model_.agents) candidates.push_back(agent.name);
  diagnostics_.error(name.span, fmt::format("there is no agent `{}`", text(name)), suggestion(text(name), candidates));
  return std::nullopt;
}

void Resolver::repeated_in_list(const syntax::Name& name) {
  warnings_.add("repeated-name", name.span, fmt::format("`{}` occurs twice in this list", text(name)));
}

}  // namespace gnomon::ispl
