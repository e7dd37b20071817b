#include "gnomon/json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "models.h"

namespace gnomon::api {
namespace {

using nlohmann::json;

TEST(Json, OfARun) {
  ModelRun run("light", light("EF lit; AG lit; K(Robot, lit);"));
  std::vector<FormulaResult> results = run.check_all();
  run.explain(results[0]);
  std::string text = to_json(run, results);
  EXPECT_EQ(text.back(), '\n');
  json document = json::parse(text);
  EXPECT_EQ(document["file"], "light");
  EXPECT_EQ(document["model"]["reachable_states"], "3");
  ASSERT_EQ(document["formulas"].size(), 3u);
  EXPECT_EQ(document["formulas"][0]["verdict"], "true");
  EXPECT_EQ(document["formulas"][1]["verdict"], "false");
  EXPECT_EQ(document["formulas"][0]["witness"], json::parse(to_json(*results[0].witness)));
  EXPECT_FALSE(document["formulas"][1].contains("witness"));
  EXPECT_FALSE(document["model"].contains("agent_list"));
  EXPECT_TRUE(json::parse(to_json(run, {}, JsonDetail::Info))["model"].contains("agent_list"));
}

TEST(Json, OfErrors) {
  ModelRun run("wrong", "Agent");
  json document = json::parse(to_json(run, {}, JsonDetail::Formulas, {"there is no formula 7"}));
  EXPECT_FALSE(document.contains("model"));
  EXPECT_TRUE(document["formulas"].empty());
  EXPECT_EQ(document["diagnostics"].front()["severity"], "error");
  EXPECT_EQ(document["diagnostics"].back()["message"], "there is no formula 7");
  document = json::parse(unreadable_to_json("nowhere", "cannot read nowhere"));
  EXPECT_EQ(document["file"], "nowhere");
  EXPECT_EQ(document["diagnostics"][0]["message"], "cannot read nowhere");
}

TEST(Json, ReplacesWhatIsNoUnicode) {
  json document = json::parse(unreadable_to_json("a\xff", "b"));
  EXPECT_EQ(document["file"], "a\xef\xbf\xbd");
}

TEST(Json, OfAGraph) {
  GraphOptions options;
  options.agents = {"Robot"};
  json document = json::parse(to_json(state_graph("light", light("true;"), options), "light"));
  EXPECT_EQ(document["states"].size(), 3u);
  EXPECT_EQ(document["initial"], json::array({0}));
  EXPECT_EQ(document["edges"][0]["from"], 0);
  EXPECT_EQ(document["epistemic"][0]["agent"], "Robot");
}

}  // namespace
}  // namespace gnomon::api
