// The engine that takes whichever is ahead: states one by one (enumerate/enumerating_engine.h), or diagrams of sets of
// states (engine/whole.h).
//
// Both explore the same model, in turns, with budgets of work (enumerate/race.h). Work is counted, not timed, so that the
// choice is the same in every run. States come first: a model that has few, or seems to have few, is finished before a
// diagram is made. Whoever has found all reachable states has won. As long as nobody has, states that were listed may refute
// invariants, and where that takes long, proofs are attempted that need no states (enumerate/proof_attempts.h).
//
// A list that has lost gives its memory back. What the list cannot decide (changes of observation, too many places of
// histories, automata that are too large) goes to diagrams, and so does everything when memory runs out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "engine/full.h"
#include "engine/system.h"
#include "engine/whole.h"
#include "enumerate/enumerating_engine.h"
#include "enumerate/proof_attempts.h"
#include "enumerate/race.h"

namespace gnomon::enumerate {

class ChoosingEngine : public engine::FullEngine {
 public:
  // The system must outlive the engine.
  explicit ChoosingEngine(engine::System& system, const ExploreOptions& options = {}, MakeProver prover = {});

  std::optional<engine::Reason> refuses(const logic::Property& property) const override {
    return diagrams_.refuses(property);
  }
  void expect(std::span<const logic::Property* const> properties, bool all_states) override {
    proofs_.expect(properties, all_states);
  }
  void ask(const engine::Question& question) override { open_.push_back(question); }
  engine::Portion advance() override;
  engine::Evidence evidence(std::size_t number) override;
  void withdraw() override;

  void build() override;
  bool built() const override { return list_.built() || diagrams_.built(); }
  engine::StatesFound deadlocks() override;
  engine::StatesFound overflows() override;
  const LabelledSpace* listed() override { return list_.built() ? list_.listed() : nullptr; }
  void bring_together() override { list_.bring_together(); }
  Beginning beginning() override { return list_.built() ? list_.beginning() : diagrams_.beginning(); }
  // For questions about single states, when all states are found: null if there are diagrams of them.
  EnumeratingEngine* list() { return list_.built() ? &list_ : nullptr; }

 private:
  enum class Choice : std::uint8_t { Open, List, Diagrams };

  void choose();
  // States alone, or one turn of both; perhaps one has won by it.
  void turn();
  Choice race();
  void take_diagrams();
  // Lists states before a diagram is made; whether these are all.
  bool explore_first();
  // Until so much work is done on that side; whether all reachable states are known then.
  bool explore_list(std::uint64_t work);
  // The same for their encoding; whether it is done.
  bool encode_diagrams(std::uint64_t work);
  std::size_t nodes_found() const;  // of the diagram of the states that diagrams have found
  // A step of diagrams that takes more work than this beyond the end is given up.
  bool explore_diagrams(std::uint64_t work, std::uint64_t beyond);
  std::uint64_t work_of_list() const;
  template <class Work>
  bool on_list(Work&& work);
  void hand_out();
  // Whether there is a turn of diagrams, with proofs, before they are asked.
  bool attempts_proofs();
  engine::Portion explore_and_prove();
  void prove(engine::Portion& portion, std::vector<engine::Question>& questions);
  void ask_diagrams();
  void keep_decided(engine::Portion& portion);

  engine::System& system_;
  EnumeratingEngine list_;
  engine::WholeEngine diagrams_;
  ProofAttempts proofs_;
  Choice choice_ = Choice::Open;
  bool begun_ = false;  // states alone had their turn
  Race race_;
  std::uint64_t diagram_work_ = Race::kEncoding;
  double diagrams_found_ = 1;           // states
  std::uint64_t start_work_ = 0;        // of the list, to find the initial states
  std::vector<engine::Question> open_;  // not handed to an engine yet
  std::vector<engine::Question> with_list_;
  std::vector<engine::Question> for_diagrams_;  // when these have found all states
  std::size_t with_diagrams_ = 0;               // open questions there
  std::set<std::size_t> by_list_;               // decided questions
};

}  // namespace gnomon::enumerate
