// What a Run consists of. Text to checked model to symbolic model to verdicts, each step on first demand; the members
// are in run.cpp (the text), run_check.cpp (the model, verdicts, witnesses) and run_bounded.cpp (bounded checking).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/activity.h"
#include "api/reporter.h"
#include "check/preservation.h"
#include "check/scope.h"
#include "gnomon/gnomon.h"
#include "ispl/checked_model.h"
#include "model/symbolic_model.h"
#include "recall/memory_checker.h"

namespace gnomon::api {

using check::LabelledFrame;
using check::Scope;

struct Run::Impl {
  Impl(std::string file, std::string text, RunOptions run_options);

  // The text.
  void load();
  void require_model() const;
  void list(const ispl::Formula& formula, const Source& from, bool added);
  void choose_knowledge(ispl::Formula& formula) const;
  void refuse_unsupported(const ispl::Formula& formula, const Source& from);
  const logic::Property& property(std::size_t index) const;
  // The formula, not yet checked; UsageError if there is none of this index.
  FormulaResult listed(std::size_t index) const;

  // The model.
  bool build();
  bool encode();
  void reach();
  void make_fair();
  bool wants_fairness() const { return !model->fairness.empty() && refused_fairness.empty(); }
  void warn_without_initial_state();
  bool search(Phase phase, model::StateSet (model::SymbolicModel::*find)(), std::optional<StatesFound>& result);
  check::PathOptions path_options() const;
  check::StrategyOptions strategy_options() const;

  // Verdicts.
  FormulaResult check(std::size_t index);
  // Why the formula cannot be decided whatever happens, or empty.
  std::string refusal(std::size_t index) const;
  using Initially = check::Labelling::Initially;
  Initially decide(const logic::Property& property, LabelledFrame& evaluation, FormulaResult& result);
  // The same, adding how its path quantifiers were evaluated.
  Initially decide_and_tell(const logic::Property& property, LabelledFrame& evaluation, FormulaResult& result);
  void explain(FormulaResult& result, const WitnessOptions& wanted);

  // Bounded checking.
  void check_bounded(const std::vector<std::size_t>& indices, const BoundedOptions& how, const OnDecided& decided);
  void explore(std::vector<FormulaResult>& undecided, const BoundedOptions& how, const OnDecided& decided);
  void search_by_sat(std::vector<FormulaResult>& undecided, const BoundedOptions& how, const OnDecided& decided);
  // What is seen of the system where the states of `part` are known; the last one asked for is kept.
  LabelledFrame& evaluation_in(check::Extent extent, const model::StateSet& part, const logic::Property& property);
  LabelledFrame& evaluation_on_part(const model::StateSet& states, const logic::Property& property);
  LabelledFrame& evaluation_in_the_open(const model::StateSet& known, const logic::Property& property);
  // The constraints that matter to a property: none on finite traces.
  std::vector<logic::Formula> fairness_for(const logic::Property& wanted) const;
  check::Preservation preservation_of(std::size_t index, check::Extent extent) const;

  RunOptions options;
  Activity activity;
  Reporter reporter;
  Source source;
  bool has_errors = false;

  std::optional<ispl::CheckedModel> model;
  std::vector<ispl::Formula> added;     // formulas that are not in the file
  std::vector<FormulaResult> formulas;  // those of the file, then those added
  std::vector<std::string> refused;     // by formula: why it cannot be decided, or empty
  std::string refused_fairness;
  std::map<std::size_t, recall::Doubt> doubts;  // by formula: why a false one about knowledge with memory is false

  std::unique_ptr<model::SymbolicModel> symbolic;
  check::PathChecker paths;
  std::unique_ptr<Scope> scope;        // all reachable states
  std::unique_ptr<Scope> part;         // some of them
  std::unique_ptr<Scope> everywhere;   // all states, none known to be reachable
  std::unique_ptr<Scope> in_the_open;  // all states, some known to be reachable
  struct Shown {
    check::Extent extent;
    model::StateSet states;
  };
  std::map<std::size_t, Shown> shown_on;  // by formula: where bounded checking decided it
  std::string build_stopped;              // why the model could not be built
  ModelFacts facts;
};

// Whether the semantics of knowledge matters and is not the observational one.
bool needs_memory(const logic::FormulaPool& pool, const logic::Property& property);

}  // namespace gnomon::api
