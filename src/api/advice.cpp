#include "api/advice.h"

#include <fmt/format.h>
#include <vector>

namespace gnomon::api {

namespace {

std::vector<std::string> remedies(ReasonKind kind, const RunOptions& options, bool bounded) {
  const bool diagrams = options.engine == Engine::Diagrams;
  const bool ic3 = options.engine == Engine::Ic3;
  std::vector<std::string> words;
  switch (kind) {
    case ReasonKind::Time:
      words.emplace_back("a longer --timeout");
      break;
    case ReasonKind::Memory:
      words.emplace_back("more --memory");
      break;
    case ReasonKind::Size:
      return {"another --path-engine", "a smaller formula"};
    case ReasonKind::Bound:
      if (ic3) return {"--engine=diagrams"};
      return {"going further (--bound, --bounded-checks)"};
    case ReasonKind::Unsupported:
      if (bounded && !ic3) return {"a run without --bounded"};
      return diagrams ? std::vector<std::string>{} : std::vector<std::string>{"--engine=diagrams"};
    case ReasonKind::Interrupted:
      return {};
  }
  if (diagrams || ic3) words.emplace_back("--engine=auto");
  if (!bounded) words.emplace_back("--bounded");
  return words;
}

}  // namespace

std::string advice(ReasonKind kind, const RunOptions& options, bool bounded) {
  const std::vector<std::string> words = remedies(kind, options, bounded);
  if (words.empty()) return {};
  std::string text = words.front();
  for (std::size_t i = 1; i < words.size(); ++i) text += (i + 1 == words.size() ? " or " : ", ") + words[i];
  return text + " may decide it";
}

}  // namespace gnomon::api
