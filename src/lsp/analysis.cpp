#include "lsp/analysis.h"

#include "base/diagnostic.h"
#include "ispl/parser.h"

namespace gnomon::lsp {

Analysis::Analysis(Text text, std::optional<std::uint32_t> watched) : text_(std::move(text)), tokens_(text_.bytes()) {
  // Only where formulas end is taken from the tree; what is wrong is said by a check of the whole model.
  Source source("", text_.bytes());
  ispl::Words words;
  Diagnostics ignored;
  ispl::syntax::Model tree = ispl::parse_model(source, words, ignored);
  Scanner scanner(tokens_, tree, watched);
  index_ = scanner.run();
  surroundings_ = scanner.surroundings();
}

}  // namespace gnomon::lsp
