// The verdicts about knowledge with memory, against histories enumerated here.
//
// After a history, an agent with perfect recall considers possible the last states of all histories of the same length
// that looked alike throughout. These are carried along as information sets: `worlds` maps (state, information set) for
// every history of a given length.
#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <utility>

#include "explicit/interpreter.h"
#include "loaded.h"
#include "scenario/scenario.h"

namespace gnomon::scenario {
namespace {

using explicit_state::Interpreter;
using explicit_state::State;
using States = std::set<State>;
using Worlds = std::set<std::pair<State, States>>;
using Alike = std::function<bool(const State&, const State&)>;

States looking_like(const State& s, const States& candidates, const Alike& alike) {
  States result;
  for (const State& t : candidates) {
    if (alike(s, t)) result.insert(t);
  }
  return result;
}

Worlds initial_worlds(const Interpreter& interpreter, const Alike& alike) {
  const auto list = interpreter.initial_states();
  const States initial(list.begin(), list.end());
  Worlds worlds;
  for (const State& s : initial) worlds.emplace(s, looking_like(s, initial, alike));
  return worlds;
}

Worlds next_worlds(const Interpreter& interpreter, const Worlds& worlds, const Alike& alike) {
  Worlds result;
  for (const auto& [s, possible] : worlds) {
    States later;
    for (const State& t : possible) {
      for (const State& u : interpreter.all_successors(t)) later.insert(u);
    }
    for (const State& u : interpreter.all_successors(s)) result.emplace(u, looking_like(u, later, alike));
  }
  return result;
}

class Model {
 public:
  Model(const std::string& name, const std::vector<std::string>& arguments)
      : loaded_(name, generate(name, arguments).text), interpreter_(*loaded_.model) {}

  const Interpreter& interpreter() const { return interpreter_; }
  bool holds(const std::string& proposition, const State& state) const {
    for (const ispl::Proposition& p : loaded_.model->propositions) {
      if (p.name == proposition) return interpreter_.holds(p.condition, state);
    }
    ADD_FAILURE() << proposition;
    return false;
  }
  bool knows(const std::string& proposition, bool value, const States& possible) const {
    for (const State& t : possible) {
      if (holds(proposition, t) != value) return false;
    }
    return true;
  }
  ispl::AgentId agent(const std::string& name) const {
    return *loaded_.model->agent_of(loaded_.model->pool.find_symbol(name));
  }
  // The comments beside the formulas that begin like this; they must agree.
  bool comment(const std::string& beginning) const {
    std::set<bool> found;
    for (const ispl::Formula& f : loaded_.model->formulas) {
      if (f.text.starts_with(beginning)) found.insert(loaded_.expected(f).value());
    }
    EXPECT_EQ(found.size(), 1u) << beginning;
    return *found.begin();
  }

 private:
  Loaded loaded_;
  Interpreter interpreter_;
};

const Alike kBlind = [](const State&, const State&) { return true; };

// Delta(Watcher, sharp, K f) leaves the actual state alone in the information set, so it is f; with closed eyes the
// information set is everything that can be reached in so many steps.
TEST(DeltaChain, ClosedEyesKnowTheNumberOfStepsOnly) {
  for (int n = 1; n <= 4; ++n) {
    for (int m = 0; m <= 5; ++m) {
      const Model model("delta_chain", {std::to_string(n), std::to_string(m)});
      Worlds worlds = initial_worlds(model.interpreter(), kBlind);
      bool sometimes_undecided = false;
      for (int step = 0; step < m; ++step) worlds = next_worlds(model.interpreter(), worlds, kBlind);
      bool guesses = false;
      bool sees = false;
      for (const auto& [s, possible] : worlds) {
        guesses = guesses || model.knows("p", false, possible);
        sees = sees || !model.holds("p", s);
      }
      for (int step = 0; step <= 2 * n; ++step) {
        for (const auto& [s, possible] : worlds) {
          sometimes_undecided =
              sometimes_undecided || (!model.knows("p", false, possible) && !model.knows("p", true, possible));
        }
        worlds = next_worlds(model.interpreter(), worlds, kBlind);
      }
      if (m > 0) {
        std::string prefix = "@recall ";
        for (int i = 0; i < m; ++i) prefix += "EX ";
        EXPECT_EQ(model.comment(prefix + "K("), guesses) << n << " " << m;
        EXPECT_EQ(model.comment(prefix + "Delta("), sees) << n << " " << m;
      }
      EXPECT_EQ(model.comment("@recall AG (K("), !sometimes_undecided) << n << " " << m;
    }
  }
}

class MuddyChildren : public testing::TestWithParam<std::pair<int, int>> {};

TEST_P(MuddyChildren, LearnFromSilenceIfTheyRemember) {
  const auto [n, k] = GetParam();
  const Model model("muddy_children", {std::to_string(n), std::to_string(k)});
  const ispl::AgentId child = model.agent("Child__1");
  const Alike alike = [&](const State& s, const State& t) { return model.interpreter().looks_alike(child, s, t); };
  // The initial state is fixed by the foreheads, which never change: `case` holds in a state iff it held at first.
  Worlds worlds = initial_worlds(model.interpreter(), alike);
  bool knows_in_time = true;
  bool ignorant_before = true;
  bool knows_after_answer = true;
  for (int step = 0; step <= n + 1; ++step) {
    for (const auto& [s, possible] : worlds) {
      const bool muddy = model.knows("muddy__1", true, possible);
      const bool either = muddy || model.knows("muddy__1", false, possible);
      if (step == k - 1 && model.holds("case", s)) knows_in_time = knows_in_time && muddy;
      if (step == std::max(k - 2, 0) && model.holds("case", s)) ignorant_before = ignorant_before && !muddy;
      if (model.holds("answered", s)) knows_after_answer = knows_after_answer && either;
      if (step == n + 1) {
        EXPECT_TRUE(either && model.holds("answered", s));
      }
    }
    worlds = next_worlds(model.interpreter(), worlds, alike);
  }
  std::string next;
  for (int i = 1; i < k; ++i) next += "X ";
  EXPECT_EQ(model.comment("@recall CTL* A (case -> " + next + "K("), knows_in_time);
  if (k >= 2) next.resize(next.size() - 2);
  EXPECT_EQ(model.comment("@recall CTL* A (case -> " + next + "!K("), ignorant_before);
  EXPECT_EQ(model.comment("@recall AG (answered"), knows_after_answer);
  EXPECT_TRUE(model.comment("@recall CTL* A F G"));
}

// By the clock: all last states of histories of the same length that look alike now.
TEST_P(MuddyChildren, ForgetTheMomentOfTheAnswerIfTheyOnlyHaveAClock) {
  const auto [n, k] = GetParam();
  const Model model("muddy_children", {std::to_string(n), std::to_string(k)});
  const ispl::AgentId child = model.agent("Child__1");
  const auto list = model.interpreter().initial_states();
  States now(list.begin(), list.end());
  bool knows_in_time = true;
  bool knows_after_answer = true;
  for (int step = 0; step <= n + 1; ++step) {
    States later;
    for (const State& s : now) {
      const States possible = looking_like(
          s, now, [&](const State& a, const State& b) { return model.interpreter().looks_alike(child, a, b); });
      const bool muddy = model.knows("muddy__1", true, possible);
      if (step == k - 1 && model.holds("case", s)) knows_in_time = knows_in_time && muddy;
      if (model.holds("answered", s)) {
        knows_after_answer = knows_after_answer && (muddy || model.knows("muddy__1", false, possible));
      }
      for (const State& t : model.interpreter().all_successors(s)) later.insert(t);
    }
    now = later;
  }
  EXPECT_EQ(model.comment("@clock CTL* A (case -> "), knows_in_time);
  EXPECT_EQ(model.comment("@clock AG (answered"), knows_after_answer);
}

INSTANTIATE_TEST_SUITE_P(Small, MuddyChildren,
                         testing::Values(std::pair{2, 1}, std::pair{2, 2}, std::pair{3, 2}, std::pair{4, 3},
                                         std::pair{4, 4}));

}  // namespace
}  // namespace gnomon::scenario
