// What is printed loads back to the same model.
#include "random_model.h"
#include "support.h"

namespace gnomon::ispl::test {
namespace {

TEST(Print, WritesTheTemplate) {
  Template t;
  t.lobsvars = "Lobsvars = {hid};";
  t.red = "RedStates: !(x = 1) or b & ~b = b; end RedStates";
  t.evolution = "(x=x+1) and b=!b if ((Action=go)) and !(Environment.hid) -> x<-1;";
  t.more =
      "Groups g = {Ag, Environment}; end Groups Observations o of Ag = {x, Environment.hid}; Ag starts with o; end "
      "Observations";
  t.formulas = "AG   p -- always\n;";
  Loaded loaded(t.text());
  ASSERT_TRUE(loaded.model);
  EXPECT_EQ(print_model(*loaded.model), R"(Agent Environment
  Obsvars:
    seen : 0 .. 3;
  end Obsvars
  Vars:
    hid : boolean;
  end Vars
  Actions = {none};
end Agent

Agent Ag
  Lobsvars = {hid};
  Vars:
    b : boolean;
    x : 0 .. 3;
    e : {red, green, blue};
  end Vars
  RedStates:
    !(x = 1) or b & ~b = b;
  end RedStates
  Actions = {go, stay};
  Protocol:
    Other : {go, stay};
  end Protocol
  Evolution:
    x = x + 1 and b = ~b if Action = go and !Environment.hid -> x < -1;
  end Evolution
end Agent

Evaluation
  p if Ag.x = 1;
end Evaluation

InitStates
  Ag.x = 0;
end InitStates

Groups
  g = {Environment, Ag};
end Groups

Observations
  o of Ag = {Environment.hid, Ag.x};
  Ag starts with o;
end Observations

Formulae
  AG p;
end Formulae
)");
}

// Conditions in which a parenthesis too few or a blank too few would change the meaning.
TEST(Print, KeepsTheStructureOfExpressions) {
  for (std::string condition : {"x - (1 - 1) = 0", "x - 1 - 1 = 0", "-(-x) = 1",         "-(1) = x",
                                "-(-(1)) = x",     "x - -1 = 0",    "x - -x = 0",        "x / (2 * 3) = 1",
                                "x * (2 + 1) = 3", "-(x + 1) < 0",  "-x + 1 < 0",        "(b -> b) -> b",
                                "b -> b -> b",     "b or (b or b)", "b and (b or b)",    "!(b and b)",
                                "!(!b)",           "~(b & b) = b",  "~~b = b",           "(b = b) = b",
                                "b = (x < 1)",     "b = (b -> b)",  "b ^ (b ^ b) = b",   "b & (b | b) = b",
                                "(b and b) = b",   "!(b = b)",      "(x = 1) ^ (x = 2)", "(x = 1) & b | !b = true",
                                "!b = b"}) {
    Template t;
    t.protocol = condition + " : {go};";
    Loaded first(t.text());
    ASSERT_TRUE(first.model) << condition;
    std::string printed = print_model(*first.model);
    Loaded second(printed);
    ASSERT_TRUE(second.model) << printed << second.errors()[0];
    EXPECT_TRUE(same_model(*first.model, *second.model)) << condition << "\n" << printed;
  }
}

TEST(Print, LoadsBackRandomModels) {
  int with_environment = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    std::string text = RandomModel(seed).text();
    Loaded first(text);
    if (!first.model) {
      // Products of many terms may be refused; nothing else may.
      for (const std::string& error : first.errors()) {
        ASSERT_NE(error.find("may not fit 63 bits"), std::string::npos) << error << "\nseed " << seed << "\n" << text;
      }
      continue;
    }
    std::string printed = print_model(*first.model);
    Loaded second(printed);
    ASSERT_TRUE(second.model) << "seed " << seed << "\n" << text << printed << second.errors()[0];
    ASSERT_TRUE(same_model(*first.model, *second.model)) << "seed " << seed << "\n" << text << printed;
    ASSERT_EQ(print_model(*second.model), printed);
    with_environment += first.model->agents[0].declared ? 1 : 0;
  }
  EXPECT_GT(with_environment, 300);
}

}  // namespace
}  // namespace gnomon::ispl::test
