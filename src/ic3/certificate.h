// What proves an invariant, apart from how it was found: clauses over the variables of the model.
//
// A certificate excludes cubes of states. What is left, I, is an inductive invariant:
//
//   every initial state is in I          no step leads out of I          no state of I is a bad one
//
// verify() asks a SAT solver of its own these three questions, over clauses that are made anew from the model and the
// formula, and in another way than those of the search (sat/cnf.h, by nodes). It believes nothing of the search.
//
// A condition speaks of the code of a variable's value: the position of the value among those of its type, in binary. In
// text it is a set of values where these are few or lie together:  Train.place in {wait, tunnel},  Counter.value in
// 8..15,  and otherwise a pattern of bits:  Counter.value ~ 1??0.  Where a property speaks of several states, the
// variables of look-alikes have a number:  Sender.bit@1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "ic3/cube.h"
#include "ic3/fragment.h"
#include "ic3/machine.h"
#include "ispl/checked_model.h"
#include "model/symbolic_model.h"

namespace gnomon::ic3 {

struct Condition {
  std::size_t copy = 0;
  ispl::VarId var;
  std::uint64_t mask = 0;  // the bits of the code that are given; bit 0 is the least significant one
  std::uint64_t bits = 0;
};

struct Certificate {
  std::size_t copies = 1;
  std::vector<std::vector<Condition>> excluded;  // every one a conjunction
};

Certificate certificate_of(const Machine& machine, const std::vector<Cube>& invariant);

// Whether the certificate proves the part in the model.
bool verify(const Certificate& certificate, model::SymbolicModel& model, logic::FormulaPool& pool, const Part& part,
            const Budget* budget);

// A line per excluded conjunction.
std::string text_of(const Certificate& certificate, const ispl::CheckedModel& model);

// The conditions as a solver knows them, in a state with those of all copies one after the other; and as text.
std::vector<sat::Lit> literals_of(const std::vector<Condition>& conjunction, const sat::Model& model,
                                  const sat::State& state);
std::string conjunction_text(const std::vector<Condition>& conjunction, const ispl::CheckedModel& model);

}  // namespace gnomon::ic3
