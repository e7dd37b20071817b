// Formatted text has the words of the text, and formatting it again changes nothing.
#include "ispl/format.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

#include "ispl/load.h"
#include "support.h"
#include "support/random_parametric.h"

namespace gnomon::ispl::test {
namespace {

// All characters but blanks, with each comment (its blanks included) as one word.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> found;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text.compare(at, 2, "--") == 0) {
      std::string comment = text.substr(at, text.find('\n', at) - at);
      at += comment.size();
      comment.erase(comment.find_last_not_of(" \t\n\v\f\r") + 1);
      found.push_back(comment);
    } else {
      if (std::string(" \t\n\v\f\r").find(text[at]) == std::string::npos) found.emplace_back(1, text[at]);
      ++at;
    }
  }
  return found;
}

// The formatted text; checks what must hold of every one.
std::string formatted(const std::string& text) {
  Loaded loaded(text);
  EXPECT_TRUE(loaded.model) << text;
  if (!loaded.model) return {};
  EXPECT_TRUE(loaded.model->elaborator) << "no parametric model\n" << text;
  std::string once = print_model(*loaded.model);
  EXPECT_EQ(words_of(once), words_of(text)) << text << once;
  Loaded again(once);
  EXPECT_TRUE(again.model) << once;
  if (!again.model) return once;
  EXPECT_TRUE(same_model(*loaded.model, *again.model)) << text << once;
  EXPECT_EQ(print_model(*again.model), once) << text;
  return once;
}

TEST(Format, OneStatementPerLine) {
  EXPECT_EQ(formatted("-- A lamp.\n\n\n\nConstants N:1..3=2;   -- how many\n  Id = 1..N; end Constants\n"
                      "Definitions formula two = <true; true>p[1]; end Definitions Agent Lamp[i\n: Id] -- one\n"
                      "Vars: on : boolean;\n-- last\nend Vars Actions={go};Protocol:Other:{go};end Protocol end Agent\n"
                      "Evaluation p[i : Id] if -- why\n -- why not\n Lamp[i].on; end Evaluation\n"
                      "InitStates true; end InitStates Formulae LDL [(true; true)*] p[1] expect\ttrue; LDL two;\n"
                      "end Formulae -- the end"),
            R"(-- A lamp.

Constants
  N:1..3=2;  -- how many
  Id = 1..N;
end Constants
Definitions
  formula two = <true; true>p[1];
end Definitions
Agent Lamp[i : Id]  -- one
  Vars:
    on : boolean;
    -- last
  end Vars
  Actions={go};
  Protocol:
    Other:{go};
  end Protocol
end Agent
Evaluation
  p[i : Id] if  -- why
      -- why not
      Lamp[i].on;
end Evaluation
InitStates
  true;
end InitStates
Formulae
  LDL [(true; true)*] p[1] expect true;
  LDL two;
end Formulae  -- the end
)");
}

TEST(Format, BreaksLongLines) {
  std::string condition;
  for (int i = 0; i < 60; ++i) condition += "Lamp[1].on or ";
  const std::string text = formatted(
      "Constants N = 1; end Constants Agent Lamp[i : 1..N] Vars: on : boolean; end Vars end "
      "Agent Evaluation p if " +
      condition + "Lamp[1].on; end Evaluation InitStates true; end InitStates");
  std::size_t lines = 0;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    EXPECT_LE(text.find('\n', at) - at, 120u);
    ++lines;
  }
  EXPECT_GT(lines, 15u);
}

TEST(Format, KeepsTheExamples) {
  std::size_t count = 0;
  for (const char* folder : {"examples/parametric", "src/scenario/models"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(GNOMON_SOURCE) / folder)) {
      std::ifstream file(entry.path());
      formatted({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
      ++count;
    }
  }
  EXPECT_GE(count, 16u);
}

TEST(Format, KeepsRandomModels) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::string text = gnomon::test::random_parametric_model(seed);
    // Once as it is, once with as few line breaks and blanks as possible, once with a comment behind every line.
    formatted(text);
    std::string narrow = text;
    std::replace(narrow.begin(), narrow.end(), '\n', ' ');
    formatted(narrow);
    std::string commented;
    for (char c : text) commented += c == '\n' ? std::string(" --  note \n") : std::string(1, c);
    formatted(commented);
  }
}

}  // namespace
}  // namespace gnomon::ispl::test
