#include "simulate/record.h"

#include <charconv>
#include <sstream>

#include "simulate/names.h"

namespace gnomon::simulate {

using ispl::AgentId;
using ispl::CheckedModel;
using ispl::VarId;

namespace {

constexpr std::string_view kHeader = "gnomon walk 1";

std::string init_line(const CheckedModel& model, const State& state) {
  std::string line = "init";
  for (std::size_t v = 0; v < state.size(); ++v) line += " " + value_word(model, VarId(v), state[v]);
  return line + "\n";
}

std::string step_line(const CheckedModel& model, const State& before, const WalkStep& step) {
  std::string line = "step";
  for (std::size_t a = 0; a < step.joint.size(); ++a) {
    if (!step.joint[a].is_none()) line += " " + action_word(model, AgentId(a), step.joint[a]);
  }
  bool arrow = false;
  for (std::size_t v = 0; v < step.state.size(); ++v) {
    if (step.state[v] == before[v]) continue;
    line += (arrow ? " " : " -> ") + value_word(model, VarId(v), step.state[v]);
    arrow = true;
  }
  return line + "\n";
}

class Reader {
 public:
  Reader(const explicit_state::Interpreter& interpreter, const explicit_state::StepCheck& check)
      : interpreter_(interpreter), model_(interpreter.model()), check_(check) {}

  Recording read(std::string_view text) {
    std::istringstream lines{std::string(text)};
    std::string line;
    bool header = false;
    while (result_.problem.empty() && std::getline(lines, line)) {
      ++result_.line;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      std::istringstream words(line);
      std::string first;
      if (!(words >> first) || first.starts_with("#")) continue;
      if (!header) {
        header = line == kHeader;
        if (!header) fail("the first line must be `" + std::string(kHeader) + "`");
      } else if (first == "init") {
        init(words);
      } else if (first == "step") {
        step(words);
      } else if (first == "at") {
        at(words);
      } else {
        fail("`" + first + "` is neither init nor step nor at");
      }
    }
    if (result_.problem.empty() && result_.steps.empty()) fail("there is no line init");
    if (!position_given_ && !result_.steps.empty()) result_.position = result_.steps.size() - 1;
    if (result_.problem.empty() && result_.position >= result_.steps.size()) fail("the walk is shorter than that");
    return std::move(result_);
  }

 private:
  bool fail(std::string problem) {
    result_.problem = std::move(problem);
    return false;
  }

  bool values(std::istringstream& words, State& state, std::vector<bool>& given) {
    std::string word;
    while (words >> word) {
      std::optional<ValueChoice> value = read_value(model_, word, result_.problem);
      if (!value) return false;
      if (given[value->var.index()]) return fail("the variable of `" + word + "` is given twice");
      given[value->var.index()] = true;
      state[value->var.index()] = value->value;
    }
    return true;
  }

  void init(std::istringstream& words) {
    if (!result_.steps.empty()) {
      fail("a walk has only one line init");
      return;
    }
    State state(model_.variables.size(), 0);
    std::vector<bool> given(state.size(), false);
    if (!values(words, state, given)) return;
    for (std::size_t v = 0; v < given.size(); ++v) {
      const ispl::Variable& variable = model_.variables[v];
      if (given[v]) continue;
      fail("the value of `" + model_.agent(variable.owner).name + "." + variable.name + "` is missing");
      return;
    }
    if (!interpreter_.holds(model_.initial, state)) {
      fail("this is not an initial state of the model");
      return;
    }
    result_.steps.push_back({{}, std::move(state)});
  }

  void step(std::istringstream& words) {
    if (result_.steps.empty()) {
      fail("a walk begins with a line init");
      return;
    }
    JointAction joint(model_.agents.size());
    std::string word;
    bool arrow = false;
    while (!arrow && words >> word) {
      arrow = word == "->";
      if (arrow) break;
      std::optional<ActionChoice> action = read_action(model_, word, result_.problem);
      if (!action) return;
      joint[action->agent.index()] = action->action;
    }
    const State& before = result_.steps.back().state;
    State state = before;
    std::vector<bool> given(state.size(), false);
    if (arrow && !values(words, state, given)) return;
    for (std::size_t a = 0; a < joint.size(); ++a) {
      if (!joint[a].is_none() || !interpreter_.takes_part(AgentId(a))) continue;
      fail("the action of " + model_.agents[a].name + " is missing");
      return;
    }
    if (!check_.enabled(before, joint)) {
      fail("this joint action is not enabled in the state before");
    } else if (!check_.leads(before, joint, state)) {
      fail("the joint action does not lead to this state");
    } else {
      result_.steps.push_back({std::move(joint), std::move(state)});
    }
  }

  void at(std::istringstream& words) {
    std::string word;
    words >> word;
    auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), result_.position);
    position_given_ = error == std::errc() && rest == word.data() + word.size();
    if (!position_given_) fail("`" + word + "` is not a position");
  }

  const explicit_state::Interpreter& interpreter_;
  const CheckedModel& model_;
  const explicit_state::StepCheck& check_;
  Recording result_;
  bool position_given_ = false;
};

}  // namespace

std::string print_walk(const CheckedModel& model, const Walk& walk) {
  std::string text = std::string(kHeader) + "\n" + init_line(model, walk.steps().front().state);
  for (std::size_t i = 1; i < walk.size(); ++i) {
    text += step_line(model, walk.steps()[i - 1].state, walk.steps()[i]);
  }
  if (walk.position() + 1 != walk.size()) text += "at " + std::to_string(walk.position()) + "\n";
  return text;
}

Recording read_walk(const explicit_state::Interpreter& interpreter, const explicit_state::StepCheck& check,
                    std::string_view text) {
  return Reader(interpreter, check).read(text);
}

}  // namespace gnomon::simulate
