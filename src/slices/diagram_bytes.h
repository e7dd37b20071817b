// Diagrams as bytes, between managers that share nothing.
//
//   GNOMBDD2   numbers: bits, nodes, roots   the nodes   the roots
//
// Numbers are written as in slices/bytes.h. A node is three numbers: a bit (slices/bits.h) and the functions where it is 0
// and where it is 1. A function is 0 or 1 for the constants, otherwise 2 + 2 d or, negated, 3 + 2 d for the node that was
// written d nodes before the one before. Nodes are numbered depth first, the function at 0 before that at 1, children
// before parents, so that in one order of variables equal sets have equal bytes.
//
// A reader trusts nothing. Counts are compared with the length of the bytes before memory is taken, every bit must be
// one that a set of this kind may mention, functions must be known, no node may be superfluous, and nothing may be left
// over. Nodes are made by if-then-else, so that the order of variables may be another one than the writer's; the
// reader's budget holds. Damage is found by the sum of the record that the bytes travel in.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bdd/bdd.h"
#include "slices/bits.h"
#include "slices/bytes.h"

namespace gnomon::slices {

// Which bits diagrams mention, besides variables of automata.
enum class Mentions : std::uint8_t { States, StatesAndActions };

// Requires diagrams whose variables have numbers. The order must not change meanwhile.
std::string to_bytes(std::span<const bdd::Bdd> roots, const Bits& bits);

// Raises BadBytes, or LimitReached.
std::vector<bdd::Bdd> from_bytes(std::string_view bytes, const Bits& bits, Mentions mentions = Mentions::States);
// The same for bytes of one diagram.
bdd::Bdd one_from_bytes(std::string_view bytes, const Bits& bits, Mentions mentions = Mentions::States);

}  // namespace gnomon::slices
