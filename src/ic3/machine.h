// The system that an invariant is about, in two forms: as clauses, and as reasons for what a solver has found.
//
// A state of the machine is one state of the model for each copy of the target (ic3/target.h). The copies begin in
// initial states and move on their own: in a step of the machine every copy takes a step of the model or stays where it
// is. So the machine reaches exactly the tuples of reachable states, and the target is reached iff the invariant fails.
// With one copy it takes steps of the model only. Where something is said of initial states, copy 0 stays where it is.
// With a clock all copies move, or stay, together: the machine reaches tuples of states at the same time.
//
// Where paths are what matters, there is one copy, and beside it a monitor (ic3/monitor.h), whose bits are positions like
// those of the model and come after them.
//
// Lifting: a solver shows one state from which a step leads into a cube. Which of its bits matter is found on the
// diagrams themselves: first the bits on the paths that the state takes through the diagrams of its reasons
// (ic3/relation.h), then one bit after the other is left open as long as all these diagrams hold for both of its values.
// What is left is a prime implicant of the reasons: a cube of states that all have such a step. No solver is called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ic3/cube.h"
#include "ic3/fragment.h"
#include "ic3/monitor.h"
#include "ic3/relation.h"
#include "ic3/target.h"
#include "sat/goals.h"
#include "sat/model.h"
#include "sat/solver.h"

namespace gnomon::ic3 {

// A step of the machine as a solver knows it.
struct StepLits {
  sat::State now, next;             // by position
  std::vector<sat::State> actions;  // by copy
  std::vector<sat::Lit> moves;      // by copy: it takes a step of the model
  std::vector<sat::Lit> edges;      // of the monitor
  sat::Lit step;                    // switches the step on
  sat::Lit initial;                 // all copies are in initial states now
  sat::Lit bad;                     // the target holds now
};

// The same in a model of the solver.
struct StepValues {
  std::vector<bool> now, next;
  std::vector<std::vector<bool>> actions;
  std::vector<bool> moves;
  std::vector<bool> edges;
};

class Machine {
 public:
  // Reaches states outside the part; the goal is its negation, demanded of goals without fairness. The symbolic model
  // and the goals must outlive it.
  Machine(model::SymbolicModel& model, const sat::Goals& goals, sat::Goal bad, const Part& part,
          sat::CnfMethod method = sat::CnfMethod::Automatic);
  // Reaches runs of the automaton that end, or that close so many rounds.
  Machine(model::SymbolicModel& model, const RunAutomaton& automaton, std::size_t rounds,
          sat::CnfMethod method = sat::CnfMethod::Automatic);

  std::size_t copies() const { return target_ ? target_->copies() : 1; }
  std::size_t bits() const { return model_.all_bits().size(); }  // of one copy
  std::size_t monitored() const { return copies() * bits(); }    // the first position of the monitor
  std::size_t positions() const { return monitored() + (monitor_ ? monitor_->size() : 0); }
  const sat::Model& model() const { return model_; }

  StepLits write(sat::Solver& solver) const;
  // An initial state alone.
  sat::State write_initial(sat::Solver& solver) const;
  static StepValues read(const sat::Solver& solver, const StepLits& lits);
  // By copy, one state each.
  std::vector<model::StateSet> states(const std::vector<bool>& values) const;

  // A cube of states with the step's actions into the target, one of which is the step's own beginning.
  Cube before(const StepValues& step, const Cube& target) const;
  // A cube of bad states, one of which is the step's beginning. Requires that it is one.
  Cube bad(const StepValues& step) const;
  // The bit has this value in all initial states, and the literal says otherwise.
  bool never_initial(Literal literal) const;

  // Whether a path, states by position, comes back to a state after a round: then it can go on like that for ever.
  bool loops(const std::vector<std::vector<bool>>& path) const;
  // The rounds that are closed in a state.
  std::size_t rounds_in(const std::vector<bool>& values) const;

 private:
  void begin();
  void prefer_initial(sat::Solver& solver, const sat::State& now) const;
  std::vector<Assignment> assignments(const StepValues& step) const;
  Cube lifted(const Reasons& reasons, std::vector<Assignment> values, const Cube& of_monitor) const;
  // The part of a state that belongs to the monitor.
  std::vector<bool> monitor_values(const std::vector<bool>& values) const;

  // How a copy moves in a step of the machine.
  enum class Gait : std::uint8_t { Steps, Stays, Either };
  Gait gait(std::size_t copy) const;

  bool first_stays_ = false;
  bool together_ = false;
  sat::Model model_;
  Relation relation_;
  std::optional<Target> target_;  // this one or a monitor
  std::optional<Monitor> monitor_;
  std::vector<bdd::Var> current_;  // by bit
  std::vector<Bit> initially_;     // by bit: its value in all initial states; Open: not always the same
};

}  // namespace gnomon::ic3
