// Which cubes the state leaves possible: those whose guards all hold.
//
// Guards are put together into chunks that read few bits of a state. A chunk is a table by these bits, whose entries are
// the cubes that it leaves possible, in the words in which there are any of its cubes. So a state is read by a few lookups
// and conjunctions of words, however many lines the model has. Guards that read many bits are looked up one by one.
//
// Entries are computed when they are first needed. An object is for one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "enumerate/cubes.h"
#include "enumerate/value_table.h"

namespace gnomon::enumerate {

class GuardTables {
 public:
  // Both must outlive this.
  GuardTables(const Layout& layout, const Cubes& cubes);

  // Fills a set of cubes.
  void read(const Word* state, std::vector<Word>& possible, Expression::Scratch& scratch);

 private:
  struct Chunk {
    KeyReader reads;
    std::vector<std::uint32_t> guards;
    std::vector<std::uint32_t> words;  // of sets of cubes, that it changes
    std::vector<Word> entries;         // one per word, by key
    std::vector<std::uint8_t> known;   // by key
  };
  struct Wide {
    std::uint32_t guard = 0;
    ValueTable table;
  };
  bool holds(std::uint32_t guard, const Word* state, Expression::Scratch& scratch) const;
  void compute(Chunk& chunk, Word key, const Word* state, Expression::Scratch& scratch) const;

  const Layout* layout_;
  const Cubes* cubes_;
  std::vector<Chunk> chunks_;
  std::vector<Wide> wide_;
};

}  // namespace gnomon::enumerate
