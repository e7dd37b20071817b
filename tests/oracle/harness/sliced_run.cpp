#include "oracle/harness/sliced_run.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "logic/fragment.h"
#include "oracle/harness/memory_history.h"
#include "support/rng.h"

namespace gnomon::test {

using explicit_state::StateIndex;
using slices::Op;
using slices::SlicedSet;
using slices::SlicedSpace;

const std::vector<SlicedSetting>& sliced_settings() {
  static const std::vector<SlicedSetting> settings{
      {},
      {.name = "one slice", .slices = 1},
      {.name = "two slices, chaining", .slices = 2, .threads = 2, .chaining = true},
      {.name = "seven slices, cut after two steps", .slices = 7, .threads = 3, .steps = 2},
      {.name = "two slices, reordering", .slices = 2, .steps = 1, .reorder = true},
      {.name = "four slices at three helpers, some lost", .slices = 4, .helpers = 3, .losses = 2, .reorder = true},
      {.name = "other windows all the time", .slices = 2, .threads = 2, .reorder = true, .recut = true},
      {.name = "other windows all the time, chaining", .slices = 3, .chaining = true, .recut = true},
      {.name = "other windows at three helpers, some lost", .slices = 3, .helpers = 3, .losses = 3, .recut = true},
      {.name = "three slices, resumed", .slices = 3, .steps = 1, .reorder = true, .resumed = true},
      {.name = "other windows at helpers, resumed",
       .slices = 2,
       .helpers = 2,
       .losses = 1,
       .recut = true,
       .resumed = true},
  };
  return settings;
}

const std::vector<SlicedSetting>& sliced_path_settings() {
  using check::PathEngine;
  static const std::vector<SlicedSetting> settings{
      {},
      {.name = "two slices, explicit engine", .slices = 2, .engine = PathEngine::Explicit},
      {.name = "two slices, tableau engine", .slices = 2, .engine = PathEngine::Tableau},
      {.name = "two slices, symbolic engine, reordering", .slices = 2, .reorder = true, .engine = PathEngine::Symbolic},
      {.name = "two slices, counters engine", .slices = 2, .engine = PathEngine::Counters},
      {.name = "two slices at two helpers, some lost", .slices = 2, .helpers = 2, .losses = 2},
      {.name = "other windows all the time", .slices = 2, .recut = true},
      {.name = "two slices, resumed", .slices = 2, .resumed = true},
      {.name = "two slices, tableau engine, resumed", .slices = 2, .resumed = true, .engine = PathEngine::Tableau},
  };
  return settings;
}

std::vector<bdd::Bdd> random_windows(const model::SymbolicModel& model, std::size_t count, std::uint64_t seed) {
  Rng rng(seed ^ 0x2545f4914f6cdd1du);
  const std::vector<bdd::Var> bits = model.encoding().current_vars().vars();
  std::vector<bdd::Bdd> windows{model.manager().constant(true)};
  auto function = [&] {
    if (bits.empty() || rng.chance(10)) return model.manager().constant(false);
    bdd::Bdd f = model.manager().literal(rng.pick(bits));
    while (rng.chance(40)) {
      const bdd::Bdd g = model.manager().literal(rng.pick(bits), rng.chance(50));
      f = rng.chance(50) ? f ^ g : f & g;
    }
    return f;
  };
  while (windows.size() < count) {
    bdd::Bdd& split = windows[rng.below(windows.size())];
    const bdd::Bdd f = function();
    const bdd::Bdd other = split & f;
    split = split.minus(f);
    windows.push_back(other);
  }
  return windows;
}

SlicedRun::SlicedRun(Subject& subject, const SlicedSetting& setting, std::uint64_t seed, History* history)
    : subject_(&subject),
      setting_(setting),
      seed_(seed),
      whole_(subject,
             {.name = setting.name,
              .exploration = setting.chaining ? model::Exploration::Chaining : model::Exploration::BreadthFirst}),
      paths_(
          check::PathOptions{.engine = setting.engine, .tests_look_beyond = setting.tests_look_beyond, .limits = {}}) {
  model::SymbolicModel& model = whole_.model();
  model.explore_anew();
  for (std::size_t i = 0; i < setting.steps; ++i) model.explorer().advance();
  if (setting.helpers > 0) {
    helpers_ = std::make_unique<HelperThreads>(subject.model(), setting.helpers, setting.losses, seed);
  }
  std::optional<slices::Outset> outset = slices::earlier_outset(history);
  if (!outset) {
    outset = slices::outset_of(model, random_windows(model, setting.slices, seed));
    slices::tell_outset(history, *outset);
  }
  slices::Elasticity elasticity;
  if (setting.resumed) elasticity.checkpoint_seconds = 0;
  cut_ = std::make_unique<slices::CutModel>(model, options_, *outset, setting.threads, budget_, helpers_.get(),
                                            elasticity, history);
  while (!cut_->complete()) {
    change_if_asked();
    cut_->advance();
  }
  check::StrategyOptions strategies;
  strategies.uniform = setting.uniform;
  all_ = std::make_unique<SlicedSpace>(cut_->ground(), cut_->reached());
  on_all_ = std::make_unique<Labelling>(*all_, subject.model().pool, &paths_, strategies);
  if (subject.model().fairness.empty()) return;
  std::vector<SlicedSet> constraints;
  for (const ispl::Formula& formula : subject.model().fairness) {
    constraints.push_back(on_all_->states(formula.property.formula));
  }
  fair_ = std::make_unique<SlicedSpace>(*all_, std::move(constraints));
  on_fair_ = std::make_unique<Labelling>(*fair_, subject.model().pool, &paths_, strategies);
}

void SlicedRun::change_if_asked() {
  constexpr std::uint64_t kMostWindows = 7;
  if (setting_.reorder) cut_->improve_order();
  if (!setting_.recut) return;
  ++seed_;
  if (!cut_->recut(random_windows(whole_.model(), 1 + seed_ % kMostWindows, seed_))) {
    throw std::logic_error("small sets are sent");
  }
}

SlicedRun::Labelling& SlicedRun::labelling(logic::Formula f) {
  if (!on_fair_ || logic::classify(subject_->model().pool, f).finite_traces) return *on_all_;
  return *on_fair_;
}

std::string SlicedRun::set_difference(const std::string& what, const SlicedSet& set, const Members& expected) {
  if (members(set) != expected) return named(what);
  const auto count = static_cast<std::size_t>(std::count(expected.begin(), expected.end(), true));
  return set.count() == count ? std::string() : named(what + ": the number of states");
}

std::string SlicedRun::structure_difference() {
  const explicit_state::Graph& graph = subject_->graph();
  Members initial(graph.size(), false), deadlocks(graph.size()), overflows(graph.size());
  for (StateIndex s : graph.initial()) initial[s] = true;
  for (StateIndex s = 0; s < graph.size(); ++s) {
    deadlocks[s] = graph.is_deadlock(s);
    overflows[s] = subject_->interpreter().overflows(graph.state(s));
  }
  slices::Crew& crew = cut_->crew();
  std::string found = set_difference("reachable states", cut_->reached(), Members(graph.size(), true));
  if (found.empty()) found = set_difference("initial states", all_->initial(), initial);
  if (found.empty()) {
    found = set_difference("deadlocks", SlicedSet::computed(crew, {.op = Op::Deadlocked}), deadlocks);
  }
  if (found.empty()) {
    found = set_difference("overflows", SlicedSet::computed(crew, {.op = Op::Overflowing}), overflows);
  }
  if (!found.empty()) return found;
  if (setting_.chaining) {
    if (cut_->depth()) return named("chaining knows no depth");
  } else if (cut_->depth() != graph.depth()) {
    return named("the depth");
  }
  BigInt sum = 0;
  for (const slices::Answer& answer : crew.ask({.op = Op::Figures, .a = cut_->reached().number()})) {
    sum += answer.count;
    if (answer.astray != 0) return named("a slice has states of another");
  }
  return sum == graph.size() ? std::string() : named("states are held twice");
}

std::string SlicedRun::formula_difference() {
  for (const ispl::Formula& formula : subject_->model().formulas) {
    const logic::Formula f = formula.property.formula;
    Members expected, region;
    bool verdict = false;
    try {
      expected = subject_->evaluator().states(f);
      region = subject_->evaluator().arena(f).region;
      verdict = subject_->evaluator().verdict(f);
    } catch (const LimitReached&) {
      continue;
    }
    change_if_asked();
    Labelling& labels = labelling(f);
    std::string found = set_difference("the states of R", labels.space().states(), region);
    if (found.empty()) found = set_difference(formula.text, labels.states(f), expected);
    if (found.empty() && labels.holds_initially(f) != verdict) found = named(formula.text + ": the verdict");
    if (!found.empty()) return found;
  }
  return {};
}

namespace {

std::string difference(Subject& subject, const SlicedSetting& setting, std::uint64_t seed, History* history) {
  SlicedRun run(subject, setting, seed, history);
  std::string found = run.structure_difference();
  return found.empty() ? run.formula_difference() : found;
}

// A run that tells its history, and two that have only some of it, the second one all, which then has nothing to tell.
// How often there are checkpoints in what is not told yet is a matter of time.
std::string resumed_difference(Subject& subject, const SlicedSetting& setting, std::uint64_t seed) {
  MemoryHistory history;
  std::string found = difference(subject, setting, seed, &history);
  for (const std::size_t told : {Rng(seed).below(history.size() + 1), history.size()}) {
    if (!found.empty()) break;
    MemoryHistory earlier = history.after(told);
    found = difference(subject, setting, seed, &earlier);
    const bool whole = told == history.size();
    if (found.empty() && whole && earlier.size() != history.size()) found = setting.name + ": something else was told";
    if (found.empty() && earlier.next() != nullptr) found = setting.name + ": not all was taken";
  }
  return found;
}

}  // namespace

std::string sliced_difference(Subject& subject, const std::vector<SlicedSetting>& settings, std::uint64_t seed) {
  for (const SlicedSetting& setting : settings) {
    ++seed;
    std::string found =
        setting.resumed ? resumed_difference(subject, setting, seed) : difference(subject, setting, seed, nullptr);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace gnomon::test
