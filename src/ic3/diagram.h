// A decision diagram copied into an array, and evaluated where some variables are open.
//
// What is asked of it is why it holds: of a complete assignment, which variables the path to the terminal looks at; of a
// partial one, whether the diagram holds whatever the open variables are. Both take no operation on diagrams, and what
// happens to the order of the variables later does not matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bdd/bdd.h"

namespace gnomon::ic3 {

enum class Bit : std::uint8_t { False, True, Open };
using Assignment = std::vector<Bit>;  // by diagram variable

class Diagram {
 public:
  explicit Diagram(const bdd::Bdd& f);

  const std::vector<bdd::Var>& variables() const { return variables_; }
  bool mentions(bdd::Var var) const;
  // Requires that no variable of the diagram is open.
  bool holds(const Assignment& values) const;
  // The variables that decide it, each once, appended to `met`. Requires that it holds and no variable is open.
  void path(const Assignment& values, std::vector<bdd::Var>& met) const;
  // It holds whatever the open variables are. True is always right; false may also mean that it took too long to see.
  bool is_certain(const Assignment& values) const;

 private:
  static constexpr std::uint32_t kFalse = 0;
  static constexpr std::uint32_t kTrue = 1;
  struct Node {
    bdd::Var var;
    std::uint32_t low = kFalse;
    std::uint32_t high = kFalse;
  };

  std::uint32_t next(const Node& node, const Assignment& values) const {
    return values[node.var.index()] == Bit::True ? node.high : node.low;
  }

  std::vector<Node> nodes_;  // the first two are the terminals
  std::uint32_t root_ = kFalse;
  std::vector<bdd::Var> variables_;          // ascending
  mutable std::vector<std::uint32_t> seen_;  // by node: the search that met it last
  mutable std::uint32_t search_ = 0;
  mutable std::vector<std::uint32_t> stack_;
};

}  // namespace gnomon::ic3
