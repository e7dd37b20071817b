#include "automata/guard.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/sorted.h"

namespace gnomon::automata {

using logic::Formula;
using logic::FormulaPool;
using logic::Op;

namespace {

// Conjunctions with more conjuncts than this stay one letter, so that a guard cannot grow with the formula.
constexpr std::size_t kMaxConjuncts = 8;

}  // namespace

bool normalise(Guard& literals) {
  sort_unique(literals);
  auto clash = [](const Literal& a, const Literal& b) { return a.letter == b.letter; };
  return std::adjacent_find(literals.begin(), literals.end(), clash) == literals.end();
}

std::optional<Guard> conjoin(const Guard& a, const Guard& b) {
  Guard both;
  both.reserve(a.size() + b.size());
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() && j != b.end()) {
    if (i->letter < j->letter) {
      both.push_back(*i++);
    } else if (j->letter < i->letter) {
      both.push_back(*j++);
    } else {
      if (i->positive != j->positive) return std::nullopt;
      both.push_back(*i++);
      ++j;
    }
  }
  both.insert(both.end(), i, a.end());
  both.insert(both.end(), j, b.end());
  return both;
}

bool implies(const Guard& strong, const Guard& weak) {
  return weak.size() <= strong.size() && std::includes(strong.begin(), strong.end(), weak.begin(), weak.end());
}

std::optional<Guard> guard_of(const FormulaPool& pool, Formula state_formula, bool positive) {
  Guard guard;
  std::vector<Literal> open{{state_formula, positive}};
  while (!open.empty()) {
    auto [f, polarity] = open.back();
    open.pop_back();
    while (pool[f].op == Op::Not) {
      f = pool[f].left;
      polarity = !polarity;
    }
    const logic::Node& node = pool[f];
    if (node.op == Op::True || node.op == Op::False) {
      if ((node.op == Op::True) != polarity) return std::nullopt;
      continue;
    }
    bool splits = (node.op == Op::And && polarity) || ((node.op == Op::Or || node.op == Op::Implies) && !polarity);
    if (!splits || open.size() + guard.size() + 2 > kMaxConjuncts) {
      guard.push_back({f, polarity});
      continue;
    }
    open.push_back({node.right, polarity});
    open.push_back({node.left, node.op == Op::Implies ? !polarity : polarity});
  }
  if (!normalise(guard)) return std::nullopt;
  return guard;
}

}  // namespace gnomon::automata
