// Binary decision diagrams: the handle type and the operations on it.
//
// A Bdd is a cheap value (16 bytes) that keeps a Boolean function alive in its Manager. Functions are canonical: two
// handles of one manager are equal iff they denote the same function. All operations are free of side effects on their
// arguments; any of them may collect garbage or, if automatic reordering is on, reorder variables; handles survive
// both.
//
// Errors: mixing handles of two managers, using an empty handle, or naming a variable that does not exist throws
// UsageError in every build. Running out of the manager's Budget throws gnomon::LimitReached; the manager is intact
// then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/bigint.h"
#include "base/id.h"

namespace gnomon::bdd {

class Manager;
class Engine;
struct VarTag {};
using Var = Id<VarTag>;  // a variable, independent of its place in the order

// A caller broke the contract of this interface; the message says how.
class UsageError : public std::logic_error {
  using std::logic_error::logic_error;
};

class Bdd {
 public:
  Bdd() = default;  // the empty handle: only assignment, destruction, valid() and comparison with == are allowed
  Bdd(const Bdd&);
  Bdd(Bdd&&) noexcept;
  Bdd& operator=(const Bdd&);
  Bdd& operator=(Bdd&&) noexcept;
  ~Bdd();

  bool valid() const { return manager_ != nullptr; }
  bool is_true() const;
  bool is_false() const;
  bool is_constant() const;
  Manager& manager() const;  // requires valid()

  friend bool operator==(const Bdd& f, const Bdd& g) { return f.manager_ == g.manager_ && f.edge_ == g.edge_; }
  std::size_t hash() const { return edge_; }

  Bdd operator!() const;
  Bdd operator&(const Bdd& g) const;
  Bdd operator|(const Bdd& g) const;
  Bdd operator^(const Bdd& g) const;
  Bdd& operator&=(const Bdd& g);
  Bdd& operator|=(const Bdd& g);
  Bdd& operator^=(const Bdd& g);
  Bdd minus(const Bdd& g) const;  // f and not g
  Bdd implies(const Bdd& g) const;
  Bdd iff(const Bdd& g) const;

  bool subset_of(const Bdd& g) const;      // f implies g, decided without building a diagram
  bool disjoint_from(const Bdd& g) const;  // f and g is false, decided without building a diagram

  // The function's topmost variable and its cofactors by it; requires a non-constant function.
  Var top() const;
  Bdd low() const;
  Bdd high() const;
  std::size_t node_count() const;  // distinct nodes, the terminal included

 private:
  friend class Manager;
  friend class Engine;
  Bdd(Manager* manager, std::uint32_t edge);
  Manager* manager_ = nullptr;
  std::uint32_t edge_ = 0;
  std::uint32_t slot_ = 0;  // where the manager keeps this root
};

// A set of variables, as the positive cube of its members.
class VarSet {
 public:
  VarSet() = default;         // empty handle
  explicit VarSet(Bdd cube);  // UsageError unless it is a conjunction of variables
  const Bdd& cube() const { return cube_; }
  bool valid() const { return cube_.valid(); }
  bool empty() const { return cube_.is_true(); }
  std::vector<Var> vars() const;  // in order of level
  std::size_t size() const;
  bool operator==(const VarSet&) const = default;

 private:
  Bdd cube_;
};

// A renaming of variables, simultaneous; registered once in the manager, where results are cached under its identity.
class VarMap {
 public:
  VarMap() = default;
  bool valid() const { return manager_ != nullptr; }

 private:
  friend class Manager;
  friend class Engine;
  Manager* manager_ = nullptr;
  std::uint32_t index_ = 0;
};

// Pairs (current, next) of a transition relation that mentions only these; registered once in the manager.
class Pairs {
 public:
  Pairs() = default;
  bool valid() const { return manager_ != nullptr; }

 private:
  friend class Manager;
  friend class Engine;
  Manager* manager_ = nullptr;
  std::uint32_t index_ = 0;
};

Bdd ite(const Bdd& f, const Bdd& g, const Bdd& h);
Bdd exists(const Bdd& f, const VarSet& vars);
Bdd forall(const Bdd& f, const VarSet& vars);
Bdd and_exists(const Bdd& f, const Bdd& g, const VarSet& vars);  // exists vars. f and g
Bdd and_forall(const Bdd& f, const Bdd& g, const VarSet& vars);  // forall vars. f or not g: "for all vars with g, f"
// (exists vars. f and g) with its variables renamed by the map afterwards.
Bdd and_exists_rename(const Bdd& f, const Bdd& g, const VarSet& vars, const VarMap& map);

// With P = {(c, n), ...} and extra variables to quantify (actions):
//   image    = (exists c in P, extra. S and T)[n := c]     variables outside P keep their value
//   preimage = exists n in P, extra. T and S[c := n]
// S must not mention a next variable of P. For preimage T must mention of S's c-variables in P what it constrains.
Bdd image(const Bdd& states, const Bdd& relation, const Pairs& pairs, const VarSet& extra);
Bdd preimage(const Bdd& states, const Bdd& relation, const Pairs& pairs, const VarSet& extra);

Bdd rename(const Bdd& f, const VarMap& map);
Bdd substitute(const Bdd& f, std::span<const std::pair<Var, Bdd>> replacements);  // simultaneous
Bdd cofactor(const Bdd& f, const Bdd& cube);     // fix the variables of a cube of literals
Bdd restrict_to(const Bdd& f, const Bdd& care);  // Coudert-Madre restrict: equals f on care, hopefully smaller
VarSet support(const Bdd& f);
std::size_t node_count(std::span<const Bdd> functions);  // shared nodes count once

// The number of assignments to the variables of `over` that satisfy f; `over` must contain the support of f.
BigInt count(const Bdd& f, const VarSet& over);
// One satisfying assignment to the variables of `over`, as a cube that fixes each of them: deterministic, smallest in
// the order of creation of the variables (false before true). Requires f satisfiable.
Bdd pick(const Bdd& f, const VarSet& over);

enum class Literal : std::uint8_t { Negative, Positive, Absent };
// Calls visit with disjoint cubes that cover f, indexed by variable number, until it returns false.
void for_each_cube(const Bdd& f, const std::function<bool(std::span<const Literal>)>& visit);
// The value of f under an assignment indexed by variable number.
bool evaluate(const Bdd& f, const std::vector<bool>& assignment);

}  // namespace gnomon::bdd

template <>
struct std::hash<gnomon::bdd::Bdd> {
  std::size_t operator()(const gnomon::bdd::Bdd& f) const noexcept { return f.hash(); }
};
