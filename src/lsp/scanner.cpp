#include "lsp/scanner.h"

#include <algorithm>
#include <array>

namespace gnomon::lsp {

using ispl::Keyword;
using ispl::TokenKind;
using Part = Surroundings::Part;

namespace {

constexpr std::array kModelSections = {
    Keyword::Semantics, Keyword::Agent,    Keyword::Evaluation,   Keyword::InitStates, Keyword::Groups,
    Keyword::Fairness,  Keyword::Formulae, Keyword::Observations, Keyword::Constants,  Keyword::Definitions};
constexpr std::array kAgentSections = {Keyword::Vars,      Keyword::Obsvars,     Keyword::Lobsvars,
                                       Keyword::RedStates, Keyword::GreenStates, Keyword::Actions,
                                       Keyword::Protocol,  Keyword::Evolution,   Keyword::Definitions};

template <std::size_t n>
std::optional<Keyword> keyword_at(const TokenList& tokens, std::size_t i, const std::array<Keyword, n>& known) {
  for (Keyword keyword : known) {
    if (tokens.is(i, keyword)) return keyword;
  }
  return std::nullopt;
}

}  // namespace

Scanner::Scanner(const TokenList& tokens, const ispl::syntax::Model& tree, std::optional<std::uint32_t> watched)
    : tokens_(tokens), watched_(watched) {
  auto add = [&](Span span) { formula_spans_.emplace_back(span.begin, span.end); };
  for (const ispl::syntax::Formula& formula : tree.formulas) add(formula.text);
  for (const ispl::syntax::Formula& formula : tree.fairness) add(formula.text);
  auto definitions = [&](const std::vector<ispl::syntax::Definition>& all) {
    for (const ispl::syntax::Definition& one : all) {
      if (one.is_formula) add(one.formula);
    }
  };
  definitions(tree.definitions);
  for (const ispl::syntax::Agent& agent : tree.agents) definitions(agent.definitions);
  std::sort(formula_spans_.begin(), formula_spans_.end());
}

Index Scanner::run() {
  index_.roles.assign(tokens_.size() + 1, WordRole::None);
  index_.symbols.push_back({SymbolKind::Agent, "Environment", {}, {}, {}, false, false, {}, {}, {}, {}});
  environment_ = SymbolId(0);
  declare_agents();
  read();
  declaring_ = false;
  index_.sections.clear();
  index_.formulas.clear();
  read();
  std::sort(index_.occurrences.begin(), index_.occurrences.end(),
            [](const Occurrence& a, const Occurrence& b) { return a.span.begin < b.span.begin; });
  return std::move(index_);
}

// Agents come first: other names belong to them. The word is reserved, so it is a section or what one ends with.
void Scanner::declare_agents() {
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (!tokens_.is(i, Keyword::Agent) || (i > 0 && tokens_.is(i - 1, Keyword::End))) continue;
    if (tokens_.is(i + 1, Keyword::Environment)) {
      index_.symbols[0].declarations.push_back(tokens_[i + 1].span);
    } else if (tokens_.is_name(i + 1)) {
      declare(SymbolKind::Agent, {}, i + 1, cover(tokens_[i].span, tokens_[i + 1].span));
    }
  }
}

void Scanner::read() {
  at_ = 0;
  agent_ = {};
  section_.reset();
  bindings_.clear();
  while (at_ < tokens_.size()) read_section();
}

// A section that the text breaks off in ends with the text.
std::size_t Scanner::open(Keyword keyword, bool part) {
  auto end = tokens_[tokens_.size()].span.end;
  role(at_, WordRole::Keyword);
  index_.sections.push_back({keyword, {tokens_[at_].span.begin, end}, tokens_[at_].span, agent_, part});
  section_ = keyword;
  ++at_;
  if (tokens_.is(at_, TokenKind::Colon)) ++at_;
  return index_.sections.size() - 1;
}

// At `end`, or at what ends a section without it.
void Scanner::close(std::size_t section) {
  Section& made = index_.sections[section];
  bool ended = tokens_.is(at_, Keyword::End) && !(made.part && tokens_.is(at_ + 1, Keyword::Agent));
  if (ended) {
    role(at_, WordRole::Keyword);
    bool word = tokens_.is(at_ + 1, TokenKind::Word);
    if (word) role(at_ + 1, WordRole::Keyword);
    at_ += word ? 2 : 1;
  }
  made.span.end = at_ > 0 ? std::max(tokens_[at_ - 1].span.end, made.name.end) : made.name.end;
  section_.reset();
}

void Scanner::read_section() {
  std::optional<Keyword> keyword = keyword_at(tokens_, at_, kModelSections);
  if (!keyword) {
    watch(at_, Part::Model);
    ++at_;
    return;
  }
  std::size_t section = open(*keyword, false);
  if (*keyword == Keyword::Agent) return read_agent(section);
  if (*keyword != Keyword::Semantics) {
    read_items(section);
    return close(section);
  }
  std::size_t end = item_end(at_);
  for (; at_ < end; ++at_) {
    watch(at_, Part::Item);
    if (tokens_.is(at_, TokenKind::Word)) role(at_, WordRole::Keyword);
  }
  if (tokens_.is(at_, TokenKind::Semicolon)) ++at_;
  index_.sections[section].span.end = tokens_[at_ - 1].span.end;
}

void Scanner::read_agent(std::size_t section) {
  if (tokens_.is(at_, Keyword::Environment)) {
    agent_ = environment_;
    if (!declaring_) index_.occurrences.push_back({tokens_[at_].span, agent_, true});
    role(at_, WordRole::Name);
    ++at_;
  } else if (tokens_.is_name(at_) && keyword_at(tokens_, at_, kAgentSections) != Keyword::Definitions) {
    watch(at_, Part::NewName);
    agent_ = declare(SymbolKind::Agent, {}, at_, cover(index_.sections[section].name, tokens_[at_].span));
    ++at_;
  }
  index_.sections[section].agent = agent_;
  if (tokens_.is(at_, TokenKind::LeftBracket)) {
    std::size_t closing = tokens_.partner(at_);
    std::size_t end = closing == TokenList::kNone ? at_ : closing + 1;
    walk(end, {});
    if (declaring_ && !agent_.is_none() && end > 0) {
      index_.symbols[agent_.index()].item = cover(index_.sections[section].name, tokens_[end - 1].span);
    }
    at_ = std::max(at_, end);
  }
  section_.reset();
  while (at_ < tokens_.size() && !tokens_.is(at_, Keyword::End)) {
    if (keyword_at(tokens_, at_, kAgentSections)) {
      read_part();
    } else if (keyword_at(tokens_, at_, kModelSections)) {
      break;
    } else {
      watch(at_, Part::Agent);
      ++at_;
    }
  }
  close(section);
  agent_ = {};
  bindings_.clear();
}

void Scanner::read_part() {
  Keyword keyword = *keyword_at(tokens_, at_, kAgentSections);
  std::size_t section = open(keyword, true);
  if (keyword != Keyword::Actions && keyword != Keyword::Lobsvars) {
    read_items(section);
    return close(section);
  }
  std::size_t end = item_end(at_);
  Frame base;
  base.list = keyword == Keyword::Actions ? ListRole::NewActions : ListRole::EnvironmentVariables;
  walk(end, base);
  at_ = end;
  if (tokens_.is(at_, TokenKind::Semicolon)) ++at_;
  index_.sections[section].span.end = tokens_[at_ - 1].span.end;
  section_.reset();
}

// Reserved words that begin a section; those that are not reserved begin one only between sections.
bool Scanner::at_section_start(std::size_t i) const {
  if (!tokens_.is(i, TokenKind::Word) || !ispl::is_reserved(tokens_[i].word)) return false;
  if (i > 0 && tokens_.is(i - 1, TokenKind::Dot)) return false;  // Agent.RedStates
  return keyword_at(tokens_, i, kModelSections) || keyword_at(tokens_, i, kAgentSections);
}

std::size_t Scanner::item_end(std::size_t from) const {
  std::size_t i = from;
  while (i < tokens_.size() && !tokens_.is(i, TokenKind::Semicolon) && !tokens_.is(i, Keyword::End) &&
         !at_section_start(i)) {
    ++i;
  }
  return i;
}

// Where the parser found the end of the formula that begins here, or the end of the item.
std::size_t Scanner::formula_end(std::size_t from, std::size_t limit) const {
  std::uint32_t begin = tokens_[from].span.begin;
  auto found = std::lower_bound(formula_spans_.begin(), formula_spans_.end(), std::pair(begin, std::uint32_t{0}));
  if (found == formula_spans_.end() || found->first != begin) return limit;
  return std::max(from, tokens_.first_from(found->second));
}

void Scanner::read_items(std::size_t section) {
  Keyword keyword = index_.sections[section].keyword;
  std::size_t outer = bindings_.size();
  while (at_ < tokens_.size() && !tokens_.is(at_, Keyword::End) && !at_section_start(at_)) {
    std::size_t begin = at_;
    if (!tokens_.is(at_, TokenKind::Semicolon)) read_item(keyword, item_end(at_));
    if (tokens_.is(at_, TokenKind::Semicolon)) ++at_;
    if (at_ == begin) ++at_;
    bindings_.resize(outer);
    type_ = false;
  }
}

void Scanner::read_item(Keyword section, std::size_t end) {
  Frame base;
  switch (section) {
    case Keyword::Vars:
    case Keyword::Obsvars:
      return read_declared(SymbolKind::Variable, end, ListRole::NewValues);
    case Keyword::Evaluation:
      return read_declared(SymbolKind::Proposition, end, ListRole::NewValues);
    case Keyword::Groups:
      return read_declared(SymbolKind::Group, end, ListRole::Agents);
    case Keyword::Constants:
      return read_declared(SymbolKind::Constant, end, ListRole::NewValues);
    case Keyword::Definitions:
      return read_definition(end);
    case Keyword::Observations:
      return read_observation(end);
    case Keyword::Fairness:
    case Keyword::Formulae:
      return read_formula_line(section == Keyword::Fairness, end);
    default:
      break;  // conditions, lines of Protocol and Evolution
  }
  watch(at_, Part::Item);
  walk(end, base);
  at_ = end;
}

// A new name at the beginning of an item, and what is said about it.
void Scanner::read_declared(SymbolKind kind, std::size_t end, ListRole braces) {
  watch(at_, Part::NewName);
  if (tokens_.is_name(at_)) {
    Span item = cover(tokens_[at_].span, tokens_[end - 1].span);
    SymbolId made = declare(kind, kind == SymbolKind::Variable ? agent_ : SymbolId{}, at_, item);
    Symbol& symbol = index_.symbols[made.index()];
    if (section_ == Keyword::Obsvars) symbol.observable = true;
    std::size_t behind = behind_indices(at_);
    bool typed = kind == SymbolKind::Variable || kind == SymbolKind::Constant;
    if (typed && tokens_.is(behind, TokenKind::Colon) && behind + 1 < end && !symbol.type) {
      symbol.type = cover(tokens_[behind + 1].span, tokens_[end - 1].span);
    }
    type_ = kind == SymbolKind::Variable;
    ++at_;
  }
  Frame base;
  base.list = braces;
  walk(end, base);
  at_ = end;
}

// `camera of Robot = {Robot.x};` or `Robot starts with camera;`
void Scanner::read_observation(std::size_t end) {
  watch(at_, Part::NewName);
  Frame base;
  if (tokens_.is(at_, Keyword::For) && tokens_.is(at_ + 1, TokenKind::LeftParen)) {
    std::size_t closing = tokens_.partner(at_ + 1);
    std::size_t stop = closing == TokenList::kNone ? at_ + 1 : std::min(end, closing + 1);
    walk(stop, base);
    at_ = stop;
  }
  if (tokens_.is_name(at_) && tokens_.is(at_ + 1, Keyword::Of)) {
    SymbolId agent = agent_at(at_ + 2);
    declare(SymbolKind::Observation, agent, at_, cover(tokens_[at_].span, tokens_[end - 1].span));
    role(at_ + 1, WordRole::Keyword);
    at_ = std::min(end, at_ + 2);
    watch(at_, Part::Inside);
    use(at_, agent);
    base.list = ListRole::Observed;
    base.list_owner = agent;
    if (at_ < end) ++at_;
    walk(end, base);
  } else {
    SymbolId agent = agent_at(at_);
    use(at_, agent);
    if (at_ < end) ++at_;
    std::size_t with = at_;
    while (with < end && !tokens_.is(with, Keyword::With)) ++with;
    walk(with, base);
    if (with > 0 && tokens_.is(with - 1, Keyword::Starts)) role(with - 1, WordRole::Keyword);
    if (with + 1 < end && tokens_.is_name(with + 1)) {
      role(with, WordRole::Keyword);
      use_observation(with + 1, agent);
    }
  }
  at_ = end;
}

// `next(i : Id) = i mod N + 1` or `formula sure(a : agent, f : formula) = ...`
void Scanner::read_definition(std::size_t end) {
  bool formula = tokens_.is(at_, Keyword::FormulaKind) && tokens_.is(at_ + 1, TokenKind::Word);
  if (formula) role(at_++, WordRole::Keyword);
  watch(at_, Part::NewName);
  if (!tokens_.is_name(at_)) {
    walk(end, {});
    at_ = end;
    return;
  }
  std::size_t name = at_++;
  SymbolId made = declare(SymbolKind::Definition, agent_, name, tokens_[name].span);
  if (declaring_) index_.symbols[made.index()].formula = formula;
  if (tokens_.is(at_, TokenKind::LeftParen) && tokens_.partner(at_) != TokenList::kNone) {
    std::size_t first = bindings_.size();
    Frame base;
    base.binds = SymbolKind::Parameter;
    std::size_t closing = tokens_.partner(at_) + 1;
    walk(closing, base);
    at_ = closing;
    if (declaring_) {
      for (std::size_t i = first; i < bindings_.size(); ++i) {
        index_.symbols[made.index()].parameters.push_back(bindings_[i].symbol);
      }
    }
  }
  if (tokens_.is(at_, TokenKind::Equal)) ++at_;
  Frame base;
  if (formula) {
    base.mode = Mode::Formula;
    end = formula_end(at_, item_end(at_));
    introduction(end);
  } else {
    end = std::max(at_, end);
  }
  if (declaring_) index_.symbols[made.index()].item = cover(tokens_[name].span, tokens_[std::max(name, end - 1)].span);
  walk(end, base);
  at_ = std::max(at_, end);
}

// `[for (...) | NAME [binder] :] FORMULA [expect CONDITION]`
void Scanner::read_formula_line(bool fairness, std::size_t end) {
  watch(at_, Part::Item);
  std::size_t begin = at_;
  SymbolId name;
  bool repeated = tokens_.is(at_, Keyword::For) && tokens_.is(at_ + 1, TokenKind::LeftParen);
  bool named = !fairness && tokens_.is_name(at_) && tokens_.is(behind_indices(at_), TokenKind::Colon);
  if (named) {
    std::size_t behind = behind_indices(at_);
    name = declare(SymbolKind::FormulaName, {}, at_, cover(tokens_[at_].span, tokens_[behind - 1].span));
    ++at_;
    walk(behind, {});
    at_ = behind + 1;
  } else if (repeated) {
    std::size_t closing = tokens_.partner(at_ + 1);
    std::size_t stop = closing == TokenList::kNone ? at_ + 2 : closing + 1;
    walk(stop, {});
    at_ = stop;
  }
  std::size_t first = at_;
  std::size_t stop = std::max(first, formula_end(first, item_end(first)));
  Frame base;
  base.mode = Mode::Formula;
  introduction(stop);
  walk(stop, base);
  at_ = stop;
  end = stop;
  if (tokens_.is(at_, Keyword::Expect)) {
    role(at_++, WordRole::Keyword);
    end = item_end(at_);
    operand_before_ = false;
    walk(end, {});
    at_ = end;
  }
  if (stop > first) {
    index_.formulas.push_back({cover(tokens_[first].span, tokens_[stop - 1].span),
                               cover(tokens_[begin].span, tokens_[end - 1].span), name, fairness});
  }
}

}  // namespace gnomon::lsp
