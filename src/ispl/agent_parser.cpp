// The sections of an agent.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/assert.h"
#include "ispl/parser.h"

namespace gnomon::ispl {

namespace {

const std::vector<Keyword>& agent_sections() {
  static const std::vector<Keyword> kSections = {Keyword::Obsvars,   Keyword::Lobsvars,   Keyword::Vars,
                                                 Keyword::RedStates, Keyword::Actions,    Keyword::Protocol,
                                                 Keyword::Evolution, Keyword::Definitions};
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
    syntax::Item declared;
    if (parse_declared("an agent", declared)) {
      agent.name = declared.name;
      agent.binder = std::move(declared.binder);
    }
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
    if (tokens_.expect(TokenKind::Equal, fmt::format("after `{}`", keyword_text(section.keyword)),
                       fmt::format("the list is written `{} = {{a, b}};`", keyword_text(section.keyword))) &&
        expressions_.parse_list(actions ? "an action" : "a variable", actions ? agent.actions : agent.lobsvars)) {
      tokens_.expect_semicolon("after the list");
    } else {
      tokens_.skip_item();
    }
    return;
  }
  if (section.keyword == Keyword::Definitions) {
    parse_definitions(agent.definitions);
    return close_section(section);
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
    syntax::Item declared;
    variable.observable = observable;
    if (parse_declared("a variable", declared) && tokens_.expect(TokenKind::Colon, "after the variable") &&
        expressions_.parse_type(variable.type)) {
      variable.name = declared.name;
      variable.binder = std::move(declared.binder);
      agent.variables.push_back(std::move(variable));
      tokens_.expect_semicolon("after the type");
      continue;
    }
    tokens_.skip_item();
    if (tokens_.accept(Keyword::Other)) tokens_.skip_item();
  }
}

void Parser::parse_protocol(syntax::Agent& agent) {
  while (more_items()) {
    syntax::ProtocolLine line;
    Span begin = tokens_.current().span;
    bool is_other = tokens_.accept(Keyword::Other);
    bool good = is_other || expressions_.parse_repeat(line.repeat);
    if (good && !is_other) {
      auto condition = expressions_.parse(ExpressionScope::Condition);
      good = condition.has_value();
      if (good) line.condition = *condition;
    }
    good = good && tokens_.expect(TokenKind::Colon, is_other ? "after `Other`" : "after the condition");
    good = good && expressions_.parse_list("an action", line.actions);
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

namespace {

constexpr const char* kEvolutionLine =
    "a line is written `x = value if condition;`, where x is the variable after the step";

}  // namespace

void Parser::parse_evolution(syntax::Agent& agent) {
  while (more_items()) {
    syntax::EvolutionLine line;
    Span begin = tokens_.current().span;
    bool good = expressions_.parse_repeat(line.repeat) && parse_assignments(line);
    if (good && !tokens_.accept(Keyword::If)) {
      bool more = tokens_.at(Keyword::Or) || tokens_.at(TokenKind::Arrow) || tokens_.at(TokenKind::Equal) ||
                  tokens_.at(TokenKind::NotEqual) || tokens_.at(TokenKind::Less) || tokens_.at(TokenKind::Greater) ||
                  tokens_.at(TokenKind::LessEqual) || tokens_.at(TokenKind::GreaterEqual);
      tokens_.unexpected("`if` or `and` after the assignment",
                         more                           ? "a condition as a value needs parentheses: `x = (a or b)`"
                         : tokens_.at(TokenKind::Comma) ? "several assignments of a line are joined by `and`"
                                                        : "");
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

// `x = 1 and (y = x + 1) and forall (i : Id) (z[i] = 0)`: parentheses may enclose one assignment or several.
bool Parser::parse_assignments(syntax::EvolutionLine& line) {
  std::vector<std::optional<std::uint32_t>> open;  // parentheses: of which forall, if of one
  std::vector<std::uint32_t> foralls;
  do {
    while (true) {
      if (tokens_.accept(TokenKind::LeftParen)) {
        open.emplace_back();
      } else if (tokens_.at(Keyword::Forall) && tokens_.followed_by(TokenKind::LeftParen)) {
        tokens_.advance();
        tokens_.advance();
        auto number = static_cast<std::uint32_t>(line.foralls.size());
        line.foralls.emplace_back();
        if (!expressions_.parse_binder(TokenKind::RightParen, line.foralls[number])) return false;
        if (!tokens_.expect(TokenKind::LeftParen, "before the repeated assignments")) return false;
        open.emplace_back(number);
        foralls.push_back(number);
      } else {
        break;
      }
    }
    syntax::Assignment assignment;
    assignment.foralls = foralls;
    Span begin = tokens_.current().span;
    syntax::Item first;
    bool environment = tokens_.at(Keyword::Environment) && tokens_.followed_by(TokenKind::Dot);
    if (environment || tokens_.at_name()) {
      if (!expressions_.parse_item("a variable", first)) return false;
      if (tokens_.accept(TokenKind::Dot)) {
        assignment.owner = std::move(first);
        syntax::Name reserved;
        if (!tokens_.at_name()) return tokens_.expect_name("a variable", reserved);
        if (!expressions_.parse_item("a variable", assignment.variable)) return false;
      } else {
        assignment.variable = std::move(first);
      }
    } else if (tokens_.at(Keyword::If) || tokens_.at(Keyword::Action)) {
      tokens_.unexpected("the name of a variable", kEvolutionLine);
      return false;
    } else {
      return tokens_.expect_name("a variable", first.name);
    }
    if (!tokens_.expect(TokenKind::Equal, "after the variable", kEvolutionLine)) return false;
    auto value = expressions_.parse(ExpressionScope::Assigned);
    if (!value) return false;
    assignment.value = *value;
    assignment.span = cover(begin, tokens_.previous());
    line.assignments.push_back(std::move(assignment));
    while (!open.empty() && tokens_.accept(TokenKind::RightParen)) {
      if (open.back()) foralls.pop_back();
      open.pop_back();
    }
  } while (tokens_.accept(Keyword::And));
  if (open.empty()) return true;
  tokens_.unexpected("`)`");
  return false;
}

}  // namespace gnomon::ispl
