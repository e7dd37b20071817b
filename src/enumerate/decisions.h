// Who chooses next, and what follows: the steps of a model as a graph of decisions.
//
// A node is a set of cubes that can still hold, with the agents among those they depend on whose actions are known. It
// says what changes at once: the units all of whose remaining cubes wait for nobody. And it says whose action is chosen
// next: of the agent that most of the remaining cubes wait for. Each of its actions leads to the node with the cubes that
// allow it. Where a scheduler picks who moves, nothing is left that waits for the others, and they are never asked.
//
// Values of variables are no part of nodes, so that there are few of them, and most steps of a search through millions of
// states are found here. Where the first nodes of states hardly ever repeat, they are made anew each time and not kept;
// the nodes that they lead to are.
//
// An object is for one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <span>
#include <vector>

#include "enumerate/memo.h"
#include "enumerate/program.h"

namespace gnomon::enumerate {

// How much is remembered about steps, and how many there may be.
struct StepMemory {
  std::size_t direct_bits = 12;  // sectors that depend on so many bits have a table of their first nodes
  std::size_t patience = 4096;   // after so many misses, first nodes are kept only if three in four are found again
  std::size_t most_combinations = std::size_t{1} << 22;                      // in the step from one state
  std::uint64_t most_evaluated = std::numeric_limits<std::uint64_t>::max();  // steps of expressions; likewise
};

class Decisions {
 public:
  static constexpr std::uint32_t kNobody = 0xffffffffu;

  struct Node;
  struct Option {
    std::uint32_t action = 0;
    Node* node = nullptr;
  };
  // A line of a unit that may take place: at once, or if the residues of one of these cubes hold.
  struct Alternative {
    std::uint32_t line = 0;
    std::vector<std::uint32_t> cubes;
  };
  struct Branching {
    std::uint32_t unit = 0;
    std::vector<Alternative> alternatives;
  };
  struct Change {
    std::uint32_t word = 0;
    Word keep = ~Word{0};
    Word set = 0;
  };
  struct Node {
    std::vector<Change> constants;           // what changes in the same way in every state
    std::vector<std::uint32_t> assignments;  // and what depends on it
    std::vector<Branching> branchings;       // units with several lines, or with residues
    std::uint32_t agent = kNobody;           // who chooses; nobody: that is all

    // What follows is for Decisions alone.
    struct Known {
      std::uint32_t enabled = 0;
      std::vector<Option> options;
    };
    std::vector<Word> key;        // the cubes, then the agents whose actions are known
    std::vector<Word> rest;       // likewise: what its actions leave to be decided
    bool all_differ = false;      // residues look at the action, so no two options are alike
    std::vector<Node*> children;  // by action; null: not known yet
    std::vector<Known> known;     // options by the number of the list of enabled actions
    std::uint64_t seen = 0;
    Node* same_hash = nullptr;  // another node, whose key has the same hash
  };

  // Both must outlive this.
  Decisions(const Program& program, const Sector& sector, std::size_t patience);

  // Where a set of cubes leads if the agents of `decided`, a set of positions in the list of the sector, have chosen. Valid
  // until the next call.
  Node& enter(std::span<const Word> cubes, std::span<const Word> decided);
  // The same; valid until clear().
  Node& keep(std::span<const Word> cubes, std::span<const Word> decided);
  // What the agent of the node can do, each kind of action once: `enabled` are the actions, `list` is their number.
  // `room` is for the answer where it is not kept.
  const std::vector<Option>& options(Node& node, std::uint32_t list, std::span<const std::uint32_t> enabled,
                                     std::vector<Option>& room);
  // For each of these actions of the agent, the position of its option. Requires one of each kind of enabled actions
  // (Successors::kinds), in order.
  void find_options(Node& node, std::span<const std::uint32_t> actions, const std::vector<Option>& options,
                    std::vector<std::uint32_t>& option_of);
  // What one action of the agent leaves.
  Node& after(Node& node, std::uint32_t action);

  std::size_t words_of_agents() const { return agent_words_; }  // of a set of agents
  // Keeps of the cubes those that allow an agent this action.
  void choose(std::size_t agent, std::uint32_t action, std::span<Word> cubes) const;

  // Whether so much is known that it is better forgotten; clear() makes all nodes invalid.
  bool crowded() const { return nodes_.size() >= kMostNodes || kept_words_ >= kMostWords; }
  void clear();

 private:
  static constexpr std::size_t kMostNodes = std::size_t{1} << 16;
  static constexpr std::size_t kMostWords = std::size_t{1} << 20;

  Node& intern(const std::vector<Word>& key);
  void drop_irrelevant(std::vector<Word>& key) const;
  void fill(Node& node);
  bool fill_as_before(Node& node);
  // A cube of a line.
  struct Part {
    std::uint32_t line = 0;
    std::uint32_t cube = 0;
    auto operator<=>(const Part&) const = default;
  };
  void settle(Node& node, std::span<const Word> settled);
  void find_parts(std::span<const Word> cubes);
  bool waits(std::uint32_t unit, std::span<const Word> settled) const;
  void apply(Node& node, std::uint32_t unit);
  void list_options(Node& node, std::span<const std::uint32_t> enabled, std::vector<Option>& options);
  bool is_decided(const std::vector<Word>& key, std::uint32_t agent) const {
    const std::uint32_t at = position_[agent];
    return (key[words_ + at / 64] >> (at % 64) & 1) != 0;
  }
  struct Place {
    std::uint32_t unit = 0;
    std::uint32_t line = 0;
  };
  template <class Visit>
  void for_cubes(std::span<const Word> cubes, Visit&& visit) const;

  const Program* program_;
  const Sector* sector_;
  const Cubes* cubes_;
  std::size_t words_;  // of a set of cubes
  std::size_t agent_words_;
  std::vector<std::uint32_t> position_;  // by agent: in the list of the sector
  std::deque<Node> nodes_;
  std::vector<Node*> by_number_;
  Memo numbers_;  // by hash of the key
  std::size_t kept_words_ = 0;
  std::uint64_t stamp_ = 0;

  std::size_t patience_;
  std::size_t entries_ = 0;  // first nodes that were asked for
  std::size_t misses_ = 0;
  bool keep_first_ = true;
  Node first_;                       // that is not kept
  std::uint32_t asked_ = kNobody;    // the agent of the last such node
  std::vector<Word> asked_reading_;  // the cubes that depend on it
  std::vector<Word> key_;
  std::vector<std::uint32_t> waiting_;  // by agent: cubes that wait for it
  std::vector<Word> settled_;
  std::vector<std::uint8_t> unit_state_;
  std::vector<std::uint32_t> touched_;      // units
  std::vector<std::vector<Part>> parts_;    // by unit, of those that are touched: what the cubes leave of them
  std::vector<std::vector<Place>> places_;  // by cube: where it stands
};

}  // namespace gnomon::enumerate
