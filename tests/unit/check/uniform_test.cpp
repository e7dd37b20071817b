// Uniform strategies: members act on what they see.
#include "check/uniform.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "small_models.h"

namespace gnomon::check {
namespace {

using test::Members;
using test::Setting;
using test::Subject;
using test::SymbolicRun;

// A guesser must name a coin; once it was right, `won` stays true. LOBS is what it sees of the environment. To name
// both sides one after the other it would have to see a difference between the two attempts.
const char* const kGuess =
    "Agent Environment\n  Vars:\n    coin : boolean;\n    won : boolean;\n  end Vars\n  Actions = {none};\n"
    "  Evolution:\n    won = true if (coin = true and Guesser.Action = heads) or (coin = false and Guesser.Action = "
    "tails);\n  end Evolution\nend Agent\n"
    "Agent Guesser\n  Lobsvars = {LOBS};\n  Vars:\n    idle : boolean;\n  end Vars\n  Actions = {heads, tails};\n"
    "end Agent\n"
    "Evaluation\n  won if Environment.won = true;\n  heads if Environment.coin = true;\nend Evaluation\n"
    "InitStates\n  Environment.won = false and Guesser.idle = false;\nend InitStates\n"
    "Groups\n  g = {Guesser};\n  none = {};\nend Groups\nFormulae\n  won;\nend Formulae\n";

std::string guess(const std::string& seen) {
  std::string text = kGuess;
  return text.replace(text.find("LOBS"), 4, seen);
}

// The states where a formula holds with uniform strategies; compared with the explicit search.
Members uniformly(const std::string& text, const std::string& formula) {
  reference::EvaluateOptions options = Subject::default_options();
  options.strategies = reference::Strategies::Uniform;
  std::string errors;
  std::unique_ptr<Subject> subject = Subject::load(text, &errors, options);
  if (!subject) throw std::invalid_argument(errors);
  Setting setting;
  setting.uniform = true;
  SymbolicRun run(*subject, setting);
  const logic::Formula f = subject->formula(formula);
  Members found = run.members(run.states(f));
  EXPECT_EQ(found, subject->evaluator().states(f)) << formula;
  return found;
}

std::size_t count(const Members& members) {
  return static_cast<std::size_t>(std::count(members.begin(), members.end(), true));
}

TEST(Uniform, WhatIsNotSeenCannotBeActedOn) {
  // Four states: two coins, won or not.
  EXPECT_EQ(count(uniformly(guess("coin, won"), "<g>X won")), 4u);
  EXPECT_EQ(count(uniformly(guess("won"), "<g>X won")), 2u);  // where it is won already
  EXPECT_EQ(count(uniformly(guess("won"), "<g>F won")), 2u);
  EXPECT_EQ(count(uniformly(guess(""), "<g>F won")), 0u);  // nobody who sees nothing knows to have won
  EXPECT_EQ(count(uniformly(guess("won"), "<g>G won")), 2u);
  EXPECT_EQ(count(uniformly(guess("coin"), "<g>(!won U won)")), 4u);
}

TEST(Uniform, AgreesWithTheExplicitSearch) {
  for (const char* seen : {"", "coin", "won", "coin, won"}) {
    for (const char* goal : {"X won", "F won", "G !won", "(heads U won)", "X (won <-> heads)", "F (won and !heads)"}) {
      for (const char* group : {"g", "none"}) {
        uniformly(guess(seen), "<" + std::string(group) + ">" + goal);
      }
    }
  }
}

TEST(Uniform, PassingTheLimitIsAMatterOfSize) {
  std::string errors;
  std::unique_ptr<Subject> subject = Subject::load(guess("won"), &errors);
  ASSERT_TRUE(subject) << errors;
  SymbolicRun run(*subject);
  const Frame frame(run.model());
  const Coalition group{*subject->model().agent_of(subject->model().pool.intern("Guesser"))};
  const Goal<StateSet> goal{Objective::Finally, run.states(subject->formula("won")), {}};
  EXPECT_EQ(run.model().count(UniformSearch<Frame>(frame, group, goal, 3).run()), 2);
  try {
    UniformSearch<Frame>(frame, group, goal, 2).run();
    FAIL() << "no limit";
  } catch (const LimitReached& limit) {
    EXPECT_EQ(limit.limit(), Limit::Size);
  }
}

}  // namespace
}  // namespace gnomon::check
