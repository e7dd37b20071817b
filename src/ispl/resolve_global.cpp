// Names and types outside agents: Evaluation, InitStates, Groups, Observations.
#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/sorted.h"
#include "ispl/resolve.h"

namespace gnomon::ispl {

void Resolver::check_propositions() {
  std::unordered_set<WordId> seen;
  for (const syntax::Proposition& proposition : tree_.propositions) {
    pace_.step(1, [&] { return growth_bytes(model_.propositions); });
    if (diagnostics_.full()) return;
    diagnostics_.set_note(proposition.note);
    std::string_view name = text(proposition.name);
    if (!seen.insert(proposition.name.word).second) {
      diagnostics_.error(proposition.name.span, fmt::format("a second proposition `{}`", name));
      continue;
    }
    auto condition = expressions_.condition(proposition.condition, {{}, false, "the condition of a proposition"});
    // A proposition with a wrong condition is still declared, so that formulas over it are not wrong as well.
    model_.propositions.push_back({std::string(name), condition.value_or(ExprId{}), proposition.span});
  }
}

void Resolver::check_initial() {
  diagnostics_.set_note({});
  if (tree_.initial) {
    auto condition = expressions_.condition(*tree_.initial, {{}, false, "the condition of InitStates"});
    model_.initial = condition.value_or(ExprId{});
    return;
  }
  model_.initial = model_.expressions.add({ExprOp::Boolean, ExprKind::Boolean, {}, 1, {}, {}, {}});
  warnings_.add("missing-initial-states", {0, 0}, "there is no condition on initial states: every state is initial",
                "add `InitStates CONDITION; end InitStates`");
}

void Resolver::check_groups() {
  std::unordered_set<WordId> seen;
  for (const syntax::Group& group : tree_.groups) {
    pace_.step();
    if (!seen.insert(group.name.word).second) {
      diagnostics_.error(group.name.span, fmt::format("a second group `{}`", text(group.name)));
      continue;
    }
    Group made;
    made.name = text(group.name);
    made.span = group.span;
    std::unordered_set<WordId> listed;
    for (const syntax::Item& item : group.members) {
      const syntax::Name& member = item.name;
      pace_.step();
      if (diagnostics_.full()) return;
      std::optional<AgentId> agent = find_agent(member);
      if (!listed.insert(member.word).second) {
        repeated_in_list(member);
      } else if (agent) {
        made.members.push_back(*agent);
      }
    }
    std::sort(made.members.begin(), made.members.end());
    if (group.members.empty()) {
      warnings_.add("empty-group", group.name.span, fmt::format("the group `{}` has no members", made.name));
    }
    model_.groups.push_back(std::move(made));
  }
}

void Resolver::check_observations() {
  model_.initial_observation.assign(model_.agents.size(), {});
  std::unordered_map<std::uint64_t, std::size_t> declared;
  auto key = [](AgentId agent, WordId name) { return (std::uint64_t{agent.value} << 32) | name.value; };
  for (const syntax::Observation& observation : tree_.observations) {
    if (diagnostics_.full()) return;
    std::optional<AgentId> agent = find_agent(observation.agent.name);
    if (!agent) continue;
    if (text(observation.name) == kOwnObservation) {
      diagnostics_.error(observation.name.span, "the observation `own` is predefined",
                         "it means the agent's own view; choose another name");
      continue;
    }
    if (!declared.try_emplace(key(*agent, observation.name.word), model_.observations.size()).second) {
      diagnostics_.error(observation.name.span, fmt::format("a second observation `{}` of `{}`", text(observation.name),
                                                            text(observation.agent.name)));
      continue;
    }
    Observation made{std::string(text(observation.name)), *agent, {}, observation.span};
    for (const syntax::Reference& reference : observation.variables) {
      pace_.step();
      if (diagnostics_.full()) return;
      std::optional<AgentId> owner = reference.owner ? find_agent(reference.owner->name) : agent;
      if (!owner) continue;
      std::optional<VarId> var = names_.variable(*owner, reference.variable.name.word);
      if (!var) {
        std::vector<std::string_view> candidates;
        for (VarId known : model_.agent(*owner).vars) candidates.push_back(model_.variable(known).name);
        std::string_view name = text(reference.variable.name);
        diagnostics_.error(reference.variable.span,
                           fmt::format("agent `{}` has no variable `{}`", model_.agent(*owner).name, name),
                           suggestion(name, candidates));
      } else {
        made.vars.push_back(*var);
      }
    }
    sort_unique(made.vars);
    model_.observations.push_back(std::move(made));
  }
  std::unordered_set<AgentId> started;
  for (const syntax::InitialObservation& initial : tree_.initial_observations) {
    if (diagnostics_.full()) return;
    std::optional<AgentId> agent = find_agent(initial.agent.name);
    if (!agent) continue;
    std::string_view name = text(initial.observation);
    if (!started.insert(*agent).second) {
      diagnostics_.error(initial.agent.span,
                         fmt::format("a second initial observation of `{}`", text(initial.agent.name)));
    } else if (name == kOwnObservation) {
      continue;
    } else if (declared.count(key(*agent, initial.observation.word)) == 0) {
      std::vector<std::string_view> candidates = {kOwnObservation};
      for (const Observation& known : model_.observations) {
        if (known.agent == *agent) candidates.push_back(known.name);
      }
      diagnostics_.error(initial.observation.span,
                         fmt::format("agent `{}` has no observation `{}`", text(initial.agent.name), name),
                         suggestion(name, candidates));
    } else {
      model_.initial_observation[agent->index()] = name;
    }
  }
}

}  // namespace gnomon::ispl
