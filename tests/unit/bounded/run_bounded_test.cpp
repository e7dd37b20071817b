// Bounded checking as users see it: on random models every verdict is that of the full check, every witness has been
// replayed (explain raises otherwise), and what is unknown says why.
#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "gnomon/gnomon.h"
#include "oracle/harness/families.h"
#include "support/model_draft.h"

namespace gnomon::test {
namespace {

using api::Basis;
using api::BoundedEngine;
using api::BoundedOptions;
using api::CheckWhen;
using api::FormulaResult;

using api::RunOptions;
using api::Verdict;

std::vector<std::size_t> all_formulas(const api::Run& run) {
  std::vector<std::size_t> indices;
  for (const FormulaResult& formula : run.formulas()) indices.push_back(formula.index);
  return indices;
}

// By index; with witnesses.
std::map<std::size_t, FormulaResult> bounded(api::Run& run, const BoundedOptions& bounds) {
  std::map<std::size_t, FormulaResult> results;
  run.check_bounded(all_formulas(run), bounds, [&](FormulaResult& result) {
    EXPECT_EQ(results.count(result.index), 0U) << "reported twice";
    if (result.verdict != Verdict::Unknown) run.explain(result);
    results[result.index] = result;
  });
  EXPECT_EQ(results.size(), run.formulas().size());
  return results;
}

BoundedOptions policy(CheckWhen when, std::size_t depth = 1, double growth = 2) {
  BoundedOptions bounds;
  bounds.when = when;
  bounds.depth = depth;
  bounds.growth = growth;
  return bounds;
}

const std::vector<BoundedOptions>& policies() {
  static const std::vector<BoundedOptions> all{policy(CheckWhen::Adaptive),       policy(CheckWhen::EveryNth, 1),
                                               policy(CheckWhen::EveryNth, 2),    policy(CheckWhen::Once, 1),
                                               policy(CheckWhen::States, 1, 1.5), policy(CheckWhen::Memory, 1, 1.2),
                                               policy(CheckWhen::Time, 1, 1.0001)};
  return all;
}

struct Seen {
  std::size_t formulas = 0;
  std::size_t early = 0;
  std::size_t unknown = 0;
  std::size_t refused = 0;  // by the check of the whole model, too, before any work
  std::size_t witnesses = 0;
};

void compare(const std::string& text, const RunOptions& options, const BoundedOptions& bounds, Seen& seen) {
  RunOptions with_diagrams = options;
  with_diagrams.engine = api::Engine::Diagrams;
  api::Run full("model.ispl", text, with_diagrams);
  ASSERT_FALSE(full.has_errors());
  std::vector<FormulaResult> expected = full.check_all();
  api::Run run("model.ispl", text, options);
  std::map<std::size_t, FormulaResult> found = bounded(run, bounds);
  for (const FormulaResult& truth : expected) {
    const FormulaResult& result = found[truth.index];
    ++seen.formulas;
    if (truth.verdict == Verdict::Unknown) {
      auto refused = [&](const api::Diagnostic& d) { return d.name == "unsupported" && d.message == truth.reason; };
      EXPECT_TRUE(std::any_of(full.diagnostics().begin(), full.diagnostics().end(), refused)) << truth.reason;
      ++seen.refused;
    }
    if (result.verdict == Verdict::Unknown) {
      EXPECT_TRUE(bounds.when == CheckWhen::Once || bounds.bound || truth.verdict == Verdict::Unknown)
          << text << result.text;
      EXPECT_FALSE(result.reason.empty());
      ++seen.unknown;
      continue;
    }
    EXPECT_EQ(result.verdict, truth.verdict) << result.text << "\n" << text;
    EXPECT_TRUE(result.depth.has_value());
    seen.early += result.basis == Basis::Part;
    seen.witnesses += result.witness.has_value();
  }
}

class Families : public testing::TestWithParam<std::size_t> {};

TEST_P(Families, BoundedVerdictsAreTheVerdicts) {
  constexpr std::uint64_t kSeeds = 14;
  const Family& family = families()[GetParam()];
  RunOptions options;
  if (family.uniform) options.strategies = api::Strategies::Uniform;
  if (family.tests_look_beyond) options.finite_tests = api::FiniteTests::Infinite;
  Seen seen;
  for (std::uint64_t k = 0; k < kSeeds; ++k) {
    std::string text = random_case(family, 9'000'000 + 1000 * GetParam() + k).text();
    for (const BoundedOptions& bounds : policies()) compare(text, options, bounds, seen);
  }
  EXPECT_EQ(seen.refused, 0U);
  EXPECT_GE(seen.early, kSeeds * 4);
  EXPECT_GE(seen.witnesses, kSeeds * 2);
}

// On states listed one by one: by every policy, and with bounds; as the engine of the run and as a guest.
TEST_P(Families, VerdictsOnListedPartsAreTheVerdicts) {
  constexpr std::uint64_t kSeeds = 8;
  const Family& family = families()[GetParam()];
  RunOptions options;
  if (family.uniform) options.strategies = api::Strategies::Uniform;
  if (family.tests_look_beyond) options.finite_tests = api::FiniteTests::Infinite;
  Seen seen;
  for (std::uint64_t k = 0; k < kSeeds; ++k) {
    std::string text = random_case(family, 9'200'000 + 1000 * GetParam() + k).text();
    options.engine = k % 2 == 0 ? api::Engine::Explicit : api::Engine::Diagrams;
    for (BoundedOptions bounds : policies()) {
      bounds.engine = BoundedEngine::Explicit;
      compare(text, options, bounds, seen);
    }
    BoundedOptions bounds = policy(CheckWhen::EveryNth);
    bounds.engine = BoundedEngine::Explicit;
    for (std::size_t bound = 0; bound < 3; ++bound) {
      bounds.bound = bound;
      compare(text, options, bounds, seen);
    }
  }
  EXPECT_EQ(seen.refused, 0U);
  // Under fairness little is decided early, and nothing where constraints are not existential.
  if (family.name != "RichFairness" && family.name != "Fair") {
    EXPECT_GE(seen.early, family.uniform ? 1U : kSeeds);
  }
  EXPECT_GE(seen.witnesses, kSeeds * 2);
}

INSTANTIATE_TEST_SUITE_P(Random, Families, testing::Range<std::size_t>(0, families().size()),
                         [](const auto& test) { return families()[test.param].name; });

// Knowledge with memory is about histories, which a part of the model has fewer of.
TEST(BoundedRun, KnowledgeWithMemory) {
  const Family& family = families()[1];
  ASSERT_EQ(family.name, "Epistemic");
  Seen seen;
  for (api::Knowledge knowledge : {api::Knowledge::Clock, api::Knowledge::Recall}) {
    RunOptions options;
    options.knowledge = knowledge;
    options.timeout_seconds = 20;
    for (std::uint64_t k = 0; k < 12; ++k) {
      Family small = family;
      small.state_space = 24;
      small.formula_size = 4;
      small.fairness = 0;
      std::string text = random_case(small, 9'900'000 + k).text();
      for (const BoundedOptions& bounds : {policy(CheckWhen::EveryNth), policy(CheckWhen::Once, 1)}) {
        compare(text, options, bounds, seen);
      }
    }
  }
  EXPECT_LE(seen.refused * 4, seen.formulas) << "too many formulas mean nothing with memory";
  EXPECT_GE(seen.early, 20U);
}

// --- what is told ---------------------------------------------------------------------------------------------------

// A counter that fails at 5, and may stop at any time.
constexpr const char* kCounter = R"(
Agent Counter
  Vars:
    n : 0..40;
  end Vars
  Actions = {count, stop};
  Protocol:
    Other : {count, stop};
  end Protocol
  Evolution:
    n = n + 1 if Action = count and n < 40;
  end Evolution
end Agent
Evaluation
  five if Counter.n = 5;
  small if Counter.n < 41;
  thirty if Counter.n = 30;
end Evaluation
InitStates
  Counter.n = 0;
end InitStates
Formulae
  AG !five;
  AG small;
  EF thirty;
  AG (EF thirty);
end Formulae
)";

TEST(BoundedRun, SaysAtWhichDepth) {
  api::Run run("counter.ispl", kCounter);
  auto found = bounded(run, policy(CheckWhen::EveryNth));
  EXPECT_EQ(found[1].verdict, Verdict::False);
  EXPECT_EQ(found[1].depth, 5U);
  EXPECT_EQ(found[1].basis, Basis::Part);
  ASSERT_TRUE(found[1].witness.has_value());
  EXPECT_EQ(found[1].witness->paths.front().states.size(), 6U);
  EXPECT_EQ(found[2].verdict, Verdict::True);
  EXPECT_EQ(found[2].depth, 40U);
  EXPECT_EQ(found[2].basis, Basis::Whole);
  EXPECT_EQ(found[3].verdict, Verdict::True);
  EXPECT_EQ(found[3].basis, Basis::Part);
  EXPECT_EQ(found[4].verdict, Verdict::False);
  ASSERT_TRUE(run.facts().bounded.has_value());
  EXPECT_TRUE(run.facts().bounded->complete);
  EXPECT_EQ(run.facts().bounded->depth, 40U);
  EXPECT_EQ(run.facts().bounded->states, "41");
  EXPECT_EQ(run.facts().reachable_states, "41");
}

// Two agents who always see the same: a chain of look-alikes from one state to the other would lead through states that
// nothing reaches.
TEST(BoundedRun, CommonKnowledgeKeepsToReachableStates) {
  constexpr const char* kTwins = R"(
Agent A
  Vars:
    x : boolean;
  end Vars
  Actions = {wait};
end Agent
Agent B
  Vars:
    y : boolean;
  end Vars
  Actions = {wait};
end Agent
Evaluation
  p if A.x = true;
end Evaluation
InitStates
  A.x = B.y;
end InitStates
Groups
  both = {A, B};
end Groups
Formulae
  AG (p -> GCK(both, p));
  AG (p -> GCK(both, EX p));
end Formulae
)";
  for (const BoundedOptions& bounds : policies()) {
    if (bounds.when == CheckWhen::Once) continue;
    api::Run run("twins.ispl", kTwins);
    auto found = bounded(run, bounds);
    EXPECT_EQ(found[1].verdict, Verdict::True);
    EXPECT_EQ(found[2].verdict, Verdict::True);
  }
}

TEST(BoundedRun, EndsWhenAllIsDecided) {
  api::Run run("counter.ispl", kCounter);
  BoundedOptions bounds = policy(CheckWhen::EveryNth);
  FormulaResult only;
  run.check_bounded({1}, bounds, [&](FormulaResult& result) { only = result; });
  EXPECT_EQ(only.verdict, Verdict::False);
  EXPECT_FALSE(run.facts().bounded->complete);
  EXPECT_EQ(run.facts().bounded->depth, 5U);
  EXPECT_EQ(run.facts().bounded->states, "6");
  EXPECT_FALSE(run.facts().reachable_states.has_value());
}

TEST(BoundedRun, OneShotMayNotKnow) {
  for (std::size_t depth : {4U, 5U, 6U}) {
    api::Run run("counter.ispl", kCounter);
    auto found = bounded(run, policy(CheckWhen::Once, depth));
    EXPECT_EQ(found[1].verdict, depth < 5 ? Verdict::Unknown : Verdict::False) << depth;
    EXPECT_EQ(found[2].verdict, Verdict::Unknown);
    EXPECT_EQ(found[2].reason, "not decided within depth " + std::to_string(depth));
  }
  api::Run run("counter.ispl", kCounter);
  EXPECT_EQ(bounded(run, policy(CheckWhen::Once, 1000))[2].verdict, Verdict::True) << "the fixed point comes first";
}

TEST(BoundedRun, ABoundEndsTheSearch) {
  for (BoundedEngine engine : {BoundedEngine::Diagrams, BoundedEngine::Explicit}) {
    RunOptions options;
    if (engine == BoundedEngine::Explicit) options.engine = api::Engine::Explicit;
    api::Run run("counter.ispl", kCounter, options);
    BoundedOptions bounds = policy(CheckWhen::EveryNth);
    bounds.engine = engine;
    bounds.bound = 3;
    auto found = bounded(run, bounds);
    EXPECT_EQ(found[1].verdict, Verdict::Unknown);
    EXPECT_EQ(found[1].reason_kind, api::ReasonKind::Bound) << found[1].reason;
    EXPECT_EQ(run.facts().bounded->depth, 3U);
    EXPECT_EQ(run.facts().bounded->states, "4");
    EXPECT_EQ(run.facts().bounded->engine, engine);
    EXPECT_FALSE(run.facts().reachable_states);
  }
}

TEST(BoundedRun, LimitsGiveUnknownWithAReason) {
  for (BoundedEngine engine : {BoundedEngine::Diagrams, BoundedEngine::Sat, BoundedEngine::Explicit}) {
    BoundedOptions bounds = policy(CheckWhen::EveryNth);
    bounds.engine = engine;
    RunOptions options;
    options.timeout_seconds = 0.5;
    api::Run late("counter.ispl", kCounter, options);
    ASSERT_FALSE(late.has_errors());
    std::this_thread::sleep_for(std::chrono::milliseconds(600));  // the text has been read in time, the rest is late
    for (const auto& [index, result] : bounded(late, bounds)) {
      EXPECT_EQ(result.verdict, Verdict::Unknown);
      if (engine == BoundedEngine::Sat && index == 4) {
        EXPECT_EQ(result.reason_kind, api::ReasonKind::Unsupported) << "that needs no time";
        continue;
      }
      EXPECT_NE(result.reason.find("time limit"), std::string::npos) << result.reason;
    }
  }
}

TEST(BoundedRun, BySat) {
  api::Run run("counter.ispl", kCounter);
  BoundedOptions bounds;
  bounds.engine = BoundedEngine::Sat;
  bounds.bound = 8;
  auto found = bounded(run, bounds);
  EXPECT_EQ(found[1].verdict, Verdict::False);
  EXPECT_EQ(found[1].depth, 5U);
  ASSERT_TRUE(found[1].witness.has_value());
  EXPECT_EQ(found[1].witness->paths.front().states.size(), 6U);
  EXPECT_EQ(found[2].verdict, Verdict::True) << found[2].reason;
  EXPECT_EQ(found[2].basis, Basis::Induction);
  EXPECT_FALSE(found[2].no_witness.empty());
  EXPECT_EQ(found[3].verdict, Verdict::Unknown);
  EXPECT_EQ(found[3].reason, "not decided within bound 8");
  EXPECT_EQ(found[4].verdict, Verdict::Unknown);
  EXPECT_FALSE(found[4].reason.empty());
  EXPECT_EQ(run.facts().bounded->engine, BoundedEngine::Sat);
}

// The SAT engine on random models; its own tests are in tests/unit/sat.
TEST(BoundedRun, BySatOnRandomModels) {
  Seen seen;
  BoundedOptions bounds;
  bounds.engine = BoundedEngine::Sat;
  bounds.bound = 4;
  for (std::size_t family = 0; family < families().size(); ++family) {
    if (families()[family].uniform) continue;
    RunOptions options;
    if (families()[family].tests_look_beyond) options.finite_tests = api::FiniteTests::Infinite;
    for (std::uint64_t k = 0; k < 6; ++k) {
      compare(random_case(families()[family], 9'500'000 + 1000 * family + k).text(), options, bounds, seen);
    }
  }
  EXPECT_EQ(seen.refused, 0U);
  EXPECT_GE(seen.early, 60U);
  EXPECT_GE(seen.witnesses, 60U);
}

}  // namespace
}  // namespace gnomon::test
