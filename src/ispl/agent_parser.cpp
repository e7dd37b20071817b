// The sections of an agent.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/assert.h"
#include "ispl/parser.h"

namespace gnomon::ispl {

namespace {

const std::vector<Keyword>& agent_sections() {
  static const std::vector<Keyword> kSections = {Keyword::Obsvars,   Keyword::Lobsvars, Keyword::Vars,
                                                 Keyword::RedStates, Keyword::Actions,  Keyword::Protocol,
                                                 Keyword::Evolution};
  return kSections;
}

bool is_agent_section(WordId word) {
  const std::vector<Keyword>& known = agent_sections();
  return std::any_of(known.begin(), known.end(), [&](Keyword keyword) { return is_keyword(word, keyword); });
}

}  // namespace

void Parser::parse_agent(const Section& section) {
  syntax::Agent agent;
  agent_seen_.clear();
  Token token = tokens_.current();
  if (tokens_.accept(Keyword::Environment)) {
    agent.name = {token.word, token.span};
  } else {
    tokens_.expect_name("an agent", agent.name);
  }
  while (!tokens_.at_end()) {
    if (tokens_.at(Keyword::End)) {
      const Token& what = tokens_.following();
      if (what.kind != TokenKind::Word || !is_agent_section(what.word)) break;
      tokens_.unexpected("a section or `end Agent`", "there is nothing to end here");
      tokens_.advance();
      tokens_.advance();
      continue;
    }
    bool of_model =
        tokens_.at_section_start() && !tokens_.at(Keyword::GreenStates) && !is_agent_section(tokens_.current().word);
    if (of_model) break;
    std::optional<Section> inner = open_section(agent_sections(), "in an agent");
    if (inner) parse_agent_section(*inner, agent);
  }
  agent.span = cover(section.span, agent.name.span.end > 0 ? agent.name.span : section.span);
  close_section(section);
  if (!agent.name.word.is_none()) model_.agents.push_back(std::move(agent));
}

void Parser::parse_agent_section(const Section& section, syntax::Agent& agent) {
  if (std::find(agent_seen_.begin(), agent_seen_.end(), section.keyword) != agent_seen_.end()) repeated(section);
  agent_seen_.push_back(section.keyword);
  bool is_list = section.keyword == Keyword::Actions || section.keyword == Keyword::Lobsvars;
  if (is_list) {
    bool actions = section.keyword == Keyword::Actions;
    if (!actions) agent.lobsvars_section = section.span;
    if (tokens_.expect(TokenKind::Equal, fmt::format("after `{}`", keyword_text(section.keyword))) &&
        parse_name_set(actions ? "an action" : "a variable", actions ? agent.actions : agent.lobsvars)) {
      tokens_.expect_semicolon("after the list");
    } else {
      tokens_.skip_item();
    }
    return;
  }
  tokens_.expect(TokenKind::Colon, fmt::format("after `{}`", keyword_text(section.keyword)));
  if (section.keyword == Keyword::Obsvars) {
    agent.obsvars_section = section.span;
    parse_variables(true, agent);
  } else if (section.keyword == Keyword::Vars) {
    parse_variables(false, agent);
  } else if (section.keyword == Keyword::RedStates) {
    parse_single_condition(section, agent.red);
  } else if (section.keyword == Keyword::Protocol) {
    parse_protocol(agent);
  } else {
    GNOMON_ASSERT(section.keyword == Keyword::Evolution, "one of the sections of an agent");
    parse_evolution(agent);
  }
  close_section(section);
}

void Parser::parse_variables(bool observable, syntax::Agent& agent) {
  while (more_items()) {
    syntax::Variable variable;
    variable.observable = observable;
    if (tokens_.expect_name("a variable", variable.name) && tokens_.expect(TokenKind::Colon, "after the variable") &&
        parse_type(variable)) {
      agent.variables.push_back(std::move(variable));
      tokens_.expect_semicolon("after the type");
      continue;
    }
    tokens_.skip_item();
    if (tokens_.accept(Keyword::Other)) tokens_.skip_item();
  }
}

// `boolean`, `{a, b}` or `-1 .. 4`.
bool Parser::parse_type(syntax::Variable& variable) {
  Span begin = tokens_.current().span;
  if (tokens_.accept(Keyword::Boolean)) {
    variable.form = syntax::TypeForm::Boolean;
  } else if (tokens_.at(TokenKind::LeftBrace)) {
    variable.form = syntax::TypeForm::Enumeration;
    if (tokens_.followed_by(TokenKind::RightBrace)) {
      tokens_.error(begin, "an enumeration needs at least one value");
      return false;
    }
    if (!parse_name_set("a value", variable.values)) return false;
  } else if (tokens_.at(TokenKind::Number) || tokens_.at(TokenKind::Minus)) {
    variable.form = syntax::TypeForm::Range;
    if (!tokens_.expect_integer(variable.low)) return false;
    if (!tokens_.expect(TokenKind::DotDot, "between the bounds of the range")) return false;
    if (!tokens_.expect_integer(variable.high)) return false;
  } else {
    tokens_.unexpected("a type", "a type is `boolean`, a list `{a, b}` or a range `0 .. 4`");
    return false;
  }
  variable.type_span = cover(begin, tokens_.previous());
  return true;
}

void Parser::parse_protocol(syntax::Agent& agent) {
  while (more_items()) {
    syntax::ProtocolLine line;
    Span begin = tokens_.current().span;
    bool is_other = tokens_.accept(Keyword::Other);
    bool good = true;
    if (!is_other) {
      auto condition = expressions_.parse(ExpressionScope::Condition);
      good = condition.has_value();
      if (good) line.condition = *condition;
    }
    good = good && tokens_.expect(TokenKind::Colon, is_other ? "after `Other`" : "after the condition");
    good = good && parse_name_set("an action", line.actions);
    if (!good) {
      tokens_.skip_item();
      continue;
    }
    line.span = cover(begin, tokens_.previous());
    if (agent.other) {
      tokens_.error(begin, is_other ? "a second line `Other`" : "a protocol line after `Other`",
                    "`Other` is the last line of a protocol");
    }
    if (is_other) {
      agent.other = std::move(line);
    } else {
      agent.protocol.push_back(std::move(line));
    }
    tokens_.expect_semicolon("after the protocol line");
  }
}

void Parser::parse_evolution(syntax::Agent& agent) {
  while (more_items()) {
    syntax::EvolutionLine line;
    Span begin = tokens_.current().span;
    bool good = parse_assignments(line);
    if (good && !tokens_.accept(Keyword::If)) {
      bool more = tokens_.at(Keyword::Or) || tokens_.at(TokenKind::Arrow) || tokens_.at(TokenKind::Equal) ||
                  tokens_.at(TokenKind::NotEqual) || tokens_.at(TokenKind::Less) || tokens_.at(TokenKind::Greater) ||
                  tokens_.at(TokenKind::LessEqual) || tokens_.at(TokenKind::GreaterEqual);
      tokens_.unexpected("`if` or `and` after the assignment",
                         more ? "a condition as a value needs parentheses: `x = (a or b)`" : "");
      good = false;
    }
    if (good) {
      if (auto condition = expressions_.parse(ExpressionScope::Condition)) {
        line.condition = *condition;
        line.span = cover(begin, tokens_.previous());
        agent.evolution.push_back(std::move(line));
        tokens_.expect_semicolon("after the evolution line");
        continue;
      }
    }
    tokens_.skip_item();
    if (tokens_.accept(Keyword::Other)) tokens_.skip_item();
  }
}

// `x = 1 and (y = x + 1)`: parentheses may enclose one assignment or several.
bool Parser::parse_assignments(syntax::EvolutionLine& line) {
  std::uint32_t open = 0;
  do {
    for (; tokens_.at(TokenKind::LeftParen); tokens_.advance()) ++open;
    syntax::Assignment assignment;
    Token token = tokens_.current();
    bool qualified = (tokens_.at_name() || tokens_.at(Keyword::Environment)) && tokens_.followed_by(TokenKind::Dot);
    if (qualified) {
      assignment.owner = syntax::Name{token.word, token.span};
      tokens_.advance();
      tokens_.advance();
    }
    if (!tokens_.expect_name("a variable", assignment.variable)) return false;
    if (!tokens_.expect(TokenKind::Equal, "after the variable")) return false;
    auto value = expressions_.parse(ExpressionScope::Assigned);
    if (!value) return false;
    assignment.value = *value;
    assignment.span = cover(token.span, tokens_.previous());
    line.assignments.push_back(assignment);
    for (; open > 0 && tokens_.at(TokenKind::RightParen); tokens_.advance()) --open;
  } while (tokens_.accept(Keyword::And));
  if (open == 0) return true;
  tokens_.unexpected("`)`");
  return false;
}

}  // namespace gnomon::ispl
