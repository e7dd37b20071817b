#include <algorithm>
#include <gtest/gtest.h>

#include "gnomon/gnomon.h"
#include "models.h"

namespace gnomon::api {
namespace {

TEST(Scenarios, GenerateModelsThatLoad) {
  GeneratedModel model = generate("dining_cryptographers", {"N=3"}, "CTL", 1);
  ASSERT_TRUE(model.errors.empty());
  ModelRun run("generated", model.text);
  ASSERT_FALSE(run.has_errors());
  EXPECT_EQ(run.check(1).verdict, Verdict::True);
}

TEST(Scenarios, MistakesAreSentences) {
  EXPECT_EQ(generate("no_such_scenario", {}).errors.size(), 1u);
  EXPECT_EQ(generate("counter", {}, "no such logic").errors.size(), 1u);
  EXPECT_FALSE(generate("counter", {"1", "2", "3"}).errors.empty());
  EXPECT_TRUE(generate("counter", {"x"}).text.empty());
}

TEST(Scenarios, AreDescribed) {
  std::vector<std::string> list = describe_scenarios();
  EXPECT_TRUE(std::any_of(list.begin(), list.end(), [](const auto& text) { return text.starts_with("counter\n"); }));
}

TEST(ClosestName, SuggestsSlipsOnly) {
  EXPECT_EQ(closest_name("chek", {"check", "info"}), "check");
  EXPECT_EQ(closest_name("frobnicate", {"check", "info"}), "");
}

}  // namespace
}  // namespace gnomon::api
