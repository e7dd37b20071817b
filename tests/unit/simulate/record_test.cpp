#include "simulate/record.h"

#include <gtest/gtest.h>

#include "model_text.h"
#include "simulate/random_walk.h"

namespace gnomon::simulate {
namespace {

constexpr const char* kStart = "gnomon walk 1\ninit Counter.x=1 Watcher.mood=calm\n";

TEST(Record, IsReadBackAsTheSameWalk) {
  TestModel test(kCounter);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Walk walk;
    walk.start(test.interpreter.initial_states()[seed % 2]);
    Dice dice(seed);
    walk.extend(random_steps(test.interpreter, test.check, walk.state(), 15, dice, {}).steps);
    if (seed % 3 == 0) walk.jump(seed % 15);
    Recording read = read_walk(test.interpreter, test.check, print_walk(test.model, walk));
    EXPECT_EQ(read.problem, "");
    EXPECT_EQ(read.steps, walk.steps());
    EXPECT_EQ(read.position, walk.position());
  }
}

TEST(Record, SaysWhatIsWrong) {
  TestModel test(kCounter);
  struct Case {
    std::string text;
    std::size_t line;
    std::string problem;
  };
  const std::string start = kStart;
  const std::vector<Case> cases = {
      {"", 0, "there is no line init"},
      {"a walk\n", 1, "the first line must be `gnomon walk 1`"},
      {"gnomon walk 1\ninit Counter.x=1\n", 2, "the value of `Watcher.mood` is missing"},
      {"gnomon walk 1\ninit Counter.x=2 mood=calm\n", 2, "this is not an initial state of the model"},
      {"gnomon walk 1\ninit x=1 x=1 mood=calm\n", 2, "the variable of `x=1` is given twice"},
      {"gnomon walk 1\nstep Counter=up Watcher=look\n", 2, "a walk begins with a line init"},
      {start + "init Counter.x=1 Watcher.mood=calm\n", 3, "a walk has only one line init"},
      {start + "# a remark\n\nstep Counter=up\n", 5, "the action of Watcher is missing"},
      {start + "step Counter=up Watcher=look -> Counter.x=3\n", 3, "the joint action does not lead to this state"},
      {start + "step Counter=up Watcher=look -> Counter.x=9\n", 3, "Counter.x has no value `9`"},
      {start + "step Counter=down Watcher=look -> x=0\nstep Counter=down Watcher=look\n", 4,
       "this joint action is not enabled in the state before"},
      {start + "leap\n", 3, "`leap` is neither init nor step nor at"},
      {start + "at 1\n", 3, "the walk is shorter than that"},
      {start + "at home\n", 3, "`home` is not a position"},
  };
  for (const Case& wrong : cases) {
    Recording read = read_walk(test.interpreter, test.check, wrong.text);
    EXPECT_EQ(read.problem, wrong.problem) << wrong.text;
    EXPECT_EQ(read.line, wrong.line) << wrong.text;
  }
}

}  // namespace
}  // namespace gnomon::simulate
