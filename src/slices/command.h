// What the coordinator says to slices: a log of commands on numbered sets, the same for all of them.
//
// A set X is kept as the parts X_i within the windows W_i; a command computes one more set from others, part by part, or
// asks for something about one. Most need nothing but the slice's own parts. Steps, look-alikes and outcomes lead out of
// a window: then the command leaves a loose set, which is all that follows from a part, wherever it lies. Send cuts it
// by the windows into pieces for all slices, Receive unites the pieces that came. Only sets that exist by some state of
// a part are ever loose; what holds for all states is the complement of one, taken after its pieces were united.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/bigint.h"
#include "check/space.h"
#include "ispl/checked_model.h"

namespace gnomon::slices {

using SetNumber = std::uint64_t;

enum class Op : std::uint8_t {
  Drop,       // forgets a
  None,       // the empty set
  Load,       // the set of these bytes, which may have choices
  Single,     // the state with these values
  Variables,  // there are `index` variables of automata

  // Sets part by part.
  And,
  Or,
  Minus,           // a without b
  Initial,         //
  Proposition,     // number `index`
  Red,             // of the member
  Deadlocked,      // states of the reachable set without successors
  Overflowing,     // states of the reachable set with an assignment out of range
  AndExists,       // exists bits. a and b
  Renamed,         // a with the bits of pairs renamed
  LeadingTo,       // paths within the window, through a, to b
  EnabledChoices,  // of the group
  Commit,          // the choices a, but the member plays `index` in the states b
  HasChoice,       // where the choices a let the member play `index`
  CanAvoid,        // where the group has a choice of a that is not in b, which has states and choices
  Closed,          // what a leads to within the window without entering b first, by rounds of chaining; second: what it
                   // leads to elsewhere, loose
  SetReachable,    // a are the reachable states; simplifies what follows

  // Loose sets.
  Image,             // of a set between a and b, whichever is cheaper
  Preimage,          //
  ForeignPreimage,   // without the own window
  LookAlikes,        // to the group
  RecurrentlyAlike,  // what recurrent steps may turn a into, or into a, as far as the moving variables tell
  Outcomes,          // states and choices of the group with an outcome in a

  // Exchange.
  Send,     // a, cut by the windows, as pieces of the set `result`
  Receive,  // the pieces of the set `result`

  // Questions.
  IsEmpty,
  IsEqual,
  IsSubset,
  IsDisjoint,
  Count,
  Least,      // the least state, if there is one
  Bytes,      // of the part; no if it has more than `index`, unless that is 0
  Mentioned,  // the bits of automata in it
  Nodes,      // of the part; yes: the slice has used most of the memory that it may use
  Figures,    // of the slice and of its part of a
  Halves,     // the best two windows for the one of slice number `index`, by its part of a; bits: the nodes in each

  // The order of variables.
  Sift,       // improves it in the slice number `index`, which tells it; yes: it had the time
  TakeOrder,  // the order of these bits
};

struct Command {
  Op op = Op::None;
  SetNumber result = 0;
  SetNumber second = 0;
  SetNumber a = 0;
  SetNumber b = 0;
  std::size_t index = 0;
  ispl::AgentId member = {};
  check::Coalition group = {};
  check::Edges edges = check::Edges::All;
  bool with_actions = false;  // Load, Send, Receive: the set has choices
  std::shared_ptr<const std::string> bytes = {};
  std::vector<ispl::Value> values = {};
  std::vector<std::uint32_t> bits = {};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs = {};
};

// What one slice says.
struct Answer {
  bool yes = false;  // Least: there is one
  BigInt count = 0;
  std::string bytes;  // Least: the bits of the state in order of creation, as digits
  std::vector<std::uint32_t> bits;
  std::vector<ispl::Value> values;
  BigInt astray = 0;  // Figures: states of the part outside the window
  std::size_t nodes = 0;
  std::size_t peak_nodes = 0;
  std::size_t peak_bytes = 0;
};

constexpr bool is_question(Op op) {
  return op >= Op::IsEmpty && op <= Op::Sift;
}

}  // namespace gnomon::slices
