// The oracle of the automata tests: words, the truth of path formulas on them by definition, the runs of automata by
// search, and random formulas. Shares nothing with the constructions under test but the data types.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "automata/alternating.h"
#include "automata/buchi.h"
#include "automata/nfa.h"
#include "logic/formula.h"
#include "logic/nnf.h"

namespace gnomon::automata::test {

using logic::Formula;
using logic::FormulaPool;

// A word over the propositions p, q, r (bits 0, 1, 2). Infinite: from the last position it goes on at `loop`.
struct Word {
  std::vector<std::uint32_t> letters;
  std::optional<std::size_t> loop;

  std::size_t size() const { return letters.size(); }
  std::optional<std::size_t> next(std::size_t i) const {
    if (i + 1 < letters.size()) return i + 1;
    return loop;
  }
};

std::string describe(const Word& word);

// The truth of formulas at the positions of a word, by the definitions.
class Evaluator {
 public:
  Evaluator(const FormulaPool& pool, const Word& word) : pool_(pool), word_(word) {}
  // Tests are looked up in another evaluator: position i of this word is position `place[i]` of that one's.
  Evaluator(const FormulaPool& pool, const Word& word, Evaluator& tests, std::vector<std::size_t> place)
      : pool_(pool), word_(word), tests_(&tests), place_(std::move(place)) {}

  bool holds(Formula f, std::size_t position) { return values(f)[position]; }
  using Relation = std::vector<std::vector<bool>>;
  const Relation& matches(Formula rho);  // R(rho) on the positions

 private:
  const std::vector<bool>& values(Formula f);
  std::vector<bool> fixpoint(const std::vector<bool>& hold, const std::vector<bool>& goal, bool least) const;

  const FormulaPool& pool_;
  const Word& word_;
  Evaluator* tests_ = nullptr;
  std::vector<std::size_t> place_;
  std::map<Formula, std::vector<bool>> values_;
  std::map<Formula, Relation> relations_;
};

// Whether f holds on the beginning of the infinite word up to some last position below `bound`, tests looking beyond
// it.
bool holds_on_some_trace(const FormulaPool& pool, Formula f, const Word& word, std::size_t bound);

// Whether the automaton accepts the word from position 0; letters (and tests) are evaluated by definition.
bool accepts(const FormulaPool& pool, const Buchi& automaton, const Word& infinite);
bool accepts(const FormulaPool& pool, const AlternatingAutomaton& automaton, const Word& word);
// The pairs (i, j) that the automaton relates, tests evaluated on the word.
std::vector<std::vector<bool>> matches(const FormulaPool& pool, const Nfa& automaton, const Word& word);

// Reads `text` as an LDL (or LDLf) formula and returns the path formula itself.
Formula parse(FormulaPool& pool, std::string_view text, bool finite = false);

enum class Flavour { Ltl, Ldl, Mixed };

class Random {
 public:
  explicit Random(FormulaPool& pool, unsigned seed) : pool_(pool), engine_(seed) {}
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine_); }
  // From now on state formulas are p, q and their negations.
  void use_literals_of_p_and_q() { literals_only_ = true; }
  Word infinite(std::size_t max_size);
  Word finite(std::size_t max_size);
  Formula literal();
  Formula state_formula();
  Formula formula(Flavour flavour, std::size_t size);
  Formula expression(Flavour flavour, std::size_t size);

 private:
  std::uint32_t letter() { return static_cast<std::uint32_t>(below(8)); }
  FormulaPool& pool_;
  std::mt19937 engine_;
  bool literals_only_ = false;
};

}  // namespace gnomon::automata::test
