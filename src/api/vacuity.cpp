#include "api/vacuity.h"

#include "logic/polarity.h"
#include "logic/printer.h"

namespace gnomon::api {

namespace {

constexpr std::size_t kMostParts = 200;  // of a formula; the parts of larger ones are not all tried

bool is_replaceable(const logic::FormulaPool& pool, logic::Formula f) {
  const logic::Op op = pool[f].op;
  return !logic::is_path_expression(op) && op != logic::Op::True && op != logic::Op::False;
}

}  // namespace

std::vector<VacuousPart> vacuous_parts(logic::FormulaPool& pool, const logic::Property& property,
                                       const std::function<std::optional<bool>(const logic::Property&)>& holds) {
  const std::vector<logic::Formula> parts = pool.subformulas(property.formula);
  const logic::FormulaMap<logic::Occurrences> found = logic::occurrences(pool, parts);
  logic::FormulaMap<char> covered(parts);  // 1: below a part that does not matter
  auto remains_true = [&](logic::Formula part, bool value) {
    logic::Property variant = property;
    variant.formula = logic::with_replaced(pool, parts, part, pool.truth(value));
    return holds(variant).value_or(false);
  };
  std::vector<VacuousPart> result;
  std::size_t tried = 0;
  for (auto at = parts.rbegin() + 1; at < parts.rend() && tried < kMostParts; ++at) {
    const logic::Formula part = *at;
    const logic::Node node = pool[part];
    bool vacuous = covered[part] != 0;
    if (!vacuous && is_replaceable(pool, part)) {
      ++tried;
      const logic::Occurrences here = found[part];
      vacuous = (!here.positive || remains_true(part, false)) && (!here.negative || remains_true(part, true));
      if (vacuous) result.push_back({logic::print(pool, part), here.positive && here.negative, !here.positive});
    }
    for (logic::Formula operand : {node.left, node.right}) {
      if (!operand.is_none() && vacuous) covered[operand] = 1;
    }
  }
  return result;
}

}  // namespace gnomon::api
