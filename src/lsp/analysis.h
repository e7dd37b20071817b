// Everything that is known about one version of a text without checking it: words, names, sections.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/source.h"
#include "lsp/index.h"
#include "lsp/scanner.h"
#include "lsp/text.h"
#include "lsp/token_list.h"

namespace gnomon::lsp {

class Analysis {
 public:
  explicit Analysis(Text text, std::optional<std::uint32_t> watched = {});
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  const Text& text() const { return text_; }
  const TokenList& tokens() const { return tokens_; }
  const Index& index() const { return index_; }
  std::string_view slice(Span span) const { return text_.slice(span); }
  // Of the watched place, if it is in a word.
  const std::optional<Surroundings>& surroundings() const { return surroundings_; }

 private:
  Text text_;
  TokenList tokens_;
  std::optional<Surroundings> surroundings_;
  Index index_;
};

}  // namespace gnomon::lsp
