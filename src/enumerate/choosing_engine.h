// The engine that takes whichever is ahead: states one by one (enumerate/enumerating_engine.h), or diagrams of sets of
// states (engine/whole.h).
//
// Both explore the same model, in turns, with budgets of work that double. Work is counted, not timed, so that the
// choice is the same in every run. States come first: a model that has few is finished before a diagram is made.
// After each turn of both the choice is made as soon as it is clear:
//
//   - whoever has found all reachable states has won
//   - whoever has found many times the states of the other has won
//   - a list that has more than twice the states of the diagrams in three turns has won
//
// Diagrams are given these turns because they often begin slowly. The loser has done about as much work as the winner at
// that moment, and no more later; a list that has lost gives its memory back. What the list cannot decide (knowledge
// with memory, automata that are too large) goes to diagrams, and so does everything when memory runs out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "engine/full.h"
#include "engine/system.h"
#include "engine/whole.h"
#include "enumerate/enumerating_engine.h"

namespace gnomon::enumerate {

class ChoosingEngine : public engine::FullEngine {
 public:
  // The system must outlive the engine.
  explicit ChoosingEngine(engine::System& system, const ExploreOptions& options = {})
      : system_(system), list_(system, options), diagrams_(system) {}

  std::optional<engine::Reason> refuses(const logic::Property& property) const override {
    return diagrams_.refuses(property);
  }
  void ask(const engine::Question& question) override { open_.push_back(question); }
  engine::Portion advance() override;
  engine::Evidence evidence(std::size_t number) override;
  void withdraw() override;

  void build() override;
  bool built() const override { return list_.built() || diagrams_.built(); }
  engine::StatesFound deadlocks() override;
  engine::StatesFound overflows() override;
  Beginning beginning() override { return list_.built() ? list_.beginning() : diagrams_.beginning(); }

 private:
  enum class Choice : std::uint8_t { Open, List, Diagrams };

  void choose();
  // One turn of both; who has won by it.
  Choice race();
  // So much more work on each side; whether all reachable states are known then.
  bool explore_list(std::uint64_t work);
  bool explore_diagrams(std::uint64_t work);
  template <class Work>
  bool on_list(Work&& work);
  void hand_out();

  engine::System& system_;
  EnumeratingEngine list_;
  engine::WholeEngine diagrams_;
  Choice choice_ = Choice::Open;
  std::size_t turns_ahead_ = 0;         // of the list
  std::uint64_t turn_work_ = 0;         // of the next turn; 0: before the first
  std::vector<engine::Question> open_;  // not handed to an engine yet
  std::vector<engine::Question> with_list_;
  std::size_t with_diagrams_ = 0;  // open questions there
  std::set<std::size_t> by_list_;  // decided questions
};

}  // namespace gnomon::enumerate
