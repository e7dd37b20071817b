// The structure of a text for the side bar: sections and what they declare; and what can be folded.
#include <algorithm>
#include <string>

#include "lsp/features.h"

namespace gnomon::lsp {

namespace {

// SymbolKind of the protocol.
int protocol_kind(const Symbol& symbol) {
  switch (symbol.kind) {
    case SymbolKind::Agent:
      return 5;  // Class
    case SymbolKind::Variable:
      return 8;  // Field
    case SymbolKind::Action:
      return 24;  // Event
    case SymbolKind::Value:
      return 22;  // EnumMember
    case SymbolKind::Proposition:
      return 17;  // Boolean
    case SymbolKind::Group:
      return 18;  // Array
    case SymbolKind::Observation:
      return 11;  // Interface
    case SymbolKind::Constant:
      return 14;  // Constant
    case SymbolKind::Definition:
      return 12;  // Function
    case SymbolKind::FormulaName:
      return 7;  // Property
    case SymbolKind::Index:
    case SymbolKind::Parameter:
      return 26;  // TypeParameter
  }
  return 13;
}

constexpr int kNamespace = 3;
constexpr int kProperty = 7;

bool is_listed(SymbolKind kind) {
  return kind != SymbolKind::Agent && kind != SymbolKind::Value && kind != SymbolKind::Index &&
         kind != SymbolKind::Parameter && kind != SymbolKind::FormulaName;
}

Json entry(const Analysis& analysis, std::string name, std::string detail, int kind, Span whole, Span selected,
           Encoding encoding) {
  Json json = {{"name", name.empty() ? "?" : std::move(name)},
               {"kind", kind},
               {"range", range_json(analysis.text(), cover(whole, selected), encoding)},
               {"selectionRange", range_json(analysis.text(), selected, encoding)}};
  if (!detail.empty()) json["detail"] = std::move(detail);
  return json;
}

// White space folded, and not too long.
std::string folded(std::string_view text) {
  constexpr std::size_t kMost = 100;
  std::string out;
  for (char c : text) {
    bool blank = c == ' ' || (c >= '\t' && c <= '\r');
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
    if (out.size() > kMost && (static_cast<unsigned char>(c) & 0x80u) == 0) return out + "…";
  }
  return out;
}

}  // namespace

Json document_symbols(const Analysis& analysis, Encoding encoding) {
  const Index& index = analysis.index();
  // What is declared in a section is listed below it.
  std::vector<std::pair<Span, Json>> items;
  for (const Symbol& symbol : index.symbols) {
    if (!is_listed(symbol.kind) || symbol.declarations.empty()) continue;
    std::string detail;
    if (symbol.type) detail = folded(analysis.slice(*symbol.type));
    items.emplace_back(symbol.declarations.front(), entry(analysis, symbol.name, detail, protocol_kind(symbol),
                                                          symbol.item, symbol.declarations.front(), encoding));
  }
  for (const FormulaLine& line : index.formulas) {
    std::string text = folded(analysis.slice(line.text));
    bool named = !line.name.is_none();
    items.emplace_back(line.line, entry(analysis, named ? index[line.name].name : text, named ? text : "", kProperty,
                                        line.line, line.text, encoding));
  }
  std::sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return a.first.begin < b.first.begin; });
  Json top = Json::array();
  std::size_t agent = 0;  // its number among those at the top
  Span agent_span;
  std::size_t next = 0;
  for (const Section& section : index.sections) {
    bool is_agent = section.keyword == ispl::Keyword::Agent;
    std::string name(ispl::keyword_text(section.keyword));
    Span selected = section.name;
    int kind = kNamespace;
    if (is_agent && !section.agent.is_none()) {
      name = index[section.agent].name;
      kind = protocol_kind(index[section.agent]);
      std::size_t i = analysis.tokens().first_from(section.name.end);
      if (analysis.tokens().is(i, ispl::TokenKind::Word)) selected = analysis.tokens()[i].span;
    }
    Json made = entry(analysis, std::move(name), "", kind, section.span, selected, encoding);
    made["children"] = Json::array();
    while (next < items.size() && items[next].first.begin < section.span.begin) ++next;
    for (; !is_agent && next < items.size() && items[next].first.end <= section.span.end; ++next) {
      made["children"].push_back(std::move(items[next].second));
    }
    bool inside = section.part && section.span.end <= agent_span.end;
    Json& list = inside ? top[agent]["children"] : top;
    list.push_back(std::move(made));
    if (is_agent) {
      agent = top.size() - 1;
      agent_span = section.span;
    }
  }
  return top;
}

Json folding_ranges(const Analysis& analysis) {
  const Text& text = analysis.text();
  Json ranges = Json::array();
  auto add = [&](std::uint32_t first, std::uint32_t last, const char* kind) {
    if (first >= last) return;
    Json range = {{"startLine", first}, {"endLine", last}};
    if (kind != nullptr) range["kind"] = kind;
    ranges.push_back(std::move(range));
  };
  for (const Section& section : analysis.index().sections) {
    std::uint32_t first = text.line_of(section.span.begin);
    std::uint32_t last = text.line_of(section.span.end);
    // The line with `end` stays visible.
    add(first, last > first ? last - 1 : last, "region");
  }
  const std::vector<Span>& comments = analysis.tokens().comments();
  auto alone = [&](Span comment) {
    Span line = text.line(text.line_of(comment.begin));
    return text.slice({line.begin, comment.begin}).find_first_not_of(" \t\v\f") == std::string_view::npos;
  };
  for (std::size_t i = 0; i < comments.size();) {
    std::size_t j = i + 1;
    bool block = alone(comments[i]);
    while (block && j < comments.size() && alone(comments[j]) &&
           text.line_of(comments[j].begin) == text.line_of(comments[j - 1].begin) + 1) {
      ++j;
    }
    if (block) add(text.line_of(comments[i].begin), text.line_of(comments[j - 1].begin), "comment");
    i = j;
  }
  return ranges;
}

}  // namespace gnomon::lsp
