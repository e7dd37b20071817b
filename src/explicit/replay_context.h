// What all parts of a replay look at: the witness, the interpreter, and what is known about formulas in its states.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "explicit/facts.h"
#include "explicit/replay.h"
#include "explicit/step_check.h"

namespace gnomon::explicit_state {

[[noreturn]] inline void fail(const std::string& words) {
  throw ReplayError("a witness does not replay: " + words);
}

inline void require(bool condition, const char* words) {
  if (!condition) fail(words);
}
inline void require(bool condition, const std::string& words) {
  if (!condition) fail(words);
}

class ReplayContext {
 public:
  ReplayContext(const Interpreter& interpreter, const logic::FormulaPool& pool, const Witness& witness,
                const ReplayOracle& oracle);

  const Claim* claim(logic::Formula f, WitnessState s) const;  // null: there is none
  // By the values of the state or by a claim; none: nothing is known.
  std::optional<bool> known(logic::Formula f, WitnessState s);
  bool truth(logic::Formula f, WitnessState s);  // fails if nothing is known
  bool is_fact(logic::Formula f) { return facts_.is_fact(f); }
  bool fact(logic::Formula f, const State& state) { return facts_.holds(f, state); }
  std::string text(logic::Formula f) const;

  const Interpreter& interpreter;
  const logic::FormulaPool& pool;
  const Witness& witness;
  const ReplayOracle& oracle;
  StepCheck steps;

 private:
  Facts facts_;
  std::map<std::pair<logic::Formula, WitnessState>, std::size_t> claims_;
};

}  // namespace gnomon::explicit_state
