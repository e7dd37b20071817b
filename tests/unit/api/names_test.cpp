#include <gtest/gtest.h>

#include "gnomon/simulation.h"
#include "models.h"

namespace gnomon::api {
namespace {

TEST(ModelNames, InOrderOfDeclaration) {
  ModelNames names = Simulation("light", light("true;")).names();
  ASSERT_EQ(names.agents.size(), 2u);
  EXPECT_EQ(names.agents[0].name, "Environment");
  EXPECT_EQ(names.agents[0].actions, (std::vector<std::string>{"switch", "wait"}));
  ASSERT_EQ(names.agents[1].variables.size(), 1u);
  EXPECT_EQ(names.agents[1].variables[0].name, "busy");
  EXPECT_EQ(names.agents[1].variables[0].values, (std::vector<std::string>{"false", "true"}));
  EXPECT_EQ(names.propositions, (std::vector<std::string>{"lit", "busy"}));
  EXPECT_EQ(names.groups, std::vector<std::string>{"g"});
}

TEST(ModelNames, LongRangesAreNotListed) {
  ModelNames names = Simulation("counter", counter("99", "true;")).names();
  ASSERT_EQ(names.agents.size(), 1u) << "the environment is not declared";
  EXPECT_EQ(names.agents[0].variables[0].values.size(), 100u);
  names = Simulation("counter", counter("100", "true;")).names();
  EXPECT_TRUE(names.agents[0].variables[0].values.empty());
  EXPECT_THROW(Simulation("wrong", "Agent").names(), UsageError);
}

}  // namespace
}  // namespace gnomon::api
