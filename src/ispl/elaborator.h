// From a parametric model to the plain one that it stands for: the stage between the parser and the checker of names
// and types. Constants and sets are evaluated, agents instantiated, families, lists, binders and definitions expanded.
// What comes out is a syntax tree of the same kind without any of these, in which elements have names such as
// `Node[3]`, and in which some operators remain that plain ISPL does not have: Choose, Minimum, Maximum, div and mod.
//
// Expressions. An expression is elaborated to a Piece: a constant, or a node of the new tree, together with the condition
// under which it has a value at all; with a variable as an index there may be no value. `x[e]` becomes a chain of
// choices, one for each element; a comparison holds where both sides have values and these compare. So everything that
// reaches the layers below is total. Constants are folded on the way, and comparisons that ranges decide.
//
// Scopes. Names are looked up in a chain of bindings (indices and parameters), then among constants and definitions,
// then among variables. Since nothing shadows anything the order does not matter.
//
// Cost. Linear in the output, which is metered: after kMaxParts the model is too large, which is an error. Expressions
// are worked off on an explicit stack. Only what must be constant (bounds, filters, constants, arguments) is evaluated by
// recursion, to a fixed depth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/pace.h"
#include "base/source.h"
#include "ispl/checked_model.h"
#include "ispl/constant_value.h"
#include "ispl/syntax.h"
#include "ispl/warning_list.h"
#include "logic/formula_lexer.h"

namespace gnomon::ispl {

// Values for parameters, as on the command line: name and value.
using ParameterValues = std::vector<std::pair<std::string, std::string>>;

class FormulaTemplates;

class Elaborator {
 public:
  static constexpr std::size_t kMaxParts = 12'000'000;  // nodes, elements and steps
  static constexpr std::uint64_t kMaxIndices = 50'000'000;
  static constexpr std::size_t kInstanceParts = 200;  // what an instance of an agent counts, with its tables
  static constexpr int kMaxDepth = 300;               // of what must be constant inside of what must be constant

  // The elaborator keeps the tree, the words and the text, so that formulas can be added later.
  Elaborator(syntax::Model tree, std::shared_ptr<Words> words, Source source);
  ~Elaborator();

  // The plain tree; it is complete iff no errors were added to the diagnostics.
  syntax::Model run(const ParameterValues& values, Diagnostics& diagnostics, const Budget* budget);

  const Words& words() const { return *words_; }
  const std::vector<ModelParameter>& parameters() const { return parameters_; }

  // A formula that was expanded: its tokens, with the texts of elements, and what is said about it.
  struct ExpandedFormula {
    std::vector<logic::Token> tokens;
    std::string text;  // as it was written, the values of its own indices put in
    Span span;
    std::string name;
    std::optional<bool> expected;
    std::string note;
  };
  // The instances of a line of Fairness or Formulae.
  std::vector<ExpandedFormula> formulas(const syntax::Formula& formula, Diagnostics& diagnostics, const Budget* budget);
  // A formula that is not in the file.
  std::optional<ExpandedFormula> formula(const Source& source, Span span, Diagnostics& diagnostics,
                                         const Budget* budget);
  const syntax::Model& tree() const { return tree_; }
  const Source& source() const { return source_; }

 private:
  friend class FormulaTemplates;

  static constexpr std::uint32_t kNone = 0xffffffffu;

  // --- scopes ---

  struct Piece;
  // What a name is bound to: an index or a parameter of a definition.
  struct Binding {
    std::uint32_t parent = kNone;
    WordId name;
    enum class Kind : std::uint8_t { Index, Argument, Agent, Formula } kind = Kind::Index;
    ConstantValue value;       // Index
    std::uint32_t number = 0;  // Argument: in arguments_; Formula: in closures_
    WordId agent;              // Agent
  };
  // Where something stands.
  struct Scope {
    std::uint32_t bindings = kNone;
    std::uint32_t agent = kNone;       // the instance whose names are visible
    std::uint32_t definition = kNone;  // in uses_: the definition whose body this is
  };
  // A definition in use; the chain of these shows whether one uses itself.
  struct Use {
    const syntax::Definition* definition = nullptr;
    std::uint32_t parent = kNone;
  };

  // --- declarations ---

  struct FamilyElement {
    std::vector<ConstantValue> indices;
    WordId word;
  };
  // A name with indices, or without.
  struct Family {
    bool indexed = false;
    std::size_t arity = 0;
    std::string sets;  // for messages: `1..3`
    std::vector<FamilyElement> elements;
    std::unordered_set<WordId> words;  // of the elements

    bool has(WordId word) const { return words.count(word) > 0; }
    // False if it is there already.
    bool add(FamilyElement element) {
      if (!words.insert(element.word).second) return false;
      elements.push_back(std::move(element));
      return true;
    }
  };
  using Families = std::unordered_map<WordId, Family>;
  struct Instance {
    WordId name;
    const syntax::Agent* agent = nullptr;
    std::uint32_t bindings = kNone;
    Families variables;
    Families actions;
    std::unordered_map<WordId, IndexSet> types;  // of all variables
  };
  struct ConstantState {
    const syntax::Constant* constant = nullptr;
    enum class Progress : std::uint8_t { Untouched, Active, Done, Failed } progress = Progress::Untouched;
    bool is_set = false;
    ConstantValue value;             // of one that is no family
    IndexSet set;                    // of a set
    Families::mapped_type elements;  // of a family
    std::unordered_map<WordId, ConstantValue> values;
  };

  // --- expressions ---

  // An operand: a constant, a node with the condition under which it has a value, an action, or a name by cases.
  struct NameCase {
    WordId word;
    std::uint32_t condition = kNone;  // a node; none: always
  };
  struct Piece {
    enum class Kind : std::uint8_t { Failed, Constant, Node, Action, Names } kind = Kind::Failed;
    ConstantValue value;            // Constant
    std::uint32_t node = kNone;     // Node
    std::uint32_t defined = kNone;  // Node: where it has a value; none: everywhere
    bool bounded = false;           // an integer between low and high
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::shared_ptr<const std::vector<WordId>> values;  // Node: the enumeration values that it can have, if known
    std::vector<NameCase> cases;                        // Action: whose; Names: which
    Span span;

    bool failed() const { return kind == Kind::Failed; }
    bool constant() const { return kind == Kind::Constant; }
  };
  enum class Act : std::uint8_t { Visit, Finish, Choose, Branch, Compare, Element, Member, Quantify, Call };
  struct Task {
    Act act = Act::Visit;
    std::uint32_t node = 0;
    std::uint32_t count = 0;  // operands to take
    Scope scope;
    bool as_name = false;  // the piece is compared with an action
  };

  // elaborator.cpp
  void collect_names();
  void evaluate_constants();
  void apply_values(const ParameterValues& values);
  std::optional<ConstantValue> parameter_text(std::string_view text) const;
  bool evaluate_constant(ConstantState& state, Span use);
  bool evaluate_family(ConstantState& state);
  ConstantState* other_set(const syntax::Constant& constant);
  // The value of a constant, or of one element of a family of them.
  std::optional<ConstantValue> constant_value(const syntax::Constant& constant, const std::string& name,
                                              const Scope& scope);
  void list_parameters();
  void check_declared_names();
  void make_instances();
  void propositions();
  void groups();
  void observations();
  void check_plain_names();

  // elaborate_formulas.cpp
  std::string instance_text(Span span, const Scope& scope) const;

  // elaborate_agent.cpp
  void declare_instance(Instance& instance, syntax::Agent& out);
  void declare_variable(Instance& instance, const syntax::Variable& variable, syntax::Agent& out);
  void elaborate_instance(std::uint32_t number, syntax::Agent& out);
  void protocol_line(const syntax::ProtocolLine& line, const Scope& scope, syntax::Agent& out);

  // elaborate_evolution.cpp
  void evolution_line(const syntax::EvolutionLine& line, const Scope& scope, syntax::Agent& out);
  // What an assignment assigns to: a variable, or the elements that an index can mean.
  struct Target {
    const syntax::Assignment* assignment = nullptr;
    Scope scope;
    std::vector<const FamilyElement*> elements;  // empty: the variable is not indexed
    WordId word;                                 // then
    bool fixed = true;                           // by constants
    std::string key;  // equal for targets whose indices are the same expressions; empty if fixed
  };
  bool targets(const syntax::EvolutionLine& line, const Scope& scope, std::vector<Target>& found);
  bool target(const syntax::Assignment& assignment, const Scope& scope, std::vector<Target>& found);
  // One line for each combination of elements.
  void combine(const syntax::EvolutionLine& line, const Scope& scope, const std::vector<Target>& targets,
               syntax::Agent& out);
  void emit_line(const syntax::EvolutionLine& line, const Scope& scope, const std::vector<Target>& targets,
                 const std::vector<const FamilyElement*>& chosen, syntax::Agent& out);
  std::string index_key(std::uint32_t first) const;

  // elaborate_names.cpp
  std::string_view text(WordId word) const { return words_->text(word); }
  std::string_view text(const syntax::Name& name) const { return words_->text(name.word); }
  void error(const Scope& scope, Span span, std::string message, std::string hint = {});
  std::string note(const Scope& scope) const;
  // Forgets bindings that were made since.
  struct Mark {
    std::size_t bindings;
    std::size_t uses;
    std::size_t arguments;
  };
  Mark mark() const { return {bindings_.size(), uses_.size(), arguments_.size()}; }
  void release(const Mark& mark);
  void too_large();
  bool step(std::size_t count = 1);
  const Binding* find(const Scope& scope, WordId name) const;
  Scope bind(const Scope& scope, Binding binding);
  Scope bind_value(const Scope& scope, WordId name, const ConstantValue& value);
  // The scopes that a binder makes, in order; those for which a filter does not hold are left out. One if it is empty.
  std::vector<Scope> enumerate(const syntax::Binder& binder, const Scope& scope);
  bool check_new_name(const syntax::Name& name, const Scope& scope, std::string_view what);
  std::string taken_by(WordId name, const Scope& scope) const;
  std::optional<IndexSet> type(const syntax::Type& type, const Scope& scope);
  std::optional<IndexSet> named_set(const syntax::Name& name, const Scope& scope);
  std::vector<WordId> enumeration(const std::vector<syntax::Item>& values, const Scope& scope);
  // The words that a declared name stands for, as a family; errors for names that cannot be told apart.
  Family declare(const syntax::Name& name, const syntax::Binder& binder, const Scope& scope,
                 std::vector<Scope>* scopes = nullptr);
  void add_to(Families& families, const syntax::Name& name, Family family, std::string_view what, const Scope& scope);
  const syntax::Definition* definition(WordId name, const Scope& scope) const;
  const Family* enumeration_family(WordId name) const;

  // elaborate_elements.cpp
  // `x[4]` where there is none, `x` where it needs an index, `x[1]` where it has none.
  bool check_indices(const Family& family, std::string_view kind, const syntax::Name& name, bool indexed,
                     std::size_t count, Span span, const Scope& scope);
  void no_such_element(const Family& family, const std::string& name, Span span, const Scope& scope);
  // The elements that indices can mean: one, or several with conditions, and where there is one at all.
  struct Selection {
    bool good = false;
    std::vector<NameCase> cases;
    std::uint32_t defined = kNone;
  };
  // There is an element for every value that the indices can have.
  bool covers(const Family& family, const std::vector<Piece>& indices, std::size_t elements) const;
  // Notes that an index can leave its set; said by warn_about_indices unless the condition of the line speaks of it.
  void note_index(const Family& family, const std::vector<Piece>& indices);
  void warn_about_indices(std::uint32_t condition, const Scope& scope);
  Selection select(const Family& family, std::string_view kind, const syntax::Name& name,
                   const std::vector<Piece>& indices, Span span, const Scope& scope);
  // An agent: plain, an element of a family, or a parameter.
  Selection agent(const syntax::Name& name, bool indexed, const std::vector<Piece>& indices, Span span,
                  const Scope& scope);
  // The words of a list of agents or variables: constant indices only.
  std::vector<syntax::Item> items(const std::vector<syntax::Item>& list, const Families& families,
                                  std::string_view kind, const Scope& scope);
  std::optional<syntax::Item> item(const syntax::Item& from, const Families& families, std::string_view kind,
                                   const Scope& scope);
  std::optional<std::vector<Piece>> index_pieces(const std::vector<std::uint32_t>& indices, const Scope& scope);
  bool constant_indices(const std::vector<Piece>& pieces, const Scope& scope);

  // elaborate_expression.cpp
  Piece evaluate(std::uint32_t root, const Scope& scope, bool as_name = false);
  std::optional<ConstantValue> constant(std::uint32_t root, const Scope& scope);
  std::optional<std::int64_t> integer(std::uint32_t root, const Scope& scope);
  std::optional<bool> truth(std::uint32_t root, const Scope& scope);
  // An expression of the new tree.
  syntax::Expression condition(std::uint32_t root, const Scope& scope);
  syntax::Expression finish(std::uint32_t first, const Piece& piece);
  std::uint32_t here() const { return static_cast<std::uint32_t>(out_.nodes.size()); }
  void visit(const Task& task);
  void visit_operation(const Task& task, const syntax::Node& node);
  void finish_operation(const Task& task);
  void finish_comparison(const Task& task);
  void finish_choose(const Task& task);
  void finish_branch(const Task& task);
  void perform(const Task& task);
  void finish_quantifier(const Task& task);

  // elaborate_variables.cpp
  void finish_member(const Task& task);
  void finish_element(const Task& task);
  Piece plain_word(WordId word, Span span, const Scope& scope, bool as_name);
  Piece variable(const Selection& owners, const syntax::Name& name, bool indexed, const std::vector<Piece>& indices,
                 Span span, const Scope& scope);
  Piece one_variable(const Instance& instance, const syntax::Name& name, bool indexed,
                     const std::vector<Piece>& indices, Span span, const Scope& scope);
  Piece variable_leaf(const Instance& instance, WordId word, Span span, const Scope& scope);
  Piece constant_element(const syntax::Element& element, const std::vector<Piece>& indices, const Scope& scope);
  Selection own_agent(Span span, const Scope& scope);

  // elaborate_calls.cpp
  void finish_call(const Task& task);
  void visit_call(const Task& task, const syntax::Node& node);
  // The scope of a definition's body, without its parameters; none if it uses itself.
  std::optional<Scope> enter(const syntax::Definition& definition, const Scope& scope, Span span);
  bool check_argument_count(const syntax::Definition& definition, std::size_t count, Span span, const Scope& scope);
  // Binds parameter `number` (from 0) in `inner`.
  bool bind_argument(const syntax::Definition& definition, std::size_t number, const Piece& argument,
                     const Scope& scope, Scope& inner);
  bool bind_agent(const syntax::Definition& definition, std::size_t number, const Selection& agent, Span span,
                  const Scope& scope, Scope& inner);
  Selection agent_argument(std::uint32_t node, const std::string& which, const Scope& scope);

  // elaborate_pieces.cpp
  std::vector<Piece> take(std::size_t count);
  std::uint32_t emit(const syntax::Node& node);
  std::uint32_t emit_operation(ExprOp op, std::uint32_t left, std::uint32_t right, Span span);
  std::uint32_t emit_choose(std::uint32_t condition, std::uint32_t then, std::uint32_t otherwise, Span span);
  std::uint32_t emit_constant(const ConstantValue& value, Span span);
  std::uint32_t node_of(const Piece& piece);
  std::uint32_t both(std::uint32_t a, std::uint32_t b, Span span);  // none: true
  static Piece constant_piece(const ConstantValue& value, Span span);
  static Piece node_piece(std::uint32_t node, Span span, std::uint32_t defined = kNone);
  Piece as_condition(const Piece& piece);
  Piece operation(ExprOp op, bool computes_value, const Piece& a, const Piece& b, Span span);
  Piece comparison(ExprOp op, const Piece& a, const Piece& b, Span span);
  Piece negation(const Piece& a, Span span);
  Piece joined(ExprOp op, const std::vector<Piece>& conditions, Span span);  // And, Or
  Piece folded(ExprOp op, std::vector<Piece> values, Span span);             // Add, Xor, Minimum, Maximum
  Piece choice(const Piece& condition, const Piece& then, const Piece& otherwise, Span span);
  // A value by cases: the node of each, in order; the last case needs no condition of its own.
  Piece by_cases(const std::vector<NameCase>& cases, const std::vector<Piece>& values, std::uint32_t defined,
                 Span span);
  static void bound(Piece& piece, std::int64_t low, std::int64_t high);
  static std::optional<bool> decided(ExprOp op, const Piece& a, const Piece& b);

  syntax::Model tree_;
  std::shared_ptr<Words> words_;
  Source source_;
  syntax::Model out_;
  Diagnostics* diagnostics_ = nullptr;
  std::optional<Pace> pace_;
  std::size_t parts_ = 0;
  bool stopped_ = false;  // the model is too large
  int depth_ = 0;

  std::unordered_map<WordId, ConstantState> constants_;
  std::vector<WordId> active_constants_;
  std::unordered_map<std::string, std::pair<ConstantValue, bool>> given_;  // by name; whether it was used
  std::unordered_map<WordId, const syntax::Definition*> definitions_;
  std::unordered_map<WordId, std::unordered_map<WordId, const syntax::Definition*>> agent_definitions_;
  std::unordered_map<WordId, std::string> taken_;         // names of the whole model: "an agent"
  std::unordered_map<WordId, std::string> taken_inside_;  // of some agent: "a variable of agent `Node`"
  std::unordered_set<WordId> enumerators_;                // words that stand in braces of types, families included
  Families enumerations_;                                 // families of values
  std::unordered_set<const void*> checked_;               // binders whose names were compared with all others
  std::vector<Instance> instances_;
  std::unordered_map<WordId, std::uint32_t> instance_of_;
  Families agents_;
  Families propositions_;
  Families groups_;
  std::vector<ModelParameter> parameters_;
  bool any_family_ = false;
  std::vector<syntax::Name> declared_;  // plain names, to be looked at if there are families
  std::vector<syntax::Agent> drafts_;   // of the instances

  std::vector<Binding> bindings_;
  std::vector<Use> uses_;
  std::vector<Piece> arguments_;
  std::vector<Task> tasks_;
  std::vector<Piece> pieces_;
  syntax::Name last_variable_;  // the last variable that an expression mentioned
  struct OpenIndex {
    Span span;
    std::string sets;
  };
  std::vector<OpenIndex> open_indices_;  // since the beginning of the line
  std::unique_ptr<FormulaTemplates> templates_;
  std::unordered_set<std::string> formula_names_;
};

}  // namespace gnomon::ispl
