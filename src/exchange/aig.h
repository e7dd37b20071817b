// And-inverter graphs: circuits of inputs, latches and conjunctions, in which every edge may be negated.
//
// A Wire is a signal or its negation. Conjunctions are hash-consed and trivial ones are not made, so that equal circuits
// are mostly equal wires. A latch holds a bit from one step to the next: its value at the beginning and the signal that
// it takes over are set once they are known.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace gnomon::exchange {

struct Wire {
  std::uint32_t code = 0;  // twice the number of the signal, and one more if it is negated
  std::uint32_t signal() const { return code / 2; }
  bool negated() const { return (code & 1u) != 0; }
  Wire operator!() const { return {code ^ 1u}; }
  bool operator==(const Wire&) const = default;
};

inline constexpr Wire kNever{0};
inline constexpr Wire kAlways{1};

class Aig {
 public:
  enum class Kind : std::uint8_t { Constant, Input, Latch, And };
  struct Signal {
    Kind kind = Kind::Constant;
    std::size_t number = 0;        // among the inputs, or the latches
    std::array<Wire, 2> operands;  // of an And
  };
  struct Latch {
    Wire output;
    Wire next;
    bool initially = false;
    std::string name;
  };
  struct Input {
    Wire output;
    std::string name;
  };

  Aig() : signals_(1) {}

  Wire add_input(std::string name);
  Wire add_latch(std::string name, bool initially = false);
  // Of a latch that add_latch gave; without this it stays what it is at first.
  void set_next(Wire latch, Wire next);
  void set_initially(Wire latch, bool value);

  Wire both(Wire a, Wire b);
  Wire either(Wire a, Wire b) { return !both(!a, !b); }
  Wire choose(Wire condition, Wire then, Wire otherwise) {
    return either(both(condition, then), both(!condition, otherwise));
  }

  const std::vector<Signal>& signals() const { return signals_; }  // operands come before their users
  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<Latch>& latches() const { return latches_; }

 private:
  std::vector<Signal> signals_;
  std::vector<Input> inputs_;
  std::vector<Latch> latches_;
  std::unordered_map<std::uint64_t, std::uint32_t> ands_;  // by both operands
};

}  // namespace gnomon::exchange
