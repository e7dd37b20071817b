// Reachable states one by one: no blind products, several words per state, limits in the middle, threads.
#include "enumerate/graph.h"

#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <vector>

#include "enumerate/program.h"
#include "models.h"
#include "oracle/harness/enumerated_run.h"
#include "support/interrupted.h"

namespace gnomon::test {
namespace {

using enumerate::ExploreOptions;
using enumerate::Graph;
using enumerate::Program;
using enumerate::StateIndex;

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

std::unique_ptr<ispl::CheckedModel> loaded(const std::string& text) {
  Source source("model.ispl", text);
  Diagnostics diagnostics;
  std::optional<ispl::CheckedModel> model = ispl::load_model(source, {}, diagnostics);
  EXPECT_TRUE(model) << text;
  return model ? std::make_unique<ispl::CheckedModel>(std::move(*model)) : nullptr;
}

// Everything about the graph, in its own numbering.
std::vector<std::uint64_t> contents(const Graph& graph) {
  std::vector<std::uint64_t> all{graph.size(), graph.initial(), graph.depth()};
  for (StateIndex s = 0; s < graph.size(); ++s) {
    all.insert(all.end(), graph.state(s), graph.state(s) + graph.layout().words());
    all.push_back(graph.depth(s));
    graph.for_successors(s, [&](StateIndex t) { all.push_back(t); });
  }
  all.insert(all.end(), graph.overflows().begin(), graph.overflows().end());
  return all;
}

TEST(EnumeratedGraph, TakesNoBlindProduct) {
  constexpr std::size_t kWorkers = 40;
  auto model = loaded(scheduled(kWorkers));
  const Program program(*model);
  Budget budget;
  Graph graph(program, budget);
  EXPECT_TRUE(graph.explore(kAll));
  EXPECT_EQ(graph.size(), kWorkers + 1);
  EXPECT_EQ(graph.depth(), 1U);
}

TEST(EnumeratedGraph, GivesUpWhereAStateHasTooManySuccessors) {
  auto model = loaded(switches(30));
  const Program program(*model);
  Budget budget;
  Graph graph(program, budget);
  try {
    graph.explore(kAll);
    ADD_FAILURE() << "2^30 successors were listed";
  } catch (const LimitReached& limit) {
    EXPECT_EQ(limit.limit(), Limit::Size);
  }
}

TEST(EnumeratedGraph, GivesUpAtTheNumberThatIsAllowed) {
  auto model = loaded(switches(10));
  const Program program(*model);
  Budget budget;
  ExploreOptions options;
  options.memory.most_combinations = 1023;
  Graph few(program, budget, options);
  EXPECT_THROW(few.explore(kAll), LimitReached);
  options.memory.most_combinations = 1024;
  Graph enough(program, budget, options);
  EXPECT_TRUE(enough.explore(kAll));
  EXPECT_EQ(enough.size(), 1024U);
}

TEST(EnumeratedGraph, TakesAsManyWordsAsNeeded) {
  auto subject = Subject::load(wide(7, 5));
  ASSERT_TRUE(subject);
  EnumeratedRun run(*subject);
  EXPECT_EQ(run.graph().layout().words(), 3U);
  EXPECT_EQ(run.graph().layout().state_bits(), 140U);
  EXPECT_EQ(enumerated_structure_difference(*subject, run), "");
}

// Of large types only the values that equations leave are tried.
TEST(EnumeratedGraph, FindsInitialStatesAmongManyValues) {
  const std::string agent = "Agent A Vars: x : 0 .. 4000000000; b : boolean; y : 0 .. 9; end Vars end Agent\n";
  const std::vector<std::pair<std::string, std::size_t>> cases{
      {"(A.x = 5 or A.x = 4000000000) and A.y > 6", 12},
      {"(A.x = 5 or (3 = A.x and A.b)) and A.y = A.x", 3},
      {"A.x = 7 and A.x = 8", 0},
      {"A.x = 7 and (A.b -> A.y = 2) and A.x / 2 > 3", 11},
      {"A.x = 7 and 1 = 2", 0},
      {"A.x = 1 / 2", 0},
  };
  for (const auto& [condition, count] : cases) {
    auto model = loaded(agent + "Evaluation b if A.b; end Evaluation\nInitStates " + condition +
                        "; end InitStates\nFormulae b; end Formulae\n");
    ASSERT_TRUE(model);
    const Program program(*model);
    Budget budget;
    Graph graph(program, budget);
    EXPECT_TRUE(graph.explore(kAll));
    EXPECT_EQ(graph.initial(), count) << condition;
    EXPECT_EQ(graph.size(), count) << condition;
  }
}

// Thirteen switches that nothing is said about, before the one variable that must be found.
TEST(EnumeratedGraph, FindsManyInitialStatesInLimitedSteps) {
  std::string vars;
  for (int i = 0; i < 13; ++i) vars += "s" + std::to_string(i) + " : boolean; " + (i == 12 ? "y : 0 .. 99; " : "");
  auto model = loaded("Agent A Vars: " + vars + "end Vars end Agent\nEvaluation b if A.s0; end Evaluation\n" +
                      "InitStates A.y > 97; end InitStates\nFormulae b; end Formulae\n");
  ASSERT_TRUE(model);
  const Program program(*model);
  Budget budget;
  Graph expected(program, budget);
  expected.explore(kAll);
  constexpr std::size_t kStates = 2 << 13;
  EXPECT_EQ(expected.initial(), kStates);
  Graph graph(program, budget);
  for (std::uint64_t steps : {0, 50, 1000}) {
    EXPECT_FALSE(graph.start(steps)) << steps;
    EXPECT_FALSE(graph.complete()) << steps;
    EXPECT_LE(graph.size(), steps);
  }
  EXPECT_TRUE(graph.start(8 * kStates)) << "values of the variable are tried once, not for all switches before it";
  EXPECT_TRUE(graph.explore(kAll));
  EXPECT_EQ(contents(graph), contents(expected));
}

TEST(EnumeratedGraph, GoesOnAfterEveryInterruption) {
  auto model = loaded(square(150));
  const Program program(*model);
  Budget unlimited;
  Graph expected(program, unlimited);
  expected.explore(kAll);
  for (std::size_t jobs : {1, 3}) {
    std::unique_ptr<Graph> graph;
    Budget shared;
    graph = std::make_unique<Graph>(program, shared, ExploreOptions{.jobs = jobs, .share = 64, .fewest_shared = 16});
    const int stops = interruptions([&](const Budget& budget) {
      shared = budget;
      graph->explore(kAll);
    });
    EXPECT_GE(stops, 5);
    EXPECT_EQ(contents(*graph), contents(expected)) << jobs;
  }
}

TEST(EnumeratedGraph, StopsInTimeWhenMemoryRunsOut) {
  constexpr std::size_t kMegabytes = 40;
  auto model = loaded(square(4000));
  const Program program(*model);
  for (std::size_t jobs : {1, 2}) {
    expect_memory_limit(kMegabytes << 20, [&](const Budget& budget) {
      Graph graph(program, budget, {.jobs = jobs});
      graph.explore(kAll);
    });
  }
}

TEST(ThreadsThatEnumerate, FindTheSameGraph) {
  auto model = loaded(square(300));
  const Program program(*model);
  Budget budget;
  Graph alone(program, budget);
  alone.explore(kAll);
  EXPECT_EQ(alone.size(), 301U * 301U);
  for (std::size_t jobs : {2, 3, 8}) {
    Graph together(program, budget, {.jobs = jobs, .share = 100, .fewest_shared = 10});
    EXPECT_FALSE(together.explore(1000));
    EXPECT_TRUE(together.explore(kAll));
    EXPECT_EQ(contents(together), contents(alone)) << jobs;
  }
}

TEST(ThreadsThatEnumerate, PassOnWhatOneOfThemRaises) {
  auto model = loaded(switches(30));
  const Program program(*model);
  Budget budget;
  Graph graph(program, budget, {.jobs = 2, .share = 1, .fewest_shared = 1});
  EXPECT_THROW(graph.explore(kAll), LimitReached);
}

}  // namespace
}  // namespace gnomon::test
