// Obligations: what is left to be shown at a position, in negation normal form. Internal to this folder.
//
// A path formula becomes a node of a small shared graph: literals, And, Or, Next (there is a next position and the
// obligation holds there), WeakNext (if there is one), and the temporal kinds
//
//   Until(a, b)      a U b            Diamond(A, q, c)   some run of the NFA A from q ends where c holds
//   Release(a, b)    a R b            Box(A, q, c)       c holds wherever a run of A from q ends
//
// The other operators are abbreviations, and a negation is built as the dual of what it negates, with its
// eventualities: every path formula of the input gets a node for itself and one for its negation. The temporal kinds
// have expansions
//
//   a U b = b or (a and Next(a U b))
//   a R b = b and (a or WeakNext(a R b))
//   Diamond(A, q, c) = (acc(q) and c) or Or_e (cond(e) and Next(Diamond(A, t, c)))
//   Box(A, q, c) = (!acc(q) or c) and And_e (!cond(e) or WeakNext(Box(A, t, c)))
//
// over the edges e of q with targets t. Until and Diamond are the least solutions, Release and Box the greatest. Tests
// of path formulas occur in cond and acc as obligations. A state q whose only edges lead to itself is written as Until
// or Release, so that LTL and LDL spellings of one formula share their nodes. On infinite traces WeakNext is Next.
//
// **Counters.** A temporal kind with a bound [0,b] is *counted*: it comes as the obligation in which no step has been made
// and, in the expansions of that one and of itself, as the *running* obligation, which has a number c of steps left:
//
//   a U<=c b = b or (a and c > 0 and Next(a U<=c-1 b))        <rho>, with its NFA, likewise
//   a R<=c b = b and (a or c = 0 or WeakNext(a R<=c-1 b))     [rho] likewise
//
// The conditions on c are left to who reads the automaton: to go from a running obligation to one of the same group is
// to count a step, and to come to one from elsewhere is to begin with b - 1 (automata/alternating.h).
//
// With Traces::FiniteWithInfiniteTests the word is infinite and one position is the last of the trace. That position is
// where the letter kLast holds for the first time: the nodes outside tests are `bounded`, their Next(a) is
// !last and Next(a), their WeakNext(a) is last or Next(a), and the whole formula is conjoined with !last U last. Tests
// are as on infinite traces. A question about some trace drops the letter in the end.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "automata/guard.h"
#include "automata/limits.h"
#include "automata/nfa.h"
#include "base/hash_index.h"
#include "logic/formula.h"
#include "logic/nnf.h"

namespace gnomon::automata {

using logic::Traces;

// The letter "this position is the last of the trace", which is no formula.
inline constexpr logic::Formula kLast{};

using Obligation = std::uint32_t;

class Obligations {
 public:
  enum class Kind : std::uint8_t { True, False, Letter, And, Or, Next, WeakNext, Until, Release, Diamond, Box };
  struct Node {
    Kind kind = Kind::True;
    Obligation left = 0;   // And, Or, Next, WeakNext, Until, Release; the continuation of Diamond and Box
    Obligation right = 0;  // And, Or, Until, Release
    std::uint32_t nfa = 0;
    State state = 0;
    bool bounded = false;  // Until, Release, Diamond, Box
    Literal literal = {};  // Letter
    // Of Until, Release, Diamond, Box with a bound: the number of their group, which is not 0.
    std::uint32_t group = 0;
    bool running = false;
    bool operator==(const Node&) const = default;
  };
  // The counted obligations of one operator. Of several running ones of a state the most urgent implies the others, or
  // the one that lasts longest does.
  struct Group {
    std::uint64_t limit = 0;  // b
    bool urgent = false;      // Until, Diamond
  };
  static constexpr Obligation kTrue = 0;
  static constexpr Obligation kFalse = 1;

  Obligations(const logic::FormulaPool& pool, Traces traces, Meter& meter);

  // The obligation of a formula. Works through its subformulas bottom-up; never recurses.
  Obligation of(logic::Formula f);

  const Node& operator[](Obligation o) const { return nodes_[o]; }
  Traces traces() const { return traces_; }
  const std::vector<Group>& groups() const { return groups_; }  // by number; the first is none

  // The expansion of a temporal kind; makes nodes the first time.
  Obligation expansion(Obligation o);

  // The operands of nested nodes of this kind (And or Or) below o, each once, ascending: o itself if it is another
  // kind.
  std::vector<Obligation> operands(Obligation o, Kind kind) const;

 private:
  struct Pair {
    Obligation holds = kTrue;
    Obligation fails = kFalse;
  };

  Obligation make(const Node& node);
  Obligation conjunction(Obligation a, Obligation b);
  Obligation disjunction(Obligation a, Obligation b);
  Obligation letter(Literal literal);
  Obligation next(Obligation a, bool bounded);
  Obligation weak_next(Obligation a, bool bounded);
  // What the kinds of fixpoints have in common.
  struct Manner {
    bool bounded = false;
    std::uint32_t group = 0;
    bool running = false;
  };
  static Manner manner_of(const Node& node) { return {node.bounded, node.group, node.running}; }
  Obligation until(Obligation a, Obligation b, Manner manner);
  Obligation release(Obligation a, Obligation b, Manner manner);
  Obligation diamond(std::uint32_t nfa, State state, Obligation continuation, Manner manner);
  Obligation box(std::uint32_t nfa, State state, Obligation continuation, Manner manner);
  // The obligation after a step; itself if it is not counted.
  Obligation continued(Obligation o);
  Obligation letters(logic::Formula f, bool positive);
  Obligation condition_holds(const Condition& condition);
  Obligation condition_fails(const Condition& condition);
  Obligation accepts(const Nfa::Node& node);
  Obligation rejects(const Nfa::Node& node);
  Pair pair(logic::Formula f, bool bounded);
  Pair compute(logic::Formula f, bool bounded);
  std::uint32_t nfa_of(logic::Formula rho);
  std::vector<std::pair<logic::Formula, bool>> path_formulas(logic::Formula root) const;

  const logic::FormulaPool& pool_;
  Traces traces_;
  Meter& meter_;
  std::vector<Node> nodes_;
  HashIndex index_;
  std::unordered_map<logic::Formula, Pair> pairs_[2];  // indexed by `bounded`
  std::unordered_map<Obligation, Obligation> expansions_;
  std::unordered_map<logic::Formula, std::uint32_t> nfa_index_;
  std::vector<Nfa> nfas_;
  std::vector<Group> groups_{Group{}};
};

}  // namespace gnomon::automata
