// The transition relation as a list of small relations whose conjunction it is.
//
//   T(s, a, s')  =  AND over agents i of  P_i(s, a_i)                         protocol
//                   AND over components c of  T_c(s, a, s'_c)                 evolution
//
// SingleAssignment: a component is one variable. MultiAssignment: the variables of an agent split into components as
// finely as its evolution lines allow. Lines that can be enabled together are alternatives of one choice, so all they
// assign belongs together; lines that exclude each other leave no choice between them, and then each variable follows
// on its own:  T_i = AND over components.  For a component c:
//
//   T_c = OR over lines l that assign in c:  cond_l AND (AND x in c:  x' = value_l(x), or x' = x if l leaves x alone)
//         OR  (no such line is enabled)  AND  (AND x in c: x' = x)
//
// A value outside the range of x makes its line's part false: that alternative has no successor, although it is
// enabled. Variables that no line assigns occur nowhere; they keep their values.
#pragma once

#include <vector>

#include "bdd/bdd.h"
#include "ispl/checked_model.h"
#include "model/encoding.h"
#include "model/expression_encoder.h"

namespace gnomon::model {

// What some lines of a component do, which assign the same variables; the others keep their values.
struct Alternative {
  bdd::Bdd relation;                // over current, action and next bits
  std::vector<ispl::VarId> writes;  // ascending
};

struct Conjunct {
  bdd::Bdd relation;                // over current, action and next bits
  std::vector<ispl::VarId> writes;  // whose next bits it constrains; empty for protocols
  // Where lines that assign different variables are alternatives: what there is to choose from. Each step of the
  // relation is one of them, and no line being enabled is one of them, too.
  std::vector<Alternative> alternatives = {};
};

// P_i: the agent's action is one that its protocol enables. True for an agent without actions.
bdd::Bdd protocol_relation(const ispl::CheckedModel& model, ispl::AgentId agent, const Encoding& encoding,
                           ExpressionEncoder& expressions);

// The T_c of all agents.
std::vector<Conjunct> evolution_conjuncts(const ispl::CheckedModel& model, const Encoding& encoding,
                                          ExpressionEncoder& expressions);

// The states and joint actions in which some enabled evolution line assigns a value outside its variable's range.
bdd::Bdd overflow_condition(const ispl::CheckedModel& model, const Encoding& encoding, ExpressionEncoder& expressions);

}  // namespace gnomon::model
