// The registry and the reading of arguments.
#include "scenario/scenario.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <utility>

#include "ispl/load.h"
#include "scenario/model_file.h"

namespace gnomon::scenario {
namespace {

std::string only_error(std::string_view name, const std::vector<std::string>& arguments,
                       const GenerateOptions& options = {}) {
  const Generated g = generate(name, arguments, options);
  EXPECT_TRUE(g.text.empty());
  EXPECT_EQ(g.errors.size(), 1u);
  return g.errors.empty() ? "" : g.errors.front();
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

TEST(Registry, NamesAreDistinctAndDescriptionsComplete) {
  std::set<std::string> names;
  for (const Scenario& s : scenarios()) {
    EXPECT_TRUE(names.insert(s.name).second) << s.name;
    EXPECT_FALSE(s.description.empty());
    EXPECT_FALSE(s.specifications.empty());
    for (const Parameter& p : s.parameters) {
      EXPECT_LE(p.low, p.standard) << s.name << " " << p.name;
      EXPECT_LE(p.standard, p.high) << s.name << " " << p.name;
      EXPECT_FALSE(p.meaning.empty());
      EXPECT_TRUE(contains(describe(s), p.meaning));
    }
    EXPECT_EQ(find_scenario(s.name), &s);
  }
  EXPECT_EQ(names.size(), 10u);
}

// What is read from the text of a model agrees with what its parametric model says.
TEST(Registry, ParametersAreThoseOfTheModel) {
  for (const Scenario& s : scenarios()) {
    Diagnostics diagnostics;
    const Source source(s.name, std::string(s.source));
    const auto model = ispl::load_model(source, {}, diagnostics);
    ASSERT_TRUE(model) << s.name;
    ASSERT_EQ(model->parameters.size(), s.parameters.size()) << s.name;
    for (std::size_t i = 0; i < s.parameters.size(); ++i) {
      EXPECT_EQ(model->parameters[i].name, s.parameters[i].name);
      EXPECT_EQ(model->parameters[i].type,
                std::to_string(s.parameters[i].low) + ".." + std::to_string(s.parameters[i].high));
      EXPECT_EQ(model->parameters[i].standard, std::to_string(s.parameters[i].standard));
    }
    // A formula before the first specification, or without a verdict, would be lost.
    const ModelFile file = read_model_file(s.source);
    for (const ispl::Formula& formula : model->formulas) {
      EXPECT_GE(file.specification_at(formula.span.begin), 1) << s.name << " " << formula.text;
      EXPECT_TRUE(formula.expected) << s.name << " " << formula.text;
    }
    for (const Specification& one : s.specifications) EXPECT_FALSE(one.logics.empty()) << s.name << " " << one.meaning;
  }
}

TEST(ModelFile, IsReadFromComments) {
  const ModelFile file = read_model_file(
      "-- One\n-- sentence.\n--\n-- Not this.\nConstants\n  N : -1..7 = 2;  -- how many\n  M = 3;  -- no parameter\n"
      "end Constants\nFormulae\n  -- 1. First,\n  --    and more.\n  AG p;\n  -- just a remark\n  -- 2. Second.\n  "
      "p;\n");
  EXPECT_EQ(file.description, "One sentence.");
  ASSERT_EQ(file.parameters.size(), 1u);
  EXPECT_EQ(file.parameters[0].name, "N");
  EXPECT_EQ(file.parameters[0].low, -1);
  EXPECT_EQ(file.parameters[0].high, 7);
  EXPECT_EQ(file.parameters[0].standard, 2);
  EXPECT_EQ(file.parameters[0].meaning, "how many");
  ASSERT_EQ(file.specifications.size(), 2u);
  EXPECT_EQ(file.specifications[0].meaning, "First, and more.");
  EXPECT_EQ(file.specification_at(0), 0);
  EXPECT_EQ(file.specification_at(file.specifications[1].position), 2);
  EXPECT_EQ(file.specification_at(file.specifications[1].position - 1), 1);
}

TEST(Registry, DashesAndCaseDoNotMatterInNames) {
  EXPECT_EQ(find_scenario("Go-Back-N"), find_scenario("go_back_n"));
  EXPECT_NE(find_scenario("go_back_n"), nullptr);
  EXPECT_EQ(find_scenario("go_back_m"), nullptr);
}

TEST(Registry, LogicsAreReadInEveryUsualSpelling) {
  EXPECT_EQ(parse_logic("CTL"), Logic::Ctlk);
  EXPECT_EQ(parse_logic("ctlk"), Logic::Ctlk);
  EXPECT_EQ(parse_logic("ctl*"), Logic::CtlStarK);
  EXPECT_EQ(parse_logic("CTLStarK"), Logic::CtlStarK);
  EXPECT_EQ(parse_logic("LDLfK"), Logic::LdlfK);
  EXPECT_EQ(parse_logic("cdl*f"), Logic::CdlStarfK);
  EXPECT_EQ(parse_logic("CTL*KDelta"), Logic::Delta);
  EXPECT_EQ(parse_logic("recall"), Logic::Recall);
  EXPECT_EQ(parse_logic("TLA"), std::nullopt);
  EXPECT_EQ(parse_logic(""), std::nullopt);
}

TEST(Arguments, PositionalNamedAndPowersMeanTheSame) {
  const std::string text = generate("counter", {"1024"}).text;
  EXPECT_FALSE(text.empty());
  EXPECT_EQ(generate("counter", {"N=1024"}).text, text);
  EXPECT_EQ(generate("counter", {"n=2^10"}).text, text);
  const std::string window = generate("go_back_n", {"3", "4"}).text;
  EXPECT_EQ(generate("go_back_n", {"B=4", "3"}).text, window);
  EXPECT_NE(generate("go_back_n", {"4", "3"}).text, window);
}

TEST(Arguments, AbsentOnesHaveStandardValues) {
  EXPECT_EQ(generate("dining_cryptographers", {}).text, generate("dining_cryptographers", {"3"}).text);
}

TEST(Arguments, SpecialOnesAreNamedOnlyWhereTheyMatter) {
  EXPECT_TRUE(contains(generate("train_gate", {"type3=0"}).text, "gen train_gate trains=2 M=4 D=3 type=2\n"));
  EXPECT_TRUE(contains(generate("train_gate", {"type3=1"}).text, "gen train_gate trains=2 M=4 D=3 type=2 type3=1\n"));
}

TEST(Arguments, MistakesAreExplained) {
  EXPECT_TRUE(contains(only_error("dining_cryptogaphers", {}), "did you mean `dining_cryptographers`?"));
  EXPECT_TRUE(contains(only_error("muddy", {}), "did you mean `muddy_children`?"));
  EXPECT_TRUE(contains(only_error("xyz", {}), "there is no scenario `xyz`"));
  EXPECT_TRUE(contains(only_error("prisoners", {"2"}), "between 3 and"));
  EXPECT_TRUE(contains(only_error("prisoners", {"many"}), "`many` is not a value for N"));
  EXPECT_TRUE(contains(only_error("prisoners", {"2^70"}), "`2^70` is not a value for N"));
  EXPECT_TRUE(contains(only_error("prisoners", {"3", "4"}), "one argument too many"));
  EXPECT_TRUE(contains(only_error("prisoners", {"N=3", "n=4"}), "given twice"));
  EXPECT_TRUE(contains(only_error("prisoners", {"M=3"}), "has no parameter `M`"));
  EXPECT_TRUE(contains(only_error("counter", {"7"}), "must be even"));
  EXPECT_TRUE(contains(only_error("train_gate", {"2", "4", "5"}), "D must not be larger than M"));
  EXPECT_TRUE(contains(only_error("train_gate", {"3", "type1=2", "type3=2"}), "more than there are trains"));
  EXPECT_TRUE(contains(only_error("muddy_children", {"2", "3"}), "K must not be larger than N"));
  EXPECT_EQ(generate("train_gate", {"1", "2", "x", "9"}).errors.size(), 4u);
}

TEST(Arguments, SelectionsWithoutFormulasAreRefused) {
  GenerateOptions options;
  options.logic = Logic::Ltlk;
  EXPECT_TRUE(contains(only_error("delta_chain", {}, options), "not written in LTLK"));
  options.specification = 1;
  EXPECT_TRUE(contains(only_error("counter", {}, options), "specification 1 of counter"));
  options.specification = 9;
  EXPECT_TRUE(contains(only_error("counter", {}, options), "specifications 1 to 5, not 9"));
}

TEST(Text, IsAFunctionOfTheArguments) {
  for (const Scenario& s : scenarios()) EXPECT_EQ(generate(s.name, {}).text, generate(s.name, {}).text);
}

// Without its formulas the text does not depend on the selection, and every line of the selection is one of the whole.
TEST(Text, SelectionsOnlyDropFormulas) {
  const auto lines = [](const std::string& text) {
    std::vector<std::string> result;
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t end = text.find('\n', at);
      result.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    std::erase_if(result, [](const std::string& line) { return line.empty() || contains(line, "-- Made by"); });
    return result;
  };
  for (const Scenario& s : scenarios()) {
    const std::vector<std::string> whole = lines(scenario::generate(s.name, {}).text);
    for (int i = 1; i <= static_cast<int>(s.specifications.size()); ++i) {
      for (const Logic logic : s.specifications[static_cast<std::size_t>(i - 1)].logics) {
        GenerateOptions options;
        options.logic = logic;
        options.specification = i;
        const std::vector<std::string> part = lines(scenario::generate(s.name, {}, options).text);
        EXPECT_LT(part.size(), whole.size());
        auto at = whole.begin();
        for (const std::string& line : part) {
          at = std::find(at, whole.end(), line);
          ASSERT_NE(at, whole.end()) << s.name << " " << i << " " << logic_name(logic) << ": " << line;
          ++at;
        }
      }
    }
  }
}

TEST(KnownStates, GrowAsDescribed) {
  const auto states = [](std::string_view name, const Values& values) {
    return known_states(*find_scenario(name), values).value_or(BigInt(-1)).get_str();
  };
  EXPECT_EQ(states("dining_cryptographers", {10}), "45056");
  EXPECT_EQ(states("dining_cryptographers", {12}), "212992");
  EXPECT_EQ(states("dining_cryptographers", {15}), "2097152");
  EXPECT_EQ(states("iterated_cryptographers", {10}), "87040");
  EXPECT_EQ(states("iterated_cryptographers", {15}), "4096000");
  EXPECT_EQ(states("prisoners", {10}), "322107");
  EXPECT_EQ(states("delta_chain", {5, 1}), "7");
  EXPECT_EQ(states("go_back_n", {999, 999}), "-1");
}

TEST(Text, LinesStayReadable) {
  for (const std::string_view name : {"dining_cryptographers", "iterated_cryptographers"}) {
    for (int n = 3; n <= 30; n += 3) {
      const std::string text = generate(name, {std::to_string(n)}).text;
      std::size_t at = 0;
      while (at < text.size()) {
        const std::size_t end = text.find('\n', at);
        ASSERT_NE(end, std::string::npos);
        EXPECT_LT(end - at, 140u) << text.substr(at, end - at);
        at = end + 1;
      }
    }
  }
}

TEST(Text, OfLargeInstancesIsComplete) {
  for (const auto& [name, value] : {std::pair{"dining_cryptographers", "300"}, std::pair{"prisoners", "100"},
                                    std::pair{"counter", "2^20"}, std::pair{"bit_transmission", "10000"}}) {
    const Generated g = generate(name, {value});
    EXPECT_TRUE(g.ok());
    EXPECT_TRUE(g.text.ends_with("end Formulae\n")) << name;
  }
}

}  // namespace
}  // namespace gnomon::scenario
