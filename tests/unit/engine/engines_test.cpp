// Every engine of the list keeps the contract of engine/engine.h: on random models of every family its verdicts are
// those of the explicit evaluation, each question is answered once, and a limit in the middle costs nothing but time.
#include "api/engines.h"

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>

#include "engine/activity.h"
#include "engine/system.h"
#include "oracle/harness/families.h"
#include "oracle/harness/subject.h"

namespace gnomon::test {
namespace {

using engine::Verdict;

struct Answers {
  std::map<std::size_t, engine::Outcome> outcomes;
  std::size_t refused = 0;
  std::size_t interruptions = 0;
};

constexpr std::size_t kInterruptions = 20;

// Asks everything at once and advances to the end. With `portions_between` > 0 every so many portions one is made to
// fail by a deadline that has passed; the next one goes on.
Answers ask_all(Subject& subject, engine::SystemOptions options, const api::EngineEntry& entry,
                std::size_t portions_between) {
  engine::Activity activity({}, nullptr, {});
  engine::System system(subject.model(), activity, std::move(options));
  api::BoundedOptions bounds;
  bounds.bound = entry.name == "sat" ? std::optional<std::size_t>(6) : std::nullopt;
  std::unique_ptr<engine::Engine> engine = entry.make(system, bounds);
  Answers answers;
  const auto& formulas = subject.model().formulas;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    if (engine->refuses(formulas[i].property)) {
      ++answers.refused;
    } else {
      engine->ask({i, &formulas[i].property});
    }
  }
  bool more = answers.refused < formulas.size();
  for (std::size_t turn = 0; more; ++turn) {
    engine::Portion portion;
    const bool late = portions_between != 0 && turn % portions_between == 0 && turn < kInterruptions * portions_between;
    activity.limit_call({.seconds = late ? std::optional<double>(0.0) : std::nullopt, .memory_bytes = 0});
    system.adopt_limits();
    std::optional<engine::Reason> failed = activity.perform(engine::Phase::Check, [&] { portion = engine->advance(); });
    if (failed) {
      EXPECT_TRUE(late && failed->kind == engine::ReasonKind::Time) << failed->words;
      ++answers.interruptions;
      continue;
    }
    more = portion.more;
    for (engine::Answer& answer : portion.answers) {
      EXPECT_TRUE(answers.outcomes.emplace(answer.number, std::move(answer.outcome)).second) << "answered twice";
    }
  }
  EXPECT_EQ(answers.outcomes.size() + answers.refused, formulas.size()) << entry.name << " left a question open";
  for (const auto& [number, outcome] : answers.outcomes) {
    EXPECT_EQ(outcome.verdict == Verdict::Unknown, outcome.reason.has_value());
    if (outcome.verdict == Verdict::Unknown) continue;
    EXPECT_NO_THROW(engine->evidence(number));
  }
  return answers;
}

class EngineFamilies : public testing::TestWithParam<std::size_t> {};

TEST_P(EngineFamilies, AgreeWithTheExplicitEvaluation) {
  constexpr std::uint64_t kSeeds = 10;
  const Family& family = families()[GetParam()];
  std::map<std::string, std::size_t> decided;
  std::size_t interruptions = 0;
  for (std::uint64_t k = 0; k < kSeeds; ++k) {
    const std::string text = random_case(family, 12'000'000 + 1000 * GetParam() + k).text();
    auto evaluation = Subject::default_options();
    if (family.uniform) evaluation.strategies = decltype(evaluation.strategies)::Uniform;
    evaluation.max_strategies = 1'000'000;  // every formula is compared
    if (family.tests_look_beyond) evaluation.finite_tests = decltype(evaluation.finite_tests)::BeyondTrace;
    auto subject = Subject::load(text, nullptr, evaluation);
    ASSERT_TRUE(subject);
    engine::SystemOptions options;
    options.strategies.uniform = family.uniform;
    options.paths.tests_look_beyond = family.tests_look_beyond;
    for (const api::EngineEntry& entry : api::engines()) {
      Answers answers = ask_all(*subject, options, entry, k % 2 == 0 ? 0 : 1 + k % 3);
      interruptions += answers.interruptions;
      for (const auto& [number, outcome] : answers.outcomes) {
        if (outcome.verdict == Verdict::Unknown) {
          // Where only infinite or fair paths count, IC3 may find a bad state and no such path.
          const bool open_end = entry.name == "ic3" && outcome.reason->kind != engine::ReasonKind::Size;
          EXPECT_TRUE(entry.name == "sat" || open_end) << outcome.reason->words << "\n" << text;
          continue;
        }
        const logic::Property& property = subject->model().formulas[number].property;
        EXPECT_EQ(outcome.verdict == Verdict::True, subject->evaluator().verdict(property))
            << entry.name << ": " << subject->model().formulas[number].text << "\n"
            << text;
        ++decided[std::string(entry.name)];
      }
    }
  }
  EXPECT_EQ(decided["whole"], decided["bounded"]);
  EXPECT_GE(interruptions, kSeeds * api::engines().size() / 2);
  EXPECT_GE(decided["whole"], kSeeds * static_cast<std::size_t>(family.formulas));
}

INSTANTIATE_TEST_SUITE_P(Random, EngineFamilies, testing::Range<std::size_t>(0, families().size()),
                         [](const auto& test) { return families()[test.param].name; });

}  // namespace
}  // namespace gnomon::test
