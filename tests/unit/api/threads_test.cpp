// The contract of gnomon.h about threads. `./dev tsan` runs these tests under the thread sanitizer, which sees races
// that do not show in results.
#include <atomic>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gnomon/gnomon.h"
#include "models.h"

namespace gnomon::api {
namespace {

struct Job {
  std::string name;
  std::vector<std::string> parameters;
};

// Models of different shapes: with many agents, with arithmetic, with fairness.
const std::vector<Job>& jobs() {
  static const std::vector<Job> all = {
      {"dining_cryptographers", {"4"}}, {"bit_transmission", {}}, {"muddy_children", {"3"}}, {"train_gate", {"3"}}};
  return all;
}

std::vector<Verdict> verdicts_of(const Job& job) {
  ModelRun run(job.name, generate(job.name, job.parameters).text);
  std::vector<Verdict> verdicts;
  for (const FormulaResult& result : run.check_all()) verdicts.push_back(result.verdict);
  return verdicts;
}

// Runs on the counter until it is told to stop.
struct EndlessRun {
  std::atomic<bool> stop{false};
  std::atomic<int> calls{0};  // of the progress function
  RunOptions options() {
    RunOptions result;
    result.interrupt = &stop;
    result.progress = [this](const Progress&) { ++calls; };
    return result;
  }
};

TEST(Threads, RunsAtTheSameTimeAnswerAsAlone) {
  std::vector<std::vector<Verdict>> alone;
  for (const Job& job : jobs()) alone.push_back(verdicts_of(job));
  std::vector<std::vector<Verdict>> together(2 * jobs().size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < together.size(); ++i) {
    threads.emplace_back([&together, i] { together[i] = verdicts_of(jobs()[i % jobs().size()]); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < together.size(); ++i) {
    ASSERT_FALSE(together[i].empty());
    EXPECT_EQ(together[i], alone[i % jobs().size()]) << jobs()[i % jobs().size()].name;
  }
}

TEST(Threads, InterruptFromAnotherThread) {
  EndlessRun endless;
  FormulaResult result;
  std::thread worker([&] {
    ModelRun run("register", endless_register(), endless.options());
    result = run.check(1);
  });
  while (endless.calls == 0) std::this_thread::yield();
  endless.stop = true;
  worker.join();
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.reason_kind, ReasonKind::Interrupted);
  EXPECT_EQ(result.reason.find("interrupted while "), 0u) << result.reason;
}

TEST(Threads, InterruptingOneRunLeavesTheOthersAlone) {
  EndlessRun endless;
  std::thread worker([&] {
    ModelRun run("register", endless_register(), endless.options());
    run.build();
  });
  while (endless.calls == 0) std::this_thread::yield();
  std::vector<Verdict> before = verdicts_of(jobs().front());
  endless.stop = true;
  std::vector<Verdict> after = verdicts_of(jobs().front());
  worker.join();
  EXPECT_EQ(before, after);
  for (Verdict verdict : after) EXPECT_NE(verdict, Verdict::Unknown);
}

TEST(Threads, ProgressIsReportedInTheThreadOfTheCall) {
  constexpr std::size_t kThreads = 3;
  std::vector<std::vector<std::thread::id>> seen(kThreads);
  std::vector<std::thread::id> own(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&seen, &own, i] {
      own[i] = std::this_thread::get_id();
      std::atomic<bool> stop{false};
      RunOptions options;
      options.interrupt = &stop;
      options.progress = [&](const Progress&) {
        seen[i].push_back(std::this_thread::get_id());
        stop = seen[i].size() == 2;
      };
      ModelRun run("register", endless_register(), options);
      run.check(1);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < kThreads; ++i) {
    EXPECT_EQ(seen[i], std::vector<std::thread::id>(2, own[i]));
  }
}

TEST(Threads, RunMovesFromThreadToThread) {
  const std::string text = generate("bit_transmission", {}).text;
  std::vector<Verdict> expected = verdicts_of({"bit_transmission", {}});
  ModelRun run("bits", text);
  std::thread([&run] {
    ModelRun mine = std::move(run);
    EXPECT_TRUE(mine.build());
    run = std::move(mine);
  }).join();
  std::vector<FormulaResult> results;
  std::thread([&results, mine = std::move(run)]() mutable {
    results = mine.check_all();
    for (FormulaResult& result : results) mine.explain(result);
  }).join();
  // The run is gone; what it said is not.
  ASSERT_EQ(results.size(), expected.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].verdict, expected[i]);
    EXPECT_TRUE(results[i].witness || !results[i].no_witness.empty()) << results[i].text;
  }
}

TEST(Threads, BoundedRunsAtTheSameTime) {
  std::vector<std::thread> threads;
  for (BoundedEngine engine : {BoundedEngine::Diagrams, BoundedEngine::Sat, BoundedEngine::Diagrams}) {
    threads.emplace_back([engine] {
      ModelRun run("counter", counter("20", "EF end_reached;"));
      BoundedOptions options;
      options.engine = engine;
      std::vector<Verdict> decided;
      run.check_bounded({1}, options, [&](FormulaResult& result) { decided.push_back(result.verdict); });
      EXPECT_EQ(decided, std::vector<Verdict>{Verdict::True});
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace gnomon::api
