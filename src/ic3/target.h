// What makes a state a bad one: the negation of an invariant, over one state and the look-alikes that it speaks of.
//
// A state s violates  p -> K(i, q)  iff p holds in s and q fails in some reachable t that looks like s to i. So there is
// a state of its own for every look-alike, a copy: copy 0 is s, and the others are reached by runs of their own.
//
//   Set     a diagram holds in a copy                                (from sat/goals.h, where the kinds are explained)
//   All     all parts hold          Any   some part holds
//   Alike   a copy looks like another one to one of several groups of observers, and all parts hold there
//
// The parts of Any may use the same copies, because one of them is enough; those of All must not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "ic3/diagram.h"
#include "sat/goals.h"
#include "sat/model.h"

namespace gnomon::ic3 {

// A diagram that holds in a copy.
struct Leaf {
  const Diagram* diagram = nullptr;
  std::size_t copy = 0;
};

// Why something holds: these diagrams, and these bits, given by their positions.
struct Reasons {
  std::vector<Leaf> leaves;
  std::vector<std::size_t> kept;
};

class Target {
 public:
  static constexpr std::size_t kMostCopies = 4;

  // The goal must consist of the kinds above: LimitReached(Size) if not, or with too many copies. The model must outlive
  // the target.
  Target(const sat::Model& model, const sat::Goals& goals, sat::Goal goal, sat::CnfMethod method);

  std::size_t copies() const { return copies_; }
  // guard -> the target holds in these states
  void write(sat::Solver& solver, sat::Lit guard, const std::vector<sat::State>& states) const;
  // Why it holds. Requires that it does; the values of the current variables, by copy.
  Reasons reasons(const std::vector<Assignment>& values) const;

 private:
  enum class Kind : std::uint8_t { Set, All, Any, Alike };
  struct Node {
    Kind kind = Kind::All;
    std::size_t copy = 0;
    std::size_t other = 0;           // Alike: the copy that looks like it
    std::size_t diagram = 0;         // Set
    std::vector<std::size_t> parts;  // nodes
    std::vector<sat::Bits> groups;   // Alike: what each of them sees
  };
  struct Set {
    Diagram diagram;
    sat::ClauseTemplate clauses;
  };
  using Key = std::tuple<sat::Goal, std::size_t, std::size_t>;  // in this copy, with the first copy that is free

  void count_copies(const sat::Goals& goals, sat::Goal root);
  std::size_t node(const Key& key);
  void fill_in(const sat::Goals& goals, const Key& key, sat::CnfMethod method);
  std::size_t diagram_of(sat::Goal goal, const bdd::Bdd& set, sat::CnfMethod method);
  void sort();
  bool looks_alike(const sat::Bits& seen, const Assignment& a, const Assignment& b) const;

  const sat::Model* model_;
  std::vector<bdd::Var> current_;  // by bit
  std::size_t copies_ = 1;
  std::vector<Node> nodes_;         // the first one is the root
  std::vector<std::size_t> order_;  // parts before what they are part of
  std::vector<Set> sets_;
  // While it is being made:
  std::map<sat::Goal, std::size_t> needs_;  // copies besides its own
  std::map<sat::Goal, std::size_t> set_of_;
  std::map<Key, std::size_t> node_of_;
  std::vector<Key> open_;
};

}  // namespace gnomon::ic3
