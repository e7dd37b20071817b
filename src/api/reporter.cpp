#include "api/reporter.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace gnomon::api {

namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

gnomon::Severity base_severity(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return gnomon::Severity::Error;
    case Severity::Warning:
      return gnomon::Severity::Warning;
    case Severity::Note:
      return gnomon::Severity::Note;
  }
  return gnomon::Severity::Error;
}

}  // namespace

bool Reporter::disabled(std::string_view name) const {
  return !name.empty() && contains(options_.disabled, name);
}

Severity Reporter::severity_of(std::string_view name, gnomon::Severity severity) const {
  switch (severity) {
    case gnomon::Severity::Error:
      return Severity::Error;
    case gnomon::Severity::Note:
      return Severity::Note;
    case gnomon::Severity::Warning:
      break;
  }
  return options_.all_are_errors || contains(options_.errors, name) ? Severity::Error : Severity::Warning;
}

bool Reporter::add(const gnomon::Diagnostic& found, const Source& source) {
  bool is_warning = found.severity == gnomon::Severity::Warning;
  if (is_warning && disabled(found.name)) return false;
  Severity severity = severity_of(found.name, found.severity);
  gnomon::Diagnostic shown = found;
  shown.severity = base_severity(severity);
  Position at = source.position(found.span.begin);
  if (found.placeless) at = {0, 0};
  all_.push_back({severity, source.name(), at.line, at.column, found.message, found.hint, found.name,
                  render(shown, source), found.note, found.placeless ? 0 : found.span.end - found.span.begin});
  return severity == Severity::Error;
}

bool Reporter::add(const gnomon::Diagnostics& found, const Source& source) {
  bool errors = false;
  for (const gnomon::Diagnostic& diagnostic : found.all()) errors = add(diagnostic, source) || errors;
  if (found.error_count() > gnomon::Diagnostics::kMaxErrors) {
    std::string message =
        fmt::format("{} more errors are not shown", found.error_count() - gnomon::Diagnostics::kMaxErrors);
    all_.push_back(
        {Severity::Note, source.name(), 0, 0, message, {}, {}, fmt::format("{}: note: {}", source.name(), message)});
  }
  return errors;
}

void Reporter::warn(const std::string& file, std::string_view name, std::string message, std::string hint) {
  if (disabled(name)) return;
  Severity severity = severity_of(name, gnomon::Severity::Warning);
  std::string rendered =
      fmt::format("{}: {}: {} [-W{}]", file, severity == Severity::Error ? "error" : "warning", message, name);
  if (!hint.empty()) rendered += fmt::format("\n  hint: {}", hint);
  all_.push_back({severity, file, 0, 0, std::move(message), std::move(hint), std::string(name), std::move(rendered)});
}

void Reporter::warn_at(const Source& source, Span span, std::string_view name, std::string message, std::string hint) {
  add({gnomon::Severity::Warning, span, std::move(message), std::move(hint), std::string(name)}, source);
}

void Reporter::error_at(const Source& source, Span span, std::string message, std::string hint) {
  add({gnomon::Severity::Error, span, std::move(message), std::move(hint), {}}, source);
}

const std::vector<Warning>& warnings() {
  static const std::vector<Warning> list = {
      {"assignment-out-of-range", "an evolution line assigns a value outside the variable's range"},
      {"blocked-agent", "an agent has a local state in which it can do nothing"},
      {"deadlock", "some reachable state has no successor"},
      {"division-by-zero", "a divisor can be 0"},
      {"empty-group", "a group has no members"},
      {"evolution-line-never-enabled", "the condition of an evolution line never holds"},
      {"finite-fairness", "fairness is ignored for a formula about finite traces"},
      {"fractional-division", "a quotient can be a fraction"},
      {"index-out-of-set", "a variable used as an index can leave the set of the family"},
      {"initial-states-empty", "no fair path starts in an initial state, so every formula is true"},
      {"left-out", "a formula cannot be said in the format of an export"},
      {"missing-initial-states", "there is no InitStates section, so every state is initial"},
      {"negated-until", "a negation before U, W or R is of the whole until"},
      {"parameter-name", "a parameter of a formula is named like a proposition"},
      {"protocol-line-never-enabled", "the condition of a protocol line never holds"},
      {"repeated-name", "a name occurs twice in a list"},
      {"split-line", "two evolution lines that hold together change different variables"},
      {"unsupported", "a formula uses something that this version cannot decide"},
      {"unused-proposition", "no formula uses a proposition"},
      {"unused-variable", "nothing reads a variable"},
      {"vacuous", "a formula is true whatever one of its parts says (--vacuity)"},
  };
  return list;
}

}  // namespace gnomon::api
