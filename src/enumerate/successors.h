// The successors of one state, each once.
//
// Never a blind product of actions: choices are made one after the other, and only those that still make a difference.
// The remainders of all units (enumerate/behaviour.h) say whose action the most of them wait for. Its enabled actions
// are tried, those that no remainder compares as one; each leaves smaller remainders, and units that are settled change
// at once. Where a scheduler picks who moves, the actions of all others are never looked at.
//
// An object is for one thread; it remembers what it has computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "enumerate/behaviour.h"
#include "enumerate/program.h"

namespace gnomon::enumerate {

class Successors {
 public:
  // The program must outlive this. Raises LimitReached where a step has more than a few million combinations.
  explicit Successors(const Program& program);

  // Finds the successors of a state.
  void expand(const Word* state);

  // The same in two stages, for the choices of coalitions: what agents may do in the state, and the successors by the
  // joint actions in which some agents do something given. By AgentId; kOpen: whatever is enabled.
  void enter(const Word* state);
  bool blocked() const { return blocked_; }  // some agent that takes part has no enabled action
  // Requires an agent that takes part. Valid until the next call of enter.
  std::span<const std::uint32_t> enabled(std::size_t agent) const { return enabled_[agent]; }
  // Whether it may make a difference for successors of this state if the agent does this and not something else of
  // which this is false.
  bool matters(std::size_t agent, std::uint32_t action) const;
  void complete(std::span<const std::uint32_t> given);

  // What was found last.
  std::size_t count() const { return count_; }
  const Word* operator[](std::size_t i) const { return found_.data() + i * words_; }
  // Some enabled joint action makes a line hold that assigns a value out of range.
  bool overflow() const { return overflow_; }

 private:
  struct Waiting {
    std::uint32_t unit = 0;
    std::uint32_t remainder = 0;
  };
  // Unfinished successors that agree on the actions chosen so far.
  struct Level {
    std::vector<Waiting> waiting;  // units that are not settled
    std::vector<Word> states;
    std::size_t count = 0;
  };

  Level& level(std::size_t depth);
  void branch(std::size_t depth);
  std::uint32_t most_awaited(const Level& now);
  void list_options(const Level& now, std::uint32_t agent, std::vector<std::uint32_t>& options);
  bool choose(const Level& from, Level& to, std::uint32_t agent, std::uint32_t action);
  bool settle(Level& at, std::uint32_t unit, std::uint32_t remainder);
  void drop_duplicates();
  void check_count(std::size_t count) const;

  const Program* program_;
  std::size_t words_;  // of a state
  std::vector<ProtocolTable> protocols_;
  std::vector<UnitTable> units_;
  Expression::Scratch scratch_;

  const Word* state_ = nullptr;
  bool blocked_ = false;
  std::vector<std::span<const std::uint32_t>> enabled_;
  std::vector<std::uint32_t> remainders_;  // of the units, before any action is known
  std::vector<std::uint32_t> anything_;    // by agent: kOpen
  std::span<const std::uint32_t> given_;
  std::vector<std::unique_ptr<Level>> levels_;
  std::vector<std::vector<std::uint32_t>> options_;  // by level
  std::vector<std::uint32_t> awaited_;               // by agent: units that wait for its action
  std::vector<std::uint8_t> decides_;                // by action of one agent
  std::vector<Word> found_;
  std::size_t count_ = 0;
  bool overflow_ = false;
  std::vector<std::uint32_t> slots_;  // for duplicates
};

}  // namespace gnomon::enumerate
