// A conjunction of relations, ready for images: clustered, and scheduled so that every variable is quantified as soon
// as no later cluster mentions it.
//
//   image(S)    =  (exists s, a.  S and guard and C_1 and ... and C_m)[s' := s]
//   preimage(S) =  guard and exists s', a.  S[s := s'] and C_1 and ... and C_m
//
// Only written variables are renamed and quantified; the others keep their values and occur in no identity relation.
// Clusters are neighbours in the variable order, joined while their diagram stays small; the order of the clusters is
// chosen greedily, separately for both directions: next comes the cluster that frees the most bits for the fewest new
// ones (after Ranjan et al., IWLS 1995). Action bits can be kept free in preimages, for questions about strategies.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bdd/bdd.h"
#include "model/conjuncts.h"
#include "model/encoding.h"

namespace gnomon::model {

class Partition {
 public:
  static constexpr std::size_t kClusterNodes = 2500;

  // `keep` names the action bits that preimages must not quantify (image is then not available).
  Partition(const Encoding& encoding, std::vector<Conjunct> conjuncts, bdd::Bdd guard,
            std::span<const bdd::Var> keep = {}, std::size_t cluster_nodes = kClusterNodes);

  bdd::Bdd image(const bdd::Bdd& states) const;
  bdd::Bdd preimage(const bdd::Bdd& states) const;

  // All of it in one diagram over current and next bits: which states follow which.
  bdd::Bdd relation() const;

  const bdd::Bdd& guard() const { return guard_; }
  // States that contain all successors: what the guard and the clusters, each by itself, say about them.
  bdd::Bdd range() const;
  std::size_t clusters() const { return clusters_; }
  std::size_t nodes() const;

 private:
  struct Step {
    bdd::Bdd relation;
    bdd::VarSet quantify;
  };
  struct Cluster;
  using Schedule = std::vector<Step>;

  std::vector<Cluster> make_clusters(std::vector<Conjunct> conjuncts, std::size_t cluster_nodes) const;
  Schedule schedule(const std::vector<Cluster>& clusters, const std::vector<char>& quantified) const;

  const Encoding* encoding_;
  bdd::Bdd guard_;
  std::vector<bool> kept_;  // by bit
  Schedule forward_, backward_;
  bdd::VarMap down_, up_;  // next to current and back, of the written variables
  bdd::VarSet written_;    // their current bits
  std::size_t clusters_ = 0;
  // With a single cluster both directions are one operation of the engine.
  bdd::Bdd single_;
  bdd::Pairs pairs_;
  bdd::VarSet free_actions_;
};

}  // namespace gnomon::model
