// Every question has an answer on half-typed text: random edits of models, and texts that are nested deeply.
#include "lsp/features.h"

#include <fmt/format.h>

#include "lsp/document.h"
#include "support.h"
#include "support/rng.h"

namespace gnomon::lsp::test {
namespace {

const std::string kUri = "file:///model.ispl";

// Asks everything, at this place.
void ask_all(const std::string& bytes, std::uint32_t offset) {
  Text text(bytes);
  Analysis analysis(text);
  Checked checked;
  for (Encoding encoding : {Encoding::Utf8, Encoding::Utf16}) {
    document_symbols(analysis, encoding);
    semantic_tokens(analysis, encoding);
    definition(analysis, offset, kUri, encoding);
    references(analysis, offset, true, kUri, encoding);
    highlights(analysis, offset, encoding);
    hover(analysis, offset, &checked, encoding);
    quick_fixes(text, checked, {0, text.size()}, kUri, encoding);
    try {
      prepare_rename(analysis, offset, encoding);
      rename(analysis, offset, "fresh", kUri, encoding);
    } catch (const Refused& refused) {
      EXPECT_STRNE(refused.what(), "");
    }
  }
  folding_ranges(analysis);
  completion(text, offset);
  Document document(kUri, 1, bytes);
  code_lenses(document, "witness", Encoding::Utf8);
  published(document, Encoding::Utf8);
}

// Occurrences are words of the text, in order, and none stands for nothing.
void check_index(const Analysis& analysis) {
  const Index& index = analysis.index();
  std::uint32_t last = 0;
  for (const Occurrence& one : index.occurrences) {
    ASSERT_FALSE(one.symbol.is_none());
    ASSERT_LE(last, one.span.begin);
    ASSERT_LT(one.span.begin, one.span.end);
    ASSERT_EQ(analysis.slice(one.span), index[one.symbol].name);
    last = one.span.end;
  }
  for (const Section& section : index.sections) ASSERT_LE(section.span.end, analysis.text().size());
}

TEST(Features, AnswerOnRandomEdits) {
  const std::vector<std::string> pieces = {"\n",
                                           ";",
                                           ":",
                                           "(",
                                           ")",
                                           "{",
                                           "}",
                                           "[",
                                           "]",
                                           "<",
                                           ">",
                                           ",",
                                           ".",
                                           "=",
                                           "--",
                                           "end ",
                                           "end Agent\n",
                                           "Agent ",
                                           "Agent Environment ",
                                           "Vars:",
                                           "Actions = {",
                                           "Protocol:",
                                           "Evolution:",
                                           "if ",
                                           "and ",
                                           "Evaluation\n",
                                           "Formulae\n",
                                           "Groups\n",
                                           "Observations\n",
                                           " of ",
                                           " starts with ",
                                           "Constants\n",
                                           "Definitions\n",
                                           "formula ",
                                           "forall (i : ",
                                           "for (",
                                           "K(",
                                           "Delta(",
                                           "LTL ",
                                           "CTL*f ",
                                           "@",
                                           "expect ",
                                           "Action",
                                           "Environment",
                                           "x",
                                           "i : ",
                                           "\xc3\xbc",
                                           "Semantics "};
  std::vector<Model> all = models();
  for (std::uint64_t seed = 1; seed <= gnomon::test::seeds(400); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    gnomon::test::Rng rng(seed);
    std::string text = rng.pick(all).text;
    if (rng.chance(30)) text.resize(rng.below(text.size()));
    for (int i = 0; i < 10; ++i) {
      std::size_t at = rng.below(text.size() + 1);
      if (rng.chance(40)) text.erase(at, rng.below(40));
      if (rng.chance(80)) text.insert(std::min(at, text.size()), rng.pick(pieces));
    }
    check_index(Analysis{Text(text)});
    ask_all(text, static_cast<std::uint32_t>(rng.below(text.size() + 1)));
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Features, AnswerOnDeeplyNestedText) {
  constexpr std::size_t kDeep = 10'000;
  for (const char* piece :
       {"(", "[", "{", "forall (i : Id) (", "(i : ", "K(a, ", "x[", "<a;", "f(", ")", "if ", "Agent ", "end "}) {
    std::string nested;
    for (std::size_t i = 0; i < kDeep; ++i) nested += piece;
    for (const char* before : {"Formulae ", "InitStates ", "Agent A Protocol: ", ""}) {
      std::string text = before + nested;
      check_index(Analysis{Text(text)});
      ask_all(text, static_cast<std::uint32_t>(text.size() / 2));
    }
  }
}

}  // namespace
}  // namespace gnomon::lsp::test
