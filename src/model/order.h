// The static variable order: which field (a model variable, or an agent's choice of action) comes where.
//
// Fields that meet in one evolution line, protocol line or initial constraint should be near each other: the size of a
// diagram grows with what must be remembered between its first and its last mention. Lines are the edges of a
// hypergraph over fields. A first order comes from breadth-first levels (Cuthill and McKee 1969), another is that of
// the text; the FORCE heuristic (Aloul, Markov, Sakallah 2003) improves both by moving every field to the average of
// the centres of its lines, and the order with the smallest total span wins.
//
// Fields that a large share of all lines mention (a scheduler, a token, a phase) go on top, where a diagram splits once
// into the cases they select. Their values take their place in the hypergraph: `turn = p3` in two lines ties together
// what these lines mention, although `turn` itself ties everything to everything. Lines much longer than the others say
// nothing about the order and are left out.
// Cost: a few dozen passes over all mentions.
#pragma once

#include <cstdint>
#include <vector>

#include "ispl/checked_model.h"

namespace gnomon::model {

// A model variable or the action of an agent.
struct FieldRef {
  enum class Kind : std::uint8_t { Variable, Action };
  Kind kind = Kind::Variable;
  std::uint32_t index = 0;  // of the variable or the agent
  bool operator==(const FieldRef&) const = default;
};

enum class OrderStrategy : std::uint8_t { Force, Declaration };

// Every variable, and every agent that has actions, once, top to bottom.
std::vector<FieldRef> static_order(const ispl::CheckedModel& model, OrderStrategy strategy = OrderStrategy::Force);

}  // namespace gnomon::model
