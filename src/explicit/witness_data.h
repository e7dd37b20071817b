// Witnesses and counterexamples as plain data: what their producer (src/witness) and their check (replay.h) share, and
// nothing else.
//
// A witness is a set of claims "formula f is true (false) in state s". Each claim names the rule by which it follows
// and what the rule needs: a path, links between states that look alike, a table of moves, or just the claims about its
// parts. The parts of a formula are smaller than it, so the claims support each other without circles. Claim 0 is about
// the formula that was checked, in an initial state.
//
//   claim      f = AG (p -> K(i, q))   false in s0     by a path s0 s1 s2 to a state in which (p -> K(i, q)) is false
//   claim      p -> K(i, q)            false in s2     by its parts: p is true, K(i, q) is false
//   claim      K(i, q)                 false in s2     by a link: i cannot tell s2 from s5, in which q is false
//   path       s0 s5                                   s5 is reachable
//
// Boolean combinations of propositions need no claim: the values of the state decide them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explicit/interpreter.h"
#include "explicit/lasso.h"
#include "logic/formula.h"

namespace gnomon::explicit_state {

// The number of a state in a witness.
using WitnessState = std::uint32_t;

enum class Rule : std::uint8_t {
  Fact,      // the values of the state's variables decide
  Parts,     // a Boolean operator (or a path quantifier over a state formula): the claims about the operands decide
  Path,      // `path` is a path, a lasso or a trace as the operator asks for
  Alike,     // `links` lead to a state in which the operand is false
  Possible,  // `links` lead to states that are possible as far as is known, in which the operand is true; that there are
             // no others that matter is taken
  Green,     // `links` name a state in which the agent is green and the operand is false
  Strategy,  // `table` tells the group what to do
  Answer,    // `table` tells the others how to answer whatever the group does
  Look,      // a change of observation: a `link` leads to the same state with what the agent learns by looking
  Taken,     // not shown: it speaks of everything there is, or lies deeper than was asked for
};

struct Claim {
  logic::Formula formula;
  bool holds = true;
  WitnessState state = 0;
  Rule rule = Rule::Taken;
  bool needed = true;               // some claim rests on it; otherwise it is there because the replay needs it
  std::size_t depth = 0;            // how many paths, links and tables away from claim 0
  std::optional<std::size_t> path;  // indices into the witness
  std::vector<std::size_t> links;
  std::optional<std::size_t> table;
  std::string possible = {};  // Possible: how many states there are; decimal
};

enum class PathPurpose : std::uint8_t {
  Evidence,  // of a claim about its first state
  Reach,     // from an initial state to a state that a link or a table leads to; with memory: its history
  Before,    // from an initial state to the first state of a history, where histories may begin anywhere
};

struct WitnessPath {
  PathPurpose purpose = PathPurpose::Evidence;
  logic::Formula formula;            // Evidence: that of the claim
  bool holds = true;                 // Evidence: that of the claim
  std::vector<WitnessState> states;  // not empty
  // The position that follows the last one; none: a finite path.
  std::optional<std::size_t> loop;
  // Of a finite trace: its final position, counted along the infinite path; a stretch counts once.
  std::optional<std::size_t> last;
  std::optional<Stretch> stretch;
  // From each position to the next, and with a loop from the last one back: so many as there are steps.
  std::vector<JointAction> actions;
  // With a loop, by fairness constraint of the model: a position of the loop at which it holds. Empty if the formula
  // does not know fairness.
  std::vector<std::size_t> fair_visits;
};

enum class LinkKind : std::uint8_t { Knows, Everybody, Common, Distributed, Ought, Look };

// No agent of the list can tell the states apart. Ought: the agent is green in `to`. Look: the agent looks.
struct WitnessLink {
  WitnessState from = 0;
  WitnessState to = 0;
  std::vector<ispl::AgentId> agents;
  LinkKind kind = LinkKind::Knows;
  std::vector<ispl::VarId> seen = {};  // with memory: what the agents see there
};

// One way to go on from a state. In a strategy `joint` has the group's actions and none for the others, and `outcomes`
// are all that can come of it. In an answer `joint` is complete and leads to the one outcome that is given.
struct TableMove {
  JointAction joint;
  std::vector<WitnessState> outcomes;
};

struct TableEntry {
  WitnessState state = 0;
  std::vector<TableMove> moves;  // strategy: one; answer: one for each choice of the group that has a completion
  std::optional<std::size_t> step = std::nullopt;  // of an operator with a bound: so many steps were made before
};

struct MoveTable {
  logic::Formula formula;
  bool holds = true;     // a strategy of the group; otherwise the answers of the others
  bool uniform = false;  // a strategy in which every member plays the same wherever it sees the same
  std::vector<ispl::AgentId> group;
  std::vector<TableEntry> entries;  // the first is the state of the claim
  // Outcomes that do not count because no fair path starts there.
  std::vector<State> outside;
  // Outcomes without an entry, where the table would have become too large: that the formula holds (fails) there is
  // taken.
  std::vector<WitnessState> open;
};

enum class WitnessKind : std::uint8_t { Witness, Counterexample };

struct Witness {
  WitnessKind kind = WitnessKind::Witness;
  // Knowledge with memory: states are told apart also by what agents remember in them, and Reach paths are histories.
  // Observational: states are what their variables say.
  logic::KnowledgeSemantics knowledge = logic::KnowledgeSemantics::Observational;
  // With memory: histories that agents consider possible may begin in any reachable state, not only in initial ones.
  bool begins_anywhere = false;
  bool fair = false;  // paths are fair: the model has fairness constraints and the formula knows them
  TestReading finite_tests = TestReading::OnTrace;
  std::vector<State> states;
  std::vector<Claim> claims;
  std::vector<WitnessPath> paths;
  std::vector<WitnessLink> links;
  std::vector<MoveTable> tables;
  std::vector<std::string> notes;  // sentences for the reader
};

}  // namespace gnomon::explicit_state
