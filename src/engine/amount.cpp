#include "engine/amount.h"

#include <algorithm>

#include "engine/parameter_search.h"
#include "logic/parameters.h"
#include "logic/question.h"

namespace gnomon::engine {

using logic::Asks;

std::uint64_t least_until(std::uint64_t end, const std::function<bool(std::uint64_t)>& holds) {
  if (holds(0)) return 0;
  std::uint64_t fails = 0;
  std::uint64_t good = 1;
  while (good < end && !holds(good)) {
    fails = good;
    good = std::min(2 * good, end);
  }
  while (good - fails > 1) {
    const std::uint64_t middle = fails + (good - fails) / 2;
    (holds(middle) ? good : fails) = middle;
  }
  return good;
}

Amount answer_of(logic::FormulaPool& pool, const logic::Property& question, const Judge& judge) {
  const bool min = question.asks == Asks::Min;
  if (!min && judge(logic::nothing_to_count_from(pool, question))) return {Amount::Kind::None, 0};
  auto enough = [&](std::uint64_t bound) { return judge(logic::statement_within(pool, question, bound)) != min; };
  if (!enough(logic::kLargestBound)) return {min ? Amount::Kind::None : Amount::Kind::Infinite, 0};
  return {Amount::Kind::Number, least_until(logic::kLargestBound, enough)};
}

bool asks_for_numbers(const logic::FormulaPool& pool, const logic::Property& property) {
  return property.asks != Asks::Truth || !logic::parameters_of(pool, property.formula).empty();
}

Outcome outcome_of(logic::FormulaPool& pool, const logic::Property& question, const Judge& judge) {
  if (question.asks == Asks::Truth) return outcome_with_parameters(pool, question.formula, judge);
  Outcome outcome;
  outcome.amount = answer_of(pool, question, judge);
  outcome.verdict = outcome.amount->kind == Amount::Kind::Number ? Verdict::True : Verdict::False;
  return outcome;
}

ShownBy shown_by(logic::FormulaPool& pool, const logic::Property& question, const Amount& answer, const Judge& judge) {
  auto fails = [](logic::Formula formula) { return ShownBy{{{formula, false}}, {}}; };
  switch (answer.kind) {
    case Amount::Kind::None:
      return {{}, question.asks == Asks::Min ? "no path leads there" : "there is no state to count from"};
    case Amount::Kind::Number:
      if (question.asks == Asks::Min) return fails(logic::statement_within(pool, question, answer.steps));
      if (answer.steps == 0) return {{}, "no step is made before it holds"};
      return fails(logic::statement_within(pool, question, answer.steps - 1));
    case Amount::Kind::Infinite:
      break;
  }
  const logic::Formula always = logic::statement_without_bound(pool, question);
  if (!judge(always)) return fails(always);
  return {{}, "every fair path comes to it, but not within any fixed number of steps"};
}

}  // namespace gnomon::engine
