// Reading a model stops when a limit is reached, in every phase, and nothing is left behind.
#include <algorithm>

#include "support.h"
#include "support/interrupted.h"

namespace gnomon::ispl::test {
namespace {

constexpr std::size_t kMany = 8000;

std::string numbered(std::string_view pattern, std::size_t times = kMany) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += fmt::format(fmt::runtime(pattern), i);
  return result;
}

struct Large {
  const char* name;
  std::string text;
};

std::vector<Large> large_texts() {
  std::vector<Large> found;
  auto add = [&](const char* name, const std::function<void(Template&)>& change) {
    Template t;
    change(t);
    found.push_back({name, t.text()});
  };
  add("variables", [](Template& t) { t.vars = numbered("v{} : boolean;\n"); });
  add("an enumeration", [](Template& t) { t.vars = "many : {zero" + numbered(", w{}") + "};"; });
  add("protocol lines", [](Template& t) { t.protocol = repeated("x = 1 and b = true : {go};\n", kMany); });
  add("evolution lines", [](Template& t) { t.evolution = repeated("x = x + 1 if x < 2;\n", kMany); });
  add("a deep condition",
      [](Template& t) { t.protocol = repeated("(", kMany) + "b" + repeated(")", kMany) + " : {go};"; });
  add("prefix operators", [](Template& t) { t.protocol = repeated("!", kMany) + "b : {go};"; });
  add("propositions", [](Template& t) { t.evaluation = "p if Ag.b = true;" + numbered("q{} if Ag.x = 1;\n"); });
  add("a condition of initial states",
      [](Template& t) { t.initial = "Ag.b = true" + repeated(" and Ag.x = 1", kMany) + ";"; });
  add("a list of actions", [](Template& t) { t.protocol = "b : {go" + repeated(", stay", kMany) + "};"; });
  add("groups", [](Template& t) { t.more = "Groups " + numbered("g{} = {{Ag}};\n") + " end Groups"; });
  add("formulas", [](Template& t) { t.formulas = repeated("AG (p or EF p);\n", kMany); });
  add("a long formula", [](Template& t) { t.formulas = "p" + repeated(" and p", kMany) + ";"; });
  return found;
}

TEST(ReadingBudget, StopsAnywhere) {
  for (const Large& large : large_texts()) {
    SCOPED_TRACE(large.name);
    Loaded whole(large.text);
    ASSERT_TRUE(whole.model);
    int stops = gnomon::test::interruptions([&](const Budget& budget) {
      Loaded loaded(large.text, {false, &budget});
      ASSERT_TRUE(loaded.model);
      EXPECT_EQ(loaded.warnings(), whole.warnings());
    });
    EXPECT_GE(stops, 4) << "reading, resolving and warning all look at the limits";
  }
}

TEST(ReadingBudget, MemoryHolds) {
  constexpr std::size_t kAllowed = std::size_t{16} << 20;
  Template deep;
  deep.protocol = repeated("(", 6'000'000);
  Template wide;
  wide.initial = "Ag.b = true" + repeated(" and Ag.x = 1", 1'000'000) + ";";
  Template names;
  names.vars = numbered("v{} : boolean;\n", 400'000);
  Template formulas;
  formulas.formulas = repeated("!", 6'000'000) + "p;";
  for (const std::string& text : {deep.text(), wide.text(), names.text(), formulas.text()}) {
    Source source("test.ispl", text);
    gnomon::test::expect_memory_limit(kAllowed, [&](const Budget& budget) {
      Diagnostics diagnostics;
      load_model(source, {false, &budget}, diagnostics);
    });
  }
}

TEST(ReadingBudget, HoldsForOneMoreFormula) {
  Loaded loaded(Template().text());
  ASSERT_TRUE(loaded.model);
  Source source("formula", "p" + repeated(" and p", kMany));
  int stops = gnomon::test::interruptions([&](const Budget& budget) {
    Diagnostics diagnostics;
    EXPECT_TRUE(load_formula(*loaded.model, source, {false, &budget}, diagnostics));
  });
  EXPECT_GE(stops, 2);
}

}  // namespace
}  // namespace gnomon::ispl::test
