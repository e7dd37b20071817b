#include "ispl/warnings.h"

#include <algorithm>

#include "support.h"

namespace gnomon::ispl::test {
namespace {

using Lines = std::vector<std::string>;

TEST(Warnings, AreSilentOnAnOrdinaryModel) {
  EXPECT_EQ(Loaded(Template{}.text()).warnings(),
            Lines{"5:9 unused-variable: the variable `Environment.hid` is never read"});
}

// A template whose variables are all used, so that only what is asked for is warned about.
Template quiet() {
  Template t;
  t.lobsvars = "Lobsvars = {hid};";
  t.red = "RedStates: x = 0 and b and e = red; end RedStates";
  return t;
}

TEST(Warnings, FindProtocolLinesThatAreNeverEnabled) {
  Template t = quiet();
  for (std::string condition : {"x > 3", "x = 1 and x = 2", "false", "x <> x", "b & ~b", "x + 1 = 0",
                                "e = red and e = blue", "Environment.seen > 1 and Environment.seen * 2 < 3"}) {
    t.protocol = condition + " : {go}; Other : {stay};";
    Lines warnings = Loaded(t.text()).warnings();
    ASSERT_FALSE(warnings.empty()) << condition;
    EXPECT_EQ(warnings[0], "20:1 protocol-line-never-enabled: the condition of this protocol line never holds");
  }
  for (std::string condition : {"x > 2", "x = 1 or x = 2", "true", "b", "x = Environment.seen", "e <> red"}) {
    t.protocol = condition + " : {go}; Other : {stay};";
    EXPECT_EQ(Loaded(t.text()).warnings(), Lines{}) << condition;
  }
}

TEST(Warnings, FindEvolutionLinesThatAreNeverEnabled) {
  Template t = quiet();
  for (std::string condition :
       {"x > 3", "Action = go and Action = stay", "!(Action = go or Action = stay)", "Environment.Action <> none"}) {
    t.evolution = "x = 1 if " + condition + ";";
    EXPECT_EQ(Loaded(t.text()).warnings(),
              Lines{"23:1 evolution-line-never-enabled: the condition of this evolution line never holds"})
        << condition;
  }
  for (std::string condition : {"x = 3", "Action = go and x = 1", "Action <> go", "Environment.Action = none"}) {
    t.evolution = "x = 1 if " + condition + ";";
    EXPECT_EQ(Loaded(t.text()).warnings(), Lines{}) << condition;
  }
}

TEST(Warnings, FindLocalStatesWithoutAnEnabledAction) {
  Template t = quiet();
  t.protocol = "x = 0 : {go}; x = 1 or x = 2 and b : {stay};";
  EXPECT_EQ(
      Loaded(t.text()).warnings(),
      Lines{"9:1 blocked-agent: agent `Ag` has local states without an enabled action, for example where b = "
            "false and x = 2 | such a state, if it is reachable, is a deadlock of the whole system; a line `Other` "
            "would enable something"});
  t.protocol = "x = 0 : {go}; x > 0 : {stay};";
  EXPECT_EQ(Loaded(t.text()).warnings(), Lines{});
  t.protocol = "x = 0 : {}; Other : {go};";
  ASSERT_EQ(Loaded(t.text()).warnings().size(), 1u);
  EXPECT_NE(Loaded(t.text()).warnings()[0].find("where x = 0"), std::string::npos);
  t.protocol = "Other : {};";
  EXPECT_EQ(Loaded(t.text()).warnings().size(), 1u);
  t.protocol = "";
  EXPECT_EQ(Loaded(t.text()).warnings(), Lines{});
}

TEST(Warnings, FindAssignmentsOutsideTheType) {
  Template t = quiet();
  const std::string text =
      " never gets a value of its type here | a line that assigns a value outside the type has no successor";
  t.vars = "far : {red, yellow}; small : {yellow};";
  for (auto [line, column] : {std::pair<std::string, int>{"x = 4 if b;", 1},
                              {"b = true and x = -1 if b;", 14},
                              {"x = x + 1 if x = 3;", 1},
                              {"x = 1 / 2 if b;", 1},
                              {"x = 1 / 0 if b;", 1},
                              {"far = small and small = far if far = red and small = yellow;", 17}}) {
    t.evolution = line;
    t.evaluation = "p if Ag.far = red and Ag.small = yellow;";
    Lines warnings = Loaded(t.text()).warnings();
    ASSERT_FALSE(warnings.empty()) << line;
    std::string var = column == 17 ? "small" : "x";
    Lines matching;
    for (const std::string& warning : warnings) {
      if (warning.find("assignment-out-of-range") != std::string::npos) matching.push_back(warning);
    }
    EXPECT_EQ(matching, Lines{fmt::format("23:{} assignment-out-of-range: `{}`", column, var) + text}) << line;
  }
  for (std::string line : {"x = x + 1 if b;", "x = 3 if b;", "x = Environment.seen if b;", "e = red if b;"}) {
    t.evolution = line;
    EXPECT_EQ(Loaded(t.text()).warnings(), Lines{}) << line;
  }
}

TEST(Warnings, FindLinesThatWereSplit) {
  Template t = quiet();
  auto warned = [&](const std::string& evolution, const std::string& semantics = {}) {
    t.evolution = evolution;
    const Lines warnings = Loaded(semantics + t.text()).warnings();
    return std::any_of(warnings.begin(), warnings.end(),
                       [](const std::string& line) { return line.find("split-line") != std::string::npos; });
  };
  EXPECT_TRUE(warned("x = 1 if b; e = green if b;"));
  EXPECT_TRUE(warned("x = 1 if b and Action = go; e = green if Action = go and b;"));
  EXPECT_TRUE(warned("x = 1 if b; x = 2 if b = false; e = green if b;"));
  EXPECT_TRUE(warned("x = 1 if b; e = green if b and Action = go;"));
  EXPECT_TRUE(warned("x = 1 if b and Action = go; e = green if b;"));
  EXPECT_TRUE(warned("x = 1 if b and Action = go; x = 2 if b; e = green if Action = go;"));
  EXPECT_FALSE(warned("x = 1 if b; e = green if b; x = 1 and e = green if b;"));  // the choice is meant
  EXPECT_FALSE(warned("x = 1 if b; e = green if b and x = 0; x = 2 and e = red if b;"));
  EXPECT_FALSE(warned("x = 1 if b; e = green if x = 0;"));        // a choice, perhaps
  EXPECT_FALSE(warned("x = 1 if b; e = green if b = false;"));    // never together
  EXPECT_FALSE(warned("x = 1 if b; x = 2 if b;"));                // a choice
  EXPECT_FALSE(warned("x = 1 if b; x = 2 and e = green if b;"));  // likewise
  EXPECT_FALSE(warned("x = 1 if b; e = green if b;", "Semantics = SingleAssignment;\n"));
}

TEST(Warnings, FindDivisions) {
  Template t = quiet();
  t.evolution = "x = 6 / x if b;";
  EXPECT_EQ(
      Loaded(t.text()).warnings(),
      Lines{"23:5 division-by-zero: the divisor can be 0 | 0/0 is 0; any other number divided by 0 is infinite and no "
            "value of a variable"});
  t.evolution = "x = 6 / x if x > 0;";
  EXPECT_EQ(Loaded(t.text()).warnings(), Lines{});
  t.evolution = "x = x / 2 if b;";
  EXPECT_EQ(Loaded(t.text()).warnings(), Lines{"23:5 fractional-division: the quotient can be a fraction | division is "
                                               "exact; a fraction is no value of a variable"});
  t.evolution = "x = x / 2 if x = 0 or x = 2;";
  EXPECT_EQ(Loaded(t.text()).warnings(), Lines{});
  t.evolution = "x = 2 * x / 2 if b;";
  EXPECT_EQ(Loaded(t.text()).warnings(), Lines{});
  t.evolution = "x = 1 if b;";
  t.evaluation = "p if Ag.x / 3 * 3 = Ag.x;";
  ASSERT_EQ(Loaded(t.text()).warnings().size(), 1u);
  EXPECT_EQ(Loaded(t.text()).warnings()[0].find("27:6 fractional-division"), 0u);
}

TEST(Warnings, FindUnusedNames) {
  Template t;
  t.vars = "lost : boolean; written : boolean; kept : boolean;";
  t.evolution = "written = true if b;";
  t.evaluation = "p if Ag.x = 1; q if Ag.b; r if Ag.b;";
  t.more = "Observations o of Ag = {kept, Environment.hid}; end Observations Fairness r; end Fairness";
  EXPECT_EQ(Loaded(t.text()).warnings(), (Lines{"14:5 unused-variable: the variable `Ag.e` is never read",
                                                "15:1 unused-variable: the variable `Ag.lost` is never read",
                                                "15:17 unused-variable: the variable `Ag.written` is never read",
                                                "27:16 unused-proposition: no formula uses the proposition `q`"}));
  t.formulas = "";
  EXPECT_EQ(Loaded(t.text()).warnings().size(), 3u);
}

TEST(Warnings, FindVariablesThatOnlyInitialStatesMention) {
  Template t = quiet();
  t.vars = "lone : boolean;";
  t.initial = "Ag.x = 0 and Ag.lone;";
  EXPECT_EQ(Loaded(t.text()).warnings(),
            Lines{"15:1 unused-variable: the variable `Ag.lone` is read by nothing but InitStates"});
}

TEST(Warnings, FindEmptyGroupsAndMissingInitialStates) {
  Template t = quiet();
  t.more = "Groups g = {}; h = {Ag}; end Groups";
  t.initial = "";
  EXPECT_EQ(Loaded(t.text()).warnings(),
            (Lines{"1:1 missing-initial-states: there is no condition on initial states: every state is initial | add "
                   "`InitStates CONDITION; end InitStates`",
                   "32:8 empty-group: the group `g` has no members"}));
}

TEST(Warnings, LeaveLargeDomainsAlone) {
  Template t = quiet();
  t.vars = "big : 0 .. 100000;";
  t.protocol = "big < 0 : {go}; Other : {stay};";
  t.evolution = "x = 9 if big < 0;";
  // The condition is too large to decide, the constant is not.
  Lines warnings = Loaded(t.text()).warnings();
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].find("23:1 assignment-out-of-range"), 0u);
}

TEST(Warnings, EndAfterSomeOfAKind) {
  Template t = quiet();
  for (int i = 0; i < 1000; ++i) t.vars += fmt::format("y{} : boolean;\n", i);
  Loaded loaded(t.text());
  EXPECT_EQ(loaded.warnings().size(), WarningList::kMaxOfAKind);
  EXPECT_NE(loaded.warnings().back().find("| further warnings of this kind are not shown"), std::string::npos);
}

}  // namespace
}  // namespace gnomon::ispl::test
