#include "ispl/parser.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/assert.h"

namespace gnomon::ispl {

namespace {

const std::vector<Keyword>& top_sections() {
  static const std::vector<Keyword> kSections = {
      Keyword::Semantics, Keyword::Agent,        Keyword::Evaluation, Keyword::InitStates, Keyword::Groups,
      Keyword::Fairness,  Keyword::Observations, Keyword::Formulae,   Keyword::Constants,  Keyword::Definitions};
  return kSections;
}

}  // namespace

syntax::Model parse_model(const Source& source, Words& words, Diagnostics& diagnostics, const Budget* budget) {
  return Parser(source, words, diagnostics, budget).parse();
}

Parser::Parser(const Source& source, Words& words, Diagnostics& diagnostics, const Budget* budget)
    : tokens_(source, words, diagnostics, budget), expressions_(tokens_, model_, budget) {}

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
  } else if (section.keyword == Keyword::Constants) {
    parse_constants();
  } else if (section.keyword == Keyword::Definitions) {
    parse_definitions(model_.definitions);
  } else {
    bool fairness = section.keyword == Keyword::Fairness;
    GNOMON_ASSERT(fairness || section.keyword == Keyword::Formulae, "one of the sections of a model");
    parse_formulas(fairness ? model_.fairness : model_.formulas, !fairness);
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
    const bool never_with_colon = keyword == Keyword::Evaluation || keyword == Keyword::InitStates ||
                                  keyword == Keyword::Groups || keyword == Keyword::Observations ||
                                  keyword == Keyword::Fairness || keyword == Keyword::Formulae;
    if (never_with_colon && tokens_.at(TokenKind::Colon)) {
      tokens_.error(tokens_.current().span, fmt::format("no `:` follows `{}`", keyword_text(keyword)),
                    "leave it out; only sections inside an agent have one");
      tokens_.advance();
    }
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
    syntax::Item declared;
    Span begin = tokens_.current().span;
    if (parse_declared("a proposition", declared) &&
        tokens_.expect_keyword(Keyword::If, "after the proposition", "a proposition is written `p if condition;`")) {
      if (auto condition = expressions_.parse(ExpressionScope::Condition)) {
        proposition.name = declared.name;
        proposition.binder = std::move(declared.binder);
        proposition.condition = *condition;
        proposition.span = cover(begin, tokens_.previous());
        model_.propositions.push_back(std::move(proposition));
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

// A new name, perhaps of a family.
bool Parser::parse_declared(std::string_view what, syntax::Item& item) {
  bool environment = tokens_.at(Keyword::Environment);
  if (environment) {
    syntax::Name name;
    return tokens_.expect_name(what, name);  // an error: the word is reserved
  }
  if (!expressions_.parse_item(what, item)) return false;
  if (!item.indexed || !item.binder.empty()) return true;
  tokens_.error(item.span, fmt::format("the indices of {} are declared with their sets", what),
                fmt::format("write `{}[i : 1..3]`", tokens_.words().text(item.name.word)));
  return true;
}

void Parser::parse_groups() {
  while (more_items()) {
    syntax::Group group;
    syntax::Item declared;
    Span begin = tokens_.current().span;
    if (parse_declared("a group", declared) && tokens_.expect(TokenKind::Equal, "after the group's name") &&
        expressions_.parse_list("an agent", group.members)) {
      group.name = declared.name;
      group.binder = std::move(declared.binder);
      group.span = cover(begin, tokens_.previous());
      model_.groups.push_back(std::move(group));
      tokens_.expect_semicolon("after the group");
      continue;
    }
    tokens_.skip_item();
    if (tokens_.accept(Keyword::Other)) tokens_.skip_item();
  }
}

bool Parser::parse_observation_variables(std::vector<syntax::Reference>& variables) {
  do {
    syntax::Reference reference;
    if (!expressions_.parse_repeat(reference.repeat)) return false;
    if (tokens_.at(Keyword::Environment) || tokens_.at_name()) {
      syntax::Item first;
      bool environment = tokens_.at(Keyword::Environment);
      if (!expressions_.parse_item("a variable", first)) return false;
      if (environment && !tokens_.at(TokenKind::Dot)) {
        tokens_.unexpected("`.` after the agent");
        return true;
      }
      if (tokens_.accept(TokenKind::Dot)) {
        reference.owner = std::move(first);
      } else {
        reference.variable = std::move(first);
        variables.push_back(std::move(reference));
        continue;
      }
    }
    if (tokens_.at(Keyword::Environment) || !tokens_.at_name()) {
      syntax::Name name;
      tokens_.expect_name("a variable", name);
      return true;
    }
    if (!expressions_.parse_item("a variable", reference.variable)) return false;
    variables.push_back(std::move(reference));
  } while (tokens_.accept(TokenKind::Comma));
  return true;
}

// `camera of Robot = {Robot.x, Environment.light};` and `Robot starts with camera;`.
void Parser::parse_observations() {
  auto declaration = [&](syntax::Observation& observation) {
    Span begin = tokens_.current().span;
    if (!tokens_.expect_name("an observation", observation.name) ||
        !tokens_.expect_keyword(Keyword::Of, "after the observation's name") ||
        !expressions_.parse_item("an agent", observation.agent) ||
        !tokens_.expect(TokenKind::Equal, "after the agent") ||
        !tokens_.expect(TokenKind::LeftBrace, "before the observed variables")) {
      return false;
    }
    if (!tokens_.at(TokenKind::RightBrace) && !parse_observation_variables(observation.variables)) return false;
    if (!tokens_.expect(TokenKind::RightBrace, "or `,` in the list")) return false;
    observation.span = cover(begin, tokens_.previous());
    model_.observations.push_back(std::move(observation));
    return true;
  };
  auto start = [&](syntax::InitialObservation& initial) {
    if (!expressions_.parse_item("an agent", initial.agent) ||
        !tokens_.expect_keyword(Keyword::Starts, "after the agent") ||
        !tokens_.expect_keyword(Keyword::With, "after `starts`") ||
        !tokens_.expect_name("an observation", initial.observation)) {
      return false;
    }
    model_.initial_observations.push_back(std::move(initial));
    return true;
  };
  while (more_items()) {
    syntax::Binder repeat;
    bool good = expressions_.parse_repeat(repeat);
    bool starts = TokenStream::is(tokens_.following(), Keyword::Starts) || tokens_.followed_by(TokenKind::LeftBracket);
    if (good && starts) {
      syntax::InitialObservation initial;
      initial.repeat = std::move(repeat);
      good = start(initial);
    } else if (good) {
      syntax::Observation observation;
      observation.repeat = std::move(repeat);
      good = declaration(observation);
    }
    if (good) {
      tokens_.expect_semicolon(starts ? "after the initial observation" : "after the observation");
    } else {
      tokens_.skip_item();
      if (tokens_.accept(Keyword::Other)) tokens_.skip_item();
    }
  }
}

// `FORMULA`, `for (i : Id) FORMULA`, `name : FORMULA expect CONDITION`, `name[i : Id] : FORMULA`.
bool Parser::parse_formula(syntax::Formula& formula, bool named) {
  bool name_follows = named && tokens_.at_name() && tokens_.followed_by(TokenKind::Colon);
  bool family_follows = named && tokens_.at_name() && expressions_.at_family();
  if (name_follows || family_follows) {
    syntax::Item item;
    if (!expressions_.parse_item("a formula", item) || !tokens_.expect(TokenKind::Colon, "after the formula's name")) {
      return false;
    }
    formula.name = item.name;
    formula.binder = std::move(item.binder);
    model_.parametric = true;
  } else if (!expressions_.parse_repeat(formula.binder)) {
    return false;
  }
  TokenStream::TakenFormula taken = tokens_.take_formula();
  formula.text = taken.span;
  model_.parametric = model_.parametric || taken.parametric || taken.expect;
  if (taken.expect) {
    if (!named) {
      tokens_.error(tokens_.current().span, "a fairness formula has no expected verdict");
      return false;
    }
    tokens_.advance();
    tokens_.set_reading_formulas(false);
    formula.expected = expressions_.parse(ExpressionScope::Condition);
    tokens_.set_reading_formulas(true);
    if (!formula.expected) return false;
  }
  return true;
}

void Parser::parse_formulas(std::vector<syntax::Formula>& formulas, bool named) {
  while (more_items()) {
    if (tokens_.accept(TokenKind::Semicolon)) continue;
    syntax::Formula formula;
    if (parse_formula(formula, named)) {
      formulas.push_back(std::move(formula));
      tokens_.expect_end_of_formula();
    } else {
      tokens_.skip_item();
    }
  }
}

}  // namespace gnomon::ispl
