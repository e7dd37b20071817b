#include "lsp/index.h"

#include <algorithm>

namespace gnomon::lsp {

std::string_view kind_words(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::Agent:
      return "an agent";
    case SymbolKind::Variable:
      return "a variable";
    case SymbolKind::Action:
      return "an action";
    case SymbolKind::Value:
      return "an enumeration value";
    case SymbolKind::Proposition:
      return "a proposition";
    case SymbolKind::Group:
      return "a group";
    case SymbolKind::Observation:
      return "an observation";
    case SymbolKind::Constant:
      return "a constant";
    case SymbolKind::Definition:
      return "a definition";
    case SymbolKind::FormulaName:
      return "the name of a formula";
    case SymbolKind::Index:
      return "an index";
    case SymbolKind::Parameter:
      return "a parameter";
  }
  return "";
}

const Occurrence* Index::at(std::uint32_t offset) const {
  auto behind = std::upper_bound(occurrences.begin(), occurrences.end(), offset,
                                 [](std::uint32_t at, const Occurrence& one) { return at < one.span.begin; });
  if (behind == occurrences.begin()) return nullptr;
  const Occurrence& before = *(behind - 1);
  return offset <= before.span.end ? &before : nullptr;
}

SymbolId Index::root(SymbolId id) const {
  while (!symbols[id.index()].tied.is_none()) id = symbols[id.index()].tied;
  return id;
}

std::vector<Occurrence> Index::places(SymbolId id) const {
  std::vector<Occurrence> found;
  SymbolId wanted = root(id);
  for (const Occurrence& one : occurrences) {
    if (root(one.symbol) == wanted) found.push_back(one);
  }
  return found;
}

}  // namespace gnomon::lsp
