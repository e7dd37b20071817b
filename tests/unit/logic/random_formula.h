// Random formulas for the tests: every operator that a mode can express, small, from a fixed seed.
#pragma once

#include <random>
#include <string_view>
#include <vector>

#include "logic/formula.h"
#include "logic/mode.h"
#include "logic/parser.h"

namespace gnomon::logic::testing {

// The names of the test vocabulary. Some propositions are called like operators and prefixes of the language; `both` is
// a proposition and a group.
inline const std::vector<std::string_view> kPropositions{"p", "q", "r", "W", "R", "LDL", "Delta", "f", "CTL", "both"};
inline const std::vector<std::string_view> kGroups{"g", "h", "nobody", "both"};

ParseContext test_context();

class RandomFormula {
 public:
  RandomFormula(FormulaPool& pool, Mode mode, std::uint32_t seed) : pool_(pool), mode_(mode), random_(seed) {}

  // Use only the first few propositions.
  void restrict_propositions(std::size_t count) { propositions_ = count; }

  Formula state_formula(int size);
  Formula path_formula(int size);  // Boolean operators and path operators; may come out without the latter
  Formula path_expression(int size);
  // What the text of a property of this mode can say.
  Property property(int size);

 private:
  std::size_t pick(std::size_t count) { return random_() % count; }
  template <class T>
  T choose(std::initializer_list<T> values) {
    return values.begin()[pick(values.size())];
  }
  Formula atom();
  Interval interval(Op op);
  Formula bounded(Op op, Formula left, Formula right = {}, Symbol name = {});
  Formula quantified(int size);

  FormulaPool& pool_;
  Mode mode_;
  std::mt19937 random_;
  std::size_t propositions_ = kPropositions.size();
};

}  // namespace gnomon::logic::testing
