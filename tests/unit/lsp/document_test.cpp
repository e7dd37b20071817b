// Verdicts in a document, the lines of formulas, and sizes of memory.
#include "lsp/document.h"

#include "gnomon/gnomon.h"
#include "lsp/checks.h"
#include "support.h"

namespace gnomon::lsp::test {
namespace {

std::shared_ptr<const Checked> read(const std::string& text, std::int64_t version) {
  api::Run run("model", text);
  EXPECT_FALSE(run.has_errors());
  auto checked = std::make_shared<Checked>();
  checked->version = version;
  checked->has_errors = false;
  checked->formulas = run.formulas();
  return checked;
}

// Every formula of every model has a line, the lines come in the order of the formulas, and every line has a formula.
TEST(Document, FormulasHaveTheirLines) {
  std::size_t formulas = 0;
  for (const Model& model : models()) {
    Document document("uri", 7, model.text);
    EXPECT_EQ(document.line_of(1), nullptr);  // it has not been read
    document.set_checked(read(model.text, 7));
    const FormulaLine* last = nullptr;
    for (std::size_t i = 1; i <= document.checked()->formulas.size(); ++i, ++formulas) {
      const FormulaLine* line = document.line_of(i);
      ASSERT_NE(line, nullptr) << model.name << ": formula " << i;
      EXPECT_GE(line, last);
      last = line;
    }
    for (const FormulaLine& line : document.analysis().index().formulas) {
      if (line.fairness) continue;
      // A repetition over an empty set stands for none.
      bool repeated = line.text.begin > line.line.begin;
      EXPECT_TRUE(repeated || !document.formulas_of(line).empty()) << model.name;
    }
  }
  EXPECT_GT(formulas, 200u);
}

TEST(Document, VerdictsAreKeptByFormulaUntilAnEdit) {
  Document document("uri", 1,
                    "Agent A Vars: x : boolean; end Vars end Agent\n"
                    "Evaluation p if A.x; end Evaluation InitStates A.x; end InitStates\n"
                    "Formulae p; AG p; end Formulae\n");
  document.set_checked(read(document.text().bytes(), 1));
  document.add_verdict({2, "", "false", "", {}, 0.5});
  document.add_verdict({1, "", "unknown", "no time", {}, 1});
  document.add_verdict({1, "", "true", "", false, 1});
  ASSERT_EQ(document.verdicts().size(), 2u);
  Json shown = published(document, Encoding::Utf8)["diagnostics"];
  ASSERT_EQ(shown.size(), 2u);
  EXPECT_EQ(shown[0]["message"], "TRUE, but FALSE is expected, 1 s");
  EXPECT_EQ(shown[1]["message"], "FALSE, 0.5 s");
  EXPECT_EQ(code_lenses(document, "w", Encoding::Utf8).size(), 5u);
  document.change(Range{{0, 0}, {0, 0}}, " ", Encoding::Utf8);
  EXPECT_TRUE(document.verdicts().empty());
}

TEST(Checks, SizesOfMemory) {
  EXPECT_EQ(memory_bytes("500"), 500u);
  EXPECT_EQ(memory_bytes("2K"), 2000u);
  EXPECT_EQ(memory_bytes("3Mi"), 3u << 20);
  EXPECT_EQ(memory_bytes("2G"), 2'000'000'000u);
  for (const char* wrong : {"", "G", "0", "-1", "2X", "2GB", "99999999999999999999", "9999999G", "1.5G", "i"}) {
    EXPECT_FALSE(memory_bytes(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace gnomon::lsp::test
