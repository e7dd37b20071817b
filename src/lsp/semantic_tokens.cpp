// Colours by meaning: what every word is, by what it stands for. Signs and numbers are left to the grammars of editors,
// which tell them apart just as well.
#include <algorithm>
#include <array>

#include "lsp/features.h"

namespace gnomon::lsp {

namespace {

constexpr std::array kTypes = {"keyword",   "operator", "class",    "property",  "event", "enumMember", "variable",
                               "namespace", "type",     "function", "parameter", "macro", "comment"};
// In the same order.
enum class Colour : std::uint32_t {
  Keyword,
  Operator,
  Class,
  Property,
  Event,
  EnumMember,
  Variable,
  Namespace,
  Type,
  Function,
  Parameter,
  Macro,
  Comment,
};
constexpr std::array kModifiers = {"declaration", "readonly"};
constexpr std::uint32_t kDeclaration = 1;
constexpr std::uint32_t kReadonly = 2;

Colour colour_of(const Symbol& symbol) {
  switch (symbol.kind) {
    case SymbolKind::Agent:
      return Colour::Class;
    case SymbolKind::Variable:
      return Colour::Property;
    case SymbolKind::Action:
      return Colour::Event;
    case SymbolKind::Value:
      return Colour::EnumMember;
    case SymbolKind::Proposition:
      return Colour::Variable;
    case SymbolKind::Group:
    case SymbolKind::Observation:
      return Colour::Namespace;
    case SymbolKind::Constant:
      return Colour::Variable;
    case SymbolKind::Definition:
      return Colour::Function;
    case SymbolKind::FormulaName:
      return Colour::Macro;
    case SymbolKind::Index:
    case SymbolKind::Parameter:
      return Colour::Parameter;
  }
  return Colour::Variable;
}

struct Coloured {
  Span span;
  Colour colour = Colour::Keyword;
  std::uint32_t modifiers = 0;
};

}  // namespace

Json semantic_legend() {
  return {{"tokenTypes", kTypes}, {"tokenModifiers", kModifiers}};
}

Json semantic_tokens(const Analysis& analysis, Encoding encoding) {
  const Index& index = analysis.index();
  const TokenList& tokens = analysis.tokens();
  std::vector<Coloured> all;
  for (const Occurrence& one : index.occurrences) {
    const Symbol& symbol = index[one.symbol];
    std::uint32_t modifiers = one.declaration ? kDeclaration : 0;
    if (symbol.kind == SymbolKind::Constant) modifiers |= kReadonly;
    all.push_back({one.span, colour_of(symbol), modifiers});
  }
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    WordRole role = index.roles[i];
    if (role == WordRole::Keyword || role == WordRole::Constant) all.push_back({tokens[i].span, Colour::Keyword, 0});
    if (role == WordRole::Operator) all.push_back({tokens[i].span, Colour::Operator, 0});
  }
  for (Span comment : tokens.comments()) {
    if (comment.begin < comment.end) all.push_back({comment, Colour::Comment, 0});
  }
  std::sort(all.begin(), all.end(), [](const Coloured& a, const Coloured& b) { return a.span.begin < b.span.begin; });
  Json data = Json::array();
  Place last;
  for (const Coloured& one : all) {
    Place begin = analysis.text().place(one.span.begin, encoding);
    Place end = analysis.text().place(one.span.end, encoding);
    if (end.line != begin.line) continue;  // a comment with a lone "\r"
    std::uint32_t lines = begin.line - last.line;
    for (std::uint32_t number :
         {lines, lines == 0 ? begin.character - last.character : begin.character, end.character - begin.character,
          static_cast<std::uint32_t>(one.colour), one.modifiers}) {
      data.push_back(number);
    }
    last = begin;
  }
  return {{"data", std::move(data)}};
}

}  // namespace gnomon::lsp
