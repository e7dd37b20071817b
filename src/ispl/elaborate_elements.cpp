// Elements of families, at constant indices and at variable ones, and lists of them.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/plural.h"
#include "ispl/elaborator.h"
#include "ispl/expression_checker.h"

namespace gnomon::ispl {

bool Elaborator::check_indices(const Family& family, std::string_view kind, const syntax::Name& name, bool indexed,
                               std::size_t count, Span span, const Scope& scope) {
  if (!family.indexed && indexed) {
    error(scope, span, fmt::format("{} `{}` is not indexed", kind, text(name)));
    return false;
  }
  if (family.indexed && !indexed) {
    error(scope, span, fmt::format("`{0}` is indexed: write `{0}[...]`", text(name)));
    return false;
  }
  if (family.indexed && family.arity != count) {
    error(scope, span, fmt::format("`{}` has {}, not {}", text(name), plural(family.arity, "index"), count));
    return false;
  }
  return true;
}

void Elaborator::no_such_element(const Family& family, const std::string& name, Span span, const Scope& scope) {
  error(scope, span,
        family.elements.empty() ? fmt::format("`{}`: there is no such element; the family is empty", name)
                                : fmt::format("`{}`: there is no such element; the indices are {}", name, family.sets));
}

Elaborator::Selection Elaborator::select(const Family& family, std::string_view kind, const syntax::Name& name,
                                         const std::vector<Piece>& indices, Span span, const Scope& scope) {
  Selection selection;
  bool failed = std::any_of(indices.begin(), indices.end(), [](const Piece& piece) { return piece.failed(); });
  if (failed || !check_indices(family, kind, name, true, indices.size(), span, scope)) return selection;
  bool fixed = true;
  std::vector<ConstantValue> values;
  for (const Piece& index : indices) {
    if (index.kind == Piece::Kind::Action || index.kind == Piece::Kind::Names) {
      error(scope, index.span, "an action cannot be an index");
      return selection;
    }
    fixed = fixed && index.constant();
    values.push_back(index.value);
    if (index.constant() && index.value.kind == ExprKind::Integer && index.value.denominator != 1) {
      error(scope, index.span, fmt::format("{} is not an integer; `div` rounds down", index.value.text(*words_)));
      return selection;
    }
  }
  if (fixed) {
    std::string element = element_name(text(name), values, *words_);
    std::optional<WordId> word = words_->find(element);
    if (!word || !family.has(*word)) {
      no_such_element(family, element, span, scope);
      return selection;
    }
    selection.good = true;
    selection.cases.push_back({*word, kNone});
    return selection;
  }
  // One case for each element whose constant indices are these.
  selection.good = true;
  std::vector<Piece> conditions;
  for (const FamilyElement& element : family.elements) {
    if (!step()) return {};
    bool possible = true;
    std::vector<Piece> equal;
    for (std::size_t i = 0; i < indices.size() && possible; ++i) {
      if (indices[i].constant()) {
        possible = indices[i].value == element.indices[i];
        continue;
      }
      if (indices[i].values != nullptr && element.indices[i].kind == ExprKind::Enumeration) {
        const std::vector<WordId>& can = *indices[i].values;
        possible = std::find(can.begin(), can.end(), element.indices[i].word) != can.end();
        if (!possible) continue;
      }
      Piece undefined_ignored = indices[i];
      undefined_ignored.defined = kNone;
      Piece is = comparison(ExprOp::Equal, undefined_ignored, constant_piece(element.indices[i], span), span);
      if (is.constant() && is.value.is_boolean() && is.value.number == 0) possible = false;
      equal.push_back(std::move(is));
    }
    if (!possible) continue;
    Piece condition = joined(ExprOp::And, equal, span);
    conditions.push_back(condition);
    selection.cases.push_back({element.word, node_of(condition)});
  }
  std::uint32_t defined = kNone;
  for (const Piece& index : indices) defined = both(defined, index.defined, span);
  if (selection.cases.empty()) {
    selection.defined = emit_constant(ConstantValue::boolean(false), span);
    return selection;
  }
  if (!covers(family, indices, selection.cases.size())) {
    note_index(family, indices);
    Piece somewhere = joined(ExprOp::Or, conditions, span);
    if (!(somewhere.constant() && somewhere.value.number != 0)) defined = both(defined, node_of(somewhere), span);
  }
  selection.defined = defined;
  return selection;
}

bool Elaborator::covers(const Family& family, const std::vector<Piece>& indices, std::size_t elements) const {
  std::uint64_t needed = 1;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const Piece& index = indices[i];
    if (index.constant()) continue;
    bool boolean = !family.elements.empty() && family.elements[0].indices[i].is_boolean();
    std::uint64_t size = index.bounded             ? static_cast<std::uint64_t>(index.high - index.low) + 1
                         : index.values != nullptr ? index.values->size()
                         : boolean                 ? 2
                                                   : 0;
    if (size == 0 || size > kMaxIndices || needed > kMaxIndices) return false;
    needed *= size;
  }
  return needed == elements;
}

void Elaborator::note_index(const Family& family, const std::vector<Piece>& indices) {
  for (const Piece& index : indices) {
    if (!index.constant()) open_indices_.push_back({index.span, family.sets});
  }
}

// An index that the condition compares with something, outside brackets, is taken to be looked after.
void Elaborator::warn_about_indices(std::uint32_t condition, const Scope& scope) {
  if (open_indices_.empty()) return;
  std::vector<OpenIndex> open = std::move(open_indices_);
  open_indices_.clear();
  auto names = [&](Span span, bool outside_brackets) {
    std::unordered_set<std::string_view> found;
    int depth = 0;
    logic::FormulaLexer lexer(source_, span);
    for (logic::Token token = lexer.next(); token.kind != logic::TokenKind::End; token = lexer.next()) {
      if (token.kind == logic::TokenKind::OpenSquare) ++depth;
      if (token.kind == logic::TokenKind::CloseSquare) --depth;
      if (token.kind == logic::TokenKind::Word && (depth == 0 || !outside_brackets)) found.insert(token.text);
    }
    return found;
  };
  std::unordered_set<std::string_view> guarded = names(tree_.nodes[condition].span, true);
  for (const OpenIndex& one : open) {
    std::unordered_set<std::string_view> words = names(one.span, true);
    bool looked_after = std::any_of(words.begin(), words.end(), [&](std::string_view word) {
      std::optional<WordId> known = words_->find(word);
      bool index = known && find(scope, *known) != nullptr;
      return !index && word != "Environment" && guarded.count(word) > 0;
    });
    if (looked_after) continue;
    diagnostics_->add({Severity::Warning, one.span,
                       fmt::format("`{}` can leave {}; then there is no value", source_.text(one.span), one.sets),
                       "a line whose index is outside does not hold, and a comparison is false", "index-out-of-set",
                       note(scope)});
  }
}

Elaborator::Selection Elaborator::agent(const syntax::Name& name, bool indexed, const std::vector<Piece>& indices,
                                        Span span, const Scope& scope) {
  Selection selection;
  if (const Binding* bound = find(scope, name.word); bound != nullptr && bound->kind == Binding::Kind::Agent) {
    if (indexed) {
      error(scope, span, fmt::format("parameter `{}` is not indexed", text(name)));
      return selection;
    }
    selection.good = true;
    selection.cases.push_back({bound->agent, kNone});
    return selection;
  }
  auto found = agents_.find(name.word);
  if (found == agents_.end()) {
    std::vector<std::string_view> candidates;
    for (const auto& [word, family] : agents_) candidates.push_back(text(word));
    error(scope, name.span, fmt::format("there is no agent `{}`", text(name)), suggestion(text(name), candidates));
    return selection;
  }
  if (!indexed) {
    if (!check_indices(found->second, "agent", name, false, 0, span, scope)) return selection;
    selection.good = true;
    selection.cases.push_back({name.word, kNone});
    return selection;
  }
  return select(found->second, "agent", name, indices, span, scope);
}

std::optional<std::vector<Elaborator::Piece>> Elaborator::index_pieces(const std::vector<std::uint32_t>& indices,
                                                                       const Scope& scope) {
  std::vector<Piece> pieces;
  for (std::uint32_t index : indices) {
    pieces.push_back(evaluate(index, scope));
    if (pieces.back().failed()) return std::nullopt;
  }
  return pieces;
}

bool Elaborator::constant_indices(const std::vector<Piece>& pieces, const Scope& scope) {
  for (const Piece& piece : pieces) {
    if (piece.constant()) continue;
    error(scope, piece.span,
          last_variable_.word.is_none()
              ? "only a constant can stand here"
              : fmt::format("`{}` is a variable, and only a constant can stand here", text(last_variable_)));
    return false;
  }
  return true;
}

std::optional<syntax::Item> Elaborator::item(const syntax::Item& from, const Families& families, std::string_view kind,
                                             const Scope& scope) {
  syntax::Item made;
  made.name = {from.name.word, from.span};
  made.span = from.span;
  if (kind == "agent" && find(scope, from.name.word) != nullptr) {
    Selection selection = agent(from.name, from.indexed, {}, from.span, scope);
    if (!selection.good) return std::nullopt;
    made.name.word = selection.cases[0].word;
    return made;
  }
  auto found = families.find(from.name.word);
  if (found == families.end()) {
    if (!from.indexed) return made;  // the checker says what is wrong with it
    std::vector<std::string_view> candidates;
    for (const auto& [word, family] : families) candidates.push_back(text(word));
    error(scope, from.name.span, fmt::format("there is no {} `{}`", kind, text(from.name)),
          suggestion(text(from.name), candidates));
    return std::nullopt;
  }
  if (!check_indices(found->second, kind, from.name, from.indexed, from.indices.size(), from.span, scope)) {
    return std::nullopt;
  }
  if (!from.indexed) return made;
  std::uint32_t first = here();
  std::optional<std::vector<Piece>> indices = index_pieces(from.indices, scope);
  bool good = indices && constant_indices(*indices, scope);
  out_.nodes.resize(first);
  if (!good) return std::nullopt;
  Selection selection = select(found->second, kind, from.name, *indices, from.span, scope);
  if (!selection.good) return std::nullopt;
  made.name.word = selection.cases[0].word;
  return made;
}

std::vector<syntax::Item> Elaborator::items(const std::vector<syntax::Item>& list, const Families& families,
                                            std::string_view kind, const Scope& scope) {
  std::vector<syntax::Item> made;
  std::unordered_set<WordId> seen;
  for (const syntax::Item& one : list) {
    for (const Scope& inner : enumerate(one.repeat, scope)) {
      if (stopped_) return made;
      if (!one.binder.empty()) {
        error(inner, one.span, fmt::format("no {} is declared here", kind),
              fmt::format("write `for (...) {}[...]`", text(one.name)));
        break;
      }
      std::optional<syntax::Item> word = item(one, families, kind, inner);
      if (word && seen.insert(word->name.word).second) made.push_back(std::move(*word));
    }
  }
  return made;
}

}  // namespace gnomon::ispl
