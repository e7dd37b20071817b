// Who is ahead: lists and diagrams that grow in different ways.
#include "enumerate/race.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <optional>

namespace gnomon::test {
namespace {

using enumerate::Race;

// A list that finds `growth` states for each that it expands.
Race listing(double growth, std::size_t expanded) {
  Race race;
  for (std::size_t i = 1; i <= 100; ++i) {
    const std::size_t now = expanded * i / 100;
    race.note({10 * now, 100 + static_cast<std::size_t>(growth * static_cast<double>(now)), now});
  }
  return race;
}

TEST(Race, SeesTheEndOfAListThatFindsFewerAndFewer) {
  EXPECT_FALSE(Race().list_left());
  EXPECT_FALSE(listing(3, 1000).list_left());
  EXPECT_FALSE(listing(1, 1000).list_left()) << "a chain of states may be of any length";
  // 100 + 500 states, of which 520 are expanded: 80 are open, each of which finds half of one.
  const std::optional<std::uint64_t> left = listing(0.5, 120).list_left();
  ASSERT_TRUE(left);
  EXPECT_EQ(*left, 10U * 2 * (100 + 60 - 120));
  EXPECT_EQ(listing(0, 100).list_left(), 0U);
}

TEST(Race, HasNoEndInSightBeforeTheInitialStatesAreFound) {
  Race race;
  race.note({Race::kListAlone, 0, 0});
  EXPECT_FALSE(race.list_left());
  race.next_turn(Race::kEncoding);
  EXPECT_FALSE(race.list_until({Race::kEncoding, 1})) << "diagrams have at least the initial states";
}

TEST(Race, IsWonByDiagramsThatAreFarAhead) {
  Race race = listing(3, 20'000);
  const std::uint64_t turn = race.next_turn(Race::kEncoding);
  EXPECT_FALSE(race.list_until({turn, 1e9}));
  EXPECT_FALSE(race.list_until({turn, std::numeric_limits<double>::infinity()}));
  EXPECT_TRUE(race.list_until({turn, 60'000}));
  EXPECT_TRUE(race.list_until({400'000, 100'000})) << "for more work than that of the list";
}

TEST(Race, GivesMoreToWhoeverIsAhead) {
  constexpr std::uint64_t kTurn = 200'000;
  auto until = [&](double found) {
    Race race = listing(3, 20'000);
    race.next_turn(Race::kEncoding);
    return race.list_until({kTurn, found}).value();
  };
  EXPECT_EQ(until(1), kTurn * 3 / 4) << "after the first turn no more than that";
  EXPECT_GT(until(10'000), until(85'000));
  EXPECT_GE(until(80'000), kTurn / 10);
  // Later twice as much.
  Race race = listing(3, 20'000);
  race.next_turn(Race::kEncoding);
  race.list_until({kTurn, 100});
  const std::uint64_t second = race.next_turn(kTurn);
  EXPECT_GT(second, kTurn);
  EXPECT_EQ(race.list_until({second, 110}), 2 * second);
}

// What counts is what was found lately: these diagrams began well.
TEST(Race, NoticesDiagramsThatSlowDown) {
  auto until = [](double first) {
    Race race = listing(3, 200'000);
    const std::uint64_t turn = race.next_turn(Race::kEncoding);
    race.list_until({turn, first});
    const std::uint64_t second = race.next_turn(turn);
    return static_cast<double>(race.list_until({second, 400'000}).value()) / static_cast<double>(second);
  };
  EXPECT_GT(until(399'000), until(100'000));
}

TEST(Race, LetsAListThatEndsSoonGoOn) {
  Race race;
  race.note({1'000'000, 190'000, 100'000});
  race.note({2'000'000, 210'000, 200'000});  // ten thousand are open, and growth is 0.2
  ASSERT_EQ(race.list_left(), 125'000U);
  const std::uint64_t turn = race.next_turn(Race::kEncoding);
  EXPECT_GE(race.list_until({turn, 220'000}).value(), 2'125'000U);
}

TEST(Race, CountsStepsOfLargeDiagramsAsMore) {
  EXPECT_EQ(enumerate::diagram_work(1600, 10), 800U);
  EXPECT_GT(enumerate::diagram_work(1600, 100'000), enumerate::diagram_work(1600, 5000));
  for (std::size_t nodes : {1U, 2000U, 1'000'000U}) {
    EXPECT_EQ(enumerate::diagram_work(enumerate::diagram_steps(160'000, nodes), nodes), 160'000U);
  }
}

}  // namespace
}  // namespace gnomon::test
