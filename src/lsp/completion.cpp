// What could be written at a place. The word that is being typed is replaced by one that nobody uses, the text is read,
// and the surroundings of that word say what fits: sections, names, values of the variable on the other side of a
// comparison, actions of the agent whose action is compared, operators of the logic at hand. The client sorts out what
// does not begin like the word.
#include <array>
#include <fmt/format.h>
#include <set>

#include "logic/mode.h"
#include "logic/operators.h"
#include "lsp/features.h"

namespace gnomon::lsp {

using ispl::Keyword;
using logic::NameKind;
using Part = Surroundings::Part;

namespace {

constexpr std::string_view kTyped = "gnomonTypedWord";

// CompletionItemKind of the protocol.
constexpr int kFunction = 3;
constexpr int kField = 5;
constexpr int kVariable = 6;
constexpr int kClass = 7;
constexpr int kModule = 9;
constexpr int kKeyword = 14;
constexpr int kEnumMember = 20;
constexpr int kConstant = 21;
constexpr int kEvent = 23;
constexpr int kOperator = 24;
constexpr int kTypeParameter = 25;

int kind_of(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::Agent:
      return kClass;
    case SymbolKind::Variable:
      return kField;
    case SymbolKind::Action:
      return kEvent;
    case SymbolKind::Value:
      return kEnumMember;
    case SymbolKind::Proposition:
    case SymbolKind::FormulaName:
      return kVariable;
    case SymbolKind::Group:
    case SymbolKind::Observation:
      return kModule;
    case SymbolKind::Constant:
      return kConstant;
    case SymbolKind::Definition:
      return kFunction;
    case SymbolKind::Index:
    case SymbolKind::Parameter:
      return kTypeParameter;
  }
  return kVariable;
}

bool is_word_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

class Completion {
 public:
  Completion(const Analysis& analysis, const Surroundings& here)
      : analysis_(analysis), index_(analysis.index()), here_(here) {}

  Json run() {
    switch (here_.part) {
      case Part::Model:
        sections({Keyword::Semantics, Keyword::Constants, Keyword::Definitions, Keyword::Agent, Keyword::Evaluation,
                  Keyword::InitStates, Keyword::Groups, Keyword::Observations, Keyword::Fairness, Keyword::Formulae});
        break;
      case Part::Agent:
        sections({Keyword::Obsvars, Keyword::Lobsvars, Keyword::Vars, Keyword::Definitions, Keyword::RedStates,
                  Keyword::Actions, Keyword::Protocol, Keyword::Evolution});
        word("end Agent", kKeyword);
        break;
      case Part::NewName:
        end_of_section();
        break;
      case Part::Item:
        end_of_section();
        if (here_.section == Keyword::Semantics) {
          word("MultiAssignment", kKeyword);
          word("SingleAssignment", kKeyword);
          break;
        }
        if (here_.section == Keyword::Protocol) word("Other", kKeyword);
        inside();
        break;
      case Part::Inside:
        inside();
        break;
    }
    return {{"isIncomplete", false}, {"items", std::move(items_)}};
  }

 private:
  // The later, the less likely.
  void add(const std::string& label, int kind, std::string detail, const std::string& text = {}) {
    if (!seen_.insert(label).second) return;
    Json item = {{"label", label}, {"kind", kind}, {"sortText", fmt::format("{:05}", items_.size())}};
    if (!detail.empty()) item["detail"] = std::move(detail);
    if (!text.empty()) item["insertText"] = text;
    items_.push_back(std::move(item));
  }
  void word(const std::string& label, int kind, std::string detail = {}) { add(label, kind, std::move(detail)); }

  void symbol(const Symbol& one) {
    if (one.name == kTyped) return;
    std::string detail;
    if (one.type) {
      detail = analysis_.slice(*one.type);
    } else if (one.kind != SymbolKind::Agent && one.item.end - one.item.begin < 200) {
      detail = analysis_.slice(one.item);
    }
    if (detail == one.name) detail.clear();
    add(one.name, kind_of(one.kind), std::move(detail));
  }
  // All symbols of a kind; of one owner, or of all if `any`.
  void symbols(SymbolKind kind, SymbolId owner = {}, bool any = false) {
    for (const Symbol& one : index_.symbols) {
      if (one.kind == kind && (any || one.owner == owner)) symbol(one);
    }
  }

  void sections(std::initializer_list<Keyword> all) {
    for (Keyword keyword : all) {
      std::string name(ispl::keyword_text(keyword));
      std::string text;
      switch (keyword) {
        case Keyword::Semantics:
          text = "Semantics = MultiAssignment;";
          break;
        case Keyword::Agent:
          text = "Agent ";
          break;
        case Keyword::Lobsvars:
        case Keyword::Actions:
          text = fmt::format("{} = {{}};", name);
          break;
        default: {
          bool colon = here_.part == Part::Agent && keyword != Keyword::Definitions;
          text = fmt::format("{}{}\nend {}", name, colon ? ":" : "", name);
        }
      }
      add(name, kKeyword, "section", text);
    }
  }

  void end_of_section() {
    if (here_.section) word(fmt::format("end {}", ispl::keyword_text(*here_.section)), kKeyword);
  }

  void inside() {
    if (here_.after_dot) return members();
    switch (here_.list) {
      case ListRole::None:
        break;
      case ListRole::NewActions:
      case ListRole::NewValues:
        return;
      case ListRole::Actions:
        return symbols(SymbolKind::Action, here_.agent);
      case ListRole::Agents:
        return symbols(SymbolKind::Agent);
      case ListRole::EnvironmentVariables:
        return symbols(SymbolKind::Variable, SymbolId(0));
      case ListRole::Observed:
        symbols(SymbolKind::Variable, here_.callee_agent);
        return symbols(SymbolKind::Agent);
    }
    if (here_.mode == Mode::Formula || here_.name_kind != NameKind::None) return formula();
    expression();
  }

  void members() {
    if (here_.mode == Mode::Formula) {
      word("RedStates", kKeyword, "where the agent violates its obligations");
      word("GreenStates", kKeyword, "where it does not");
      return;
    }
    bool known = !here_.member_of.is_none() && index_[here_.member_of].kind == SymbolKind::Agent;
    symbols(SymbolKind::Variable, here_.member_of, !known);
    if (here_.section == Keyword::Evolution || here_.section == Keyword::Definitions) word("Action", kKeyword);
  }

  // The values that stand in a type, or in the set that it names.
  void values_of(Span type) {
    for (const Occurrence& one : index_.occurrences) {
      if (one.span.begin < type.begin || one.span.end > type.end) continue;
      const Symbol& found = index_[one.symbol];
      if (found.kind == SymbolKind::Value) symbol(found);
      if (found.kind != SymbolKind::Constant) continue;
      for (const Occurrence& inner : index_.occurrences) {
        bool within = found.item.begin <= inner.span.begin && inner.span.end <= found.item.end;
        if (within && index_[inner.symbol].kind == SymbolKind::Value) symbol(index_[inner.symbol]);
      }
    }
    if (analysis_.slice(type) == "boolean") {
      word("true", kKeyword);
      word("false", kKeyword);
    }
  }

  void expression() {
    if (here_.type) {
      word("boolean", kKeyword);
      return symbols(SymbolKind::Constant);
    }
    if (here_.compared_with_action) {
      bool known = !here_.action_of.is_none() && index_[here_.action_of].kind == SymbolKind::Agent;
      return symbols(SymbolKind::Action, here_.action_of, !known);
    }
    if (here_.operand_before) {
      for (const char* one : {"and", "or", "if", "mod", "div", "then", "else"}) word(one, kOperator);
      return;
    }
    if (!here_.compared.is_none() && index_[here_.compared].type) values_of(*index_[here_.compared].type);
    for (SymbolId one : here_.locals) symbol(index_[one]);
    if (!here_.agent.is_none()) {
      symbols(SymbolKind::Variable, here_.agent);
      symbols(SymbolKind::Definition, here_.agent);
      if (here_.section == Keyword::Evolution) word("Action", kKeyword, "the action of this agent");
    }
    symbols(SymbolKind::Constant);
    symbols(SymbolKind::Definition);
    bool reads_agents = here_.agent.is_none() || here_.section == Keyword::Evolution;
    if (reads_agents) {
      symbols(SymbolKind::Agent);
    } else {
      word("Environment", kClass);
    }
    for (const char* one :
         {"true", "false", "if", "forall", "exists", "sum", "count", "min", "max", "abs", "xor", "for"}) {
      word(one, kKeyword);
    }
  }

  void formula() {
    for (SymbolId one : here_.locals) symbol(index_[one]);
    switch (here_.name_kind) {
      case NameKind::Agent:
        return symbols(SymbolKind::Agent);
      case NameKind::Group:
        return symbols(SymbolKind::Group);
      case NameKind::Observation:
        symbols(SymbolKind::Observation, here_.callee_agent);
        return word("own", kKeyword, "what the agent sees by its declarations");
      case NameKind::None:
      case NameKind::Proposition:
        break;
    }
    if (here_.operand_before) {
      for (const char* one : {"and", "or", "U"}) word(one, kOperator);
      if (here_.path_formula) {
        word("W", kOperator);
        word("R", kOperator);
      }
      if (here_.section == Keyword::Formulae) word("expect", kKeyword, "the verdict that is expected");
      return;
    }
    symbols(SymbolKind::Proposition);
    for (const Symbol& one : index_.symbols) {
      if (one.kind == SymbolKind::Definition && one.formula) symbol(one);
    }
    operators();
    symbols(SymbolKind::Agent);
    for (const char* one : {"true", "false", "forall", "exists"}) word(one, kKeyword);
    if (!here_.formula_start) return;
    for (const char* one : {"LTL", "CTL*", "LDL", "CDL*", "LTLf", "CTL*f", "LDLf", "CDL*f"}) {
      word(one, kKeyword, "prefix of the formula");
    }
    for (const char* one : {"@clock", "@recall", "@observational"}) word(one, kKeyword, "what knowledge rests on");
  }

  // Those that can begin a formula; those about paths only where a prefix has been written.
  void operators() {
    std::set<std::string_view> words;
    for (const logic::Operator& op : logic::kOperators) {
      bool word_like = !op.word.empty() && is_word_part(op.word.front());
      bool begins = op.notation == logic::Notation::Prefix || op.notation == logic::Notation::Call;
      bool of_paths = op.family == logic::Family::Linear || op.family == logic::Family::PathQuantifier;
      bool until = op.notation == logic::Notation::Until;
      if (!word_like || (!begins && !until) || (of_paths && !here_.path_formula)) continue;
      if (!words.insert(op.word).second) continue;
      std::string name(op.word);
      switch (op.notation) {
        case logic::Notation::Call:
          add(name, kOperator,
              op.name2 != NameKind::None   ? name + "(agent, observation, formula)"
              : op.name == NameKind::Group ? name + "(group, formula)"
                                           : name + "(agent, formula)");
          break;
        case logic::Notation::Until:
          add(name, kOperator, name + "(f U g)");
          break;
        default:
          add(name, kOperator, name + " f");
      }
    }
  }

  const Analysis& analysis_;
  const Index& index_;
  const Surroundings& here_;
  Json items_ = Json::array();
  std::set<std::string> seen_;
};

}  // namespace

Json completion(const Text& text, std::uint32_t offset) {
  Json nothing = {{"isIncomplete", false}, {"items", Json::array()}};
  const std::string& bytes = text.bytes();
  std::uint32_t begin = offset;
  while (begin > 0 && is_word_part(bytes[begin - 1])) --begin;
  std::uint32_t end = offset;
  while (end < bytes.size() && is_word_part(bytes[end])) ++end;
  if (begin < offset && bytes[begin] >= '0' && bytes[begin] <= '9') return nothing;
  Text changed = text;
  changed.replace({begin, end}, kTyped);
  Analysis analysis(std::move(changed), begin);
  if (!analysis.surroundings()) return nothing;
  return Completion(analysis, *analysis.surroundings()).run();
}

}  // namespace gnomon::lsp
