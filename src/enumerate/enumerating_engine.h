// The engine that lists states: all reachable states are found breadth first, one by one, and formulas are evaluated on
// the graph by the templates of src/check. It is the faster one where states are few, up to some ten million, and
// irregular, so that diagrams of them are large.
//
// A formula AG p with p about single states is refuted by the first state outside p that the search finds; as the search
// is breadth first, no path to a counterexample is shorter. Knowledge with memory is decided on places of histories
// (enumerate/histories.h); changes of observation are refused.
//
// A verdict that was found on a part of the states (check/preservation.h) is explained on these, others on all states. No
// diagram is made for that, but where agents remember; then the diagram of all states is made from the list.
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
#include "engine/whole.h"
#include "enumerate/condition.h"
#include "enumerate/evaluation.h"
#include "enumerate/graph.h"
#include "enumerate/memory_check.h"
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
  const LabelledSpace* listed() override;
  void bring_together() override;
  // What properties are evaluated on; requires that all states are found. And how, where agents remember.
  Evaluation& evaluation() { return *evaluation_; }
  MemoryCheckOptions memory_options() const;

  // Finds the initial states, if that takes no more steps (enumerate/initial.h); whether they are known.
  bool start(std::uint64_t most_steps);
  // Finds the successors of so many more states; true if all reachable states are known then.
  bool explore(std::size_t states);
  // The open questions that the states found so far decide: invariants that fail in one of them; and, if `parts`, what the
  // part of the model that these states are shows about the whole (check/preservation.h).
  enum class Look : std::uint8_t { Invariants, Parts };
  engine::Portion decided_so_far(Look look);
  // Whether a part of the model may decide the property; if not, why.
  std::string needs_whole(const logic::Property& property) const;
  // The list is too large: no open question can be decided.
  engine::Portion give_up(const LimitReached& limit);
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
    std::optional<engine::Amount> amount = std::nullopt;
    std::optional<engine::StepValues> values = std::nullopt;
    std::optional<recall::Doubt> doubt = std::nullopt;  // when an explanation was asked for
  };

  bool wants_fairness() const;
  void compile();
  void note_figures();  // of a complete graph
  engine::Portion advance_within_size();
  template <class Work>
  bool look(const engine::Portion& portion, Work&& work);
  void refute(engine::Portion& portion);
  void decide_on_part(engine::Portion& portion);
  LabelledSpace& on_part(const logic::Property& property);
  engine::Answer decide(const engine::Question& question);
  engine::Judge judge_of(const logic::Property& property);
  MemoryVerdict with_memory(const logic::Property& property, logic::Formula formula);
  LabelledSpace& shown_on(const logic::Property& property);
  engine::StatesFound found(const BitSet& set) const;

  engine::System& system_;
  ExploreOptions options_;
  engine::Parts parts_;
  engine::WholeEngine of_histories_;  // explains numbers of steps of histories
  std::unique_ptr<Program> program_;
  std::unique_ptr<Graph> graph_;
  std::unique_ptr<Evaluation> evaluation_;
  std::unique_ptr<Evaluation> part_;  // on the states found so far
  std::deque<Open> open_;
  std::map<std::size_t, Decided> decided_;
};

}  // namespace gnomon::enumerate
