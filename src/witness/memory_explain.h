// Explanations of formulas about knowledge with memory: claims about places, paths through the graph of information sets,
// and histories that agents cannot tell from the actual one.
//
// A place is a state together with what agents remember there (recall/memory_graph.h). Each place of a witness has a
// history, a path from an initial state to it:
//
//   a claim about the beginning        has the initial state alone
//   a path of a temporal operator      goes on from the history of its first place
//   a place that looks alike           has a history that looks the same, position by position; it is found backwards
//                                      along the information sets of the actual history
//
// In the witness places are states: two of them may have the same values. Everything is replayed with information sets
// that are worked out state by state (explicit/replay_memory.h).
#pragma once

#include "recall/memory_checker.h"
#include "witness/explain.h"

namespace gnomon::witness {

// `holds` is the verdict. Requires a formula with memory that the checker supports. The formula of the witness is the prepared one (recall/prepare.h) without open ends of bounds
// on states (logic/unfold.h), which means the same.
Explanation explain_memory(recall::MemoryChecker& checker, logic::Formula formula, logic::KnowledgeSemantics semantics,
                           bool holds, const ExplainOptions& options = {});

}  // namespace gnomon::witness
