// States as machine words: where each variable stands, and how its values are written.
//
// A variable with n values takes ceil(log2 n) bits, which hold the position of the value in its type; a variable with
// one value takes none. The variables of an agent stand side by side, and no variable crosses the border of a word, so
// that what an agent reads is cut out of a state by a few shifts (KeyReader).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ispl/checked_model.h"

namespace gnomon::enumerate {

using Word = std::uint64_t;

struct Field {
  std::uint32_t word = 0;
  std::uint32_t shift = 0;
  std::uint32_t bits = 0;

  Word mask() const { return bits == 0 ? 0 : (~Word{0} >> (64 - bits)) << shift; }
  Word code(const Word* state) const { return (state[word] & mask()) >> shift; }
};

class Layout {
 public:
  // The model must outlive the layout.
  explicit Layout(const ispl::CheckedModel& model);

  std::size_t words() const { return words_; }            // per state; at least one
  std::size_t state_bits() const { return state_bits_; }  // that are in use
  const Field& field(ispl::VarId var) const { return fields_[var.index()]; }
  ispl::Value value(const Word* state, ispl::VarId var) const;
  // The bits of the value, in place; none if it is no value of the variable's type.
  std::optional<Word> bits(ispl::VarId var, ispl::Value value) const;
  // All values, by VarId.
  std::vector<ispl::Value> decode(const Word* state) const;
  // None if some value is not in the type of its variable.
  std::optional<std::vector<Word>> encode(const std::vector<ispl::Value>& values) const;
  // The bits of these variables, one mask per word.
  std::vector<Word> mask(const std::vector<ispl::VarId>& vars) const;

 private:
  const ispl::CheckedModel* model_;
  std::vector<Field> fields_;
  std::size_t words_ = 1;
  std::size_t state_bits_ = 0;
};

// Some bits of a few words as one number, if they fit 64 bits: the values of the variables that somebody reads.
class KeyReader {
 public:
  KeyReader() = default;
  KeyReader(const Layout& layout, const std::vector<ispl::VarId>& vars) : KeyReader(layout.mask(vars)) {}
  explicit KeyReader(const std::vector<Word>& masks);  // the bits to read, per word

  bool fits() const { return bits_ <= kMostBits; }
  std::size_t bits() const { return bits_; }
  Word key(const Word* state) const {
    Word key = 0;
    for (const Piece& piece : pieces_) key |= ((state[piece.word] >> piece.shift) & piece.mask) << piece.at;
    return key;
  }

 private:
  static constexpr std::size_t kMostBits = 64;
  struct Piece {  // fields that are neighbours are one piece
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    std::uint32_t at = 0;
    Word mask = 0;
  };
  std::vector<Piece> pieces_;
  std::size_t bits_ = 0;
};

}  // namespace gnomon::enumerate
