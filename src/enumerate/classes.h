// Which states look alike to an agent, or to a coalition that pools what its members see: states are put into classes by
// hashing what is seen. Classes are made once per view; a state takes 4 bytes in each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "check/space.h"
#include "enumerate/graph.h"

namespace gnomon::enumerate {

struct Classes {
  std::vector<std::uint32_t> of;  // by state
  std::size_t count = 0;
};

class Views {
 public:
  // A complete graph, which must outlive this.
  explicit Views(const Graph& graph) : graph_(&graph) {}

  const Classes& classes(const check::Coalition& group);
  const Classes& classes_by(const std::vector<ispl::VarId>& seen);

 private:
  const Graph* graph_;
  std::map<std::vector<Word>, Classes> known_;  // by what is seen
};

}  // namespace gnomon::enumerate
