#include "witness/render.h"

#include <gtest/gtest.h>

#include "explained.h"

namespace gnomon::witness {
namespace {

TEST(RenderText, PathAndTwins) {
  Explained lamp(kLamp + kEnd);
  EXPECT_EQ(lamp.text("AG (lit -> K(Watcher, lit))"), R"(
  AG (lit -> K(Watcher, lit)) is false in s0: a path leads to s1, where lit -> K(Watcher, lit) is
    false.
    s0  {}
        Environment  on = false
        Watcher      steps = 0
     |  Environment: press, Watcher: rest
    s1  {lit}
        Environment.on: false -> true

  lit -> K(Watcher, lit) is false in s1: lit is true, K(Watcher, lit) is false.

  K(Watcher, lit) is false in s1: Watcher cannot tell it from s0, where lit is false.
                                  s1    s0
    Watcher sees  Watcher.steps   0     0
    but not       Environment.on  true  false
)");
}

TEST(RenderText, Loop) {
  Explained lamp(kLamp + kEnd);
  EXPECT_EQ(lamp.text("LTL F lit -> F tired"), R"(
  A (F lit -> F tired) is false in s0: this path violates F lit -> F tired.
    s0  {}
        Environment  on = false
        Watcher      steps = 0
     |  Environment: press, Watcher: rest
    s1  {lit}  the loop begins
        Environment.on: false -> true
     |  Environment: wait, Watcher: rest
        back to s1

    true at           s0  s1
    F lit -> F tired   .   .
    F tired            .   .
    F lit              x   x
)");
}

// The table tells positions of one state apart, stops where a trace ends, and is broken where lines become too long.
TEST(RenderText, WhereThePartsOfAPathFormulaAreTrue) {
  Explained lamp(kLamp + kEnd);
  EXPECT_NE(lamp.text("LTLf F tired -> X lit").find(R"(
    true at           s0  s1  s2  s3
    F tired -> X lit   .   .   .   .
    X lit              .   .   .   .
    F tired            x   x   x   x
)"),
            std::string::npos);
  // Formulas that are shorter than the heading.
  EXPECT_NE(lamp.text("LTL F lit").find(R"(
    true at  s0
    F lit     .
)"),
            std::string::npos);
  RenderOptions narrow;
  narrow.width = 32;
  EXPECT_NE(lamp.text("LTL F tired -> F lit", narrow).find(R"(
    true at           s0  s1
    F tired -> F lit   .   .
    F lit              .   .
    F tired            x   x

                      s2  s3
    F tired -> F lit   .   .
    F lit              .   .
    F tired            x   x
)"),
            std::string::npos);
}

TEST(RenderText, FullShowsEveryState) {
  Explained lamp(kLamp + kEnd);
  std::string text = lamp.text("AG !tired", {.full = true});
  std::size_t count = 0;
  for (std::size_t at = text.find("steps ="); at != std::string::npos; at = text.find("steps =", at + 1)) ++count;
  EXPECT_EQ(count, 4u);
  EXPECT_EQ(text.find("->"), std::string::npos);
}

TEST(RenderText, LongPathsLoseTheirMiddle) {
  Explained counter(R"(
Agent Counter
  Vars: x : 0 .. 100; end Vars
  Actions = {up};
  Protocol: Other : {up}; end Protocol
  Evolution: x = x + 1 if x < 100; end Evolution
end Agent
Evaluation top if Counter.x = 100; end Evaluation
InitStates Counter.x = 0; end InitStates
Formulae true; end Formulae
)");
  std::string text = counter.text("EF top");
  EXPECT_NE(text.find("76 states are left out"), std::string::npos) << text;
  EXPECT_NE(text.find("Counter.x: 99 -> 100"), std::string::npos);
  EXPECT_NE(counter.text("EF top", {.full = true}).find("x = 50"), std::string::npos);
}

TEST(RenderText, LinesKeepTheWidth) {
  Explained lamp(kLamp + kEnd);
  RenderOptions narrow;
  narrow.width = 60;
  std::string text = lamp.text("AG (lit -> K(Watcher, lit) and K(Watcher, tired) and K(Watcher, lit))", narrow);
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; begin = end + 1, end = text.find('\n', begin)) {
    EXPECT_LE(end - begin, 60u) << text.substr(begin, end - begin);
  }
}

TEST(RenderDot, StepsAndDashedLinks) {
  Explained lamp(kLamp + kEnd);
  Explanation explanation = lamp.explain("AG (lit -> K(Watcher, lit))");
  ASSERT_TRUE(explanation.witness);
  std::string dot = render_dot(*lamp.model, *explanation.witness);
  EXPECT_EQ(dot.rfind("digraph", 0), 0u);
  EXPECT_NE(dot.find("s0 -> s1 [label=<Environment: press<br/>Watcher: rest>];"), std::string::npos) << dot;
  EXPECT_NE(dot.find("s1 -> s0 [style=dashed, dir=none, constraint=false, label=<Watcher>];"), std::string::npos);
  EXPECT_NE(dot.find("<b>Environment.on = true</b>"), std::string::npos);
  EXPECT_NE(dot.find("s1 [label=<<table border=\"2\" color=\"#c1121f\""), std::string::npos) << "the state at fault";
  EXPECT_NE(dot.find("lit -&gt; K"), std::string::npos);
}

TEST(RenderDot, EndOfATraceAndFairContinuation) {
  Explained lamp(kLamp + kEnd);
  Explanation trace = lamp.explain("LTLf G !tired");
  ASSERT_TRUE(trace.witness);
  EXPECT_NE(render_dot(*lamp.model, *trace.witness).find("<i>the trace ends here</i>"), std::string::npos);
  Explained fair(std::string(kLamp) + "Fairness tired; end Fairness " + kEnd);
  Explanation path = fair.explain("AG !lit");
  ASSERT_TRUE(path.witness);
  const std::string dot = render_dot(*fair.model, *path.witness);
  EXPECT_NE(dot.find("style=dotted"), std::string::npos) << dot;
  EXPECT_NE(dot.find("Watcher: rest>];"), std::string::npos) << "the evidence is not dotted";
}

TEST(RenderDot, StretchesThatAreRepeated) {
  Explained lamp(kLamp + kEnd);
  for (const char* text : {"EG<=100000 !lit", "CTL* E (G<=2000 !lit and F lit)"}) {
    Explanation explanation = lamp.explain(text);
    ASSERT_TRUE(explanation.witness) << text;
    const std::string dot = render_dot(*lamp.model, *explanation.witness);
    EXPECT_NE(dot.find("s0 -> s0 [label=<<i>the 1 step since s0 is repeated "), std::string::npos) << dot;
  }
}

}  // namespace
}  // namespace gnomon::witness
