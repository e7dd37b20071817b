// Random sequences of calls on small random models. Whatever the order of the calls, and whichever of them ran into a
// limit before: nothing crashes, nothing throws, a verdict once decided stays, and it is that of a fresh run without
// limits.
#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gnomon/gnomon.h"
#include "models.h"
#include "support/random_model.h"
#include "support/seeds.h"

namespace gnomon::api {
namespace {

constexpr std::uint64_t kSeeds = 600;
constexpr std::size_t kCalls = 14;

using test::Fragment;
const std::vector<Fragment> kFragments = {Fragment::Ctlk,      Fragment::Atlk,          Fragment::Ltl,
                                          Fragment::CtlStar,   Fragment::Ldl,           Fragment::CdlStar,
                                          Fragment::LtlFinite, Fragment::CtlStarFinite, Fragment::LdlFinite};

// What all traces together came across.
struct Tally {
  std::size_t decided = 0;
  std::map<ReasonKind, std::size_t> unknown;
};

class Trace {
 public:
  Trace(std::uint64_t seed, Tally& tally) : rng_(seed), model_(test::random_model(seed)), tally_(tally) {
    for (int i = 0; i < 3; ++i) model_.draft.formulas.push_back(formula());
    text_ = model_.draft.text();
    run_.emplace(begin());
  }

  void run() {
    ASSERT_FALSE(run_->has_errors()) << text_;
    for (std::size_t i = 0; i < kCalls && !testing::Test::HasFailure(); ++i) call();
    compare_with_fresh_runs();
    if (testing::Test::HasFailure()) ADD_FAILURE() << "after" << calls_ << "\n" << text_;
  }

 private:
  std::string formula() { return test::random_formula(rng_, rng_.pick(kFragments), model_.vocabulary, {.size = 5}); }

  RunOptions options(Engine engine = Engine::Diagrams) const {
    RunOptions options;
    options.engine = engine;
    options.interrupt = &stop_;
    options.progress = [](const Progress&) {};
    return options;
  }

  ModelRun begin() { return ModelRun("model", text_, options()); }

  // Mostly none; otherwise so little time or memory that something is cut short somewhere.
  CallLimits limits() {
    CallLimits limits;
    if (rng_.chance(40)) limits.timeout_seconds = 1e-6 * static_cast<double>(std::size_t{1} << rng_.below(12));
    if (rng_.chance(15)) limits.memory_bytes = std::size_t{1} << rng_.between(10, 24);
    if (limits.timeout_seconds || limits.memory_bytes != 0) calls_ += " (limited)";
    return limits;
  }

  std::size_t some_index() { return rng_.below(run_->formulas().size()) + 1; }

  void call() {
    switch (rng_.below(13)) {
      case 0:
      case 1:
      case 2:
        return check();
      case 3:
        return check_bounded();
      case 4:
        calls_ += " add_formula";
        EXPECT_TRUE(run_->add_formula(formula())) << run_->diagnostics().back().rendered;
        return;
      case 5:
        calls_ += " add_formula(wrong)";
        EXPECT_FALSE(run_->add_formula("AG (no_such_name"));
        return;
      case 6: {
        calls_ += " build";
        bool complete = run_->build(limits());
        EXPECT_TRUE(!complete || run_->facts().reachable_states) << "reachable states are known after build";
        return;
      }
      case 7:
        return search();
      case 8:
        return explain();
      case 9: {
        calls_ += " move";
        ModelRun moved = std::move(*run_);
        *run_ = std::move(moved);
        return;
      }
      case 10:
        calls_ += " look";
        run_->facts();
        run_->statistics();
        run_->unused();
        run_->agents();
        EXPECT_FALSE(ModelRun("printed", run_->print()).has_errors());
        EXPECT_THROW(run_->check(run_->formulas().size() + 1), UsageError);
        EXPECT_THROW(run_->check(0), UsageError);
        return;
      case 11:
        return interrupt();
      case 12:
        return change_settings();
    }
  }

  void check() {
    std::size_t index = some_index();
    calls_ += " check " + std::to_string(index);
    note(run_->check(index, limits()));
  }

  void check_bounded() {
    calls_ += " check_bounded";
    std::vector<std::size_t> indices;
    for (std::size_t i = 1; i <= run_->formulas().size(); ++i) {
      if (rng_.chance(60)) indices.push_back(i);
    }
    if (indices.empty()) indices.push_back(1);
    BoundedOptions options;
    options.engine = rng_.chance(60)   ? BoundedEngine::Diagrams
                     : rng_.chance(50) ? BoundedEngine::Explicit
                                       : BoundedEngine::Sat;
    if (options.engine == BoundedEngine::Sat || rng_.chance(50)) options.bound = rng_.below(8);
    std::vector<std::size_t> decided;
    bool explaining = rng_.chance(30);
    auto on_decided = [&](FormulaResult& result) {
      decided.push_back(result.index);
      if (explaining && result.verdict != Verdict::Unknown) run_->explain(result);
      note(result);
    };
    run_->check_bounded(indices, options, on_decided, limits());
    std::sort(decided.begin(), decided.end());
    EXPECT_EQ(decided, indices) << "every formula is decided once";
  }

  void search() {
    calls_ += " search";
    if (run_->find_deadlocks()) {
      EXPECT_TRUE(run_->facts().deadlocks);
    } else {
      EXPECT_FALSE(run_->stopped().empty());
    }
    bool found = run_->find_overflows();
    EXPECT_EQ(found, run_->facts().overflows.has_value());
  }

  void explain() {
    std::size_t index = some_index();
    calls_ += " explain " + std::to_string(index);
    FormulaResult result = run_->check(index);
    note(result);
    if (result.verdict == Verdict::Unknown) return;
    run_->explain(result, {}, limits());
    EXPECT_TRUE(result.witness.has_value() || !result.no_witness.empty());
  }

  // After an interruption nothing more is decided; what was decided stays. The next calls are on a new run.
  void interrupt() {
    calls_ += " interrupt";
    stop_ = true;
    FormulaResult result = run_->check(some_index());
    note(result);
    run_->build();
    stop_ = false;
    std::vector<std::string> added;
    for (const FormulaResult& known : run_->formulas()) {
      if (known.file.empty()) added.push_back(known.text);
    }
    *run_ = begin();
    for (const std::string& text : added) ASSERT_TRUE(run_->add_formula(text)) << text;
  }

  // The same formulas, and the same verdicts by another engine.
  void change_settings() {
    calls_ += " with_settings";
    const std::vector<FormulaResult> before = run_->formulas();
    *run_ = run_->with_settings(options(rng_.pick(std::vector{Engine::Automatic, Engine::Explicit, Engine::Diagrams})));
    ASSERT_EQ(run_->formulas().size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(run_->formulas()[i].text, before[i].text);
    for (Engine engine : {Engine::Automatic, Engine::Explicit, Engine::Diagrams}) {
      EXPECT_EQ(run_->refusal(some_index(), engine), "") << "all of these are decided by engines that know the states";
    }
  }

  void note(const FormulaResult& result) {
    if (result.verdict == Verdict::Unknown) {
      EXPECT_FALSE(result.reason.empty());
      ASSERT_TRUE(result.reason_kind);
      ++tally_.unknown[*result.reason_kind];
      return;
    }
    ++tally_.decided;
    EXPECT_TRUE(result.reason.empty()) << result.reason;
    auto [known, fresh] = decided_.emplace(result.text, result.verdict);
    EXPECT_TRUE(fresh || known->second == result.verdict) << result.text << " has changed";
  }

  void compare_with_fresh_runs() {
    for (const auto& [text, verdict] : decided_) {
      ModelRun fresh("model", text_);
      std::optional<std::size_t> index = fresh.add_formula(text);
      ASSERT_TRUE(index) << text;
      EXPECT_EQ(fresh.check(*index).verdict, verdict) << text;
    }
  }

  test::Rng rng_;
  test::RandomModel model_;
  Tally& tally_;
  std::string text_;
  std::atomic<bool> stop_{false};
  std::optional<ModelRun> run_;
  std::map<std::string, Verdict> decided_;  // by text
  std::string calls_;
};

TEST(Traces, VerdictsDoNotDependOnWhatWasCalledBefore) {
  Tally tally;
  const std::uint64_t seeds = test::seeds(kSeeds);
  for (std::uint64_t seed = 1; seed <= seeds && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Trace(seed, tally).run();
  }
  EXPECT_GT(tally.decided, 3 * seeds);
  for (ReasonKind kind : {ReasonKind::Time, ReasonKind::Interrupted, ReasonKind::Bound}) {
    EXPECT_GT(tally.unknown[kind], 0u) << "no trace met this: " << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace gnomon::api
