#include "comparison.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "check/frame.h"
#include "check/labelling.h"
#include "check/path.h"
#include "check/preservation.h"
#include "logic/mode.h"
#include "model/symbolic_model.h"
#include "sat/search.h"

namespace gnomon::test {

using model::StateSet;
using sat::Answer;
using sat::Search;

namespace {

std::vector<logic::Formula> fairness_of(Subject& subject, bool finite) {
  std::vector<logic::Formula> constraints;
  if (finite) return constraints;
  for (const ispl::Formula& formula : subject.model().fairness) constraints.push_back(formula.property.formula);
  return constraints;
}

// The states of the set that are reached inside it from an initial one.
StateSet reached_inside(model::SymbolicModel& model, const StateSet& set) {
  StateSet reached = model.initial() & set;
  while (true) {
    StateSet more = reached | (model.transition().image(reached) & set);
    if (more == reached) return reached;
    reached = more;
  }
}

bool verdict_on(model::SymbolicModel& model, logic::FormulaPool& pool, const StateSet& part, logic::Formula f,
                const std::vector<logic::Formula>& fairness, bool tests_look_beyond) {
  check::PathOptions path_options;
  path_options.tests_look_beyond = tests_look_beyond;
  check::PathChecker paths(path_options);
  check::Frame whole(model, part);
  check::Labelling on_whole(whole, pool, &paths);
  if (fairness.empty()) return on_whole.holds_initially(f);
  std::vector<StateSet> constraints;
  for (logic::Formula constraint : fairness) constraints.push_back(on_whole.states(constraint));
  check::Frame fair(whole, std::move(constraints));
  return check::Labelling(fair, pool, &paths).holds_initially(f);
}

// Every initial state has a fair path.
bool starts_fairly(Subject& subject, logic::Formula f) {
  const Members& region = subject.evaluator().arena(f).region;
  const explicit_state::Graph& graph = subject.graph();
  return std::all_of(graph.initial().begin(), graph.initial().end(), [&](auto s) { return region[s]; });
}

}  // namespace

std::string search_difference(Subject& subject, const logic::Property& property, const ComparisonOptions& options,
                              SearchTally& tally) {
  logic::FormulaPool& pool = subject.model().pool;
  logic::Formula f = property.formula;
  bool finite = logic::is_finite(property.mode);
  std::vector<logic::Formula> fairness = fairness_of(subject, finite);
  ++tally.formulas;
  if (!Search::unsupported(pool, f, fairness, finite).empty()) {
    ++tally.unsupported;
    return {};
  }
  bool expected = false;
  bool all_fair = false;
  try {
    expected = subject.evaluator().verdict(property);
    all_fair = starts_fairly(subject, f);
  } catch (const LimitReached&) {
    ++tally.beyond_limits;
    return {};
  }
  check::Preservation kept = check::preservation(pool, f);
  bool must_answer = kept.universal ? !expected : expected && all_fair;
  if (must_answer) ++tally.expected_answers;
  std::size_t last = must_answer ? 4 * subject.graph().size() + 8 : options.idle_bounds;

  model::SymbolicModel model(subject.model());
  sat::Options search_options;
  search_options.tests_look_beyond = options.tests_look_beyond;
  Search search(model, pool, f, fairness, search_options);
  auto about = [&](const std::string& what) {
    return what + " at bound " + std::to_string(search.bound()) + ": " + subject.text_of(f) + " is " +
           (expected ? "true" : "false");
  };
  std::optional<Answer> answer;
  while (!answer && search.bound() <= last) {
    if (search.statistics().clauses > options.max_clauses) {
      if (must_answer) ++tally.abandoned;
      return {};
    }
    answer = search.advance();
  }
  if (!answer) return must_answer ? about("no answer") : "";
  if (answer->depth + 1 != search.bound()) return about("wrong depth");
  if (answer->holds != expected) return about(answer->by_induction ? "wrong proof" : "wrong answer");
  if (answer->by_induction) {
    ++tally.proved;
    return {};
  }
  ++tally.found;
  if (answer->depth > 1) ++tally.deep;
  const StateSet& evidence = answer->evidence;
  if (!(reached_inside(model, evidence) == evidence)) return about("unreached evidence");
  if (expected && !model.initial().subset_of(evidence)) return about("an initial state is missing");
  if (verdict_on(model, pool, evidence, f, fairness, options.tests_look_beyond) != expected) {
    return about("the evidence shows something else");
  }
  return {};
}

}  // namespace gnomon::test
