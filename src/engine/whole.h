// The whole check: all reachable states are found, then the formulas are evaluated on them, one per portion. Decides
// every property that any engine does, and shares the sets of subformulas among all questions.
#pragma once

#include <deque>
#include <map>

#include "engine/amount.h"
#include "engine/full.h"
#include "engine/parameter_search.h"
#include "engine/system.h"

namespace gnomon::engine {

class WholeEngine : public FullEngine {
 public:
  // The system must outlive the engine.
  explicit WholeEngine(System& system) : system_(system) {}

  std::optional<Reason> refuses(const logic::Property& property) const override {
    return system_.undecidable(property);
  }
  void ask(const Question& question) override { open_.push_back(question); }
  Portion advance() override;
  Evidence evidence(std::size_t number) override;
  // Another engine has decided a question; this one can explain it then.
  void settle(const Question& question, const Outcome& outcome);

  void withdraw() override { open_.clear(); }
  void build() override { system_.whole(); }
  bool built() const override { return system_.whole_known(); }
  StatesFound deadlocks() override { return found(&model::SymbolicModel::deadlocks); }
  StatesFound overflows() override { return found(&model::SymbolicModel::overflows); }
  Beginning beginning() override;

 private:
  struct Decided {
    const logic::Property* property = nullptr;
    bool holds = false;
    std::optional<recall::Doubt> doubt;
    std::optional<Amount> amount;
    std::optional<StepValues> values;
  };
  Answer decide(const Question& question);
  Judge judge_of(const logic::Property& property);
  StatesFound found(model::StateSet (model::SymbolicModel::*find)());

  System& system_;
  std::deque<Question> open_;
  std::map<std::size_t, Decided> decided_;
};

}  // namespace gnomon::engine
