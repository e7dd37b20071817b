// What a Run consists of. Text to checked model to a system that engines decide questions about; each step on first
// demand. The members are in run.cpp (the text) and run_check.cpp (verdicts, witnesses, searches). A run schedules
// engines and tells their answers; how a question is decided is theirs.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/reporter.h"
#include "engine/activity.h"
#include "engine/engine.h"
#include "engine/full.h"
#include "engine/system.h"
#include "gnomon/gnomon.h"
#include "ispl/checked_model.h"

namespace gnomon::api {

struct Run::Impl {
  Impl(std::string file, std::string text, RunOptions run_options);

  // The text.
  void load();
  // What another run has read, which that run has no longer then.
  void take_over(Impl& other);
  void make_system();
  engine::Activity::OnProgress progress_function();
  void require_model() const;
  void list(const ispl::Formula& formula, const Source& from, bool is_added);
  void choose_knowledge(ispl::Formula& formula) const;
  std::optional<ispl::Formula> read_formula(const Source& from);
  // Reads with `read`, which adds diagnostics; false if there are errors.
  bool read_text(const Source& from, const std::function<void(gnomon::Diagnostics&)>& read);
  const logic::Property& property(std::size_t index) const;
  // The formula, not yet checked; UsageError if there is none of this index.
  FormulaResult listed(std::size_t index) const;

  std::string refusal(std::size_t index, std::string_view engine) const;

  // Verdicts. Limits of a call hold until the next call.
  void begin_call(const CallLimits& call);
  bool build(const CallLimits& call);
  void report_contradiction(const CallLimits& call);
  void schedule(std::shared_ptr<engine::Engine> engine, const std::vector<std::size_t>& indices,
                const OnDecided& decided);
  void expect(const std::vector<std::size_t>& indices, bool all_states);
  FormulaResult check(std::size_t index, const CallLimits& call);
  void check_bounded(const std::vector<std::size_t>& indices, const BoundedOptions& bounds, const OnDecided& decided,
                     const CallLimits& call);
  void explain(FormulaResult& result, const WitnessOptions& form, const CallLimits& call);
  void find_vacuity(FormulaResult& result, const CallLimits& call);
  bool search(engine::Phase phase, engine::StatesFound (engine::FullEngine::*find)(),
              std::optional<StatesFound>& result);
  void explain_search(engine::Phase phase, model::StateSet (model::SymbolicModel::*find)(), const WitnessOptions& form,
                      const CallLimits& call, std::optional<StatesFound>& result);
  void warn_without_initial_state();
  ModelFacts facts() const;

  RunOptions options;
  engine::Activity activity;
  Reporter reporter;
  Source source;

  std::optional<ispl::CheckedModel> model;
  std::vector<std::unique_ptr<ispl::Formula>> added;  // formulas that are not in the file; their places do not change
  std::vector<std::unique_ptr<logic::Property>> variants;  // of formulas, tried by find_vacuity
  std::vector<FormulaResult> formulas;                     // those of the file, then those added
  std::unique_ptr<engine::System> system;
  std::shared_ptr<engine::FullEngine> full;  // decides what is not asked of a bounded engine

  // By formula: the verdict of this run, and the engine that found it.
  struct Settled {
    Verdict verdict = Verdict::Unknown;
    std::shared_ptr<engine::Engine> engine;
  };
  std::map<std::size_t, Settled> settled;

  std::optional<engine::Reason> stopped;       // why work ended early, the last time it did
  std::optional<engine::Reason> build_failed;  // why the model cannot be built within the limits of the run
  bool warned_without_initial_state = false;
  std::optional<StatesFound> deadlocks;
  std::optional<StatesFound> overflows;
  std::optional<BoundedFacts> bounded;
};

}  // namespace gnomon::api
