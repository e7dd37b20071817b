#include "ispl/formulas.h"

#include <fmt/format.h>
#include <utility>

#include "base/pace.h"
#include "ispl/expression_checker.h"

namespace gnomon::ispl {

std::string folded_text(std::string_view text) {
  std::string folded;
  bool blank = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '-' && text.substr(i, 2) == "--") {
      std::size_t end = text.find('\n', i);
      if (end == std::string_view::npos) break;
      i = end;
      blank = true;
    } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
      blank = true;
    } else {
      if (blank && !folded.empty()) folded += ' ';
      blank = false;
      folded += c;
    }
  }
  return folded;
}

FormulaReader::FormulaReader(CheckedModel& model, const Source& source, const LoadOptions& options,
                             Diagnostics& diagnostics)
    : model_(model), source_(source), diagnostics_(diagnostics) {
  context_.is_group = [&model](std::string_view name) {
    return model.group_of(model.pool.find_symbol(name)).has_value();
  };
  context_.is_proposition = [&model](std::string_view name) {
    return model.proposition_of(model.pool.find_symbol(name)).has_value();
  };
  context_.finite_traces = options.finite_traces;
  context_.budget = options.budget;
}

std::optional<Formula> FormulaReader::read(Span span) {
  logic::ParsedProperty parsed = logic::parse_property(source_, span, context_, model_.pool, diagnostics_);
  if (!check(parsed)) return std::nullopt;
  return Formula{parsed.property, folded_text(source_.text(span)), span};
}

std::optional<Formula> FormulaReader::read(const Elaborator::ExpandedFormula& expanded) {
  diagnostics_.set_note(expanded.note);
  logic::ParsedProperty parsed = logic::parse_property(source_, expanded.tokens, context_, model_.pool, diagnostics_);
  bool good = check(parsed);
  diagnostics_.set_note({});
  if (!good) return std::nullopt;
  return Formula{parsed.property, expanded.text, expanded.span, expanded.name, expanded.expected};
}

bool FormulaReader::check(const logic::ParsedProperty& parsed) {
  bool good = parsed.ok;
  for (const logic::ParameterUse& use : parsed.parameters) {
    if (!model_.proposition_of(use.name)) continue;
    diagnostics_.warning(
        "parameter-name", use.span,
        fmt::format("the parameter `{}` of this bound is also a proposition", model_.pool.text(use.name)),
        "a bound ends in a number, a constant or a parameter, whose value is looked for");
  }
  Pace pace(context_.budget);
  for (const logic::NameUse& use : parsed.names) {
    pace.step();
    if (diagnostics_.full()) return false;
    good = check(use) && good;
  }
  return good;
}

bool FormulaReader::unknown(Span span, std::string message, std::string_view name,
                            const std::vector<std::string_view>& candidates, std::string otherwise) {
  std::string hint = suggestion(name, candidates);
  diagnostics_.error(span, std::move(message), hint.empty() ? std::move(otherwise) : std::move(hint));
  return false;
}

bool FormulaReader::check(const logic::NameUse& use) {
  const std::string& name = model_.pool.text(use.name);
  std::vector<std::string_view> candidates;
  switch (use.kind) {
    case logic::NameKind::None:
      return true;
    case logic::NameKind::Proposition:
      if (model_.proposition_of(use.name)) return true;
      for (const Proposition& known : model_.propositions) candidates.push_back(known.name);
      return unknown(use.span, fmt::format("there is no proposition `{}`", name), name, candidates,
                     model_.agent_of(use.name)      ? fmt::format("`{}` is an agent", name)
                     : model_.group_of(use.name)    ? fmt::format("`{}` is a group", name)
                     : constant_meant(name).empty() ? "propositions are declared in Evaluation"
                                                    : fmt::format("did you mean `{}`?", constant_meant(name)));
    case logic::NameKind::Agent:
      if (model_.agent_of(use.name)) return true;
      for (const Agent& known : model_.agents) candidates.push_back(known.name);
      return unknown(use.span, fmt::format("there is no agent `{}`", name), name, candidates,
                     model_.group_of(use.name) ? fmt::format("`{}` is a group; GK, DK and GCK are about groups", name)
                     : model_.proposition_of(use.name)
                         ? fmt::format("`{}` is a proposition; the agent comes first", name)
                         : "");
    case logic::NameKind::Group:
      if (model_.group_of(use.name)) return true;
      if (use.is_list) return add_list(use);
      for (const Group& known : model_.groups) {
        if (!known.is_list) candidates.push_back(known.name);
      }
      return unknown(use.span, fmt::format("there is no group `{}`", name), name, candidates,
                     model_.agent_of(use.name)
                         ? fmt::format("`{0}` is an agent; a group of one is written `{{{0}}}`", name)
                         : "groups are declared in Groups");
    case logic::NameKind::Observation:
      return check_observation(use);
  }
  return false;
}

bool FormulaReader::add_list(const logic::NameUse& use) {
  std::vector<AgentId> members;
  for (logic::Symbol member : use.members) {
    const std::optional<AgentId> agent = model_.agent_of(member);
    if (!agent) return false;  // the use of the agent's name has been reported
    members.push_back(*agent);
  }
  model_.add_listed_group(use.name, std::move(members));
  return true;
}

bool FormulaReader::check_observation(const logic::NameUse& use) {
  std::optional<AgentId> agent = model_.agent_of(use.owner);
  if (!agent) return false;  // the use of the agent's name has been reported
  const std::string& name = model_.pool.text(use.name);
  if (name == kOwnObservation || model_.observation_of(*agent, name)) return true;
  std::vector<std::string_view> candidates = {kOwnObservation};
  for (const Observation& known : model_.observations) {
    if (known.agent == *agent) candidates.push_back(known.name);
  }
  const std::string& owner = model_.pool.text(use.owner);
  return unknown(use.span, fmt::format("agent `{}` has no observation `{}`", owner, name), name, candidates,
                 "observations are declared in Observations");
}

}  // namespace gnomon::ispl
