// The computed cache: a lossy, direct-mapped table from (operation, arguments) to results.
//
// An entry is four words: edges a and b, a word c, the result edge. The word c says what is computed:
//   c < kFirstContext            an operation on a and b, by its OpCode
//   c < 2 * kFirstIndex          a and b in a registered context (a renaming, a substitution, a transition relation)
//   c even                       if c then b else a, with b and c regular
//   c odd                        exists (c - 1). a and b
// Four neighbouring nodes share a line of the cache: arguments that follow each other in the node table, as they do
// when a recursion walks through a large diagram with a small one, are found in lines that were just used.
//
// All edges named by an entry can be found without knowing the operation, so that a collection keeps exactly the
// entries whose nodes all survive. A word of zeros is the empty entry.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bdd/edge.h"
#include "bdd/page_array.h"

namespace gnomon::bdd {

enum class OpCode : std::uint32_t {
  None,
  And,
  Xor,
  Exists,    // exists b. a
  Disjoint,  // a and b is false; the result is a constant
  Restrict,  // a simplified by care set b
  Cofactor,  // a under the literals of cube b
};
inline constexpr std::uint32_t kFirstContext = 16;
inline constexpr std::uint32_t kContextEnd = 2 * kFirstIndex;

class ComputedCache {
 public:
  struct alignas(16) Entry {
    Edge a;
    Edge b;
    std::uint32_t c;
    Edge result;
  };

  explicit ComputedCache(unsigned bits) { set_bits(bits); }

  // Where the result for these arguments is, if it is known. The cache may grow or shrink between `find` and `store`:
  // what is then stored in the old place is never found.
  std::size_t place(Edge a, Edge b, std::uint32_t c) const {
    const std::uint64_t key =
        (static_cast<std::uint64_t>(a & ~kNearMask) << 32 | (b & ~kNearMask)) + c * 0x9e3779b97f4a7c15ull;
    const std::uint64_t line = (key ^ key >> 29) * 0xd6e8feb86659fd93ull >> line_shift_;
    return static_cast<std::size_t>(line * 4 + (((a >> 1) + (b & ~1u)) & 3));
  }
  bool find(std::size_t place, Edge a, Edge b, std::uint32_t c, Edge& result) {
    const Entry& e = entries_[place];
    if (e.a != a || e.b != b || e.c != c) return false;
    ++hits_;
    result = e.result;
    return true;
  }
  void store(std::size_t place, Edge a, Edge b, std::uint32_t c, Edge result) {
    entries_[place] = Entry{a, b, c, result};
  }

  unsigned bits() const { return 64 - line_shift_ + 2; }
  std::size_t bytes() const { return used_ * sizeof(Entry); }
  std::uint64_t hits() const { return hits_; }

  void set_bits(unsigned bits);  // grows, keeping the entries; throws std::bad_alloc, leaving the cache as it was
  void shrink(unsigned bits);    // forgets everything, and gives memory back; the old places can still be written to
  void clear();
  // Empties the entries that name a node without the mark bit.
  void keep_marked(const Node* nodes);
  template <class Exists>
  bool refers_only_to(Exists exists) const {
    for (std::size_t i = 0; i < used_; ++i) {
      const Entry& e = entries_[i];
      if (e.c == 0) continue;
      if (!exists(e.a) || !exists(e.b) || !exists(e.result) || (e.c >= kContextEnd && !exists(e.c))) return false;
    }
    return true;
  }

 private:
  static constexpr Edge kNearMask = 6;  // the bits of an edge that are left out of the hash of its line

  PageArray<Entry, Mapping::AtOnce> entries_;
  std::size_t used_ = 0;      // entries that are looked at: all of them, or fewer after the cache has shrunk
  unsigned line_shift_ = 64;  // 64 - log2(lines)
  std::uint64_t hits_ = 0;
};

}  // namespace gnomon::bdd
