#include "ispl/load.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "ispl/elaborator.h"
#include "ispl/formulas.h"
#include "ispl/parser.h"
#include "ispl/resolve.h"
#include "ispl/warnings.h"
#include "logic/parameters.h"

namespace gnomon::ispl {

// Syntax errors end the work before names are looked at: half a tree would only produce errors about errors.
std::optional<CheckedModel> load_model(const Source& source, const LoadOptions& options, Diagnostics& diagnostics) {
  std::size_t errors_before = diagnostics.error_count();
  auto failed = [&] { return diagnostics.error_count() > errors_before; };
  auto words = std::make_shared<Words>();
  syntax::Model tree = parse_model(source, *words, diagnostics, options.budget);
  std::optional<CheckedModel> model;
  std::shared_ptr<Elaborator> elaborator;
  if (!failed() && (tree.parametric || !options.parameters.empty())) {
    diagnostics.once_per_place();
    words->keep();
    elaborator = std::make_shared<Elaborator>(std::move(tree), words, source);
    tree = elaborator->run(options.parameters, diagnostics, options.budget);
  }
  if (!failed()) {
    model.emplace();
    for (const LoadOptions::StepRange& range : options.step_ranges) {
      model->pool.limit_parameter({model->pool.intern(range.name), range.first, range.last});
    }
    Resolver(tree, *words, *model, diagnostics, options.budget).resolve();
    model->index_names();
    FormulaReader reader(*model, source, options, diagnostics);
    const syntax::Model& lines = elaborator ? elaborator->tree() : tree;
    auto add = [&](std::optional<Formula> formula, std::vector<Formula>& formulas) {
      if (!formula) return;
      if (&formulas == &model->fairness && formula->property.asks != logic::Asks::Truth) {
        diagnostics.error(formula->span, "a fairness constraint is a formula, not a question for a number of steps");
        return;
      }
      if (&formulas == &model->fairness && !logic::parameters_of(model->pool, formula->property.formula).empty()) {
        diagnostics.error(formula->span, "the bounds of a fairness constraint are numbers, not parameters");
        return;
      }
      formulas.push_back(std::move(*formula));
    };
    for (auto [from, formulas] : {std::pair(&lines.fairness, &model->fairness), {&lines.formulas, &model->formulas}}) {
      reader.reads_fairness(formulas == &model->fairness);
      for (const syntax::Formula& line : *from) {
        if (diagnostics.full()) break;
        if (formulas == &model->formulas && options.selects && !options.selects(line.text)) continue;
        if (!elaborator) {
          add(reader.read(line.text), *formulas);
          continue;
        }
        for (const Elaborator::ExpandedFormula& one : elaborator->formulas(line, diagnostics, options.budget)) {
          add(reader.read(one), *formulas);
        }
      }
    }
    if (elaborator) model->parameters = elaborator->parameters();
    model->elaborator = std::move(elaborator);
  }
  if (failed()) {
    model.reset();
  } else if (options.warnings) {
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
  FormulaReader reader(model, source, options, diagnostics);
  if (!model.elaborator) return reader.read(span);
  auto expanded = model.elaborator->formula(source, span, diagnostics, options.budget);
  return expanded ? reader.read(*expanded) : std::nullopt;
}

}  // namespace gnomon::ispl
