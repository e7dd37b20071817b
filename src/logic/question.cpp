#include "logic/question.h"

#include <array>
#include <utility>

namespace gnomon::logic {

namespace {

constexpr std::array<std::pair<std::string_view, Asks>, 3> kWords{
    {{"min", Asks::Min}, {"max", Asks::Max}, {"delay", Asks::Delay}}};

// A((EX true) U g) with this bound: g comes in time, and no path ends before.
Formula comes(FormulaPool& pool, Formula target, const Interval& interval) {
  const Formula goes_on = pool.make(Op::EX, pool.truth(true));
  return pool.make_bounded(Op::AU, interval, goes_on, target);
}

Formula statement(FormulaPool& pool, const Property& question, const Interval& interval) {
  const Formula f = question.from;
  if (question.asks == Asks::Min) {
    Formula reached = pool.make_bounded(Op::EF, interval, question.target);
    if (f.is_none()) return pool.make(Op::Not, reached);
    return pool.make(Op::AG, pool.make(Op::Not, pool.make(Op::And, f, reached)));
  }
  const Formula in_time = comes(pool, question.target, interval);
  if (f.is_none()) return in_time;
  const Formula here = pool.make(Op::Implies, f, in_time);
  if (question.asks == Asks::Max) return pool.make(Op::AG, here);
  const Formula after = pool.make(Op::Implies, pool.make(Op::Not, f), pool.make(Op::AX, here));
  return pool.make(Op::And, here, pool.make(Op::AG, after));
}

}  // namespace

std::optional<Asks> question_of(std::string_view word) {
  for (const auto& [known, asks] : kWords) {
    if (known == word) return asks;
  }
  return std::nullopt;
}

std::string_view word_of(Asks asks) {
  for (const auto& [word, known] : kWords) {
    if (known == asks) return word;
  }
  return {};
}

Property make_question(FormulaPool& pool, Asks asks, Formula from, Formula target) {
  Property question;
  question.asks = asks;
  question.from = from;
  question.target = target;
  const Formula reached = asks == Asks::Min ? pool.make(Op::EF, target) : comes(pool, target, {});
  question.formula = from.is_none() ? reached : pool.make(asks == Asks::Min ? Op::And : Op::Implies, from, reached);
  return question;
}

Formula statement_within(FormulaPool& pool, const Property& question, std::uint64_t steps) {
  return statement(pool, question, {0, steps});
}

Formula statement_without_bound(FormulaPool& pool, const Property& question) {
  return statement(pool, question, {});
}

Formula nothing_to_count_from(FormulaPool& pool, const Property& question) {
  if (question.from.is_none()) return pool.truth(false);
  return pool.make(Op::AG, pool.make(Op::Not, question.from));
}

}  // namespace gnomon::logic
