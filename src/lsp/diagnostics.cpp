// Diagnostics in the form of the protocol, and the fixes that their hints propose.
#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "lsp/features.h"

namespace gnomon::lsp {

Json place_json(Place place) {
  return {{"line", place.line}, {"character", place.character}};
}

Json range_json(const Text& text, Span span, Encoding encoding) {
  Range range = text.range(span, encoding);
  return {{"start", place_json(range.begin)}, {"end", place_json(range.end)}};
}

Place place_of(const Json& json) {
  return {json.at("line").get<std::uint32_t>(), json.at("character").get<std::uint32_t>()};
}

// Diagnostics count bytes, from 1.
Span diagnostic_span(const Text& text, const api::Diagnostic& diagnostic) {
  if (diagnostic.line == 0) return {0, 0};
  std::uint32_t begin = std::min(text.size(), text.checker_line(diagnostic.line) + diagnostic.column - 1);
  return {begin, begin + std::min(text.size() - begin, diagnostic.length)};
}

namespace {

// DiagnosticSeverity of the protocol.
int severity(api::Severity severity) {
  switch (severity) {
    case api::Severity::Error:
      return 1;
    case api::Severity::Warning:
      return 2;
    case api::Severity::Note:
      return 3;
  }
  return 1;
}

bool is_unused(const std::string& name) {
  return name == "unused-variable" || name == "unused-proposition";
}

// What to write instead, if the hint says exactly that.
std::optional<std::string> replacement(const std::string& hint) {
  for (auto [before, behind] :
       {std::pair<std::string_view, std::string_view>("did you mean `", "`?"), {"write `", "`"}}) {
    bool fits = hint.size() > before.size() + behind.size() && hint.starts_with(before) && hint.ends_with(behind);
    if (!fits) continue;
    std::string text = hint.substr(before.size(), hint.size() - before.size() - behind.size());
    if (text.find('`') == std::string::npos && text.find("...") == std::string::npos) return text;
  }
  return std::nullopt;
}

Json diagnostic_json(const Text& text, const api::Diagnostic& one, Encoding encoding) {
  std::string message = one.message;
  if (!one.note.empty()) message += fmt::format("\nnote: {}", one.note);
  if (!one.hint.empty()) message += fmt::format("\nhint: {}", one.hint);
  Json json = {{"range", range_json(text, diagnostic_span(text, one), encoding)},
               {"severity", severity(one.severity)},
               {"source", "gnomon"},
               {"message", std::move(message)}};
  if (!one.name.empty()) json["code"] = one.name;
  if (is_unused(one.name)) json["tags"] = {1};  // Unnecessary
  return json;
}

}  // namespace

Json diagnostics_json(const Text& text, const Checked& checked, Encoding encoding) {
  Json list = Json::array();
  for (const api::Diagnostic& one : checked.diagnostics) list.push_back(diagnostic_json(text, one, encoding));
  if (!checked.stopped.empty()) {
    list.push_back({{"range", range_json(text, {0, 0}, encoding)},
                    {"severity", 3},
                    {"source", "gnomon"},
                    {"message", "the model was not read to its end: " + checked.stopped}});
  }
  return list;
}

Json quick_fixes(const Text& text, const Checked& checked, Span range, const std::string& uri, Encoding encoding) {
  Json fixes = Json::array();
  for (const api::Diagnostic& one : checked.diagnostics) {
    if (one.line == 0) continue;
    Span span = diagnostic_span(text, one);
    if (span.end < range.begin || span.begin > range.end) continue;
    std::optional<std::string> with = replacement(one.hint);
    bool semicolon = span.begin == span.end && one.message.starts_with("expected `;`");
    if (semicolon) with = ";";
    if (!with) continue;
    Json edit = {{"range", range_json(text, span, encoding)}, {"newText", *with}};
    fixes.push_back({{"title", fmt::format("{} `{}`", semicolon ? "Insert" : "Write", *with)},
                     {"kind", "quickfix"},
                     {"isPreferred", true},
                     {"diagnostics", {diagnostic_json(text, one, encoding)}},
                     {"edit", {{"changes", {{uri, {std::move(edit)}}}}}}});
  }
  return fixes;
}

}  // namespace gnomon::lsp
