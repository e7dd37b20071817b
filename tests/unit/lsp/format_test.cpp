// The layout: words, signs and comments stay, meaning stays, twice is once.
#include "lsp/format.h"

#include <fmt/format.h>

#include "lsp/features.h"
#include "support.h"
#include "support/random_model.h"
#include "support/rng.h"

namespace gnomon::lsp::test {
namespace {

std::string formatted(const std::string& text, const FormatOptions& options = {}) {
  return lsp::formatted(Analysis{Text(text)}, options);
}

// Without blanks outside comments, and without those at the end of comments.
std::string without_blanks(const std::string& text) {
  TokenList tokens(text);
  std::string out;
  for (std::size_t i = 0; i < tokens.size(); ++i) out += fmt::format("{}\n", tokens.text(i));
  for (Span comment : tokens.comments()) {
    std::string_view one = tokens.slice(comment);
    out += fmt::format("{}\n", one.substr(0, one.find_last_not_of(" \t\v\f\r") + 1));
  }
  return out;
}

void check(const std::string& text, const std::string& name) {
  for (const FormatOptions& options : {FormatOptions{2, true}, FormatOptions{4, true}, FormatOptions{8, false}}) {
    std::string once = formatted(text, options);
    EXPECT_EQ(without_blanks(once), without_blanks(text)) << name;
    EXPECT_EQ(formatted(once, options), once) << name;
  }
}

TEST(Format, KeepsEveryModel) {
  for (const Model& model : models()) {
    check(model.text, model.name);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Format, KeepsTextsWithRandomEdits) {
  const std::vector<std::string> pieces = {
      "\n",    "  ", "\t", "-- note ", "-- x\n",   "; ",         "(", ")",    "{",      "}",
      "<",     ">",  "-",  ".",        "..",       "=",          "!", "end ", "Agent ", "end Agent\n",
      "Vars:", "*",  "f",  "\r",       "\xc3\xbc", "Formulae\n", "[", "]",    ",",      ":"};
  std::vector<Model> all = models();
  for (std::uint64_t seed = 1; seed <= gnomon::test::seeds(300); ++seed) {
    gnomon::test::Rng rng(seed);
    std::string text = rng.pick(all).text;
    for (int i = 0; i < 8; ++i) {
      std::size_t at = rng.below(text.size() + 1);
      if (rng.chance(40)) {
        text.erase(at, rng.below(20));
      } else {
        text.insert(at, rng.pick(pieces));
      }
    }
    check(text, fmt::format("seed {}", seed));
    if (testing::Test::HasFailure()) return;
  }
}

// The same model with other blanks, line ends and comments between its tokens.
std::string scattered(const std::string& text, gnomon::test::Rng& rng) {
  const std::vector<std::string> blanks = {
      " ", "  ", "\n", "\n\n\n", "\t", " -- a note\n", "\n-- another; end Agent\n "};
  TokenList tokens(text);
  std::string out;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool apart = i == 0 || tokens[i].span.begin > tokens[i - 1].span.end;
    if (apart) out += rng.chance(60) ? " " : rng.pick(blanks);
    out += tokens.text(i);
  }
  return out;
}

// Random models, as they are written and scattered: formatting keeps what they mean, and twice is once.
TEST(Format, KeepsTheMeaningOfRandomModels) {
  for (std::uint64_t seed = 1; seed <= gnomon::test::seeds(120); ++seed) {
    gnomon::test::Rng rng(seed);
    gnomon::test::RandomModel made = gnomon::test::random_model(seed);
    for (auto fragment :
         {gnomon::test::Fragment::Ctlk, gnomon::test::Fragment::Atlk, gnomon::test::Fragment::CdlStar}) {
      made.draft.formulas.push_back(gnomon::test::random_formula(rng, fragment, made.vocabulary));
    }
    for (const std::string& text : {made.draft.text(), gnomon::test::random_parametric_model(seed)}) {
      const std::string before = meaning(text);
      ASSERT_FALSE(before.starts_with("error")) << text << before;
      for (const std::string& other : {text, scattered(text, rng)}) {
        check(other, fmt::format("seed {}", seed));
        EXPECT_EQ(meaning(formatted(other)), before) << other;
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(Format, LaysOut) {
  EXPECT_EQ(formatted("Agent A\n"
                      "Vars : \n"
                      "x:0..3 ;-- note\n\n\n\n"
                      "   -- the next\n"
                      "y : { a ,b };\n"
                      "  -- last\n"
                      "end Vars\n"
                      "Actions={go,\n"
                      "   stay};\n"
                      "Evolution:\n"
                      "  x=x+1 if Action=go and\n"
                      "           x<3;\n"
                      "end Evolution\n"
                      "end Agent   \n"
                      "Formulae\n"
                      "LDL <p ;q>r;  AG( p->q );\n"
                      "end Formulae"),
            "Agent A\n"
            "  Vars :\n"
            "    x:0..3; -- note\n"
            "\n"
            "    -- the next\n"
            "    y : {a, b};\n"
            "    -- last\n"
            "  end Vars\n"
            "  Actions = {go,\n"
            "     stay};\n"
            "  Evolution:\n"
            "    x = x+1 if Action = go and\n"
            "             x<3;\n"
            "  end Evolution\n"
            "end Agent\n"
            "Formulae\n"
            "  LDL <p;q>r; AG(p -> q);\n"
            "end Formulae\n");
}

TEST(Format, LeavesTheExamplesAlone) {
  // The examples are written in the layout that the formatter makes.
  for (const Model& model : models()) {
    if (model.name.find("examples/") == std::string::npos) continue;
    EXPECT_EQ(formatted(model.text), model.text) << model.name;
  }
}

}  // namespace
}  // namespace gnomon::lsp::test
