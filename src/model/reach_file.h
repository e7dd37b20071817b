// The reachable states of a model as bytes, for files: found once, they serve other formulas on the same model.
//
//   gnomon reachable 1
//   model FINGERPRINT                     of what the reachable states depend on: agents, their variables, protocols and
//                                         evolutions, the initial states; not of propositions, groups and formulas
//   states NUMBER
//   depth NUMBER                          or -, where states were found by chaining
//   order NUMBER                          so many bits follow
//   nodes NUMBER                          so many nodes follow
//   set NUMBER                            the function that is the set of states
//   data
//   <bits> <nodes> <checksum>             little-endian words of 32 bits, the checksum two of them
//
// A bit is three words: 0 and a variable, 1 and a variable (what it will be next), or 2 and an agent (its action); and
// the number of the bit. They are listed in the order of the diagrams, which the reader adopts, so that a node is made
// by one step. A node is three words, a bit and the functions for its values 0 and 1: 0 and 1 are the constants, n + 2 is
// the n-th node, which must come before. Sizes are compared with the length of the file, and the checksum with its bytes, before anything is made from them.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "model/symbolic_model.h"

namespace gnomon::model {

// The bytes are no such file, are damaged, or belong to another model; a sentence without full stop.
class ReachFileError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What the reachable states depend on, as 32 hexadecimal digits.
std::string fingerprint(const ispl::CheckedModel& model);

// Completes the exploration if need be. May raise LimitReached.
std::string reachable_to_bytes(SymbolicModel& model);

// Makes the states the reachable ones of the model, whose exploration is over then. Raises ReachFileError, after which the
// model is as before but for the order of its bits, or LimitReached.
void adopt_reachable(SymbolicModel& model, std::string_view bytes);

}  // namespace gnomon::model
