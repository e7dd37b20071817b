// Parametric models: what they are elaborated to, and what is said about wrong ones.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "support.h"

namespace gnomon::ispl::test {
namespace {

// A model with N nodes; the parts given are put in their places.
struct Parts {
  std::string constants = {};
  std::string definitions = {};
  std::string vars = {};
  std::string protocol = "Other : {rest};";
  std::string evolution = {};
  std::string evaluation = {};
  std::string initial = "true";
  std::string formulas = {};

  std::string text() const {
    return "Constants N : 2..5 = 3; Id = 1..N;\n" + constants +  // line 2
           "\nend Constants\nDefinitions\n" + definitions +      // line 5
           "\nend Definitions\nAgent Node[i : Id]\n  Vars: x : 0..3; cell[k : Id] : 0..1; on[k : Id] : boolean;\n" +
           vars +                                                                                     // 9
           "\n  end Vars\n  Actions = {rest, go[k : Id]};\n  Protocol:\n" + protocol +                // line 13
           "\n  end Protocol\n  Evolution:\n" + evolution +                                           // line 16
           "\n  end Evolution\nend Agent\nEvaluation\np[j : Id] if Node[j].x = 1;\n" + evaluation +   // line 21
           "\nend Evaluation\nInitStates\n" + initial + ";\nend InitStates\nFormulae\n" + formulas +  // line 24, 27
           "\nend Formulae\n";
  }
};

std::vector<std::string> messages(const Parts& parts, const LoadOptions& options = {}) {
  Loaded loaded(parts.text(), options);
  std::vector<std::string> found;
  for (const Diagnostic& diagnostic : loaded.diagnostics.all()) {
    if (diagnostic.severity != Severity::Error) continue;
    Position at = loaded.source.position(diagnostic.span.begin);
    std::string place = diagnostic.placeless ? "" : fmt::format("{}:{} ", at.line, at.column);
    std::string note = diagnostic.note.empty() ? "" : " (" + diagnostic.note + ")";
    found.push_back(place + diagnostic.message + note);
  }
  return found;
}

using Messages = std::vector<std::string>;

LoadOptions with(const std::string& name, const std::string& value) {
  LoadOptions options;
  options.parameters.emplace_back(name, value);
  return options;
}

TEST(ElaboratorErrors, OfParameters) {
  EXPECT_EQ(messages({.constants = "M : 1..3;"}), Messages{"2:1 parameter `M` has no value; give one with -D M=..."});
  EXPECT_EQ(messages({}, with("N", "9")), Messages{"1:11 `N` = 9 is not in 2..5"});
  EXPECT_EQ(messages({}, with("M", "9")), Messages{"-D M=9: the model has no parameter `M`"});
  EXPECT_EQ(messages({.constants = "M = 9;"}, with("M", "9")),
            Messages{"-D M=9: `M` is a constant, not a parameter; give it a type to make it one"});
  EXPECT_EQ(messages({}, with("N", "4")), Messages{});
}

TEST(ElaboratorErrors, OfConstantsAndSets) {
  EXPECT_EQ(messages({.constants = "a = b + 1; b = a;"}),
            Messages{"2:16 constant `a` is defined in terms of itself: a -> b -> a"});
  EXPECT_EQ(messages({.constants = "half = N / 2; H = 1..half;"}),
            Messages{"2:22 3/2 is not an integer; `div` rounds down"});
  EXPECT_EQ(messages({.vars = "y : Ident;"}), Messages{"9:5 there is no set `Ident` (in agent Node[1])"});
  EXPECT_EQ(messages({.vars = "y : N;"}),
            Messages{"9:5 `N` is a constant, not a set; a set is written `1..N` or `{a, b}` (in agent Node[1])"});
  EXPECT_EQ(messages({.vars = "none : 1..N-3;"}),
            Messages{"9:8 variable `none` has no values: 1..0 is empty (in agent Node[1])"});
  EXPECT_EQ(messages({.constants = "mod = 3;"}), Messages{"2:1 `mod` is an operator and cannot be a new name"});
  EXPECT_EQ(messages({.constants = "x = 3;"}),
            Messages{"2:1 `x` is also a variable of agent `Node`; give this constant another name"});
  EXPECT_EQ(messages({.vars = "y : 0..x;"}),
            Messages{"9:8 `x` is a variable, and only a constant can stand here (in agent Node[1])"});
}

TEST(ElaboratorErrors, OfElements) {
  EXPECT_EQ(messages({.evolution = "x = cell[4] if true;"}),
            Messages{"16:5 `cell[4]`: there is no such element; the indices are 1..3 (in agent Node[1])"});
  EXPECT_EQ(messages({.evolution = "x = cell[1, 2] if true;"}),
            Messages{"16:5 `cell` has 1 index, not 2 (in agent Node[1])"});
  EXPECT_EQ(messages({.evolution = "x = 0 if on;"}),
            Messages{"16:10 `on` is indexed: write `on[...]` (in agent Node[1])"});
  EXPECT_EQ(messages({.evolution = "x = x[1] if true;"}),
            Messages{"16:5 variable `x` is not indexed (in agent Node[1])"});
  EXPECT_EQ(messages({.evolution = "for (k : Id) cell[k] = 0 and cell[1] = 1 if true;"}),
            Messages{"16:30 variable `cell[1]` is assigned twice in one line (in agent Node[1] with k = 1)"});
  EXPECT_EQ(messages({.protocol = "true : {go[i + 1]};"}),
            Messages{"13:9 `go[4]`: there is no such element; the indices are 1..3 (in agent Node[3])"});
  EXPECT_EQ(messages({.vars = "my__x : boolean;"}),
            Messages{"9:1 `my__x`: in a model with indexed names `__` is kept for them"});
  EXPECT_EQ(messages({.formulas = "AG p[N + 1];"}),
            Messages{"27:4 `p[4]`: there is no such element; the indices are 1..3"});
  EXPECT_EQ(messages({.formulas = "AG p;"}), Messages{"27:4 `p` is indexed: write `p[...]`"});
}

TEST(ElaboratorErrors, OfBindersAndDefinitions) {
  EXPECT_EQ(messages({.evolution = "x = 0 if forall (i : Id) on[i];"}),
            Messages{"16:18 `i` is already bound here; give this index another name (in agent Node[1])"});
  EXPECT_EQ(messages({.definitions = "f = g; g = f;", .evaluation = "q if f;"}),
            Messages{"5:12 definition `f` uses itself: f -> g -> f"});
  EXPECT_EQ(messages({.definitions = "f = g; g = f;"}), Messages{}) << "an unused definition is only parsed";
  EXPECT_EQ(messages({.definitions = "next(k : Id) = k mod N + 1;", .evaluation = "q if next(1, 2) = 1;"}),
            Messages{"21:6 `next` takes 1 argument, not 2"});
  EXPECT_EQ(messages({.definitions = "next(k : Id) = k mod N + 1;", .evaluation = "q if next(4) = 1;"}),
            Messages{"21:11 argument 1 of `next`: 4 is not in Id = 1..3"});
  EXPECT_EQ(
      messages({.definitions = "formula knows(a : agent, f : formula) = K(a, f);", .formulas = "knows(3, p[1]);"}),
      Messages{"27:7 argument 1 of `knows` must be an agent"});
  EXPECT_EQ(messages({.definitions = "big = N > 2;", .formulas = "AG big;"}),
            Messages{"27:4 `big` is a value, not a formula; a proposition makes a formula of it"});
  EXPECT_EQ(messages({.evaluation = "q if Node[1].x mod N - 1 = 0; r if Node[1].x mod Node[2].x = 0;"}),
            Messages{"21:50 the right operand of `mod` must be a positive constant"});
  EXPECT_EQ(messages({.evaluation = "q if min (j : 2..1) Node[j].x = 0;"}),
            Messages{"21:6 `min` over an empty set has no value"});
  EXPECT_EQ(messages({.formulas = "f : AG p[1] expect 3;"}),
            Messages{"27:20 an expected verdict must be true or false, not `3`"});
}

TEST(ElaboratorErrors, SeveralAndOncePerPlace) {
  EXPECT_EQ(messages({.evolution = "x = y if true; x = 0 if z;"}),
            (Messages{"16:5 agent `Node[1]` has no variable `y` (in agent Node[1])",
                      "16:25 agent `Node[1]` has no variable `z` (in agent Node[1])"}));
}

TEST(ElaboratorErrors, LargeParametersEndInAnError) {
  Parts parts{.constants = "L : 1..100000000 = 1; All = 1..L;", .vars = "v[n : All] : boolean;"};
  EXPECT_EQ(messages(parts, with("L", "50000000")),
            Messages{"1:1 the model is too large: more than 12000000 parts for these parameters"});
}

// Work grows with the number of elements, not with its square: many elements at a variable index, two families together.
TEST(Elaborator, LinesWithVariableIndicesAreLinear) {
  const std::string text = R"(Constants N : 2..40000 = 40000; Id = 1..N; end Constants
Agent A
  Vars: t : 1..N; b[i : Id] : boolean; c[i : Id] : boolean; end Vars
  Actions = {go}; Protocol: Other : {go}; end Protocol
  Evolution: b[t] = true and c[t] = false if Action = go; end Evolution
end Agent
InitStates A.t = 1; end InitStates
)";
  Loaded loaded(text);
  ASSERT_TRUE(loaded.model);
  EXPECT_EQ(loaded.model->agents[1].evolution.size(), 40000u);
  for (const EvolutionLine& line : loaded.model->agents[1].evolution) ASSERT_EQ(line.assignments.size(), 2u);
}

TEST(Elaborator, NamesOfElements) {
  Loaded loaded(Parts{.formulas = "safe[j : Id, j > 1] : AG !p[j] expect N > j; q2 : K(Node[2], p[1]);"}.text());
  ASSERT_TRUE(loaded.model) << (loaded.errors().empty() ? "" : loaded.errors()[0]);
  EXPECT_EQ(loaded.model->agents[2].name, "Node[2]");
  EXPECT_EQ(loaded.model->agents[1].actions[2].name, "go[2]");
  EXPECT_EQ(loaded.model->variables[1].name, "cell[1]");
  ASSERT_EQ(loaded.model->formulas.size(), 3u);
  EXPECT_EQ(loaded.model->formulas[0].name, "safe[2]");
  EXPECT_EQ(loaded.model->formulas[0].text, "AG !p[2]");
  EXPECT_EQ(loaded.model->formulas[0].expected, std::optional(true));
  EXPECT_EQ(loaded.model->formulas[1].expected, std::optional(false));
  EXPECT_EQ(loaded.model->formulas[2].expected, std::nullopt);
  ASSERT_EQ(loaded.model->parameters.size(), 1u);
  EXPECT_EQ(loaded.model->parameters[0].value, "3");
  EXPECT_EQ(loaded.model->parameters[0].type, "2..5");
}

TEST(Elaborator, WordsStayFreeAsNames) {
  Loaded loaded(
      "Agent forall\n Vars: mod : 0..3; count : boolean; then : {else, expect}; end Vars\n"
      " Actions = {sum, for};\n Protocol: Other : {sum, for}; end Protocol\n"
      " Evolution: mod = mod + 1 if Action = for and count; end Evolution\nend Agent\n"
      "Evaluation expect if forall.mod = 1; Constants if forall.count; end Evaluation\n"
      "InitStates forall.mod = 0 and forall.then = else; end InitStates\n"
      "Formulae AG expect; LTL expect; expect and Constants; end Formulae\n");
  EXPECT_EQ(loaded.errors(), std::vector<std::string>{});
  ASSERT_TRUE(loaded.model);
  EXPECT_FALSE(loaded.model->elaborator);
  EXPECT_EQ(loaded.model->formulas.size(), 3u);
}

TEST(Elaborator, ElaboratedTextIsPlain) {
  Loaded loaded(
      Parts{.evolution = "cell[x] = 1 if Action = go[x];", .formulas = "safe : AG p[1] expect false;"}.text());
  ASSERT_TRUE(loaded.model);
  std::string text = elaborated_text(*loaded.model);
  EXPECT_NE(text.find("Agent Node__1\n"), std::string::npos);
  EXPECT_NE(text.find("cell__2 = 1 if "), std::string::npos);
  EXPECT_NE(text.find("  -- safe\n  AG p__1;  -- false\n"), std::string::npos) << text;
  Loaded again(text);
  EXPECT_EQ(again.errors(), std::vector<std::string>{}) << text;
  EXPECT_FALSE(again.model->elaborator);
}

}  // namespace
}  // namespace gnomon::ispl::test
