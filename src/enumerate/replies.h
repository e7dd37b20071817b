// Whether a coalition has a choice after which the play stays in a set, state by state.
//
// The joint actions of the members are not listed. The successors of a state are found once, whoever chooses what, and
// each tells what it took: a pattern, which names the members that were asked on the way and what they may have chosen.
// So a joint action of the members is of no use if it meets a pattern with an outcome outside the set, and there is one
// of use if these patterns can be avoided together (enumerate/avoidance.h). Actions of a member that do the same in a
// state are one choice, and where no choice makes a difference the successors say all. Where the members have at most 64
// joint choices, a pattern is kept as the set of those by which it comes about, and nothing is searched.
//
// Replies are made once per coalition and state, when they are first asked for, by enumerating the successors again: most
// questions are decided by the successors of a state alone (enumerate/space.cpp). 24 bytes per state, 24 or more per
// pattern, 4 per pattern and outcome.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "base/pace.h"
#include "check/space.h"
#include "enumerate/avoidance.h"
#include "enumerate/chunks.h"
#include "enumerate/graph.h"
#include "enumerate/successors.h"

namespace gnomon::enumerate {

class Replies {
 public:
  // A complete graph, which must outlive this. Sets of joint choices are kept if these are not more; at most 64.
  Replies(const Graph& graph, const check::Coalition& group, std::size_t most_joint_choices = 64);

  // Whether the members have enabled actions such that every outcome, whatever enabled actions the others choose, is one
  // for which `inside` holds; false if somebody has no enabled action. A joint action of everybody without an outcome
  // does no harm. Raises LimitReached where outcomes are very many.
  template <class Predicate>
  bool can_stay(StateIndex s, Predicate&& inside) {
    if (by_state_[s].shape == kUnknown) add_state(s);
    const State& now = by_state_[s];
    if (now.shape == kBlocked) return false;
    if (now.shape == kAlike) return !graph_->some_successor(s, [&](StateIndex t) { return !inside(t); });
    const Shape& shape = shapes_[now.shape];
    if (!shape.joint.empty()) {
      Word bad = 0;
      for (std::size_t i = 0; i < now.count && bad != shape.all; ++i) {
        const Word met = patterns_[now.pattern + i];
        if ((met & ~bad) != 0 && !all_outcomes(groups_[now.first + i], inside)) bad |= met;
      }
      return bad != shape.all;
    }
    const ChoiceBits& bits = shape.bits;
    bad_.clear();
    good_.clear();
    for (std::size_t i = 0; i < now.count; ++i) {
      const bool good = all_outcomes(groups_[now.first + i], inside);
      if (good && !good_.empty()) continue;
      std::vector<Word>& list = good ? good_ : bad_;
      for (std::size_t w = 0; w < bits.words(); ++w) list.push_back(patterns_[now.pattern + i * bits.words() + w]);
    }
    return bad_.empty() || avoidance_.possible(bits, bad_, good_);
  }

 private:
  // Instead of the number of a shape.
  static constexpr std::uint32_t kUnknown = 0xffffffffU;
  static constexpr std::uint32_t kBlocked = 0xfffffffeU;  // somebody has no enabled action
  static constexpr std::uint32_t kAlike = 0xfffffffdU;    // no choice makes a difference

  struct State {
    std::uint64_t first = 0;    // group
    std::uint64_t pattern = 0;  // the first word of the patterns
    std::uint32_t count = 0;    // of groups
    std::uint32_t shape = kUnknown;
  };
  // How the choices of a state are told.
  struct Shape {
    ChoiceBits bits;
    // By bit of a pattern: the joint choices with that choice of its member. Empty if they are too many.
    std::vector<Word> joint;
    Word all = 0;  // joint choices
  };
  // The outcomes of a pattern.
  struct Group {
    std::uint64_t first = 0;
    std::uint32_t count = 0;
  };
  // Successors in a row that took the same.
  struct Run {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  template <class Predicate>
  bool all_outcomes(const Group& group, Predicate& predicate) const {
    for (std::size_t i = 0; i < group.count; ++i) {
      if (!predicate(outcomes_[group.first + i])) return false;
    }
    return true;
  }
  void add_state(StateIndex s);
  void name_choices();
  void find_runs();
  void add_groups(State& state);
  std::uint32_t shape_of(const ChoiceBits& bits);
  void number_joint_choices(Shape& shape) const;
  void keep_pattern(const Shape& shape, const Word* pattern);
  const Word* pattern(const Run& run) const { return successors_[run.first] + graph_->layout().words(); }
  // How two patterns compare: negative, 0 or positive.
  int compare(const Word* a, const Word* b) const;

  const Graph* graph_;
  std::size_t most_joint_choices_;
  std::vector<ispl::AgentId> members_;  // that have actions
  Successors successors_;
  Avoidance avoidance_;
  Pace pace_;
  std::vector<State> by_state_;
  std::map<ChoiceBits, std::uint32_t> shape_numbers_;
  std::vector<Shape> shapes_;
  std::uint32_t last_shape_ = 0;
  Chunks<Group> groups_;
  Chunks<Word> patterns_;
  Chunks<StateIndex> outcomes_;

  std::vector<Word> bad_;   // patterns with an outcome outside
  std::vector<Word> good_;  // the first pattern with none
  // Of the state whose replies are being made.
  ChoiceRecord record_;
  std::vector<std::uint32_t> kind_of_;
  std::vector<Run> runs_;
};

}  // namespace gnomon::enumerate
