#include "oracle/harness/enumerated_run.h"

#include <algorithm>
#include <limits>
#include <set>

#include "logic/fragment.h"

namespace gnomon::test {

using explicit_state::StateIndex;

const std::vector<EnumeratedSetting>& enumerated_settings() {
  using check::PathEngine;
  static const std::vector<EnumeratedSetting> settings{
      {},
      {.name = "enumerated by two threads", .explore = {.jobs = 2, .share = 16, .fewest_shared = 16}},
      {.name = "enumerated, nothing kept, predecessors indexed",
       .explore = {.memory = {.direct_bits = 0, .patience = 0}},
       .patience = {.sweeps = 0, .sweeps_if_indexed = 0, .looks = 0}},
      {.name = "enumerated, one sweep", .explore = {.memory = {.direct_bits = 0}}, .patience = {.sweeps = 1}},
      {.name = "enumerated, explicit automata", .engine = PathEngine::Explicit},
      {.name = "enumerated, NFA", .engine = PathEngine::Nfa},
  };
  return settings;
}

EnumeratedRun::EnumeratedRun(Subject& subject, const EnumeratedSetting& setting)
    : subject_(&subject),
      setting_(setting),
      program_(subject.model()),
      paths_(
          check::PathOptions{.engine = setting.engine, .tests_look_beyond = setting.tests_look_beyond, .limits = {}}) {
  graph_ = std::make_unique<enumerate::Graph>(program_, budget_, setting.explore);
  // In portions of one state, then all at once: the parts must fit together.
  graph_->explore(1);
  graph_->explore(std::numeric_limits<std::size_t>::max());
  for (enumerate::StateIndex s = 0; s < graph_->size(); ++s) {
    place_.push_back(subject.graph().find(graph_->layout().decode(graph_->state(s))).value_or(kNowhere));
  }
  arena_ = std::make_unique<enumerate::Arena>(*graph_, setting.patience);
  check::StrategyOptions strategies;
  strategies.uniform = setting.uniform;
  whole_ = std::make_unique<enumerate::Space>(*arena_);
  on_whole_ = std::make_unique<Labelling>(*whole_, subject.model().pool, &paths_, strategies);
  if (subject.model().fairness.empty()) return;
  std::vector<enumerate::BitSet> constraints;
  for (const ispl::Formula& formula : subject.model().fairness) {
    constraints.push_back(on_whole_->states(formula.property.formula));
  }
  fair_ = std::make_unique<enumerate::Space>(*whole_, std::move(constraints));
  on_fair_ = std::make_unique<Labelling>(*fair_, subject.model().pool, &paths_, strategies);
}

EnumeratedRun::Labelling& EnumeratedRun::labelling(logic::Formula f) {
  if (!on_fair_ || logic::classify(subject_->model().pool, f).finite_traces) return *on_whole_;
  return *on_fair_;
}

Members EnumeratedRun::members(const enumerate::BitSet& set) const {
  Members result(subject_->graph().size(), false);
  set.for_each([&](std::size_t s) {
    if (place_[s] != kNowhere) result[place_[s]] = true;
  });
  return result;
}

namespace {

std::string named(const EnumeratedRun& run, const std::string& what) {
  return what + " (" + run.setting().name + ")";
}

}  // namespace

std::string enumerated_structure_difference(Subject& subject, EnumeratedRun& run) {
  const explicit_state::Graph& expected = subject.graph();
  const enumerate::Graph& graph = run.graph();
  if (!graph.complete()) return named(run, "the enumeration does not end");
  if (graph.size() != expected.size()) {
    return named(run, std::to_string(graph.size()) + " states instead of " + std::to_string(expected.size()));
  }
  if (graph.initial() != expected.initial().size()) return named(run, "the number of initial states differs");
  if (graph.depth() != expected.depth()) return named(run, "the depth differs");
  std::set<StateIndex> overflows;
  for (enumerate::StateIndex s : graph.overflows()) overflows.insert(run.place(s));
  for (enumerate::StateIndex s = 0; s < graph.size(); ++s) {
    const StateIndex at = run.place(s);
    if (at == EnumeratedRun::kNowhere) return named(run, "a state is not reachable");
    const std::string who = subject.state_text(at);
    const bool initial =
        std::find(expected.initial().begin(), expected.initial().end(), at) != expected.initial().end();
    if (initial != (s < graph.initial())) return named(run, "initial or not: " + who);
    if (graph.depth(s) != expected.depth(at)) return named(run, "the depth of " + who);
    auto places = [&](auto&& states) {
      std::vector<StateIndex> found;
      for (enumerate::StateIndex t : states) found.push_back(run.place(t));
      std::sort(found.begin(), found.end());
      return found;
    };
    std::vector<enumerate::StateIndex> next;
    graph.for_successors(s, [&](enumerate::StateIndex t) { next.push_back(t); });
    if (places(next) != expected.successors(at)) return named(run, "successors of " + who);
    if (places(graph.predecessors(s)) != expected.predecessors(at)) return named(run, "predecessors of " + who);
    if (subject.interpreter().overflows(expected.state(at)) != overflows.contains(at)) {
      return named(run, "overflow in " + who);
    }
  }
  return {};
}

std::string enumerated_formula_difference(Subject& subject, const std::vector<EnumeratedSetting>& settings) {
  std::vector<std::unique_ptr<EnumeratedRun>> runs;
  for (const EnumeratedSetting& setting : settings) runs.push_back(std::make_unique<EnumeratedRun>(subject, setting));
  for (auto& run : runs) {
    if (std::string found = enumerated_structure_difference(subject, *run); !found.empty()) return found;
  }
  for (const ispl::Formula& formula : subject.model().formulas) {
    logic::Formula f = formula.property.formula;
    Members expected, region;
    bool verdict = false;
    try {
      expected = subject.evaluator().states(f);
      region = subject.evaluator().arena(f).region;
      verdict = subject.evaluator().verdict(f);
    } catch (const LimitReached&) {
      continue;
    }
    for (auto& run : runs) {
      EnumeratedRun::Labelling& labels = run->labelling(f);
      if (run->members(labels.space().states()) != region) return named(*run, "the states of R");
      if (run->members(labels.states(f)) != expected) return named(*run, formula.text);
      if (labels.holds_initially(f) != verdict) return named(*run, formula.text + ": the verdict");
    }
  }
  return {};
}

}  // namespace gnomon::test
