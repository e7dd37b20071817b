// Bounded model checking on diagrams: formulas are decided along one exploration of the state space.
//
//   R_0 = initial states,  R_k+1 = R_k + image(R_k)
//
// At the depths that the schedule chooses (bounded/schedule.h) every open formula is evaluated, in the open if its
// allowance suffices, otherwise on the part R_k. Both are sound in one direction (check/preservation.h): a universal
// formula that fails in an initial state is false, an existential one that holds in all initial states is true, and
// leaves the exploration. A formula that is neither waits for the fixed point, where R_k is all there is and every
// answer is right: the rest is then decided as in the whole check.
//
// Why two extents. The set R_k remembers how many steps each state took, so its diagrams are larger than those of the
// whole model, and fixpoints inside it may cost far more than the exploration. The set of all states has no such
// memory: there a fixpoint is often cheap, needs computing only once, and is exact; but it may also wander through
// states that nothing reaches, and then the part is the way.
//
// Universal formulas need no rewriting: their operators are defined by complement (AG f = R - EF(R - f), K f = R -
// alike(R - f)), so evaluating them and looking for an initial state outside is evaluating the existential dual.
//
// After A. Jones, Bounded model checking for a temporal epistemic logic based on ROBDDs (2009), which treats ACTLK with
// K; here for all logics, several formulas at once, and at a bounded cost. Every part R_k is a set of states reached
// inside it also when the steps are rounds of chaining (model/reach.h), so these serve as depths where a model is
// explored that way.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "bounded/schedule.h"
#include "engine/amount.h"
#include "engine/engine.h"
#include "engine/parts.h"
#include "engine/whole.h"

namespace gnomon::bounded {

struct ExploringOptions {
  CheckPolicy policy;
  std::optional<std::size_t> max_depth;  // go no further
};

class ExploringEngine : public engine::Engine {
 public:
  // The system must outlive the engine.
  ExploringEngine(engine::System& system, ExploringOptions options);

  std::optional<engine::Reason> refuses(const logic::Property& property) const override {
    if (engine::asks_for_numbers(system_.pool(), property)) {
      return engine::Reason{engine::ReasonKind::Unsupported, engine::kOnAllStates};
    }
    return system_.undecidable(property);
  }
  // All questions are asked before the first portion.
  void ask(const engine::Question& question) override;
  // A portion ends when something is decided, and after a few milliseconds.
  engine::Portion advance() override;
  engine::Evidence evidence(std::size_t number) override;
  engine::Effort effort() const override;

 private:
  using Extent = check::Extent;
  enum class Stage : std::uint8_t { Exploring, Complete, Stopped };

  struct Entry {
    engine::Question question;
    check::Preservation part, open;  // what an answer in each extent says about the system
    bool decided = false;
    std::size_t depth = 0;
    double seconds = 0;
    bool useful(Extent extent) const { return of(extent).existential || of(extent).universal; }
    const check::Preservation& of(Extent extent) const { return extent == Extent::Part ? part : open; }
  };
  // Where a question was decided.
  struct Place {
    Extent extent = Extent::Part;
    model::StateSet states;
    bool holds = false;
    std::optional<recall::Doubt> doubt;
  };

  void begin();
  void explore(engine::Portion& portion);
  void visit(std::size_t depth, const model::StateSet& reached, engine::Portion& portion);
  void plan_next_visit(std::size_t depth, double seconds);
  bool check(std::size_t entry, Extent extent, std::size_t depth, const model::StateSet& reached,
             engine::Portion& portion);
  bool due(std::size_t entry, Extent extent) const { return schedule_->due(entry, extent, now_); }
  double elapsed() const;
  double size_of(const model::StateSet& reached) const;
  void give_up(engine::Portion& portion);
  bool all_decided() const;

  engine::System& system_;
  ExploringOptions options_;
  engine::Parts parts_;
  engine::WholeEngine rest_;  // for what the exploration leaves open
  std::vector<Entry> entries_;
  std::optional<Schedule> schedule_;
  std::map<std::size_t, Place> places_;  // by question
  Stage stage_ = Stage::Exploring;
  std::optional<std::size_t> seen_;  // the last depth that was looked at
  double began_ = 0;                 // so that began_ plus the processor time is the time since the run began
  double now_ = 0;                   // that time, when it was last asked for
  std::size_t last_visit_ = 0;       // depths
  std::size_t next_visit_ = 0;
};

}  // namespace gnomon::bounded
