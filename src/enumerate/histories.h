// What agents who remember may find themselves in: the states of a list, each with what is considered possible there. A place
// is a state after some history, as far as a formula can tell.
//
//   TimedHistories      @clock: agents know how many steps were made. A place is a state with the set of all states that as
//                       many steps lead to; the sequence of these sets repeats itself.
//   RecalledHistories   @recall: agents remember all that they have seen. A place is a world: a state with one information
//                       set for each knower that the formula asks about there, which is a set of worlds (a k-tree; van der
//                       Meyden and Shilov 1999). Which knowers are asked about inside whose worlds is a tree of views.
//
// Both have steps between places. Worlds and sets are made once, deepest views first, so that the sets of a world are known
// when it makes a step:
//
//   (s, N_1, ..., N_k) -> (t, N_1', ..., N_k')   iff s -> t and N_i' = { w' : w in N_i, w -> w', i sees in w' what it sees in t }
//
// src/recall does the same with diagrams, and only as far as a formula looks. Here all is made, and the number of places is
// limited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "check/space.h"
#include "enumerate/space.h"
#include "logic/formula.h"

namespace gnomon::enumerate {

using PlaceIndex = std::uint32_t;

// Where histories begin: the actual state is in one set, agents take it to be in the other, which is no smaller.
struct Beginnings {
  BitSet actual;
  BitSet believed;
};

class Histories {
 public:
  virtual ~Histories() = default;

  std::size_t size() const { return states_.size(); }
  StateIndex state(PlaceIndex p) const { return states_[p]; }
  const std::vector<PlaceIndex>& initial() const { return initial_; }  // the places of actual beginnings
  std::size_t successor_count(PlaceIndex p) const { return rows_[p + 1] - rows_[p]; }
  PlaceIndex successor(PlaceIndex p, std::size_t i) const { return targets_[rows_[p] + i]; }
  // The places at which the group, pooling what its members know, considers some place of the set possible. Requires a group
  // that the formula asks about; at places where it does not, nothing is considered possible.
  virtual BitSet considering(const BitSet& set, const check::Coalition& group) const = 0;

 protected:
  explicit Histories(const Space& space, std::size_t most) : space_(&space), most_(most) {}
  void check_size(std::size_t places) const;

  const Space* space_;
  std::size_t most_;  // places
  std::vector<StateIndex> states_;
  std::vector<PlaceIndex> initial_;
  std::vector<std::uint64_t> rows_{0};
  std::vector<PlaceIndex> targets_;
};

class TimedHistories : public Histories {
 public:
  // The space must outlive this; likewise below. Raises LimitReached where there are more places than `most`.
  TimedHistories(const Space& space, const Beginnings& from, std::size_t most);
  BitSet considering(const BitSet& set, const check::Coalition& group) const override;

 private:
  PlaceIndex place(std::size_t time, StateIndex s) const;
  std::vector<std::size_t> first_;  // the first place of each time, and the end
};

class RecalledHistories : public Histories {
 public:
  RecalledHistories(const Space& space, const logic::FormulaPool& pool, logic::Formula formula, const Beginnings& from,
                    std::size_t most);
  BitSet considering(const BitSet& set, const check::Coalition& group) const override;
  std::size_t sets() const { return sets_.size(); }

 private:
  using SetIndex = std::uint32_t;
  struct KeyHash {
    std::size_t operator()(const std::vector<std::uint32_t>& key) const noexcept;
  };
  template <class Value>
  using Index = std::unordered_map<std::vector<std::uint32_t>, Value, KeyHash>;
  struct View {
    check::Coalition knower;
    std::vector<std::size_t> children;                      // views with larger numbers
    const Classes* classes = nullptr;                       // what the knower sees, by state
    std::unordered_map<std::uint32_t, SetIndex> beginning;  // by class
  };
  struct InformationSet {
    std::vector<PlaceIndex> worlds;                     // ascending
    std::unordered_map<std::uint32_t, SetIndex> steps;  // by what is seen then
  };

  void make_views(const logic::FormulaPool& pool, logic::Formula formula);
  std::size_t child(std::size_t view, const check::Coalition& knower);
  void make_worlds(std::size_t view, const Beginnings& from);
  PlaceIndex world(std::size_t view, StateIndex s, const std::vector<SetIndex>& knowledge);
  SetIndex information_set(std::vector<PlaceIndex> worlds);
  void step(SetIndex set, std::size_t view);
  const std::vector<PlaceIndex>& successors(PlaceIndex world);

  std::vector<View> views_;  // the root first; it has no knower
  std::vector<InformationSet> sets_;
  std::vector<std::uint32_t> view_of_;               // by world
  std::vector<std::vector<SetIndex>> knowledge_;     // by world, by child of its view
  std::vector<std::vector<PlaceIndex>> successors_;  // by world
  std::vector<bool> stepped_;
  std::size_t members_ = 0;  // of all sets
  Index<PlaceIndex> worlds_;
  Index<SetIndex> set_index_;
};

}  // namespace gnomon::enumerate
