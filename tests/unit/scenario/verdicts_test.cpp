// Small instances of every scenario against the explicit-state oracle: they load without a single complaint, have the
// number of states that the registry claims, and the verdicts that their comments claim.
#include <gtest/gtest.h>
#include <ostream>

#include "explicit/evaluate.h"
#include "loaded.h"
#include "scenario/scenario.h"

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

// What a failure shows instead of bytes.
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
  if (const auto states = known_states(family, instance.values)) {
    EXPECT_EQ(BigInt(static_cast<unsigned long>(graph.size())), *states);
  }
  explicit_state::Evaluator evaluator(graph);
  for (const ispl::Formula& formula : loaded.model->formulas) {
    const auto expected = loaded.expected(formula);
    ASSERT_TRUE(expected) << formula.text;
    if (is_observational(formula)) {
      EXPECT_EQ(evaluator.verdict(formula.property.formula), *expected) << formula.text;
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
    const auto states = known_states(*find_scenario(instance.name), instance.values);
    ASSERT_TRUE(states);
    EXPECT_EQ(BigInt(static_cast<unsigned long>(graph.size())), *states) << title(instance);
  }
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
