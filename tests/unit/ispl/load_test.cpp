// What a correct text means.
#include "ispl/load.h"

#include "support.h"

namespace gnomon::ispl::test {
namespace {

std::vector<std::string> none() {
  return {};
}

std::string names(const CheckedModel& model, const std::vector<VarId>& vars) {
  std::string result;
  for (VarId var : vars) result += model.agent(model.variable(var).owner).name + "." + model.variable(var).name + " ";
  return result;
}

TEST(Load, ReadsTheTemplate) {
  Loaded loaded(Template{}.text());
  ASSERT_EQ(loaded.errors(), none());
  const CheckedModel& model = *loaded.model;
  EXPECT_EQ(model.semantics, AssignmentSemantics::Multi);
  ASSERT_EQ(model.agents.size(), 2u);
  EXPECT_EQ(model.agents[0].name, "Environment");
  EXPECT_TRUE(model.agents[0].declared);
  EXPECT_TRUE(model.agents[0].unrestricted());
  EXPECT_FALSE(model.agents[1].unrestricted());
  EXPECT_EQ(names(model, model.agents[0].observes), "Environment.seen Environment.hid ");
  EXPECT_EQ(names(model, model.agents[1].observes), "Environment.seen Ag.b Ag.x Ag.e ");
  ASSERT_EQ(model.formulas.size(), 1u);
  EXPECT_EQ(model.formulas[0].text, "AG p");
  EXPECT_EQ(loaded.source.position(model.formulas[0].span.begin).line, 34u);
}

TEST(Load, AddsAMissingEnvironment) {
  Loaded loaded("Agent A Vars: x : boolean; end Vars end Agent InitStates A.x = true; end InitStates");
  ASSERT_EQ(loaded.errors(), none());
  EXPECT_EQ(loaded.model->agents.size(), 2u);
  EXPECT_FALSE(loaded.model->agents[0].declared);
  EXPECT_TRUE(loaded.model->agents[0].vars.empty());
  EXPECT_TRUE(loaded.model->agents[1].actions.empty());
}

TEST(Load, PutsTheEnvironmentFirstWhereverItStands) {
  Loaded loaded(
      "Agent A Lobsvars = {h}; Vars: x : boolean; end Vars end Agent\n"
      "Agent Environment Vars: h : boolean; end Vars Obsvars: o : boolean; end Obsvars end Agent\n"
      "InitStates A.x = Environment.h and Environment.o = true; end InitStates");
  ASSERT_EQ(loaded.errors(), none());
  const CheckedModel& model = *loaded.model;
  EXPECT_EQ(model.agents[1].name, "A");
  EXPECT_EQ(names(model, model.agents[1].observes), "Environment.h Environment.o A.x ");
  EXPECT_FALSE(model.variables[0].observable);
  EXPECT_TRUE(model.variables[1].observable);
}

TEST(Load, ReadsTheSemantics) {
  struct Case {
    std::string text;
    AssignmentSemantics semantics;
  };
  for (const Case& c : {Case{"Semantics=MA;", AssignmentSemantics::Multi},
                        {"Semantics = MultiAssignment;", AssignmentSemantics::Multi},
                        {"Semantics=SA;", AssignmentSemantics::Single},
                        {"Semantics = SingleAssignment;", AssignmentSemantics::Single}}) {
    Loaded loaded(c.text + " " + Template{}.text());
    ASSERT_EQ(loaded.errors(), none()) << c.text;
    EXPECT_EQ(loaded.model->semantics, c.semantics) << c.text;
  }
}

TEST(Load, ReadsTypes) {
  Template t;
  t.vars = "n : -5 .. -1; m:-1..4; one : {single}; wide : 0 .. 4294967295; same : 7..7;";
  Loaded loaded(t.text());
  ASSERT_EQ(loaded.errors(), none());
  const std::vector<Variable>& vars = loaded.model->variables;
  EXPECT_EQ(vars[5].type.low, -5);
  EXPECT_EQ(vars[5].type.high, -1);
  EXPECT_EQ(vars[6].type.low, -1);
  EXPECT_EQ(vars[6].type.size(), 6u);
  EXPECT_EQ(vars[7].type.size(), 1u);
  EXPECT_EQ(vars[8].type.size(), std::uint64_t{1} << 32);
  EXPECT_EQ(vars[9].type.size(), 1u);
}

// Conditions that are fine, each as the condition of a protocol line (own and observed variables).
TEST(Load, AcceptsConditions) {
  for (std::string condition : {"b = true",
                                "b",
                                "!b",
                                "~b = false",
                                "b & ~b = b | true",
                                "b ^ true = false",
                                "x = -1",
                                "x=-1",
                                "x<-1",
                                "-x + 1 * 2 - 3 / 4 <= x",
                                "e = red",
                                "red = e",
                                "e <> blue and e != green",
                                "(x = 1)",
                                "((b))",
                                "b = (x > 1)",
                                "b = (e = red)",
                                "x = 1 -> b -> e = red",
                                "! x = 1 or b",
                                "!!!b",
                                "Environment.seen = x",
                                "Ag.x = 1",
                                "true",
                                "red = green",
                                "- (x) < 3",
                                "-(-x) = x",
                                "b = !b",
                                "x = 1 and\n-- comment\nb"}) {
    Template t;
    t.protocol = condition + " : {go};";
    EXPECT_EQ(Loaded(t.text()).errors(), none()) << condition;
  }
}

TEST(Load, AcceptsEvolutionLines) {
  for (std::string line :
       {"(x=1) if b", "x = 1 and b = false if Action = go", "(x=1 and b=true) if true",
        "((x = x + 1)) and (b = ~b) if b", "e = red if Environment.Action = none", "b = !b if Action <> go",
        "x = (x) if go = Action", "x = Environment.seen if Action != stay and Ag.Action = stay", "Ag.x = 1 if b",
        "b = (b -> x = 1) if b"}) {
    Template t;
    t.evolution = line + ";";
    EXPECT_EQ(Loaded(t.text()).errors(), none()) << line;
  }
}

TEST(Load, BindsOperatorsAsDocumented) {
  // Each pair reads the same.
  std::vector<std::pair<std::string, std::string>> pairs = {
      {"b or b and x = 1 -> b", "((b) or ((b) and (x = 1))) -> (b)"},
      {"b -> b -> x = 1", "b -> (b -> (x = 1))"},
      {"!x = 1 and b", "(!(x = 1)) and b"},
      {"x + 1 * 2 - 3 < 4", "(((x + (1 * 2)) - 3) < 4)"},
      {"b = b | b & b ^ b", "b = (b | ((b & b) ^ b))"},
      {"~b & b = b", "((~b) & b) = b"},
      {"-x * 2 = 1", "((-x) * 2) = 1"},
      {"x - 1 - 1 = 0", "((x - 1) - 1) = 0"},
      {"x / 2 / 2 = 0", "((x / 2) / 2) = 0"},
      {"b = !b and b", "(b = (!b)) and b"},
  };
  for (const auto& [bare, explicit_text] : pairs) {
    Template left;
    Template right;
    left.protocol = bare + " : {go};";
    right.protocol = explicit_text + " : {go};";
    Loaded a(left.text());
    Loaded b(right.text());
    ASSERT_TRUE(a.model && b.model) << bare;
    EXPECT_TRUE(same_model(*a.model, *b.model)) << bare;
  }
}

TEST(Load, ReadsABareNameAsAVariableFirst) {
  Template t;
  t.vars = "other : {e, red};";  // e is a variable of the agent as well
  t.evolution = "e = red if other = red;";
  t.evaluation = "p if Ag.other = e;";
  Loaded loaded(t.text());
  ASSERT_EQ(loaded.errors(), none());
  const Expr& p = loaded.model->expressions[loaded.model->propositions[0].condition];
  EXPECT_EQ(loaded.model->expressions[p.right].op, ExprOp::EnumValue);
  t.evolution = "e = red if other = e;";  // here e is the variable; its type is not comparable
  EXPECT_EQ(
      Loaded(t.text()).errors(),
      (std::vector<std::string>{"23:12 `Ag.other` and `Ag.e` have different types | one type must contain the other"}));
}

TEST(Load, MeansTheActionBesideAction) {
  Template t;
  t.vars = "go : boolean;";
  t.evolution = "x = 1 if Action = go and go = true;";
  Loaded loaded(t.text());
  ASSERT_EQ(loaded.errors(), none());
  const CheckedModel& model = *loaded.model;
  const Expr& both = model.expressions[model.agents[1].evolution[0].condition];
  EXPECT_EQ(model.expressions[both.left].op, ExprOp::ActionIs);
  EXPECT_EQ(model.expressions[both.left].value, 0);
  EXPECT_EQ(model.expressions[both.right].op, ExprOp::Equal);
}

TEST(Load, ComparesEnumerationsOfWhichOneContainsTheOther) {
  Template t;
  t.vars = "small : {blue, red}; far : {red, yellow};";
  t.evolution = "e = small if small = e;";
  EXPECT_EQ(Loaded(t.text()).errors(), none());
  t.evolution = "small = e if b;";
  EXPECT_EQ(Loaded(t.text()).errors(), none());
  t.evolution = "e = far if b;";
  EXPECT_EQ(
      Loaded(t.text()).errors(),
      (std::vector<std::string>{"23:5 `Ag.e` and `Ag.far` have different types | one type must contain the other"}));
}

TEST(Load, LetsNewKeywordsBeNames) {
  Loaded loaded(
      "Agent of Vars: starts : {with, LDL, Delta}; Observations : boolean; MA : 0..1; end Vars end Agent\n"
      "Evaluation Observations if of.Observations = true and of.starts = with and of.MA = 1; end Evaluation\n"
      "InitStates of.starts = Delta; end InitStates\n"
      "Groups with = {of}; end Groups\n"
      "Observations camera of of = {of.starts}; of starts with camera; end Observations\n"
      "Formulae AG Observations; end Formulae");
  ASSERT_EQ(loaded.errors(), none());
  EXPECT_EQ(loaded.model->initial_observation, (std::vector<std::string>{"", "camera"}));
}

TEST(Load, ReadsObservations) {
  Template t;
  t.more =
      "Observations\n  cam of Ag = {Ag.x, Environment.hid, b};\n  blind of Ag = {};\n  blind of Environment = {seen};\n"
      "  Ag starts with blind;\n  Environment starts with own;\nend Observations";
  Loaded loaded(t.text());
  ASSERT_EQ(loaded.errors(), none());
  const CheckedModel& model = *loaded.model;
  ASSERT_EQ(model.observations.size(), 3u);
  EXPECT_EQ(names(model, model.observations[0].vars), "Environment.hid Ag.b Ag.x ");
  EXPECT_TRUE(model.observations[1].vars.empty());
  EXPECT_EQ(model.observations[2].agent, AgentId(0));
  EXPECT_EQ(model.initial_observation, (std::vector<std::string>{"", "blind"}));
}

TEST(Load, ReadsEmptySections) {
  Loaded loaded(
      "Agent A Vars: end Vars RedStates: end RedStates Actions = {}; Protocol: end Protocol Evolution: end Evolution "
      "end Agent Evaluation end Evaluation InitStates true; end InitStates Groups end Groups Observations end "
      "Observations Fairness end Fairness Formulae end Formulae");
  ASSERT_EQ(loaded.errors(), none());
  EXPECT_FALSE(loaded.model->agents[1].red);
  EXPECT_TRUE(loaded.model->agents[1].unrestricted());
}

TEST(Load, SplitsFormulasAtTheRightSemicolons) {
  Template t;
  t.evaluation = "p if Ag.x = 1; q if Ag.b;";
  t.more = "Groups g = {Ag}; end Groups Fairness p; q -- or not\n ; end Fairness";
  t.formulas =
      "LDL <p;q>p;\n CDL* E <(p ; q)* + p?>[p;p]q; AG (p -> -- comment; with semicolon\n  q);\n <g>X p; p <-> q;";
  Loaded loaded(t.text());
  ASSERT_EQ(loaded.errors(), none());
  std::vector<std::string> texts;
  for (const Formula& formula : loaded.model->formulas) texts.push_back(formula.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"LDL <p;q>p", "CDL* E <(p ; q)* + p?>[p;p]q", "AG (p -> q)", "<g>X p",
                                             "p <-> q"}));
  ASSERT_EQ(loaded.model->fairness.size(), 2u);
  EXPECT_EQ(loaded.model->fairness[1].text, "q");
}

TEST(Load, FindsNamesOfFormulas) {
  Template t;
  t.evaluation = "q if Ag.b; p if Ag.x = 1;";
  t.more = "Groups g = {Environment, Ag}; end Groups";
  t.formulas = "K(Ag, p) and GK(g, q) and Environment.GreenStates;";
  Loaded loaded(t.text());
  ASSERT_EQ(loaded.errors(), none());
  const CheckedModel& model = *loaded.model;
  EXPECT_EQ(model.proposition_of(model.pool.find_symbol("q")), std::optional<std::size_t>(0));
  EXPECT_EQ(model.proposition_of(model.pool.find_symbol("p")), std::optional<std::size_t>(1));
  EXPECT_EQ(model.agent_of(model.pool.find_symbol("Ag")), std::optional(AgentId(1)));
  EXPECT_EQ(model.group_of(model.pool.find_symbol("g")), std::optional<std::size_t>(0));
  EXPECT_EQ(model.group_of(model.pool.find_symbol("p")), std::nullopt);
  EXPECT_EQ(model.groups[0].members, (std::vector<AgentId>{AgentId(0), AgentId(1)}));
}

TEST(Load, GroupsThatAreListedInFormulas) {
  Template t;
  t.evaluation = "p if Ag.x = 1;";
  t.more = "Groups g = {Ag}; end Groups";
  t.formulas = "GK({Ag, Environment}, p); <{Ag, Environment}>X p; DK({}, p);";
  Loaded loaded(t.text());
  ASSERT_EQ(loaded.errors(), none());
  const CheckedModel& model = *loaded.model;
  const auto listed = model.group_of(model.pool.find_symbol("{Ag, Environment}"));
  ASSERT_TRUE(listed);
  EXPECT_EQ(model.groups[*listed].members, (std::vector<AgentId>{AgentId(0), AgentId(1)}));
  EXPECT_EQ(model.groups.size(), 3u) << "one for each list, however often it is written";
  const std::string printed = print_model(model);
  EXPECT_EQ(printed.find("{Ag, Environment} ="), std::string::npos) << "lists are not declared";
  EXPECT_NE(printed.find("<{Ag, Environment}>X p"), std::string::npos);
  EXPECT_EQ(Loaded(printed).errors(), none());
  t.formulas = "GK({Agg, Environment}, p);";
  EXPECT_EQ(Loaded(t.text()).errors().size(), 1u);
}

TEST(LoadFormula, ReadsOneMore) {
  Loaded loaded(Template{}.text());
  ASSERT_TRUE(loaded.model);
  for (std::string text : {"EF p", "  EF   p ; \n", "EF p;"}) {
    Source source("formula", text);
    Diagnostics diagnostics;
    auto formula = load_formula(*loaded.model, source, {}, diagnostics);
    ASSERT_TRUE(formula) << text;
    EXPECT_EQ(formula->text, "EF p");
  }
}

TEST(LoadFormula, ReportsInItsOwnText) {
  Loaded loaded(Template{}.text());
  ASSERT_TRUE(loaded.model);
  Source source("formula", "EF\n  pp");
  Diagnostics diagnostics;
  EXPECT_FALSE(load_formula(*loaded.model, source, {}, diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].span, (Span{5, 7}));
  EXPECT_EQ(diagnostics.all()[0].hint, "did you mean `p`?");
  Source empty("formula", " ;");
  Diagnostics more;
  EXPECT_FALSE(load_formula(*loaded.model, empty, {}, more));
  EXPECT_TRUE(more.has_errors());
}

TEST(LoadFormula, KnowsTheOptionForFiniteTraces) {
  Template t;
  t.formulas = "LDL <p>p;";
  LoadOptions options;
  options.finite_traces = true;
  Loaded infinite(t.text());
  Loaded finite(t.text(), options);
  ASSERT_TRUE(infinite.model && finite.model);
  EXPECT_EQ(infinite.model->formulas[0].property.mode, logic::Mode::Ldl);
  EXPECT_EQ(finite.model->formulas[0].property.mode, logic::Mode::LdlFinite);
}

}  // namespace
}  // namespace gnomon::ispl::test
