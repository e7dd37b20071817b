// A model as clauses: states are vectors of literals, one per state bit of the encoding, and the diagrams of the
// symbolic model become clauses over them (sat/cnf.h). No expression is encoded a second time.
//
//   step(g, s, t)      g -> T(s, t)        every protocol and every evolution conjunct, with fresh action bits
//   initial(g, s)      g -> s is an initial state
//   equal(g, s, t, B)  g -> s and t agree on the bits B
//
// A variable that no conjunct writes keeps its value, so the two states of a step share its literals. Every new state
// consists of codes that are values. Where it is reached from an initial state that follows, but the solver looks at
// paths from their ends, too, and a relation may have steps between codes that are no values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/symbolic_model.h"
#include "sat/cnf.h"
#include "sat/solver.h"

namespace gnomon::sat {

using Bits = std::vector<std::uint32_t>;  // positions in a State
using State = std::vector<Lit>;           // by state bit

class Model {
 public:
  explicit Model(model::SymbolicModel& model, CnfMethod method = CnfMethod::Automatic);

  // What a diagram variable stands for.
  enum class Role : std::uint8_t { None, Current, Next, Action };
  struct Place {
    Role role = Role::None;
    std::uint32_t index = 0;  // state bit, or number of the action bit
  };

  model::SymbolicModel& model() const { return *model_; }
  const Bits& all_bits() const { return all_bits_; }
  const std::vector<Place>& places() const { return places_; }                    // by diagram variable
  std::uint32_t first_bit(ispl::VarId var) const { return first_[var.index()]; }  // the most significant one
  // Whether some step can change the bit.
  bool is_written(std::uint32_t bit) const { return written_[bit]; }
  // The bits of what a group sees that pools what its members see.
  Bits seen_by(std::span<const ispl::AgentId> agents) const;

  State new_state(Solver& solver) const;
  State new_neighbour(Solver& solver, const State& state) const;                    // to be joined with it by a step
  State step(Solver& solver, Lit guard, const State& from, const State& to) const;  // the action bits
  void initial(Solver& solver, Lit guard, const State& state) const;
  void equal(Solver& solver, Lit guard, const State& a, const State& b, const Bits& bits) const;
  // A diagram over current bits.
  void holds(Solver& solver, Lit guard, const ClauseTemplate& diagram, const State& state) const;
  // The literal of a bit, if the diagram is one.
  Lit bit(const State& state, bdd::Var current) const { return state[places_[current.index()].index]; }

  // The state in the solver's model.
  model::StateSet read(const Solver& solver, const State& state) const;

 private:
  void fill(std::vector<Lit>& inputs, Role role, const State& state) const;

  model::SymbolicModel* model_;
  std::vector<Place> places_;         // by diagram variable
  std::vector<bdd::Var> current_;     // by state bit
  std::vector<bool> written_;         // by state bit
  std::vector<std::uint32_t> first_;  // by VarId: its first state bit
  std::size_t action_bits_ = 0;
  Bits all_bits_;
  std::vector<ClauseTemplate> relation_;
  ClauseTemplate initial_;
  std::vector<ClauseTemplate> valid_;  // that codes are values, where some are not
  std::vector<ClauseTemplate> written_valid_;
};

// Whether the agent has an enabled action in every state, reachable or not.
bool always_acts(const model::SymbolicModel& model, ispl::AgentId agent);
// Whether in every state no enabled joint action leaves an evolution conjunct without a next value.
bool always_goes_on(const model::SymbolicModel& model, const model::Conjunct& conjunct);

// Whether every state, reachable or not, has a successor, as far as that shows conjunct by conjunct: every agent always
// has an enabled action, and no enabled action leaves an evolution conjunct without a next value. True is always right.
bool never_stops(const model::SymbolicModel& model);

}  // namespace gnomon::sat
