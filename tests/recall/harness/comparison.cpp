#include "recall/harness/comparison.h"

#include <limits>
#include <memory>

#include "base/budget.h"
#include "enumerate/evaluation.h"
#include "enumerate/memory_check.h"
#include "logic/fragment.h"
#include "oracle/harness/subject.h"
#include "recall/harness/memory_run.h"
#include "reference/history.h"
#include "reference/history_tree.h"

namespace gnomon::test {

namespace {

// The two histories of a doubt are what they claim to be.
std::string doubt_difference(Subject& subject, logic::Formula root, const recall::Doubt& doubt) {
  if (!reference::is_history(subject.interpreter(), doubt.actual)) return "the actual history is none";
  if (!reference::is_history(subject.interpreter(), doubt.possible)) return "the possible history is none";
  if (!explicit_state::look_alike(doubt.actual, doubt.possible, doubt.seen)) return "the histories do not look alike";
  const auto region = subject.evaluator().arena(root).region;
  auto counts = [&](const explicit_state::State& state) { return region[*subject.graph().find(state)]; };
  if (!counts(doubt.actual.back()) || !counts(doubt.possible.back())) return "a history leaves the region";
  bool propositional = subject.model().pool[doubt.operand].op == logic::Op::Atom;
  if (propositional && subject.evaluator().states(doubt.operand)[*subject.graph().find(doubt.possible.back())]) {
    return "the operand holds after the possible history";
  }
  return {};
}

// A path of the region from an initial state, by a few steps; empty if there is none.
std::vector<explicit_state::StateIndex> some_history(Subject& subject, logic::Formula f, std::size_t choice) {
  const reference::Members region = subject.evaluator().arena(f).region;
  std::vector<explicit_state::StateIndex> history;
  auto take = [&](const std::vector<explicit_state::StateIndex>& candidates) {
    std::vector<explicit_state::StateIndex> inside;
    for (explicit_state::StateIndex s : candidates) {
      if (region[s]) inside.push_back(s);
    }
    if (inside.empty()) return false;
    history.push_back(inside[choice % inside.size()]);
    choice = choice * 7 + 3;
    return true;
  };
  if (!take({subject.graph().initial().begin(), subject.graph().initial().end()})) return {};
  const std::size_t steps = choice % 4;
  for (std::size_t k = 0; k < steps; ++k) {
    const auto next = subject.graph().successors(history.back());
    if (!take({next.begin(), next.end()})) break;
  }
  return history;
}

std::string difference(const std::string& text, const MemoryFamily& family, bool all_information, MemoryTally& tally) {
  std::unique_ptr<Subject> subject = Subject::load(text);
  if (!subject) return {};
  ++tally.models;
  recall::MemoryOptions options;
  options.initial = all_information ? recall::InitialInformation::All : recall::InitialInformation::Own;
  options.paths.engine = family.engine;
  if (family.automaton_states != 0) {
    options.paths.limits.states = family.automaton_states;
    options.paths.limits.per_operator = 0;
  }
  MemoryRun run(subject->model(), options);
  Budget unlimited;
  enumerate::Program program(subject->model());
  enumerate::Graph graph(program, unlimited);
  graph.explore(std::numeric_limits<std::size_t>::max());
  enumerate::Evaluation list(graph, subject->model().pool, options.paths, {});
  if (!subject->model().fairness.empty()) list.add_fairness(subject->model().fairness);
  reference::HistoryOptions explicit_options;
  explicit_options.all_information = all_information;
  explicit_options.max_histories = 600;
  for (std::size_t i = 0; i < subject->model().formulas.size(); ++i) {
    const ispl::Formula formula = subject->model().formulas[i];
    logic::Formula f = formula.property.formula;
    explicit_options.semantics = formula.property.knowledge;
    if (!recall::unsupported(subject->model().pool, f, formula.property.knowledge).empty()) continue;
    ++tally.formulas;
    recall::MemoryResult result = run.check(formula.property);
    auto disagreement = [&](const char* other) {
      return std::string(other) + " does not agree with the verdict " + (result.holds ? "true" : "false") + " of " +
             formula.text + (all_information ? " (all information)" : "");
    };
    const bool finite = logic::classify(subject->model().pool, f).finite_traces;
    enumerate::LabelledSpace& plain = finite ? list.on_all_paths() : list.on_fair_paths();
    const bool on_list_too = !enumerate::changes_observations(subject->model().pool, f);
    enumerate::MemoryCheckOptions on_list;
    on_list.initial = options.initial;
    on_list.paths = options.paths;
    if (on_list_too) {
      try {
        if (enumerate::holds_with_memory(plain, f, formula.property.knowledge, on_list).holds != result.holds) {
          return disagreement("the list of states");
        }
        ++tally.listed;
      } catch (const LimitReached&) {
      }
    }
    if (result.holds) ++tally.true_verdicts;
    if (result.report.alternation > 0) ++tally.alternating;
    for (const check::PathReport& path : result.report.paths) {
      if (path.engine == check::PathEngine::Tableau) ++tally.tableaux;
      if (path.engine == check::PathEngine::Symbolic) ++tally.breakpoints;
    }
    try {
      reference::UnfoldingEvaluator unfolding(subject->graph(), subject->evaluator(), explicit_options,
                                              Subject::default_options(), {400, 4000});
      if (unfolding.verdict(f) != result.holds) return disagreement("the unfolding");
      ++tally.compared;
      const std::vector<explicit_state::StateIndex> history = some_history(*subject, f, tally.formulas);
      if (!history.empty()) {
        std::vector<recall::MemoryChecker::StateValues> states;
        for (explicit_state::StateIndex s : history) states.push_back(subject->graph().state(s));
        const bool holds =
            recall::MemoryChecker(run.labelling(f), run.options()).holds_after(states, f, formula.property.knowledge);
        if (holds != unfolding.holds_after(f, history)) return "a history is judged differently: " + formula.text;
        ++tally.histories;
        if (on_list_too) {
          std::vector<enumerate::StateIndex> listed;
          for (const auto& state : states) listed.push_back(graph.lookup(state).value());
          if (enumerate::holds_after(plain, listed, f, formula.property.knowledge, on_list) != holds) {
            return "a history is judged differently in the list of states: " + formula.text;
          }
          ++tally.listed_histories;
        }
      }
    } catch (const LimitReached&) {
    }
    if (family.bounded) {
      try {
        reference::HistoryEvaluator histories(subject->graph(), subject->evaluator(), explicit_options);
        if (histories.verdict(f) != result.holds) return disagreement("the record semantics");
        ++tally.by_records;
      } catch (const LimitReached&) {
      }
    }
    if (result.doubt) {
      ++tally.doubts;
      std::string wrong = doubt_difference(*subject, f, *result.doubt);
      if (!wrong.empty()) return wrong + ": " + formula.text;
    }
  }
  return {};
}

}  // namespace

std::string memory_case_report(const MemoryFamily& family, std::uint64_t seed, int formulas, MemoryTally& tally) {
  MemoryCase subject = random_memory_case(family, seed, formulas);
  bool all_information = seed % 4 == 0;
  std::string found = difference(subject.text(), family, all_information, tally);
  if (found.empty()) return found;
  MemoryTally ignored;
  subject.draft = shrink(
      subject.draft,
      [&](const ModelDraft& draft) {
        MemoryCase smaller{draft, subject.observations};
        return !difference(smaller.text(), family, all_information, ignored).empty();
      },
      600);
  return family.name + ", seed " + std::to_string(seed) + ": " +
         difference(subject.text(), family, all_information, ignored) + "\n" + subject.text();
}

}  // namespace gnomon::test
