// What a bounded search has to find, as a table of goals: formulas reduced to a few kinds of demand on a state.
//
// A goal is made from an existential formula (check/preservation.h) in negation normal form. It holds in a state s
// iff there is, of states reachable and, under fairness, with a fair path:
//
//   Set         s is in a set given by a diagram: a proposition, green or red, or its complement
//   All, Any    all, some of the parts hold in s                                       (none: true, false)
//   Next        a successor in which the target holds                                  EX
//   Path        a path from s that an automaton accepts                                EF EU EG, E over path formulas
//   Alike       a state in which the target holds and that looks like s to one group of observers   !K !GK !DK !O
//   Chain       a chain of such look-alikes, possibly of length 0, to the target       !GCK
//   Continues   an infinite path from s, in a model in which every state has one: demands nothing
//
// "Some path from here is infinite (and fair)" is the goal Path of an automaton that asks nothing else, or Continues.
// It is a part of every goal that the semantics asks it of: the ends of E over infinite paths and of finite traces, and
// under fairness every state that a goal introduces.
//
// Automata: one kind for all. A run starts in the initial state, takes an edge per step, whose guard (goals) must hold
// in the state that the step leaves, and either ends, where the condition of an end holds, or, if `loops`, goes on for
// ever with every mark taken and every fairness constraint met again and again.
//
//   E(f U g)   one state, edge f, end g                EG f       one state, edge f, loops
//   E(f W g)   one state, edge f, end g, loops         E<rho>g    the NFA of rho, ends with g
//   E(f U[a,b] g)   b + 1 states that count the steps, edges f, ends g from the a-th on
//
// Before an automaton is built for E f, f is taken apart: disjunctions, state formulas in conjunctions, and, because a
// suffix of a path is a path, E X f = EX E f, E F f = EF E f, E(p U f) = E(p U E f), E<rho>f = E<rho>E f and the like
// for state formulas p. All goals are made at once and before any solver runs; the table does not change later.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "automata/buchi.h"
#include "automata/nfa.h"
#include "base/id.h"
#include "bdd/bdd.h"
#include "ispl/checked_model.h"
#include "logic/formula.h"
#include "logic/nnf.h"
#include "model/symbolic_model.h"

namespace gnomon::sat {

struct GoalTag {};
using Goal = Id<GoalTag>;

enum class GoalKind : std::uint8_t { Set, All, Any, Next, Path, Alike, Chain, Continues };

using Observers = std::vector<ispl::AgentId>;  // agents who pool what they see

struct GoalNode {
  GoalKind kind = GoalKind::All;
  bdd::Bdd set;                      // Set, over current bits
  std::vector<Goal> parts;           // All, Any; the target of Next and of Chain
  std::uint32_t automaton = 0;       // Path, Alike, Chain: from s, or from an initial state to the look-alike
  std::vector<Observers> observers;  // Alike, Chain
};

struct PathAutomaton {
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::vector<Goal> guard;
    automata::Buchi::Marks marks = 0;
  };
  struct End {
    std::uint32_t state = 0;
    std::vector<Goal> condition;
  };
  std::uint32_t states = 1;
  std::uint32_t initial = 0;
  std::vector<Edge> edges;
  std::vector<End> ends;
  bool loops = false;
  std::uint32_t mark_count = 0;
};

struct GoalOptions {
  bool tests_look_beyond = false;
  automata::Limits limits;
};

class Goals {
 public:
  // Goals in `model`, under fairness constraints that are Boolean combinations of atoms.
  Goals(model::SymbolicModel& model, logic::FormulaPool& pool, const std::vector<logic::Formula>& fairness,
        GoalOptions options);

  // The goal of a state formula, or of its negation, in a state that counts. LimitReached(Size) if an automaton is
  // too large.
  Goal demand(logic::Formula f, bool positive);

  const GoalNode& operator[](Goal goal) const { return nodes_[goal.index()]; }
  const PathAutomaton& automaton(std::uint32_t index) const { return automata_[index]; }
  const std::vector<Goal>& fairness() const { return fairness_; }
  // Goals hold wherever their formulas do, for large enough bounds; otherwise only the converse is sure.
  bool complete() const { return complete_; }

 private:
  // What is still to be made of a goal.
  enum class Form : std::uint8_t { Plain, Path, Automaton };  // f; E f for a path formula f, to be taken apart or not
  struct Pending {
    Form form = Form::Plain;
    logic::Formula formula;
    bool operator==(const Pending&) const = default;
  };
  struct PendingHash {
    std::size_t operator()(const Pending& p) const noexcept {
      return p.formula.index() * 4 + static_cast<std::size_t>(p.form);
    }
  };

  Goal goal(Form form, logic::Formula f);  // made or found; its node may be filled in later
  Goal state(logic::Formula f) { return goal(Form::Plain, f); }
  Goal negation(logic::Formula f);
  Goal add(GoalNode node);
  Goal all(std::vector<Goal> parts) { return add(node_of(GoalKind::All, std::move(parts))); }
  std::uint32_t add(PathAutomaton automaton);
  std::vector<Goal> counted(Goal target);    // in a state that counts
  std::vector<Goal> continued(Goal target);  // in a state from which an infinite path starts
  Goal with_path();
  Goal suffix(logic::Formula f);  // some infinite path from here satisfies f, a path formula or not
  std::vector<Observers> observers(const logic::Node& node, bool pooled) const;

  void fill_in();
  GoalNode state_node(logic::Formula f);
  GoalNode negated_node(logic::Formula f);
  GoalNode unshown();
  GoalNode quantified_node(logic::Op quantifier, logic::Formula f);
  GoalNode path_node(logic::Formula f);
  bool temporal_node(const logic::Node& node, GoalNode& made);
  GoalNode conjunction_node(logic::Formula f);
  GoalNode disjunction_node(logic::Formula f);
  GoalNode automaton_node(logic::Formula f, logic::Traces traces);
  GoalNode finite_node(logic::Formula f);
  GoalNode run_node(const automata::Nfa& nfa, const std::vector<Goal>& last);
  GoalNode until_node(std::vector<Goal> through, std::vector<Goal> end, bool ends, bool loops);
  GoalNode bounded_until_node(logic::Interval interval, const std::vector<Goal>& through,
                              const std::vector<Goal>& target);
  GoalNode bounded_always_node(const logic::Interval& interval, const std::vector<Goal>& always);
  GoalNode against_bounded_until_node(const logic::Interval& interval, Goal not_f, Goal not_g);
  GoalNode alike_node(std::vector<Observers> observers, std::vector<Goal> target);
  static GoalNode set_node(bdd::Bdd set) { return {GoalKind::Set, std::move(set), {}, 0, {}}; }
  static GoalNode truth_node(bool value) { return node_of(value ? GoalKind::All : GoalKind::Any, {}); }
  static GoalNode node_of(GoalKind kind, std::vector<Goal> parts) { return {kind, {}, std::move(parts), 0, {}}; }
  std::vector<Goal> guard_goals(const automata::Guard& guard);
  [[noreturn]] static void too_large();

  model::SymbolicModel* model_;
  logic::FormulaPool* pool_;
  GoalOptions options_;
  logic::Traces normal_traces_;  // how negation normal form treats tests
  std::vector<GoalNode> nodes_;
  std::vector<PathAutomaton> automata_;
  std::vector<Goal> fairness_;
  bool fair_ = false;
  bool complete_ = true;
  Goal with_path_;
  std::unordered_map<Pending, Goal, PendingHash> made_;
  std::unordered_map<logic::Formula, Goal> negations_;
  std::vector<std::pair<Goal, Pending>> open_;
};

}  // namespace gnomon::sat
