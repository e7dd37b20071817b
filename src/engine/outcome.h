// How a question ended: with a verdict, or with a typed reason why there is none.
//
// The words of a reason are those of whoever gave up. The kind says what would help: more time, more memory, a smaller
// formula or another method, nothing, another engine, a larger bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gnomon::engine {

enum class Verdict : std::uint8_t { True, False, Unknown };

enum class ReasonKind : std::uint8_t {
  Time,         // the deadline of the run or of the call
  Memory,       // likewise
  Size,         // one construction became too large
  Interrupted,  // somebody asked the run to stop
  Unsupported,  // the engine does not decide such formulas
  Bound,        // not decided within the bound that was asked for
};

struct Reason {
  ReasonKind kind = ReasonKind::Time;
  std::string words;  // a sentence without full stop
};

// What a verdict rests on: all reachable states, a part of them, or a proof by induction.
enum class Basis : std::uint8_t { Whole, Part, Induction };

// The answer to a question for a number of steps (logic::Asks). None: there is nothing to count from or to; infinite:
// there is no largest number.
struct Amount {
  enum class Kind : std::uint8_t { Number, None, Infinite } kind = Kind::Number;
  std::uint64_t steps = 0;
};

// The values of the parameters of a formula that make it true.
struct StepParameter {
  std::string name;
  bool up = true;  // growing values keep the formula true; otherwise shrinking ones
};
struct StepRange {
  std::string name;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};
struct StepValues {
  std::vector<StepParameter> parameters;
  // Extreme points, a value for each parameter, none standing for all values of a down parameter. Of parameters of both
  // directions (`mixed`) one point: for each its optimum when the others are as easy as can be.
  std::vector<std::vector<std::optional<std::uint64_t>>> points;
  bool mixed = false;
  bool unbounded = false;  // false for all values, but true without the bounds
  // A parameter with a range: its values that make the formula true, in runs, both ends included.
  std::optional<StepRange> range;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> good;
  // The search was stopped when the verdict was known; then there are no points. Of a single parameter: what is known of
  // its optimum.
  std::string stopped;
  std::optional<std::uint64_t> at_least;
  std::optional<std::uint64_t> at_most;
};

// Why engines that look at parts of a model refuse such a question.
inline constexpr const char* kOnAllStates =
    "a number of steps is found on all reachable states only, not with --bounded";

struct Outcome {
  Verdict verdict = Verdict::Unknown;
  std::optional<Amount> amount;      // of a question for a number, iff the verdict is known
  std::optional<StepValues> values;  // of a formula with parameters, likewise
  std::optional<Reason> reason;      // iff the verdict is unknown
  Basis basis = Basis::Whole;
  std::optional<std::size_t> depth;  // engines that explore: the depth, or bound, of the decision
  bool rounds = false;               // that depth counts rounds of chaining, not steps
  std::vector<std::string> methods;  // how path quantifiers and memory were evaluated, a line each
  std::string certificate;           // what proves the verdict, as text; empty: nothing but the engine does

  static Outcome unknown(Reason why) {
    Outcome outcome;
    outcome.reason = std::move(why);
    return outcome;
  }
};

}  // namespace gnomon::engine
