// A set of global states: a diagram over the current bits and nothing else.
#pragma once

#include <cstddef>
#include <utility>

#include "bdd/bdd.h"

namespace gnomon::model {

class StateSet {
 public:
  StateSet() = default;  // no set; only assignment and valid() are allowed
  explicit StateSet(bdd::Bdd over_current_bits) : bdd_(std::move(over_current_bits)) {}

  bool valid() const { return bdd_.valid(); }
  bool empty() const { return bdd_.is_false(); }
  bool subset_of(const StateSet& other) const { return bdd_.subset_of(other.bdd_); }
  bool disjoint_from(const StateSet& other) const { return bdd_.disjoint_from(other.bdd_); }
  bool operator==(const StateSet&) const = default;
  std::size_t hash() const { return bdd_.hash(); }

  StateSet operator&(const StateSet& other) const { return StateSet(bdd_ & other.bdd_); }
  StateSet operator|(const StateSet& other) const { return StateSet(bdd_ | other.bdd_); }
  StateSet operator-(const StateSet& other) const { return StateSet(bdd_.minus(other.bdd_)); }
  StateSet& operator&=(const StateSet& other) { return *this = *this & other; }
  StateSet& operator|=(const StateSet& other) { return *this = *this | other; }
  StateSet& operator-=(const StateSet& other) { return *this = *this - other; }

  const bdd::Bdd& bdd() const { return bdd_; }

 private:
  bdd::Bdd bdd_;
};

}  // namespace gnomon::model
