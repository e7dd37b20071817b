// The facade of src/simulate: names instead of numbers, sentences instead of exceptions.
#include "gnomon/simulation.h"

#include <algorithm>
#include <fmt/format.h>

#include "api/convert.h"
#include "api/describe.h"
#include "api/reporter.h"
#include "api/witness_walk.h"
#include "engine/amount.h"
#include "ispl/load.h"
#include "simulate/choices.h"
#include "simulate/random_walk.h"
#include "simulate/record.h"
#include "simulate/surroundings.h"
#include "simulate/walk.h"

namespace gnomon::api {

using ispl::AgentId;

namespace {

// How many outcomes of a joint action are shown before it is chosen.
constexpr std::size_t kOutcomesShown = 4;
constexpr const char* kNotStarted = "choose an initial state first";

// A decimal number from 1, as a position from 0.
std::optional<BigInt> position_of(const std::string& number) {
  bool digits = !number.empty() && number.size() < 1000 &&
                std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!digits) return std::nullopt;
  BigInt value(number);
  if (value == 0) return std::nullopt;
  return BigInt(value - 1);
}

}  // namespace

struct Simulation::Impl {
  Impl(std::string file, std::string text, SimulationOptions given_options)
      : options(std::move(given_options)),
        reporter(options.warnings),
        source(std::move(file), std::move(text)),
        dice(options.seed) {
    budget.interrupt = options.interrupt;
    gnomon::Diagnostics found;
    model = ispl::load_model(source, {options.finite_traces, nullptr, options.parameters}, found);
    if (reporter.add(found, source)) model.reset();
    if (!model) return;
    interpreter.emplace(*model);
    check.emplace(*interpreter);
    surroundings.emplace(*model, *interpreter,
                         simulate::QuestionLimits{options.timeout_seconds, options.memory_bytes, options.interrupt});
  }

  void require_model() const {
    if (!model) throw UsageError("the model has errors: see diagnostics()");
  }
  const simulate::WalkStep& at(std::size_t index) const {
    require_model();
    if (index >= walk.size()) throw UsageError(fmt::format("the walk has no state {}", index));
    return walk.steps()[index];
  }
  State describe(const simulate::State& state) const { return describe_state(*model, state); }

  JointAction describe(const simulate::JointAction& joint) const { return describe_joint_action(*model, joint); }

  // The choices that the words make; on a problem those before it.
  std::vector<simulate::ActionChoice> read_actions(const std::vector<std::string>& words, std::string& problem) const {
    std::vector<simulate::ActionChoice> choices;
    for (const std::string& word : words) {
      auto choice = simulate::read_action(*model, word, problem);
      if (!choice) break;
      choices.push_back(*choice);
    }
    return choices;
  }
  simulate::InitialStates initial_states(const std::vector<std::string>& words) {
    std::vector<simulate::ValueChoice> values;
    simulate::InitialStates result;
    for (const std::string& word : words) {
      auto value = simulate::read_value(*model, word, result.problem);
      if (!value) return result;
      values.push_back(*value);
    }
    result = simulate::initial_states(*model, values);
    if (!result.problem.empty()) result.problem += "; values narrow them down, as in `init Agent.variable=value`";
    return result;
  }

  JointActionChoice describe_choice(const simulate::JointChoices& choices, const simulate::JointAction& joint) const {
    JointActionChoice choice;
    choice.number = BigInt(choices.number(joint) + 1).get_str();
    choice.actions = describe(joint);
    simulate::Outcomes found = simulate::outcomes(*interpreter, *check, walk.state(), joint);
    choice.too_many_outcomes = found.too_many;
    choice.outcome_count = found.states.size();
    for (std::size_t i = 0; i < std::min(kOutcomesShown, found.states.size()); ++i) {
      choice.outcomes.push_back(describe(found.states[i]));
    }
    return choice;
  }

  // The joint action that the request means, or a problem.
  std::optional<simulate::JointAction> chosen(const StepRequest& request, std::string& problem) const {
    std::vector<simulate::ActionChoice> fixed = read_actions(request.actions, problem);
    if (!problem.empty()) return std::nullopt;
    simulate::JointChoices choices(*interpreter, walk.state(), fixed);
    BigInt total = choices.total();
    BigInt matching = choices.matching();
    if (total == 0) {
      problem = fmt::format("{} has no enabled action in this state", model->agent(choices.blocked().front()).name);
    } else if (!request.number.empty()) {
      std::optional<BigInt> position = position_of(request.number);
      if (position && *position < total) return choices.numbered(*position);
      problem = fmt::format("the joint actions of this state are numbered from 1 to {}", total.get_str());
    } else if (matching == 1) {
      return choices.at(0);
    } else if (matching == 0) {
      problem = "no enabled joint action consists of these actions";
    } else {
      problem =
          request.actions.empty()
              ? fmt::format("this state has {} joint actions; choose one of them", matching.get_str())
              : fmt::format("{} enabled joint actions have these actions; choose one of them", matching.get_str());
    }
    return std::nullopt;
  }

  // Numbers of steps, and values of parameters, from the end of the history on.
  void count_steps(const logic::Property& property, const std::vector<simulate::State>& history, Evaluation& result) {
    struct Undecided {
      std::string reason;
    };
    const engine::Judge judge = [&](logic::Formula f) {
      logic::Property asked = property;
      asked.asks = logic::Asks::Truth;
      asked.formula = f;
      simulate::Truth truth = surroundings->holds(asked, history);
      if (!truth.holds) throw Undecided{std::move(truth.reason)};
      return *truth.holds;
    };
    try {
      FormulaResult found;
      fill_in(found, engine::outcome_of(model->pool, property, judge));
      result.verdict = found.verdict;
      result.value = std::move(found.value);
      result.values = std::move(found.values);
    } catch (const Undecided& undecided) {
      result.reason = undecided.reason;
    }
  }

  SimulationOptions options;
  Reporter reporter;
  Source source;
  Budget budget;
  simulate::Dice dice;
  std::optional<ispl::CheckedModel> model;
  std::optional<explicit_state::Interpreter> interpreter;
  std::optional<explicit_state::StepCheck> check;
  std::optional<simulate::Surroundings> surroundings;
  simulate::Walk walk;
};

Simulation::Simulation(std::string file, std::string text, SimulationOptions options)
    : impl_(std::make_unique<Impl>(std::move(file), std::move(text), std::move(options))) {}
Simulation::~Simulation() = default;

const std::vector<Diagnostic>& Simulation::diagnostics() const {
  return impl_->reporter.all();
}
bool Simulation::has_errors() const {
  return !impl_->model;
}

ModelNames Simulation::names() const {
  impl_->require_model();
  const ispl::CheckedModel& model = *impl_->model;
  ModelNames names;
  for (const ispl::Agent& agent : model.agents) {
    if (!agent.declared) continue;
    ModelNames::Agent& named = names.agents.emplace_back();
    named.name = agent.name;
    for (ispl::VarId id : agent.vars) {
      const ispl::Type& type = model.variable(id).type;
      ModelNames::Variable& variable = named.variables.emplace_back();
      variable.name = model.variable(id).name;
      if (type.size() > ModelNames::kMostValues) continue;
      for (std::uint64_t i = 0; i < type.size(); ++i) variable.values.push_back(model.value_text(id, type.value_at(i)));
    }
    for (const ispl::Action& action : agent.actions) named.actions.push_back(action.name);
  }
  for (const ispl::Proposition& proposition : model.propositions) names.propositions.push_back(proposition.name);
  for (const ispl::Group& group : model.groups) {
    if (!group.is_list) names.groups.push_back(group.name);
  }
  return names;
}

std::size_t Simulation::size() const {
  return impl_->walk.size();
}
std::size_t Simulation::position() const {
  return impl_->walk.position();
}
State Simulation::state(std::size_t index) const {
  return impl_->describe(impl_->at(index).state);
}
JointAction Simulation::actions(std::size_t index) const {
  return impl_->describe(impl_->at(index + 1).joint);
}

std::vector<std::string> Simulation::propositions(std::size_t index) const {
  const simulate::State& state = impl_->at(index).state;
  return holding_propositions(*impl_->interpreter, state);
}

InitialPage Simulation::initial_states(const std::vector<std::string>& values, Page page) const {
  impl_->require_model();
  simulate::InitialStates found = impl_->initial_states(values);
  InitialPage result;
  result.problem = found.problem;
  result.total = found.states.size();
  for (std::size_t i = page.offset; i < found.states.size() && i - page.offset < page.count; ++i) {
    result.states.push_back(impl_->describe(found.states[i]));
  }
  return result;
}

std::string Simulation::start(const std::vector<std::string>& values, std::size_t number) {
  impl_->require_model();
  simulate::InitialStates found = impl_->initial_states(values);
  if (!found.problem.empty()) return found.problem;
  if (found.states.empty()) {
    return values.empty() ? "no state satisfies InitStates" : "no initial state has these values";
  }
  if (number == 0 && found.states.size() > 1)
    return fmt::format("there are {} such initial states; choose one by its number", found.states.size());
  if (number > found.states.size()) {
    return fmt::format("these initial states are numbered from 1 to {}", found.states.size());
  }
  impl_->walk.start(std::move(found.states[number == 0 ? 0 : number - 1]));
  return {};
}

JointActionPage Simulation::joint_actions(const std::vector<std::string>& actions, Page page) const {
  impl_->require_model();
  JointActionPage result;
  if (impl_->walk.empty()) {
    result.problem = kNotStarted;
    return result;
  }
  std::vector<simulate::ActionChoice> fixed = impl_->read_actions(actions, result.problem);
  if (!result.problem.empty()) return result;
  simulate::JointChoices choices(*impl_->interpreter, impl_->walk.state(), fixed);
  BigInt matching = choices.matching();
  result.total = matching.get_str();
  for (AgentId agent : choices.blocked()) result.blocked.push_back(impl_->model->agent(agent).name);
  for (std::size_t i = 0; i < page.count; ++i) {
    BigInt position(static_cast<unsigned long>(page.offset + i));
    if (position >= matching) break;
    result.choices.push_back(impl_->describe_choice(choices, choices.at(position)));
  }
  return result;
}

StepResult Simulation::step(const StepRequest& request) {
  impl_->require_model();
  StepResult result;
  if (impl_->walk.empty()) {
    result.problem = kNotStarted;
    return result;
  }
  std::optional<simulate::JointAction> joint = impl_->chosen(request, result.problem);
  if (!joint) return result;
  simulate::Outcomes found = simulate::outcomes(*impl_->interpreter, *impl_->check, impl_->walk.state(), *joint);
  std::size_t count = found.states.size();
  if (found.too_many) {
    result.problem = fmt::format("this joint action has more than {} outcomes", simulate::kMaxOutcomes);
  } else if (count == 0) {
    result.problem = "this joint action leads nowhere: it assigns values outside their variables' types";
  } else if (request.outcome > count) {
    result.problem = fmt::format("the outcomes are numbered from 1 to {}", count);
  } else if (request.outcome == 0 && count > 1) {
    for (const simulate::State& state : found.states) result.outcomes.push_back(impl_->describe(state));
  } else {
    std::size_t outcome = request.outcome == 0 ? 0 : request.outcome - 1;
    impl_->walk.extend({{std::move(*joint), std::move(found.states[outcome])}});
  }
  return result;
}

RandomResult Simulation::random(std::size_t steps) {
  impl_->require_model();
  if (impl_->walk.empty()) {
    simulate::InitialStates found = impl_->initial_states({});
    if (!found.problem.empty()) return {0, found.problem};
    if (found.states.empty()) return {0, "no state satisfies InitStates"};
    impl_->walk.start(std::move(found.states[impl_->dice.below(found.states.size())]));
  }
  simulate::RandomSteps result = simulate::random_steps(*impl_->interpreter, *impl_->check, impl_->walk.state(), steps,
                                                        impl_->dice, impl_->budget);
  std::size_t taken = result.steps.size();
  if (taken > 0) impl_->walk.extend(std::move(result.steps));
  return {taken, std::move(result.stopped)};
}

std::string Simulation::jump(std::size_t index) {
  impl_->require_model();
  if (impl_->walk.empty()) return kNotStarted;
  if (index >= impl_->walk.size()) return fmt::format("the walk has no state {}; the last is {}", index, size() - 1);
  impl_->walk.jump(index);
  return {};
}

std::string Simulation::restart() {
  impl_->require_model();
  if (impl_->walk.empty()) return kNotStarted;
  impl_->walk.clear();
  return {};
}

std::string Simulation::undo() {
  impl_->require_model();
  return impl_->walk.undo() ? std::string() : std::string("there is nothing to undo");
}

Evaluation Simulation::evaluate(const std::string& text) {
  impl_->require_model();
  Evaluation result;
  if (impl_->walk.empty()) {
    result.reason = kNotStarted;
    return result;
  }
  std::optional<ispl::Formula> formula;
  if (const ispl::Formula* listed = simulate::listed_formula(*impl_->model, text, result.problem)) {
    formula = *listed;
  } else if (!result.problem.empty()) {
    return result;
  } else {
    Source from("formula", text);
    gnomon::Diagnostics found;
    Reporter reporter(impl_->options.warnings);
    formula = ispl::load_formula(*impl_->model, from, {impl_->options.finite_traces}, found);
    if (reporter.add(found, from) || !formula) {
      result.errors = reporter.all();
      return result;
    }
  }
  result.formula = formula->text;
  std::vector<simulate::State> history;
  for (std::size_t i = 0; i <= impl_->walk.position(); ++i) history.push_back(impl_->walk.steps()[i].state);
  if (engine::asks_for_numbers(impl_->model->pool, formula->property)) {
    impl_->count_steps(formula->property, history, result);
    return result;
  }
  simulate::Truth truth = impl_->surroundings->holds(formula->property, history);
  if (truth.holds) result.verdict = *truth.holds ? Verdict::True : Verdict::False;
  result.reason = std::move(truth.reason);
  return result;
}

PossiblePage Simulation::possible(const std::string& name, std::size_t most) {
  impl_->require_model();
  PossiblePage result;
  std::optional<AgentId> agent = simulate::read_agent(*impl_->model, name, result.problem);
  if (agent && impl_->walk.empty()) result.problem = kNotStarted;
  if (!result.problem.empty()) return result;
  simulate::PossibleStates found = impl_->surroundings->possible(*agent, impl_->walk.state(), most);
  result.reason = std::move(found.reason);
  result.total = found.total.get_str();
  for (const simulate::State& state : found.states) result.states.push_back(impl_->describe(state));
  return result;
}

std::string Simulation::record() const {
  impl_->require_model();
  if (impl_->walk.empty()) throw UsageError("there is no walk to record");
  return simulate::print_walk(*impl_->model, impl_->walk);
}

std::string Simulation::replay(const std::string& text, const std::string& name) {
  impl_->require_model();
  std::string problem;
  const bool is_witness = looks_like_json(text);
  const std::string walk = is_witness ? walk_of_witness(text, problem) : text;
  if (!problem.empty()) return fmt::format("{}: {}", name, problem);
  simulate::Recording recording = simulate::read_walk(*impl_->interpreter, *impl_->check, walk);
  if (!recording.problem.empty()) {
    // In a witness: line 2 of the walk is the first state, line 3 the first step.
    if (is_witness) return fmt::format("{}: position {}: {}", name, recording.line - 2, recording.problem);
    return fmt::format("{}:{}: {}", name, recording.line, recording.problem);
  }
  impl_->walk.replace(std::move(recording.steps), recording.position);
  return {};
}

}  // namespace gnomon::api
