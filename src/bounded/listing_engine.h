// Bounded model checking on a list of states (enumerate/enumerating_engine.h): formulas are decided while states are being
// found, breadth first, depth by depth, up to a bound on the depth.
//
// An invariant is refuted by the first state that breaks it. Other formulas are evaluated, at the depths that the schedule
// chooses (bounded/schedule.h), on the part of the model that is known, as far as that says something about the whole
// (check/preservation.h). What is open when all states are found is decided on all of them; what is open at the bound is
// unknown.
//
// An evaluation takes time in proportion to the states that are known. Where nothing else is asked for, there is one when
// their number has doubled: all together take about as long as the last. So depths do not depend on the machine.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "bounded/exploring_engine.h"
#include "bounded/schedule.h"
#include "enumerate/enumerating_engine.h"

namespace gnomon::bounded {

class ListingEngine : public engine::Engine {
 public:
  // Of the list only this engine asks questions, as long as it has some. The system must outlive the engine.
  ListingEngine(engine::System& system, const ExploringOptions& options,
                std::shared_ptr<enumerate::EnumeratingEngine> list);

  std::optional<engine::Reason> refuses(const logic::Property& property) const override;
  void ask(const engine::Question& question) override;
  engine::Portion advance() override;
  engine::Evidence evidence(std::size_t number) override { return list_->evidence(number); }
  engine::Effort effort() const override;

 private:
  engine::Portion explore();
  bool over() const;
  void take(engine::Portion& portion);
  void give_up(engine::Portion& portion);

  engine::System& system_;
  ExploringOptions options_;
  std::shared_ptr<enumerate::EnumeratingEngine> list_;
  std::vector<engine::Question> open_;
  std::optional<Schedule> schedule_;
  std::optional<std::size_t> entered_;  // the last depth that the schedule was asked about
  std::size_t checks_ = 0;
  double check_seconds_ = 0;
};

}  // namespace gnomon::bounded
