// Single steps judged agent by agent, and joint actions found by diagrams and on listed states, agree with the interpreter's enumeration, on
// every pair of states.
#include "witness/step.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>

#include "explicit/step_check.h"
#include "oracle/harness/enumerated_run.h"
#include "oracle/harness/families.h"
#include "support/random_model.h"

namespace gnomon::test {
namespace {

TEST(StepCheck, AgreesWithTheInterpreter) {
  std::size_t steps = 0;
  std::size_t refused = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    ModelOptions options;
    options.state_space = 40;
    std::unique_ptr<Subject> subject = Subject::load(random_model(seed, options).draft.text());
    ASSERT_TRUE(subject);
    const explicit_state::Graph& graph = subject->graph();
    explicit_state::StepCheck check(subject->interpreter());
    for (explicit_state::StateIndex s = 0; s < graph.size(); ++s) {
      for (const auto& move : graph.moves(s)) {
        ASSERT_TRUE(check.enabled(graph.state(s), move.joint));
        ASSERT_GE(check.outcome_bound(graph.state(s), move.joint, 1'000'000), move.outcomes.size());
        for (explicit_state::StateIndex t = 0; t < graph.size(); ++t) {
          bool outcome = std::binary_search(move.outcomes.begin(), move.outcomes.end(), t);
          ASSERT_EQ(check.leads(graph.state(s), move.joint, graph.state(t)), outcome) << "seed " << seed;
          ++(outcome ? steps : refused);
        }
      }
    }
  }
  EXPECT_GT(steps, 1000u);
  EXPECT_GT(refused, 1000u);
}

TEST(ActionBetween, IsTheFirstThatLeadsThere) {
  std::size_t found = 0;
  std::size_t none = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    ModelOptions options;
    options.state_space = 40;
    std::unique_ptr<Subject> subject = Subject::load(random_model(seed, options).draft.text());
    ASSERT_TRUE(subject);
    const explicit_state::Graph& graph = subject->graph();
    model::SymbolicModel system(subject->model());
    EnumeratedRun run(*subject);
    const enumerate::Space& listed = run.labelling(subject->model().pool.truth(true)).space();
    for (explicit_state::StateIndex s = 0; s < graph.size(); ++s) {
      for (explicit_state::StateIndex t = 0; t < graph.size(); ++t) {
        auto leads = [&](const auto& move) {
          return std::binary_search(move.outcomes.begin(), move.outcomes.end(), t);
        };
        auto first = std::find_if(graph.moves(s).begin(), graph.moves(s).end(), leads);
        auto joint = witness::action_between(system, graph.state(s), graph.state(t));
        ASSERT_EQ(joint.has_value(), first != graph.moves(s).end()) << "seed " << seed;
        if (joint) {
          ASSERT_EQ(*joint, first->joint) << "seed " << seed;
        }
        ASSERT_EQ(witness::action_between(listed, graph.state(s), graph.state(t)), joint) << "seed " << seed;
        ++(joint ? found : none);
      }
    }
  }
  EXPECT_GT(found, 500u);
  EXPECT_GT(none, 1000u);
}

}  // namespace
}  // namespace gnomon::test
