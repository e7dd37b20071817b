// Steps at random: every agent draws one of its enabled actions, then one outcome of the joint action is drawn. The
// draws depend on the seed alone, on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "base/budget.h"
#include "simulate/choices.h"
#include "simulate/walk.h"

namespace gnomon::simulate {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  // 0 .. count - 1, each equally likely. Requires count > 0.
  std::size_t below(std::size_t count);

 private:
  std::mt19937_64 engine_;  // its sequence is fixed by the standard; that of the distributions is not
};

struct RandomSteps {
  std::vector<WalkStep> steps;
  std::string stopped;  // why there are fewer than asked for: a sentence
};

// From the state on. Where joint actions without outcome are drawn again and again, the first ones are tried in order.
RandomSteps random_steps(const explicit_state::Interpreter& interpreter, const explicit_state::StepCheck& check,
                         const State& state, std::size_t count, Dice& dice, const Budget& budget);

}  // namespace gnomon::simulate
