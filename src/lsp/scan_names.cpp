// Declaring names and looking them up.
#include <algorithm>

#include "ispl/checked_model.h"
#include "lsp/scanner.h"

namespace gnomon::lsp {

using ispl::Keyword;
using ispl::TokenKind;
using ispl::WordId;
using Part = Surroundings::Part;

namespace {

std::uint64_t key(SymbolKind kind, SymbolId owner, WordId word) {
  std::uint64_t of = owner.is_none() ? 0 : std::uint64_t{owner.value} + 1;
  return (static_cast<std::uint64_t>(kind) << 56) | ((of & 0xffffff) << 32) | word.value;
}

bool is_local(SymbolKind kind) {
  return kind == SymbolKind::Index || kind == SymbolKind::Parameter;
}

}  // namespace

SymbolId Scanner::find(SymbolKind kind, SymbolId owner, WordId word) const {
  auto found = table_.find(key(kind, owner, word));
  return found == table_.end() ? SymbolId{} : found->second;
}

// The first reading makes the symbol, the second one notes the place. In a text with errors the second one may find a
// declaration that the first one did not.
SymbolId Scanner::declare(SymbolKind kind, SymbolId owner, std::size_t i, Span item) {
  Span span = tokens_[i].span;
  auto known = declared_.find(span.begin);
  SymbolId made = known != declared_.end() ? known->second : make(kind, owner, i, item);
  if (!declaring_) {
    index_.occurrences.push_back({span, made, true});
    role(i, WordRole::Name);
  }
  return made;
}

SymbolId Scanner::make(SymbolKind kind, SymbolId owner, std::size_t i, Span item) {
  Span span = tokens_[i].span;
  SymbolId made(index_.symbols.size());
  if (!is_local(kind)) {
    auto [known, fresh] = table_.try_emplace(key(kind, owner, tokens_[i].word), made);
    made = known->second;
  }
  if (made.index() == index_.symbols.size()) {
    Symbol symbol;
    symbol.kind = kind;
    symbol.name = tokens_.text(i);
    symbol.owner = owner;
    symbol.item = item;
    index_.symbols.push_back(std::move(symbol));
  }
  index_.symbols[made.index()].declarations.push_back(span);
  declared_[span.begin] = made;
  return made;
}

void Scanner::use(std::size_t i, SymbolId symbol) {
  if (declaring_ || symbol.is_none() || !tokens_.is(i, TokenKind::Word)) return;
  index_.occurrences.push_back({tokens_[i].span, symbol, false});
  role(i, WordRole::Name);
}

// A member of an agent that is not known: of any.
void Scanner::use_any(std::size_t i, SymbolKind kind) {
  if (declaring_) return;
  SymbolId first;
  for (std::size_t s = 0; s < index_.symbols.size(); ++s) {
    if (index_.symbols[s].kind != kind || index_.symbols[s].name != tokens_.text(i)) continue;
    SymbolId root = index_.root(SymbolId(s));
    if (first.is_none()) {
      first = root;
    } else if (root != first) {
      index_.symbols[root.index()].tied = first;
    }
  }
  use(i, first);
}

// Innermost first.
SymbolId Scanner::local(WordId word) const {
  auto found = std::find_if(bindings_.rbegin(), bindings_.rend(), [&](const Binding& one) { return one.word == word; });
  return found == bindings_.rend() ? SymbolId{} : found->symbol;
}

SymbolId Scanner::agent_at(std::size_t i) const {
  if (tokens_.is(i, Keyword::Environment)) return environment_;
  if (!tokens_.is_name(i)) return {};
  SymbolId bound = local(tokens_[i].word);
  return bound.is_none() ? find(SymbolKind::Agent, {}, tokens_[i].word) : bound;
}

SymbolId Scanner::owner_before_dot(std::size_t dot) const {
  return dot == 0 ? SymbolId{} : agent_at(before_indices(dot - 1));
}

// A bare name: an index or parameter, a variable of the agent, something defined, or an enumeration value.
SymbolId Scanner::in_expression(WordId word) const {
  SymbolId found = local(word);
  if (!found.is_none()) return found;
  if (!agent_.is_none()) {
    for (SymbolKind kind : {SymbolKind::Variable, SymbolKind::Definition}) {
      found = find(kind, agent_, word);
      if (!found.is_none()) return found;
    }
  }
  for (SymbolKind kind : {SymbolKind::Constant, SymbolKind::Definition, SymbolKind::Value}) {
    found = find(kind, {}, word);
    if (!found.is_none()) return found;
  }
  return agent_.is_none() ? SymbolId{} : find(SymbolKind::Action, agent_, word);
}

SymbolId Scanner::in_formula(std::size_t i) const {
  WordId word = tokens_[i].word;
  SymbolId found = local(word);
  if (!found.is_none()) return found;
  if (wants(logic::NameKind::Agent)) return agent_at(i);
  if (wants(logic::NameKind::Group) || is_coalition(i)) return find(SymbolKind::Group, {}, word);
  found = find(SymbolKind::Proposition, {}, word);
  if (found.is_none() && !agent_.is_none()) found = find(SymbolKind::Definition, agent_, word);
  return found.is_none() ? find(SymbolKind::Definition, {}, word) : found;
}

// One of the agent's observations, or `own`, which every agent has.
void Scanner::use_observation(std::size_t i, SymbolId agent) {
  SymbolId found = find(SymbolKind::Observation, agent, tokens_[i].word);
  if (found.is_none() && tokens_.text(i) == ispl::kOwnObservation) return role(i, WordRole::Constant);
  use(i, found);
}

// Behind a dot: a variable of the agent before it.
void Scanner::use_member(std::size_t i) {
  SymbolId owner = owner_before_dot(i - 1);
  if (owner.is_none()) return;
  if (index_[owner].kind == SymbolKind::Agent) return use(i, find(SymbolKind::Variable, owner, tokens_[i].word));
  use_any(i, SymbolKind::Variable);
}

// A name that is compared with `Action` or `Agent.Action`.
bool Scanner::use_as_action(std::size_t i) {
  std::size_t other = compared_with(i);
  if (other == TokenList::kNone || !tokens_.is(other, Keyword::Action)) return false;
  bool qualified = other > 0 && tokens_.is(other - 1, TokenKind::Dot);
  SymbolId owner = qualified ? owner_before_dot(other - 1) : agent_;
  if (owner.is_none()) return false;
  if (index_[owner].kind != SymbolKind::Agent) {
    use_any(i, SymbolKind::Action);
    return true;
  }
  SymbolId action = find(SymbolKind::Action, owner, tokens_[i].word);
  use(i, action);
  return !action.is_none();
}

// Notes where the watched word stands. What an item begins with is seen twice: as its beginning, and as a word of it.
void Scanner::watch(std::size_t i, Part part) {
  const ispl::Token& token = tokens_[i];
  if (declaring_ || !watched_ || token.kind != TokenKind::Word) return;
  if (*watched_ < token.span.begin || *watched_ > token.span.end) return;
  if (surroundings_ && (surroundings_->part == Part::NewName || part != Part::Inside)) return;
  bool item = surroundings_ && surroundings_->part == Part::Item;
  Surroundings seen;
  seen.part = item ? Part::Item : part;
  seen.section = section_;
  seen.agent = agent_;
  seen.operand_before = operand_before_;
  seen.type = type_ && i > 0 && tokens_.is(i - 1, TokenKind::Colon);
  for (const Binding& binding : bindings_) seen.locals.push_back(binding.symbol);
  bool of_formulas = section_ == Keyword::Formulae || section_ == Keyword::Fairness;
  seen.mode = !frames_.empty() ? mode() : of_formulas ? Mode::Formula : Mode::Expression;
  seen.formula_start = seen.mode == Mode::Formula && (item || frames_.empty() || (i == at_ && !path_formula_));
  seen.path_formula = path_formula_ && !seen.formula_start;
  if (!frames_.empty()) {
    seen.list = list_role();
    seen.callee_agent = seen.list == ListRole::Observed ? frames_.back().list_owner : frames_.back().argument_agent;
    if (argument_kind() == ispl::syntax::ParameterKind::Agent) seen.name_kind = logic::NameKind::Agent;
    for (logic::NameKind kind : {logic::NameKind::Agent, logic::NameKind::Group, logic::NameKind::Observation}) {
      if (wants(kind)) seen.name_kind = kind;
    }
  }
  if (i > 0 && tokens_.is(i - 1, TokenKind::Dot)) {
    seen.after_dot = true;
    seen.member_of = owner_before_dot(i - 1);
  } else if (std::size_t other = compared_with(i); other != TokenList::kNone && tokens_.is(other, TokenKind::Word)) {
    bool qualified = other > 0 && tokens_.is(other - 1, TokenKind::Dot);
    SymbolId owner = qualified ? owner_before_dot(other - 1) : agent_;
    if (tokens_.is(other, Keyword::Action)) {
      seen.compared_with_action = true;
      seen.action_of = owner;
    } else if (!owner.is_none()) {
      seen.compared = find(SymbolKind::Variable, owner, tokens_[other].word);
    }
  }
  surroundings_ = std::move(seen);
}

}  // namespace gnomon::lsp
