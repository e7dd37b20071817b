// Expressions of parametric models, worked off on an explicit stack of tasks: a task takes the pieces of its operands
// from the stack of pieces and leaves its own there.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "ispl/elaborator.h"
#include "ispl/expression_checker.h"

namespace gnomon::ispl {

using syntax::Node;
using syntax::NodeForm;

Elaborator::Piece Elaborator::evaluate(std::uint32_t root, const Scope& scope, bool as_name) {
  if (depth_ >= kMaxDepth) {
    error(scope, tree_.nodes[root].span, "this is nested too deeply");
    return {};
  }
  ++depth_;
  std::size_t base = tasks_.size();
  std::size_t pieces = pieces_.size();
  tasks_.push_back({Act::Visit, root, 0, scope, as_name});
  while (tasks_.size() > base) {
    Task task = tasks_.back();
    tasks_.pop_back();
    if (!step() || diagnostics_->full()) {
      tasks_.resize(base);
      pieces_.resize(pieces);
      pieces_.emplace_back();
      break;
    }
    perform(task);
  }
  --depth_;
  Piece result = std::move(pieces_.back());
  pieces_.pop_back();
  return result;
}

void Elaborator::perform(const Task& task) {
  switch (task.act) {
    case Act::Visit:
      return visit(task);
    case Act::Finish:
      return finish_operation(task);
    case Act::Choose:
      return finish_choose(task);
    case Act::Branch:
      return finish_branch(task);
    case Act::Compare:
      return finish_comparison(task);
    case Act::Element:
      return finish_element(task);
    case Act::Member:
      return finish_member(task);
    case Act::Quantify:
      return finish_quantifier(task);
    case Act::Call:
      return finish_call(task);
  }
}

// A constant; the nodes that it took are dropped.
std::optional<ConstantValue> Elaborator::constant(std::uint32_t root, const Scope& scope) {
  std::uint32_t first = here();
  last_variable_ = {};
  Piece piece = evaluate(root, scope);
  out_.nodes.resize(first);
  if (piece.failed()) return std::nullopt;
  if (!piece.constant()) {
    Span span = tree_.nodes[root].span;
    if (last_variable_.word.is_none()) {
      error(scope, span, "this has no constant value, and only a constant can stand here");
    } else {
      error(scope, last_variable_.span,
            fmt::format("`{}` is a variable, and only a constant can stand here", text(last_variable_)));
    }
    return std::nullopt;
  }
  if (piece.value.kind == ExprKind::Enumeration && enumerators_.count(piece.value.word) == 0) {
    bool variable =
        taken_inside_.count(piece.value.word) > 0 && taken_inside_[piece.value.word].starts_with("a variable");
    std::vector<std::string_view> candidates;
    for (const auto& [word, state] : constants_) candidates.push_back(text(word));
    std::string_view name = text(piece.value.word);
    error(scope, piece.span,
          variable ? fmt::format("`{}` is a variable, and only a constant can stand here", name)
                   : fmt::format("unknown name `{}`", name),
          variable ? std::string() : suggestion(name, candidates));
    return std::nullopt;
  }
  return piece.value;
}

std::optional<std::int64_t> Elaborator::integer(std::uint32_t root, const Scope& scope) {
  std::optional<ConstantValue> value = constant(root, scope);
  if (!value) return std::nullopt;
  if (value->is_integer()) return value->number;
  Span span = tree_.nodes[root].span;
  if (value->kind == ExprKind::Integer) {
    error(scope, span, fmt::format("{} is not an integer; `div` rounds down", value->text(*words_)));
  } else {
    error(scope, span, fmt::format("expected an integer, found `{}`", value->text(*words_)));
  }
  return std::nullopt;
}

std::optional<bool> Elaborator::truth(std::uint32_t root, const Scope& scope) {
  std::optional<ConstantValue> value = constant(root, scope);
  if (!value) return std::nullopt;
  if (value->is_boolean()) return value->number != 0;
  error(scope, tree_.nodes[root].span, fmt::format("expected a condition, found `{}`", value->text(*words_)));
  return std::nullopt;
}

syntax::Expression Elaborator::finish(std::uint32_t first, const Piece& piece) {
  if (piece.failed()) return {first, emit_constant(ConstantValue::boolean(true), piece.span)};
  return {first, node_of(piece)};
}

syntax::Expression Elaborator::condition(std::uint32_t root, const Scope& scope) {
  std::uint32_t first = here();
  Piece piece = as_condition(evaluate(root, scope));
  if (piece.kind == Piece::Kind::Action || piece.kind == Piece::Kind::Names) {
    error(scope, piece.span, "an action stands here on its own", "compare it: `Action = a`");
    piece = {};
  }
  warn_about_indices(root, scope);
  return finish(first, piece);
}

void Elaborator::visit(const Task& task) {
  const Node& node = tree_.nodes[task.node];
  switch (node.form) {
    case NodeForm::Number:
      pieces_.push_back(constant_piece(ConstantValue::integer(node.value), node.span));
      return;
    case NodeForm::Boolean:
      pieces_.push_back(constant_piece(ConstantValue::boolean(node.value != 0), node.span));
      return;
    case NodeForm::Value:
    case NodeForm::Plain: {
      const syntax::Definition* known = definition(node.name(), task.scope);
      if (known != nullptr && find(task.scope, node.name()) == nullptr) {
        std::optional<Scope> inner = check_argument_count(*known, 0, node.span, task.scope)
                                         ? enter(*known, task.scope, node.span)
                                         : std::nullopt;
        if (inner) return tasks_.push_back({Act::Visit, known->body.root, 0, *inner, task.as_name});
        pieces_.emplace_back();
        return;
      }
      pieces_.push_back(plain_word(node.name(), node.span, task.scope, task.as_name));
      return;
    }
    case NodeForm::Qualified: {
      Span owner_span = {node.span.begin, node.span.begin + static_cast<std::uint32_t>(text(node.owner()).size())};
      auto length = static_cast<std::uint32_t>(text(node.name()).size());
      Selection owners = agent({node.owner(), owner_span}, false, {}, owner_span, task.scope);
      pieces_.push_back(
          variable(owners, {node.name(), {node.span.end - length, node.span.end}}, false, {}, node.span, task.scope));
      return;
    }
    case NodeForm::Action: {
      Piece piece;
      piece.span = node.span;
      Span owner_span = {node.span.begin, node.span.begin};
      if (!node.owner().is_none()) owner_span.end += static_cast<std::uint32_t>(text(node.owner()).size());
      Selection owners = node.owner().is_none() ? own_agent(node.span, task.scope)
                                                : agent({node.owner(), owner_span}, false, {}, owner_span, task.scope);
      if (owners.good) piece.kind = Piece::Kind::Action;
      piece.cases = std::move(owners.cases);
      pieces_.push_back(std::move(piece));
      return;
    }
    case NodeForm::Operation:
      return visit_operation(task, node);
    case NodeForm::Element: {
      const syntax::Element& element = tree_.elements[node.left];
      auto count = static_cast<std::uint32_t>(element.indices.size());
      tasks_.push_back({Act::Element, task.node, count, task.scope, task.as_name});
      for (std::size_t i = count; i-- > 0;) tasks_.push_back({Act::Visit, element.indices[i], 0, task.scope, false});
      return;
    }
    case NodeForm::Member: {
      const syntax::Element& owner = tree_.elements[node.left];
      const syntax::Element& member = tree_.elements[node.right];
      tasks_.push_back({Act::Member, task.node,
                        static_cast<std::uint32_t>(owner.indices.size() + member.indices.size()), task.scope,
                        task.as_name});
      for (std::size_t i = member.indices.size(); i-- > 0;) {
        tasks_.push_back({Act::Visit, member.indices[i], 0, task.scope, false});
      }
      for (std::size_t i = owner.indices.size(); i-- > 0;) {
        tasks_.push_back({Act::Visit, owner.indices[i], 0, task.scope, false});
      }
      return;
    }
    case NodeForm::Call:
      return visit_call(task, node);
    case NodeForm::Quantified: {
      std::vector<Scope> scopes = enumerate(tree_.quantifiers[node.right].binder, task.scope);
      tasks_.push_back({Act::Quantify, task.node, static_cast<std::uint32_t>(scopes.size()), task.scope, false});
      for (std::size_t i = scopes.size(); i-- > 0;) tasks_.push_back({Act::Visit, node.left, 0, scopes[i], false});
      return;
    }
  }
}

void Elaborator::visit_operation(const Task& task, const Node& node) {
  auto is_action = [&](std::uint32_t operand) {
    const Node& one = tree_.nodes[operand];
    if (one.form == NodeForm::Action) return true;
    return one.form == NodeForm::Member && is_keyword(tree_.elements[one.right].name.word, Keyword::Action);
  };
  if (node.op == ExprOp::Choose) {
    tasks_.push_back({Act::Choose, task.node, 1, task.scope, task.as_name});
    tasks_.push_back({Act::Visit, static_cast<std::uint32_t>(node.value), 0, task.scope, false});
    return;
  }
  bool unary = node.op == ExprOp::Not || node.op == ExprOp::Negate;
  if (is_comparison(node.op) && (is_action(node.left) || is_action(node.right))) {
    std::uint32_t action = is_action(node.left) ? node.left : node.right;
    std::uint32_t other = action == node.left ? node.right : node.left;
    const Node& name = tree_.nodes[other];
    if (name.form == NodeForm::Element) {
      // The family of actions depends on whose action it is: only the indices are worked off first.
      const syntax::Element& element = tree_.elements[name.left];
      auto count = static_cast<std::uint32_t>(element.indices.size());
      tasks_.push_back({Act::Compare, task.node, count + 1, task.scope, false});
      for (std::size_t i = count; i-- > 0;) tasks_.push_back({Act::Visit, element.indices[i], 0, task.scope, false});
    } else {
      tasks_.push_back({Act::Compare, task.node, 2, task.scope, false});
      tasks_.push_back({Act::Visit, other, 0, task.scope, true});
    }
    tasks_.push_back({Act::Visit, action, 0, task.scope, false});
    return;
  }
  tasks_.push_back({Act::Finish, task.node, unary ? 1u : 2u, task.scope, false});
  if (!unary) tasks_.push_back({Act::Visit, node.right, 0, task.scope, false});
  tasks_.push_back({Act::Visit, node.left, 0, task.scope, false});
}

void Elaborator::finish_operation(const Task& task) {
  const Node& node = tree_.nodes[task.node];
  std::vector<Piece> operands = take(task.count);
  for (const Piece& operand : operands) {
    if (operand.kind != Piece::Kind::Action && operand.kind != Piece::Kind::Names) continue;
    error(task.scope, operand.span, "an action stands here on its own", "compare it: `Action = a`");
    pieces_.emplace_back();
    return;
  }
  const Piece& left = operands.front();
  const Piece& right = operands.back();
  bool division = node.op == ExprOp::Modulo || node.op == ExprOp::FloorDivide;
  if (division && !left.failed() && !right.failed()) {
    std::string_view word = node.op == ExprOp::Modulo ? "mod" : "div";
    if (!right.constant() || !right.value.is_integer() || right.value.number <= 0) {
      error(task.scope, right.span, fmt::format("the right operand of `{}` must be a positive constant", word));
      pieces_.emplace_back();
      return;
    }
    if (left.constant() && left.value.kind == ExprKind::Integer && !left.value.is_integer()) {
      error(task.scope, left.span, fmt::format("{} is not an integer; `div` rounds down", left.value.text(*words_)));
      pieces_.emplace_back();
      return;
    }
  }
  pieces_.push_back(operation(node.op, node.computes_value, left, right, node.span));
}

// The condition of a choice is known: with a constant one the other branch is not looked at.
void Elaborator::finish_choose(const Task& task) {
  const Node& node = tree_.nodes[task.node];
  Piece condition = as_condition(pieces_.back());
  pieces_.pop_back();
  if (condition.constant() && condition.value.is_boolean()) {
    std::uint32_t branch = condition.value.number != 0 ? node.left : node.right;
    tasks_.push_back({Act::Visit, branch, 0, task.scope, task.as_name});
    return;
  }
  pieces_.push_back(std::move(condition));
  tasks_.push_back({Act::Branch, task.node, 3, task.scope, task.as_name});
  tasks_.push_back({Act::Visit, node.right, 0, task.scope, task.as_name});
  tasks_.push_back({Act::Visit, node.left, 0, task.scope, task.as_name});
}

void Elaborator::finish_branch(const Task& task) {
  const Node& node = tree_.nodes[task.node];
  std::vector<Piece> parts = take(3);
  bool names = parts[1].kind == Piece::Kind::Names || parts[2].kind == Piece::Kind::Names;
  if (!names) {
    bool action = parts[1].kind == Piece::Kind::Action || parts[2].kind == Piece::Kind::Action;
    if (action) error(task.scope, node.span, "an action stands here on its own", "compare it: `Action = a`");
    pieces_.push_back(action ? Piece{} : choice(parts[0], parts[1], parts[2], node.span));
    return;
  }
  // Names of actions: the cases of one branch where the condition holds, those of the other where it does not.
  Piece merged;
  merged.span = node.span;
  if (!parts[0].failed() && parts[1].kind == parts[2].kind) {
    merged.kind = Piece::Kind::Names;
    std::uint32_t where = node_of(parts[0]);
    std::uint32_t elsewhere = node_of(negation(node_piece(where, node.span), node.span));
    for (NameCase one : parts[1].cases) merged.cases.push_back({one.word, both(where, one.condition, node.span)});
    for (NameCase one : parts[2].cases) merged.cases.push_back({one.word, both(elsewhere, one.condition, node.span)});
  }
  pieces_.push_back(std::move(merged));
}

// `Node[i].Action = send[x]`: an action and a name, either of which may be a matter of cases.
void Elaborator::finish_comparison(const Task& task) {
  const Node& node = tree_.nodes[task.node];
  std::vector<Piece> parts = take(task.count);
  // The action's piece comes first: its task was pushed last.
  const Piece& action = parts[0];
  bool swapped = tree_.nodes[node.left].form != NodeForm::Action &&
                 !(tree_.nodes[node.left].form == NodeForm::Member &&
                   is_keyword(tree_.elements[tree_.nodes[node.left].right].name.word, Keyword::Action));
  const Node& name = tree_.nodes[swapped ? node.left : node.right];
  bool failed = std::any_of(parts.begin(), parts.end(), [](const Piece& part) { return part.failed(); });
  if (failed || action.kind != Piece::Kind::Action) {
    pieces_.emplace_back();
    return;
  }
  std::vector<Piece> alternatives;
  for (const NameCase& owner : action.cases) {
    std::vector<NameCase> names;
    if (name.form == NodeForm::Element) {
      const syntax::Element& element = tree_.elements[name.left];
      const Instance& instance = instances_[instance_of_.at(owner.word)];
      auto family = instance.actions.find(element.name.word);
      if (family == instance.actions.end()) {
        std::vector<std::string_view> candidates;
        for (const auto& [word, known] : instance.actions) candidates.push_back(text(word));
        error(task.scope, element.span,
              fmt::format("agent `{}` has no action `{}`", text(owner.word), text(element.name)),
              suggestion(text(element.name), candidates));
        pieces_.emplace_back();
        return;
      }
      Selection selection =
          select(family->second, "action", element.name, {parts.begin() + 1, parts.end()}, element.span, task.scope);
      if (!selection.good) {
        pieces_.emplace_back();
        return;
      }
      names = std::move(selection.cases);
    } else if (parts[1].kind == Piece::Kind::Names) {
      names = parts[1].cases;
    } else if (parts[1].constant() && parts[1].value.kind == ExprKind::Enumeration) {
      names.push_back({parts[1].value.word, kNone});
    } else {
      error(task.scope, name.span, "an action is compared with something that is no action",
            "write the name of an action");
      pieces_.emplace_back();
      return;
    }
    for (const NameCase& one : names) {
      const Instance& instance = instances_[instance_of_.at(owner.word)];
      auto family = instance.actions.find(one.word);
      if (family != instance.actions.end() && family->second.indexed) {
        error(task.scope, name.span, fmt::format("`{0}` is indexed: write `{0}[...]`", text(one.word)));
        pieces_.emplace_back();
        return;
      }
      std::uint32_t whose = emit(
          {NodeForm::Action, {}, false, action.span, static_cast<std::uint32_t>(Keyword::Action), owner.word.value, 0});
      std::uint32_t which = emit({NodeForm::Value, {}, false, name.span, one.word.value, WordId::kNone, 0});
      std::uint32_t is = emit_operation(node.op, whose, which, node.span);
      std::uint32_t where = both(owner.condition, one.condition, node.span);
      alternatives.push_back(node_piece(both(where, is, node.span), node.span));
    }
  }
  pieces_.push_back(joined(ExprOp::Or, alternatives, node.span));
}

void Elaborator::finish_quantifier(const Task& task) {
  const Node& node = tree_.nodes[task.node];
  const syntax::Quantified& quantified = tree_.quantifiers[node.right];
  std::vector<Piece> values = take(task.count);
  for (Piece& value : values) {
    if (value.kind != Piece::Kind::Action && value.kind != Piece::Kind::Names) continue;
    error(task.scope, value.span, "an action stands here on its own", "compare it: `Action = a`");
    value = {};
  }
  using enum syntax::Quantifier;
  bool failed = std::any_of(values.begin(), values.end(), [](const Piece& piece) { return piece.failed(); });
  bool extreme = quantified.quantifier == Minimum || quantified.quantifier == Maximum;
  if (extreme && values.empty()) {
    if (!stopped_) {
      error(task.scope, node.span,
            fmt::format("`{}` over an empty set has no value", quantified.quantifier == Minimum ? "min" : "max"));
    }
    failed = true;
  }
  if (failed) {
    pieces_.emplace_back();
    return;
  }
  switch (quantified.quantifier) {
    case Forall:
      return pieces_.push_back(joined(ExprOp::And, values, node.span));
    case Exists:
      return pieces_.push_back(joined(ExprOp::Or, values, node.span));
    case Count:
      for (Piece& value : values) {
        Piece condition = as_condition(value);
        Piece one = constant_piece(ConstantValue::integer(1), value.span);
        Piece none = constant_piece(ConstantValue::integer(0), value.span);
        bool known = condition.constant() && condition.value.is_boolean();
        value = known ? (condition.value.number != 0 ? one : none) : choice(condition, one, none, value.span);
      }
      [[fallthrough]];
    case Sum:
      if (values.empty()) values.push_back(constant_piece(ConstantValue::integer(0), node.span));
      return pieces_.push_back(folded(ExprOp::Add, std::move(values), node.span));
    case Xor:
      if (values.empty()) values.push_back(constant_piece(ConstantValue::boolean(false), node.span));
      return pieces_.push_back(folded(ExprOp::Xor, std::move(values), node.span));
    case Minimum:
      return pieces_.push_back(folded(ExprOp::Minimum, std::move(values), node.span));
    case Maximum:
      return pieces_.push_back(folded(ExprOp::Maximum, std::move(values), node.span));
  }
}

}  // namespace gnomon::ispl
