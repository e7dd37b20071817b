#include "ispl/formulas.h"

#include <fmt/format.h>
#include <utility>

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
  for (std::size_t i = 0; i < model.propositions.size(); ++i) {
    propositions_.emplace(model.propositions[i].name, i);
    model.pool.intern(model.propositions[i].name);
  }
  for (std::size_t i = 0; i < model.agents.size(); ++i) agents_.emplace(model.agents[i].name, i);
  for (std::size_t i = 0; i < model.groups.size(); ++i) groups_.emplace(model.groups[i].name, i);
  context_.is_group = [this](std::string_view name) { return groups_.count(name) > 0; };
  context_.is_proposition = [this](std::string_view name) { return propositions_.count(name) > 0; };
  context_.finite_traces = options.finite_traces;
}

std::optional<Formula> FormulaReader::read(Span span) {
  logic::ParsedProperty parsed = logic::parse_property(source_, span, context_, model_.pool, diagnostics_);
  bool good = parsed.ok;
  for (const logic::NameUse& use : parsed.names) good = check(use) && good;
  if (!good) return std::nullopt;
  return Formula{parsed.property, folded_text(source_.text(span)), span};
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
      if (propositions_.count(name) > 0) return true;
      for (const Proposition& known : model_.propositions) candidates.push_back(known.name);
      return unknown(use.span, fmt::format("there is no proposition `{}`", name), name, candidates,
                     "propositions are declared in Evaluation");
    case logic::NameKind::Agent:
      if (agents_.count(name) > 0) return true;
      for (const Agent& known : model_.agents) candidates.push_back(known.name);
      return unknown(use.span, fmt::format("there is no agent `{}`", name), name, candidates);
    case logic::NameKind::Group:
      if (groups_.count(name) > 0) return true;
      for (const Group& known : model_.groups) candidates.push_back(known.name);
      return unknown(use.span, fmt::format("there is no group `{}`", name), name, candidates,
                     agents_.count(name) > 0 ? fmt::format("declare a group: `Groups g = {{{}}}; end Groups`", name)
                                             : "groups are declared in Groups");
    case logic::NameKind::Observation: {
      const std::string& owner = model_.pool.text(use.owner);
      candidates.push_back("own");
      auto agent = agents_.find(owner);
      if (agent == agents_.end()) return false;  // the agent's own use has been reported
      for (const Observation& known : model_.observations) {
        if (known.agent.index() == agent->second) candidates.push_back(known.name);
      }
      for (std::string_view known : candidates) {
        if (known == name) return true;
      }
      return unknown(use.span, fmt::format("agent `{}` has no observation `{}`", owner, name), name, candidates,
                     "observations are declared in Observations");
    }
  }
  return false;
}

}  // namespace gnomon::ispl
