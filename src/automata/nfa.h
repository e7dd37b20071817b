// Finite automata: for path expressions, and for path formulas on finite traces.
//
// An Nfa has no epsilon edges. An edge consumes one step and asks its condition of the position the step leaves; a
// state accepts at a position where one of its accepting conditions holds. A condition is a guard over letters and, for
// a path expression with tests of path formulas, the path formulas that must hold at that position as well:
//
//   (i, j) in R(rho)  iff  there are states initial = q_i, ..., q_j, an edge from q_k to q_(k+1) whose condition holds
//                          at k for every i <= k < j, and an accepting condition of q_j that holds at j.
//
// So `p;q?` has the edge p from its initial state to a state that accepts if q; `(p?)*` has one state, which accepts,
// and no edge. Build: a linear automaton with epsilon and test arrows (Thompson), of which every state that is entered
// by a step keeps the minimal conjunctions of tests (critical sets) that lead to the next step or to the end. The
// result is reduced. Cost: states at most one more than there are steps in rho, edges at most quadratic times the
// number of minimal critical sets, which may be exponential in the tests that stand between two steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "automata/clause.h"
#include "automata/limits.h"
#include "logic/formula.h"

namespace gnomon::automata {

using Condition = Clause<logic::Formula>;  // guard and path formulas (as written; a negation is a formula)
using State = std::uint32_t;

struct Nfa {
  struct Edge {
    Condition condition;
    State target = 0;
    auto operator<=>(const Edge&) const = default;
  };
  struct Node {
    std::vector<Edge> edges;
    Dnf<logic::Formula> accepting;  // empty: the state does not accept; one empty condition: it always does
  };
  std::vector<Node> states;  // all reachable and useful, but for the initial state of an empty language
  State initial = 0;

  std::size_t edge_count() const;
  bool is_empty() const;        // accepts nothing, letters and tests taken as independent
  bool has_path_tests() const;  // some condition asks for a path formula
};

// The automaton of a path expression, reduced; nullopt and a reason if it would pass the limits.
std::optional<Nfa> build_nfa(const logic::FormulaPool& pool, logic::Formula rho, const Limits& limits = {},
                             std::string* reason = nullptr);

// The same inside a larger construction: spends from its meter and raises LimitReached.
Nfa build_nfa(const logic::FormulaPool& pool, logic::Formula rho, Meter& meter);

// Removes unreachable and useless states and subsumed edges, and merges states with the same future (bisimulation on
// edges) or the same past (bisimulation on reversed edges), until nothing changes. The relation R stays the same.
void reduce(Nfa& nfa, Meter& meter);

}  // namespace gnomon::automata
