// Formulas of time and knowledge: one immutable, shared language for all logics of the tool.
//
// A FormulaPool owns nodes; a Formula is a node's number. Nodes are hash-consed: equal formulas have equal numbers, so
// memo tables are arrays. Children always have smaller numbers than their parents, so every bottom-up pass is a loop
// over numbers and no pass recurses: a formula nested a million deep is as safe as a flat one.
//
// State and path formulas live side by side. A path formula is one whose truth depends on a path: X F G U W R, <rho>f,
// [rho]f and Boolean combinations that contain them outside a quantifier. The modes of the input language (LTL, CTL*,
// LDL, ...) are only ways to read a text; what they mean is written with the quantifiers A and E (`PathA`, `PathE`, or
// `PathAf`, `PathEf` on finite traces): `LTL f` is A f, with A put in front of the argument of every knowledge
// operator.
//
// Operators with a bound on the steps are operators of their own (EFn beside EF), so that what is said of the operators
// without holds without exception. Their nodes name an interval, which the pool keeps once.
//
// Names (propositions, agents, groups, observations) are interned symbols; the model's front end gives them meaning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash_index.h"
#include "base/id.h"
#include "logic/operators.h"

namespace gnomon::logic {

struct SymbolTag {};
using Symbol = Id<SymbolTag>;
struct FormulaTag {};
using Formula = Id<FormulaTag>;

struct BoundTag {};
using Bound = Id<BoundTag>;

// So many steps, or repetitions; both ends belong to it. An end may be a parameter, a name without a value yet.
struct Interval {
  static constexpr std::uint64_t kOpen = static_cast<std::uint64_t>(-1);
  std::uint64_t first = 0;
  std::uint64_t last = kOpen;
  Symbol first_name = {};  // the parameter that stands in place of `first`, which is 0 then
  Symbol last_name = {};   // the same for `last`, which is kOpen then

  static Interval exactly(std::uint64_t n) { return {n, n}; }
  bool is_open() const { return last == kOpen && last_name.is_none(); }
  bool has_parameter() const { return !first_name.is_none() || !last_name.is_none(); }
  bool operator==(const Interval&) const = default;
};

// The values of a parameter that are to be tried, both ends included.
struct ParameterRange {
  Symbol name;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

struct Node {
  Op op = Op::True;
  bool is_path = false;  // truth depends on a path (for path expressions: contains a test of a path formula)
  Symbol name;
  Symbol name2;
  Formula left;
  Formula right;
  Bound bound;  // of an operator with a bound
  bool operator==(const Node&) const = default;
};

inline bool is_state_formula(const Node& node) {
  return !node.is_path && !is_path_expression(node.op);
}

class FormulaPool {
 public:
  FormulaPool() = default;
  FormulaPool(const FormulaPool&) = delete;  // formulas are numbers of one pool
  FormulaPool& operator=(const FormulaPool&) = delete;
  FormulaPool(FormulaPool&&) = default;
  FormulaPool& operator=(FormulaPool&&) = default;

  Symbol intern(std::string_view text);
  Symbol find_symbol(std::string_view text) const;  // none if never interned
  const std::string& text(Symbol symbol) const { return symbols_[symbol.index()]; }
  std::size_t symbol_count() const { return symbols_.size(); }

  // The node with these parts, made or found. No rewriting happens here.
  Formula make(Op op, Formula left = {}, Formula right = {}, Symbol name = {}, Symbol name2 = {}, Bound bound = {});
  // A node like this one with other operands.
  Formula make_like(const Node& node, Formula left, Formula right) {
    return make(node.op, left, right, node.name, node.name2, node.bound);
  }
  // The form with a bound of an operator (either form may be given); the one without where the interval says nothing:
  // [1] of a next, [0,] of the others.
  Formula make_bounded(Op op, const Interval& interval, Formula left, Formula right = {}, Symbol name = {});
  // rho{n,m}: rho* for {0,}, rho for {1}, true? for {0}.
  Formula make_repeat(Formula rho, const Interval& times);
  Formula make(Op op, Symbol name, Formula operand = {}) { return make(op, operand, {}, name); }
  Formula truth(bool value) { return make(value ? Op::True : Op::False); }
  Formula atom(std::string_view name) { return make(Op::Atom, {}, {}, intern(name)); }

  // A parameter with a range may stand at every end of a bound. To be called before formulas are made.
  void limit_parameter(const ParameterRange& range) { ranges_.push_back(range); }
  const ParameterRange* range_of(Symbol parameter) const;  // null: it has none
  const std::vector<ParameterRange>& ranges() const { return ranges_; }

  Bound bound(const Interval& interval);
  const Interval& interval(const Node& node) const { return intervals_[node.bound.index()]; }

  const Node& operator[](Formula f) const { return nodes_[f.index()]; }
  std::size_t size() const { return nodes_.size(); }
  // What has to be allocated at once in order to make so many more nodes.
  std::size_t growth_bytes(std::size_t more) const;

  // All formulas and path expressions below `root` (root included), each once, children before parents.
  std::vector<Formula> subformulas(Formula root) const;
  std::vector<Formula> subformulas(std::span<const Formula> roots) const;
  // What a nest of path formulas with this Boolean operator joins, from left to right: a, b, c of (a or b) or c. State
  // formulas are not taken apart.
  std::vector<Formula> joined(Op op, Formula root) const;
  // Those of a path formula down to its maximal state formulas, these included: what stands below them is left out.
  std::vector<Formula> path_part(Formula root) const;

 private:
  enum class Stop { AtLeaves, AtStateFormulas };
  std::vector<Formula> below(std::span<const Formula> roots, Stop stop) const;

  std::vector<Node> nodes_;
  HashIndex index_;
  std::deque<std::string> symbols_;
  HashIndex symbol_index_;
  std::vector<Interval> intervals_;
  HashIndex interval_index_;
  std::vector<ParameterRange> ranges_;
};

// Which way a formula was introduced in the text.
enum class Mode : std::uint8_t {
  Plain,
  Ltl,
  CtlStar,
  Ldl,
  CdlStar,
  LtlFinite,
  CtlStarFinite,
  LdlFinite,
  CdlStarFinite
};
enum class KnowledgeSemantics : std::uint8_t { Observational, Clock, Recall };

// What is asked of a property: whether its formula is true, or for a number of steps.
//
//   min(f, g)     the fewest steps in which a state with g can be reached from one with f
//   max(f, g)     the steps within which g comes in any case, from every state with f
//   delay(i, f)   the steps that f lasts at most without i knowing it, from where f becomes true
//
// Without f: from the initial states.
enum class Asks : std::uint8_t { Truth, Min, Max, Delay };

// A formula of the input with what its prefix and attributes said. `formula` is always a state formula. Of a question
// for a number it is one that says that the answer is a number: f and EF g for min, where some state must satisfy it;
// f -> A((EX true) U g) for the others, where every state from which steps are counted must.
struct Property {
  Formula formula;
  Asks asks = Asks::Truth;
  Formula from = {};    // min, max: f, none for the initial states; delay: f
  Formula target = {};  // min, max: g; delay: K(i, f) or !f
  Mode mode = Mode::Plain;
  bool knowledge_given = false;  // an attribute @... was written; otherwise the run's default applies
  KnowledgeSemantics knowledge = KnowledgeSemantics::Observational;
};

}  // namespace gnomon::logic
