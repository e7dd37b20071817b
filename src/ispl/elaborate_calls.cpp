// Definitions in use, and the functions min, max and abs.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/plural.h"
#include "ispl/elaborator.h"
#include "ispl/expression_checker.h"

namespace gnomon::ispl {

using syntax::Node;
using syntax::NodeForm;

std::optional<Elaborator::Scope> Elaborator::enter(const syntax::Definition& definition, const Scope& scope,
                                                   Span span) {
  std::string chain;
  for (std::uint32_t at = scope.definition; at != kNone; at = uses_[at].parent) {
    if (!step()) return std::nullopt;
    chain = fmt::format(" -> {}{}", text(uses_[at].definition->name), chain);
    if (uses_[at].definition != &definition) continue;
    error(scope, span, fmt::format("definition `{0}` uses itself:{1} -> {0}", text(definition.name), chain.substr(3)));
    return std::nullopt;
  }
  Scope inner;
  bool of_agent = definitions_.count(definition.name.word) == 0;
  if (of_agent) {
    inner.agent = scope.agent;
    inner.bindings = instances_[scope.agent].bindings;
  }
  uses_.push_back({&definition, scope.definition});
  inner.definition = static_cast<std::uint32_t>(uses_.size() - 1);
  return inner;
}

bool Elaborator::check_argument_count(const syntax::Definition& definition, std::size_t count, Span span,
                                      const Scope& scope) {
  std::size_t wanted = definition.parameters.size();
  if (wanted != count) {
    error(scope, span, fmt::format("`{}` takes {}, not {}", text(definition.name), plural(wanted, "argument"), count));
  } else if (definition.is_formula) {
    error(scope, span, fmt::format("`{}` is a formula, not a value", text(definition.name)));
  }
  return wanted == count && !definition.is_formula;
}

void Elaborator::visit_call(const Task& task, const Node& node) {
  const syntax::Element& call = tree_.elements[node.left];
  const syntax::Definition* known = definition(call.name.word, task.scope);
  WordId word = call.name.word;
  std::size_t count = call.indices.size();
  bool extreme = is_keyword(word, Keyword::Min) || is_keyword(word, Keyword::Max);
  bool builtin = known == nullptr && (extreme || is_keyword(word, Keyword::Abs));
  if (builtin) {
    if (!extreme && count != 1) {
      error(task.scope, call.span, fmt::format("`abs` takes 1 argument, not {}", count));
      pieces_.emplace_back();
      return;
    }
  } else if (known == nullptr) {
    std::vector<std::string_view> candidates;
    for (const auto& [name, definition] : definitions_) candidates.push_back(text(name));
    error(task.scope, call.name.span, fmt::format("there is no definition `{}`", text(word)),
          suggestion(text(word), candidates));
    pieces_.emplace_back();
    return;
  } else if (!check_argument_count(*known, count, call.span, task.scope)) {
    pieces_.emplace_back();
    return;
  }
  std::vector<std::uint32_t> visited;
  for (std::size_t i = 0; i < count; ++i) {
    bool value = builtin || known->parameters[i].kind == syntax::ParameterKind::Typed ||
                 known->parameters[i].kind == syntax::ParameterKind::Integer;
    if (value) visited.push_back(call.indices[i]);
  }
  tasks_.push_back({Act::Call, task.node, static_cast<std::uint32_t>(visited.size()), task.scope, task.as_name});
  for (std::size_t i = visited.size(); i-- > 0;) tasks_.push_back({Act::Visit, visited[i], 0, task.scope, false});
}

void Elaborator::finish_call(const Task& task) {
  const Node& node = tree_.nodes[task.node];
  const syntax::Element& call = tree_.elements[node.left];
  std::vector<Piece> values = take(task.count);
  for (Piece& value : values) {
    if (value.kind != Piece::Kind::Action && value.kind != Piece::Kind::Names) continue;
    error(task.scope, value.span, "an action stands here on its own", "compare it: `Action = a`");
    value = {};
  }
  if (std::any_of(values.begin(), values.end(), [](const Piece& piece) { return piece.failed(); })) {
    pieces_.emplace_back();
    return;
  }
  const syntax::Definition* known = definition(call.name.word, task.scope);
  if (known == nullptr) {
    if (is_keyword(call.name.word, Keyword::Abs)) {
      Piece minus = operation(ExprOp::Negate, true, values[0], values[0], node.span);
      pieces_.push_back(operation(ExprOp::Maximum, true, values[0], minus, node.span));
      return;
    }
    ExprOp op = is_keyword(call.name.word, Keyword::Min) ? ExprOp::Minimum : ExprOp::Maximum;
    pieces_.push_back(folded(op, std::move(values), node.span));
    return;
  }
  std::optional<Scope> inner = enter(*known, task.scope, call.span);
  std::size_t next = 0;
  for (std::size_t i = 0; inner && i < known->parameters.size(); ++i) {
    const syntax::Parameter& parameter = known->parameters[i];
    bool good = false;
    if (parameter.kind == syntax::ParameterKind::Agent) {
      std::string which = fmt::format("argument {} of `{}`", i + 1, text(known->name));
      Selection agent = agent_argument(call.indices[i], which, task.scope);
      good = bind_agent(*known, i, agent, tree_.nodes[call.indices[i]].span, task.scope, *inner);
    } else if (parameter.kind == syntax::ParameterKind::Formula) {
      error(task.scope, parameter.name.span, "only the definition of a formula takes a formula");
    } else {
      good = bind_argument(*known, i, values[next++], task.scope, *inner);
    }
    if (!good) inner.reset();
  }
  if (!inner) {
    pieces_.emplace_back();
    return;
  }
  tasks_.push_back({Act::Visit, known->body.root, 0, *inner, task.as_name});
}

bool Elaborator::bind_argument(const syntax::Definition& definition, std::size_t number, const Piece& argument,
                               const Scope& scope, Scope& inner) {
  const syntax::Parameter& parameter = definition.parameters[number];
  if (!check_new_name(parameter.name, inner, "parameter")) return false;
  if (!argument.constant()) {
    Binding binding;
    binding.name = parameter.name.word;
    binding.kind = Binding::Kind::Argument;
    binding.number = static_cast<std::uint32_t>(arguments_.size());
    arguments_.push_back(argument);
    inner = bind(inner, binding);
    return true;
  }
  std::string value = argument.value.text(*words_);
  std::string which = fmt::format("argument {} of `{}`", number + 1, text(definition.name));
  if (parameter.kind == syntax::ParameterKind::Integer) {
    if (argument.value.kind != ExprKind::Integer) {
      error(scope, argument.span, fmt::format("{}: {} is not an integer", which, value));
      return false;
    }
  } else {
    std::optional<IndexSet> set = type(parameter.type, inner);
    if (!set) return false;
    if (!set->contains(argument.value)) {
      std::string name = parameter.type.form == syntax::TypeForm::Named ? fmt::format("{} = ", text(parameter.type.set))
                                                                        : std::string();
      error(scope, argument.span, fmt::format("{}: {} is not in {}{}", which, value, name, set->text(*words_)));
      return false;
    }
  }
  inner = bind_value(inner, parameter.name.word, argument.value);
  return true;
}

bool Elaborator::bind_agent(const syntax::Definition& definition, std::size_t number, const Selection& agent, Span span,
                            const Scope& scope, Scope& inner) {
  const syntax::Parameter& parameter = definition.parameters[number];
  if (!check_new_name(parameter.name, inner, "parameter")) return false;
  if (!agent.good) return false;
  if (agent.cases.size() != 1 || agent.cases[0].condition != kNone) {
    error(scope, span, fmt::format("argument {} of `{}` must be an agent", number + 1, text(definition.name)),
          "its index is a variable, and only a constant can stand here");
    return false;
  }
  Binding binding;
  binding.name = parameter.name.word;
  binding.kind = Binding::Kind::Agent;
  binding.agent = agent.cases[0].word;
  inner = bind(inner, binding);
  return true;
}

Elaborator::Selection Elaborator::agent_argument(std::uint32_t node, const std::string& which, const Scope& scope) {
  const Node& argument = tree_.nodes[node];
  bool plain = argument.form == NodeForm::Plain;
  bool known = plain || argument.form == NodeForm::Element;
  syntax::Name name = plain   ? syntax::Name{argument.name(), argument.span}
                      : known ? tree_.elements[argument.left].name
                              : syntax::Name{};
  const Binding* bound = known ? find(scope, name.word) : nullptr;
  bool agent_bound = bound != nullptr && bound->kind == Binding::Kind::Agent;
  if (!known || (!agent_bound && agents_.count(name.word) == 0)) {
    error(scope, argument.span, fmt::format("{} must be an agent", which));
    return {};
  }
  if (plain) return agent(name, false, {}, argument.span, scope);
  std::optional<std::vector<Piece>> indices = index_pieces(tree_.elements[argument.left].indices, scope);
  if (!indices) return {};
  return agent(name, true, *indices, argument.span, scope);
}

}  // namespace gnomon::ispl
