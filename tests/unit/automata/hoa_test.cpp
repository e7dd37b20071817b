#include "automata/hoa.h"

#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>

#include "automata/simplify.h"
#include "logic/printer.h"
#include "words.h"

namespace gnomon::automata::test {
namespace {

// What can be said of an HOA text without knowing the automaton.
struct Reading {
  std::size_t states = 0;
  std::size_t start = 0;
  std::vector<std::string> propositions;
  std::size_t sets = 0;
  std::string acceptance;
  std::size_t bodies = 0;
  std::size_t edges = 0;
};

Reading read(const std::string& text) {
  Reading reading;
  std::istringstream lines(text);
  std::string line;
  bool body = false;
  bool ended = false;
  std::getline(lines, line);
  EXPECT_EQ(line, "HOA: v1");
  const std::regex edge_line(R"(\[(t|!?\d+(?:&!?\d+)*)\] (\d+)(?: \{(\d+(?: \d+)*)\})?)");
  while (std::getline(lines, line)) {
    EXPECT_FALSE(ended) << "text after --END--";
    std::smatch match;
    if (line == "--BODY--") {
      body = true;
    } else if (line == "--END--") {
      ended = true;
    } else if (!body) {
      std::istringstream words(line);
      std::string key;
      words >> key;
      if (key == "States:") words >> reading.states;
      if (key == "Start:") words >> reading.start;
      if (key == "Acceptance:") words >> reading.sets >> reading.acceptance;
      if (key == "AP:") {
        std::size_t count = 0;
        words >> count;
        const std::regex string_literal(R"re("((?:[^"\\]|\\.)*)")re");
        for (std::sregex_iterator at(line.begin(), line.end(), string_literal), end; at != end; ++at) {
          reading.propositions.push_back((*at)[1]);
        }
        EXPECT_EQ(count, reading.propositions.size());
      }
    } else if (line.rfind("State: ", 0) == 0) {
      EXPECT_EQ(line, "State: " + std::to_string(reading.bodies++));
    } else {
      ++reading.edges;
      EXPECT_TRUE(std::regex_match(line, match, edge_line)) << line;
      if (match.empty()) continue;
      EXPECT_LT(std::stoul(match[2]), reading.states);
      const std::regex number(R"(\d+)");
      std::string label = match[1];
      for (std::sregex_iterator at(label.begin(), label.end(), number), end; at != end; ++at) {
        EXPECT_LT(std::stoul(at->str()), reading.propositions.size()) << line;
      }
      std::string marks = match[3];
      for (std::sregex_iterator at(marks.begin(), marks.end(), number), end; at != end; ++at) {
        EXPECT_LT(std::stoul(at->str()), reading.sets) << line;
      }
    }
  }
  EXPECT_TRUE(body && ended);
  EXPECT_EQ(reading.bodies, reading.states);
  EXPECT_LT(reading.start, reading.states);
  return reading;
}

TEST(Hoa, ExactTextOfASmallAutomaton) {
  FormulaPool pool;
  Formula f = parse(pool, "G F p");
  auto text = [&](Formula letter) { return logic::print(pool, letter); };
  EXPECT_EQ(to_hoa(*build_buchi(pool, f, Traces::Infinite), text, "say \"G F p\""),
            "HOA: v1\nname: \"say \\\"G F p\\\"\"\nStates: 1\nStart: 0\nAP: 1 \"p\"\nacc-name: Buchi\n"
            "Acceptance: 1 Inf(0)\nproperties: trans-labels explicit-labels trans-acc\n--BODY--\nState: 0\n"
            "[t] 0\n[0] 0 {0}\n--END--\n");
}

TEST(Hoa, RandomAutomataAreWellFormed) {
  FormulaPool pool;
  Random random(pool, 71);
  auto text = [&](Formula letter) { return logic::print(pool, letter); };
  for (int round = 0; round < 100; ++round) {
    Formula f = random.formula(Flavour::Mixed, 2 + random.below(7));
    Buchi buchi = *build_buchi(pool, f, Traces::Infinite);
    Reading reading = read(to_hoa(buchi, text, logic::print(pool, f)));
    EXPECT_EQ(reading.states, buchi.states.size());
    EXPECT_EQ(reading.start, buchi.initial);
    EXPECT_EQ(reading.edges, buchi.edge_count());
    EXPECT_EQ(reading.sets, buchi.set_count);
    Nfa finite = *build_finite(pool, f);
    std::size_t endings = 0;
    for (const Nfa::Node& node : finite.states) endings += node.accepting.size();
    reading = read(to_hoa(finite, text));
    EXPECT_EQ(reading.states, finite.states.size() + 1);
    EXPECT_EQ(reading.edges, finite.edge_count() + endings + 1);
    EXPECT_EQ(reading.propositions.back(), "alive");
  }
}

TEST(Hoa, GeneralisedAcceptanceAndTests) {
  FormulaPool pool;
  auto text = [&](Formula letter) { return logic::print(pool, letter); };
  Buchi two = *build_buchi(pool, parse(pool, "(G F p) and (G F q)"), Traces::Infinite);
  std::string hoa = to_hoa(two, text);
  EXPECT_NE(hoa.find("acc-name: generalized-Buchi 2\nAcceptance: 2 Inf(0)&Inf(1)\n"), std::string::npos) << hoa;
  EXPECT_EQ(read(to_hoa(*build_buchi(pool, parse(pool, "G p"), Traces::Infinite), text)).acceptance, "t");
  Formula diamond = parse(pool, "<(F p)?;q>true");
  Reading reading = read(to_hoa(*build_nfa(pool, pool[diamond].left), text));
  EXPECT_EQ(reading.propositions, (std::vector<std::string>{"F p", "q", "alive"}));
}

TEST(Dot, NamesEveryStateAndEdge) {
  FormulaPool pool;
  auto text = [&](Formula letter) { return logic::print(pool, letter); };
  auto count = [](const std::string& where, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = where.find(what); at != std::string::npos; at = where.find(what, at + 1)) ++found;
    return found;
  };
  Formula f = parse(pool, "p U q");
  Buchi buchi = *build_buchi(pool, f, Traces::Infinite);
  std::string dot = to_dot(buchi, text, "p U q");
  EXPECT_EQ(count(dot, " -> "), buchi.edge_count() + 1);
  EXPECT_EQ(count(dot, "doublecircle"), 1u);
  EXPECT_NE(dot.find("label=\"p U q\""), std::string::npos);
  EXPECT_EQ(dot.substr(0, 8), "digraph ");
  Nfa finite = *build_finite(pool, f);
  dot = to_dot(finite, text);
  EXPECT_EQ(count(dot, " -> "), finite.edge_count() + 1);
  EXPECT_NE(dot.find(" if q"), std::string::npos) << dot;
}

}  // namespace
}  // namespace gnomon::automata::test
