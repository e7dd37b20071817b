// What a coalition can do: outcomes of its joint actions, against those of every joint action of everybody.
#include "enumerate/moves.h"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "enumerate/successors.h"
#include "joint_actions.h"
#include "oracle/harness/enumerated_run.h"
#include "oracle/harness/families.h"

namespace gnomon::test {
namespace {

using enumerate::Graph;
using enumerate::Moves;
using enumerate::StateIndex;
using enumerate::Successors;

// By the actions of the members.
std::map<Actions, std::set<StateIndex>> expected(const Graph& graph, Successors& successors,
                                                 const check::Coalition& group) {
  std::map<Actions, std::set<StateIndex>> found;
  for (const auto& [given, outcomes] : outcomes_of_joint_actions(graph, successors)) {
    Actions members;
    for (ispl::AgentId member : group) {
      if (takes_part(graph, member.index())) members.push_back(given[member.index()]);
    }
    found[members].insert(outcomes.begin(), outcomes.end());
  }
  return found;
}

std::map<Actions, std::set<StateIndex>> made(const Graph& graph, Moves& moves, StateIndex s,
                                             const check::Coalition& group) {
  std::map<Actions, std::set<StateIndex>> found;
  const Moves::Rows rows = moves.rows_of(s);
  for (std::size_t row = rows.first; row < rows.first + rows.count; ++row) {
    Actions members;
    for (ispl::AgentId member : group) {
      if (!takes_part(graph, member.index())) continue;
      std::uint32_t action = 0;
      while (!moves.plays(row, member, ispl::ActionId(action))) ++action;
      members.push_back(action);
    }
    EXPECT_FALSE(found.contains(members)) << "a row for each joint action";
    std::set<StateIndex>& outcomes = found[members];
    moves.all_outcomes(row, [&](StateIndex t) {
      outcomes.insert(t);
      return true;
    });
  }
  return found;
}

TEST(Moves, HaveTheOutcomesOfEveryJointAction) {
  std::size_t compared = 0;
  std::size_t shared = 0;  // rows with all successors, though there are several
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::string text = random_case(families()[seed % families().size()], 47'000'000 + seed).text();
    auto subject = Subject::load(text);
    ASSERT_TRUE(subject) << text;
    EnumeratedRun run(*subject);
    const Graph& graph = run.graph();
    Successors successors(graph.program());
    for (std::size_t last = 0; last < graph.program().agents(); ++last) {
      check::Coalition group{ispl::AgentId(last)};
      if (last > 0 && seed % 2 == 0) group.insert(group.begin(), ispl::AgentId(0));
      Moves moves(graph, group);
      std::size_t rows = 0;
      // In any order: rows are made when they are first asked for.
      for (StateIndex i = 0; i < graph.size(); ++i) {
        const auto s = static_cast<StateIndex>(graph.size() - 1 - i);
        successors.enter(graph.state(s));
        rows += moves.rows_of(s).count;
        if (successors.blocked()) {
          EXPECT_TRUE(!moves.rows_of(s).others_enabled || moves.rows_of(s).count == 0) << text;
          continue;
        }
        EXPECT_TRUE(moves.rows_of(s).others_enabled);
        const auto found = made(graph, moves, s, group);
        EXPECT_EQ(found, expected(graph, successors, group)) << "state " << s << "\n" << text;
        ++compared;
        if (found.size() > 1 && graph.successor_count(s) > 1 &&
            found.begin()->second.size() == graph.successor_count(s)) {
          ++shared;
        }
      }
      EXPECT_EQ(moves.make_all(), rows) << "none is made twice";
    }
  }
  EXPECT_GT(compared, 500U);
  EXPECT_GT(shared, 10U);
}

}  // namespace
}  // namespace gnomon::test
