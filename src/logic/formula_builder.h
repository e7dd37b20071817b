// The stack machine under the formula parser: operator precedence without recursion.
//
// The parser hands over operands, operators and brackets in the order of the text; the builder keeps what is waiting
// for an operand on one stack and the operands on another, as in Floyd's operator-precedence method (1963). A binary
// operator first completes everything waiting that binds at least as tightly; a bracket completes everything up to its
// partner. So the depth of a formula costs memory, never C stack, and time is linear in the number of tokens. The
// levels are those of operators.h.
//
// A prefix operator never completes what waits: `X !a U b` is X(!(a U b)), because `!` yields to U. In plain formulas U
// only separates the operands of A(f U g), E(f U g) and <g>(f U g), so there it binds most loosely: A(!a U b or c) is
// A((!a) U (b or c)).
//
// Operands know whether they are path expressions and whether they depend on a path, and the builder applies the rules
// of the mode: in LTL and LDL the argument of a state operator that depends on a path gets the quantifier A, in CTL*
// and CDL* it is an error, in plain formulas only A(f U g), E(f U g) and <g>(f U h) take a path formula. A formula that
// an error has already been reported for is marked bad and causes no further ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/pace.h"
#include "base/source.h"
#include "logic/formula.h"

namespace gnomon::logic {

enum class Bracket : std::uint8_t {
  Root,        // the whole formula
  Paren,       // ( )
  Call,        // K(i, ... ) and the like
  BrokenCall,  // the same after an error in its first arguments: its formula is bad
  Coalition,   // <g>( ... U ... )
  Angle,       // < >
  Square,      // [ ]
};

// What the operators need besides their operands.
struct Head {
  Op op = Op::True;
  Symbol name;
  Symbol name2;
  Span span;
  Interval interval = {};  // of an operator with a bound, of a repetition
};

class FormulaBuilder {
 public:
  FormulaBuilder(const Source& source, Mode mode, FormulaPool& pool, Diagnostics& diagnostics, const Budget* budget);

  // Where the parser must see an operand next:
  void operand(Formula f, Span span);
  void missing_operand(Span span);  // an error about it was reported
  void prefix(const Head& head);
  void open(Bracket bracket, const Head& head);

  // Where an operand has just ended:
  void binary(const Head& head);
  void broken_binary(Span span);  // an error was reported: what it joins is bad
  void postfix(const Head& head);
  // Closes the innermost bracket, which must be of that kind; `span` is the closing sign. After Angle and Square an
  // operand follows (the modal operator is a prefix), otherwise one has just ended.
  void close(Span span);
  // A bound behind the modal operator that has just been closed.
  void bound(const Interval& interval, Span span);

  Bracket innermost() const { return frames_.back().bracket; }
  Span innermost_span() const { return pending_[frames_.back().at].head.span; }
  bool is_open(Bracket bracket) const { return open_count_[static_cast<std::size_t>(bracket)] > 0; }
  bool path_expression_allowed() const { return frames_.back().allows_rho; }

  // Completes the formula, only the root being open: a state formula, or none after an error.
  std::optional<Formula> finish();

  bool has_errors() const { return has_errors_; }
  void error(Span span, std::string message, std::string hint = {});

 private:
  struct Operand {
    Formula formula;
    bool is_rho = false;
    bool bad = false;
    Span span;
    Span path_at;  // the operator that makes it depend on a path, if it does
  };
  enum class Wait : std::uint8_t { Prefix, Binary, Open };
  struct Pending {
    Wait wait = Wait::Prefix;
    Level level = Level::Next;
    bool broken = false;
    Head head;
    Formula rho;  // of the prefixes <rho> and [rho]; none if bad
  };
  struct Frame {
    Bracket bracket = Bracket::Root;
    bool allows_rho = false;
    std::size_t at = 0;  // in pending_
  };

  void step();
  void push(const Operand& operand);
  void push(const Pending& pending);
  void warn_of_negation(const Head& head, Level level);
  void complete_down_to(Level level);
  void complete_top();
  Operand pop_operand();
  Operand complete_prefix(const Pending& waiting, const Operand& x);
  Operand complete_binary(const Pending& waiting, const Operand& x, const Operand& y);
  Formula made(const Head& head, Formula left, Formula right = {});
  Formula until_of(Op op, const Node& until, Formula left, Formula right, Symbol name);
  Operand quantify(const Head& head, const Operand& x, Span span);
  Operand coalition_until(const Head& head, const Operand& x, Span span);

  // These report at most one error and mark the operand bad if it has one.
  Operand as_formula(Operand x);
  Operand as_state_formula(Operand x, Span user);
  Operand as_rho(Operand x);

  bool depends_on_path(const Operand& x) const { return !x.is_rho && pool_[x.formula].is_path; }
  Operand bad_operand(Span span) { return {pool_.truth(true), false, true, span, {}}; }
  std::string quoted(Span span) const;

  const Source& source_;
  Mode mode_;
  FormulaPool& pool_;
  Diagnostics& diagnostics_;
  Pace pace_;
  bool has_errors_ = false;
  std::vector<Operand> operands_;
  std::vector<Pending> pending_;
  std::vector<Frame> frames_;
  std::vector<std::size_t> open_count_;
};

}  // namespace gnomon::logic
