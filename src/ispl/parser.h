// ISPL text to syntax tree: recursive descent over sections, with recovery, so that one run reports several errors.
// The depth of the descent is fixed by the grammar of sections; nested expressions are read by ExpressionParser.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/diagnostic.h"
#include "base/source.h"
#include "ispl/expression_parser.h"
#include "ispl/syntax.h"
#include "ispl/token_stream.h"

namespace gnomon::ispl {

// What is left of the text if some of it is wrong; the tree is complete iff no errors were added to the diagnostics.
// The budget, if there is one, is polled.
syntax::Model parse_model(const Source& source, Words& words, Diagnostics& diagnostics, const Budget* budget = nullptr);

class Parser {
 public:
  Parser(const Source& source, Words& words, Diagnostics& diagnostics, const Budget* budget);
  syntax::Model parse();

 private:
  // The header of a section: its keyword (or a misspelling, which must be repeated after `end`) and its place.
  struct Section {
    Keyword keyword = Keyword::Agent;
    WordId written;
    Span span;
  };

  // parser.cpp
  void parse_section(const Section& section);
  std::optional<Section> open_section(const std::vector<Keyword>& known, std::string_view where);
  void close_section(const Section& section);
  // True while the section has another item; false at `end`, at the start of another section and at the end of the
  // text.
  bool more_items();
  void repeated(const Section& section);
  void parse_semantics();
  void parse_evaluation();
  void parse_single_condition(const Section& section, std::optional<syntax::Expression>& condition);
  void parse_groups();
  void parse_observations();
  bool parse_observation_variables(std::vector<syntax::Reference>& variables);
  void parse_formulas(std::vector<syntax::Formula>& formulas, bool named);
  bool parse_formula(syntax::Formula& formula, bool named);
  bool parse_declared(std::string_view what, syntax::Item& item);

  // agent_parser.cpp
  void parse_agent(const Section& section);
  void parse_agent_section(const Section& section, syntax::Agent& agent);
  void parse_variables(bool observable, syntax::Agent& agent);
  void parse_protocol(syntax::Agent& agent);
  void parse_evolution(syntax::Agent& agent);
  bool parse_assignments(syntax::EvolutionLine& line);

  // definition_parser.cpp
  void parse_constants();
  bool parse_constant(syntax::Constant& constant);
  void parse_definitions(std::vector<syntax::Definition>& definitions);
  bool parse_definition(syntax::Definition& definition);
  bool parse_parameters(std::vector<syntax::Parameter>& parameters);
  bool expect_new_name(std::string_view what, syntax::Name& name);

  TokenStream tokens_;
  syntax::Model model_;
  ExpressionParser expressions_;
  std::vector<Keyword> seen_;        // top-level sections that may occur once
  std::vector<Keyword> agent_seen_;  // sections of the current agent
};

}  // namespace gnomon::ispl
