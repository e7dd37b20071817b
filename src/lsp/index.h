// What the names of a text stand for: every declaration, every use, the sections and the formulas. Made from the words
// and signs of the text by a reading that never fails (scanner.h), so that it is there for half-typed text as well; for
// a text without errors it agrees with what the checker makes of the names.
//
// Enumeration values are equal if their names are, so all values of one name are one symbol. A name that may belong to
// any agent (a member of a parameter `a : agent`) ties the symbols it may mean together: they are renamed together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/source.h"
#include "ispl/lexer.h"
#include "ispl/syntax.h"
#include "lsp/token_list.h"

namespace gnomon::lsp {

struct SymbolTag {};
using SymbolId = Id<SymbolTag>;

enum class SymbolKind : std::uint8_t {
  Agent,
  Variable,
  Action,
  Value,  // of an enumeration
  Proposition,
  Group,
  Observation,
  Constant,  // or a parameter of the model, or a set
  Definition,
  FormulaName,
  Index,      // of a binder
  Parameter,  // of a definition
};
// `an agent`, `a variable`, ...
std::string_view kind_words(SymbolKind kind);

struct Symbol {
  SymbolKind kind = SymbolKind::Agent;
  std::string name;
  SymbolId owner;                    // the agent of a variable, action, observation or definition
  std::vector<Span> declarations;    // the names; none for an Environment that is not declared
  Span item;                         // the first declaration as a whole, for people: `x : 0..3`
  bool observable = false;           // a variable of Obsvars
  bool formula = false;              // a definition of a formula
  std::optional<Span> type;          // of a variable, index, parameter or constant
  std::vector<SymbolId> parameters;  // of a definition
  ispl::syntax::ParameterKind parameter_kind = ispl::syntax::ParameterKind::Typed;
  SymbolId tied;  // one of the symbols that this one is tied to; none: itself
};

struct Occurrence {
  Span span;
  SymbolId symbol;
  bool declaration = false;
};

struct Section {
  ispl::Keyword keyword = ispl::Keyword::Agent;
  Span span;          // from its first word to its `end` with what follows, or to where it breaks off
  Span name;          // of the keyword
  SymbolId agent;     // of an agent, or of the agent that it is a part of
  bool part = false;  // of an agent
};

// A line of Formulae or Fairness.
struct FormulaLine {
  Span text;      // the formula itself
  Span line;      // with its name and what is expected
  SymbolId name;  // may be none
  bool fairness = false;
};

// What a word is to a reader of the text.
enum class WordRole : std::uint8_t { None, Keyword, Operator, Constant, Name };

struct Index {
  std::vector<Symbol> symbols;
  std::vector<Occurrence> occurrences;  // in the order of the text
  std::vector<Section> sections;        // in the order of their beginnings
  std::vector<FormulaLine> formulas;
  std::vector<WordRole> roles;  // by token

  const Symbol& operator[](SymbolId id) const { return symbols[id.index()]; }
  // The occurrence at this place, which may be right behind it; none if there is no name.
  const Occurrence* at(std::uint32_t offset) const;
  // The symbol that stands for all that a symbol is tied to.
  SymbolId root(SymbolId id) const;
  // All places of a symbol and of what it is tied to, in the order of the text.
  std::vector<Occurrence> places(SymbolId id) const;
};

}  // namespace gnomon::lsp
