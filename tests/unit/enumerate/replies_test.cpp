// Whether a coalition can stay in a set, against every joint action of everybody.
#include "enumerate/replies.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "enumerate/bit_set.h"
#include "enumerate/successors.h"
#include "ispl/load.h"
#include "joint_actions.h"
#include "models.h"
#include "oracle/harness/enumerated_run.h"
#include "oracle/harness/families.h"

namespace gnomon::test {
namespace {

using enumerate::BitSet;
using enumerate::Graph;
using enumerate::Replies;
using enumerate::StateIndex;
using enumerate::Successors;

bool can_stay(const std::map<Actions, std::set<StateIndex>>& all, const check::Coalition& group, const BitSet& inside) {
  std::map<Actions, bool> good;  // by the actions of the members
  for (const auto& [given, outcomes] : all) {
    Actions members;
    for (ispl::AgentId member : group) members.push_back(given[member.index()]);
    const bool stays = std::all_of(outcomes.begin(), outcomes.end(), [&](StateIndex t) { return inside.test(t); });
    good.try_emplace(members, true).first->second &= stays;
  }
  return std::any_of(good.begin(), good.end(), [](const auto& item) { return item.second; });
}

struct ReplyTally {
  std::size_t yes = 0;
  std::size_t no = 0;
  std::size_t blocked = 0;
};

// Random sets, which contain many of the successors of a state, asked about in random order.
void compare_replies(const std::string& text, std::mt19937_64& random, ReplyTally& tally) {
  auto subject = Subject::load(text);
  ASSERT_TRUE(subject) << text;
  EnumeratedRun run(*subject);
  const Graph& graph = run.graph();
  Successors successors(graph.program());
  for (int g = 0; g < 3; ++g) {
    check::Coalition group;
    for (std::size_t a = 0; a < graph.program().agents(); ++a) {
      if (random() % 3 != 0) group.push_back(ispl::AgentId(a));
    }
    Replies replies(graph, group);
    Replies searched(graph, group, 1);
    for (int i = 0; i < 60; ++i) {
      const auto s = static_cast<StateIndex>(random() % graph.size());
      BitSet inside(graph.size());
      const std::uint64_t share = 3 + random() % 7;
      for (std::size_t t = 0; t < graph.size(); ++t) {
        if (random() % 10 < share) inside.add(t);
      }
      const bool found = replies.can_stay(s, [&](StateIndex t) { return inside.test(t); });
      EXPECT_EQ(searched.can_stay(s, [&](StateIndex t) { return inside.test(t); }), found) << text;
      successors.enter(graph.state(s));
      if (successors.blocked()) {
        EXPECT_FALSE(found) << text;
        ++tally.blocked;
        continue;
      }
      ASSERT_EQ(found, can_stay(outcomes_of_joint_actions(graph, successors), group, inside)) << "state " << s << "\n"
                                                                                              << text;
      if (graph.successor_count(s) > 1) ++(found ? tally.yes : tally.no);
    }
  }
}

TEST(Replies, AreThoseToEveryJointAction) {
  std::mt19937_64 random(77);
  ReplyTally tally;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    compare_replies(random_case(families()[seed % families().size()], 53'000'000 + seed).text(), random, tally);
  }
  EXPECT_GT(tally.yes, 2000U);
  EXPECT_GT(tally.no, 2000U);
  EXPECT_GT(tally.blocked, 10U);
}

// Several sectors, choices of which some lead to the same, lines that compete, and values out of range.
TEST(Replies, FollowSeveralSectors) {
  std::string text;
  for (const char* name : {"A", "B", "C"}) {
    const std::string other = name[0] == 'C' ? "A" : std::string(1, static_cast<char>(name[0] + 1));
    text +=
        "Agent " + std::string(name) + "\n  Vars: x : 0 .. 2; end Vars\n  Actions = {a, b, c, d};\n" +
        "  Protocol: x = 2 : {a, b, d}; Other : {a, b, c, d}; end Protocol\n  Evolution:\n" +
        (name[0] == 'A' ? "    x = x + 1 if Action = a and B.Action <> c;\n    x = 0 if Action = a and B.Action = b;\n"
                        : "    x = x + 1 if (Action = a or Action = c) and x < 2;\n    x = 0 if Action = d;\n") +
        "  end Evolution\nend Agent\n";
  }
  text +=
      "Evaluation p if A.x = 0; end Evaluation\nInitStates A.x = 0 and B.x = 0 and C.x = 0; end InitStates\n"
      "Formulae EF p; end Formulae\n";
  std::mt19937_64 random(78);
  ReplyTally tally;
  for (int i = 0; i < 10; ++i) compare_replies(text, random, tally);
  EXPECT_GT(tally.yes, 100U);
  EXPECT_GT(tally.no, 100U);
}

// Workers of whom only the one that is picked makes a difference: 2^60 joint actions of the coalition.
TEST(Replies, DoNotListJointActions) {
  for (const std::size_t workers : {14U, 60U}) {
    Source source("model.ispl", scheduled(workers));
    Diagnostics diagnostics;
    const std::optional<ispl::CheckedModel> model = ispl::load_model(source, {}, diagnostics);
    ASSERT_TRUE(model);
    const enumerate::Program program(*model);
    const Budget budget;
    Graph graph(program, budget);
    ASSERT_TRUE(graph.explore(1'000'000));
    ASSERT_EQ(graph.size(), workers + 1);
    check::Coalition group;
    for (std::size_t a = 1; a < program.agents(); ++a) group.push_back(ispl::AgentId(a));
    Replies replies(graph, group);
    for (StateIndex s = 0; s < graph.size(); ++s) {
      EXPECT_TRUE(replies.can_stay(s, [&](StateIndex t) { return t == s; })) << "all wait";
      EXPECT_EQ(replies.can_stay(s, [&](StateIndex t) { return t != s; }), s == 0) << "the last one is picked again";
    }
    // The worker who is not in the coalition may go or wait.
    group.pop_back();
    Replies fewer(graph, group);
    EXPECT_FALSE(fewer.can_stay(0, [&](StateIndex t) { return t == 0; }));
    EXPECT_FALSE(fewer.can_stay(0, [&](StateIndex t) { return t != 0; }));
  }
}

}  // namespace
}  // namespace gnomon::test
