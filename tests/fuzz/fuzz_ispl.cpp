// Any bytes are a model or have errors; a model is printed, and what is printed is a model again and prints the same.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "ispl/load.h"

namespace {

using namespace gnomon;

void require(bool condition, const char* words, const std::string& text) {
  if (condition) return;
  std::fprintf(stderr, "%s\n%s\n", words, text.c_str());
  std::abort();
}

std::optional<std::string> load_and_print(const std::string& text) {
  Source source("input", text);
  Diagnostics diagnostics;
  std::optional<ispl::CheckedModel> model = ispl::load_model(source, {}, diagnostics);
  require(model.has_value() == !diagnostics.has_errors(), "a model with errors, or none without", text);
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    require(diagnostic.span.begin <= diagnostic.span.end && diagnostic.span.end <= text.size(), "a span outside", text);
    require(!render(diagnostic, source).empty(), "no text for a diagnostic", text);
  }
  if (!model) return std::nullopt;
  return print_model(*model);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  std::optional<std::string> printed = load_and_print(text);
  if (!printed) return 0;
  std::optional<std::string> again = load_and_print(*printed);
  require(again.has_value(), "what is printed does not load", *printed);
  require(*again == *printed, "what is printed twice differs", *printed);
  return 0;
}
