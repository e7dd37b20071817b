// The engine that lists states: all reachable states are found breadth first, one by one, and formulas are evaluated on
// the graph by the templates of src/check. It is the faster one where states are few, up to some ten million, and
// irregular, so that diagrams of them are large.
//
// A formula AG p with p about single states is refuted by the first state outside p that the search finds; as the search
// is breadth first, no path to a counterexample is shorter. Knowledge with memory is refused.
//
// Explanations come from diagrams (src/witness), which are made when the first is asked for: where the verdict can be
// seen on a part of the states (check/preservation.h), of a small part that begins with the initial states.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/amount.h"
#include "engine/full.h"
#include "engine/parameter_search.h"
#include "engine/parts.h"
#include "engine/system.h"
#include "enumerate/condition.h"
#include "enumerate/evaluation.h"
#include "enumerate/graph.h"
#include "enumerate/program.h"

namespace gnomon::enumerate {

class EnumeratingEngine : public engine::FullEngine {
 public:
  // The system must outlive the engine.
  explicit EnumeratingEngine(engine::System& system, const ExploreOptions& options = {});

  std::optional<engine::Reason> refuses(const logic::Property& property) const override;
  void ask(const engine::Question& question) override;
  engine::Portion advance() override;
  engine::Evidence evidence(std::size_t number) override;
  void withdraw() override;

  void build() override;
  bool built() const override { return evaluation_ != nullptr && evaluation_->has_fairness() == wants_fairness(); }
  engine::StatesFound deadlocks() override;
  engine::StatesFound overflows() override;
  Beginning beginning() override;

  // Finds the successors of so many more states; true if all reachable states are known then.
  bool explore(std::size_t states);
  // Null before the first exploration.
  const Graph* graph() const { return graph_.get(); }
  // Gives all memory back. The answers given so far can still be explained.
  void forget();

 private:
  struct Open {
    engine::Question question;
    bool compiled = false;  // the invariant, if it is one
    std::optional<StateFormula>
        invariant;            // under fairness none: there a state counts only if a fair path starts in it
    std::size_t checked = 0;  // states that were looked at
  };
  struct Decided {
    const logic::Property* property = nullptr;
    bool holds = false;
    std::vector<std::vector<ispl::Value>> path;  // to a state that refutes an invariant
    std::optional<engine::Amount> amount = std::nullopt;
    std::optional<engine::StepValues> values = std::nullopt;
  };

  bool wants_fairness() const;
  void compile();
  engine::Portion advance_within_size();
  void refute(engine::Portion& portion);
  engine::Answer decide(const engine::Question& question);
  engine::Judge judge_of(const logic::Property& property);
  // States from an initial one to s, each a successor of the one before.
  std::vector<std::vector<ispl::Value>> path_to(StateIndex s) const;
  model::StateSet diagram_of(const std::vector<std::vector<ispl::Value>>& states);
  check::Labelling* shown_on(const model::StateSet& part, const Decided& decided);
  engine::StatesFound found(std::size_t count, std::optional<StateIndex> example) const;

  engine::System& system_;
  ExploreOptions options_;
  engine::Parts parts_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Graph> graph_;
  std::unique_ptr<Evaluation> evaluation_;
  std::deque<Open> open_;
  std::map<std::size_t, Decided> decided_;
};

}  // namespace gnomon::enumerate
