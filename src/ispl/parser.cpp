#include "ispl/parser.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/assert.h"

namespace gnomon::ispl {

namespace {

const std::vector<Keyword>& top_sections() {
  static const std::vector<Keyword> kSections = {Keyword::Semantics,    Keyword::Agent,   Keyword::Evaluation,
                                                 Keyword::InitStates,   Keyword::Groups,  Keyword::Fairness,
                                                 Keyword::Observations, Keyword::Formulae};
  return kSections;
}

}  // namespace

syntax::Model parse_model(const Source& source, Words& words, Diagnostics& diagnostics, const Budget* budget) {
  return Parser(source, words, diagnostics, budget).parse();
}

Parser::Parser(const Source& source, Words& words, Diagnostics& diagnostics, const Budget* budget)
    : tokens_(source, words, diagnostics, budget), expressions_(tokens_, model_.nodes, budget) {}

syntax::Model Parser::parse() {
  while (!tokens_.at_end()) {
    if (std::optional<Section> section = open_section(top_sections(), "in a model")) parse_section(*section);
  }
  return std::move(model_);
}

void Parser::parse_section(const Section& section) {
  if (section.keyword != Keyword::Agent) {
    if (std::find(seen_.begin(), seen_.end(), section.keyword) != seen_.end()) repeated(section);
    seen_.push_back(section.keyword);
  }
  if (section.keyword == Keyword::Semantics) return parse_semantics();
  if (section.keyword == Keyword::Agent) return parse_agent(section);
  if (section.keyword == Keyword::Evaluation) {
    parse_evaluation();
  } else if (section.keyword == Keyword::InitStates) {
    parse_single_condition(section, model_.initial);
  } else if (section.keyword == Keyword::Groups) {
    parse_groups();
  } else if (section.keyword == Keyword::Observations) {
    parse_observations();
  } else {
    bool fairness = section.keyword == Keyword::Fairness;
    GNOMON_ASSERT(fairness || section.keyword == Keyword::Formulae, "one of the sections of a model");
    parse_formulas(fairness ? model_.fairness : model_.formulas);
  }
  close_section(section);
}

void Parser::repeated(const Section& section) {
  tokens_.error(section.span, fmt::format("a second section `{}`", keyword_text(section.keyword)),
                "put everything into one section");
}

// At the keyword of one of these sections: consumes it. A misspelt keyword is reported and taken for what it resembles;
// anything else is reported and skipped.
std::optional<Parser::Section> Parser::open_section(const std::vector<Keyword>& known, std::string_view where) {
  Token token = tokens_.current();
  auto open = [&](Keyword keyword) {
    if (keyword == Keyword::Fairness || keyword == Keyword::Formulae) tokens_.set_reading_formulas(true);
    tokens_.advance();
    return Section{keyword, token.word, token.span};
  };
  for (Keyword keyword : known) {
    if (tokens_.at(keyword)) return open(keyword);
  }
  if (token.kind == TokenKind::Word && !tokens_.at(Keyword::End)) {
    std::vector<std::string_view> names;
    names.reserve(known.size());
    for (Keyword keyword : known) names.push_back(keyword_text(keyword));
    bool green = tokens_.at(Keyword::GreenStates);
    std::string meant = green ? "" : closest_name(tokens_.text(token), names);
    std::string hint = green           ? "write `RedStates` with the negation of the condition"
                       : meant.empty() ? ""
                                       : fmt::format("did you mean `{}`?", meant);
    if (!tokens_.failed_here()) {
      tokens_.error(token.span, fmt::format("there is no section `{}` {}", tokens_.text(token), where), hint);
    }
    auto found = std::find(names.begin(), names.end(), meant);
    if (found != names.end()) return open(known[static_cast<std::size_t>(found - names.begin())]);
  } else {
    bool end = tokens_.at(Keyword::End);
    tokens_.unexpected("the beginning of a section");
    if (end) tokens_.advance();
    if (end && !tokens_.at(TokenKind::Word)) return std::nullopt;
  }
  tokens_.advance();
  tokens_.skip_to_section();
  // The rest of a section that we do not know.
  if (tokens_.at(Keyword::End) && token.kind == TokenKind::Word && tokens_.following().word == token.word) {
    tokens_.advance();
    tokens_.advance();
  }
  return std::nullopt;
}

bool Parser::more_items() {
  return !tokens_.at_end() && !tokens_.at(Keyword::End) && !tokens_.at_section_start();
}

// `end X`. A missing or misspelt one is reported; an `end` of what encloses this section is left in place.
void Parser::close_section(const Section& section) {
  tokens_.set_reading_formulas(false);
  std::string_view name = keyword_text(section.keyword);
  auto missing = [&] {
    std::string hint = fmt::format("the section `{}` began in line {}", name, tokens_.line_of(section.span));
    if (tokens_.at(Keyword::End) && !tokens_.failed_here()) {
      tokens_.error(cover(tokens_.current().span, tokens_.following().span),
                    fmt::format("expected `end {}`, found `end Agent`", name), std::move(hint));
    } else {
      tokens_.unexpected(fmt::format("`end {}`", name), std::move(hint));
    }
  };
  if (!tokens_.at(Keyword::End)) return missing();
  const Token& what = tokens_.following();
  bool right = what.kind == TokenKind::Word && (is_keyword(what.word, section.keyword) || what.word == section.written);
  bool of_agent = section.keyword != Keyword::Agent && TokenStream::is(what, Keyword::Agent);
  if (of_agent) return missing();
  tokens_.advance();
  if (right) {
    tokens_.advance();
  } else {
    std::string hint = fmt::format("the section `{}` began in line {}", name, tokens_.line_of(section.span));
    bool same_line = tokens_.line_of(tokens_.current().span) == tokens_.line_of(tokens_.previous());
    tokens_.unexpected(fmt::format("`{}` after `end`", name), std::move(hint));
    if (same_line && tokens_.at(TokenKind::Word)) tokens_.advance();
  }
}

void Parser::parse_semantics() {
  bool good = tokens_.expect(TokenKind::Equal, "after `Semantics`");
  if (good) {
    bool single = tokens_.at(Keyword::SingleAssignment) || tokens_.at(Keyword::Sa);
    if (single || tokens_.at(Keyword::MultiAssignment) || tokens_.at(Keyword::Ma)) {
      model_.single_assignment = single;
      tokens_.advance();
      tokens_.expect_semicolon("after the semantics");
      return;
    }
    tokens_.unexpected("`MultiAssignment` or `SingleAssignment`");
  }
  tokens_.skip_item();
}

void Parser::parse_evaluation() {
  while (more_items()) {
    syntax::Proposition proposition;
    Span begin = tokens_.current().span;
    if (tokens_.expect_name("a proposition", proposition.name) &&
        tokens_.expect_keyword(Keyword::If, "after the proposition")) {
      if (auto condition = expressions_.parse(ExpressionScope::Condition)) {
        proposition.condition = *condition;
        proposition.span = cover(begin, tokens_.previous());
        model_.propositions.push_back(proposition);
        tokens_.expect_semicolon("after the condition");
        continue;
      }
    }
    tokens_.skip_item();
    if (tokens_.accept(Keyword::Other)) tokens_.skip_item();
  }
}

// InitStates and RedStates hold at most one condition.
void Parser::parse_single_condition(const Section& section, std::optional<syntax::Expression>& condition) {
  bool first = true;
  while (more_items()) {
    Span begin = tokens_.current().span;
    auto parsed = expressions_.parse(ExpressionScope::Condition);
    if (!parsed) {
      tokens_.skip_item();
      if (tokens_.accept(Keyword::Other)) tokens_.skip_item();
      continue;
    }
    if (!first) {
      tokens_.error(cover(begin, tokens_.previous()),
                    fmt::format("`{}` has one condition", keyword_text(section.keyword)),
                    "join the conditions with `and` or `or`");
    } else {
      condition = parsed;
    }
    first = false;
    tokens_.expect_semicolon("after the condition");
  }
}

// `{a, b, c}`, possibly empty.
bool Parser::parse_name_set(std::string_view what, std::vector<syntax::Name>& names) {
  if (!tokens_.expect(TokenKind::LeftBrace, fmt::format("before the name of {}", what))) return false;
  if (tokens_.accept(TokenKind::RightBrace)) return true;
  do {
    syntax::Name name;
    if (tokens_.at(Keyword::Environment)) {
      name = {tokens_.current().word, tokens_.current().span};
      tokens_.advance();
    } else if (!tokens_.expect_name(what, name)) {
      return false;
    }
    names.push_back(name);
  } while (tokens_.accept(TokenKind::Comma));
  return tokens_.expect(TokenKind::RightBrace, "or `,` in the list");
}

void Parser::parse_groups() {
  while (more_items()) {
    syntax::Group group;
    Span begin = tokens_.current().span;
    if (tokens_.expect_name("a group", group.name) && tokens_.expect(TokenKind::Equal, "after the group's name") &&
        parse_name_set("an agent", group.members)) {
      group.span = cover(begin, tokens_.previous());
      model_.groups.push_back(std::move(group));
      tokens_.expect_semicolon("after the group");
      continue;
    }
    tokens_.skip_item();
    if (tokens_.accept(Keyword::Other)) tokens_.skip_item();
  }
}

void Parser::parse_observation_variables(std::vector<syntax::Reference>& variables) {
  do {
    syntax::Reference reference;
    Token token = tokens_.current();
    if (tokens_.accept(Keyword::Environment)) {
      reference.owner = syntax::Name{token.word, token.span};
      if (!tokens_.expect(TokenKind::Dot, "after the agent")) return;
    } else if (tokens_.at_name() && tokens_.followed_by(TokenKind::Dot)) {
      reference.owner = syntax::Name{token.word, token.span};
      tokens_.advance();
      tokens_.advance();
    }
    if (!tokens_.expect_name("a variable", reference.variable)) return;
    variables.push_back(reference);
  } while (tokens_.accept(TokenKind::Comma));
}

// `camera of Robot = {Robot.x, Environment.light};` and `Robot starts with camera;`.
void Parser::parse_observations() {
  auto agent_name = [&](syntax::Name& name) {
    Token token = tokens_.current();
    if (!tokens_.accept(Keyword::Environment)) return tokens_.expect_name("an agent", name);
    name = {token.word, token.span};
    return true;
  };
  auto declaration = [&] {
    syntax::Observation observation;
    Span begin = tokens_.current().span;
    if (!tokens_.expect_name("an observation", observation.name) ||
        !tokens_.expect_keyword(Keyword::Of, "after the observation's name") || !agent_name(observation.agent) ||
        !tokens_.expect(TokenKind::Equal, "after the agent") ||
        !tokens_.expect(TokenKind::LeftBrace, "before the observed variables")) {
      return false;
    }
    if (!tokens_.at(TokenKind::RightBrace)) parse_observation_variables(observation.variables);
    if (!tokens_.expect(TokenKind::RightBrace, "or `,` in the list")) return false;
    observation.span = cover(begin, tokens_.previous());
    model_.observations.push_back(std::move(observation));
    return true;
  };
  auto start = [&] {
    syntax::InitialObservation initial;
    if (!agent_name(initial.agent) || !tokens_.expect_keyword(Keyword::Starts, "after the agent") ||
        !tokens_.expect_keyword(Keyword::With, "after `starts`") ||
        !tokens_.expect_name("an observation", initial.observation)) {
      return false;
    }
    model_.initial_observations.push_back(initial);
    return true;
  };
  while (more_items()) {
    bool starts = TokenStream::is(tokens_.following(), Keyword::Starts);
    if (starts ? start() : declaration()) {
      tokens_.expect_semicolon(starts ? "after the initial observation" : "after the observation");
    } else {
      tokens_.skip_item();
      if (tokens_.accept(Keyword::Other)) tokens_.skip_item();
    }
  }
}

void Parser::parse_formulas(std::vector<Span>& formulas) {
  while (more_items()) {
    if (tokens_.accept(TokenKind::Semicolon)) continue;
    formulas.push_back(tokens_.take_formula());
  }
}

}  // namespace gnomon::ispl
