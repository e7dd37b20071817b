// A set of states in slices, as a value of the coordinator: a number that stands for a part in each slice. Operations
// are commands; questions wait for the answers. The parts are forgotten with the last value.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "slices/crew.h"

namespace gnomon::slices {

class SlicedSet {
 public:
  SlicedSet() = default;  // no set; only assignment is allowed
  // What the command computes. The crew must outlive all copies of the set.
  static SlicedSet computed(Crew& crew, Command command);
  // Two sets by one command.
  static std::pair<SlicedSet, SlicedSet> both_computed(Crew& crew, Command command);
  // The states of a loose set (slices/command.h), each in the slice that it belongs to.
  static SlicedSet routed(const SlicedSet& loose, bool with_actions = false);

  bool valid() const { return held_ != nullptr; }
  SetNumber number() const { return held_->number; }
  Crew& crew() const { return *held_->crew; }

  bool empty() const;
  bool subset_of(const SlicedSet& other) const;
  bool disjoint_from(const SlicedSet& other) const;
  bool operator==(const SlicedSet& other) const;
  BigInt count() const;
  std::size_t hash() const;  // from the number of states

  SlicedSet operator&(const SlicedSet& other) const { return combined(Op::And, other); }
  SlicedSet operator|(const SlicedSet& other) const { return combined(Op::Or, other); }
  SlicedSet operator-(const SlicedSet& other) const { return combined(Op::Minus, other); }
  SlicedSet& operator&=(const SlicedSet& other) { return *this = *this & other; }
  SlicedSet& operator|=(const SlicedSet& other) { return *this = *this | other; }
  SlicedSet& operator-=(const SlicedSet& other) { return *this = *this - other; }

 private:
  struct Held {
    Held(Crew& of, SetNumber as) : crew(&of), number(as) {}
    ~Held();
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    Crew* crew;
    SetNumber number;
  };

  SlicedSet(Crew& crew, SetNumber number) : held_(std::make_shared<const Held>(crew, number)) {}
  SlicedSet combined(Op op, const SlicedSet& other) const;
  bool all_say(Op op, const SlicedSet& other) const;

  std::shared_ptr<const Held> held_;
};

}  // namespace gnomon::slices
