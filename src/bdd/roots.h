// Which functions are in use: one slot per living handle, pointing back at the handle. A collection marks from these
// slots; no node carries a reference count. Copying and destroying handles costs a few instructions; when the manager
// goes first, it finds every handle here and empties it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gnomon::bdd {

class Bdd;

class Roots {
 public:
  std::uint32_t add(Bdd* handle) {
    if (free_ == kNone) {
      slots_.push_back(reinterpret_cast<std::uintptr_t>(handle));
      return static_cast<std::uint32_t>(slots_.size() - 1);
    }
    const std::uint32_t slot = free_;
    free_ = static_cast<std::uint32_t>(slots_[slot] >> 1);
    slots_[slot] = reinterpret_cast<std::uintptr_t>(handle);
    return slot;
  }
  void move(std::uint32_t slot, Bdd* handle) { slots_[slot] = reinterpret_cast<std::uintptr_t>(handle); }
  void remove(std::uint32_t slot) {
    slots_[slot] = static_cast<std::uintptr_t>(free_) << 1 | 1;
    free_ = slot;
  }
  std::size_t bytes() const { return slots_.capacity() * sizeof(std::uintptr_t); }

  template <class Visit>
  void for_each(Visit visit) const {
    for (const std::uintptr_t slot : slots_) {
      // A slot is a tagged word on purpose: eight bytes per handle, and no allocation when one dies.
      if ((slot & 1) == 0) visit(*reinterpret_cast<Bdd*>(slot));  // NOLINT(performance-no-int-to-ptr)
    }
  }

 private:
  static constexpr std::uint32_t kNone = 0x7fffffff;  // also fits a shifted 32-bit word

  std::vector<std::uintptr_t> slots_;  // a handle's address, or the next free slot * 2 + 1
  std::uint32_t free_ = kNone;
};

}  // namespace gnomon::bdd
