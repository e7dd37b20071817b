// What an editor can ask about a text: one function each, from an analysis of the text (and, where it matters, what the
// checker found out about it) to the answer in the form of the protocol (Language Server Protocol 3.17, named in the
// comments). None of them changes anything, and none of them fails on half-typed text.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gnomon/gnomon.h"
#include "lsp/analysis.h"
#include "lsp/text.h"

namespace gnomon::lsp {

using Json = nlohmann::json;

// A request that cannot be met, with a sentence for the user.
class Refused : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What the checker said about a version of the text.
struct Checked {
  std::int64_t version = 0;
  std::vector<api::Diagnostic> diagnostics;
  bool has_errors = true;
  std::string stopped;  // why reading ended early; empty if it did not
  std::vector<api::FormulaResult> formulas;
  std::vector<api::AgentFacts> agents;
  std::vector<api::VariableFacts> variables;
  std::vector<api::ParameterFacts> parameters;
  std::string elaborated;  // of a parametric model that is not too large
};

Json range_json(const Text& text, Span span, Encoding encoding);
Json place_json(Place place);
// Throws what the JSON library throws if it is no place.
Place place_of(const Json& json);

// textDocument/publishDiagnostics: the diagnostics of `gnomon parse`.
Json diagnostics_json(const Text& text, const Checked& checked, Encoding encoding);
// The bytes that a diagnostic is about.
Span diagnostic_span(const Text& text, const api::Diagnostic& diagnostic);

// textDocument/documentSymbol, textDocument/foldingRange
Json document_symbols(const Analysis& analysis, Encoding encoding);
Json folding_ranges(const Analysis& analysis);

// textDocument/definition, references, documentHighlight; `uri` is that of the text
Json definition(const Analysis& analysis, std::uint32_t offset, const std::string& uri, Encoding encoding);
Json references(const Analysis& analysis, std::uint32_t offset, bool declarations, const std::string& uri,
                Encoding encoding);
Json highlights(const Analysis& analysis, std::uint32_t offset, Encoding encoding);
// textDocument/prepareRename, rename; throw Refused
Json prepare_rename(const Analysis& analysis, std::uint32_t offset, Encoding encoding);
Json rename(const Analysis& analysis, std::uint32_t offset, const std::string& name, const std::string& uri,
            Encoding encoding);

// textDocument/hover; `checked` may be of an older version, or null
Json hover(const Analysis& analysis, std::uint32_t offset, const Checked* checked, Encoding encoding);

// textDocument/completion
Json completion(const Text& text, std::uint32_t offset);

// textDocument/semanticTokens/full, and the names of the kinds of tokens and of what modifies them
Json semantic_tokens(const Analysis& analysis, Encoding encoding);
Json semantic_legend();

// textDocument/codeAction: what the hints of the diagnostics in the range propose
Json quick_fixes(const Text& text, const Checked& checked, Span range, const std::string& uri, Encoding encoding);

}  // namespace gnomon::lsp
