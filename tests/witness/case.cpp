#include "witness/case.h"

#include <algorithm>
#include <exception>

#include "base/budget.h"
#include "check/preservation.h"
#include "oracle/harness/enumerated_run.h"
#include "witness/session.h"

namespace gnomon::test {

using explicit_state::State;
using logic::Formula;

explicit_state::ReplayOracle oracle_for(Subject& subject, Formula root, const reference::EvaluateOptions& options) {
  explicit_state::ReplayOracle oracle;
  reference::ArenaLabels* labels = &subject.evaluator().labels(root);
  auto whole = std::make_shared<reference::ArenaLabels>(reference::Arena::whole(subject.graph()), options);
  oracle.holds = [&subject, labels](Formula f, const State& state) {
    return labels->states(f)[*subject.graph().find(state)];
  };
  oracle.constraint = [&subject, whole](std::size_t constraint, const State& state) {
    return whole->states(subject.model().fairness[constraint].property.formula)[*subject.graph().find(state)];
  };
  oracle.fair = [&subject, labels](const State& state) { return labels->arena().region[*subject.graph().find(state)]; };
  return oracle;
}

namespace {

void count(const explicit_state::Witness& witness, WitnessTally& tally) {
  bool holds = witness.kind == explicit_state::WitnessKind::Witness;
  ++(holds ? tally.witnesses : tally.counterexamples);
  for (const auto& claim : witness.claims) ++(claim.rule == explicit_state::Rule::Taken ? tally.taken : tally.shown);
  for (const auto& path : witness.paths) ++(path.loop ? tally.loops : tally.paths);
  tally.links += witness.links.size();
  tally.tables += witness.tables.size();
}

// A reason instead of a witness is right for a formula whose value no part of the model can show: a path, a look-alike
// or an answer to a strategy shows what exists. Otherwise the reason must be one of the few for which nothing is shown.
bool may_be_refused(const logic::FormulaPool& pool, Formula f, bool holds, const std::string& reason) {
  check::Preservation kept = check::preservation(pool, f);
  bool can_be_shown = holds ? kept.existential : kept.universal;
  return !can_be_shown || reason == "the formula is true because there is no initial state" ||
         reason == "that no uniform strategy wins has no short reason" ||
         reason == "a strategy for a bound without upper end is not listed" ||
         reason == "the strategy is too large to be listed" || reason == witness::kCutOff;
}

// The numbers of states that agents consider possible, counted one by one.
void check_possible_states(Subject& subject, Formula root, const explicit_state::Witness& witness) {
  const auto region = subject.evaluator().arena(root).region;
  for (const explicit_state::Claim& claim : witness.claims) {
    if (claim.rule != explicit_state::Rule::Possible) continue;
    const explicit_state::State& here = witness.states[claim.state];
    const auto& agents = witness.links[claim.links.front()].agents;
    std::size_t found = 0;
    for (std::size_t s = 0; s < region.size(); ++s) {
      const explicit_state::State& other = subject.graph().state(static_cast<explicit_state::StateIndex>(s));
      const bool alike = std::all_of(agents.begin(), agents.end(), [&](ispl::AgentId agent) {
        return subject.interpreter().looks_alike(agent, here, other);
      });
      if (region[s] && alike) ++found;
    }
    if (claim.possible != std::to_string(found)) throw std::logic_error("another number of states is possible");
  }
}

template <class Run>
void explain_one(Subject& subject, Run& run, Formula f, const witness::ExplainOptions& options,
                 const reference::EvaluateOptions& evaluation, WitnessTally& tally) {
  ++tally.formulas;
  bool holds = run.labelling(f).holds_initially(f);
  witness::Explanation explanation = witness::explain(run.labelling(f), f, holds, options);
  if (!explanation.witness) {
    ++tally.refused;
    if (explanation.reason.empty()) throw std::logic_error("neither witness nor reason");
    if (!may_be_refused(subject.model().pool, f, holds, explanation.reason)) {
      throw std::logic_error("no witness, but a part of the model shows the value: " + explanation.reason);
    }
    return;
  }
  try {
    explicit_state::replay(subject.interpreter(), subject.model().pool, f, holds, *explanation.witness,
                           oracle_for(subject, f, evaluation));
    check_possible_states(subject, f, *explanation.witness);
    count(*explanation.witness, tally);
  } catch (const LimitReached&) {
    ++tally.beyond_limits;
  }
}

template <class Run>
std::string explain_all(Subject& subject, Run&& run, const witness::ExplainOptions& options,
                        const reference::EvaluateOptions& evaluation, WitnessTally& tally) {
  for (const ispl::Formula& formula : subject.model().formulas) {
    try {
      explain_one(subject, run, formula.property.formula, options, evaluation, tally);
    } catch (const std::exception& problem) {
      return formula.text + ": " + problem.what();
    }
  }
  return {};
}

}  // namespace

std::string witness_problem(const ModelDraft& draft, const Family& family, const witness::ExplainOptions& options,
                            WitnessTally& tally, FoundOn found_on) {
  reference::EvaluateOptions evaluation = Subject::default_options();
  if (family.uniform) evaluation.strategies = reference::Strategies::Uniform;
  if (family.tests_look_beyond) evaluation.finite_tests = explicit_state::TestReading::BeyondTrace;
  return difference(
      draft,
      [&](Subject& subject) {
        witness::ExplainOptions chosen = options;
        chosen.paths.tests_look_beyond = family.tests_look_beyond;
        if (found_on == FoundOn::List) {
          EnumeratedSetting setting;
          setting.tests_look_beyond = family.tests_look_beyond;
          setting.uniform = family.uniform;
          return explain_all(subject, EnumeratedRun(subject, setting), chosen, evaluation, tally);
        }
        Setting setting;
        setting.tests_look_beyond = family.tests_look_beyond;
        setting.uniform = family.uniform;
        return explain_all(subject, SymbolicRun(subject, setting), chosen, evaluation, tally);
      },
      evaluation);
}

}  // namespace gnomon::test
