// What all engines of a run share: the model, its symbolic form, the reachable states, and the way a property is
// evaluated on a set of states. Everything is made on first demand, within the limits of the activity; LimitReached
// passes through, and what was made before remains.
//
// Fairness formulas are labelled on all reachable states and all paths; the frame of the properties is made of these
// sets. A property is true iff it holds in every initial state of its frame. Properties of finite traces have no use
// for fairness and are evaluated on all paths.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bigint.h"
#include "check/path.h"
#include "check/scope.h"
#include "engine/activity.h"
#include "ispl/checked_model.h"
#include "model/order_trial.h"
#include "model/symbolic_model.h"
#include "recall/memory_checker.h"

namespace gnomon::engine {

struct SystemOptions {
  model::ModelOptions model;  // but for the budget, which is the activity's
  check::PathOptions paths;   // likewise
  check::StrategyOptions strategies;
  recall::InitialInformation initial_information = recall::InitialInformation::Own;
};

// Figures that became known on the way.
struct Figures {
  std::optional<std::size_t> state_bits;
  std::optional<BigInt> initial_states;
  std::optional<BigInt> reachable_states;
  std::optional<std::size_t> depth;
  std::optional<BigInt> fair_states;
};

class System {
 public:
  // Both must outlive the system.
  System(ispl::CheckedModel& model, Activity& activity, SystemOptions options);
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  ispl::CheckedModel& source() const { return model_; }
  logic::FormulaPool& pool() const { return model_.pool; }
  Activity& activity() const { return activity_; }
  const SystemOptions& options() const { return options_; }
  check::PathChecker& paths() { return paths_; }
  const Figures& figures() const { return figures_; }
  // For engines that find out without diagrams.
  Figures& figures() { return figures_; }

  // Why the property cannot be decided by any engine; nothing if some can.
  std::optional<Reason> undecidable(const logic::Property& property) const;
  // Why the fairness of this model has no meaning here; empty if it has.
  const std::string& fairness_problem() const { return fairness_problem_; }
  bool uses_fairness(const logic::Property& property) const;
  // The constraints that matter to a property: none on finite traces.
  std::vector<logic::Formula> fairness_for(const logic::Property& property) const;

  bool encoded() const { return symbolic_ != nullptr; }
  model::SymbolicModel& symbolic();
  // The same in portions of about so much work (bdd::Manager::work), for those who do something else in between;
  // whether it is done.
  bool encode_further(std::uint64_t work);
  // The work of all portions so far.
  std::uint64_t encoding_work() const { return trial_ ? trial_->work() : encoding_work_; }
  // Where they stand: the model, and some of its reachable states in its explorer; null if there is none yet.
  model::SymbolicModel* encoded_so_far() const { return trial_ ? trial_->leading() : symbolic_.get(); }
  // Takes the limits of the activity over into the diagrams; to be called when they have changed.
  void adopt_limits();

  // All reachable states, with fairness where the model has it.
  check::Scope& whole();
  bool whole_known() const { return whole_ && whole_->has_fairness() == wants_fairness(); }
  // For those who look at every depth: the search begins with the initial states, unless all states are known.
  void begin_exploration();
  // One more step of exploring the reachable states, with the progress display; false if it is complete.
  enum class Stride : std::uint8_t { One, Far };  // exactly one step, or all that is left where that is cheaper
  bool explore_step(Stride stride);
  // The reachable states as bytes, and such bytes in place of an exploration (model/reach_file.h).
  std::string saved_reachable();
  void load_reachable(std::string_view bytes);

  // A property on the states of a frame, with the methods used and, for knowledge with memory, a doubt.
  struct Judgement {
    check::Labelling::Initially initially;
    std::vector<std::string> methods;
    std::optional<recall::Doubt> doubt;
  };
  Judgement judge(const logic::Property& property, check::LabelledFrame& where);
  recall::MemoryOptions memory_options() const;

 private:
  bool wants_fairness() const { return !model_.fairness.empty() && fairness_problem_.empty(); }
  std::unique_ptr<model::SymbolicModel> encode_portion(std::uint64_t work);
  void add_fairness();

  ispl::CheckedModel& model_;
  Activity& activity_;
  SystemOptions options_;
  std::string fairness_problem_;
  check::PathChecker paths_;
  std::unique_ptr<model::OrderTrial> trial_;  // while the model is being encoded
  std::uint64_t encoding_work_ = 0;
  std::unique_ptr<model::SymbolicModel> symbolic_;
  std::unique_ptr<check::Scope> whole_;
  Figures figures_;
};

}  // namespace gnomon::engine
