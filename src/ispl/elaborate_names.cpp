// Names in parametric models: scopes and binders, sets, families and their elements, and what is said about wrong ones.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "ispl/elaborator.h"
#include "ispl/expression_checker.h"

namespace gnomon::ispl {

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
    indices = indices.empty() ? one : fmt::format("{}, {}", one, indices);
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
  bindings_.push_back(binding);
  Scope inner = scope;
  inner.bindings = static_cast<std::uint32_t>(bindings_.size() - 1);
  return inner;
}

Elaborator::Scope Elaborator::bind_value(const Scope& scope, WordId name, const ConstantValue& value) {
  Binding binding;
  binding.name = name;
  binding.value = value;
  return bind(scope, binding);
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
    if (text(name) == "bool" || text(name) == "Boolean" || text(name) == "Bool") hint = "did you mean `boolean`?";
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

}  // namespace gnomon::ispl
