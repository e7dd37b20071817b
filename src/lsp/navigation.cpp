// Where a name is declared, where it is used, and giving it another name.
#include <fmt/format.h>
#include <unordered_map>

#include "logic/operators.h"
#include "lsp/features.h"

namespace gnomon::lsp {

namespace {

bool is_word(std::string_view name) {
  auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  auto part = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  if (name.empty() || !letter(name.front())) return false;
  for (char c : name) {
    if (!part(c)) return false;
  }
  return true;
}

const Occurrence& renamed_at(const Analysis& analysis, std::uint32_t offset) {
  const Occurrence* found = analysis.index().at(offset);
  if (found == nullptr) {
    std::size_t i = analysis.tokens().first_from(offset);
    while (i > 0 && analysis.tokens()[i].span.begin > offset) --i;
    bool word = analysis.tokens().is(i, ispl::TokenKind::Word) && analysis.tokens()[i].span.end >= offset;
    if (!word) throw Refused("there is no name here");
    bool known = analysis.index().roles[i] != WordRole::None;
    std::string_view text = analysis.tokens().text(i);
    throw Refused(known ? fmt::format("`{}` is a word of the language", text)
                        : fmt::format("it is not known what `{}` stands for", text));
  }
  if (analysis.slice(found->span) == "Environment") throw Refused("the Environment has no other name");
  return *found;
}

// Words that a symbol of this kind cannot be called.
void refuse_word(SymbolKind kind, const std::string& name) {
  if (!is_word(name)) {
    throw Refused(fmt::format("`{}` is no name: a name is a letter followed by letters, digits and `_`", name));
  }
  ispl::Words words;
  std::optional<ispl::WordId> known = words.find(name);
  if (known && ispl::is_reserved(*known)) throw Refused(fmt::format("`{}` is a word of the language", name));
  bool defined = kind == SymbolKind::Constant || kind == SymbolKind::Definition || kind == SymbolKind::Index ||
                 kind == SymbolKind::Parameter;
  if (defined && known && ispl::is_operator_word(*known)) {
    throw Refused(fmt::format("`{}` is an operator, and cannot name {}", name, kind_words(kind)));
  }
  bool in_formulas = kind == SymbolKind::Proposition || defined;
  if (in_formulas && logic::find_operator(name, logic::Spelling::Reserved)) {
    throw Refused(fmt::format("`{}` is an operator of formulas, and cannot name {}", name, kind_words(kind)));
  }
  if (kind == SymbolKind::Observation && name == "own") throw Refused("`own` is the name of what an agent sees anyway");
}

std::string replaced(const std::string& text, const std::vector<Occurrence>& places, const std::string& name) {
  std::string out;
  std::uint32_t from = 0;
  for (const Occurrence& place : places) {
    out.append(text, from, place.span.begin - from);
    out += name;
    from = place.span.end;
  }
  return out.append(text, from);
}

// Whether names of the two texts stand for the same things: nothing has been captured by, or lost to, the new name.
bool same_structure(const Index& before, const Index& after) {
  if (before.occurrences.size() != after.occurrences.size()) return false;
  std::unordered_map<SymbolId, SymbolId> forth;
  std::unordered_map<SymbolId, SymbolId> back;
  for (std::size_t i = 0; i < before.occurrences.size(); ++i) {
    SymbolId a = before.root(before.occurrences[i].symbol);
    SymbolId b = after.root(after.occurrences[i].symbol);
    if (forth.try_emplace(a, b).first->second != b || back.try_emplace(b, a).first->second != a) return false;
  }
  return true;
}

}  // namespace

Json definition(const Analysis& analysis, std::uint32_t offset, const std::string& uri, Encoding encoding) {
  const Occurrence* found = analysis.index().at(offset);
  if (found == nullptr) return nullptr;
  Json places = Json::array();
  for (const Occurrence& one : analysis.index().places(found->symbol)) {
    if (!one.declaration) continue;
    places.push_back({{"uri", uri}, {"range", range_json(analysis.text(), one.span, encoding)}});
  }
  return places;
}

Json references(const Analysis& analysis, std::uint32_t offset, bool declarations, const std::string& uri,
                Encoding encoding) {
  const Occurrence* found = analysis.index().at(offset);
  if (found == nullptr) return nullptr;
  Json places = Json::array();
  for (const Occurrence& one : analysis.index().places(found->symbol)) {
    if (one.declaration && !declarations) continue;
    places.push_back({{"uri", uri}, {"range", range_json(analysis.text(), one.span, encoding)}});
  }
  return places;
}

Json highlights(const Analysis& analysis, std::uint32_t offset, Encoding encoding) {
  constexpr int kRead = 2;
  constexpr int kWrite = 3;
  const Occurrence* found = analysis.index().at(offset);
  if (found == nullptr) return nullptr;
  Json places = Json::array();
  for (const Occurrence& one : analysis.index().places(found->symbol)) {
    places.push_back(
        {{"range", range_json(analysis.text(), one.span, encoding)}, {"kind", one.declaration ? kWrite : kRead}});
  }
  return places;
}

Json prepare_rename(const Analysis& analysis, std::uint32_t offset, Encoding encoding) {
  const Occurrence& found = renamed_at(analysis, offset);
  return {{"range", range_json(analysis.text(), found.span, encoding)},
          {"placeholder", analysis.index()[found.symbol].name}};
}

Json rename(const Analysis& analysis, std::uint32_t offset, const std::string& name, const std::string& uri,
            Encoding encoding) {
  const Index& index = analysis.index();
  const Occurrence& found = renamed_at(analysis, offset);
  SymbolKind kind = index[found.symbol].kind;
  refuse_word(kind, name);
  std::vector<Occurrence> places = index.places(found.symbol);
  Analysis after{Text(replaced(analysis.text().bytes(), places, name))};
  if (!same_structure(index, after.index())) {
    throw Refused(fmt::format("`{}` is taken: {} of this name would mean something else, or something else it", name,
                              kind_words(kind)));
  }
  Json edits = Json::array();
  for (const Occurrence& one : places) {
    edits.push_back({{"range", range_json(analysis.text(), one.span, encoding)}, {"newText", name}});
  }
  return {{"changes", {{uri, std::move(edits)}}}};
}

}  // namespace gnomon::lsp
