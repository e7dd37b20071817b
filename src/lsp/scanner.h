// Finds what the names of a text stand for, whatever the text looks like.
//
// A text is read twice in the same way: the first reading declares, the second looks names up, so that names may be used
// before they are declared. The reading follows sections and items by their keywords and semicolons; inside an item it
// goes from word to word with a stack of the open brackets, each of which says how the words in it are read (Frame). So
// nothing recurses, nothing fails, and a mistake costs at most the names of its item. Formulas end where the parser says
// (a semicolon may be a part of them), or at the next semicolon where it says nothing.
//
// An index is known from its binder to the end of what encloses the binder. That is further than the language says;
// but since the language shadows nothing, a correct text cannot tell the difference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ispl/lexer.h"
#include "ispl/syntax.h"
#include "logic/operators.h"
#include "lsp/index.h"
#include "lsp/token_list.h"

namespace gnomon::lsp {

enum class Mode : std::uint8_t { Expression, Formula };

// What the names of a list in braces are.
enum class ListRole : std::uint8_t { None, NewActions, NewValues, Actions, Agents, EnvironmentVariables, Observed };

// Where a word stands: what could be written in its place.
struct Surroundings {
  enum class Part : std::uint8_t {
    Model,    // between sections
    Agent,    // between the sections of an agent
    NewName,  // at the beginning of an item that declares a name
    Item,     // at the beginning of any other item
    Inside,   // of an item
  };
  Part part = Part::Model;
  std::optional<ispl::Keyword> section;
  SymbolId agent;  // inside which it stands
  Mode mode = Mode::Expression;
  logic::NameKind name_kind = logic::NameKind::None;  // of an argument: `K(`, `GK(`, `Delta(a, `
  SymbolId callee_agent;                              // the agent before an observation
  ListRole list = ListRole::None;
  bool after_dot = false;
  SymbolId member_of;  // the agent before the dot, if it is known
  SymbolId compared;   // the variable on the other side of a comparison, or that is assigned to
  bool compared_with_action = false;
  SymbolId action_of;  // then: whose action
  bool type = false;   // behind a colon of a declaration
  bool formula_start = false;
  bool path_formula = false;     // behind a prefix such as LTL
  bool operand_before = false;   // an operator can stand here
  std::vector<SymbolId> locals;  // indices and parameters that are known here
};

class Scanner {
 public:
  // `watched` is a place in a word whose surroundings are of interest.
  Scanner(const TokenList& tokens, const ispl::syntax::Model& tree, std::optional<std::uint32_t> watched = {});
  Index run();
  const std::optional<Surroundings>& surroundings() const { return surroundings_; }
  // After run: the symbol of this kind with this name, if there is one.
  SymbolId find(SymbolKind kind, SymbolId owner, ispl::WordId word) const;

 private:
  struct Frame {
    std::size_t at = 0;  // of the bracket
    Mode mode = Mode::Expression;
    ListRole list = ListRole::None;
    SymbolId list_owner;  // of Observed: whose
    bool binder = false;  // what is bound inside stays bound behind it
    SymbolKind binds = SymbolKind::Index;
    bool call = false;
    SymbolId callee;              // a definition
    std::optional<logic::Op> op;  // an operator with arguments
    std::size_t argument = 0;
    SymbolId argument_agent;   // the first argument of Delta
    std::size_t bindings = 0;  // that were there before it
  };
  struct Binding {
    ispl::WordId word;
    SymbolId symbol;
  };

  // scanner.cpp: sections and items
  void read();
  void declare_agents();
  void read_section();
  void read_agent(std::size_t section);
  void read_part();
  void read_items(std::size_t section);
  void read_item(ispl::Keyword section, std::size_t end);
  void read_declared(SymbolKind kind, std::size_t end, ListRole braces);
  void read_observation(std::size_t end);
  void read_definition(std::size_t end);
  void read_formula_line(bool fairness, std::size_t end);
  bool at_section_start(std::size_t i) const;
  std::size_t item_end(std::size_t from) const;
  std::size_t formula_end(std::size_t from, std::size_t limit) const;
  std::size_t open(ispl::Keyword keyword, bool part);
  void close(std::size_t section);

  // scan_terms.cpp: from word to word
  void walk(std::size_t end, const Frame& base);
  void walk_word(std::size_t i);
  void walk_name(std::size_t i);
  bool walk_operator_word(std::size_t i);
  void walk_sign(std::size_t i);
  void open_frame(std::size_t i);
  void close_frame(std::size_t i);
  void bind_if_generator(std::size_t i);
  void introduction(std::size_t end);
  bool is_coalition(std::size_t i) const;
  Mode mode() const;
  ListRole list_role() const;
  bool wants(logic::NameKind kind) const;
  ispl::syntax::ParameterKind argument_kind() const;
  std::size_t behind_indices(std::size_t i) const;
  std::size_t before_indices(std::size_t i) const;
  // The other side of a comparison at the name i; kNone if there is none.
  std::size_t compared_with(std::size_t i) const;

  // scan_names.cpp: declaring and looking up
  SymbolId declare(SymbolKind kind, SymbolId owner, std::size_t i, Span item);
  SymbolId make(SymbolKind kind, SymbolId owner, std::size_t i, Span item);
  void use(std::size_t i, SymbolId symbol);
  void use_any(std::size_t i, SymbolKind kind);
  SymbolId local(ispl::WordId word) const;
  SymbolId agent_at(std::size_t i) const;
  SymbolId owner_before_dot(std::size_t dot) const;
  SymbolId in_expression(ispl::WordId word) const;
  SymbolId in_formula(std::size_t i) const;
  void use_member(std::size_t i);
  void use_observation(std::size_t i, SymbolId agent);
  bool use_as_action(std::size_t i);
  void watch(std::size_t i, Surroundings::Part part);
  void role(std::size_t i, WordRole role) { index_.roles[i] = role; }

  const TokenList& tokens_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> formula_spans_;  // by their beginnings
  std::optional<std::uint32_t> watched_;
  std::optional<Surroundings> surroundings_;
  bool declaring_ = true;  // the first reading
  Index index_;
  std::unordered_map<std::uint64_t, SymbolId> table_;
  std::unordered_map<std::uint32_t, SymbolId> declared_;  // by the place of the name
  std::size_t at_ = 0;
  std::optional<ispl::Keyword> section_;
  SymbolId agent_;
  SymbolId environment_;
  bool path_formula_ = false;  // the formula has a prefix: LTL, CTL*, ...
  bool type_ = false;
  std::vector<Binding> bindings_;
  std::vector<Frame> frames_;
  bool operand_before_ = false;
};

}  // namespace gnomon::lsp
