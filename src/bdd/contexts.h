// What an operation needs to know about variables beyond its arguments: renamings, current/next pairs, substitutions.
//
// Users register variables; recursions work on levels. A context holds the translation for the current order, and the
// word under which its results are cached. It is refreshed when the order has changed since it was computed; results
// stay valid then, because they are functions, not diagrams of one order.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "bdd/bdd.h"
#include "bdd/edge.h"

namespace gnomon::bdd {

// A renaming after quantification of the variables of `cube` (kTrue: none).
struct RenameContext {
  Edge cube = kTrue;
  std::uint32_t code = 0;
  std::uint64_t epoch = 0;
  std::vector<Level> target;  // by level: where its variable goes
  Level last = 0;             // no level at or beyond this one is renamed
};

struct MapData {
  std::vector<std::pair<Var, Var>> from_to;
  std::vector<std::unique_ptr<RenameContext>> contexts;  // by cube
};

// How a level takes part in a transition relation.
enum class Role : std::uint8_t { Plain, UpperCurrent, LowerNext, UpperNext, LowerCurrent };

// A set of current/next pairs and further variables to quantify.
struct RelationContext {
  Edge extra = kTrue;
  std::uint32_t image_code = 0;
  std::uint32_t preimage_code = 0;
  std::uint64_t epoch = 0;
  Edge current_and_extra = kTrue;  // cubes
  Edge next_and_extra = kTrue;
  bool adjacent = false;   // the two variables of every pair are neighbours in the order
  std::vector<Role> role;  // by level, if adjacent
};

struct PairsData {
  std::vector<std::pair<Var, Var>> current_next;
  std::uint32_t next_to_current = 0;  // these renamings, as indices of maps
  std::uint32_t current_to_next = 0;
  std::vector<std::unique_ptr<RelationContext>> contexts;  // by extra
};

// A simultaneous substitution for one call; replacement[l] is kept by the caller.
struct Substitution {
  std::uint32_t code = 0;
  std::vector<Edge> replacement;  // by level; the variable itself where nothing is to be replaced
  std::vector<bool> replaced;
  Level last = 0;  // no level at or beyond this one is replaced
};

}  // namespace gnomon::bdd
