// The choice of clusters: the image stays the same, and an attempt that costs too much is given up.
#include "model/cluster_trial.h"

#include <gtest/gtest.h>
#include <string>

#include "model/symbolic_model.h"
#include "models.h"

namespace gnomon::model {
namespace {

// Numbers that take over the value of another one, x(i) that of x(factor * i + 1): with the factor 1 a chain, of which
// a diagram remembers little; with others everything is tied to everything.
std::string numbers(std::size_t count, std::size_t factor) {
  std::string vars, evolution, initial;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string x = "x" + std::to_string(i);
    const std::string other = "x" + std::to_string((factor * i + 1) % count);
    vars += "    " + x + " : 0 .. 7;\n";
    evolution += "    " + x + " = " + other + " if Action = a or " + x + " < " + other + ";\n";
    initial += (i == 0 ? "Ag." : " and Ag.") + x + (i % 2 == 0 ? " < 3" : " > 4");
  }
  return test::one_agent(vars, evolution, initial, "{a, b}", "", "SingleAssignment");
}

// The relation of a model in one piece, apart from the one that the model uses.
Transition conjunctive(SymbolicModel& model) {
  std::vector<Conjunct> conjuncts = model.evolution();
  for (const bdd::Bdd& protocol : model.protocols()) conjuncts.push_back({protocol, {}});
  return Transition(model.source(), model.encoding(), conjuncts, TransitionShape::Conjunctive);
}

TEST(ClusterTrial, ASingleClusterThatCostsLessIsKept) {
  auto subject = test::interpret_or_fail(numbers(18, 1));
  SymbolicModel model(subject->model);
  Transition transition = conjunctive(model);
  const std::size_t clusters = transition.clusters();
  ASSERT_GT(clusters, 1u);
  const StateSet image = transition.image(model.initial());
  const StateSet preimage = transition.preimage(image);
  ClusterTrial trial(transition);
  trial.image_taken(model.initial(), 1000);
  EXPECT_EQ(transition.clusters(), clusters) << "little work is no reason to try";
  trial.image_taken(model.initial(), 1'000'000'000);
  EXPECT_EQ(transition.clusters(), 1u);
  EXPECT_EQ(transition.image(model.initial()), image);
  EXPECT_EQ(transition.preimage(image), preimage);
  EXPECT_FALSE(model.manager().work_limit());
}

TEST(ClusterTrial, AnAttemptThatCostsTooMuchIsGivenUp) {
  auto subject = test::interpret_or_fail(numbers(20, 3));
  SymbolicModel model(subject->model);
  Transition transition = conjunctive(model);
  const std::size_t clusters = transition.clusters();
  ASSERT_GT(clusters, 1u);
  const StateSet image = transition.image(model.initial());
  const std::uint64_t before = model.manager().work();
  ClusterTrial trial(transition);
  trial.image_taken(model.initial(), 300'000);
  EXPECT_EQ(transition.clusters(), clusters);
  EXPECT_LT(model.manager().work() - before, 300'000u);
  EXPECT_EQ(transition.image(model.initial()), image);
  EXPECT_FALSE(model.manager().work_limit());
}

TEST(ClusterTrial, ALimitOfTheWholeRunRemains) {
  auto subject = test::interpret_or_fail(numbers(20, 3));
  SymbolicModel model(subject->model);
  Transition transition = conjunctive(model);
  const std::uint64_t limit = model.manager().work() + 20'000;
  model.manager().set_work_limit(limit);
  ClusterTrial trial(transition);
  EXPECT_THROW(trial.image_taken(model.initial(), 1'000'000'000), LimitReached);
  EXPECT_EQ(model.manager().work_limit(), limit);
}

}  // namespace
}  // namespace gnomon::model
