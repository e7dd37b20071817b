#include "simulate/walk.h"

#include <gtest/gtest.h>

#include "support/property.h"

namespace gnomon::simulate {
namespace {

explicit_state::State at(int x) {
  return {x};
}
WalkStep to(int x) {
  return {{ispl::ActionId(0)}, at(x)};
}

TEST(Walk, GoesOnFromWhereItStands) {
  Walk walk;
  EXPECT_TRUE(walk.empty());
  walk.start(at(0));
  walk.extend({to(1)});
  walk.extend({to(2), to(3)});
  EXPECT_EQ(walk.size(), 4u);
  EXPECT_EQ(walk.position(), 3u);
  walk.jump(1);
  EXPECT_EQ(walk.size(), 4u);
  EXPECT_EQ(walk.state(), at(1));
  walk.extend({to(9)});
  EXPECT_EQ(walk.size(), 3u) << "a step from the middle forgets what came after";
  EXPECT_EQ(walk.state(), at(9));
}

TEST(Walk, UndoesEveryKindOfChange) {
  Walk walk;
  walk.start(at(0));
  walk.extend({to(1), to(2)});
  walk.jump(0);
  walk.extend({to(7)});
  walk.clear();
  EXPECT_TRUE(walk.empty());
  ASSERT_TRUE(walk.undo());
  EXPECT_EQ(walk.state(), at(7));
  ASSERT_TRUE(walk.undo());
  EXPECT_EQ(walk.position(), 0u);
  EXPECT_EQ(walk.size(), 3u) << "what the step had cut off is back";
  EXPECT_EQ(walk.steps().back(), to(2));
  ASSERT_TRUE(walk.undo());
  EXPECT_EQ(walk.position(), 2u);
  ASSERT_TRUE(walk.undo());
  EXPECT_EQ(walk.size(), 1u);
  ASSERT_TRUE(walk.undo());
  EXPECT_TRUE(walk.empty());
  EXPECT_FALSE(walk.undo());
}

// After any changes, undoing them one by one passes through the very same walks.
TEST(Walk, UndoRetracesEverything) {
  constexpr std::size_t kMostChanges = 40;
  test::check_lists(0, kMostChanges, [](const test::Words& changes) {
    Walk walk;
    std::vector<std::pair<std::vector<WalkStep>, std::size_t>> past;
    int fresh = 0;
    for (std::uint64_t change : changes) {
      past.emplace_back(walk.steps(), walk.position());
      if (walk.empty() || change % 7 == 0) {
        walk.start(at(++fresh));
      } else if (change % 7 == 1) {
        walk.clear();
      } else if (change % 7 < 4) {
        walk.jump(change % walk.size());
      } else {
        walk.extend(std::vector<WalkStep>(1 + change % 3, to(++fresh)));
      }
    }
    while (!past.empty()) {
      GNOMON_HOLDS(walk.undo());
      GNOMON_HOLDS(walk.steps() == past.back().first);
      GNOMON_HOLDS(walk.position() == past.back().second);
      past.pop_back();
    }
    GNOMON_HOLDS(!walk.undo());
  });
}

}  // namespace
}  // namespace gnomon::simulate
