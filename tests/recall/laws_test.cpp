// Laws that relate the semantics of knowledge, on random models. Each compares verdicts of the symbolic checker under
// different semantics, so that neither side knows about the law.
#include <cstdint>
#include <gtest/gtest.h>
#include <string>

#include "recall/harness/memory_case.h"
#include "recall/harness/memory_run.h"

namespace gnomon::test {
namespace {

constexpr std::uint64_t kSeeds = 150;

// Runs a check on random models that load; the check adds formulas.
template <class Check>
void on_random_models(const MemoryFamily& family, std::uint64_t first, Check&& check) {
  for (std::uint64_t seed = first; seed < first + kSeeds; ++seed) {
    MemoryModel model = random_memory_model(family, seed);
    model.subject.draft.formulas = {"true"};
    MemoryRun run(model.subject.text());
    Rng rng(seed ^ 0x5851f42d4c957f2du);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + model.subject.text());
    check(model, run, rng);
    if (testing::Test::HasFatalFailure()) return;
  }
}

std::string temporal(Rng& rng, const Vocabulary& vocabulary, std::size_t size) {
  FormulaOptions options;
  options.size = size;
  options.knowledge = 0;
  options.deontic = false;
  return random_formula(rng, Fragment::Ctlk, vocabulary, options);
}

// Somebody who sees everything knows what is true, and nothing else.
TEST(MemoryLaws, KnowledgeOfAllIsTruth) {
  on_random_models({}, 1000, [](MemoryModel& model, MemoryRun&, Rng& rng) {
    std::string all;
    for (const AgentDraft& agent : model.subject.draft.agents) {
      for (const auto& list : {agent.obsvars, agent.vars}) {
        for (const std::string& line : list) {
          all += (all.empty() ? "" : ", ") + agent.name + "." + line.substr(0, line.find(' '));
        }
      }
    }
    std::string who = rng.pick(model.vocabulary.agents);
    std::erase_if(model.subject.observations,
                  [&](const std::string& line) { return line.starts_with(who + " starts"); });
    model.subject.observations.push_back("everything of " + who + " = {" + all + "}");
    model.subject.observations.push_back(who + " starts with everything");
    MemoryRun run(model.subject.text());
    std::string f = temporal(rng, model.vocabulary, 4);
    for (const char* attribute : {"@recall ", "@clock "}) {
      ASSERT_TRUE(run.verdict(attribute + ("AG (K(" + who + ", " + f + ") <-> " + f + ")"))) << f;
    }
  });
}

// Somebody who has always seen nothing but constants has nothing to remember: recall is the clock.
TEST(MemoryLaws, RecallOfConstantObservationsIsTheClock) {
  on_random_models({}, 2000, [](MemoryModel& model, MemoryRun&, Rng& rng) {
    std::string who = rng.pick(model.vocabulary.agents);
    std::erase_if(model.subject.observations,
                  [&](const std::string& line) { return line.starts_with(who + " starts"); });
    model.subject.observations.push_back("nothing of " + who + " = {}");
    model.subject.observations.push_back(who + " starts with nothing");
    MemoryRun run(model.subject.text());
    std::string f = temporal(rng, model.vocabulary, 3);
    for (const char* shape : {"AG ", "EF ", "AF ", "AX EX "}) {
      std::string text = shape + ("K(" + who + ", " + f + ")");
      ASSERT_EQ(run.verdict("@recall " + text), run.verdict("@clock " + text)) << text;
    }
  });
}

// Who can tell more apart knows more: observational knowledge implies that by the clock, which implies recall. In
// formulas that are positive in K.
TEST(MemoryLaws, MemoryOnlyAddsKnowledge) {
  MemoryFamily family;
  family.own_view = true;
  std::size_t differences = 0;
  on_random_models(family, 3000, [&](MemoryModel& model, MemoryRun& run, Rng& rng) {
    std::string who = rng.pick(model.vocabulary.agents);
    std::string other = rng.pick(model.vocabulary.agents);
    std::string f = temporal(rng, model.vocabulary, 3);
    const std::string known = "K(" + who + ", " + f + ")";
    for (const std::string& text :
         {"AG (p -> " + known + ")", "EF K(" + who + ", K(" + other + ", " + f + "))", "AF (q and " + known + ")",
          known, "EX " + known, "AX EX " + known, "EX EX EX K(" + other + ", " + known + ")"}) {
      bool observational = run.verdict("@observational " + text);
      bool clock = run.verdict("@clock " + text);
      bool recall = run.verdict("@recall " + text);
      ASSERT_TRUE(!observational || clock) << text;
      ASSERT_TRUE(!clock || recall) << text;
      if (recall != observational) ++differences;
    }
  });
  EXPECT_GE(differences, 1u) << "the semantics do not differ on these models";
}

// Without knowledge the semantics of knowledge does not matter; nor does a change of observation.
TEST(MemoryLaws, WithoutKnowledgeNothingChanges) {
  on_random_models({}, 4000, [](MemoryModel& model, MemoryRun& run, Rng& rng) {
    std::string f = temporal(rng, model.vocabulary, 6);
    bool plain = run.verdict(f);
    const auto& [agent, observation] = rng.pick(model.observations);
    ASSERT_EQ(run.verdict("@recall " + f), plain) << f;
    ASSERT_EQ(run.verdict("@clock " + f), plain) << f;
    ASSERT_EQ(run.verdict("@recall Delta(" + agent + ", " + observation + ", " + f + ")"), plain) << f;
  });
}

// Knowledge is true, and known; looking again with the same eyes changes nothing; the same for distributed knowledge.
TEST(MemoryLaws, TruthIntrospectionAndIdleLooks) {
  on_random_models({}, 5000, [](MemoryModel& model, MemoryRun& run, Rng& rng) {
    std::string f = temporal(rng, model.vocabulary, 3);
    std::string who = rng.pick(model.vocabulary.agents);
    std::string k = "K(" + who + ", " + f + ")";
    ASSERT_TRUE(run.verdict("@recall AG (" + k + " -> " + f + ")")) << f;
    ASSERT_TRUE(run.verdict("@recall AG (" + k + " -> K(" + who + ", " + k + "))")) << f;
    ASSERT_TRUE(run.verdict("@recall AG (!" + k + " -> K(" + who + ", !" + k + "))")) << f;
    ASSERT_TRUE(run.verdict("@recall Delta(" + who + ", eye, AG (" + k + " <-> Delta(" + who + ", eye, " + k + ")))"))
        << f;
    ASSERT_TRUE(run.verdict("@recall AG (" + k + " -> Delta(" + who + ", ear, " + k + "))")) << f;
    for (const std::string& group : model.vocabulary.groups) {
      ASSERT_TRUE(run.verdict("@recall AG (DK(" + group + ", " + f + ") -> " + f + ")")) << f;
    }
  });
}

// Perfect recall means that what will be known to hold next was known: K AX f -> AX K f.
TEST(MemoryLaws, NoLearningIsForgotten) {
  on_random_models({}, 6000, [](MemoryModel& model, MemoryRun& run, Rng& rng) {
    std::string f = temporal(rng, model.vocabulary, 3);
    std::string who = rng.pick(model.vocabulary.agents);
    ASSERT_TRUE(run.verdict("@recall AG (K(" + who + ", AX " + f + ") -> AX K(" + who + ", " + f + "))")) << f;
  });
}

}  // namespace
}  // namespace gnomon::test
