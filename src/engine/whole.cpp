#include "engine/whole.h"

#include <utility>

#include "logic/fragment.h"

namespace gnomon::engine {

Portion WholeEngine::advance() {
  Portion portion;
  system_.whole();
  if (!open_.empty()) {
    portion.answers.push_back(decide(open_.front()));
    open_.pop_front();
  }
  portion.more = !open_.empty();
  return portion;
}

Answer WholeEngine::decide(const Question& question) {
  Activity& activity = system_.activity();
  activity.state().formula = question.number;
  Answer answer;
  answer.number = question.number;
  const double before = activity.seconds(Phase::Check);
  try {
    if (asks_for_numbers(system_.pool(), *question.property)) {
      activity.attribute(Phase::Check, [&] {
        answer.outcome = outcome_of(system_.pool(), *question.property, judge_of(*question.property));
      });
      settle(question, answer.outcome);
      answer.seconds = activity.seconds(Phase::Check) - before;
      return answer;
    }
    System::Judgement judgement;
    activity.attribute(Phase::Check,
                       [&] { judgement = system_.judge(*question.property, system_.whole().of(*question.property)); });
    const bool holds = judgement.initially.holds;
    answer.outcome.verdict = holds ? Verdict::True : Verdict::False;
    answer.outcome.methods = std::move(judgement.methods);
    decided_[question.number] = {question.property, holds, std::move(judgement.doubt), std::nullopt, std::nullopt};
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Size && limit.limit() != Limit::Nodes) throw;
    answer.outcome = Outcome::unknown(activity.reason(limit));
  }
  answer.seconds = activity.seconds(Phase::Check) - before;
  return answer;
}

void WholeEngine::settle(const Question& question, const Outcome& outcome) {
  const bool holds = outcome.verdict == Verdict::True;
  decided_[question.number] = {question.property, holds, std::nullopt, outcome.amount, outcome.values};
}

// Formulas are judged as the property would be: with its knowledge, on its frame.
Judge WholeEngine::judge_of(const logic::Property& property) {
  return [this, &property](logic::Formula formula) {
    logic::Property asked;
    asked.formula = formula;
    asked.knowledge = property.knowledge;
    return system_.judge(asked, system_.whole().of(property)).initially.holds;
  };
}

Evidence WholeEngine::evidence(std::size_t number) {
  const Decided& decided = decided_.at(number);
  if (decided.amount || decided.values) {
    const ShownBy shown =
        decided.amount ? shown_by(system_.pool(), *decided.property, *decided.amount, judge_of(*decided.property))
                       : shown_by(system_.pool(), decided.property->formula, *decided.values, decided.holds);
    if (shown.formulas.empty()) return {.labels = nullptr, .doubt = nullptr, .none = shown.none};
    check::Labelling* labels = &system_.whole().of(*decided.property).labels;
    const bool memory = logic::needs_memory(system_.pool(), *decided.property);
    return {.labels = memory ? nullptr : labels,
            .doubt = nullptr,
            .none = {},
            .instead = shown.formulas,
            .memory = memory ? labels : nullptr};
  }
  if (logic::needs_memory(system_.pool(), *decided.property)) {
    Evidence evidence = evidence_with_memory(decided.holds, decided.doubt);
    evidence.memory = &system_.whole().of(*decided.property).labels;
    return evidence;
  }
  return {.labels = &system_.whole().of(*decided.property).labels, .doubt = nullptr, .none = {}};
}

StatesFound WholeEngine::found(model::StateSet (model::SymbolicModel::*find)()) {
  model::SymbolicModel& symbolic = system_.symbolic();
  const model::StateSet states = (symbolic.*find)();
  StatesFound result{symbolic.count(states), std::nullopt};
  if (!states.empty()) result.example = symbolic.pick(states);
  return result;
}

FullEngine::Beginning WholeEngine::beginning() {
  const model::StateSet& initial = system_.symbolic().initial();
  if (initial.empty()) return Beginning::NoInitialState;
  const bool fair = !system_.whole().on_fair_paths().frame.states().disjoint_from(initial);
  return fair ? Beginning::Some : Beginning::NoFairPath;
}

}  // namespace gnomon::engine
