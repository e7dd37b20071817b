// Formulas made ready for knowledge with memory, and what is refused.
//
// A formula is memory-free if it has no knowledge operator: its truth after a history depends on the last state only.
//
//   Delta(i, o, f) = f                               f memory-free
//   A Delta(i, o, f) = Delta(i, o, A f)              likewise E: a path quantifier does not look at observations
//   !Delta(i, o, f) = Delta(i, o, !f)
//   AG (f and g) = AG f and AG g                     each part may be about fewer knowers than the whole, and the
//   AG (f -> g and h) = AG (f -> g) and AG (f -> h)  effort grows with the number of knowers that meet in one formula
#pragma once

#include <string>
#include <vector>

#include "logic/formula.h"

namespace gnomon::recall {

// By formula number up to the root's: whether a knowledge operator or a change of observation occurs.
std::vector<bool> memoryful(const logic::FormulaPool& pool, logic::Formula root);

// The formula by the first three laws.
logic::Formula prepared(logic::FormulaPool& pool, logic::Formula f);

// Formulas whose conjunction is f, by the last two laws.
std::vector<logic::Formula> conjuncts(logic::FormulaPool& pool, logic::Formula f);

// Why a property cannot be decided under the given semantics of knowledge; empty if it can. Needs no model.
std::string unsupported(logic::FormulaPool& pool, logic::Formula f, logic::KnowledgeSemantics semantics);

}  // namespace gnomon::recall
