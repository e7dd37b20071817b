// Values to bits and back, for fields whose sizes are and are not powers of two, and fields without bits.
#include "model/encoding.h"

#include <gtest/gtest.h>

#include "model/order.h"
#include "models.h"

namespace gnomon::model {
namespace {

class EncodingTest : public testing::Test {
 protected:
  EncodingTest()
      : subject_(test::load_or_fail(test::one_agent("    f : boolean;\n    r : -2 .. 3;\n    e : {red, green, blue};\n"
                                                    "    one : 7 .. 7;",
                                                    "    f = true if Action = a;"))),
        encoding_(subject_->model(), manager_, static_order(subject_->model())) {}

  ispl::VarId var(const std::string& name) const {
    for (std::size_t v = 0; v < subject_->model().variables.size(); ++v) {
      if (subject_->model().variables[v].name == name) return ispl::VarId(v);
    }
    return {};
  }

  std::unique_ptr<test::Subject> subject_;
  bdd::Manager manager_;
  Encoding encoding_;
};

TEST_F(EncodingTest, Widths) {
  EXPECT_EQ(encoding_.variable(var("f")).current.size(), 1u);
  EXPECT_EQ(encoding_.variable(var("r")).current.size(), 3u);
  EXPECT_EQ(encoding_.variable(var("e")).current.size(), 2u);
  EXPECT_EQ(encoding_.variable(var("one")).current.size(), 0u);
  EXPECT_EQ(encoding_.state_bits(), 6u);
  EXPECT_EQ(encoding_.action(ispl::AgentId(1)).current.size(), 2u);
  EXPECT_EQ(encoding_.action(ispl::AgentId(0)).current.size(), 0u);
  for (std::size_t v = 0; v < 4; ++v) {
    const Field& field = encoding_.variable(ispl::VarId(v));
    ASSERT_EQ(field.current.size(), field.next.size());
    for (std::size_t b = 0; b < field.current.size(); ++b) {
      EXPECT_EQ(manager_.level_of(field.current[b]) + 1, manager_.level_of(field.next[b]));
    }
  }
}

TEST_F(EncodingTest, StatesAndBack) {
  std::vector<test::State> states = test::all_states(subject_->model());
  ASSERT_EQ(states.size(), 2u * 6 * 3);
  bdd::Bdd seen = manager_.constant(false);
  for (const test::State& state : states) {
    bdd::Bdd cube = encoding_.encode(state);
    EXPECT_EQ(encoding_.decode(cube), state);
    EXPECT_TRUE(cube.disjoint_from(seen));
    seen |= cube;
  }
  EXPECT_EQ(count(seen, encoding_.current_vars()), 36);
  bdd::Bdd valid = manager_.constant(true);
  for (std::size_t v = 0; v < 4; ++v) valid &= encoding_.valid(ispl::VarId(v));
  EXPECT_EQ(valid, seen);
  states[0][var("r").index()] = 4;
  EXPECT_TRUE(encoding_.encode(states[0]).is_false());
}

TEST_F(EncodingTest, ValuesPartitionTheValidCodes) {
  for (std::size_t v = 0; v < 4; ++v) {
    for (Time time : {Time::Current, Time::Next}) {
      bdd::Bdd some = manager_.constant(false);
      for (std::uint64_t position = 0; position < encoding_.variable(ispl::VarId(v)).size; ++position) {
        bdd::Bdd here = encoding_.variable_is(ispl::VarId(v), position, time);
        EXPECT_TRUE(here.disjoint_from(some));
        some |= here;
      }
      EXPECT_EQ(some, encoding_.valid(ispl::VarId(v), time));
    }
  }
  ispl::AgentId agent(1);
  bdd::Bdd some = manager_.constant(false);
  for (std::size_t a = 0; a < 3; ++a) some |= encoding_.action_is(agent, ispl::ActionId(a));
  EXPECT_EQ(some, encoding_.valid_action(agent));
  EXPECT_FALSE(some.is_true());
}

TEST_F(EncodingTest, CurrentAndNext) {
  bdd::Bdd now = encoding_.variable_is(var("r"), 5);
  bdd::Bdd then = encoding_.variable_is(var("r"), 5, Time::Next);
  EXPECT_EQ(rename(now, encoding_.current_to_next()), then);
  EXPECT_EQ(rename(then, encoding_.next_to_current()), now);
  bdd::Bdd same = encoding_.unchanged(var("r"));
  for (std::uint64_t x = 0; x < 6; ++x) {
    for (std::uint64_t y = 0; y < 6; ++y) {
      bdd::Bdd step = encoding_.variable_is(var("r"), x) & encoding_.variable_is(var("r"), y, Time::Next);
      EXPECT_EQ(step.subset_of(same), x == y);
      EXPECT_EQ(step.disjoint_from(same), x != y);
    }
  }
  EXPECT_TRUE(encoding_.unchanged(var("one")).is_true());
}

TEST_F(EncodingTest, Hidden) {
  std::vector<ispl::VarId> sees{var("f"), var("e")};
  EXPECT_EQ(encoding_.hidden_from(sees).size(), 3u);
  EXPECT_EQ(encoding_.hidden_from({}).size(), 6u);
  EXPECT_EQ(encoding_.current_vars(sees).size(), 3u);
}

}  // namespace
}  // namespace gnomon::model
