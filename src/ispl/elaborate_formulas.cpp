// The instances of a line of Fairness or Formulae, and formulas that are added later.
#include <fmt/format.h>
#include <utility>

#include "ispl/elaborator.h"
#include "ispl/formula_templates.h"
#include "ispl/formulas.h"

namespace gnomon::ispl {

std::vector<Elaborator::ExpandedFormula> Elaborator::formulas(const syntax::Formula& formula, Diagnostics& diagnostics,
                                                              const Budget* budget) {
  diagnostics_ = &diagnostics;
  pace_.emplace(budget);
  std::vector<ExpandedFormula> made;
  Mark before = mark();
  for (const Scope& scope : enumerate(formula.binder, {})) {
    if (stopped_ || diagnostics.full()) break;
    ExpandedFormula one;
    one.span = formula.text;
    one.note = note(scope);
    if (!formula.name.word.is_none()) {
      std::vector<ConstantValue> indices;
      std::uint32_t at = scope.bindings;
      for (; at != kNone; at = bindings_[at].parent) indices.insert(indices.begin(), bindings_[at].value);
      one.name = indices.empty() ? std::string(text(formula.name)) : element_name(text(formula.name), indices, *words_);
      if (!formula_names_.insert(one.name).second) {
        error(scope, formula.name.span, fmt::format("a second formula `{}`", one.name));
        continue;
      }
    }
    if (formula.expected) {
      std::optional<ConstantValue> expected = constant(formula.expected->root, scope);
      if (!expected) continue;
      if (!expected->is_boolean()) {
        error(scope, tree_.nodes[formula.expected->root].span,
              fmt::format("an expected verdict must be true or false, not `{}`", expected->text(*words_)));
        continue;
      }
      one.expected = expected->number != 0;
    }
    auto tokens = templates_->expand(source_, formula.text, scope, budget);
    if (!tokens) continue;
    one.tokens = std::move(*tokens);
    one.text = instance_text(formula.text, scope);
    made.push_back(std::move(one));
  }
  release(before);
  return made;
}

std::optional<Elaborator::ExpandedFormula> Elaborator::formula(const Source& source, Span span,
                                                               Diagnostics& diagnostics, const Budget* budget) {
  diagnostics_ = &diagnostics;
  pace_.emplace(budget);
  parts_ = 0;
  stopped_ = false;
  Mark before = mark();
  auto tokens = templates_->expand(source, span, {}, budget);
  release(before);
  if (!tokens) return std::nullopt;
  ExpandedFormula made;
  made.tokens = std::move(*tokens);
  made.span = span;
  made.text = folded_text(source.text(span));
  return made;
}

// The text with the values of the indices that the line binds in their places.
std::string Elaborator::instance_text(Span span, const Scope& scope) const {
  std::string raw;
  std::uint32_t at = span.begin;
  logic::FormulaLexer lexer(source_, span);
  for (logic::Token token = lexer.next(); token.kind != logic::TokenKind::End; token = lexer.next()) {
    if (token.kind != logic::TokenKind::Word || scope.bindings == kNone) continue;
    std::optional<WordId> word = words_->find(token.text);
    const Binding* bound = word ? find(scope, *word) : nullptr;
    if (bound == nullptr) continue;
    raw += source_.text({at, token.span.begin});
    raw += bound->value.text(*words_);
    at = token.span.end;
  }
  raw += source_.text({at, span.end});
  return folded_text(raw);
}

}  // namespace gnomon::ispl
