// Slices elsewhere: limits and losses of helpers, and hosts that get letters which are no good.
#include "slices/remote_crew.h"

#include <atomic>
#include <gtest/gtest.h>
#include <string>

#include "oracle/harness/families.h"
#include "oracle/harness/helper_threads.h"
#include "oracle/harness/sliced_run.h"
#include "slices/host.h"

namespace gnomon::test {
namespace {

using slices::CutModel;
using slices::Op;

std::unique_ptr<Subject> subject_of(std::uint64_t seed) {
  return Subject::load(random_case(families()[0], seed).text());
}

// Every other round helpers have no room: what was found is kept, and the end is the same.
TEST(RemoteCrew, GoesOnAfterALimitOfAHelper) {
  std::size_t limits = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    auto subject = subject_of(seed);
    ASSERT_TRUE(subject);
    std::atomic<bool> full = false;
    model::ModelOptions options;
    options.budget.tick = [&full] {
      if (full) throw LimitReached(Limit::Nodes, "no room");
    };
    HelperThreads helpers(subject->model(), 2, 1, seed, options);
    const Budget budget;
    model::SymbolicModel whole(subject->model());
    CutModel cut(whole, {}, random_windows(whole, 3, seed), 1, budget, &helpers);
    for (std::size_t turn = 0; !cut.complete(); ++turn) {
      full = turn % 2 == 1;
      try {
        cut.advance();
        EXPECT_FALSE(full);
      } catch (const LimitReached& limit) {
        ++limits;
        EXPECT_TRUE(full);
        EXPECT_EQ(limit.limit(), Limit::Nodes);
        EXPECT_EQ(std::string(limit.what()).find("no room at worker helper "), 0u) << limit.what();
      }
    }
    full = false;
    EXPECT_EQ(cut.reached().count(), whole.count(whole.reachable())) << seed;
    EXPECT_EQ(cut.gathered(cut.reached()), whole.reachable()) << seed;
  }
  EXPECT_GT(limits, 2u);
}

TEST(RemoteCrew, CountsWhatItsSlicesDo) {
  auto subject = subject_of(5);
  HelperThreads helpers(subject->model(), 2, 2, 5);
  const Budget budget;
  model::SymbolicModel whole(subject->model());
  CutModel cut(whole, {}, random_windows(whole, 4, 5), 1, budget, &helpers);
  while (!cut.complete()) cut.advance();
  EXPECT_GT(helpers.lost(), 0u);
  const slices::CrewFigures figures = cut.crew().figures();
  ASSERT_EQ(figures.slices.size(), 4u);
  EXPECT_GT(figures.exchanges, 0u);
  double sum = 0;
  double largest = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(figures.slices[i].worker, i % 2 == 0 ? "helper 1" : "helper 2");
    sum += figures.slices[i].seconds;
    largest = std::max(largest, figures.slices[i].seconds);
  }
  EXPECT_GT(largest, 0);
  EXPECT_LE(figures.critical_seconds, sum);
  EXPECT_GE(figures.critical_seconds, largest * 0.99);
}

TEST(RemoteCrew, GivesUpWhenHelpersAreLostAgainAndAgain) {
  auto subject = subject_of(5);
  HelperThreads helpers(subject->model(), 2, 1000, 5, {}, 3);
  const Budget budget;
  model::SymbolicModel whole(subject->model());
  CutModel cut(whole, {}, random_windows(whole, 3, 5), 1, budget, &helpers);
  for (int again = 0; again < 2; ++again) {
    try {
      while (!cut.complete()) cut.advance();
      FAIL() << "it has not given up";
    } catch (const LimitReached& limit) {
      EXPECT_EQ(limit.limit(), Limit::Size);
      EXPECT_NE(std::string(limit.what()).find("workers were lost"), std::string::npos) << limit.what();
    }
  }
}

// One of three workers sends letters that are no good: the answers are right, nobody else is blamed, and the third time it
// is excluded.
TEST(RemoteCrew, ExcludesAWorkerWhoseLettersAreNoGood) {
  std::size_t excluded = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto subject = subject_of(seed);
    HelperThreads helpers(subject->model(), 3, 0, seed);
    const std::size_t liar = 1 + seed % 3;
    helpers.let_lie(liar, seed % 7);
    const Budget budget;
    model::SymbolicModel whole(subject->model());
    CutModel cut(whole, {}, random_windows(whole, 5, seed), 1, budget, &helpers);
    while (!cut.complete()) cut.advance();
    EXPECT_EQ(cut.gathered(cut.reached()), whole.reachable()) << seed;
    for (const auto& [worker, times] : helpers.blamed()) {
      EXPECT_TRUE(worker == liar || times == 0) << "worker " << worker << " is innocent, seed " << seed;
      EXPECT_LE(times, kMostBadMessages);
    }
    if (helpers.blamed().at(liar) < kMostBadMessages) continue;
    ++excluded;
    for (const auto& one : cut.crew().figures().slices) EXPECT_NE(one.worker, "helper " + std::to_string(liar));
  }
  EXPECT_GT(excluded, 5u);
}

// A part that is no diagram, in a letter that is good.
TEST(RemoteCrew, AsksAgainForAPartThatIsNoDiagram) {
  auto subject = subject_of(5);
  HelperThreads helpers(subject->model(), 2, 0, 5);
  const Budget budget;
  model::SymbolicModel whole(subject->model());
  CutModel cut(whole, {}, random_windows(whole, 2, 5), 1, budget, &helpers);
  while (!cut.complete()) cut.advance();
  EXPECT_EQ(cut.gathered(cut.reached()), whole.reachable());
  cut.crew().refuse(1, "it is none");
  EXPECT_EQ(helpers.blamed().at(2), 1u);
  EXPECT_EQ(cut.gathered(cut.reached()), whole.reachable());
  for (int i = 0; i < 4; ++i) {
    cut.crew().refuse(1, "it is none");
    cut.reached().count();
  }
  EXPECT_THROW(cut.crew().refuse(1, "it is none"), LimitReached);
}

// A post with letters that were written before.
class Written : public Post {
 public:
  explicit Written(std::vector<Letter> letters) : letters_(std::move(letters)) {}
  void send(std::size_t to, std::string bytes) override {
    if (to == 0) told_ = std::move(bytes);
  }
  std::optional<Letter> receive(std::chrono::milliseconds) override {
    if (next_ < letters_.size()) return letters_[next_++];
    broken_ = idle_++ > 2;  // there is time to do what was said
    return std::nullopt;
  }
  bool broken() const override { return broken_; }
  const std::string& told() const { return told_; }

 private:
  std::vector<Letter> letters_;
  std::size_t next_ = 0;
  std::size_t idle_ = 0;
  bool broken_ = false;
  std::string told_;
};

TEST(Host, RefusesLettersThatAreNoGood) {
  auto subject = subject_of(5);
  model::SymbolicModel whole(subject->model());
  const slices::Bits bits(subject->model(), whole.encoding());
  const std::string windows = slices::to_bytes(random_windows(whole, 2, 1), bits);
  auto start = [&](std::size_t own, std::vector<std::size_t> hosts) {
    return slices::encode_letter(slices::StartLetter{own, std::move(hosts), 0, bits.order(), windows});
  };
  auto command = [](const slices::Command& one) {
    return slices::encode_commands({slices::encode_command(one)}, 0, 1);
  };
  const std::string good = start(1, {1, 2});
  // A host needs only letters that are good.
  Written fine({{0, good}, {0, command({.op = Op::Initial, .result = 1})}});
  EXPECT_EQ(slices::Host(subject->model(), {}, fine).work(), "");
  EXPECT_EQ(fine.told(), "");
  const std::vector<std::vector<Letter>> bad{
      {{0, "x"}},
      {{0, start(1, {})}},
      {{0, start(3, {1, 2})}},
      {{0, good}, {0, good}},
      {{0, good}, {0, command({.op = Op::And, .result = 3, .a = 1, .b = 2})}},
      {{0, good}, {0, command({.op = Op::Proposition, .result = 3, .index = 999})}},
      {{0, good}, {0, command({.op = Op::Red, .result = 3, .member = ispl::AgentId(99)})}},
      {{0, good}, {0, command({.op = Op::LookAlikes, .result = 3, .group = {ispl::AgentId(99)}})}},
      {{0, good}, {0, command({.op = Op::Single, .result = 3})}},
      {{0, good}, {0, command({.op = Op::Load, .result = 3})}},
      {{0, good}, {0, slices::encode_letter(slices::FailedLetter{})}},
      {{0, good}, {0, slices::encode_letter(slices::PiecesLetter{7, 1, {}})}},
      {{0, start(1, {1, 2, 3})},
       {0, command({.op = Op::Initial, .result = 1})},
       {0, command({.op = Op::Send, .result = 2, .a = 1})}},
  };
  for (std::size_t i = 0; i < bad.size(); ++i) {
    Written post(bad[i]);
    EXPECT_NE(slices::Host(subject->model(), {}, post).work(), "") << "letters " << i;
    slices::ByteReader reader(post.told());
    EXPECT_EQ(slices::take_kind(reader), slices::LetterKind::Failed) << "letters " << i;
  }
  // Those of other hosts are told of.
  auto pieces = [](slices::SetNumber set, std::vector<std::pair<std::size_t, std::string>> all) {
    return slices::encode_letter(slices::PiecesLetter{set, 1, std::move(all)});
  };
  const std::vector<std::vector<Letter>> bad_of_others{
      {{0, good}, {2, "x"}},
      {{2, "x"}, {0, good}},
      {{2, good}, {0, good}},
      {{0, good}, {2, command({.op = Op::Initial, .result = 1})}},
      {{0, good}, {2, slices::encode_letter(slices::PiecesLetter{7, 0, {}})}},
      {{0, good}, {2, pieces(7, {{1, ""}})}},
      {{0, good}, {2, pieces(7, {{0, ""}})}, {2, pieces(7, {{0, ""}})}},
      {{0, good},
       {0, command({.op = Op::Initial, .result = 1})},
       {0, command({.op = Op::Send, .result = 2, .a = 1})},
       {0, command({.op = Op::Receive, .result = 2})},
       {2, pieces(2, {{0, "no diagram"}})}},
  };
  for (std::size_t i = 0; i < bad_of_others.size(); ++i) {
    Written post(bad_of_others[i]);
    EXPECT_EQ(slices::Host(subject->model(), {}, post).work(), "") << "letters " << i;
    slices::ByteReader reader(post.told());
    ASSERT_EQ(slices::take_kind(reader), slices::LetterKind::Complaint) << "letters " << i;
    EXPECT_EQ(slices::take_complaint(reader).about, 2u) << "letters " << i;
  }
}

}  // namespace
}  // namespace gnomon::test
