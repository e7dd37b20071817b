#include "simulate/random_walk.h"

#include <optional>

namespace gnomon::simulate {

using explicit_state::Interpreter;
using explicit_state::StepCheck;

namespace {

constexpr std::size_t kDraws = 64;
constexpr std::size_t kTried = 10'000;

JointAction draw(const JointChoices& choices, std::size_t agents, Dice& dice) {
  JointAction joint(agents);
  for (const auto& digit : choices.digits()) {
    joint[digit.agent.index()] = digit.enabled[dice.below(digit.enabled.size())];
  }
  return joint;
}

std::optional<WalkStep> random_step(const Interpreter& interpreter, const StepCheck& check, const State& state,
                                    Dice& dice, std::string& stopped) {
  JointChoices choices(interpreter, state);
  BigInt total = choices.total();
  bool too_many = false;
  auto attempt = [&](JointAction joint) -> std::optional<WalkStep> {
    Outcomes found = outcomes(interpreter, check, state, joint);
    too_many = too_many || found.too_many;
    if (found.states.empty()) return std::nullopt;
    State& chosen = found.states[dice.below(found.states.size())];
    return WalkStep{std::move(joint), std::move(chosen)};
  };
  if (total > 0) {
    for (std::size_t i = 0; i < kDraws; ++i) {
      if (auto step = attempt(draw(choices, interpreter.model().agents.size(), dice))) return step;
    }
    for (std::size_t i = 0; i < kTried && BigInt(static_cast<unsigned long>(i)) < total; ++i) {
      if (auto step = attempt(choices.numbered(static_cast<unsigned long>(i)))) return step;
    }
  }
  if (too_many) {
    stopped = "the joint actions have more than " + std::to_string(kMaxOutcomes) + " outcomes";
  } else if (total > kTried) {
    stopped = "no joint action with an outcome was found among the first " + std::to_string(kTried);
  } else {
    stopped = "this state has no successor";
  }
  return std::nullopt;
}

}  // namespace

std::size_t Dice::below(std::size_t count) {
  // Numbers of the last, incomplete round are drawn again.
  std::uint64_t rest = (~std::uint64_t{0} % count + 1) % count;
  std::uint64_t number = engine_();
  while (number > ~std::uint64_t{0} - rest) number = engine_();
  return static_cast<std::size_t>(number % count);
}

RandomSteps random_steps(const Interpreter& interpreter, const StepCheck& check, const State& state, std::size_t count,
                         Dice& dice, const Budget& budget) {
  RandomSteps result;
  State current = state;
  try {
    while (result.steps.size() < count) {
      budget.poll();
      std::optional<WalkStep> step = random_step(interpreter, check, current, dice, result.stopped);
      if (!step) break;
      current = step->state;
      result.steps.push_back(std::move(*step));
    }
  } catch (const LimitReached& limit) {
    result.stopped = limit.what();
  }
  return result;
}

}  // namespace gnomon::simulate
