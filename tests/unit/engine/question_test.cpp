// Questions for numbers of steps: the answers of every engine are those of a search on the explicit graph, witnesses
// replay, and memory never makes an agent learn later.
#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "gnomon/gnomon.h"
#include "oracle/harness/families.h"
#include "oracle/harness/subject.h"
#include "reference/temporal.h"
#include "support/random_formula.h"
#include "support/random_model.h"
#include "support/rng.h"

namespace gnomon::test {
namespace {

using explicit_state::StateIndex;
using logic::Asks;

constexpr std::uint64_t kInfinite = std::numeric_limits<std::uint64_t>::max();

// Within the region: the steps after which a state of the target comes in any case; infinite where a path avoids it for
// ever or ends before.
std::vector<std::uint64_t> latest(const reference::Arena& arena, const Members& target) {
  const std::size_t n = arena.region.size();
  std::vector<std::uint64_t> steps(n, kInfinite);
  for (std::size_t round = 0; round <= n; ++round) {
    for (StateIndex s = 0; s < n; ++s) {
      if (!arena.region[s]) continue;
      bool goes_on = false;
      std::uint64_t longest = 0;
      for (StateIndex t : arena.graph->successors(s)) {
        if (!arena.region[t]) continue;
        goes_on = true;
        longest = std::max(longest, steps[t]);
      }
      if (target[s]) {
        steps[s] = 0;
      } else if (goes_on && longest != kInfinite) {
        steps[s] = longest + 1;
      }
    }
  }
  return steps;
}

std::string text_of(std::uint64_t steps) {
  return steps == kInfinite ? "infinite" : std::to_string(steps);
}

std::string fewest(const reference::Arena& arena, Members from, const Members& target) {
  Members seen = from;
  for (std::uint64_t steps = 0;; ++steps) {
    Members next(from.size(), false);
    bool more = false;
    for (StateIndex s = 0; s < from.size(); ++s) {
      if (!from[s]) continue;
      if (target[s]) return std::to_string(steps);
      for (StateIndex t : arena.graph->successors(s)) {
        if (!arena.region[t] || seen[t]) continue;
        seen[t] = next[t] = more = true;
      }
    }
    if (!more) return "none";
    from = next;
  }
}

std::string expected_answer(Subject& subject, const logic::Property& question) {
  reference::ArenaLabels& labels = subject.evaluator().labels(question);
  const reference::Arena& arena = labels.arena();
  Members initial(arena.region.size(), false);
  for (StateIndex s : subject.graph().initial()) initial[s] = arena.region[s];
  const Members target = labels.states(question.target);
  Members from = question.from.is_none() ? initial : labels.states(question.from);
  if (question.asks == Asks::Min) return fewest(arena, from, target);
  if (question.asks == Asks::Delay) {
    // Where it becomes true: in the beginning, or behind a state without it.
    Members entries = reference::meet(from, initial);
    for (StateIndex s = 0; s < from.size(); ++s) {
      if (!arena.region[s] || from[s]) continue;
      for (StateIndex t : arena.graph->successors(s)) entries[t] = entries[t] || (arena.region[t] && from[t]);
    }
    from = entries;
  }
  const std::vector<std::uint64_t> steps = latest(arena, target);
  std::uint64_t most = 0;
  bool some = false;
  for (StateIndex s = 0; s < from.size(); ++s) {
    if (!from[s]) continue;
    some = true;
    most = std::max(most, steps[s]);
  }
  return some ? text_of(most) : "none";
}

ModelDraft questions_about(std::uint64_t seed) {
  ModelOptions options;
  options.state_space = 120;
  options.fairness = 25;
  RandomModel model = random_model(seed, options);
  Rng rng(seed ^ 0x9e3779b97f4a7c15u);
  std::erase_if(model.draft.initial, [&](const std::string&) { return rng.chance(40); });
  auto formula = [&] {
    return random_formula(rng, Fragment::Ctlk, model.vocabulary, {.size = 1 + rng.below(3), .knowledge = 20});
  };
  for (int k = 0; k < 6; ++k) {
    const std::string f = formula();
    switch (rng.below(5)) {
      case 0:
        model.draft.formulas.push_back("min(" + f + ", " + formula() + ")");
        break;
      case 1:
        model.draft.formulas.push_back("max(" + f + ", " + formula() + ")");
        break;
      case 2:
        model.draft.formulas.push_back("min(" + f + ")");
        break;
      case 3:
        model.draft.formulas.push_back("max(" + f + ")");
        break;
      default:
        model.draft.formulas.push_back("delay(" + rng.pick(model.vocabulary.agents) + ", " + f + ")");
        break;
    }
  }
  return model.draft;
}

TEST(Questions, AgreeWithTheExplicitGraph) {
  std::map<std::string, std::size_t> kinds;
  for (std::uint64_t seed = 0; seed < 800; ++seed) {
    const std::string text = questions_about(31'000'000 + seed).text();
    auto subject = Subject::load(text);
    ASSERT_TRUE(subject) << text;
    for (api::Engine engine : {api::Engine::Diagrams, api::Engine::Explicit, api::Engine::Automatic}) {
      api::RunOptions options;
      options.engine = engine;
      api::Run run("random.ispl", text, options);
      ASSERT_FALSE(run.has_errors()) << text;
      for (std::size_t i = 1; i <= run.formulas().size(); ++i) {
        api::FormulaResult result = run.check(i);
        const std::string expected = expected_answer(*subject, subject->model().formulas[i - 1].property);
        ASSERT_EQ(result.value, expected) << result.text << "\n" << result.reason << "\n" << text;
        const bool number = expected != "none" && expected != "infinite";
        EXPECT_EQ(result.verdict, number ? api::Verdict::True : api::Verdict::False) << text;
        if (engine != api::Engine::Diagrams) continue;
        ++kinds[number && expected != "0" ? "number" : expected];
        run.explain(result);  // replays what it shows
        EXPECT_TRUE(result.witness.has_value() || !result.no_witness.empty());
        const bool counted = number && expected != "0";
        EXPECT_TRUE(!counted || result.witness.has_value()) << result.no_witness << "\n" << text;
      }
    }
  }
  for (const char* kind : {"number", "0", "none", "infinite"}) EXPECT_GE(kinds[kind], 50u) << kind;
}

// An agent that remembers more knows more: with a clock it learns no later than without, with recall no later still.
TEST(Questions, MemoryDoesNotDelay) {
  std::size_t earlier = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    ModelOptions options;
    options.state_space = 24;
    options.fairness = 20;
    RandomModel model = random_model(32'000'000 + seed, options);
    Rng rng(seed);
    const std::string question =
        "delay(" + rng.pick(model.vocabulary.agents) + ", " + rng.pick(model.vocabulary.propositions) + ")";
    for (const char* attribute : {"", "@clock ", "@recall "}) model.draft.formulas.push_back(attribute + question);
    const std::string text = model.draft.text();
    api::Run run("random.ispl", text);
    ASSERT_FALSE(run.has_errors()) << text;
    std::vector<std::uint64_t> steps;
    std::size_t none = 0;
    for (std::size_t i = 1; i <= 3; ++i) {
      const std::string value = run.check(i).value;
      ASSERT_FALSE(value.empty()) << text;
      none += value == "none" ? 1 : 0;
      steps.push_back(value == "none" ? 0 : value == "infinite" ? kInfinite : std::stoull(value));
    }
    EXPECT_TRUE(none == 0 || none == 3) << text;
    EXPECT_LE(steps[1], steps[0]) << text;
    EXPECT_LE(steps[2], steps[1]) << text;
    earlier += steps[2] < steps[0] ? 1 : 0;
  }
  EXPECT_GE(earlier, 3u);
}

}  // namespace
}  // namespace gnomon::test
