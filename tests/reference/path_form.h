// Path formulas in a small positive form: true, false, atoms (sets of states), and, or, <rho>f, [rho]f.
//
// State subformulas become sets, so a negated one is the complement in R; every other negation is pushed inwards by
// duality. LTL operators are the abbreviations of the language:
//     X f = <true>f   F f = <true*>f   G f = [true*]f   f U g = <(f?;true)*>g   f W g = (f U g) or G f
//     f R g = !(!f U !g) = [(!f?;true)*]g
// Tests inside rho are kept positive; for [rho]f, which needs them negated, `negation` knows the dual of each.
//
// Path expressions are taken apart by two functions on rho (Antimirov 1996, with tests). A test set T is a set of path
// formulas that must hold now.
//     passes(rho):  the T with which rho can be passed without a step
//     steps(rho):   the (T, a, rho') such that rho can begin with a step from a state in a, after tests T, and rho' is
//     left
// A star never needs a pass of its body without a step: it would only add tests. So both are finite, and
//     <rho>f = OR_{T in passes} (T and f)          or  OR_{(T,a,rho') in steps} (T and a and next <rho'>f)
//     [rho]f = AND_{T in passes} (not T or f)      and AND_{(T,a,rho') in steps} (not T or not a or next [rho']f)
#pragma once

#include <functional>
#include <map>
#include <unordered_map>
#include <vector>

#include "logic/formula.h"
#include "reference/temporal.h"

namespace gnomon::reference {

using TestSet = std::vector<logic::Formula>;  // ascending

struct FirstStep {
  TestSet tests;
  logic::Formula from;  // an atom
  logic::Formula rest;  // a path expression
  auto operator<=>(const FirstStep&) const = default;
};

class PathForm {
 public:
  // The states in which a state formula of the source pool holds; a subset of R.
  using Truth = std::function<Members(logic::Formula)>;

  // Both forms refer to formulas of `nodes`. Raises std::invalid_argument at an operator that has no meaning here
  // (Delta over a path formula).
  PathForm(const Arena& arena, const logic::FormulaPool& source, logic::Formula root, const Truth& truth);

  logic::Formula positive() const { return positive_; }  // the formula
  logic::Formula negative() const { return negative_; }  // its negation
  const logic::FormulaPool& nodes() const { return pool_; }
  bool atom_holds(logic::Formula atom, StateIndex s) const { return sets_[pool_[atom].name.index()][s]; }
  // Of a formula that is the argument of a test.
  logic::Formula negation(logic::Formula f) const { return dual_.at(f); }

  const std::vector<TestSet>& passes(logic::Formula rho);
  const std::vector<FirstStep>& steps(logic::Formula rho);
  // The same modality over what is left of rho.
  logic::Formula remainder(logic::Formula modality, logic::Formula rest);

 private:
  struct Both {
    logic::Formula pos;
    logic::Formula neg;
  };
  Both both(const Members& set, const Members& complement);
  Both connect(logic::Op op, const Both& a, const Both& b);
  Both modality(const Both& operand, logic::Formula rho, logic::Op op);
  logic::Formula repeated(logic::Formula rho, const logic::Interval& times);
  logic::Formula within(logic::Formula rho, const logic::Interval& steps);
  Both translate(const logic::FormulaPool& source, const logic::Node& node,
                 const std::unordered_map<logic::Formula, Both>& done);
  logic::Formula translate_expression(const logic::FormulaPool& source, const logic::Node& node,
                                      const std::unordered_map<logic::Formula, Both>& done);
  logic::Formula tested_step(logic::Formula test);
  logic::Formula until_loop(logic::Formula test);
  logic::Formula followed_by(logic::Formula first, logic::Formula second);
  void take_apart(logic::Formula rho);

  logic::FormulaPool pool_;
  std::vector<Members> sets_;  // by symbol of an atom
  std::map<Members, logic::Formula> atoms_;
  std::unordered_map<logic::Formula, logic::Formula> dual_;
  std::unordered_map<logic::Formula, std::vector<TestSet>> passes_;
  std::unordered_map<logic::Formula, std::vector<FirstStep>> steps_;
  logic::Formula everywhere_;    // the step `true`
  logic::Formula nothing_left_;  // the expression `true?`
  logic::Formula positive_;
  logic::Formula negative_;
};

}  // namespace gnomon::reference
