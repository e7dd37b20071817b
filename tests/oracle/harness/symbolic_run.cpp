#include "oracle/harness/symbolic_run.h"

#include <utility>

#include "logic/fragment.h"

namespace gnomon::test {

const std::vector<Setting>& model_settings() {
  using model::OrderStrategy;
  using model::TransitionShape;
  static const std::vector<Setting> settings{
      {},
      {.name = "declaration order", .order = OrderStrategy::Declaration},
      {.name = "conjunctive", .shape = TransitionShape::Conjunctive},
      {.name = "conjunctive in declaration order",
       .order = OrderStrategy::Declaration,
       .shape = TransitionShape::Conjunctive},
      {.name = "chaining", .exploration = model::Exploration::Chaining},
      {.name = "reordering", .reorder = true},
  };
  return settings;
}

const std::vector<Setting>& path_settings() {
  using check::PathEngine;
  static const std::vector<Setting> settings{
      {},
      {.name = "fixpoint engine", .engine = PathEngine::Fixpoint},
      {.name = "nfa engine", .engine = PathEngine::Nfa},
      {.name = "explicit engine", .engine = PathEngine::Explicit},
      {.name = "tableau engine", .engine = PathEngine::Tableau},
      {.name = "symbolic engine", .engine = PathEngine::Symbolic},
      {.name = "counters engine", .engine = PathEngine::Counters},
      {.name = "explicit engine with tiny limits", .engine = PathEngine::Explicit, .automaton_states = 3},
  };
  return settings;
}

namespace {

check::PathOptions path_options(const Setting& setting) {
  check::PathOptions options;
  options.engine = setting.engine;
  options.tests_look_beyond = setting.tests_look_beyond;
  if (setting.automaton_states != 0) {
    options.limits.states = setting.automaton_states;
    options.limits.per_operator = 0;
  }
  return options;
}

}  // namespace

SymbolicRun::SymbolicRun(Subject& subject, const Setting& setting)
    : subject_(&subject), setting_(setting), paths_(path_options(setting)) {
  model::ModelOptions options;
  options.order = setting.order;
  options.shape = setting.shape;
  options.reach.exploration = setting.exploration;
  options.reach.before_step = [this](const model::StateSet& reached) {
    found_.push_back(reached);
    reorder_if_asked();
  };
  model_ = std::make_unique<model::SymbolicModel>(subject.model(), options);
  reorder_if_asked();

  // Every bit of every state, in the engine's own encoding.
  const explicit_state::Graph& graph = subject.graph();
  for (explicit_state::StateIndex s = 0; s < graph.size(); ++s) {
    std::vector<bool> bits(model_->manager().var_count(), false);
    for (std::size_t v = 0; v < subject.model().variables.size(); ++v) {
      const model::Field& field = model_->encoding().variable(ispl::VarId(v));
      std::uint64_t code = *subject.model().variables[v].type.position_of(graph.state(s)[v]);
      for (std::size_t b = 0; b < field.current.size(); ++b) {
        bits[field.current[b].index()] = ((code >> (field.current.size() - 1 - b)) & 1) != 0;
      }
    }
    assignments_.push_back(std::move(bits));
  }

  check::StrategyOptions strategies;
  strategies.uniform = setting.uniform;
  whole_ = std::make_unique<check::Frame>(*model_);
  on_whole_ = std::make_unique<check::Labelling>(*whole_, subject.model().pool, &paths_, strategies);
  if (subject.model().fairness.empty()) return;
  std::vector<model::StateSet> constraints;
  for (const ispl::Formula& formula : subject.model().fairness) {
    constraints.push_back(on_whole_->states(formula.property.formula));
  }
  fair_ = std::make_unique<check::Frame>(*whole_, std::move(constraints));
  on_fair_ = std::make_unique<check::Labelling>(*fair_, subject.model().pool, &paths_, strategies);
  reorder_if_asked();
}

void SymbolicRun::reorder_if_asked() const {
  if (setting_.reorder) model_->manager().reorder();
}

check::Labelling& SymbolicRun::labelling(logic::Formula f) {
  if (!on_fair_ || logic::classify(subject_->model().pool, f).finite_traces) return *on_whole_;
  return *on_fair_;
}

model::StateSet SymbolicRun::states(logic::Formula f) {
  model::StateSet set = labelling(f).states(f);
  reorder_if_asked();
  return set;
}

Members SymbolicRun::members(const model::StateSet& set) const {
  Members result;
  for (const std::vector<bool>& bits : assignments_) result.push_back(bdd::evaluate(set.bdd(), bits));
  return result;
}

model::StateSet SymbolicRun::set_of(const Members& members) const {
  model::StateSet set = model_->none();
  for (explicit_state::StateIndex s = 0; s < members.size(); ++s) {
    if (members[s]) set |= model_->singleton(subject_->graph().state(s));
  }
  return set;
}

}  // namespace gnomon::test
