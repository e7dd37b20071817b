#include "ispl/formula_templates.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/plural.h"
#include "ispl/expression_checker.h"
#include "logic/introduction.h"
#include "logic/operators.h"
#include "logic/question.h"

namespace gnomon::ispl {

using Sign = logic::TokenKind;

const FormulaTemplates::Template* FormulaTemplates::find(const Source& source, Span span, const Budget* budget) {
  if (&source != &elaborator_.source_) return others_.emplace_back(make(source, span, budget)).get();
  auto [place, added] = known_.try_emplace(span.begin);
  if (added) place->second = make(source, span, budget);
  return place->second.get();
}

std::unique_ptr<FormulaTemplates::Template> FormulaTemplates::make(const Source& source, Span span,
                                                                   const Budget* budget) {
  auto made = std::make_unique<Template>();
  source_ = &source;
  span_ = span;
  budget_ = budget;
  made_ = made.get();
  at_ = 0;
  tokens_.clear();
  open_.clear();
  logic::FormulaLexer lexer(source, span);
  do {
    tokens_.push_back(lexer.next());
  } while (tokens_.back().kind != Sign::End);
  while (made->good && tokens_[at_].kind != Sign::End) {
    const logic::Token& token = tokens_[at_];
    bool name = token.kind == Sign::Word && !token.op;
    bool follows_sign = at_ > 0 && (tokens_[at_ - 1].kind == Sign::Dot || tokens_[at_ - 1].kind == Sign::At);
    if (name && !follows_sign) {
      Sign next = tokens_[at_ + 1].kind;
      // In `F<=x (p)` the name is a parameter, and a formula follows.
      const bool ends_bound =
          at_ > 0 && (tokens_[at_ - 1].kind == Sign::LessEqual || tokens_[at_ - 1].kind == Sign::GreaterEqual);
      const bool called = next == Sign::OpenParen && !ends_bound;
      if (next == Sign::OpenSquare && is_reference(token.text)) {
        made->good = make_reference();
        continue;
      }
      if (called && (token.text == "forall" || token.text == "exists")) {
        made->good = make_quantifier();
        continue;
      }
      std::optional<WordId> word = elaborator_.words_->find(token.text);
      auto known = word ? elaborator_.definitions_.find(*word) : elaborator_.definitions_.end();
      if (called && known != elaborator_.definitions_.end()) {
        made->good = make_call(*known->second);
        continue;
      }
      const bool question = at_ == after_attribute() && logic::question_of(token.text);
      if (called && !question && !is_operator_or_prefix(token.text)) {
        std::vector<std::string_view> candidates;
        for (const auto& [one, definition] : elaborator_.definitions_) candidates.push_back(elaborator_.text(one));
        elaborator_.error({}, token.span, fmt::format("there is no definition `{}`", token.text),
                          suggestion(token.text, candidates));
        made->good = false;
        break;
      }
    }
    if (token.kind == Sign::OpenParen) open_.push_back({Open::Kind::Paren, 0, token.span});
    if (token.kind == Sign::CloseParen && !open_.empty()) {
      Open::Kind kind = open_.back().kind;
      close();
      ++at_;
      if (kind == Open::Kind::Paren) made->items.push_back({Item::Kind::Token, token, false, 0, 0});
      continue;
    }
    bool separates = token.kind == Sign::Comma && !open_.empty() && open_.back().kind == Open::Kind::Call;
    if (separates) {
      end_argument();
      ++at_;
      made->good = begin_argument();
      continue;
    }
    made->items.push_back({Item::Kind::Token, token, name && !follows_sign, 0, 0});
    ++at_;
  }
  for (const Open& open : open_) {
    if (open.kind == Open::Kind::Paren || !made->good) continue;
    elaborator_.error({}, open.span, "this bracket is never closed");
    made->good = false;
  }
  elaborator_.words_->keep();
  return made;
}

// Where the formula begins, behind an attribute such as @clock.
std::size_t FormulaTemplates::after_attribute() const {
  return tokens_.front().kind == Sign::At && tokens_.size() > 2 ? 2 : 0;
}

void FormulaTemplates::skip_to(std::uint32_t offset) {
  while (tokens_[at_].kind != Sign::End && tokens_[at_].span.begin < offset) ++at_;
}

bool FormulaTemplates::is_operator_or_prefix(std::string_view word) const {
  return logic::find_operator(word, logic::Spelling::ByPlace).has_value() || logic::mode_of(word).has_value() ||
         word == "CTL" || word == "CDL";
}

bool FormulaTemplates::is_reference(std::string_view word) const {
  if (!is_operator_or_prefix(word)) return true;
  std::optional<WordId> known = elaborator_.words_->find(word);
  if (!known) return false;
  auto indexed = [&](const Elaborator::Families& families) {
    auto found = families.find(*known);
    return found != families.end() && found->second.indexed;
  };
  return indexed(elaborator_.propositions_) || indexed(elaborator_.agents_) || indexed(elaborator_.groups_);
}

bool FormulaTemplates::make_reference() {
  logic::Token word = tokens_[at_];
  TokenStream tokens(*source_, rest(word.span.begin), *elaborator_.words_, *elaborator_.diagnostics_, budget_);
  tokens.set_reading_formulas(true);
  ExpressionParser parser(tokens, elaborator_.tree_, budget_);
  syntax::Item item;
  if (!parser.parse_item("a proposition", item)) return false;
  if (!item.binder.empty()) {
    elaborator_.error({}, item.span, "no name is declared here");
    return false;
  }
  skip_to(tokens.previous().end);
  made_->items.push_back({Item::Kind::Reference, word, false, static_cast<std::uint32_t>(made_->references.size()), 0});
  made_->references.push_back(std::move(item));
  return true;
}

bool FormulaTemplates::make_quantifier() {
  logic::Token word = tokens_[at_];
  TokenStream tokens(*source_, rest(tokens_[at_ + 1].span.begin), *elaborator_.words_, *elaborator_.diagnostics_,
                     budget_);
  tokens.set_reading_formulas(true);
  tokens.advance();
  ExpressionParser parser(tokens, elaborator_.tree_, budget_);
  syntax::Binder binder;
  if (!parser.parse_binder(TokenKind::RightParen, binder)) return false;
  skip_to(tokens.previous().end);
  if (tokens_[at_].kind != Sign::OpenParen) {
    elaborator_.error({}, word.span, fmt::format("the formula below `{}` needs parentheses", word.text),
                      fmt::format("write `{} (i : Id) (...)`", word.text));
    return false;
  }
  open_.push_back({Open::Kind::Quantifier, static_cast<std::uint32_t>(made_->items.size()), tokens_[at_].span});
  ++at_;
  made_->items.push_back({Item::Kind::Quantifier, word, false, static_cast<std::uint32_t>(made_->binders.size()), 0});
  made_->binders.push_back(std::move(binder));
  return true;
}

bool FormulaTemplates::make_call(const syntax::Definition& definition) {
  logic::Token word = tokens_[at_];
  open_.push_back({Open::Kind::Call, static_cast<std::uint32_t>(made_->items.size()), tokens_[at_ + 1].span});
  made_->items.push_back({Item::Kind::Call, word, false, static_cast<std::uint32_t>(made_->calls.size()), 0});
  made_->calls.push_back({&definition, {}, word.span});
  at_ += 2;
  return begin_argument();
}

bool FormulaTemplates::begin_argument() {
  Call& call = made_->calls[made_->items[open_.back().item].number];
  Argument argument;
  std::size_t number = call.arguments.size();
  if (number < call.definition->parameters.size()) argument.kind = call.definition->parameters[number].kind;
  argument.span = tokens_[at_].span;
  argument.begin = static_cast<std::uint32_t>(made_->items.size());
  bool formula = argument.kind == syntax::ParameterKind::Formula;
  bool good = true;
  if (!formula) {
    TokenStream tokens(*source_, rest(tokens_[at_].span.begin), *elaborator_.words_, *elaborator_.diagnostics_,
                       budget_);
    tokens.set_reading_formulas(true);
    ExpressionParser parser(tokens, elaborator_.tree_, budget_);
    if (argument.kind == syntax::ParameterKind::Agent) {
      bool word = tokens.at(TokenKind::Word);
      if (!word) {
        elaborator_.error(
            {}, argument.span,
            fmt::format("argument {} of `{}` must be an agent", number + 1, elaborator_.text(call.definition->name)));
      }
      good = word && parser.parse_item("an agent", argument.agent);
    } else {
      auto value = parser.parse(ExpressionScope::Condition);
      good = value.has_value();
      if (value) argument.node = value->root;
    }
    if (good) {
      argument.span = cover(argument.span, tokens.previous());
      skip_to(tokens.previous().end);
    }
    bool ends = tokens_[at_].kind == Sign::Comma || tokens_[at_].kind == Sign::CloseParen;
    if (good && !ends) {
      elaborator_.error({}, tokens_[at_].span, "expected `)` or `,` after the argument");
      good = false;
    }
  }
  call.arguments.push_back(std::move(argument));
  return good;
}

void FormulaTemplates::end_argument() {
  Call& call = made_->calls[made_->items[open_.back().item].number];
  call.arguments.back().end = static_cast<std::uint32_t>(made_->items.size());
}

// At the parenthesis that closes the innermost one.
void FormulaTemplates::close() {
  Open open = open_.back();
  if (open.kind == Open::Kind::Call) {
    end_argument();
    Call& call = made_->calls[made_->items[open.item].number];
    call.span = cover(call.span, tokens_[at_].span);
  }
  if (open.kind != Open::Kind::Paren) made_->items[open.item].end = static_cast<std::uint32_t>(made_->items.size());
  open_.pop_back();
}

// --- expansion ------------------------------------------------------------------------------------------------------

std::optional<std::vector<logic::Token>> FormulaTemplates::expand(const Source& source, Span span, const Scope& scope,
                                                                  const Budget* budget) {
  budget_ = budget;
  out_.clear();
  frames_.clear();
  closures_.clear();
  others_.clear();
  const Template* whole = find(source, span, budget);
  if (!whole->good) return std::nullopt;
  Frame frame;
  frame.of = whole;
  frame.end = static_cast<std::uint32_t>(whole->items.size());
  frame.scope = scope;
  frames_.push_back(std::move(frame));
  if (!run()) return std::nullopt;
  logic::Token end;
  end.span = {span.end, span.end};
  out_.push_back(end);
  return std::move(out_);
}

void FormulaTemplates::emit(std::string_view text, Sign kind, Span span) {
  logic::Token token;
  token.kind = kind;
  token.span = span;
  token.text = text;
  if (kind == Sign::Word) token.op = logic::find_operator(text, logic::Spelling::Reserved);
  out_.push_back(token);
}

// Copies items in parentheses.
void FormulaTemplates::enter(const Template* of, std::uint32_t begin, std::uint32_t end, const Scope& scope,
                             Span span) {
  emit("(", Sign::OpenParen, span);
  Frame frame;
  frame.of = of;
  frame.at = begin;
  frame.end = end;
  frame.scope = scope;
  frame.word.span = span;
  frames_.push_back(std::move(frame));
}

void FormulaTemplates::step_quantifier(Frame& frame) {
  bool all = frame.word.text == "forall";
  Span span = frame.word.span;
  if (frame.next == frame.scopes.size()) {
    if (frame.scopes.empty()) emit(all ? "true" : "false", Sign::Word, span);
    emit(")", Sign::CloseParen, span);
    frames_.pop_back();
    return;
  }
  if (frame.next > 0) emit(all ? "and" : "or", Sign::Word, span);
  const Template* of = frame.of;
  std::uint32_t begin = frame.begin;
  std::uint32_t end = frame.end;
  Scope scope = frame.scopes[frame.next++];
  enter(of, begin, end, scope, span);
}

bool FormulaTemplates::run() {
  while (!frames_.empty()) {
    if (!elaborator_.step() || elaborator_.diagnostics_->full()) return false;
    Frame& frame = frames_.back();
    if (frame.quantifier) {
      step_quantifier(frame);
      continue;
    }
    if (frame.at == frame.end) {
      Span span = frame.word.span;
      frames_.pop_back();
      if (!frames_.empty()) emit(")", Sign::CloseParen, span);
      continue;
    }
    const Item& item = frame.of->items[frame.at];
    Frame here = frame;
    frame.at = item.kind == Item::Kind::Token || item.kind == Item::Kind::Reference ? frame.at + 1 : item.end;
    if (!copy(item, here)) return false;
  }
  return true;
}

bool FormulaTemplates::copy(const Item& item, const Frame& frame) {
  switch (item.kind) {
    case Item::Kind::Token:
      if (item.name) return copy_word(item, frame);
      out_.push_back(item.token);
      return true;
    case Item::Kind::Reference:
      return copy_reference(item, frame);
    case Item::Kind::Call:
      return copy_call(item, frame);
    case Item::Kind::Quantifier:
      break;
  }
  std::size_t errors = elaborator_.diagnostics_->error_count();
  std::vector<Scope> scopes = elaborator_.enumerate(frame.of->binders[item.number], frame.scope);
  if (elaborator_.diagnostics_->error_count() > errors) return false;
  emit("(", Sign::OpenParen, item.token.span);
  Frame inner;
  inner.of = frame.of;
  inner.quantifier = true;
  inner.begin = frame.at + 1;
  inner.end = item.end;
  inner.scopes = std::move(scopes);
  inner.word = item.token;
  frames_.push_back(std::move(inner));
  return true;
}

// Whether the word stands in a bound on steps or a count: behind <= or >=, or as an end of [a,b] or {n,m}.
bool FormulaTemplates::in_bound(const Frame& frame) {
  auto sign = [&](std::uint32_t at) {
    const bool token = at < frame.of->items.size() && frame.of->items[at].kind == Item::Kind::Token;
    return token ? frame.of->items[at].token.kind : Sign::End;
  };
  if (frame.at == 0) return false;
  const Sign before = sign(frame.at - 1);
  const Sign after = sign(frame.at + 1);
  if (before == Sign::LessEqual || before == Sign::GreaterEqual) return true;
  const bool closed = after == Sign::CloseSquare || after == Sign::CloseBrace;
  if (before == Sign::Comma) return closed;
  return (before == Sign::OpenSquare || before == Sign::OpenBrace) && (closed || after == Sign::Comma);
}

// The value of a constant, an index or an argument, as a number of steps.
bool FormulaTemplates::copy_number(const Item& item, const Frame& frame, WordId word) {
  std::optional<ConstantValue> value;
  if (const Elaborator::Binding* bound = elaborator_.find(frame.scope, word)) {
    const bool index = bound->kind == Elaborator::Binding::Kind::Index;
    const Elaborator::Piece* piece = index ? nullptr : &elaborator_.arguments_[bound->number];
    if (index) value = bound->value;
    if (piece != nullptr && piece->constant()) value = piece->value;
  } else {
    Elaborator::ConstantState& state = elaborator_.constants_.at(word);
    if (!elaborator_.evaluate_constant(state, item.token.span)) return false;
    if (!state.is_set && !state.elements.indexed) value = state.value;
  }
  if (!value || !value->is_integer() || value->number < 0) {
    elaborator_.error(frame.scope, item.token.span,
                      fmt::format("`{}` is not a number of steps: these are 0, 1, 2, ...", item.token.text));
    return false;
  }
  const WordId number = elaborator_.words_->intern_copy(std::to_string(value->number));
  emit(elaborator_.text(number), Sign::Number, item.token.span);
  return true;
}

bool FormulaTemplates::copy_word(const Item& item, const Frame& frame) {
  std::optional<WordId> word = elaborator_.words_->find(item.token.text);
  if (!word) {
    out_.push_back(item.token);
    return true;
  }
  auto no_formula = [&] {
    elaborator_.error(
        frame.scope, item.token.span,
        fmt::format("`{}` is a value, not a formula; a proposition makes a formula of it", item.token.text));
    return false;
  };
  using Kind = Elaborator::Binding::Kind;
  if (const Elaborator::Binding* bound = elaborator_.find(frame.scope, *word)) {
    if (bound->kind == Kind::Agent) {
      emit(elaborator_.text(bound->agent), Sign::Word, item.token.span);
      return true;
    }
    if (bound->kind != Kind::Formula) return in_bound(frame) ? copy_number(item, frame, *word) : no_formula();
    Closure closure = closures_[bound->number];
    enter(closure.of, closure.begin, closure.end, closure.scope, item.token.span);
    return true;
  }
  if (auto known = elaborator_.definitions_.find(*word); known != elaborator_.definitions_.end()) {
    const syntax::Definition& definition = *known->second;
    if (!definition.is_formula) return no_formula();
    if (!definition.parameters.empty()) {
      elaborator_.error(
          frame.scope, item.token.span,
          fmt::format("`{}` takes {}, not 0", item.token.text, plural(definition.parameters.size(), "argument")));
      return false;
    }
    std::optional<Scope> inner = elaborator_.enter(definition, frame.scope, item.token.span);
    if (!inner) return false;
    const Template* body = find(elaborator_.source_, definition.formula, budget_);
    if (!body->good) return false;
    enter(body, 0, static_cast<std::uint32_t>(body->items.size()), *inner, item.token.span);
    return true;
  }
  if (elaborator_.constants_.count(*word) > 0) {
    return in_bound(frame) ? copy_number(item, frame, *word) : no_formula();
  }
  bool plain = false;
  bool indexed = false;
  for (const Elaborator::Families* families :
       {&elaborator_.propositions_, &elaborator_.agents_, &elaborator_.groups_}) {
    auto found = families->find(*word);
    if (found == families->end()) continue;
    (found->second.indexed ? indexed : plain) = true;
  }
  if (indexed && !plain) {
    elaborator_.error(frame.scope, item.token.span, fmt::format("`{0}` is indexed: write `{0}[...]`", item.token.text));
    return false;
  }
  out_.push_back(item.token);
  return true;
}

bool FormulaTemplates::copy_reference(const Item& item, const Frame& frame) {
  const syntax::Item& reference = frame.of->references[item.number];
  std::uint32_t first = elaborator_.here();
  elaborator_.last_variable_ = {};
  auto indices = elaborator_.index_pieces(reference.indices, frame.scope);
  bool good = indices && elaborator_.constant_indices(*indices, frame.scope);
  elaborator_.out_.nodes.resize(first);
  if (!good) return false;
  std::string_view name = elaborator_.text(reference.name);
  if (elaborator_.find(frame.scope, reference.name.word) != nullptr) {
    elaborator_.error(frame.scope, reference.span, fmt::format("`{}` is not indexed", name));
    return false;
  }
  std::vector<ConstantValue> values;
  for (const Elaborator::Piece& index : *indices) values.push_back(index.value);
  std::optional<WordId> word = elaborator_.words_->find(element_name(name, values, *elaborator_.words_));
  const Elaborator::Family* indexed = nullptr;
  std::string_view kind;
  std::string_view plain_kind;
  for (auto [families, what] : {std::pair(&elaborator_.propositions_, std::string_view("proposition")),
                                std::pair(&elaborator_.agents_, std::string_view("agent")),
                                std::pair(&elaborator_.groups_, std::string_view("group"))}) {
    auto found = families->find(reference.name.word);
    if (found == families->end()) continue;
    if (!found->second.indexed) {
      plain_kind = what;
      continue;
    }
    if (word && found->second.has(*word)) {
      emit(elaborator_.text(*word), Sign::Word, reference.span);
      return true;
    }
    if (indexed == nullptr) {
      indexed = &found->second;
      kind = what;
    }
  }
  if (indexed != nullptr) {
    elaborator_.select(*indexed, kind, reference.name, *indices, reference.span, frame.scope);
  } else if (!plain_kind.empty()) {
    elaborator_.error(frame.scope, reference.span, fmt::format("{} `{}` is not indexed", plain_kind, name));
  } else {
    std::vector<std::string_view> candidates;
    for (const auto& [known, family] : elaborator_.propositions_) candidates.push_back(elaborator_.text(known));
    elaborator_.error(frame.scope, reference.name.span, fmt::format("there is no proposition `{}`", name),
                      suggestion(name, candidates));
  }
  return false;
}

bool FormulaTemplates::copy_call(const Item& item, const Frame& frame) {
  const Call& call = frame.of->calls[item.number];
  const syntax::Definition& definition = *call.definition;
  std::string_view name = elaborator_.text(definition.name);
  if (!definition.is_formula) {
    elaborator_.error(frame.scope, call.span,
                      fmt::format("`{}` is a value, not a formula; a proposition makes a formula of it", name));
    return false;
  }
  const std::size_t parameters = definition.parameters.size();
  if (call.arguments.size() != parameters) {
    elaborator_.error(
        frame.scope, call.span,
        fmt::format("`{}` takes {}, not {}", name, plural(parameters, "argument"), call.arguments.size()));
    return false;
  }
  std::optional<Scope> inner = elaborator_.enter(definition, frame.scope, call.span);
  if (!inner) return false;
  for (std::size_t i = 0; i < parameters; ++i) {
    const Argument& argument = call.arguments[i];
    if (argument.kind == syntax::ParameterKind::Formula) {
      if (!elaborator_.check_new_name(definition.parameters[i].name, *inner, "parameter")) return false;
      Elaborator::Binding binding;
      binding.name = definition.parameters[i].name.word;
      binding.kind = Elaborator::Binding::Kind::Formula;
      binding.number = static_cast<std::uint32_t>(closures_.size());
      closures_.push_back({frame.of, argument.begin, argument.end, frame.scope});
      inner = elaborator_.bind(*inner, binding);
      continue;
    }
    std::uint32_t first = elaborator_.here();
    bool good = false;
    if (argument.kind == syntax::ParameterKind::Agent) {
      const Elaborator::Binding* bound = elaborator_.find(frame.scope, argument.agent.name.word);
      bool known = (bound != nullptr && bound->kind == Elaborator::Binding::Kind::Agent) ||
                   elaborator_.agents_.count(argument.agent.name.word) > 0;
      if (!known) {
        elaborator_.error(frame.scope, argument.span, fmt::format("argument {} of `{}` must be an agent", i + 1, name));
        return false;
      }
      auto indices = elaborator_.index_pieces(argument.agent.indices, frame.scope);
      if (indices) {
        Elaborator::Selection agent =
            elaborator_.agent(argument.agent.name, argument.agent.indexed, *indices, argument.span, frame.scope);
        good = elaborator_.bind_agent(definition, i, agent, argument.span, frame.scope, *inner);
      }
    } else if (auto value = elaborator_.constant(argument.node, frame.scope)) {
      Elaborator::Piece piece = Elaborator::constant_piece(*value, argument.span);
      good = elaborator_.bind_argument(definition, i, piece, frame.scope, *inner);
    }
    elaborator_.out_.nodes.resize(first);
    if (!good) return false;
  }
  const Template* body = find(elaborator_.source_, definition.formula, budget_);
  if (!body->good) return false;
  enter(body, 0, static_cast<std::uint32_t>(body->items.size()), *inner, call.span);
  return true;
}

}  // namespace gnomon::ispl
