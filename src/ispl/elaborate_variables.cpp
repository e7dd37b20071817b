// What names and elements in expressions mean: indices and parameters, constants, variables, enumeration values.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "ispl/elaborator.h"
#include "ispl/expression_checker.h"

namespace gnomon::ispl {

using syntax::Node;
using syntax::NodeForm;

Elaborator::Selection Elaborator::own_agent(Span span, const Scope& scope) {
  Selection selection;
  if (scope.agent == kNone) {
    error(scope, span, "`Action` needs its agent here", "write `Agent.Action`");
    return selection;
  }
  selection.good = true;
  selection.cases.push_back({instances_[scope.agent].name, kNone});
  return selection;
}

Elaborator::Piece Elaborator::plain_word(WordId word, Span span, const Scope& scope, bool as_name) {
  if (const Binding* bound = find(scope, word)) {
    switch (bound->kind) {
      case Binding::Kind::Index:
        return constant_piece(bound->value, span);
      case Binding::Kind::Argument: {
        Piece piece = arguments_[bound->number];
        piece.span = span;
        return piece;
      }
      case Binding::Kind::Agent:
        error(scope, span, fmt::format("`{}` is an agent, not a value", text(word)));
        return {};
      case Binding::Kind::Formula:
        error(scope, span, fmt::format("`{}` is a formula, not a value", text(word)));
        return {};
    }
  }
  if (auto found = constants_.find(word); found != constants_.end()) {
    ConstantState& state = found->second;
    if (!evaluate_constant(state, span)) return {};
    if (state.is_set) {
      error(scope, span, fmt::format("`{}` is a set, not a value", text(word)));
      return {};
    }
    if (state.elements.indexed) {
      error(scope, span, fmt::format("`{0}` is indexed: write `{0}[...]`", text(word)));
      return {};
    }
    return constant_piece(state.value, span);
  }
  if (as_name) {
    Piece piece;
    piece.kind = Piece::Kind::Names;
    piece.span = span;
    piece.cases.push_back({word, kNone});
    return piece;
  }
  if (scope.agent != kNone) {
    const Instance& instance = instances_[scope.agent];
    if (instance.variables.count(word) > 0) return one_variable(instance, {word, span}, false, {}, span, scope);
  }
  const Family* values = enumeration_family(word);
  if (values != nullptr && enumerators_.count(word) == 0) {
    error(scope, span, fmt::format("`{0}` is indexed: write `{0}[...]`", text(word)));
    return {};
  }
  return constant_piece(ConstantValue::enumeration(word), span);
}

Elaborator::Piece Elaborator::variable_leaf(const Instance& instance, WordId word, Span span, const Scope& scope) {
  bool own = scope.agent != kNone && &instances_[scope.agent] == &instance;
  Node node{own ? NodeForm::Plain : NodeForm::Qualified, {}, false, span, word.value,
            own ? WordId::kNone : instance.name.value,   0};
  Piece piece = node_piece(emit(node), span);
  auto type = instance.types.find(word);
  if (type == instance.types.end()) return piece;
  if (type->second.kind == ExprKind::Integer) bound(piece, type->second.low, type->second.high);
  piece.values = type->second.values;
  return piece;
}

Elaborator::Piece Elaborator::one_variable(const Instance& instance, const syntax::Name& name, bool indexed,
                                           const std::vector<Piece>& indices, Span span, const Scope& scope) {
  last_variable_ = name;
  auto found = instance.variables.find(name.word);
  if (found == instance.variables.end()) {
    std::vector<std::string_view> candidates;
    for (const auto& [word, family] : instance.variables) candidates.push_back(text(word));
    error(scope, name.span, fmt::format("agent `{}` has no variable `{}`", text(instance.name), text(name)),
          suggestion(text(name), candidates));
    return {};
  }
  if (!indexed) {
    if (!check_indices(found->second, "variable", name, false, 0, span, scope)) return {};
    return variable_leaf(instance, name.word, span, scope);
  }
  Selection selection = select(found->second, "variable", name, indices, span, scope);
  if (!selection.good) return {};
  if (selection.cases.empty()) {
    // There is no value, whatever the index: any element of the family gives the kind.
    if (found->second.elements.empty()) {
      no_such_element(found->second, std::string(text(name)), span, scope);
      return {};
    }
    Piece any = variable_leaf(instance, found->second.elements[0].word, span, scope);
    any.defined = selection.defined;
    return any;
  }
  std::vector<Piece> values;
  for (const NameCase& one : selection.cases) values.push_back(variable_leaf(instance, one.word, span, scope));
  return by_cases(selection.cases, values, selection.defined, span);
}

Elaborator::Piece Elaborator::variable(const Selection& owners, const syntax::Name& name, bool indexed,
                                       const std::vector<Piece>& indices, Span span, const Scope& scope) {
  if (!owners.good) return {};
  std::vector<Piece> values;
  for (const NameCase& owner : owners.cases) {
    const Instance& instance = instances_[instance_of_.at(owner.word)];
    values.push_back(one_variable(instance, name, indexed, indices, span, scope));
    if (values.back().failed()) return {};
  }
  if (values.empty()) {
    error(scope, span, "there is no such agent for any value of the index");
    return {};
  }
  return by_cases(owners.cases, values, owners.defined, span);
}

void Elaborator::finish_member(const Task& task) {
  const Node& node = tree_.nodes[task.node];
  const syntax::Element& owner = tree_.elements[node.left];
  const syntax::Element& member = tree_.elements[node.right];
  std::vector<Piece> parts = take(task.count);
  auto split = parts.begin() + static_cast<std::ptrdiff_t>(owner.indices.size());
  std::vector<Piece> indices(split, parts.end());
  parts.erase(split, parts.end());
  Selection owners = agent(owner.name, owner.indexed, parts, owner.span, task.scope);
  if (!is_keyword(member.name.word, Keyword::Action)) {
    pieces_.push_back(variable(owners, member.name, member.indexed, indices, node.span, task.scope));
    return;
  }
  Piece piece;
  piece.span = node.span;
  if (owners.good) piece.kind = Piece::Kind::Action;
  piece.cases = std::move(owners.cases);
  pieces_.push_back(std::move(piece));
}

// An element of a family of constants.
Elaborator::Piece Elaborator::constant_element(const syntax::Element& element, const std::vector<Piece>& indices,
                                               const Scope& scope) {
  ConstantState& state = constants_.at(element.name.word);
  if (!evaluate_constant(state, element.span)) return {};
  if (state.is_set) {
    error(scope, element.span, fmt::format("`{}` is a set, not a value", text(element.name)));
    return {};
  }
  Family plain;
  const Family& family = state.elements.indexed ? state.elements : plain;
  Selection selection = select(family, "constant", element.name, indices, element.span, scope);
  if (!selection.good) return {};
  if (selection.cases.empty()) {
    error(scope, element.span, fmt::format("`{}` has no element for any value of the index", text(element.name)));
    return {};
  }
  std::vector<Piece> values;
  for (const NameCase& one : selection.cases) {
    auto value = state.values.find(one.word);
    if (value == state.values.end()) return {};
    values.push_back(constant_piece(value->second, element.span));
  }
  return by_cases(selection.cases, values, selection.defined, element.span);
}

void Elaborator::finish_element(const Task& task) {
  const syntax::Element& element = tree_.elements[tree_.nodes[task.node].left];
  std::vector<Piece> indices = take(task.count);
  WordId word = element.name.word;
  bool failed = std::any_of(indices.begin(), indices.end(), [](const Piece& piece) { return piece.failed(); });
  if (failed) {
    pieces_.emplace_back();
    return;
  }
  if (find(task.scope, word) != nullptr) {
    error(task.scope, element.span, fmt::format("index `{}` is not indexed", text(word)));
    pieces_.emplace_back();
    return;
  }
  if (constants_.count(word) > 0) {
    pieces_.push_back(constant_element(element, indices, task.scope));
    return;
  }
  if (task.scope.agent != kNone) {
    const Instance& instance = instances_[task.scope.agent];
    if (instance.variables.count(word) > 0 && !task.as_name) {
      pieces_.push_back(one_variable(instance, element.name, true, indices, element.span, task.scope));
      return;
    }
  }
  const Family* values = enumeration_family(word);
  if (values == nullptr) {
    if (enumerators_.count(word) > 0) {
      error(task.scope, element.span, fmt::format("value `{}` is not indexed", text(word)));
    } else {
      error(task.scope, element.span,
            task.scope.agent == kNone
                ? fmt::format("unknown name `{}`", text(word))
                : fmt::format("agent `{}` has no variable `{}`", text(instances_[task.scope.agent].name), text(word)));
    }
    pieces_.emplace_back();
    return;
  }
  Selection selection = select(*values, "value", element.name, indices, element.span, task.scope);
  if (!selection.good || selection.cases.empty()) {
    if (selection.good) no_such_element(*values, std::string(text(word)), element.span, task.scope);
    pieces_.emplace_back();
    return;
  }
  if (task.as_name) {
    Piece piece;
    piece.kind = Piece::Kind::Names;
    piece.cases = std::move(selection.cases);
    piece.span = element.span;
    pieces_.push_back(std::move(piece));
    return;
  }
  std::vector<Piece> pieces;
  for (const NameCase& one : selection.cases) {
    pieces.push_back(constant_piece(ConstantValue::enumeration(one.word), element.span));
  }
  pieces_.push_back(by_cases(selection.cases, pieces, selection.defined, element.span));
}

}  // namespace gnomon::ispl
