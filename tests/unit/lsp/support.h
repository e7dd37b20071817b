// Models for the tests of the language server: those of the repository; and what a model means.
#pragma once

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "ispl/load.h"
#include "ispl/plain_model.h"
#include "support/random_parametric.h"
#include "support/seeds.h"

namespace gnomon::lsp::test {

struct Model {
  std::string name;
  std::string text;
};

// All models of the folders examples, examples/parametric and tests/regress, one with everything, and random ones.
inline std::vector<Model> models() {
  std::vector<Model> found;
  for (const char* folder : {"examples", "examples/parametric", "tests/regress", "tests/unit/lsp"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(GNOMON_SOURCE "/") + folder)) {
      if (entry.path().extension() != ".ispl") continue;
      std::ifstream file(entry.path());
      std::ostringstream text;
      text << file.rdbuf();
      found.push_back({entry.path().string(), text.str()});
    }
  }
  EXPECT_GT(found.size(), 30u);
  for (std::uint64_t seed = 1; seed <= gnomon::test::seeds(100); ++seed) {
    found.push_back({"random parametric model " + std::to_string(seed), gnomon::test::random_parametric_model(seed)});
  }
  return found;
}

// A model as plain text, with formulas as they are read; or the first error.
inline std::string meaning(const std::string& text) {
  Source source("model", text);
  Diagnostics diagnostics;
  std::optional<ispl::CheckedModel> model = ispl::load_model(source, {}, diagnostics);
  if (!model) return "error: " + render(diagnostics.all().front(), source);
  return ispl::elaborated_text(ispl::plain_model(*model));
}

}  // namespace gnomon::lsp::test
