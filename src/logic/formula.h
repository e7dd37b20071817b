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

struct Node {
  Op op = Op::True;
  bool is_path = false;  // truth depends on a path (for path expressions: contains a test of a path formula)
  Symbol name;
  Symbol name2;
  Formula left;
  Formula right;
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
  Formula make(Op op, Formula left = {}, Formula right = {}, Symbol name = {}, Symbol name2 = {});
  Formula make(Op op, Symbol name, Formula operand = {}) { return make(op, operand, {}, name); }
  Formula truth(bool value) { return make(value ? Op::True : Op::False); }
  Formula atom(std::string_view name) { return make(Op::Atom, {}, {}, intern(name)); }

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

// A formula of the input with what its prefix and attributes said. `formula` is always a state formula.
struct Property {
  Formula formula;
  Mode mode = Mode::Plain;
  bool knowledge_given = false;  // an attribute @... was written; otherwise the run's default applies
  KnowledgeSemantics knowledge = KnowledgeSemantics::Observational;
};

}  // namespace gnomon::logic
