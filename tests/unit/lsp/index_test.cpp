// What names stand for. The judge is the checker itself: a symbol that is renamed at all its places, and nowhere else,
// gives a model that differs in nothing but the name.
#include "lsp/index.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "base/diagnostic.h"
#include "ispl/load.h"
#include "lsp/analysis.h"
#include "support.h"

namespace gnomon::lsp::test {
namespace {

constexpr std::string_view kFresh = "renamedByTheTest";

std::string renamed(const Analysis& analysis, SymbolId symbol, std::string_view to) {
  std::string text = analysis.text().bytes();
  std::vector<Occurrence> places = analysis.index().places(symbol);
  for (auto place = places.rbegin(); place != places.rend(); ++place) {
    text.replace(place->span.begin, place->span.end - place->span.begin, to);
  }
  return text;
}

// With the new name replaced by the old one. In plain text the elements of families are called name__1.
std::string undone(std::string text, const std::string& name) {
  std::size_t at = 0;
  while ((at = text.find(kFresh, at)) != std::string::npos) text.replace(at, kFresh.size(), name);
  return text;
}

TEST(Index, RenamingEverySymbolOfEveryModelKeepsItsMeaning) {
  std::size_t symbols = 0;
  for (const Model& model : models()) {
    std::string before = meaning(model.text);
    ASSERT_FALSE(before.starts_with("error")) << model.name << before;
    Analysis analysis{Text(model.text)};
    const Index& index = analysis.index();
    for (std::size_t i = 1; i < index.symbols.size(); ++i) {
      SymbolId id(i);
      if (!index[id].tied.is_none()) continue;
      std::string after = meaning(renamed(analysis, id, kFresh));
      EXPECT_EQ(undone(after, index[id].name), before)
          << model.name << ": " << index[id].name << " (" << kind_words(index[id].kind) << ')';
      ++symbols;
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(symbols, 1000u);
}

TEST(Index, EveryNameOfAModelWithoutErrorsIsKnown) {
  for (const Model& model : models()) {
    Analysis analysis{Text(model.text)};
    for (std::size_t i = 0; i < analysis.tokens().size(); ++i) {
      if (!analysis.tokens().is(i, ispl::TokenKind::Word)) continue;
      EXPECT_NE(analysis.index().roles[i], WordRole::None)
          << model.name << ": " << analysis.tokens().text(i) << " at line "
          << analysis.text().line_of(analysis.tokens()[i].span.begin) + 1;
    }
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace gnomon::lsp::test
