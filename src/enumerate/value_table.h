// What was computed before, by the few variables that it depends on: a table by the bits of these variables where there
// are few of them, and otherwise a hash table that is emptied when it has grown to a fixed size. An object is for one
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "enumerate/layout.h"
#include "enumerate/memo.h"

namespace gnomon::enumerate {

class ValueTable {
 public:
  // The value of whoever has none.
  static constexpr std::uint32_t kAbsent = Memo::kAbsent;

  explicit ValueTable(const KeyReader& reads) : reads_(reads) {}

  // `compute()` gives a number other than kAbsent.
  template <class Compute>
  std::uint32_t value(const Word* state, Compute&& compute) {
    if (!reads_.fits()) return compute();
    const Word key = reads_.key(state);
    if (reads_.bits() <= kDirectBits) {
      if (direct_.empty()) direct_.assign(std::size_t{1} << reads_.bits(), kAbsent);
      if (direct_[key] == kAbsent) direct_[key] = compute();
      return direct_[key];
    }
    std::uint32_t known = known_.find(key);
    if (known != kAbsent) return known;
    known = compute();
    if (known_.size() >= kMostKnown) known_.clear();
    known_.add(key, known);
    return known;
  }
  void clear() {
    direct_.clear();
    known_.clear();
  }

 private:
  static constexpr std::size_t kDirectBits = 12;
  static constexpr std::size_t kMostKnown = std::size_t{1} << 15;
  KeyReader reads_;
  std::vector<std::uint32_t> direct_;
  Memo known_;
};

}  // namespace gnomon::enumerate
