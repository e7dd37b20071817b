#include "oracle/harness/difference.h"

#include <algorithm>
#include <exception>

#include "reference/components.h"

namespace gnomon::test {

using explicit_state::Graph;
using explicit_state::StateIndex;
using model::StateSet;

namespace {

std::size_t size_of(const Members& members) {
  return static_cast<std::size_t>(std::count(members.begin(), members.end(), true));
}

Members to_members(const Graph& graph, const std::vector<StateIndex>& states) {
  Members result(graph.size(), false);
  for (StateIndex s : states) result[s] = true;
  return result;
}

// Compares a symbolic set with the states it should have, no more and no fewer.
std::string set_difference(Subject& subject, SymbolicRun& run, const std::string& what, const StateSet& symbolic,
                           const Members& expected) {
  Members actual = run.members(symbolic);
  for (StateIndex s = 0; s < expected.size(); ++s) {
    if (actual[s] == expected[s]) continue;
    return what + " (" + run.setting().name + "): the state with " + subject.state_text(s) +
           (expected[s] ? " is missing" : " does not belong there");
  }
  if (run.model().count(symbolic) != size_of(expected)) {
    return what + " (" + run.setting().name + "): " + run.model().count(symbolic).get_str() + " states instead of " +
           std::to_string(size_of(expected));
  }
  return {};
}

std::string depth_difference(Subject& subject, SymbolicRun& run) {
  const Graph& graph = subject.graph();
  run.model().explorer().finish();
  const std::optional<std::size_t> depth = run.model().explorer().depth();
  if (run.setting().exploration == model::Exploration::Chaining) {
    return depth ? "chaining knows no depth" : std::string{};
  }
  if (depth != graph.depth()) {
    return "depth " + std::to_string(depth.value_or(0)) + " instead of " + std::to_string(graph.depth());
  }
  for (std::size_t steps = 0; steps < run.found().size(); ++steps) {
    Members expected(graph.size());
    for (StateIndex s = 0; s < graph.size(); ++s) expected[s] = graph.depth(s) <= steps;
    std::string what = "states found in " + std::to_string(steps) + " steps";
    if (auto found = set_difference(subject, run, what, run.found()[steps], expected); !found.empty()) return found;
  }
  return {};
}

std::string step_difference(Subject& subject, SymbolicRun& run) {
  const Graph& graph = subject.graph();
  const StateSet& reachable = run.model().reachable();
  const model::Transition& transition = run.model().transition();
  const model::Transition& recurrent = run.model().recurrent_transition();
  reference::Adjacency successors;
  for (StateIndex s = 0; s < graph.size(); ++s) successors.push_back(graph.successors(s));
  reference::Components components = reference::strong_components(successors, Members(graph.size(), true));
  for (StateIndex s = 0; s < graph.size(); ++s) {
    StateSet here = run.model().singleton(graph.state(s));
    std::string who = " of " + subject.state_text(s);
    std::string found = set_difference(subject, run, "successors" + who, transition.image(here),
                                       to_members(graph, graph.successors(s)));
    if (found.empty()) {
      found = set_difference(subject, run, "predecessors" + who, transition.preimage(here) & reachable,
                             to_members(graph, graph.predecessors(s)));
    }
    if (!found.empty()) return found;
    // A step that some cycle takes is recurrent; what is recurrent is a step.
    StateSet next = recurrent.image(here);
    Members kept = run.members(next);
    for (StateIndex t : graph.successors(s)) {
      if (components.of[s] == components.of[t] && !kept[t]) {
        return "the step from " + subject.state_text(s) + " to " + subject.state_text(t) + " lies on a cycle (" +
               run.setting().name + ")";
      }
    }
    if (!next.subset_of(transition.image(here))) return "a recurrent step is no step (" + run.setting().name + ")";
    if (!(recurrent.preimage(here) & reachable).subset_of(transition.preimage(here))) {
      return "a recurrent step back is no step (" + run.setting().name + ")";
    }
  }
  return {};
}

}  // namespace

std::string structure_difference(Subject& subject, SymbolicRun& run) {
  const Graph& graph = subject.graph();
  model::SymbolicModel& model = run.model();
  Members deadlocks(graph.size()), overflows(graph.size());
  for (StateIndex s = 0; s < graph.size(); ++s) {
    deadlocks[s] = graph.is_deadlock(s);
    overflows[s] = subject.interpreter().overflows(graph.state(s));
  }
  std::string found =
      set_difference(subject, run, "initial states", model.initial(), to_members(graph, graph.initial()));
  auto then = [&](auto&& next) {
    if (found.empty()) found = next();
  };
  then(
      [&] { return set_difference(subject, run, "reachable states", model.reachable(), Members(graph.size(), true)); });
  then([&] { return depth_difference(subject, run); });
  then([&] { return step_difference(subject, run); });
  then([&] { return set_difference(subject, run, "deadlocks", model.deadlocks(), deadlocks); });
  then([&] { return set_difference(subject, run, "overflows", model.overflows(), overflows); });
  then([&] { return model.manager().check_invariants(); });
  return found;
}

std::string formula_difference(Subject& subject, const std::vector<Setting>& settings, Tally& tally) {
  std::vector<std::unique_ptr<SymbolicRun>> runs;
  for (const Setting& setting : settings) runs.push_back(std::make_unique<SymbolicRun>(subject, setting));
  ++tally.models;
  for (const ispl::Formula& formula : subject.model().formulas) {
    logic::Formula f = formula.property.formula;
    Members expected, region;
    bool verdict = false;
    try {
      expected = subject.evaluator().states(f);
      region = subject.evaluator().arena(f).region;
      verdict = subject.evaluator().verdict(f);
    } catch (const LimitReached&) {
      ++tally.beyond_limits;
      continue;
    }
    ++tally.formulas;
    if (size_of(expected) != 0 && size_of(expected) != size_of(region)) ++tally.interesting;
    for (auto& run : runs) {
      std::string found = set_difference(subject, *run, "the states of R", run->frame(f).states(), region);
      const std::size_t before = run->labelling(f).cones().narrowed();
      if (found.empty() && run->verdict(f) != verdict) found = formula.text + ": the verdict differs";
      if (run->labelling(f).cones().narrowed() > before) ++tally.narrowed;
      if (found.empty()) found = set_difference(subject, *run, formula.text, run->states(f), expected);
      if (!found.empty()) return found;
    }
  }
  return {};
}

std::string difference(const ModelDraft& draft, const Comparison& compare, const reference::EvaluateOptions& options) {
  try {
    std::unique_ptr<Subject> subject = Subject::load(draft.text(), nullptr, options);
    return subject ? compare(*subject) : std::string{};
  } catch (const std::exception& failure) {
    return std::string("exception: ") + failure.what();
  }
}

std::string report(const ModelDraft& draft, const std::string& origin, const Comparison& compare,
                   const reference::EvaluateOptions& options) {
  if (difference(draft, compare, options).empty()) return {};
  ModelDraft small =
      shrink(draft, [&](const ModelDraft& smaller) { return !difference(smaller, compare, options).empty(); });
  return origin + ": " + difference(small, compare, options) + "\n" + small.text();
}

}  // namespace gnomon::test
