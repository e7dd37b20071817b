// Formulas of parametric models: their texts are copied token by token, except for references, quantifiers,
// definitions and, in bounds on steps, constants, which become numbers. What comes out is a list of tokens for the formula parser, which reads an expanded formula in the mode of
// its prefix like any other; an element such as `Node[3]` is one token. Every token has the place in the text that it
// comes from.
//
// A text is looked through once, which makes a template: a list of items in which a quantifier, a call and an argument
// know where they end. Expansion walks over templates with a stack of frames, so that neither nesting in the text nor
// definitions inside definitions use the C stack. The cost is linear in the number of tokens that come out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ispl/elaborator.h"
#include "ispl/expression_parser.h"
#include "logic/formula_lexer.h"

namespace gnomon::ispl {

class FormulaTemplates {
 public:
  explicit FormulaTemplates(Elaborator& elaborator) : elaborator_(elaborator) {}

  // The tokens of a formula of the model's own text (kept for the next time), or of another one; none after an error.
  std::optional<std::vector<logic::Token>> expand(const Source& source, Span span, const Elaborator::Scope& scope,
                                                  const Budget* budget);

 private:
  using Scope = Elaborator::Scope;

  struct Argument {
    syntax::ParameterKind kind = syntax::ParameterKind::Formula;
    std::uint32_t node = 0;   // Typed, Integer
    syntax::Item agent = {};  // Agent
    std::uint32_t begin = 0;  // Formula: items
    std::uint32_t end = 0;
    Span span;
  };
  struct Call {
    const syntax::Definition* definition = nullptr;
    std::vector<Argument> arguments;
    Span span;
  };
  struct Item {
    enum class Kind : std::uint8_t { Token, Reference, Quantifier, Call } kind = Kind::Token;
    logic::Token token;        // also the word of the others
    bool name = false;         // Token: a word that may mean something
    std::uint32_t number = 0;  // in references, binders or calls
    std::uint32_t end = 0;     // Quantifier, Call: the item behind the body, behind the arguments
  };
  struct Template {
    bool good = true;
    std::vector<Item> items;
    std::vector<syntax::Item> references;
    std::vector<syntax::Binder> binders;
    std::vector<Call> calls;
  };
  struct Closure {
    const Template* of = nullptr;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Scope scope;
  };
  // What is being copied: items of a template, once, or once for each of several scopes.
  struct Frame {
    const Template* of = nullptr;
    std::uint32_t at = 0;
    std::uint32_t end = 0;
    Scope scope;
    bool quantifier = false;
    std::uint32_t begin = 0;  // of the body
    std::vector<Scope> scopes;
    std::size_t next = 0;
    logic::Token word;
  };
  // A bracket that is open while a template is made.
  struct Open {
    enum class Kind : std::uint8_t { Paren, Quantifier, Call } kind = Kind::Paren;
    std::uint32_t item = 0;
    Span span;
  };

  const Template* find(const Source& source, Span span, const Budget* budget);
  std::unique_ptr<Template> make(const Source& source, Span span, const Budget* budget);
  bool is_reference(std::string_view word) const;
  bool is_operator_or_prefix(std::string_view word) const;
  bool make_reference();
  bool make_quantifier();
  bool make_call(const syntax::Definition& definition);
  bool begin_argument();
  void end_argument();
  void close();
  std::size_t after_attribute() const;
  void skip_to(std::uint32_t offset);
  Span rest(std::uint32_t begin) const { return {begin, span_.end}; }

  bool run();
  bool copy(const Item& item, const Frame& frame);
  bool copy_word(const Item& item, const Frame& frame);
  static bool in_bound(const Frame& frame);
  bool copy_number(const Item& item, const Frame& frame, WordId word);
  bool copy_reference(const Item& item, const Frame& frame);
  bool copy_call(const Item& item, const Frame& frame);
  void step_quantifier(Frame& frame);
  void emit(std::string_view text, logic::TokenKind kind, Span span);
  void enter(const Template* of, std::uint32_t begin, std::uint32_t end, const Scope& scope, Span span);

  Elaborator& elaborator_;
  std::unordered_map<std::uint32_t, std::unique_ptr<Template>> known_;  // of the model's text, by the place
  std::vector<std::unique_ptr<Template>> others_;

  // While a template is made:
  const Source* source_ = nullptr;
  Span span_;
  const Budget* budget_ = nullptr;
  std::vector<logic::Token> tokens_;
  std::size_t at_ = 0;
  Template* made_ = nullptr;
  std::vector<Open> open_;

  // While one is expanded:
  std::vector<Frame> frames_;
  std::vector<Closure> closures_;
  std::vector<logic::Token> out_;
};

}  // namespace gnomon::ispl
