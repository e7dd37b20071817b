#include "ispl/load.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "ispl/formulas.h"
#include "ispl/parser.h"
#include "ispl/resolve.h"
#include "ispl/warnings.h"

namespace gnomon::ispl {

// Syntax errors end the work before names are looked at: half a tree would only produce errors about errors.
std::optional<CheckedModel> load_model(const Source& source, const LoadOptions& options, Diagnostics& diagnostics) {
  std::size_t errors_before = diagnostics.error_count();
  auto failed = [&] { return diagnostics.error_count() > errors_before; };
  Words words;
  syntax::Model tree = parse_model(source, words, diagnostics, options.budget);
  std::optional<CheckedModel> model;
  if (!failed()) {
    model.emplace();
    Resolver(tree, words, *model, diagnostics, options.budget).resolve();
    model->index_names();
    FormulaReader reader(*model, source, options, diagnostics);
    for (auto [spans, formulas] : {std::pair(&tree.fairness, &model->fairness), {&tree.formulas, &model->formulas}}) {
      for (Span span : *spans) {
        if (diagnostics.full()) break;
        if (auto formula = reader.read(span)) formulas->push_back(std::move(*formula));
      }
    }
  }
  if (failed()) {
    model.reset();
  } else {
    Warnings(*model, diagnostics, options.budget).run();
  }
  diagnostics.sort();
  return model;
}

std::optional<Formula> load_formula(CheckedModel& model, const Source& source, const LoadOptions& options,
                                    Diagnostics& diagnostics) {
  constexpr std::string_view kBlanks = " \t\n\v\f\r";
  std::string_view text = source.text();
  std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  std::size_t end = text.find_last_not_of(kBlanks) + 1;  // npos + 1 is 0
  if (end > begin && text[end - 1] == ';') --end;
  Span span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(std::max(begin, end))};
  return FormulaReader(model, source, options, diagnostics).read(span);
}

}  // namespace gnomon::ispl
