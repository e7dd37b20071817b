// The successors of one state, each once.
//
// Never a blind product of actions. The sectors of the model (enumerate/program.h) follow one another. In each, the state
// tells which cubes are possible (enumerate/guard_tables.h); agents that have only one enabled action have chosen; and
// then the graph of decisions says what changes and who chooses next (enumerate/decisions.h). All of this is looked up in
// tables, so that the size of conditions hardly matters.
//
// An object is for one thread; it remembers what it has computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "enumerate/avoidance.h"
#include "enumerate/decisions.h"
#include "enumerate/guard_tables.h"
#include "enumerate/program.h"
#include "enumerate/protocol_table.h"
#include "enumerate/value_table.h"

namespace gnomon::enumerate {

// What is to be told of the choices that lead to a successor: a pattern (enumerate/avoidance.h) of some agents, which are
// its members.
struct ChoiceRecord {
  static constexpr std::uint32_t kNone = 0xffffffffU;
  ChoiceBits bits;
  std::vector<std::uint32_t> member;                // by agent: its number, or kNone
  std::vector<std::vector<std::uint32_t>> choices;  // by member: one action of each kind
};

class Successors {
 public:
  // The program must outlive this. Raises LimitReached where a step has more than a few million combinations.
  explicit Successors(const Program& program, const StepMemory& memory = {});

  // Finds the successors of a state.
  void expand(const Word* state);

  // The same in two stages, for the choices of coalitions: what agents may do in the state, and the successors by the
  // joint actions in which some agents do something given. By AgentId; kOpen: whatever is enabled.
  void enter(const Word* state);
  bool blocked() const { return blocked_; }  // some agent that takes part has no enabled action
  // Requires an agent that takes part. Valid until the next call of enter.
  std::span<const std::uint32_t> enabled(std::size_t agent);
  // The enabled actions by what they do in this state, whatever the others do: for each, in order, the number of its
  // kind; kinds are numbered as they occur. Their number. Requires a state that is not blocked.
  std::uint32_t kinds(std::size_t agent, std::vector<std::uint32_t>& kind_of);
  void complete(std::span<const std::uint32_t> given);
  // All successors, each with its pattern in the words behind it: the members that were asked on the way, with the
  // choices that lead there. A successor is found once for each pattern.
  void complete(const ChoiceRecord& record);

  // What was found last.
  std::size_t count() const { return count_; }
  const Word* operator[](std::size_t i) const { return found_.data() + i * words_; }
  // Moves the successors, one after the other, to the caller's array; count() stays.
  void take(std::vector<Word>& states) { states.swap(found_); }
  // Some enabled joint action makes a line hold that assigns a value out of range.
  bool overflow() const { return overflow_; }
  // The work of all calls: successors, with those found more than once, and what was evaluated to find them.
  std::uint64_t effort() const { return combinations_ + scratch_.effort(); }

 private:
  struct SectorTables {
    SectorTables(const Program& program, const Sector& sector, const StepMemory& memory)
        : guards(program.layout(), sector.cubes),
          decisions(program, sector, memory.patience),
          decided(decisions.words_of_agents()) {
      if (sector.reads.bits() <= memory.direct_bits && !sector.cubes.residues()) {
        known.assign(std::size_t{1} << sector.reads.bits(), nullptr);
      }
    }
    GuardTables guards;
    Decisions decisions;
    std::vector<Word> possible;  // cubes, by the state alone
    std::vector<Word> cubes;     // of these, those that agents without a choice allow
    std::vector<Word> decided;   // these agents
    Decisions::Node* first = nullptr;
    std::vector<Decisions::Node*> known;  // first nodes, by all that they depend on, if that is little
  };
  // Unfinished successors that agree on the actions chosen so far.
  struct Level {
    std::vector<Word> states;
    std::size_t count = 0;
    std::vector<Decisions::Option> options;
    std::vector<std::uint32_t> option_of;  // by choice of the member that is asked, if it is recorded
  };

  void forget();
  std::uint32_t enabled_list(std::size_t agent);
  void enter_sector(std::size_t sector);
  void read_cubes(std::size_t sector);
  Level& level(std::size_t depth);
  void find_all(std::span<const std::uint32_t> given, const ChoiceRecord* record);
  template <bool kRecording>
  void branch(std::size_t depth, std::size_t sector, Decisions::Node* node);
  void record(std::uint32_t agent, const Level& asked, std::size_t option, Word* states, std::size_t count) const;
  bool apply(std::size_t sector, const Decisions::Node& node, Level& at);
  bool change(const Decisions::Node& node, Word* states, std::size_t count);
  void add_found(const Level& level);
  // Whether nothing is left to be chosen after the node.
  bool ends(std::size_t sector, const Decisions::Node& node) const {
    return node.agent == Decisions::kNobody && node.branchings.empty() && sector + 1 == sectors_.size();
  }
  bool branch_unit(const Sector& sector, const Decisions::Branching& branching, Level& at);
  bool holds(const Sector& sector, const Decisions::Alternative& alternative);
  bool add_change(const std::vector<std::uint32_t>& assignments);
  Word bits(std::uint32_t assignment);
  void drop_duplicates();
  void check_count(std::size_t count) const;
  void check_steps() const;

  const Program* program_;
  std::size_t most_combinations_;  // in the step from one state
  std::uint64_t most_evaluated_;   // likewise
  std::size_t words_;              // of a state, with the pattern behind it
  std::vector<ProtocolTable> protocols_;
  std::vector<std::uint32_t> may_block_;  // agents that may have no enabled action
  std::vector<SectorTables> sectors_;
  std::vector<ValueTable> values_;  // by assignment: the position of the value in its type, or kOutOfRange
  Expression::Scratch scratch_;

  const Word* state_ = nullptr;
  bool blocked_ = false;
  std::vector<std::uint32_t> lists_;     // by agent: the enabled actions; kAbsent: not looked up yet
  std::vector<std::uint32_t> anything_;  // by agent: kOpen
  std::span<const std::uint32_t> given_;
  const ChoiceRecord* record_ = nullptr;
  std::vector<std::uint32_t> actions_;  // by agent: what was chosen
  std::vector<std::unique_ptr<Level>> levels_;
  std::vector<Word> changes_;  // of one unit: for each alternative, what every word keeps and sets
  std::vector<Word> found_;
  std::size_t count_ = 0;
  bool overflow_ = false;
  std::vector<std::uint32_t> slots_;  // for duplicates
  std::vector<Word> left_;            // what each kind of actions leaves of the cubes that depend on them
  std::uint64_t combinations_ = 0;
  std::uint64_t steps_before_ = 0;  // of expressions, for other states
};

}  // namespace gnomon::enumerate
