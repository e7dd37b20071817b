// Successors of conditions of every shape: the graph of the enumeration is that of the interpreter.
#include "enumerate/successors.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "enumerate/cubes.h"
#include "oracle/harness/enumerated_run.h"

namespace gnomon::test {
namespace {

// Two agents with three actions each, whose lines have the given conditions.
std::string two_agents(const std::string& semantics, const std::vector<std::string>& conditions) {
  std::string lines;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const std::string value = std::to_string(i % 4);
    lines += "    x = " + value + " and y = x + 1 if " + conditions[i] + ";\n";
  }
  return "Semantics = " + semantics + ";\nAgent Environment\n  Vars: x : 0 .. 3; y : 0 .. 4; b : boolean; end Vars\n" +
         "  Actions = {p, q, r};\n  Protocol: x = 3 : {p, q}; x = 2 : {r}; Other : {p, q, r}; end Protocol\n" +
         "  Evolution:\n" + lines + "    b = ~b if y = x;\n  end Evolution\nend Agent\n" +
         "Agent B\n  Vars: z : 0 .. 2; end Vars\n  Lobsvars = {b};\n  Actions = {p, q, r};\n" +
         "  Protocol: z = 1 and Environment.b = true : {p, r}; Other : {p, q, r}; end Protocol\n" +
         "  Evolution: z = 1 if Action = p or Environment.Action = q; z = 2 if z > 0; end Evolution\nend "
         "Agent\n" +
         "Evaluation b if Environment.b; end Evaluation\nInitStates Environment.x = 0 and Environment.y = 0 and B.z = "
         "0; end InitStates\n" +
         "Formulae b; end Formulae\n";
}

const std::vector<std::pair<std::string, std::vector<std::string>>>& shapes() {
  static const std::vector<std::pair<std::string, std::vector<std::string>>> all{
      {"conjunctions", {"Action = p and B.Action = q and x < 2", "Action = q and x = 1 and b"}},
      {"disjunctions",
       {"Action = p or (B.Action = q and x < 2) or b", "(Action = q or B.Action = r) and (b or x = 0)"}},
      {"negations", {"Action <> p and !(B.Action = q or b)", "!(Action = q and (B.Action = p or x = 0))"}},
      {"implications", {"Action = p -> B.Action = q", "!(Action = r -> (b -> B.Action <> p))"}},
      {"differences", {"(Action = p) ^ (B.Action = q)", "!((Action = q) ^ (x = 0))", "(Action = r) = b"}},
      {"contradictions", {"Action = p and Action = q", "Action = q and !(Action = q)", "B.Action = r and x > 5"}},
      {"tautologies", {"Action = p or Action <> p", "x = x"}},
      {"one agent's actions", {"Action = p or Action = r", "!(Action = p or Action = q) and x < 3", "B.Action <> p"}},
      {"same condition twice", {"Action = p and x = 1", "x = 1 and Action = p", "Action = q", "Action = q"}},
  };
  return all;
}

void expect_same_graph(const std::string& text, const std::string& name) {
  auto subject = Subject::load(text);
  ASSERT_TRUE(subject) << text;
  for (const EnumeratedSetting& setting : enumerated_settings()) {
    EnumeratedRun run(*subject, setting);
    EXPECT_EQ(enumerated_structure_difference(*subject, run), "") << name << "\n" << text;
  }
}

TEST(Successors, FollowConditionsOfEveryShape) {
  for (const char* semantics : {"MultiAssignment", "SingleAssignment"}) {
    for (const auto& [name, conditions] : shapes()) expect_same_graph(two_agents(semantics, conditions), name);
  }
}

// 3^5 cubes are more than a line is split into.
std::string long_condition() {
  std::string condition;
  for (const char* sign : {"=", "<>"}) {
    for (int i = 0; i < 5; ++i) {
      const std::string n = std::to_string(i % 4);
      condition += (condition.empty() ? "" : " and ") + std::string("(Action = p or x ") + sign + " " + n +
                   " or B.Action = " + (i % 2 == 0 ? "q" : "r") + ")";
    }
  }
  return condition;
}

TEST(Successors, EvaluateWhatIsNotTakenApart) {
  for (const char* semantics : {"MultiAssignment", "SingleAssignment"}) {
    const std::string text =
        two_agents(semantics, {long_condition(), "b and (" + long_condition() + ")", "Action = q"});
    auto subject = Subject::load(text);
    ASSERT_TRUE(subject) << text;
    const enumerate::Program program(subject->model());
    EXPECT_TRUE(program.sectors().back().cubes.residues());
    expect_same_graph(text, "residues");
  }
}

// More lists of enabled actions than are kept, and more values than tables have room for.
TEST(Successors, ForgetWhatIsTooMuch) {
  std::string vars, lines, protocol, actions, initial;
  constexpr int kBits = 13;
  for (int i = 0; i < kBits; ++i) {
    const std::string n = std::to_string(i);
    vars += "    v" + n + " : boolean;\n";
    actions += (i == 0 ? "" : ", ") + ("a" + n);
    protocol += "    v" + n + " = false : {a" + n + "};\n";
    lines += "    v" + n + " = true if Action = a" + n + ";\n";
    initial += (i == 0 ? "" : " and ") + ("A.v" + n + " = false");
  }
  const std::string text = "Agent A\n  Vars:\n" + vars + "  end Vars\n  Actions = {" + actions +
                           ", stay};\n  Protocol:\n" + protocol +
                           "    Other : {stay};\n  end Protocol\n  Evolution:\n" + lines +
                           "  end Evolution\nend Agent\nEvaluation b if A.v0; end Evaluation\nInitStates " + initial +
                           "; end InitStates\nFormulae b; end Formulae\n";
  auto subject = Subject::load(text);
  ASSERT_TRUE(subject);
  EnumeratedRun run(*subject);
  EXPECT_EQ(run.graph().size(), std::size_t{1} << kBits);
  EXPECT_EQ(enumerated_structure_difference(*subject, run), "");
}

TEST(Cubes, AreSharedByEqualConditions) {
  auto subject = Subject::load(two_agents("SingleAssignment", {"Action = p and x = 1", "x = 1 and Action = p"}));
  ASSERT_TRUE(subject);
  enumerate::CubeBuilder builder(subject->model());
  const auto& lines = subject->model().agents[0].evolution;
  const std::vector<std::uint32_t> first = builder.add(lines[0].condition);
  EXPECT_EQ(first.size(), 1U);
  EXPECT_EQ(builder.add(lines[1].condition), first);
  EXPECT_EQ(builder.finish().size(), 1U);
}

}  // namespace
}  // namespace gnomon::test
