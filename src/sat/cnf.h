// Decision diagrams as clauses.
//
// A ClauseTemplate says "if the guard holds, then f does" in clauses over the variables of f, the guard and auxiliary
// variables, once; instantiate() writes it down for given literals, as often as there are steps of a path. Only this
// direction is needed: nothing is ever inferred from f (Plaisted and Greenbaum 1986). Two ways:
//
//   cubes   f = AND over a cover of !f by prime cubes c:  !c         no auxiliary variable; a clause {!guard, !c} each
//   nodes   an auxiliary variable n per node of the diagram, for the root the guard itself:
//             n and x -> n_high        n and !x -> n_low             an edge to the terminal false ends the clause
//
// Cubes propagate best but may be exponentially many; they are taken where they are no more than the clauses of the
// nodes. The cover is greedy: a cube of what is left, literals dropped as long as the cube stays inside !f.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bdd/bdd.h"
#include "sat/solver.h"

namespace gnomon::sat {

enum class CnfMethod : std::uint8_t { Automatic, Cubes, Nodes };

class ClauseTemplate {
 public:
  // Reads the diagram completely: what happens to it or to the order of its variables later does not matter.
  explicit ClauseTemplate(const bdd::Bdd& f, CnfMethod method = CnfMethod::Automatic);

  // guard -> f; `inputs` are the literals of f's variables by variable number.
  void instantiate(Solver& solver, Lit guard, std::span<const Lit> inputs) const;

  // The input that f is, if it is one: variable and sign.
  struct Input {
    bdd::Var var;
    bool positive = true;
  };
  const std::optional<Input>& single_input() const { return single_; }

  std::size_t clauses() const { return ends_.size(); }
  std::size_t auxiliaries() const { return auxiliaries_; }

 private:
  enum class Kind : std::uint8_t { Guard, Input, Auxiliary };
  struct Symbol {
    Kind kind = Kind::Guard;
    bool positive = true;
    std::uint32_t index = 0;
  };

  bool read_few_cubes(const bdd::Bdd& f);
  // False, with something left behind, if there are more.
  bool read_cubes(const bdd::Bdd& f, std::size_t max_clauses);
  void read_nodes(const bdd::Bdd& f);
  void close_clause() { ends_.push_back(static_cast<std::uint32_t>(symbols_.size())); }

  std::vector<Symbol> symbols_;  // of all clauses, one after the other
  std::vector<std::uint32_t> ends_;
  std::size_t auxiliaries_ = 0;
  std::optional<Input> single_;
};

}  // namespace gnomon::sat
