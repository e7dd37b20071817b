// The verb `walk`: a simulation. The request carries the walk so far, as its recording or as a witness, and one thing to
// do; the answer is the walk after it, what can be done next, and the new recording.
#include <fmt/format.h>
#include <utility>

#include "gnomon/simulation.h"
#include "gnomon/words.h"
#include "serve/request.h"

namespace gnomon::serve {

namespace {

constexpr std::size_t kMostShown = 50;  // joint actions, initial states, possible states in one answer

Json walk_state(const api::State& state) {
  Json agents = Json::object();
  for (const api::AgentState& agent : state) {
    Json values = Json::object();
    for (const auto& [name, value] : agent.values) values[name] = value;
    agents[agent.agent] = std::move(values);
  }
  return agents;
}

Json walk_states(const std::vector<api::State>& states) {
  Json list = Json::array();
  for (const api::State& state : states) list.push_back(walk_state(state));
  return list;
}

Json walk_actions(const api::JointAction& joint) {
  Json object = Json::object();
  for (const auto& [agent, action] : joint) object[agent] = action;
  return object;
}

void require(const std::string& problem) {
  if (!problem.empty()) throw BadRequest(problem);
}

void step(api::Simulation& walk, const Json& request, Json& event) {
  api::StepRequest wanted;
  wanted.actions = words(request, "actions");
  wanted.number = request.value("number", "");
  wanted.outcome = number(request, "outcome", 0, 0, 1'000'000);
  api::StepResult result = walk.step(wanted);
  require(result.problem);
  if (!result.outcomes.empty()) event["outcomes"] = walk_states(result.outcomes);
}

void evaluate(api::Simulation& walk, const Json& request, Json& event) {
  api::Evaluation answer = walk.evaluate(request.at("formula").get<std::string>());
  require(answer.problem);
  if (!answer.errors.empty()) throw BadRequest(answer.errors.front().message);
  event["evaluation"] = {{"formula", answer.formula}, {"verdict", word(answer.verdict)}, {"reason", answer.reason}};
  if (!answer.value.empty()) event["evaluation"]["value"] = answer.value;
}

void possible(api::Simulation& walk, const Json& request, Json& event) {
  auto agent = request.at("agent").get<std::string>();
  api::PossiblePage page = walk.possible(agent, kMostShown);
  require(page.problem);
  event["possible"] = {
      {"agent", agent}, {"total", page.total}, {"reason", page.reason}, {"states", walk_states(page.states)}};
}

void act(api::Simulation& walk, const std::string& what, const Json& request, Json& event) {
  constexpr std::size_t kFar = 1'000'000;
  if (what == "start") {
    require(walk.start(words(request, "values"), number(request, "initial", 0, 0, kFar)));
  } else if (what == "step") {
    step(walk, request, event);
  } else if (what == "random") {
    api::RandomResult result = walk.random(number(request, "steps", 1, 1, 1000));
    if (!result.stopped.empty()) event["stopped"] = result.stopped;
  } else if (what == "jump") {
    require(walk.jump(number(request, "index", 0, 0, kFar)));
  } else if (what == "restart") {
    require(walk.restart());
  } else if (what == "evaluate") {
    evaluate(walk, request, event);
  } else if (what == "possible") {
    possible(walk, request, event);
  }
}

void describe(const api::Simulation& walk, const Json& request, Json& event) {
  Json& states = event["states"] = Json::array();
  for (std::size_t i = 0; i < walk.size(); ++i) {
    Json one = {{"values", walk_state(walk.state(i))}, {"propositions", walk.propositions(i)}};
    if (i + 1 < walk.size()) one["actions"] = walk_actions(walk.actions(i));
    states.push_back(std::move(one));
  }
  if (walk.size() == 0) {
    api::InitialPage page = walk.initial_states(words(request, "values"), {0, kMostShown});
    require(page.problem);
    event["initial"] = {{"total", page.total}, {"states", walk_states(page.states)}};
    return;
  }
  event["position"] = walk.position();
  event["record"] = walk.record();
  api::JointActionPage page = walk.joint_actions(words(request, "filter"), {0, kMostShown});
  require(page.problem);
  Json choices = Json::array();
  for (const api::JointActionChoice& one : page.choices) {
    choices.push_back({{"number", one.number},
                       {"actions", walk_actions(one.actions)},
                       {"outcomes", walk_states(one.outcomes)},
                       {"outcome_count", one.outcome_count},
                       {"too_many", one.too_many_outcomes}});
  }
  event["next"] = {{"total", page.total}, {"choices", std::move(choices)}, {"blocked", page.blocked}};
}

}  // namespace

void do_walk(const Json& request, const WorkLimits& limits, const Emit& emit) {
  std::string what =
      choice(request, "do", {"show", "start", "step", "random", "jump", "restart", "evaluate", "possible"});
  std::string text = model_text(request);
  api::SimulationOptions options;
  options.parameters = parameters_of(request);
  options.finite_traces = flag(request, "finite_traces");
  options.seed = number(request, "seed", 1, 0, 4'000'000'000);
  options.timeout_seconds = limits.seconds;
  options.memory_bytes = limits.bytes;
  options.interrupt = limits.interrupt;
  api::Simulation walk(kModelName, text, options);
  if (walk.has_errors()) {
    tell_diagnostics(text, walk.diagnostics(), emit);
    throw BadRequest("the model has errors");
  }
  Json record = request.value("record", Json());
  if (record.is_object()) {
    require(walk.replay(record.dump(), "the witness"));
  } else if (record.is_string() && !record.get<std::string>().empty()) {
    require(walk.replay(record.get<std::string>(), "the walk"));
  } else if (walk.initial_states({}, {0, 1}).total == 1) {
    require(walk.start({}));
  }
  Json event = {{"event", "walk"}};
  act(walk, what, request, event);
  describe(walk, request, event);
  emit(event);
}

}  // namespace gnomon::serve
