// Instances of agents: their declarations and protocol lines.
//
// A protocol line becomes one line for each combination of the actions that its variable indices mean. The conditions of
// these lines exclude each other, so that the number of alternatives in a state stays what it was.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "ispl/elaborator.h"

namespace gnomon::ispl {

void Elaborator::declare_instance(Instance& instance, syntax::Agent& out) {
  const syntax::Agent& agent = *instance.agent;
  Scope scope{instance.bindings, static_cast<std::uint32_t>(&instance - instances_.data()), kNone};
  Mark before = mark();
  out.name = {instance.name, agent.name.span};
  out.span = agent.span;
  out.lobsvars_section = agent.lobsvars_section;
  out.obsvars_section = agent.obsvars_section;
  out.note = note(scope);
  for (const syntax::Bind& index : agent.binder.binds) {
    // The index of an agent is known in all of it, so its variables and actions have other names.
    if (index.name.word.is_none() || !checked_.insert(&index).second) continue;
    std::string other = taken_by(index.name.word, scope);
    if (!other.empty()) {
      error(scope, index.name.span,
            fmt::format("`{}` is also {}; give this index another name", text(index.name), other));
    }
  }
  for (const syntax::Variable& variable : agent.variables) declare_variable(instance, variable, out);
  for (const syntax::Item& action : agent.actions) {
    for (const Scope& inner : enumerate(action.repeat, scope)) {
      Family family;
      if (action.indexed && action.binder.empty()) {
        std::optional<std::vector<Piece>> indices = index_pieces(action.indices, inner);
        if (!indices || !constant_indices(*indices, inner)) continue;
        FamilyElement element;
        for (const Piece& index : *indices) element.indices.push_back(index.value);
        element.word = words_->intern_copy(element_name(text(action.name), element.indices, *words_));
        family.indexed = true;
        any_family_ = true;
        family.arity = element.indices.size();
        family.add(std::move(element));
      } else {
        family = declare(action.name, action.binder, inner);
      }
      std::size_t known =
          instance.actions.count(action.name.word) > 0 ? instance.actions[action.name.word].elements.size() : 0;
      add_to(instance.actions, action.name, std::move(family), "action", inner);
      const std::vector<FamilyElement>& all = instance.actions[action.name.word].elements;
      for (std::size_t i = known; i < all.size(); ++i) {
        syntax::Item made;
        made.name = {all[i].word, action.span};
        made.span = action.span;
        out.actions.push_back(std::move(made));
      }
    }
  }
  // Families whose elements were listed one by one have no set that messages could name.
  for (auto& [word, family] : instance.actions) {
    if (!family.indexed || !family.sets.empty()) continue;
    for (const FamilyElement& element : family.elements) {
      family.sets += fmt::format("{}{}", family.sets.empty() ? "" : ", ", text(element.word));
    }
  }
  release(before);
}

void Elaborator::declare_variable(Instance& instance, const syntax::Variable& variable, syntax::Agent& out) {
  Scope scope{instance.bindings, static_cast<std::uint32_t>(&instance - instances_.data()), kNone};
  std::vector<Scope> scopes;
  Family family = declare(variable.name, variable.binder, scope, &scopes);
  for (std::size_t i = 0; i < family.elements.size() && !stopped_; ++i) {
    std::optional<IndexSet> set = type(variable.type, scopes[i]);
    if (!set) return;
    WordId word = family.elements[i].word;
    if (set->size() == 0) {
      error(scopes[i], variable.type.span,
            fmt::format("variable `{}` has no values: {} is empty", text(word), set->text(*words_)));
      return;
    }
    syntax::Variable made;
    made.name = {word, variable.name.span};
    made.observable = variable.observable;
    made.type.span = variable.type.span;
    switch (set->kind) {
      case ExprKind::Boolean:
        made.type.form = syntax::TypeForm::Boolean;
        break;
      case ExprKind::Integer:
        made.type.form = syntax::TypeForm::Range;
        made.type.low = std::clamp(set->low, -syntax::kLargestBound - 1, syntax::kLargestBound + 1);
        made.type.high = std::clamp(set->high, -syntax::kLargestBound - 1, syntax::kLargestBound + 1);
        break;
      case ExprKind::Enumeration:
        made.type.form = syntax::TypeForm::Enumeration;
        for (WordId value : *set->values) {
          if (!step()) return;
          syntax::Item item;
          item.name = {value, variable.type.span};
          item.span = variable.type.span;
          made.type.values.push_back(std::move(item));
        }
        break;
    }
    instance.types.emplace(word, std::move(*set));
    out.variables.push_back(std::move(made));
  }
  add_to(instance.variables, variable.name, std::move(family), "variable", scope);
}

void Elaborator::elaborate_instance(std::uint32_t number, syntax::Agent& out) {
  const syntax::Agent& agent = *instances_[number].agent;
  Scope scope{instances_[number].bindings, number, kNone};
  auto environment = instance_of_.find(WordId(static_cast<std::size_t>(Keyword::Environment)));
  if (!agent.lobsvars.empty() && environment != instance_of_.end()) {
    Mark before = mark();
    out.lobsvars = items(agent.lobsvars, instances_[environment->second].variables, "variable", scope);
    release(before);
  }
  if (agent.red) {
    Mark before = mark();
    out.red = condition(agent.red->root, scope);
    release(before);
  }
  for (const syntax::ProtocolLine& line : agent.protocol) {
    Mark before = mark();
    for (const Scope& inner : enumerate(line.repeat, scope)) protocol_line(line, inner, out);
    release(before);
    if (stopped_ || diagnostics_->full()) return;
  }
  if (agent.other) {
    Mark before = mark();
    syntax::ProtocolLine made;
    made.span = agent.other->span;
    made.actions = items(agent.other->actions, instances_[number].actions, "action", scope);
    out.other = std::move(made);
    release(before);
  }
  if (!agent.protocol.empty() && out.protocol.empty() && !out.other) {
    // There are lines, but none for these parameters: nothing is enabled.
    syntax::ProtocolLine never;
    never.span = agent.protocol.front().span;
    std::uint32_t first = here();
    never.condition = {first, emit_constant(ConstantValue::boolean(false), never.span)};
    out.protocol.push_back(std::move(never));
  }
  for (const syntax::EvolutionLine& line : agent.evolution) {
    Mark before = mark();
    for (const Scope& inner : enumerate(line.repeat, scope)) evolution_line(line, inner, out);
    release(before);
    if (stopped_ || diagnostics_->full()) return;
  }
}

void Elaborator::protocol_line(const syntax::ProtocolLine& line, const Scope& scope, syntax::Agent& out) {
  const Instance& instance = instances_[scope.agent];
  // The actions that are always meant, and those that depend on variables.
  struct Open {
    const syntax::Item* item;
    Scope scope;
    const Family* family;
    std::vector<const FamilyElement*> elements;
  };
  std::vector<syntax::Item> fixed;
  std::unordered_set<WordId> seen;
  std::vector<Open> open;
  for (const syntax::Item& action : line.actions) {
    for (const Scope& inner : enumerate(action.repeat, scope)) {
      if (!action.binder.empty()) {
        error(inner, action.span, "no action is declared here",
              fmt::format("write `for (...) {}[...]`", text(action.name)));
        return;
      }
      auto family = instance.actions.find(action.name.word);
      std::uint32_t first = here();
      std::optional<std::vector<Piece>> indices = index_pieces(action.indices, inner);
      out_.nodes.resize(first);
      if (!indices) return;
      bool constant =
          std::all_of(indices->begin(), indices->end(), [](const Piece& index) { return index.constant(); });
      if (!action.indexed || constant || family == instance.actions.end()) {
        std::optional<syntax::Item> made = item(action, instance.actions, "action", inner);
        if (!made) return;
        if (seen.insert(made->name.word).second) fixed.push_back(std::move(*made));
        continue;
      }
      if (!check_indices(family->second, "action", action.name, true, indices->size(), action.span, inner)) return;
      Open one{&action, inner, &family->second, {}};
      for (const FamilyElement& element : family->second.elements) {
        bool possible = true;
        for (std::size_t i = 0; i < indices->size(); ++i) {
          const Piece& index = (*indices)[i];
          Piece value = constant_piece(element.indices[i], action.span);
          if (index.constant()) possible = possible && index.value == element.indices[i];
          if (decided(ExprOp::Equal, index, value) == std::optional(false)) possible = false;
        }
        if (possible) one.elements.push_back(&element);
      }
      if (!covers(family->second, *indices, one.elements.size())) note_index(family->second, *indices);
      open.push_back(std::move(one));
    }
  }
  // Every combination of one element each.
  std::vector<std::size_t> position(open.size(), 0);
  bool some = std::all_of(open.begin(), open.end(), [](const Open& one) { return !one.elements.empty(); });
  while (some && step() && !diagnostics_->full()) {
    Mark before = mark();
    syntax::ProtocolLine made;
    made.actions = fixed;
    made.span = line.span;
    made.note = note(scope);
    std::unordered_set<WordId> listed = seen;
    std::uint32_t first = here();
    std::vector<Piece> conditions{as_condition(evaluate(line.condition.root, scope))};
    for (std::size_t k = 0; k < open.size(); ++k) {
      const FamilyElement& element = *open[k].elements[position[k]];
      for (std::size_t i = 0; i < element.indices.size(); ++i) {
        Piece index = evaluate(open[k].item->indices[i], open[k].scope);
        conditions.push_back(
            comparison(ExprOp::Equal, index, constant_piece(element.indices[i], index.span), index.span));
      }
      syntax::Item action;
      action.name = {element.word, open[k].item->span};
      action.span = open[k].item->span;
      if (listed.insert(element.word).second) made.actions.push_back(std::move(action));
    }
    Piece whole = conditions.size() == 1 ? conditions[0] : joined(ExprOp::And, conditions, line.span);
    bool never = whole.constant() && whole.value.is_boolean() && whole.value.number == 0;
    if (whole.kind == Piece::Kind::Action || whole.kind == Piece::Kind::Names) {
      error(scope, whole.span, "an action stands here on its own", "compare it: `Action = a`");
      whole = {};
    }
    if (whole.failed()) return;
    if (never) {
      out_.nodes.resize(first);
    } else {
      made.condition = finish(first, whole);
      out.protocol.push_back(std::move(made));
    }
    release(before);
    std::size_t k = open.size();
    while (k > 0 && ++position[k - 1] == open[k - 1].elements.size()) position[--k] = 0;
    if (k == 0) break;
  }
  warn_about_indices(line.condition.root, scope);
}

}  // namespace gnomon::ispl
