#include "lsp/document.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace gnomon::lsp {

const Analysis& Document::analysis() const {
  if (!analysis_) analysis_ = std::make_unique<const Analysis>(text_);
  return *analysis_;
}

void Document::change(const std::optional<Range>& range, std::string_view with, Encoding encoding) {
  if (range) {
    text_.replace(text_.span(*range, encoding), with);
  } else {
    text_ = Text(std::string(with));
  }
  analysis_.reset();
  verdicts_.clear();
  dirty = true;
}

void Document::set_checked(std::shared_ptr<const Checked> checked) {
  checked_ = std::move(checked);
  if (!checked_->has_errors) facts_ = checked_;
}

void Document::add_verdict(Verdict verdict) {
  auto same =
      std::find_if(verdicts_.begin(), verdicts_.end(), [&](const Verdict& one) { return one.index == verdict.index; });
  if (same != verdicts_.end()) {
    *same = std::move(verdict);
  } else {
    verdicts_.insert(same, std::move(verdict));
  }
}

const FormulaLine* Document::line_of(std::size_t formula) const {
  if (!is_checked() || formula == 0 || formula > checked_->formulas.size()) return nullptr;
  const api::FormulaResult& found = checked_->formulas[formula - 1];
  std::uint32_t at = text_.checker_line(found.line) + found.column - 1;
  const std::vector<FormulaLine>& lines = analysis().index().formulas;
  auto behind = std::upper_bound(lines.begin(), lines.end(), at,
                                 [](std::uint32_t offset, const FormulaLine& one) { return offset < one.line.begin; });
  if (behind == lines.begin()) return nullptr;
  const FormulaLine& line = *(behind - 1);
  return at < line.line.end && !line.fairness ? &line : nullptr;
}

std::vector<std::size_t> Document::formulas_of(const FormulaLine& line) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 1; is_checked() && i <= checked_->formulas.size(); ++i) {
    if (line_of(i) == &line) found.push_back(i);
  }
  return found;
}

namespace {

std::string upper(const std::string& verdict) {
  return verdict == "true" ? "TRUE" : verdict == "false" ? "FALSE" : "UNKNOWN";
}

bool is_met(const Verdict& one) {
  return !one.expected || one.verdict == (*one.expected ? "true" : "false");
}

// By lines of formulas, in the order of the text.
std::vector<std::pair<const FormulaLine*, std::vector<const Verdict*>>> by_line(const Document& document) {
  std::vector<std::pair<const FormulaLine*, std::vector<const Verdict*>>> found;
  for (const FormulaLine& line : document.analysis().index().formulas) {
    if (!line.fairness) found.push_back({&line, {}});
  }
  for (const Verdict& one : document.verdicts()) {
    const FormulaLine* line = document.line_of(one.index);
    auto known = std::lower_bound(found.begin(), found.end(), line,
                                  [](const auto& pair, const FormulaLine* wanted) { return pair.first < wanted; });
    if (known != found.end() && known->first == line) known->second.push_back(&one);
  }
  return found;
}

// `TRUE`, or `2 TRUE, 1 FALSE` of several instances.
std::string summary(const std::vector<const Verdict*>& verdicts) {
  if (verdicts.size() == 1) return upper(verdicts.front()->verdict);
  std::string text;
  for (const char* verdict : {"true", "false", "unknown"}) {
    auto count =
        std::count_if(verdicts.begin(), verdicts.end(), [&](const Verdict* one) { return one->verdict == verdict; });
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, upper(verdict));
  }
  return text;
}

std::string sentence(const Verdict& one) {
  std::string text = one.name.empty() ? upper(one.verdict) : fmt::format("{}: {}", one.name, upper(one.verdict));
  if (!one.reason.empty()) text += fmt::format(" ({})", one.reason);
  if (!is_met(one)) text += fmt::format(", but {} is expected", *one.expected ? "TRUE" : "FALSE");
  return text + fmt::format(", {:.3g} s", one.seconds);
}

}  // namespace

Json published(const Document& document, Encoding encoding) {
  Json list = Json::array();
  if (document.is_checked()) list = diagnostics_json(document.text(), *document.checked(), encoding);
  if (!document.verdicts().empty()) {
    constexpr std::size_t kMostSentences = 10;
    for (const auto& [line, verdicts] : by_line(document)) {
      if (verdicts.empty()) continue;
      std::string message = verdicts.size() > 1 ? summary(verdicts) : "";
      for (std::size_t i = 0; i < verdicts.size() && i < kMostSentences; ++i) {
        message += fmt::format("{}{}", message.empty() ? "" : "\n", sentence(*verdicts[i]));
      }
      bool met = std::all_of(verdicts.begin(), verdicts.end(), [](const Verdict* one) { return is_met(*one); });
      list.push_back({{"range", range_json(document.text(), line->text, encoding)},
                      {"severity", met ? 3 : 2},
                      {"source", "gnomon check"},
                      {"message", std::move(message)}});
    }
  }
  return {{"uri", document.uri()}, {"version", document.version()}, {"diagnostics", std::move(list)}};
}

Json code_lenses(const Document& document, const std::string& witness_command, Encoding encoding) {
  Json lenses = Json::array();
  auto add = [&](Span span, const std::string& title, const std::string& command, Json argument) {
    lenses.push_back({{"range", range_json(document.text(), span, encoding)},
                      {"command", {{"title", title}, {"command", command}, {"arguments", {std::move(argument)}}}}});
  };
  bool any = false;
  for (const auto& [line, verdicts] : by_line(document)) {
    any = true;
    Json argument = {{"uri", document.uri()},
                     {"position", place_json(document.text().place(line->text.begin, encoding))}};
    if (verdicts.empty()) {
      add(line->line, "check", "gnomon.check", argument);
      continue;
    }
    add(line->line, summary(verdicts) + " (check again)", "gnomon.check", argument);
    bool decided =
        std::any_of(verdicts.begin(), verdicts.end(), [](const Verdict* one) { return one->verdict != "unknown"; });
    if (!decided) continue;
    bool fails =
        std::any_of(verdicts.begin(), verdicts.end(), [](const Verdict* one) { return one->verdict == "false"; });
    add(line->line, fails ? "show the counterexample" : "show the witness", witness_command, argument);
  }
  for (const Section& section : document.analysis().index().sections) {
    if (any && section.keyword == ispl::Keyword::Formulae) {
      add(section.name, "check all formulas", "gnomon.checkAll", {{"uri", document.uri()}});
    }
  }
  return lenses;
}

}  // namespace gnomon::lsp
