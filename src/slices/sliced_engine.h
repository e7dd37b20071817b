// The engine that cuts the reachable states into slices (slices/cut_model.h). Each slice has diagrams of its own, which
// stay smaller than those of all states, and threads work on several slices at once. Verdicts, counts and the depth are
// those of the whole check (engine/whole.h).
//
// States are explored in one place until their diagram has some size; then the windows are chosen. A model that is too
// small for that, or whose best windows are bad, stays in one piece, if it is to be cut only where that pays.
//
// What needs diagrams of all states in one place gets them by uniting those of the slices: explanations, and knowledge with
// memory.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "check/labelling.h"
#include "check/path.h"
#include "engine/full.h"
#include "engine/parameter_search.h"
#include "engine/system.h"
#include "engine/whole.h"
#include "slices/cut_model.h"
#include "slices/options.h"
#include "slices/space.h"

namespace gnomon::slices {

class SlicedEngine : public engine::FullEngine {
 public:
  // The system must outlive the engine.
  SlicedEngine(engine::System& system, const SliceOptions& options)
      : system_(system), options_(options), whole_(system) {}

  std::optional<engine::Reason> refuses(const logic::Property& property) const override {
    return system_.undecidable(property);
  }
  void ask(const engine::Question& question) override { open_.push_back(question); }
  engine::Portion advance() override;
  engine::Evidence evidence(std::size_t number) override;
  void withdraw() override { open_.clear(); }

  void build() override;
  bool built() const override;
  engine::StatesFound deadlocks() override;
  engine::StatesFound overflows() override;
  Beginning beginning() override;
  void bring_together() override;
  std::optional<engine::SliceReport> slices() override;
  std::string not_cut() const override { return not_cut_; }

 private:
  using Labelling = check::LabellingOf<SlicedSpace>;
  struct Labelled {
    Labelled(SlicedSpace with_space, logic::FormulaPool& pool, check::PathCheckerOf<SlicedSpace>& paths,
             const check::StrategyOptions& strategies)
        : space(std::move(with_space)), labels(space, pool, &paths, strategies) {}
    Labelled(const Labelled&) = delete;
    Labelled& operator=(const Labelled&) = delete;
    SlicedSpace space;
    Labelling labels;
  };

  enum class Way : std::uint8_t { Open, InOnePiece, Cut };
  void choose();
  void take_up(const Outset& outset);
  void explore();
  void label();
  bool wants_fairness() const;
  Labelled& of(const logic::Property& property);
  Labelled& on_fair_paths() { return fair_ ? *fair_ : *plain_; }
  engine::Answer decide(const engine::Question& question);
  void evaluate(const engine::Question& question, engine::Outcome& outcome);
  bool make_room(const LimitReached& limit);
  engine::Judge judge_of(const logic::Property& property);
  engine::StatesFound found(Op op);

  engine::System& system_;
  SliceOptions options_;
  engine::WholeEngine whole_;
  Way way_ = Way::Open;
  std::string not_cut_;
  std::unique_ptr<CutModel> cut_;
  bool confirmed_ = false;
  std::unique_ptr<check::PathCheckerOf<SlicedSpace>> paths_;
  std::unique_ptr<Labelled> plain_;
  std::unique_ptr<Labelled> fair_;
  std::optional<Beginning>
      beginning_;  // when all of the above is there; told without asking slices, also after a limit
  std::deque<engine::Question> open_;
};

}  // namespace gnomon::slices
