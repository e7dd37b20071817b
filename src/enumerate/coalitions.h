// What is known about the choices of coalitions, for all spaces of a graph. Each part is made when it is first needed.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "check/space.h"
#include "enumerate/bit_set.h"
#include "enumerate/graph.h"
#include "enumerate/moves.h"
#include "enumerate/replies.h"

namespace gnomon::enumerate {

class Coalition {
 public:
  // A complete graph, which must outlive this.
  Coalition(const Graph& graph, check::Coalition group) : graph_(&graph), group_(std::move(group)) {}
  // Where all enabled joint actions count.
  Replies& replies() {
    if (!replies_) replies_.emplace(*graph_, group_);
    return *replies_;
  }
  // Where some of them do.
  Moves& moves() {
    if (!moves_) moves_.emplace(*graph_, group_);
    return *moves_;
  }

 private:
  const Graph* graph_;
  check::Coalition group_;
  std::optional<Replies> replies_;
  std::optional<Moves> moves_;
};

// Some of the joint actions of a coalition.
struct Choices {
  std::shared_ptr<Coalition> coalition;
  std::optional<BitSet> rows;  // of its moves; none: all
};

// All coalitions that somebody asked for.
class Coalitions {
 public:
  explicit Coalitions(const Graph& graph) : graph_(&graph) {}

  const std::shared_ptr<Coalition>& of(const check::Coalition& group) {
    std::shared_ptr<Coalition>& known = known_[group];
    if (!known) known = std::make_shared<Coalition>(*graph_, group);
    return known;
  }
  // Whether some joint action in the state assigns a value out of range, so that it may have no outcome.
  bool overflows(StateIndex s) {
    if (!overflows_) {
      overflows_.emplace(graph_->size());
      for (StateIndex t : graph_->overflows()) overflows_->add(t);
    }
    return overflows_->test(s);
  }

 private:
  const Graph* graph_;
  std::map<check::Coalition, std::shared_ptr<Coalition>> known_;
  std::optional<BitSet> overflows_;
};

}  // namespace gnomon::enumerate
