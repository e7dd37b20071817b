// Names in parametric models: scopes and binders, sets, families and their elements, and what is said about wrong ones.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "ispl/elaborator.h"
#include "ispl/expression_checker.h"

namespace gnomon::ispl {

namespace {

constexpr std::uint64_t kMaxIndices = 50'000'000;

std::string plural(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : what == "index" ? "es" : "s");
}

}  // namespace

void Elaborator::error(const Scope& scope, Span span, std::string message, std::string hint) {
  diagnostics_->add({Severity::Error, span, std::move(message), std::move(hint), {}, note(scope)});
}

// `in agent Node[3]`, `with i = 3, j = 1`, or both.
std::string Elaborator::note(const Scope& scope) const {
  std::string where;
  std::uint32_t outside = kNone;
  if (scope.agent != kNone) {
    const Instance& instance = instances_[scope.agent];
    outside = instance.bindings;
    if (!instance.agent->binder.empty()) where = fmt::format("in agent {}", text(instance.name));
  }
  std::string indices;
  for (std::uint32_t at = scope.bindings; at != kNone && at != outside; at = bindings_[at].parent) {
    const Binding& binding = bindings_[at];
    if (binding.kind != Binding::Kind::Index) continue;
    std::string one = fmt::format("{} = {}", text(binding.name), binding.value.text(*words_));
    indices = indices.empty() ? one : one + ", " + indices;
  }
  if (indices.empty()) return where;
  return where.empty() ? "with " + indices : where + " with " + indices;
}

void Elaborator::too_large() {
  if (!stopped_) {
    diagnostics_->error({0, 0},
                        fmt::format("the model is too large: more than {} parts for these parameters", kMaxParts),
                        "smaller parameters make a smaller model");
  }
  stopped_ = true;
}

// False if the model is too large, which has been reported.
bool Elaborator::step(std::size_t count) {
  pace_->step(count, [&] { return growth_bytes(out_.nodes) + growth_bytes(bindings_) + growth_bytes(tasks_); });
  parts_ += count;
  if (parts_ > kMaxParts) too_large();
  return !stopped_;
}

const Elaborator::Binding* Elaborator::find(const Scope& scope, WordId name) const {
  for (std::uint32_t at = scope.bindings; at != kNone; at = bindings_[at].parent) {
    if (bindings_[at].name == name) return &bindings_[at];
  }
  return nullptr;
}

Elaborator::Scope Elaborator::bind(const Scope& scope, Binding binding) {
  binding.parent = scope.bindings;
  bindings_.push_back(std::move(binding));
  Scope inner = scope;
  inner.bindings = static_cast<std::uint32_t>(bindings_.size() - 1);
  return inner;
}

Elaborator::Scope Elaborator::bind_value(const Scope& scope, WordId name, const ConstantValue& value) {
  Binding binding;
  binding.name = name;
  binding.value = value;
  return bind(scope, std::move(binding));
}

// What has this name already; empty: nothing.
std::string Elaborator::taken_by(WordId name, const Scope& scope) const {
  if (auto found = taken_.find(name); found != taken_.end()) return found->second;
  if (auto constant = constants_.find(name); constant != constants_.end()) {
    return constant->second.is_set                                              ? "a set"
           : constant->second.constant->form == syntax::ConstantForm::Parameter ? "a parameter of the model"
                                                                                : "a constant";
  }
  if (definition(name, scope) != nullptr) return "a definition";
  if (scope.agent == kNone) return {};
  const syntax::Agent& agent = *instances_[scope.agent].agent;
  for (const syntax::Variable& variable : agent.variables) {
    if (variable.name.word == name) return fmt::format("a variable of agent `{}`", text(agent.name));
  }
  for (const syntax::Item& action : agent.actions) {
    if (action.name.word == name) return fmt::format("an action of agent `{}`", text(agent.name));
  }
  return {};
}

// Of an index or a parameter; `what` is one of these words. Once per binder, for what does not depend on the scope.
bool Elaborator::check_new_name(const syntax::Name& name, const Scope& scope, std::string_view what) {
  if (find(scope, name.word) != nullptr) {
    error(scope, name.span, fmt::format("`{}` is already bound here; give this {} another name", text(name), what));
    return false;
  }
  if (!checked_.insert(&name).second) return true;
  std::string other = taken_by(name.word, scope);
  if (other.empty()) return true;
  error(scope, name.span, fmt::format("`{}` is also {}; give this {} another name", text(name), other, what));
  return false;
}

std::vector<Elaborator::Scope> Elaborator::enumerate(const syntax::Binder& binder, const Scope& scope) {
  std::vector<Scope> scopes{scope};
  for (const syntax::Bind& one : binder.binds) {
    std::vector<Scope> next;
    for (const Scope& outer : scopes) {
      if (stopped_ || diagnostics_->full()) return {};
      if (one.name.word.is_none()) {
        std::optional<bool> holds = truth(one.filter.root, outer);
        if (holds.value_or(false)) next.push_back(outer);
        continue;
      }
      if (!check_new_name(one.name, outer, "index")) return {};
      std::optional<IndexSet> set = type(one.type, outer);
      if (!set) continue;
      if (set->size() > kMaxIndices) {
        too_large();
        return {};
      }
      for (std::uint64_t i = 0; i < set->size(); ++i) {
        if (!step()) return {};
        next.push_back(bind_value(outer, one.name.word, set->at(i)));
      }
    }
    scopes = std::move(next);
  }
  return scopes;
}

std::optional<IndexSet> Elaborator::named_set(const syntax::Name& name, const Scope& scope) {
  auto found = constants_.find(name.word);
  if (found == constants_.end()) {
    const Binding* bound = find(scope, name.word);
    std::vector<std::string_view> sets;
    for (const auto& [word, state] : constants_) {
      if (state.is_set) sets.push_back(text(word));
    }
    std::string hint = suggestion(text(name), sets);
    error(scope, name.span,
          bound != nullptr
              ? fmt::format("`{}` is a value, not a set; a set is written `1..N` or `{{a, b}}`", text(name))
              : fmt::format("there is no set `{}`", text(name)),
          hint.empty() ? "a type is `boolean`, a list `{a, b}`, a range `0 .. 4` or the name of a set" : hint);
    return std::nullopt;
  }
  if (!evaluate_constant(found->second, name.span)) return std::nullopt;
  if (found->second.is_set) return found->second.set;
  error(scope, name.span,
        fmt::format("`{}` is a constant, not a set; a set is written `1..N` or `{{a, b}}`", text(name)));
  return std::nullopt;
}

std::optional<IndexSet> Elaborator::type(const syntax::Type& type, const Scope& scope) {
  IndexSet set;
  switch (type.form) {
    case syntax::TypeForm::Boolean:
      return set;
    case syntax::TypeForm::Named:
      return named_set(type.set, scope);
    case syntax::TypeForm::Enumeration: {
      set.kind = ExprKind::Enumeration;
      set.values = std::make_shared<const std::vector<WordId>>(enumeration(type.values, scope));
      return set;
    }
    case syntax::TypeForm::Range:
      break;
  }
  set.kind = ExprKind::Integer;
  set.low = type.low;
  set.high = type.high;
  if (type.low_expression) {
    std::optional<std::int64_t> low = integer(type.low_expression->root, scope);
    if (!low) return std::nullopt;
    set.low = *low;
  }
  if (type.high_expression) {
    std::optional<std::int64_t> high = integer(type.high_expression->root, scope);
    if (!high) return std::nullopt;
    set.high = *high;
  }
  return set;
}

// `{none, at[i : Id], for (j : Id) gone[j]}`: values of an enumeration.
std::vector<WordId> Elaborator::enumeration(const std::vector<syntax::Item>& values, const Scope& scope) {
  std::vector<WordId> words;
  std::unordered_set<WordId> seen;
  auto add = [&](WordId word, Span span, const Scope& inner) {
    if (!seen.insert(word).second) {
      error(inner, span, fmt::format("the value `{}` occurs twice", text(word)));
      return;
    }
    enumerators_.insert(word);
    words.push_back(word);
  };
  for (const syntax::Item& value : values) {
    for (const Scope& outer : enumerate(value.repeat, scope)) {
      if (!value.indexed) {
        add(value.name.word, value.span, outer);
      } else if (!value.binder.empty()) {
        Family family = declare(value.name, value.binder, outer);
        Family& known = enumerations_[value.name.word];
        known.indexed = true;
        known.arity = family.arity;
        known.sets = family.sets;
        for (FamilyElement& element : family.elements) {
          add(element.word, value.span, outer);
          known.add(std::move(element));
        }
      } else {
        std::optional<std::vector<Piece>> indices = index_pieces(value.indices, outer);
        if (!indices || !constant_indices(*indices, outer)) continue;
        FamilyElement element;
        for (const Piece& index : *indices) element.indices.push_back(index.value);
        element.word = words_->intern_copy(element_name(text(value.name), element.indices, *words_));
        add(element.word, value.span, outer);
        Family& known = enumerations_[value.name.word];
        known.indexed = true;
        known.arity = element.indices.size();
        any_family_ = true;
        known.add(std::move(element));
      }
    }
  }
  return words;
}

Elaborator::Family Elaborator::declare(const syntax::Name& name, const syntax::Binder& binder, const Scope& scope,
                                       std::vector<Scope>* scopes) {
  Family family;
  if (binder.empty()) {
    if (scopes != nullptr) scopes->push_back(scope);
    family.add({{}, name.word});
    return family;
  }
  any_family_ = true;
  family.indexed = true;
  for (const syntax::Bind& bind : binder.binds) family.arity += bind.name.word.is_none() ? 0 : 1;
  bool fits = text(name).find("__") == std::string_view::npos && text(name).back() != '_';
  if (!fits) {
    error(scope, name.span, fmt::format("`{}`: in a model with indexed names `__` is kept for them", text(name)),
          "the name of a family neither contains `__` nor ends in `_`");
  }
  std::vector<std::vector<ConstantValue>> seen(family.arity);
  for (const Scope& inner : enumerate(binder, scope)) {
    FamilyElement element;
    element.indices.resize(family.arity);
    std::size_t position = family.arity;
    for (std::uint32_t at = inner.bindings; position > 0; at = bindings_[at].parent) {
      element.indices[--position] = bindings_[at].value;
    }
    for (std::size_t i = 0; i < family.arity; ++i) {
      const ConstantValue& index = element.indices[i];
      if (index.kind == ExprKind::Enumeration) {
        std::string_view word = text(index.word);
        if (word.find("__") != std::string_view::npos || word.back() == '_') {
          error(inner, binder.span, fmt::format("`{}`: in a model with indexed names `__` is kept for them", word),
                "a value used as an index neither contains `__` nor ends in `_`");
        }
      }
      seen[i].push_back(index);
    }
    element.word = words_->intern_copy(element_name(text(name), element.indices, *words_));
    family.add(std::move(element));
    if (scopes != nullptr) scopes->push_back(inner);
  }
  // For messages: the range of each index.
  for (std::size_t i = 0; i < family.arity; ++i) {
    if (i > 0) family.sets += ", ";
    if (seen[i].empty()) {
      family.sets += "none";
    } else if (seen[i].front().is_integer()) {
      auto [low, high] = std::minmax_element(seen[i].begin(), seen[i].end(),
                                             [](const auto& a, const auto& b) { return a.number < b.number; });
      family.sets += fmt::format("{}..{}", low->number, high->number);
    } else {
      std::vector<ConstantValue> different;
      for (const ConstantValue& value : seen[i]) {
        if (std::find(different.begin(), different.end(), value) == different.end()) different.push_back(value);
      }
      for (std::size_t k = 0; k < different.size(); ++k) {
        family.sets += (k == 0 ? "{" : ", ") + different[k].text(*words_);
      }
      family.sets += "}";
    }
  }
  return family;
}

void Elaborator::add_to(Families& families, const syntax::Name& name, Family family, std::string_view what,
                        const Scope& scope) {
  if (!family.indexed) declared_.push_back(name);
  auto [place, added] = families.try_emplace(name.word, Family{});
  if (added) {
    place->second = std::move(family);
    return;
  }
  Family& known = place->second;
  if (known.indexed != family.indexed || known.arity != family.arity) {
    error(scope, name.span, fmt::format("{} `{}` is declared twice, with different indices", what, text(name)));
    return;
  }
  for (FamilyElement& element : family.elements) {
    WordId word = element.word;
    if (!known.add(std::move(element))) {
      error(scope, name.span, fmt::format("{} `{}` is declared twice", what, text(word)));
    }
  }
}

const syntax::Definition* Elaborator::definition(WordId name, const Scope& scope) const {
  if (scope.agent != kNone) {
    if (auto own = agent_definitions_.find(instances_[scope.agent].agent->name.word); own != agent_definitions_.end()) {
      if (auto found = own->second.find(name); found != own->second.end()) return found->second;
    }
  }
  auto found = definitions_.find(name);
  return found == definitions_.end() ? nullptr : found->second;
}

const Elaborator::Family* Elaborator::enumeration_family(WordId name) const {
  auto found = enumerations_.find(name);
  return found == enumerations_.end() ? nullptr : &found->second;
}

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
    Piece condition = joined(ExprOp::And, std::move(equal), span);
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
    Piece somewhere = joined(ExprOp::Or, std::move(conditions), span);
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
