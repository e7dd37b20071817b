// The work behind the studio: its verdicts are those of the facade, a walk can be carried on from its recording, and no
// request brings it down.
#include "serve/worker.h"

#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <sstream>

namespace gnomon::serve {
namespace {

std::string example(const std::string& name) {
  std::ifstream file(std::string(GNOMON_SOURCE) + "/examples/" + name + ".ispl");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_FALSE(text.str().empty()) << name;
  return text.str();
}

struct Said {
  bool good = false;
  std::vector<Json> events;
  std::vector<Json> of(const std::string& kind) const {
    std::vector<Json> found;
    for (const Json& event : events) {
      if (event.at("event") == kind) found.push_back(event);
    }
    return found;
  }
};

Said ask(const std::string& verb, const Json& request) {
  Said said;
  WorkLimits limits;
  limits.seconds = 30;
  said.good = work(verb, request.dump(), limits, [&](const Json& event) { said.events.push_back(event); });
  return said;
}

TEST(Worker, VerdictsAreThoseOfTheFacade) {
  for (const char* name : {"tutorial", "bit_transmission", "card_game", "software_development", "muddy_children"}) {
    for (const char* engine : {"auto", "diagrams", "explicit", "ic3", "bounded"}) {
      std::string text = example(name);
      api::Run run("model.ispl", text);
      std::vector<api::FormulaResult> expected = run.check_all();
      Said said = ask("check", {{"text", text}, {"engine", engine}});
      EXPECT_TRUE(said.good) << name << " " << engine;
      std::vector<Json> verdicts = said.of("verdict");
      ASSERT_EQ(verdicts.size(), expected.size()) << name << " " << engine;
      for (const Json& verdict : verdicts) {
        const Json& formula = verdict.at("formula");
        if (formula.at("verdict") == "unknown") continue;  // not every engine decides everything
        bool holds = expected[formula.at("index").get<std::size_t>() - 1].verdict == api::Verdict::True;
        EXPECT_EQ(formula.at("verdict"), holds ? "true" : "false") << name << " " << engine << " " << formula;
      }
      EXPECT_EQ(said.events.back().at("event"), "done");
    }
  }
}

TEST(Worker, ProofsDoNotWorkOutTheStates) {
  const Json request = {{"text", example("tutorial")}, {"engine", "ic3"}, {"formulas", {2, 5}}};
  const Said said = ask("check", request);
  const std::vector<Json> verdicts = said.of("verdict");
  ASSERT_EQ(verdicts.size(), 2u);
  EXPECT_EQ(verdicts[0].at("formula").at("verdict"), "true");
  EXPECT_EQ(verdicts[0].at("formula").at("basis"), "induction");
  EXPECT_EQ(verdicts[1].at("formula").at("verdict"), "false");
  EXPECT_FALSE(said.events.back().at("document").at("model").contains("reachable_states"));
}

TEST(Worker, ExplanationsHaveWitnesses) {
  Said said = ask("explain", {{"text", example("tutorial")}, {"formulas", {5}}});
  ASSERT_EQ(said.of("explanation").size(), 1u);
  const Json event = said.of("explanation").front();
  EXPECT_EQ(event.at("formula").at("verdict"), "false");
  EXPECT_FALSE(event.at("formula").at("witness").at("paths").empty());
  EXPECT_NE(event.at("text").get<std::string>().find("is false in"), std::string::npos);
  // The witness is a walk.
  Said walk = ask("walk", {{"text", example("tutorial")}, {"record", event.at("formula").at("witness")}});
  ASSERT_TRUE(walk.good);
  EXPECT_EQ(walk.events.back().at("states").size(), event["formula"]["witness"]["paths"][0]["states"].size());
}

TEST(Worker, WalksGoOnFromTheirRecording) {
  std::string text = example("bit_transmission");
  Json record = "";
  std::size_t steps = 0;
  Said begun = ask("walk", {{"text", text}});
  if (begun.events.back().contains("initial")) begun = ask("walk", {{"text", text}, {"do", "start"}, {"initial", 1}});
  ASSERT_TRUE(begun.good);
  record = begun.events.back().at("record");
  for (; steps < 5; ++steps) {
    Said said = ask("walk", {{"text", text}, {"record", record}, {"do", "random"}, {"steps", 1}, {"seed", steps}});
    ASSERT_TRUE(said.good) << said.events.back();
    EXPECT_EQ(said.events.back().at("states").size(), steps + 2);
    EXPECT_EQ(said.events.back().at("position"), steps + 1);
    record = said.events.back().at("record");
  }
  Said back = ask("walk", {{"text", text}, {"record", record}, {"do", "jump"}, {"index", 2}});
  EXPECT_EQ(back.events.back().at("position"), 2);
  EXPECT_FALSE(ask("walk", {{"text", text}, {"record", record}, {"do", "jump"}, {"index", 99}}).good);
}

TEST(Worker, SweepsHaveARowForEachValue) {
  std::string text = example("parametric/card_game");
  Said said = ask("sweep", {{"text", text}, {"parameter", "N"}, {"values", {"2", "3", "99"}}});
  ASSERT_TRUE(said.good);
  std::vector<Json> rows = said.of("row");
  ASSERT_EQ(rows.size(), 3u);
  api::RunOptions options;
  options.parameters = {{"N", "3"}};
  api::Run run("model.ispl", text, options);
  run.build();
  EXPECT_EQ(rows[1].at("states"), *run.facts().reachable_states);
  EXPECT_TRUE(rows[2].contains("problem")) << "99 is no value of N";
}

TEST(Worker, LanguageAndDiagnostics) {
  std::string wrong = "Agent A\n  Vars: x : boolean end Vars\nend Agent\n";
  Said read = ask("read", {{"text", wrong}});
  ASSERT_TRUE(read.good);
  EXPECT_TRUE(read.events.back().at("errors").get<bool>());
  EXPECT_FALSE(read.events.back().at("diagnostics").empty());
  Said hover = ask(
      "language", {{"text", example("tutorial")}, {"method", "hover"}, {"position", {{"line", 16}, {"character", 5}}}});
  ASSERT_TRUE(hover.good);
  EXPECT_NE(hover.events.back().dump().find("boolean"), std::string::npos) << "lamp is a boolean";
  Said plain = ask("elaborate", {{"text", example("parametric/card_game")}, {"parameters", {{"N", "3"}}}});
  EXPECT_EQ(plain.events.back().at("text").get<std::string>().find("Constants"), std::string::npos);
}

TEST(Worker, NonsenseIsToldAsSuch) {
  std::string text = example("tutorial");
  const std::vector<std::pair<std::string, Json>> wrong = {
      {"nothing", {{"text", text}}},
      {"check", Json::array()},
      {"check", {{"text", 7}}},
      {"check", {{"text", text}, {"engine", "steam"}}},
      {"check", {{"text", text}, {"formulas", {99}}}},
      {"check", {{"text", text}, {"formulas", {"AG ("}}}},
      {"check", {{"text", text}, {"formulas", "all"}}},
      {"check", {{"text", text}, {"engine", "sat"}, {"bound", -1}}},
      {"check", {{"text", text}, {"parameters", {1, 2}}}},
      {"check", {{"text", "Agent"}}},
      {"explain", {{"text", text}}},
      {"sweep", {{"text", text}}},
      {"sweep", {{"text", text}, {"parameter", "N"}, {"values", Json::array()}}},
      {"walk", {{"text", text}, {"do", "fly"}}},
      {"walk", {{"text", text}, {"record", "gnomon walk 1\nnonsense"}}},
      {"walk", {{"text", text}, {"record", {{"states", 5}}}}},
      {"walk", {{"text", text}, {"do", "step"}, {"number", "1000000"}}},
      {"graph", {{"text", text}, {"limit", 100000000}}},
      {"language", {{"text", text}, {"method", "hover"}, {"position", {{"line", "x"}}}}},
  };
  for (const auto& [verb, request] : wrong) {
    Said said = ask(verb, request);
    EXPECT_FALSE(said.good) << verb << request;
    ASSERT_FALSE(said.events.empty());
    EXPECT_EQ(said.events.back().at("event"), "error");
    EXPECT_EQ(said.events.back().at("message").get<std::string>().find("internal error"), std::string::npos)
        << said.events.back();
  }
}

// Requests with random damage: an answer or a sentence, and never a bug.
TEST(Worker, DamagedRequests) {
  std::string text = example("tutorial");
  std::mt19937 random(7);
  for (const Verb& verb : verbs()) {
    const std::string good = Json{
        {"text", text},
        {"formulas", {1}},
        {"parameter", "N"},
        {"values", {"1"}},
        {"method", "completion"},
        {"position", {{"line", 3}, {"character", 4}}},
        {"record", "gnomon walk 1"},
        {"do", "random"}}.dump();
    for (int round = 0; round < 40; ++round) {
      std::string damaged = good;
      for (int i = 0; i < 3; ++i) damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
      if (round % 4 == 0) damaged.resize(random() % damaged.size());
      WorkLimits limits;
      limits.seconds = 5;
      work(verb.name, damaged, limits, [&](const Json& event) {
        EXPECT_EQ(event.dump(-1, ' ', false, Json::error_handler_t::replace).find("internal error"), std::string::npos)
            << verb.name << "\n"
            << event << "\n"
            << damaged;
      });
    }
  }
}

}  // namespace
}  // namespace gnomon::serve
