// Attempts to decide questions without finding all states, beside the search for these: by an engine that proves (IC3),
// with a share of the work.
//
// On many models an invariant has a short proof though the reachable states are very many, and a search that has taken
// some time may take much more. So once it has, up to a quarter of its work goes into proofs. That helps only if no
// question is left in the end that needs all states: one that the prover refuses, or does not decide, ends the
// attempts. Where only fair paths count there are none, because whether any exist is told when all states are known.
// The work of the prover is that of the SAT solver (sat/solver.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/system.h"

namespace gnomon::enumerate {

using MakeProver = std::function<std::unique_ptr<engine::Engine>(engine::System&)>;

class ProofAttempts {
 public:
  // The system must outlive it. Without a prover nothing is attempted.
  ProofAttempts(engine::System& system, MakeProver make) : system_(system), make_(std::move(make)) {}

  // These properties will be asked for, and perhaps all states are needed anyway.
  void expect(std::span<const logic::Property* const> properties, bool all_states);

  // Whether attempts could spare the search for all states.
  bool possible(const std::vector<engine::Question>& questions) const;
  // Whether one would be worth its while after so much work (enumerate/race.h) on the states.
  bool promising(std::uint64_t work, const std::vector<engine::Question>& questions) const;
  // Goes on until a question is decided or the share of the work is used up. The questions must be those of the call
  // before, but for decided ones, until forget() is called.
  std::vector<engine::Answer> attempt(std::uint64_t work, const std::vector<engine::Question>& questions);
  void forget() { prover_.reset(); }

  // Somebody else has decided a question of this number since.
  void forget_answer(std::size_t number) { decided_.erase(number); }
  // Null if the question was not decided here.
  engine::Engine* decided(std::size_t number) const;

 private:
  bool refuses(const logic::Property& property) const;

  engine::System& system_;
  MakeProver make_;
  bool hopeless_ = false;
  std::uint64_t work_ = 0;
  std::shared_ptr<engine::Engine> prover_;
  std::map<std::size_t, std::shared_ptr<engine::Engine>> decided_;
};

}  // namespace gnomon::enumerate
