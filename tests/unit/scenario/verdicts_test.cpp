// Small instances of every scenario against the explicit-state oracle: they load without a single complaint, have the
// number of states that the registry claims, and the verdicts that their comments claim.
#include <gtest/gtest.h>
#include <ostream>
#include <set>

#include "loaded.h"
#include "reference/evaluate.h"
#include "scenario/scenario.h"
#include "support/seeds.h"

namespace gnomon::scenario {
namespace {

struct Instance {
  std::string name;
  Values values;
};

std::vector<std::string> arguments(const Values& values) {
  std::vector<std::string> result;
  for (const std::int64_t value : values) result.push_back(std::to_string(value));
  return result;
}

// Parameters that are not given have their standard values.
Values completed(const Instance& instance) {
  Values values = instance.values;
  const std::vector<Parameter>& parameters = find_scenario(instance.name)->parameters;
  for (std::size_t i = values.size(); i < parameters.size(); ++i) values.push_back(parameters[i].standard);
  return values;
}

// What a failure shows instead of bytes.
// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest calls
void PrintTo(const Instance& instance, std::ostream* out) {
  *out << instance.name;
  for (const std::int64_t value : instance.values) *out << " " << value;
}

std::string title(const Instance& instance) {
  std::string result = instance.name;
  for (const std::int64_t value : instance.values) result += "_" + std::to_string(value);
  return result;
}

class Verdicts : public testing::TestWithParam<Instance> {};

TEST_P(Verdicts, AreThoseOfTheOracle) {
  const Instance& instance = GetParam();
  const Scenario& family = *find_scenario(instance.name);
  const Generated text = generate(instance.name, arguments(instance.values));
  ASSERT_TRUE(text.ok());
  Loaded loaded(instance.name, text.text);
  EXPECT_EQ(loaded.complaints, "");
  ASSERT_TRUE(loaded.model);

  const explicit_state::Interpreter interpreter(*loaded.model);
  const explicit_state::Graph graph(interpreter);
  EXPECT_EQ(graph.deadlock_count(), 0u);
  if (const auto states = known_states(family, completed(instance))) {
    EXPECT_EQ(BigInt(static_cast<unsigned long>(graph.size())), *states);
  }
  reference::Evaluator evaluator(graph);
  for (const ispl::Formula& formula : loaded.model->formulas) {
    const auto expected = loaded.expected(formula);
    ASSERT_TRUE(expected) << formula.text;
    if (is_observational(formula)) {
      EXPECT_EQ(evaluator.verdict(formula.property.formula), *expected) << formula.text;
    }
  }
}

// The parametric model itself, as `gnomon gen --source` shows it, has the same states, and the verdicts that it states.
TEST_P(Verdicts, OfTheSourceAreTheSame) {
  const Instance& instance = GetParam();
  const Scenario& family = *find_scenario(instance.name);
  const Values values = completed(instance);
  ispl::LoadOptions options;
  for (std::size_t i = 0; i < values.size(); ++i) {
    options.parameters.emplace_back(family.parameters[i].name, std::to_string(values[i]));
  }
  Diagnostics diagnostics;
  const Source source(instance.name, std::string(family.source));
  const auto model = ispl::load_model(source, options, diagnostics);
  ASSERT_TRUE(model);
  Loaded plain(instance.name, generate(instance.name, arguments(instance.values)).text);
  ASSERT_TRUE(plain.model);
  const explicit_state::Interpreter interpreter(*model);
  const explicit_state::Graph graph(interpreter);
  const explicit_state::Interpreter plain_interpreter(*plain.model);
  EXPECT_EQ(graph.size(), explicit_state::Graph(plain_interpreter).size());
  reference::Evaluator evaluator(graph);
  for (const ispl::Formula& formula : model->formulas) {
    ASSERT_TRUE(formula.expected) << formula.text;
    if (is_observational(formula)) {
      EXPECT_EQ(evaluator.verdict(formula.property.formula), *formula.expected) << formula.text;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Small, Verdicts,
    testing::Values(Instance{"dining_cryptographers", {3}}, Instance{"dining_cryptographers", {4}},
                    Instance{"dining_cryptographers", {5}}, Instance{"iterated_cryptographers", {3}},
                    Instance{"iterated_cryptographers", {4}}, Instance{"prisoners", {3}}, Instance{"prisoners", {4}},
                    Instance{"prisoners", {5}}, Instance{"counter", {2}}, Instance{"counter", {4}},
                    Instance{"counter", {6}}, Instance{"counter", {64}}, Instance{"bit_transmission", {1}},
                    Instance{"bit_transmission", {2}}, Instance{"bit_transmission", {5}}, Instance{"go_back_n", {1, 2}},
                    Instance{"go_back_n", {2, 2}}, Instance{"train_gate", {2, 4, 3, 1}},
                    Instance{"train_gate", {2, 4, 3, 2}}, Instance{"train_gate", {2, 4, 3, 3}},
                    Instance{"train_gate", {2, 3, 1, 1}}, Instance{"train_gate", {2, 3, 3, 2}},
                    Instance{"train_gate", {3, 3, 2, 3}}, Instance{"train_gate", {2, 4, 4, 1}},
                    Instance{"train_gate", {2, 4, 4, 2}}, Instance{"train_gate", {2, 10, 4, 2}},
                    Instance{"train_gate", {2, 4, 3, 1, 0, 1, 0, 1}}, Instance{"train_gate", {2, 4, 3, 1, 0, 0, 1, 1}},
                    Instance{"train_gate", {2, 4, 3, 2, 0, 0, 1, 1}}, Instance{"train_gate", {3, 4, 3, 1, 0, 1, 1}},
                    Instance{"chain", {1, 0}}, Instance{"chain", {5, 1}}, Instance{"chain", {6, 4}},
                    Instance{"delta_chain", {5, 1}}, Instance{"delta_chain", {3, 4}},
                    Instance{"muddy_children", {2, 1}}, Instance{"muddy_children", {3, 2}},
                    Instance{"muddy_children", {4, 1}}, Instance{"muddy_children", {4, 4}}),
    [](const testing::TestParamInfo<Instance>& parameter) { return title(parameter.param); });

TEST(Counts, OfLargerInstancesMatchTheRegistry) {
  for (const Instance& instance :
       {Instance{"dining_cryptographers", {6}}, Instance{"iterated_cryptographers", {6}}, Instance{"prisoners", {7}},
        Instance{"go_back_n", {2, 3}}, Instance{"train_gate", {3, 4, 3, 2}}, Instance{"muddy_children", {9, 3}}}) {
    Loaded loaded(instance.name, generate(instance.name, arguments(instance.values)).text);
    ASSERT_TRUE(loaded.model) << loaded.complaints;
    const explicit_state::Interpreter interpreter(*loaded.model);
    const explicit_state::Graph graph(interpreter);
    const auto states = known_states(*find_scenario(instance.name), completed(instance));
    ASSERT_TRUE(states);
    EXPECT_EQ(BigInt(static_cast<unsigned long>(graph.size())), *states) << title(instance);
  }
}

// The numbers of steps to the farthest state, as they were measured once.
TEST(Counts, OfStepsAreKnown) {
  const std::pair<Instance, std::size_t> known[] = {
      {{"dining_cryptographers", {4}}, 3}, {{"iterated_cryptographers", {5}}, 4}, {{"counter", {64}}, 31},
      {{"counter", {1000}}, 499},          {{"go_back_n", {1, 2}}, 20},           {{"go_back_n", {2, 2}}, 12},
      {{"train_gate", {2, 4, 3, 1}}, 12},  {{"train_gate", {2, 4, 3, 3}}, 10},    {{"train_gate", {2, 10, 4, 2}}, 17},
      {{"muddy_children", {6, 3}}, 6},     {{"bit_transmission", {3}}, 3},        {{"chain", {5, 1}}, 5},
      {{"delta_chain", {9, 3}}, 9}};
  for (const auto& [instance, depth] : known) {
    Loaded loaded(instance.name, generate(instance.name, arguments(instance.values)).text);
    ASSERT_TRUE(loaded.model) << loaded.complaints;
    const explicit_state::Interpreter interpreter(*loaded.model);
    EXPECT_EQ(explicit_state::Graph(interpreter).depth(), depth) << title(instance);
  }
}

// Every mixture of types, with the formulas of every train and every pair: two trains in every way, three trains with
// each set of types for the second and third.
TEST(TrainGate, MixturesHaveTheVerdictsTheyClaim) {
  std::set<bool> verdicts;
  const auto check = [&](std::int64_t trains, std::int64_t depth, std::int64_t type, const Values& others) {
    const Instance instance{"train_gate", {trains, 3, depth, type, others[0], others[1], others[2], 1}};
    GenerateOptions options;
    options.logic = Logic::Ctlk;
    Loaded loaded(title(instance), generate(instance.name, arguments(instance.values), options).text);
    EXPECT_EQ(loaded.complaints, "");
    ASSERT_TRUE(loaded.model);
    // One formula per train thrice, one per pair, three per ordered pair.
    EXPECT_EQ(loaded.model->formulas.size(), static_cast<std::size_t>(3 * trains + 7 * trains * (trains - 1) / 2));
    const explicit_state::Interpreter interpreter(*loaded.model);
    const explicit_state::Graph graph(interpreter);
    reference::Evaluator evaluator(graph);
    for (const ispl::Formula& formula : loaded.model->formulas) {
      const bool expected = loaded.expected(formula).value();
      verdicts.insert(expected);
      EXPECT_EQ(evaluator.verdict(formula.property.formula), expected) << title(instance) << ": " << formula.text;
    }
  };
  const auto types = static_cast<std::int64_t>(test::seeds(3));
  for (std::int64_t type = 1; type <= types; ++type) {
    for (const Values& other : {Values{1, 0, 0}, Values{0, 1, 0}, Values{0, 0, 1}}) {
      for (std::int64_t depth = 1; depth <= 3; ++depth) check(2, depth, type, other);
    }
    for (const Values& others :
         {Values{2, 0, 0}, Values{1, 1, 0}, Values{1, 0, 1}, Values{0, 2, 0}, Values{0, 1, 1}, Values{0, 0, 2}}) {
      check(3, 2, type, others);
    }
  }
  EXPECT_EQ(verdicts.size(), 2u);
}

// The types come in the order that the parameters have; a train of type 1 is the one with a variable `broken`.
TEST(TrainGate, TypesAreDealtOutFromTheEnd) {
  const std::string text = generate("train_gate", {"4", "4", "3", "3", "type1=1", "type2=1", "type3=1"}).text;
  Loaded loaded("train_gate", text);
  ASSERT_TRUE(loaded.model);
  const auto section = [&](int i) {
    const std::size_t begin = text.find("Agent Train__" + std::to_string(i));
    return text.substr(begin, text.find("end Agent", begin) - begin);
  };
  const auto type_of = [&](int i) {
    const std::string train = section(i);
    if (train.find("broken__1 : boolean") != std::string::npos) return 1;
    return train.find("break") != std::string::npos ? 2 : 3;
  };
  EXPECT_EQ((std::vector<int>{type_of(1), type_of(2), type_of(3), type_of(4)}), (std::vector<int>{3, 1, 2, 3}));
}

// What is about trains 1 and 2 only is a part of what is about all of them.
TEST(TrainGate, EveryTrainIncludesTheFirstTwo) {
  Loaded some("train_gate", generate("train_gate", {"3", "4", "3", "1", "type3=1"}).text);
  Loaded all("train_gate", generate("train_gate", {"3", "4", "3", "1", "type3=1", "every=1"}).text);
  ASSERT_TRUE(some.model && all.model);
  std::set<std::string> texts;
  for (const ispl::Formula& formula : all.model->formulas) texts.insert(formula.text);
  EXPECT_EQ(texts.size(), all.model->formulas.size());
  EXPECT_LT(some.model->formulas.size(), texts.size());
  for (const ispl::Formula& formula : some.model->formulas) EXPECT_TRUE(texts.contains(formula.text)) << formula.text;
}

// Every specification has a formula in every logic that it claims, and in no other.
TEST(Specifications, ComeInTheLogicsTheyClaim) {
  for (const Scenario& family : scenarios()) {
    for (int i = 1; i <= static_cast<int>(family.specifications.size()); ++i) {
      GenerateOptions options;
      options.specification = i;
      Loaded all(family.name, scenario::generate(family.name, {}, options).text);
      ASSERT_TRUE(all.model) << all.complaints;
      std::size_t sum = 0;
      for (const Logic logic : family.specifications[static_cast<std::size_t>(i - 1)].logics) {
        options.logic = logic;
        Loaded one(family.name, scenario::generate(family.name, {}, options).text);
        ASSERT_TRUE(one.model);
        // Some variables matter to other specifications only; propositions and groups come as needed.
        EXPECT_EQ(one.complaints.find("unused-proposition"), std::string::npos) << one.complaints;
        EXPECT_GE(one.model->formulas.size(), 1u) << family.name << " " << i << " " << logic_name(logic);
        sum += one.model->formulas.size();
      }
      EXPECT_EQ(all.model->formulas.size(), sum) << family.name << " " << i;
    }
  }
}

}  // namespace
}  // namespace gnomon::scenario
