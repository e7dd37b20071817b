// Knowledge with memory on explicit unfoldings, for the full logic.
//
// Perfect recall: k-trees. A tree of depth k + 1 is a state with, for every knower of the formula, the set of trees of
// depth k that the knower considers possible; a tree of depth 0 is a state.
//
//   first tree of s:     knower i considers possible the first trees of all initial states that look like s to i
//   step from T to s':   i considers possible the steps from T' to t', for all T' that it considered possible and all
//                        successors t' of the state of T' that look like s' under i's present observations
//   look (Delta):        i keeps of its trees those whose states look like s under the new observations; in each of
//   them
//                        everybody looks, too
//
// Clock: a vertex is a state with the set of all states at the ends of histories of its length.
//
// The unfolding is a graph with more vertices than the model has states, on which every other operator means what it
// always means. Depth is the nesting depth of knowledge in the formula. Everything is listed: for tiny models. This
// shares no representation with the symbolic side: no alternation, no merging of information sets, no demand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "reference/history.h"

namespace gnomon::reference {

struct UnfoldingLimits {
  std::size_t vertices = 3'000;
  std::size_t trees = 20'000;
};

// What the operators of one formula need to know about the augmented system.
struct Unfolding {
  using Vertex = std::uint32_t;
  std::vector<StateIndex> states;                          // by vertex
  std::vector<std::vector<Vertex>> successors;             // by vertex
  std::vector<std::vector<std::vector<Vertex>>> possible;  // by vertex, by knower
  std::vector<std::map<logic::Formula, Vertex>> looks;     // by vertex: where a Delta operator leads
  std::vector<Vertex> initial;                             // with the actual initial states
};

class UnfoldingEvaluator {
 public:
  UnfoldingEvaluator(const Graph& graph, Evaluator& plain, HistoryOptions options, EvaluateOptions evaluation = {},
                     UnfoldingLimits limits = {});

  // Whether the formula holds after every history of one state. Raises LimitReached if the unfolding grows too large,
  // std::invalid_argument for what has no meaning (a strategic operator over knowledge).
  bool verdict(logic::Formula f);
  // After verdict(f): whether the formula holds after this history, which begins in an initial state of the region.
  bool holds_after(logic::Formula f, const std::vector<StateIndex>& history) const;
  std::size_t vertex_count() const { return unfolding_.states.size(); }

 private:
  void unfold(logic::Formula root);
  void evaluate(logic::Formula root);
  Members label(logic::Formula f, const Arena& arena);
  Members knowledge(const logic::Node& node) const;
  std::size_t knower(const std::vector<ispl::AgentId>& agents) const;
  // Whether f is about the present state only: an atom, or something that speaks of all states.
  Members from_plain(logic::Formula f);

  const Graph* graph_;
  Evaluator* plain_;
  HistoryOptions options_;
  EvaluateOptions evaluation_;
  UnfoldingLimits limits_;
  std::vector<std::vector<ispl::AgentId>> knowers_;
  Unfolding unfolding_;
  std::map<logic::Formula, Members> known_;  // by vertex
  ArenaLabels* labels_ = nullptr;
};

}  // namespace gnomon::reference
