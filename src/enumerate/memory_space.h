// The space (check/space.h) of states with what agents remember there, where states are listed: places of histories
// (enumerate/histories.h), with one bit per place as sets. All operators mean here what they mean without memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "check/space.h"
#include "enumerate/bit_set.h"
#include "enumerate/histories.h"
#include "enumerate/space.h"

namespace gnomon::enumerate {

class MemorySpace {
 public:
  using Set = BitSet;

  // Both must outlive this; the histories are of the plain space.
  MemorySpace(const Space& plain, const Histories& histories);

  const ispl::CheckedModel& source() const { return plain_->source(); }
  const Set& states() const { return states_; }
  Set none() const { return Set(histories_->size()); }
  Set complement(const Set& set) const { return states_ - set; }
  Set proposition(std::size_t index) const { return lifted(plain_->proposition(index)); }
  Set red(ispl::AgentId agent) const { return lifted(plain_->red(agent)); }
  // The places with a state of the set.
  Set lifted(const BitSet& of_states) const;
  Set initial() const;

  Set predecessors(const Set& set) const;
  Set recurrent_predecessors(const Set& set) const { return predecessors(set); }
  // As in enumerate/space.h.
  Set leading_to(const Set& through, const Set& target, check::Edges edges = check::Edges::All) const;
  Set fair_cycles(const Set& within, const std::vector<Set>& goals) const;
  bool closed() const { return true; }
  const Set& ahead() const { return states_; }
  const std::vector<Set>& fairness() const { return fairness_; }
  Set with_path() const { return lifted(plain_->with_path()); }  // memory does not matter for that

  const Set& possible(const check::Coalition&) const { return states_; }
  Set look_alikes(const Set& set, const check::Coalition& group) const { return histories_->considering(set, group); }

 private:
  template <class Visit>
  void for_predecessors(std::size_t p, Visit&& visit) const {
    for (std::uint64_t at = into_[p]; at < into_[p + 1]; ++at) visit(sources_[at]);
  }

  const Space* plain_;
  const Histories* histories_;
  Set states_;
  std::vector<Set> fairness_;
  std::vector<std::uint64_t> into_;  // where the rows of predecessors begin
  std::vector<PlaceIndex> sources_;
};

static_assert(check::Space<MemorySpace>);

}  // namespace gnomon::enumerate
