// Images and preimages of the whole transition relation, in the cheaper of two shapes.
//
// Conjunctive (the default): one Partition. Disjunctive: where some field decides who moves (a scheduler, a token, the
// chosen agent), the relation is split into one piece per value of that field. In a piece most variables keep their
// values; such a variable is dropped from the piece instead of being carried by an identity relation, so that a piece
// touches only what moves:
//
//   T  =  OR over values v:  (field = v) and T_v          T_v mentions the next bits of the moving variables only
//
// A variable x is unchanged in a piece iff the piece's relation for x implies x' = x; then "exists x'" of it says the
// same. The field is found by trying those that many conjuncts mention and taking the one that moves fewest variables
// per value on average; no field qualifies unless it leaves at least half of the variables alone. Pieces in which many
// variables still move are split again.
//
// What decides may also be a choice without a name: lines of an agent that can be enabled together are alternatives
// (conjuncts.h), and a step takes one of them. Then there is a piece for each set of variables that some lines assign.
#pragma once

#include <string>
#include <vector>

#include "model/conjuncts.h"
#include "model/encoding.h"
#include "model/order.h"
#include "model/partition.h"
#include "model/state_set.h"

namespace gnomon::model {

enum class TransitionShape : std::uint8_t { Automatic, Conjunctive };

class Transition {
 public:
  Transition(const ispl::CheckedModel& model, const Encoding& encoding, std::vector<Conjunct> conjuncts,
             TransitionShape shape = TransitionShape::Automatic);

  // The steps that keep the values of these variables, in the same pieces.
  Transition frozen(const std::vector<ispl::VarId>& vars) const;

  StateSet image(const StateSet& states) const;                      // all successors
  StateSet image(const StateSet& states, std::size_t piece) const {  // successors by one piece of the relation
    return StateSet(pieces_[piece].image(states.bdd()));
  }
  StateSet preimage(const StateSet& states) const;                      // all predecessors
  StateSet preimage(const StateSet& states, std::size_t piece) const {  // predecessors by one piece of the relation
    return StateSet(pieces_[piece].preimage(states.bdd()));
  }
  // The states in which a piece of the relation may have steps.
  StateSet guard(std::size_t piece) const { return StateSet(pieces_[piece].guard()); }
  // States that contain all successors by a piece.
  const StateSet& range(std::size_t piece) const;
  // All states with a successor. Every variable is written by one part of the relation only, so each part can forget
  // the new values for itself:  exists a. P and (AND c: exists s'_c. T_c)
  StateSet with_successor() const;
  // The bits of the variables that some step may change.
  const bdd::VarSet& moving() const { return moving_; }

  // All of it in one diagram over current and next bits: which states follow which.
  bdd::Bdd relation() const;
  const Encoding& encoding() const { return *encoding_; }

  // The same relation in other clusters, if it is in one piece; and from now on in these.
  Partition clustered(std::size_t cluster_nodes) const;
  void use(Partition whole);

  std::size_t pieces() const { return pieces_.size(); }
  std::size_t clusters() const;  // in all pieces
  std::size_t nodes() const;
  // What splits the relation, if anything: `Environment.current`, `Prison.Action`, `lines of Environment`.
  const std::vector<std::string>& split_by() const { return split_by_; }

 private:
  // What is left of the relation where a guard holds.
  struct Piece {
    bdd::Bdd guard;
    std::vector<Conjunct> conjuncts;
  };
  class Splitter;
  explicit Transition(const Encoding& encoding) : encoding_(&encoding) {}
  void set_pieces(std::vector<Piece> pieces);

  const Encoding* encoding_;
  std::vector<Piece> sources_;  // of the pieces, before clustering
  std::vector<Partition> pieces_;
  std::vector<std::string> split_by_;
  bdd::VarSet moving_;
  mutable std::vector<StateSet> ranges_;  // by piece, made on first use
};

}  // namespace gnomon::model
