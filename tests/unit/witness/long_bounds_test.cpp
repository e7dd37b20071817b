// Bounds that are larger than a path can be long, and values of parameters none of which is large enough: paths with a
// stretch that is walked more than once.
#include <gtest/gtest.h>

#include "explained.h"
#include "explicit/replay.h"
#include "logic/parameters.h"
#include "witness/repeat.h"

namespace gnomon::witness {
namespace {

using explicit_state::Witness;
using explicit_state::WitnessPath;

// Nothing ever has to happen, but on fair paths it does.
const std::string kFairLamp = kLamp + std::string("Fairness lit; end Fairness ") + kEnd;

const WitnessPath* with_stretch(const Witness& witness) {
  for (const WitnessPath& path : witness.paths) {
    if (path.stretch) return &path;
  }
  return nullptr;
}

TEST(LongBounds, PathsGoRound) {
  Explained lamp(kLamp + kEnd);
  Explained fair(kFairLamp);
  for (const char* text : {"EG<=100000 !lit", "AF<=100000 lit", "A(true U<=100000 lit)",
                           "EG[3,4611686018427387904] !lit", "EX EG<=100000 !lit", "AG (!tired -> AF<=100000 lit)"}) {
    for (Explained* model : {&lamp, &fair}) {
      const Explanation found = model->explain(text);
      ASSERT_TRUE(found.witness) << text << ": " << found.reason;
      const WitnessPath* path = with_stretch(*found.witness);
      ASSERT_NE(path, nullptr) << text;
      EXPECT_GE(path->states.size() + path->stretch->added_steps(), 100'000u) << text;
      EXPECT_LE(path->states.size(), 10u) << text;
    }
  }
}

TEST(LongBounds, AnUntilMayFailEarly) {
  Explained lamp(kLamp + kEnd);
  const Explanation found = lamp.explain("A(!tired U<=100000 lit)");
  ASSERT_TRUE(found.witness) << found.reason;
  EXPECT_EQ(with_stretch(*found.witness), nullptr);
  EXPECT_EQ(found.witness->paths.front().states.size(), 4u);
}

TEST(LongBounds, OfPathFormulasAreMetForEverOrSoon) {
  Explained lamp(kLamp + kEnd);
  for (const char* text : {"LTL F<=100000 lit", "LTL G (!tired -> F<=4611686018427387904 tired)",
                           "CTL* E (G<=100000 !lit and F<=100000 tired)", "LDL <true{0,100000}>lit",
                           "LTL !(!lit U[90000,100000] lit)", "LTL X (!tired W<=100000 lit)"}) {
    const Explanation found = lamp.explain(text);
    EXPECT_TRUE(found.witness) << text << ": " << found.reason;
  }
}

// The bounds can neither be met soon nor last for ever, so that a stretch is walked more than once: found at smaller
// numbers, or by counting where there are several.
TEST(LongBounds, OfPathFormulasThatNeedLongPaths) {
  Explained lamp(kLamp + kEnd);
  Explained fair(kFairLamp);
  const std::vector<std::pair<const char*, std::uint64_t>> cases{
      {"CTL* E (G<=20000 !lit and F lit)", 20'001},
      {"CTL* A (G<=20000 !lit -> G !lit)", 20'001},
      {"LTL !((!lit) U[9000,10000] lit)", 9'000},
      {"CTL* E X[5000] (!lit and X lit)", 5001},
      {"CTL*f E (G<=20000 !lit and F lit)", 20'001},
      {"CTL* E (G<=300 !lit and F (tired and G<=900 !lit and F lit))", 903},
      {"CTL* E (G<=300 (!lit and !tired) and F (tired and !lit and G<=900 !lit and F lit))", 1202}};
  for (const auto& [text, least] : cases) {
    for (Explained* model : {&lamp, &fair}) {
      const Explanation found = model->explain(text);
      ASSERT_TRUE(found.witness) << text << ": " << found.reason;
      const WitnessPath* path = with_stretch(*found.witness);
      ASSERT_NE(path, nullptr) << text;
      EXPECT_GE(path->states.size() + path->stretch->added_steps(), least) << text;
      EXPECT_LE(path->states.size(), 400u) << text;
    }
  }
}

// A counter has no steps that could be repeated: all of its states are listed.
TEST(LongBounds, PathsThatRepeatNothingAreListed) {
  Explained counter(
      "Agent Environment Vars: x : 0..3000; end Vars Actions = {up}; Protocol: Other: {up}; end Protocol "
      "Evolution: x = x + 1 if x < 3000; end Evolution end Agent "
      "Evaluation full if Environment.x = 3000; end Evaluation InitStates Environment.x = 0; end InitStates " +
      kEnd);
  for (const char* text : {"CTL* E (G<=2999 !full and F full)", "LTL G<=2999 !full -> G !full"}) {
    const Explanation found = counter.explain(text);
    ASSERT_TRUE(found.witness) << text << ": " << found.reason;
    EXPECT_EQ(found.witness->paths.front().states.size(), 3001u) << text;
    EXPECT_EQ(with_stretch(*found.witness), nullptr) << text;
  }
}

TEST(LongBounds, ForgedLassosAreRejected) {
  Explained lamp(kLamp + kEnd);
  const std::string text = "CTL* E ((!lit) U[100001] lit)";
  const logic::Formula formula = lamp.formula(text);
  const Explanation found = lamp.explain(text);
  ASSERT_TRUE(found.witness) << found.reason;
  auto rejects = [&](auto&& change) {
    Witness forged = *found.witness;
    change(forged.paths.front());
    EXPECT_THROW(
        explicit_state::replay(explicit_state::Interpreter(*lamp.model), lamp.model->pool, formula, true, forged),
        explicit_state::ReplayError);
  };
  rejects([](WitnessPath& path) { ++*path.stretch->times; });
  rejects([](WitnessPath& path) { --*path.stretch->times; });
  rejects([](WitnessPath& path) { path.stretch.reset(); });
  rejects([](WitnessPath& path) { path.stretch->times.reset(); });
  rejects([](WitnessPath& path) { path.stretch->to = path.states.size() - 1; });
  rejects([](WitnessPath& path) { path.stretch->times = std::uint64_t{1} << 40; });
}

TEST(LongBounds, AreTold) {
  Explained lamp(kLamp + kEnd);
  const std::string text = lamp.text("EG<=100000 !lit");
  EXPECT_NE(text.find("for 100000 steps !lit is true"), std::string::npos) << text;
  EXPECT_NE(text.find("the 1 step since s0 is repeated 99999 times"), std::string::npos) << text;
}

TEST(LongBounds, ForgeriesAreRejected) {
  Explained lamp(kLamp + kEnd);
  const logic::Formula formula = lamp.formula("EG<=100000 !lit");
  const Explanation found = lamp.explain("EG<=100000 !lit");
  ASSERT_TRUE(found.witness);
  auto rejects = [&](auto&& change) {
    Witness forged = *found.witness;
    change(forged.paths.front());
    EXPECT_THROW(
        explicit_state::replay(explicit_state::Interpreter(*lamp.model), lamp.model->pool, formula, true, forged),
        explicit_state::ReplayError);
  };
  rejects([](WitnessPath& path) { ++*path.stretch->times; });
  rejects([](WitnessPath& path) { --*path.stretch->times; });
  rejects([](WitnessPath& path) { path.stretch.reset(); });
  rejects([](WitnessPath& path) { path.stretch->to = path.states.size(); });
  rejects([](WitnessPath& path) { path.stretch->to = path.stretch->from; });
  rejects([](WitnessPath& path) { path.stretch->times = ~std::uint64_t{0}; });
}

// At x = 8, with a stretch that makes it false at larger values.
TEST(Repeatable, WhereNoValueIsLargeEnough) {
  Explained fair(kFairLamp);
  for (const char* text : {"AF<=x lit", "LTL F<=x lit", "LTL G (!lit -> F<=x lit)", "AG (!tired -> AF<=x lit)",
                           "LDL [true*](!lit -> <true*><=x lit)"}) {
    const logic::Formula open = fair.formula(text);
    const std::vector<logic::ParameterValue> values{{fair.model->pool.intern("x"), 8}};
    Explanation found = fair.explain(std::string(text).replace(std::string(text).find("<=x"), 3, "<=8"));
    ASSERT_TRUE(found.witness) << text << ": " << found.reason;
    EXPECT_TRUE(
        mark_repeatable(explicit_state::Interpreter(*fair.model), fair.model->pool, open, values, *found.witness))
        << text;
    const WitnessPath* path = with_stretch(*found.witness);
    ASSERT_NE(path, nullptr) << text;
    EXPECT_FALSE(path->stretch->times) << text;
    EXPECT_NE(render_text(*fair.model, *found.witness, {}).find("can be repeated as often as one likes"),
              std::string::npos);
  }
}

TEST(Repeatable, NotWhereALargerValueWillDo) {
  Explained stairs(
      "Agent Environment Vars: x : 0..3; end Vars Actions = {up}; Protocol: Other: {up}; end Protocol "
      "Evolution: x = x + 1 if x < 3; end Evolution end Agent "
      "Evaluation three if Environment.x = 3; end Evaluation InitStates Environment.x = 0; end InitStates " +
      kEnd);
  const logic::Formula open = stairs.formula("AF<=x three");
  const std::vector<logic::ParameterValue> values{{stairs.model->pool.intern("x"), 2}};
  Explanation found = stairs.explain("AF<=2 three");
  ASSERT_TRUE(found.witness);
  EXPECT_FALSE(
      mark_repeatable(explicit_state::Interpreter(*stairs.model), stairs.model->pool, open, values, *found.witness));
}

}  // namespace
}  // namespace gnomon::witness
