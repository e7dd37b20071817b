// Slices that get other windows during the work: when that happens, and that the states found are the same.
#include "slices/elastic_crew.h"

#include <atomic>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "oracle/harness/families.h"
#include "oracle/harness/sliced_run.h"
#include "slices/balance.h"
#include "unit/slices/modes_model.h"

namespace gnomon::test {
namespace {

using slices::Balance;
using slices::CutModel;
using slices::Elasticity;
using slices::parts_to_unite;

constexpr Elasticity kAtOnce{.fewest_nodes = 0, .rounds = 1, .most_slices = 8, .seconds = 0, .checkpoint_seconds = 0};

std::unique_ptr<Subject> elastic_subject(std::uint64_t seed) {
  return Subject::load(random_case(families()[0], seed).text());
}

// The states, that no slice has those of another, and that none is held twice.
void expect_all_states(CutModel& cut, model::SymbolicModel& whole, std::uint64_t seed) {
  BigInt sum = 0;
  for (const slices::Answer& answer : cut.crew().ask({.op = slices::Op::Figures, .a = cut.reached().number()})) {
    sum += answer.count;
    EXPECT_EQ(answer.astray, 0) << seed;
  }
  EXPECT_EQ(sum, whole.count(whole.reachable())) << seed;
  EXPECT_EQ(cut.gathered(cut.reached()), whole.reachable()) << seed;
  EXPECT_TRUE(cut.confirm()) << seed;
}

TEST(Balance, IsLostWhenOneHasMuchMoreForSomeRounds) {
  Balance balance({.fewest_nodes = 100, .rounds = 3});
  const std::vector<std::size_t> uneven{1000, 10, 20, 30};
  EXPECT_FALSE(balance.uneven(uneven));
  EXPECT_FALSE(balance.uneven(uneven));
  EXPECT_FALSE(balance.uneven({300, 300, 300, 300}));
  EXPECT_FALSE(balance.uneven(uneven));
  EXPECT_FALSE(balance.uneven(uneven));
  EXPECT_TRUE(balance.uneven(uneven));
  balance.settle(uneven);
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(balance.uneven(uneven)) << "it is of no use";
  const std::vector<std::size_t> doubled{2000, 10, 20, 30};
  for (int i = 0; i < 2; ++i) EXPECT_FALSE(balance.uneven(doubled));
  EXPECT_TRUE(balance.uneven(doubled));
}

TEST(Balance, IsNoMatterForOneSliceOrSmallOnes) {
  Balance balance({.fewest_nodes = 100, .rounds = 1});
  EXPECT_FALSE(balance.uneven({1000}));
  EXPECT_FALSE(balance.uneven({99, 1, 1}));
  EXPECT_FALSE(balance.uneven({600, 400}));
  EXPECT_TRUE(balance.uneven({960, 40}));
}

TEST(Balance, UnitesTheTwoSmallest) {
  // Part 0 of 100 nodes became parts 0 and 4.
  EXPECT_EQ(parts_to_unite({50, 10, 30, 5, 55}, 0, 100), std::pair(std::size_t{1}, std::size_t{3}));
  EXPECT_EQ(parts_to_unite({50, 1, 55}, 0, 100), std::pair(std::size_t{0}, std::size_t{1}));
  EXPECT_EQ(parts_to_unite({40, 90, 45}, 0, 100), std::nullopt) << "the halves";
  EXPECT_EQ(parts_to_unite({50, 40, 90, 60}, 0, 100), std::nullopt) << "too large together";
}

// All states in one of two windows.
TEST(ElasticCrew, IsBalancedAnew) {
  std::size_t rebalanced = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto subject = elastic_subject(seed);
    model::SymbolicModel whole(subject->model());
    const Budget budget;
    const bdd::Bdd all = whole.manager().constant(true);
    CutModel cut(whole, {}, {!all, all, !all}, 2, budget, nullptr, kAtOnce);
    while (!cut.complete()) cut.advance();
    rebalanced += cut.changes().rebalanced;
    EXPECT_EQ(cut.crew().size(), 3u);
    EXPECT_EQ(cut.changes().splits, 0u);
    expect_all_states(cut, whole, seed);
  }
  EXPECT_GT(rebalanced, 1u);
}

// At some moment a slice has no room. Then there is one more slice, and the round is done again.
TEST(ElasticCrew, SplitsASliceThatHasNoRoom) {
  auto subject = Subject::load(kModes);
  ASSERT_TRUE(subject);
  for (std::size_t workers : {0, 2}) {
    std::size_t splits = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      std::atomic<int> left = static_cast<int>(20 + 7 * seed);
      model::ModelOptions options;
      options.budget.tick = [&left] {
        if (--left == 0) throw LimitReached(Limit::Nodes, "no room");
      };
      HelperThreads helpers(subject->model(), std::max<std::size_t>(1, workers), seed % 2, seed, options);
      const Budget& budget = options.budget;
      const Budget no_limits;
      model::SymbolicModel whole(subject->model());
      Elasticity elasticity = kAtOnce;
      elasticity.seconds = elasticity.checkpoint_seconds = 1000;  // nothing but limits
      CutModel cut(whole, {}, random_windows(whole, 2, seed), 1, workers > 0 ? no_limits : budget,
                   workers > 0 ? &helpers : nullptr, elasticity);
      std::size_t limits = 0;
      while (!cut.complete()) {
        try {
          cut.advance();
        } catch (const LimitReached&) {
          ASSERT_LE(++limits, 1u);
        }
      }
      left = 0;
      splits += cut.changes().splits;
      EXPECT_LE(limits + cut.changes().splits, 1u);
      EXPECT_EQ(cut.crew().size(), 2 + cut.changes().splits);
      expect_all_states(cut, whole, seed);
      EXPECT_EQ(cut.reached().count(), 8 * 32);
    }
    EXPECT_GT(splits, 2u) << workers << " workers";
  }
}

// Three slices at one worker; others come.
TEST(ElasticCrew, UsesWorkersThatCome) {
  std::size_t moves = 0;
  std::size_t splits = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto subject = elastic_subject(seed);
    model::SymbolicModel whole(subject->model());
    const Budget budget;
    HelperThreads helpers(subject->model(), 1, seed % 3, seed);
    CutModel cut(whole, {}, random_windows(whole, 3, seed), 1, budget, &helpers, kAtOnce);
    cut.advance();
    helpers.set_workers(2);
    cut.tend();
    helpers.set_workers(5);
    while (!cut.complete()) cut.advance();
    cut.tend();
    cut.tend();
    expect_all_states(cut, whole, seed);
    moves += cut.changes().moves;
    splits += cut.changes().splits;
    std::set<std::string> workers;
    for (const auto& one : cut.crew().figures().slices) workers.insert(one.worker);
    EXPECT_GE(workers.size(), 3u) << seed;
  }
  EXPECT_GT(moves, 10u);
  EXPECT_GT(splits, 1u);
}

// What is lost begins from a checkpoint, and comes to the same.
TEST(ElasticCrew, BeginsFromACheckpoint) {
  std::size_t lost = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto subject = elastic_subject(seed);
    model::SymbolicModel whole(subject->model());
    const Budget budget;
    HelperThreads helpers(subject->model(), 3, 3, seed);
    CutModel cut(whole, {}, random_windows(whole, 3, seed), 1, budget, &helpers, kAtOnce);
    while (!cut.complete()) cut.advance();
    expect_all_states(cut, whole, seed);
    EXPECT_GT(cut.changes().checkpoints, 0u);
    lost += helpers.lost();
  }
  EXPECT_GT(lost, 20u);
}

// Where parts are too large to be sent, nothing changes, and what is lost begins from the last checkpoint or at the start.
TEST(ElasticCrew, GoesOnWithoutCheckpointsThatAreTooLarge) {
  constexpr std::size_t kShort = 400;
  auto subject = Subject::load(kModes);
  ASSERT_TRUE(subject);
  std::size_t lost = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    for (const std::size_t longest : {kShort, kLongestLetter / 2}) {
      model::SymbolicModel whole(subject->model());
      const Budget budget;
      HelperThreads helpers(subject->model(), 3, 2, seed);
      Elasticity elasticity = kAtOnce;
      elasticity.longest_command = longest;
      CutModel cut(whole, {}, random_windows(whole, 2, seed), 1, budget, &helpers, elasticity);
      while (!cut.complete()) cut.advance();
      expect_all_states(cut, whole, seed);
      lost += helpers.lost();
      EXPECT_EQ(cut.recut(random_windows(whole, 3, seed)), longest != kShort);
      expect_all_states(cut, whole, seed);
    }
  }
  EXPECT_GT(lost, 10u);
}

}  // namespace
}  // namespace gnomon::test
