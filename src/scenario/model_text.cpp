#include "scenario/model_text.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace gnomon::scenario {

namespace {

constexpr std::size_t kWidth = 112;

// Appends the text, breaking at spaces; continuation lines are indented four more and start with `mark`. A comment at
// the end of a line of code stays whole.
void append_wrapped(std::string& out, std::string_view text, std::size_t indent, std::string_view mark) {
  out.append(indent, ' ');
  std::size_t column = indent;
  std::size_t at = 0;
  bool in_comment = false;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::size_t length = end - at;
    in_comment = in_comment || (mark.empty() && text.substr(at, length) == "--");
    if (at > 0) {
      if (column + 1 + length > kWidth && !in_comment) {
        out += '\n';
        out.append(indent + (mark.empty() ? 4 : 0), ' ');
        out += mark;
        column = indent + 4;
      } else {
        out += ' ';
        ++column;
      }
    }
    out += text.substr(at, length);
    column += length;
    at = end + 1;
  }
}

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The identifiers in ISPL text; comments are skipped.
std::set<std::string_view> identifiers(std::string_view text) {
  std::set<std::string_view> names;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text.substr(at, 2) == "--") {
      at = std::min(text.find('\n', at), text.size());
    } else if (is_name_character(text[at])) {
      const std::size_t begin = at;
      while (at < text.size() && is_name_character(text[at])) ++at;
      names.insert(text.substr(begin, at - begin));
    } else {
      ++at;
    }
  }
  return names;
}

std::string after_code(std::string_view remark) {
  return remark.empty() ? "" : fmt::format("  -- {}", remark);
}

}  // namespace

void ModelText::line(int level, std::string_view text) {
  append_wrapped(text_, text, static_cast<std::size_t>(level) * 2, "");
  text_ += '\n';
}

void ModelText::comment(int level, std::string_view text) {
  append_wrapped(text_, fmt::format("-- {}", text), static_cast<std::size_t>(level) * 2, "-- ");
  text_ += '\n';
}

bool ModelText::wants(int specification) const {
  return !options_.specification || *options_.specification == specification;
}

bool ModelText::wants(int specification, Logic logic) const {
  return wants(specification) && (!options_.logic || *options_.logic == logic);
}

void ModelText::formula(int specification, Logic logic, std::string_view text, bool expected) {
  if (!wants(specification, logic)) return;
  if (announced_ != specification) {
    if (announced_ != 0) blank();
    announced_ = specification;
    comment(1,
            fmt::format("{}. {}", specification, specifications_[static_cast<std::size_t>(specification - 1)].meaning));
  }
  append_wrapped(text_, text, 2, "");
  text_ += expected ? ";  -- true\n" : ";  -- false\n";
}

void ModelText::always(int specification, std::string_view body, bool expected) {
  const struct {
    Logic logic;
    std::string_view before;
    std::string_view after;
  } forms[] = {{Logic::Ctlk, "AG (", ")"},
               {Logic::Ltlk, "LTL G (", ")"},
               {Logic::CtlStarK, "CTL* A (G (", "))"},
               {Logic::Ldlk, "LDL [true*] (", ")"},
               {Logic::CdlStarK, "CDL* A ([true*] (", "))"}};
  for (const auto& form : forms) {
    if (wants(specification, form.logic)) {
      formula(specification, form.logic, fmt::format("{}{}{}", form.before, body, form.after), expected);
    }
  }
}

void ModelText::eventually(int specification, std::string_view body, bool expected) {
  formula(specification, Logic::Ctlk, fmt::format("AF ({})", body), expected);
  formula(specification, Logic::Ltlk, fmt::format("LTL F ({})", body), expected);
  formula(specification, Logic::CtlStarK, fmt::format("CTL* A (F ({}))", body), expected);
  formula(specification, Logic::Ldlk, fmt::format("LDL <true*> ({})", body), expected);
  formula(specification, Logic::CdlStarK, fmt::format("CDL* A (<true*> ({}))", body), expected);
}

void ModelText::proposition(std::string name, std::string_view condition, std::string_view remark) {
  std::string text = fmt::format("{} if {};{}", name, condition, after_code(remark));
  propositions_.push_back({std::move(name), std::move(text)});
}

void ModelText::group(std::string name, std::string_view members, std::string_view remark) {
  std::string text = fmt::format("{} = {{{}}};{}", name, members, after_code(remark));
  groups_.push_back({std::move(name), std::move(text)});
}

std::string ModelText::section(std::string_view title, const std::vector<Definition>& definitions,
                               const std::set<std::string_view>& used) {
  std::string body;
  for (const Definition& definition : definitions) {
    if (!used.contains(definition.name)) continue;
    append_wrapped(body, definition.line, 2, "");
    body += '\n';
  }
  return body.empty() ? "" : fmt::format("{0}\n{1}end {0}\n\n", title, body);
}

void ModelText::begin_formulas() {
  blank();
  formulas_at_ = text_.size();
  if (!fairness_.empty()) {
    line(0, "Fairness");
    for (const std::string& formula : fairness_) line(1, formula + ";");
    line(0, "end Fairness");
    blank();
  }
  line(0, "Formulae");
}

void ModelText::end_formulas() {
  line(0, "end Formulae");
  const std::set<std::string_view> used = identifiers(std::string_view(text_).substr(formulas_at_));
  const std::string groups = section("Groups", groups_, used);
  const std::string propositions = section("Evaluation", propositions_, used);
  text_.insert(formulas_at_, groups);
  text_.insert(propositions_at_, propositions);
}

std::string numbered(std::string_view stem, std::int64_t number) {
  return fmt::format("{}{}", stem, number);
}

std::string join(const std::vector<std::string>& parts, std::string_view separator, std::string_view none) {
  if (parts.empty()) return std::string(none);
  return fmt::format("{}", fmt::join(parts, separator));
}

std::string nest(std::string_view prefix, std::string_view body, std::string_view suffix, std::int64_t count) {
  std::string out;
  out.reserve(body.size() + static_cast<std::size_t>(count) * (prefix.size() + suffix.size()));
  for (std::int64_t i = 0; i < count; ++i) out += prefix;
  out += body;
  for (std::int64_t i = 0; i < count; ++i) out += suffix;
  return out;
}

}  // namespace gnomon::scenario
