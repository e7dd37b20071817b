// Texts that are too deep, too large or no texts at all: diagnostics or a model, never anything worse.
#include <random>

#include "random_model.h"
#include "support.h"

namespace gnomon::ispl::test {
namespace {

constexpr std::size_t kDeep = 100000;

TEST(Robustness, ReadsDeeplyNestedConditions) {
  for (auto [open, core, close] : {std::tuple<const char*, const char*, const char*>{"(", "b", ")"},
                                   {"!", "b", ""},
                                   {"~(", "b", ")"},
                                   {"(b and ", "b", ")"},
                                   {"b -> ", "b", ""},
                                   {"(x = 1 or !", "b", ")"},
                                   {"b and ", "b", ""}}) {
    Template t;
    t.protocol = repeated(open, kDeep) + core + repeated(close, kDeep) + " : {go};";
    Loaded first(t.text());
    ASSERT_TRUE(first.model) << open;
    Loaded second(print_model(*first.model));
    ASSERT_TRUE(second.model) << open;
    EXPECT_TRUE(same_model(*first.model, *second.model)) << open;
  }
}

TEST(Robustness, ReadsDeeplyNestedValues) {
  Template t;
  t.evolution = repeated("(", kDeep) + "x = " + repeated("-(", kDeep) + "x" + repeated(")", 2 * kDeep) + " if b;";
  Loaded loaded(t.text());
  ASSERT_TRUE(loaded.model);
  Loaded again(print_model(*loaded.model));
  ASSERT_TRUE(again.model);
  EXPECT_TRUE(same_model(*loaded.model, *again.model));
}

TEST(Robustness, ReportsUnclosedNesting) {
  Template t;
  t.protocol = repeated("(", kDeep) + " : {go};";
  EXPECT_EQ(Loaded(t.text()).errors().size(), 1u);
  t.protocol = repeated("(", kDeep) + "b : {go};";
  EXPECT_EQ(Loaded(t.text()).errors().size(), 1u);
  t.protocol = "b" + repeated(")", kDeep) + " : {go};";
  EXPECT_EQ(Loaded(t.text()).errors().size(), 1u);
  t.protocol = repeated("b and ", kDeep) + "x : {go};";
  EXPECT_EQ(Loaded(t.text()).errors().size(), 1u);
}

TEST(Robustness, ReadsALargeFile) {
  Template t;
  t.evolution.clear();
  std::string line =
      "    x = x + 1 and b = ~b if Action = go and (e = red or !(x < 2)) and Environment.Action = none;\n";
  std::size_t lines = 5'000'000 / line.size() + 1;
  t.evolution = repeated(line, lines);
  Loaded loaded(t.text());
  ASSERT_TRUE(loaded.model);
  EXPECT_EQ(loaded.model->agents[1].evolution.size(), lines);
}

TEST(Robustness, ReadsManyNames) {
  std::string vars;
  std::string initial = "Ag.x = 0";
  for (int i = 0; i < 50000; ++i) {
    vars += fmt::format("y{} : {{v{}, w{}}};\n", i, i, i % 100);
    initial += fmt::format(" and Ag.y{} = v{}", i, i);
  }
  Template t;
  t.vars = vars;
  t.initial = initial + ";";
  Loaded loaded(t.text());
  ASSERT_TRUE(loaded.model);
  EXPECT_EQ(loaded.model->enumerators.size(), 50000u + 100u + 3u);
}

// Each error looks for similar names; the work must not grow with the number of errors.
TEST(Robustness, StopsAfterManyWrongNames) {
  Template t;
  for (int i = 0; i < 1900; ++i) t.vars += fmt::format("a_variable_with_a_long_name_number_{} : boolean;\n", i);
  Template lines = t;
  lines.protocol = repeated("a_variable_with_a_log_name = true : {go};\n", 20000);
  EXPECT_EQ(Loaded(lines.text()).errors().size(), Diagnostics::kMaxErrors);
  Template one = t;
  one.protocol = repeated("a_variable_with_a_log_name = true and ", 20000) + "b : {go};";
  EXPECT_EQ(Loaded(one.text()).errors().size(), Diagnostics::kMaxErrors);
  Template actions = t;
  actions.protocol = "Other : {go" + repeated(", goo", 20000) + "};";
  EXPECT_EQ(Loaded(actions.text()).errors().size(), 1u);
  Template formulas = t;
  formulas.formulas = repeated("AG (pp and pq);", 20000);
  EXPECT_EQ(Loaded(formulas.text()).errors().size(), Diagnostics::kMaxErrors);
}

TEST(Robustness, SurvivesRunsOfOneThing) {
  for (std::string_view piece : {"(",
                                 ")",
                                 "{",
                                 "}",
                                 ";",
                                 "<",
                                 "[",
                                 "<;",
                                 "end ",
                                 "Agent ",
                                 "Agent A ",
                                 "Formulae ",
                                 "--",
                                 "-",
                                 "if ",
                                 "Other ",
                                 "9",
                                 "a",
                                 "\0",
                                 "\xff",
                                 "\n",
                                 "Formulae <;",
                                 "Vars: ",
                                 "@",
                                 "a.b.",
                                 "end Agent ",
                                 "Observations ",
                                 "Evaluation p if (",
                                 "Semantics = ",
                                 "\"",
                                 "Fairness ; "}) {
    std::string text = repeated(piece.empty() ? std::string_view("\0", 1) : piece, 20000);
    Loaded loaded(text);
    EXPECT_FALSE(loaded.model) << piece;
    EXPECT_TRUE(loaded.diagnostics.has_errors()) << piece;
    Loaded inside("Agent A Vars: x : boolean; end Vars Protocol: " + text);
    EXPECT_FALSE(inside.model) << piece;
    Loaded formulas("Agent A end Agent Formulae " + text);
    EXPECT_FALSE(formulas.model) << piece;
  }
}

TEST(Robustness, SurvivesEveryPrefix) {
  std::string text = RandomModel(7).text();
  ASSERT_TRUE(Loaded(text).model);
  for (std::size_t size = 0; size < text.size(); ++size) {
    Loaded loaded(text.substr(0, size));
    EXPECT_EQ(loaded.model.has_value(), !loaded.diagnostics.has_errors());
  }
}

// Changes, removes, repeats and exchanges a few bytes or stretches of bytes.
std::string mutated(std::string text, std::mt19937_64& random) {
  auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  static const std::vector<std::string> kPieces = {"end ", "(",           ")",      ";", "{",           "}",    "=",
                                                   " if ", "Other",       ":",      "<", ">",           "-",    "--",
                                                   "..",   "99999999999", "Action", ".", "Environment", "and ", "0"};
  for (std::size_t changes = 1 + below(4); changes > 0 && !text.empty(); --changes) {
    std::size_t at = below(text.size());
    std::size_t length = 1 + below(12);
    switch (below(5)) {
      case 0:
        text[at] = static_cast<char>(random() & 0xff);
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), length));
        break;
      case 3:
        text.insert(at, kPieces[below(kPieces.size())]);
        break;
      default:
        text.replace(at, length, kPieces[below(kPieces.size())]);
    }
  }
  return text;
}

TEST(Robustness, SurvivesMutations) {
  std::mt19937_64 random(20240611);
  int loads = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::string text = RandomModel(seed).text();
    for (int i = 0; i < 60; ++i) {
      Loaded loaded(mutated(text, random));
      ASSERT_EQ(loaded.model.has_value(), !loaded.diagnostics.has_errors()) << loaded.source.text();
      for (const Diagnostic& diagnostic : loaded.diagnostics.all()) {
        ASSERT_LE(diagnostic.span.begin, diagnostic.span.end) << diagnostic.message;
        ASSERT_LE(diagnostic.span.end, loaded.source.text().size()) << diagnostic.message;
        ASSERT_FALSE(render(diagnostic, loaded.source).empty());
      }
      if (!loaded.model) continue;
      ++loads;
      std::string printed = print_model(*loaded.model);
      Loaded again(printed);
      ASSERT_TRUE(again.model) << printed;
      ASSERT_TRUE(same_model(*loaded.model, *again.model)) << loaded.source.text() << printed;
    }
  }
  EXPECT_GT(loads, 10);
}

}  // namespace
}  // namespace gnomon::ispl::test
