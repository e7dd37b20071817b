// Running out of something is a normal result.
#include <atomic>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "gnomon/gnomon.h"
#include "models.h"

namespace gnomon::api {
namespace {

TEST(Limits, TimeoutWhileBuilding) {
  RunOptions options;
  options.timeout_seconds = 3;
  ModelRun run("register", endless_register(), options);
  for (const FormulaResult& result : run.check_all()) {
    EXPECT_EQ(result.verdict, Verdict::Unknown);
    EXPECT_EQ(result.reason.find("time limit of 3 s reached while computing the reachable states, depth "), 0u)
        << result.reason;
  }
  EXPECT_FALSE(run.build());
  EXPECT_FALSE(run.find_deadlocks());
  EXPECT_FALSE(run.stopped().empty());
  EXPECT_EQ(run.facts().agents, 1u);
  EXPECT_EQ(run.facts().initial_states, "1");
  EXPECT_FALSE(run.facts().reachable_states);
}

// The sets of states from which a cycle's beginning is reached in n steps return only after the product of the lengths of
// the cycles: the iterates of a large bound are many small steps.
std::string cycles() {
  const std::vector<int> lengths{2, 3, 5, 7, 11, 13, 17, 19, 23, 29};
  std::string evolution;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const std::string cycle = "cycle = " + std::to_string(i);
    const std::string last = std::to_string(lengths[i] - 1);
    evolution += "x = x + 1 if " + cycle + " and x < " + last + "; x = 0 if " + cycle + " and x >= " + last + ";";
  }
  return "Semantics = SingleAssignment; Agent Environment Vars: cycle : 0..9; x : 0..29; end Vars "
         "Actions = {go}; Protocol: Other : {go}; end Protocol Evolution: " +
         evolution +
         " end Evolution end Agent Evaluation first if Environment.x = 0; end Evaluation "
         "InitStates Environment.x = 0; end InitStates Groups g = {Environment}; end Groups "
         "Formulae EX[1000000000000] first; <g>X[1000000000000] first; end Formulae";
}

TEST(Limits, TimeoutInManySmallSteps) {
  for (Engine engine : {Engine::Diagrams, Engine::Explicit}) {
    for (std::size_t formula : {std::size_t{1}, std::size_t{2}}) {
      RunOptions options;
      options.timeout_seconds = 0.2;
      options.engine = engine;
      ModelRun run("cycles", cycles(), options);
      ASSERT_FALSE(run.has_errors());
      const FormulaResult result = run.check(formula);
      EXPECT_EQ(result.verdict, Verdict::Unknown);
      EXPECT_EQ(result.reason_kind, ReasonKind::Time);
    }
  }
}

TEST(Limits, MemoryWhileBuilding) {
  GeneratedModel model = generate("prisoners", {"40"}, "CTL");
  ASSERT_TRUE(model.errors.empty());
  RunOptions options;
  options.memory_bytes = 4'000'000;
  ModelRun run("prisoners", model.text, options);
  FormulaResult result = run.check(1);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.reason.find("memory limit of 4.0 MB reached while "), 0u) << result.reason;
}

TEST(Limits, InterruptBeforeTheStart) {
  std::atomic<bool> stop{true};
  RunOptions options;
  options.interrupt = &stop;
  ModelRun run("light", light("true;"), options);
  EXPECT_EQ(run.stopped(), "interrupted while reading the model");
  EXPECT_TRUE(run.has_errors());
}

TEST(Limits, InterruptBetweenFormulasKeepsVerdicts) {
  std::atomic<bool> stop{false};
  RunOptions options;
  options.interrupt = &stop;
  ModelRun run("light", light("EF lit; AF busy;"), options);
  EXPECT_EQ(run.check(1).verdict, Verdict::True);
  stop = true;
  FormulaResult second = run.check(2);
  EXPECT_EQ(second.verdict, Verdict::Unknown);
  EXPECT_EQ(second.reason, "interrupted while checking formula 2");
  EXPECT_EQ(run.facts().reachable_states, "3");
  stop = false;
  EXPECT_EQ(run.check(2).verdict, Verdict::Unknown) << "an interrupted run is over";
}

TEST(Limits, InterruptFromTheProgressFunction) {
  std::atomic<bool> stop{false};
  std::vector<Progress> seen;
  RunOptions options;
  options.engine = Engine::Diagrams;  // one search, whose depth grows
  options.interrupt = &stop;
  options.progress = [&](const Progress& progress) {
    if (progress.phase != Phase::Reach) return;  // on a busy machine there is progress to tell before
    seen.push_back(progress);
    if (seen.size() == 3) stop = true;
  };
  ModelRun run("register", endless_register(), options);
  FormulaResult result = run.check(1);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.reason.find("interrupted while computing the reachable states"), 0u) << result.reason;
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen.back().phase, Phase::Reach);
  EXPECT_GT(seen.back().depth, seen.front().depth);
  EXPECT_GT(seen.back().nodes, 0u);
  EXPECT_GT(seen.back().seconds, seen.front().seconds);
}

TEST(Limits, ReasonsHaveKinds) {
  RunOptions options;
  options.timeout_seconds = 0.01;
  EXPECT_EQ(ModelRun("register", endless_register(), options).check(1).reason_kind, ReasonKind::Time);
  options.timeout_seconds.reset();
  options.memory_bytes = 4'000'000;
  GeneratedModel prisoners = generate("prisoners", {"40"}, "CTL");
  EXPECT_EQ(ModelRun("prisoners", prisoners.text, options).check(1).reason_kind, ReasonKind::Memory);
  ModelRun run("light", light("@recall GCK(g, lit); EF lit;"));
  EXPECT_EQ(run.check(1).reason_kind, ReasonKind::Unsupported);
  EXPECT_EQ(run.check(2).reason_kind, std::nullopt);
  BoundedOptions bounded;
  bounded.engine = BoundedEngine::Sat;
  bounded.bound = 0;
  run.check_bounded({2}, bounded, [](FormulaResult& result) { EXPECT_EQ(result.reason_kind, ReasonKind::Bound); });
}

TEST(Limits, OfACallEndOnlyTheCall) {
  RunOptions options;
  options.parameters = {{"N", "15"}, {"Tap", "13"}};
  ModelRun run("register", endless_register(), options);
  const FormulaResult first = run.check(1, {.timeout_seconds = 0.02, .memory_bytes = 0});
  EXPECT_EQ(first.verdict, Verdict::Unknown);
  EXPECT_EQ(first.reason.find("time limit of 0.02 s reached while "), 0u) << first.reason;
  EXPECT_FALSE(run.build({.timeout_seconds = 0.02, .memory_bytes = 0}));
  int calls = 0;
  while (!run.build({.timeout_seconds = 0.5, .memory_bytes = 0})) ASSERT_LT(++calls, 1000) << "no progress";
  EXPECT_EQ(run.check(1).verdict, Verdict::True);
  EXPECT_EQ(run.check(2).verdict, Verdict::False);
}

TEST(Limits, ProgressTellsThatAllStatesAreFound) {
  std::atomic<bool> stop{false};
  RunOptions options;
  options.interrupt = &stop;
  bool complete = false;
  options.progress = [&](const Progress& progress) {
    EXPECT_FALSE(progress.complete && progress.phase == Phase::Encode);
    complete = complete || progress.complete;
    stop = complete;
  };
  for (Engine engine : {Engine::Diagrams, Engine::Explicit}) {
    options.engine = engine;
    stop = complete = false;
    ModelRun run("cycles", cycles(), options);
    EXPECT_EQ(run.check(1).reason_kind, ReasonKind::Interrupted);
    EXPECT_TRUE(complete);
  }
  options.engine = Engine::Diagrams;
  options.timeout_seconds = 1;
  complete = false;
  stop = false;
  ModelRun run("register", endless_register(), options);
  EXPECT_EQ(run.check(1).reason_kind, ReasonKind::Time);
  EXPECT_FALSE(complete);
}

TEST(Limits, OfMemoryOfACall) {
  GeneratedModel prisoners = generate("prisoners", {"16"}, "CTL");
  ModelRun run("prisoners", prisoners.text);
  const FormulaResult first = run.check(1, {.timeout_seconds = {}, .memory_bytes = 300'000});
  EXPECT_EQ(first.verdict, Verdict::Unknown);
  EXPECT_EQ(first.reason_kind, ReasonKind::Memory) << first.reason;
  EXPECT_NE(run.check(1).verdict, Verdict::Unknown);
}

TEST(Limits, GenerousLimitsChangeNothing) {
  std::atomic<bool> stop{false};
  RunOptions options;
  options.interrupt = &stop;
  options.timeout_seconds = 1e30;
  options.memory_bytes = std::size_t{1} << 40;
  ModelRun run("light", light("EF lit;"), options);
  EXPECT_EQ(run.check(1).verdict, Verdict::True);
  EXPECT_EQ(run.stopped(), "");
}

}  // namespace
}  // namespace gnomon::api
