#include "oracle/harness/parametric.h"

#include <fmt/format.h>
#include <memory>

#include "ispl/load.h"
#include "oracle/harness/symbolic_run.h"

namespace gnomon::test {

std::string parametric_difference(const std::string& text, std::size_t& compared) {
  std::string errors;
  std::unique_ptr<Subject> native = Subject::load(text, &errors);
  if (!native) return fmt::format("the model does not load: {}\n{}", errors, text);
  const std::string plain_text = ispl::elaborated_text(native->model());
  auto difference = [&](const std::string& what) { return fmt::format("{}\n{}\n{}", what, text, plain_text); };
  std::unique_ptr<Subject> plain = Subject::load(plain_text, &errors);
  if (!plain) return difference("the elaborated text does not load: " + errors);
  if (plain->model().elaborator) return difference("the elaborated text is not plain");
  if (native->graph().size() != plain->graph().size()) {
    return difference(fmt::format("{} and {} states", native->graph().size(), plain->graph().size()));
  }
  if (native->model().formulas.size() != plain->model().formulas.size()) return difference("formulas are missing");
  SymbolicRun symbolic(*native);
  if (symbolic.model().count(symbolic.model().reachable()) != native->graph().size()) {
    return difference("another number of states symbolically");
  }
  for (std::size_t i = 0; i < native->model().formulas.size(); ++i) {
    const ispl::Formula& formula = native->model().formulas[i];
    const bool expected = native->evaluator().verdict(formula.property.formula);
    if (plain->evaluator().verdict(plain->model().formulas[i].property.formula) != expected) {
      return difference("elaborated, another verdict about " + formula.text);
    }
    if (symbolic.verdict(formula.property.formula) != expected) {
      return difference("symbolically, another verdict about " + formula.text);
    }
    ++compared;
  }
  return {};
}

}  // namespace gnomon::test
