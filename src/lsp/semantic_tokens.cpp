// Colours by meaning: what every word is, by what it stands for. Signs and numbers are left to the grammars of editors,
// which tell them apart just as well.
#include <algorithm>
#include <array>

#include "lsp/features.h"

namespace gnomon::lsp {

namespace {

constexpr std::array kTypes = {"keyword",   "operator", "class",    "property",  "event", "enumMember", "variable",
                               "namespace", "type",     "function", "parameter", "macro", "comment"};
enum Type : std::uint32_t {
  kKeyword,
  kOperator,
  kClass,
  kProperty,
  kEvent,
  kEnumMember,
  kVariable,
  kNamespace,
  kType,
  kFunction,
  kParameter,
  kMacro,
  kComment
};
constexpr std::array kModifiers = {"declaration", "readonly"};
constexpr std::uint32_t kDeclaration = 1;
constexpr std::uint32_t kReadonly = 2;

std::uint32_t type_of(const Symbol& symbol) {
  switch (symbol.kind) {
    case SymbolKind::Agent:
      return kClass;
    case SymbolKind::Variable:
      return kProperty;
    case SymbolKind::Action:
      return kEvent;
    case SymbolKind::Value:
      return kEnumMember;
    case SymbolKind::Proposition:
      return kVariable;
    case SymbolKind::Group:
    case SymbolKind::Observation:
      return kNamespace;
    case SymbolKind::Constant:
      return kVariable;
    case SymbolKind::Definition:
      return kFunction;
    case SymbolKind::FormulaName:
      return kMacro;
    case SymbolKind::Index:
    case SymbolKind::Parameter:
      return kParameter;
  }
  return kVariable;
}

struct Coloured {
  Span span;
  std::uint32_t type = kKeyword;
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
    all.push_back({one.span, type_of(symbol), modifiers});
  }
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    WordRole role = index.roles[i];
    if (role == WordRole::Keyword || role == WordRole::Constant) all.push_back({tokens[i].span, kKeyword, 0});
    if (role == WordRole::Operator) all.push_back({tokens[i].span, kOperator, 0});
  }
  for (Span comment : tokens.comments()) {
    if (comment.begin < comment.end) all.push_back({comment, kComment, 0});
  }
  std::sort(all.begin(), all.end(), [](const Coloured& a, const Coloured& b) { return a.span.begin < b.span.begin; });
  Json data = Json::array();
  Place last;
  for (const Coloured& one : all) {
    Place begin = analysis.text().place(one.span.begin, encoding);
    Place end = analysis.text().place(one.span.end, encoding);
    if (end.line != begin.line) continue;  // a comment with a lone "\r"
    std::uint32_t lines = begin.line - last.line;
    for (std::uint32_t number : {lines, lines == 0 ? begin.character - last.character : begin.character,
                                 end.character - begin.character, one.type, one.modifiers}) {
      data.push_back(number);
    }
    last = begin;
  }
  return {{"data", std::move(data)}};
}

}  // namespace gnomon::lsp
