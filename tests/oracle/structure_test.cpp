// Random models: the symbolic state space is the explicit one, state by state and step by step, in every setting.
#include <cstdint>
#include <gtest/gtest.h>
#include <string>

#include "oracle/harness/difference.h"
#include "support/random_model.h"
#include "support/rng.h"
#include "support/seeds.h"

namespace gnomon::test {
namespace {

constexpr std::uint64_t kStructureSeeds = 150;

std::string in_all_settings(Subject& subject) {
  for (const Setting& setting : model_settings()) {
    SymbolicRun run(subject, setting);
    std::string found = structure_difference(subject, run);
    if (!found.empty()) return found;
  }
  return {};
}

void compare(const ModelDraft& draft, std::uint64_t seed) {
  std::string errors;
  ASSERT_TRUE(Subject::load(draft.text(), &errors)) << errors << draft.text();
  std::string found = report(draft, "seed " + std::to_string(seed), in_all_settings);
  ASSERT_TRUE(found.empty()) << found;
}

class Structure : public testing::TestWithParam<int> {};

TEST_P(Structure, AsGenerated) {
  for (std::uint64_t k = 0; k < seeds(kStructureSeeds); ++k) {
    std::uint64_t seed = 1000 * static_cast<std::uint64_t>(GetParam()) + k;
    ASSERT_NO_FATAL_FAILURE(compare(random_model(seed).draft, seed));
  }
}

// Without an initial condition every state is reachable, and every step of the relation is seen.
TEST_P(Structure, EveryStateInitial) {
  ModelOptions options;
  options.state_space = 120;
  for (std::uint64_t k = 0; k < seeds(kStructureSeeds); ++k) {
    std::uint64_t seed = 500'000 + 1000 * static_cast<std::uint64_t>(GetParam()) + k;
    ModelDraft draft = random_model(seed, options).draft;
    draft.initial.clear();
    ASSERT_NO_FATAL_FAILURE(compare(draft, seed));
  }
}

// Eight agents of which a turn variable or an action of the Environment lets a few move at a time, so that the relation
// is split into pieces; some lines ignore the turn.
ModelDraft scheduled_model(std::uint64_t seed) {
  Rng rng(seed);
  bool by_action = rng.chance(50);
  std::size_t turns = 3 + rng.below(2);
  ModelDraft draft;
  draft.single_assignment = rng.chance(50);
  AgentDraft environment;
  environment.name = "Environment";
  environment.obsvars = {"turn : 0 .. " + std::to_string(turns - 1)};
  environment.vars = {"e : boolean"};
  for (std::size_t k = 0; k < turns; ++k) environment.actions.push_back("call" + std::to_string(k));
  if (rng.chance(50)) environment.protocol = {"e = true : {call0, call1}", "Other : {call1, call2}"};
  environment.evolution = {"turn = turn + 1 if Action = call1", "turn = 0 if turn = 2 and Action = call1",
                           "turn = 1 if Action = call2 and e = true"};
  if (rng.chance(50)) environment.evolution.emplace_back("e = ~e if Action = call0");
  draft.agents.push_back(environment);
  for (std::size_t k = 0; k < 8; ++k) {
    AgentDraft agent;
    agent.name = "Ag" + std::to_string(k);
    agent.vars = {k == 0 ? "x : 0 .. 2" : "x : boolean"};
    if (k % 3 == 0) agent.actions = {"a", "b"};
    std::string turn = std::to_string(k % turns);
    std::string mine = by_action ? "Environment.Action = call" + turn : "Environment.turn = " + turn;
    std::string choice = agent.actions.empty() ? "" : rng.chance(50) ? " and Action = a" : " and Ag3.Action = b";
    if (k == 0) {
      agent.evolution = {"x = x + 1 if " + mine, "x = 0 if x = 2 and " + mine + choice};
    } else {
      agent.evolution = {"x = ~x if " + mine + choice};
      if (rng.chance(30)) agent.evolution.push_back("x = true if " + mine);
      if (rng.chance(10)) agent.evolution.emplace_back("x = false if Environment.turn = 2 and x = true");
    }
    draft.agents.push_back(agent);
    draft.initial.push_back(agent.name + ".x = " + (k == 0 ? "0" : rng.chance(50) ? "true" : "false"));
  }
  draft.initial.emplace_back("Environment.turn = 0");
  draft.evaluation = {"p if Ag1.x = true"};
  return draft;
}

TEST_P(Structure, Scheduled) {
  std::size_t split = 0;
  constexpr std::uint64_t kModels = 8;
  const std::uint64_t models = seeds(kModels);
  for (std::uint64_t k = 0; k < models; ++k) {
    std::uint64_t seed = 700'000 + 1000 * static_cast<std::uint64_t>(GetParam()) + k;
    ModelDraft draft = scheduled_model(seed);
    ASSERT_NO_FATAL_FAILURE(compare(draft, seed));
    auto subject = Subject::load(draft.text());
    SymbolicRun run(*subject);
    if (run.model().transition().pieces() > 1) ++split;
  }
  EXPECT_GE(split, models / 2) << "the relations should be split";
}

// An agent whose lines overlap, so that the relation is split by lines, beside one that moves at the same time.
ModelDraft choosing_model(std::uint64_t seed) {
  Rng rng(seed);
  ModelDraft draft;
  AgentDraft chooser;
  chooser.name = "Environment";
  chooser.actions = {"a", "b", "c"};
  if (rng.chance(50)) chooser.protocol = {"x0 = true : {a, b}", "Other : {b, c}"};
  const auto any = [&] { return "x" + std::to_string(rng.below(8)); };
  const auto action = [&] { return std::string(1, static_cast<char>('a' + rng.below(3))); };
  for (std::size_t k = 0; k < 8; ++k) {
    const std::string x = "x" + std::to_string(k);
    chooser.vars.push_back(x + " : boolean");
    std::string line = x + " = ~" + x;
    if (rng.chance(20)) line += " and x" + std::to_string((k + 1 + rng.below(7)) % 8) + " = true";
    chooser.evolution.push_back(line + " if Action = " + action() + " and " + any() + " = true");
    if (rng.chance(30))
      chooser.evolution.push_back(x + " = " + any() + " if " +
                                  (rng.chance(50) ? "Ag.Action = go" : any() + " = " + any()));
    draft.initial.push_back("Environment." + x + " = " + (rng.chance(60) ? "true" : "false"));
  }
  draft.agents.push_back(chooser);
  AgentDraft other;
  other.name = "Ag";
  other.vars = {"y : 0 .. 1"};
  other.actions = {"go", "stay"};
  other.evolution = {"y = y + 1 if Action = go and Environment.Action = a", "y = 0 if Action = stay"};
  draft.agents.push_back(other);
  draft.initial.emplace_back("Ag.y = 0");
  draft.evaluation = {"p if Environment.x1 = true"};
  return draft;
}

TEST(StructureByLines, Choosing) {
  std::size_t split = 0;
  constexpr std::uint64_t kModels = 20;
  const std::uint64_t models = seeds(kModels);
  for (std::uint64_t seed = 0; seed < models; ++seed) {
    const ModelDraft draft = choosing_model(seed);
    ASSERT_NO_FATAL_FAILURE(compare(draft, seed));
    auto subject = Subject::load(draft.text());
    SymbolicRun run(*subject);
    if (run.model().transition().pieces() > 1) ++split;
  }
  EXPECT_GE(split, models / 2) << "the relations should be split";
}

INSTANTIATE_TEST_SUITE_P(Blocks, Structure, testing::Range(0, 4));

}  // namespace
}  // namespace gnomon::test
