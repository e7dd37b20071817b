// The enabled actions of an agent, by the variables that its protocol reads. Lists that are equal have one number.
// Where these variables are many, the lines that may hold are known by a few of them. An object is for one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "enumerate/program.h"
#include "enumerate/value_table.h"

namespace gnomon::enumerate {

class ProtocolTable {
 public:
  // The program must outlive this.
  ProtocolTable(const Program& program, std::size_t agent);

  // The number of the list in this state.
  std::uint32_t list(const Word* state, Expression::Scratch& scratch) {
    return known_.value(state, [&] { return compute(state, scratch); });
  }
  // Local numbers, ascending.
  std::span<const std::uint32_t> actions(std::uint32_t list) const { return *lists_[list]; }

  // Whether so many lists were found that they are better forgotten; clear() makes all numbers invalid.
  bool crowded() const { return lists_.size() >= kMostLists; }
  void clear();

 private:
  static constexpr std::size_t kMostLists = std::size_t{1} << 12;
  std::uint32_t compute(const Word* state, Expression::Scratch& scratch);
  const std::vector<std::uint32_t>& possible(const Word* state, Expression::Scratch& scratch);

  const Layout* layout_;
  const Protocol* protocol_;
  std::size_t variables_;  // of the model
  ValueTable known_;
  ValueTable possible_;                            // which of the following lists, by the variables that tell
  std::vector<std::vector<std::uint32_t>> lines_;  // that may hold
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;
  std::vector<const std::vector<std::uint32_t>*> lists_;  // by number: the keys of the map
};

}  // namespace gnomon::enumerate
