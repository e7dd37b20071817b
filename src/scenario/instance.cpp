#include "scenario/instance.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "base/source.h"
#include "ispl/load.h"
#include "ispl/plain_model.h"
#include "scenario/deep_formulas.h"
#include "scenario/model_file.h"

namespace gnomon::scenario {

namespace {

constexpr std::size_t kWidth = 112;

// Beside a comparison: no place to break a line.
bool splits_comparison(std::string_view line, std::size_t space) {
  constexpr std::string_view kSigns = "=<>";
  return kSigns.find(line[space - 1]) != std::string_view::npos ||
         (space + 1 < line.size() && kSigns.find(line[space + 1]) != std::string_view::npos);
}

// Appends a line, broken at spaces where it is too long; what follows is indented by four more, and begins with `mark`.
void append_wrapped(std::string& out, std::string_view line, std::string_view mark = "") {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  std::size_t column = 0;
  std::size_t at = 0;
  while (line.size() - at + column > kWidth) {
    const std::size_t room = kWidth - column;
    const std::size_t first = column == 0 ? indent : 0;  // no break inside the indentation
    std::size_t space = line.rfind(' ', at + room);
    while (space != std::string_view::npos && space > at + room / 2 && splits_comparison(line, space)) {
      space = line.rfind(' ', space - 1);
    }
    if (space == std::string_view::npos || space <= at + first) space = line.find(' ', at + first + 1);
    if (space == std::string_view::npos) break;
    out += line.substr(at, space - at);
    out += '\n';
    out.append(mark.empty() ? indent + 4 : indent, ' ');
    out += mark;
    column = indent + 4;
    at = space + 1;
  }
  out += line.substr(at);
  out += '\n';
}

void append_comment(std::string& out, std::string_view indent, std::string_view text) {
  append_wrapped(out, fmt::format("{}-- {}", indent, text), "-- ");
}

// Breaks the lines of a text that are too long.
std::string wrapped(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    append_wrapped(out, text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

using Names = std::unordered_set<std::string_view>;

void collect_names(std::string_view text, Names& names) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = at;
    while (at < text.size() && is_part(text[at])) ++at;
    if (at > begin) names.insert(text.substr(begin, at - begin));
    if (at == begin) ++at;
  }
}

// A formula with its place among the specifications.
struct Line {
  int specification = 0;
  std::string text;
  bool expected = false;
};

class Instance {
 public:
  Instance(const Scenario& scenario, const Values& values, const GenerateOptions& options)
      : scenario_(scenario),
        values_(values),
        options_(options),
        file_(read_model_file(scenario.source)),
        source_(scenario.name, std::string(scenario.source)) {}

  std::string text(const std::vector<std::string>& head, std::vector<std::string>& errors);

 private:
  std::optional<ispl::CheckedModel> load(std::vector<std::string>& errors) const;
  bool selected(Span formula) const;
  std::vector<Line> lines(std::vector<ispl::Formula> own) const;
  std::string section(const std::vector<Line>& lines) const;

  const Scenario& scenario_;
  const Values& values_;
  const GenerateOptions& options_;
  ModelFile file_;
  Source source_;
};

bool Instance::selected(Span formula) const {
  const int specification = file_.specification_at(formula.begin);
  if (options_.specification && *options_.specification != specification) return false;
  return !options_.logic || *options_.logic == logic_of(source_.text(formula));
}

std::optional<ispl::CheckedModel> Instance::load(std::vector<std::string>& errors) const {
  ispl::LoadOptions options;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    options.parameters.emplace_back(scenario_.parameters[i].name, std::to_string(values_[i]));
  }
  options.selects = [this](Span formula) { return selected(formula); };
  options.warnings = false;  // the models have none, and formulas that are left out make none
  Diagnostics diagnostics;
  std::optional<ispl::CheckedModel> model = ispl::load_model(source_, options, diagnostics);
  for (const Diagnostic& one : diagnostics.all()) errors.push_back(one.message);
  return model;
}

// In order of the specifications, those of the model first.
std::vector<Line> Instance::lines(std::vector<ispl::Formula> own) const {
  std::vector<Line> all;
  for (ispl::Formula& formula : own) {
    all.push_back(
        {file_.specification_at(formula.span.begin), std::move(formula.text), formula.expected.value_or(false)});
  }
  for (DeepFormula& formula : deep_formulas(scenario_.name, values_, options_)) {
    all.push_back({formula.specification, std::move(formula.text), formula.expected});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Line& a, const Line& b) { return a.specification < b.specification; });
  return all;
}

// The sentence of a specification stands above its first formula.
std::string Instance::section(const std::vector<Line>& lines) const {
  std::string out = "\nFormulae\n";
  int announced = 0;
  for (const Line& line : lines) {
    if (line.specification != announced) {
      if (announced != 0) out += '\n';
      announced = line.specification;
      const std::string& meaning = scenario_.specifications[static_cast<std::size_t>(announced - 1)].meaning;
      append_comment(out, "  ", fmt::format("{}. {}", announced, meaning));
    }
    append_wrapped(out, "  " + line.text + ";");
    out.pop_back();
    out += line.expected ? "  -- true\n" : "  -- false\n";
  }
  return out + "end Formulae\n";
}

std::string Instance::text(const std::vector<std::string>& head, std::vector<std::string>& errors) {
  std::optional<ispl::CheckedModel> model = load(errors);
  if (!model) return {};
  ispl::CheckedModel plain = ispl::plain_model(*model);
  const std::vector<Line> formulas = lines(std::exchange(plain.formulas, {}));
  Names used;
  for (const Line& line : formulas) collect_names(line.text, used);
  for (const ispl::Formula& formula : plain.fairness) collect_names(formula.text, used);
  std::erase_if(plain.propositions, [&](const auto& one) { return !used.contains(one.name); });
  std::erase_if(plain.groups, [&](const auto& one) { return !used.contains(one.name); });
  std::string out;
  for (const std::string& paragraph : head) append_comment(out, "", paragraph);
  return out + '\n' + wrapped(ispl::elaborated_text(plain)) + section(formulas);
}

}  // namespace

std::string instance_text(const Scenario& scenario, const Values& values, const GenerateOptions& options,
                          const std::vector<std::string>& head, std::vector<std::string>& errors) {
  try {
    return Instance(scenario, values, options).text(head, errors);
  } catch (const LimitReached& limit) {
    errors.emplace_back(limit.what());
    return {};
  }
}

}  // namespace gnomon::scenario
