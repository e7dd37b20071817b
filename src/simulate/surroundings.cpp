#include "simulate/surroundings.h"

#include <algorithm>
#include <new>
#include <utility>

#include "enumerate/memory_check.h"
#include "logic/fragment.h"
#include "recall/memory_checker.h"

namespace gnomon::simulate {

using enumerate::BitSet;
using enumerate::StateIndex;
using explicit_state::State;
using model::StateSet;

namespace {

constexpr const char* kNotFair = "no fair path starts in this state";

// Half of the memory is left for diagrams.
enumerate::ExploreOptions within_limits(enumerate::ExploreOptions options, const QuestionLimits& limits) {
  if (options.most_bytes == 0) options.most_bytes = limits.memory_bytes / 2;
  return options;
}

}  // namespace

Surroundings::Surroundings(ispl::CheckedModel& model, const explicit_state::Interpreter& interpreter,
                           QuestionLimits limits, enumerate::ExploreOptions options)
    : model_(&model),
      facts_(interpreter, model.pool),
      limits_(limits),
      activity_({}, limits.interrupt, {}),
      system_(model, activity_, {}),
      engine_(system_, within_limits(options, limits)) {}

template <class Work>
std::string Surroundings::ask(Work&& work) {
  doing_ = "preparing the answer";
  try {
    activity_.limit_call({limits_.seconds, limits_.memory_bytes});
    system_.adopt_limits();
    activity_.budget().poll();
    std::forward<Work>(work)();
    return {};
  } catch (const LimitReached& limit) {
    return limit.what() + (" while " + doing_);
  } catch (const std::bad_alloc&) {
    return "out of memory while " + doing_;
  }
}

enumerate::EnumeratingEngine* Surroundings::listed() {
  doing_ = "computing the reachable states";
  engine_.build();
  return engine_.list();
}

check::Scope& Surroundings::in_diagrams() {
  doing_ = "computing the reachable states";
  engine_.bring_together();
  return system_.whole();
}

std::optional<bool> Surroundings::holds_in_list(enumerate::EnumeratingEngine& list, const logic::Property& property,
                                                const std::vector<State>& history) {
  doing_ = "evaluating the formula";
  enumerate::LabelledSpace& where = list.evaluation().of(property);
  std::vector<StateIndex> states;
  for (const State& state : history) {
    const std::optional<StateIndex> known = where.space.graph().lookup(state);
    if (!known || !where.space.states().test(*known)) return std::nullopt;
    states.push_back(*known);
  }
  if (!logic::needs_memory(model_->pool, property)) return where.labels.states(property.formula).test(states.back());
  return holds_after(where, states, property.formula, property.knowledge, list.memory_options());
}

std::optional<bool> Surroundings::holds_in_diagrams(const logic::Property& property,
                                                    const std::vector<State>& history) {
  check::LabelledFrame& where = in_diagrams().of(property);
  doing_ = "evaluating the formula";
  const StateSet here = system_.symbolic().singleton(history.back());
  if (!here.subset_of(where.frame.states())) return std::nullopt;
  if (!logic::needs_memory(model_->pool, property)) return here.subset_of(where.labels.states(property.formula));
  recall::MemoryOptions options = system_.memory_options();
  options.explain = false;
  return recall::MemoryChecker(where.labels, std::move(options))
      .holds_after(history, property.formula, property.knowledge);
}

Truth Surroundings::holds(const logic::Property& property, const std::vector<State>& history) {
  if (facts_.is_fact(property.formula)) return {facts_.holds(property.formula, history.back()), {}};
  if (const auto why = system_.undecidable(property)) return {std::nullopt, why->words};
  Truth truth;
  truth.reason = ask([&] {
    enumerate::EnumeratingEngine* list = listed();
    if (list != nullptr && !list->refuses(property)) {
      try {
        truth.holds = holds_in_list(*list, property, history);
        return;
      } catch (const LimitReached& limit) {
        if (limit.limit() != Limit::Size) throw;  // what is too large for the list may not be for diagrams
      }
    }
    truth.holds = holds_in_diagrams(property, history);
  });
  if (!truth.holds && truth.reason.empty()) truth.reason = kNotFair;
  return truth;
}

PossibleStates Surroundings::possible(ispl::AgentId agent, const State& state, std::size_t most) {
  PossibleStates result;
  result.reason = system_.fairness_problem();
  if (!result.reason.empty()) return result;
  result.reason = ask([&] {
    if (enumerate::EnumeratingEngine* list = listed()) {
      doing_ = "listing the states";
      const enumerate::Space& space = list->evaluation().on_fair_paths().space;
      const std::optional<StateIndex> known = space.graph().lookup(state);
      if (!known) return;
      BitSet here = space.none();
      here.add(*known);
      const BitSet alike = space.look_alikes(here, {agent}) & space.states();
      result.total = alike.count();
      alike.for_each([&](std::size_t s) {
        if (result.states.size() < most) result.states.push_back(space.graph().values(static_cast<StateIndex>(s)));
      });
      return;
    }
    const StateSet& fair = in_diagrams().on_fair_paths().frame.states();
    doing_ = "listing the states";
    model::SymbolicModel& symbolic = system_.symbolic();
    StateSet rest = symbolic.look_alikes(symbolic.singleton(state), agent) & fair;
    result.total = symbolic.count(rest);
    while (result.states.size() < most && !rest.empty()) {
      activity_.budget().poll();
      result.states.push_back(symbolic.pick(rest));
      rest = rest - symbolic.singleton(result.states.back());
    }
  });
  std::sort(result.states.begin(), result.states.end());
  return result;
}

}  // namespace gnomon::simulate
