// What is known about the name under the pointer, as Markdown: its declaration, its type and values, who sees it, the
// instances of a template, what a definition stands for where it is used.
#include <algorithm>
#include <fmt/format.h>

#include "lsp/features.h"

namespace gnomon::lsp {

namespace {

constexpr std::size_t kMostShown = 8;   // names in a list
constexpr std::size_t kMostLines = 30;  // of elaborated text

std::string code(std::string_view text) {
  return fmt::format("```ispl\n{}\n```\n", text);
}

// `Node[3]` is an element of Node.
std::string_view family_of(std::string_view name) {
  return name.substr(0, std::min(name.find('['), name.size()));
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMostShown; ++i)
    text += fmt::format("{}`{}`", i > 0 ? ", " : "", names[i]);
  if (names.size() > kMostShown) text += fmt::format(" and {} more", names.size() - kMostShown);
  return text;
}

class Hover {
 public:
  Hover(const Analysis& analysis, const Checked* checked)
      : analysis_(analysis), index_(analysis.index()), checked_(checked) {}

  std::string text(const Occurrence& at) {
    const Symbol& symbol = index_[at.symbol];
    if (!symbol.declarations.empty()) out_ += code(analysis_.slice(symbol.item));
    out_ += headline(symbol);
    switch (symbol.kind) {
      case SymbolKind::Agent:
        agent(symbol);
        break;
      case SymbolKind::Variable:
        variable(symbol);
        break;
      case SymbolKind::Value:
        value(symbol);
        break;
      case SymbolKind::Constant:
        constant(symbol);
        break;
      case SymbolKind::Definition:
        if (!at.declaration) expansion(symbol, at.span);
        break;
      case SymbolKind::FormulaName:
      case SymbolKind::Proposition:
        elaborated(symbol);
        break;
      case SymbolKind::Index:
      case SymbolKind::Parameter:
        index(symbol);
        break;
      case SymbolKind::Action:
      case SymbolKind::Group:
      case SymbolKind::Observation:
        break;
    }
    return std::move(out_);
  }

 private:
  std::string headline(const Symbol& symbol) const {
    std::string_view kind = kind_words(symbol.kind);
    kind.remove_prefix(std::min(kind.find(' ') + 1, kind.size()));  // the article
    std::string text = fmt::format("{} `{}`", kind, symbol.name);
    bool owned = !symbol.owner.is_none() && symbol.kind != SymbolKind::Index && symbol.kind != SymbolKind::Parameter;
    if (owned) text += fmt::format(" of agent `{}`", index_[symbol.owner].name);
    std::size_t uses = 0;
    for (const Occurrence& one : index_.places(SymbolId(static_cast<std::size_t>(&symbol - index_.symbols.data())))) {
      if (!one.declaration) ++uses;
    }
    return text + fmt::format(", used {}\n", uses == 1 ? "once" : fmt::format("{} times", uses));
  }

  void agent(const Symbol& symbol) {
    if (checked_ == nullptr) return;
    std::vector<std::string> instances;
    for (const api::AgentFacts& facts : checked_->agents) {
      if (family_of(facts.name) != symbol.name) continue;
      if (instances.empty()) {
        out_ += fmt::format("\n{} variables, {} actions, sees {} variables{}\n", facts.variables, facts.actions,
                            facts.observes, facts.name == symbol.name ? "" : " each");
      }
      instances.push_back(facts.name);
    }
    if (instances.empty() || instances.front() == symbol.name) return;
    out_ += fmt::format("\ninstances: {}\n", listed(instances));
    plain_text(fmt::format("Agent {}__", symbol.name), "end Agent");
  }

  void variable(const Symbol& symbol) {
    if (checked_ == nullptr || symbol.owner.is_none()) return;
    std::vector<std::string> instances;
    const api::VariableFacts* first = nullptr;
    for (const api::VariableFacts& facts : checked_->variables) {
      if (family_of(facts.name) != symbol.name || family_of(facts.agent) != index_[symbol.owner].name) continue;
      if (first == nullptr) first = &facts;
      instances.push_back(fmt::format("{}.{}", facts.agent, facts.name));
    }
    if (first == nullptr) return;
    out_ += fmt::format("\n{} values: `{}`\n\nseen by {}\n", first->values, first->type,
                        first->observers.empty() ? "nobody" : listed(first->observers));
    if (instances.size() > 1) out_ += fmt::format("\ninstances: {}\n", listed(instances));
  }

  // The variables whose types list it.
  void value(const Symbol& symbol) {
    std::vector<std::string> types;
    for (const Symbol& other : index_.symbols) {
      bool typed = other.kind == SymbolKind::Variable || other.kind == SymbolKind::Constant;
      if (!typed || !std::any_of(symbol.declarations.begin(), symbol.declarations.end(), [&](Span span) {
            return other.item.begin <= span.begin && span.end <= other.item.end;
          })) {
        continue;
      }
      types.push_back(other.owner.is_none() ? other.name : fmt::format("{}.{}", index_[other.owner].name, other.name));
    }
    if (!types.empty()) out_ += fmt::format("\na value of {}\n", listed(types));
  }

  void constant(const Symbol& symbol) {
    if (checked_ == nullptr) return;
    for (const api::ParameterFacts& facts : checked_->parameters) {
      if (family_of(facts.name) == symbol.name) {
        out_ += fmt::format("\nparameter of the model: `{} = {}`, one of `{}`; `-D {}=...` changes it\n", facts.name,
                            facts.value, facts.type, facts.name);
      }
    }
  }

  // What an index runs through, or a parameter is one of, if that is a set with a name.
  void index(const Symbol& symbol) {
    if (!symbol.type) return;
    const Occurrence* set = index_.at(symbol.type->begin);
    if (set != nullptr && index_[set->symbol].kind == SymbolKind::Constant) {
      out_ += code(analysis_.slice(index_[set->symbol].item));
    }
  }

  // The body of a definition with the arguments of this use in place of the parameters.
  void expansion(const Symbol& symbol, Span use) {
    const TokenList& tokens = analysis_.tokens();
    std::size_t i = tokens.first_from(use.begin);
    std::vector<std::string> arguments;
    if (tokens.is(i + 1, ispl::TokenKind::LeftParen) && tokens.partner(i + 1) != TokenList::kNone) {
      std::size_t end = tokens.partner(i + 1);
      std::size_t from = i + 2;
      for (std::size_t at = from; at <= end; ++at) {
        std::size_t closing = tokens.partner(at);
        if (at < end && closing != TokenList::kNone && closing > at) {
          at = closing;
          continue;
        }
        if (at != end && !tokens.is(at, ispl::TokenKind::Comma)) continue;
        if (at > from) {
          std::string_view text = analysis_.slice(cover(tokens[from].span, tokens[at - 1].span));
          arguments.push_back(at == from + 1 ? std::string(text) : fmt::format("({})", text));
        }
        from = at + 1;
      }
    }
    std::size_t body = tokens.first_from(symbol.item.begin) + 1;
    if (tokens.is(body, ispl::TokenKind::LeftParen) && tokens.partner(body) != TokenList::kNone) {
      body = tokens.partner(body) + 1;
    }
    if (!tokens.is(body, ispl::TokenKind::Equal) || arguments.size() != symbol.parameters.size()) return;
    Span span = {tokens[body + 1].span.begin, symbol.item.end};
    if (span.begin >= span.end) return;
    std::string text;
    std::uint32_t from = span.begin;
    for (const Occurrence& one : index_.occurrences) {
      if (one.span.begin < span.begin || one.span.end > span.end) continue;
      auto found = std::find(symbol.parameters.begin(), symbol.parameters.end(), one.symbol);
      if (found == symbol.parameters.end()) continue;
      text += analysis_.slice({from, one.span.begin});
      text += arguments[static_cast<std::size_t>(found - symbol.parameters.begin())];
      from = one.span.end;
    }
    text += analysis_.slice({from, span.end});
    out_ += "\nhere:\n" + code(text);
  }

  // The elements of a family of propositions or formulas.
  void elaborated(const Symbol& symbol) {
    if (checked_ == nullptr) return;
    if (symbol.kind == SymbolKind::Proposition) {
      return plain_text(fmt::format("  {}__", symbol.name), "");
    }
    std::string lines;
    std::size_t shown = 0;
    for (const api::FormulaResult& formula : checked_->formulas) {
      if (family_of(formula.name) != symbol.name || shown++ >= kMostShown) continue;
      lines += fmt::format("{}{} : {}", lines.empty() ? "" : "\n", formula.name, formula.text);
    }
    if (!lines.empty()) out_ += "\nstands for:\n" + code(lines);
    if (shown > kMostShown) out_ += fmt::format("and {} more\n", shown - kMostShown);
  }

  // The first part of the plain model whose first line begins so: one line, or up to the line that ends so.
  void plain_text(const std::string& begins, std::string_view ends) {
    const std::string& text = checked_->elaborated;
    std::size_t at = text.starts_with(begins) ? 0 : text.find("\n" + begins);
    if (at == std::string::npos) return;
    if (text[at] == '\n') ++at;
    std::string part;
    for (std::size_t line = 0; line < kMostLines && at < text.size(); ++line) {
      std::size_t end = std::min(text.find('\n', at), text.size());
      std::string_view one = std::string_view(text).substr(at, end - at);
      part += fmt::format("{}{}", line > 0 ? "\n" : "", one);
      if (ends.empty() || one == ends) break;
      if (line + 1 == kMostLines) part += "\n...";
      at = end + 1;
    }
    out_ += "\nthe first one, elaborated:\n" + code(part);
  }

  const Analysis& analysis_;
  const Index& index_;
  const Checked* checked_;
  std::string out_;
};

}  // namespace

Json hover(const Analysis& analysis, std::uint32_t offset, const Checked* checked, Encoding encoding) {
  const Occurrence* found = analysis.index().at(offset);
  if (found == nullptr) return nullptr;
  return {{"contents", {{"kind", "markdown"}, {"value", Hover(analysis, checked).text(*found)}}},
          {"range", range_json(analysis.text(), found->span, encoding)}};
}

}  // namespace gnomon::lsp
