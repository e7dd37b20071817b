// Instances of agents: their declarations, protocol lines and evolution lines.
//
// A protocol line becomes one line for each combination of the actions that its variable indices mean, an evolution
// line one for each combination of the elements that it assigns to. The conditions of these lines exclude each other, so
// that the number of alternatives in a state stays what it was.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "ispl/elaborator.h"
#include "ispl/expression_checker.h"

namespace gnomon::ispl {

namespace {

constexpr std::int64_t kLargestBound = std::int64_t{1} << 40;

}  // namespace

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
        made.type.low = std::clamp(set->low, -kLargestBound - 1, kLargestBound + 1);
        made.type.high = std::clamp(set->high, -kLargestBound - 1, kLargestBound + 1);
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

// The expressions of the indices from here on, so that equal ones have equal keys.
std::string Elaborator::index_key(std::uint32_t first) const {
  std::string key;
  for (std::size_t i = first; i < out_.nodes.size(); ++i) {
    const syntax::Node& node = out_.nodes[i];
    bool operation = node.form == syntax::NodeForm::Operation;
    std::uint32_t shift = operation ? first : 0;
    bool choose = operation && node.op == ExprOp::Choose;
    key += fmt::format("{}:{}:{}:{}:{};", static_cast<int>(node.form), static_cast<int>(node.op), node.left - shift,
                       node.right == 0 ? 0 : node.right - shift, choose ? node.value - first : node.value);
  }
  return key;
}

bool Elaborator::target(const syntax::Assignment& assignment, const Scope& scope, std::vector<Target>& found) {
  const Instance& instance = instances_[scope.agent];
  const syntax::Item& variable = assignment.variable;
  if (assignment.owner) {
    std::optional<syntax::Item> owner = item(*assignment.owner, agents_, "agent", scope);
    if (!owner) return false;
    if (owner->name.word != instance.name) {
      error(scope, cover(assignment.owner->span, variable.span),
            fmt::format("agent `{}` cannot assign to a variable of `{}`", text(instance.name), text(owner->name)),
            "an agent changes its own variables only");
      return false;
    }
  }
  if (!variable.binder.empty()) {
    error(scope, variable.span, "no variable is declared here");
    return false;
  }
  Target made;
  made.assignment = &assignment;
  made.scope = scope;
  auto family = instance.variables.find(variable.name.word);
  if (family == instance.variables.end()) {
    std::vector<std::string_view> candidates;
    for (const auto& [word, known] : instance.variables) candidates.push_back(text(word));
    error(scope, variable.name.span,
          fmt::format("agent `{}` has no variable `{}`", text(instance.name), text(variable.name)),
          suggestion(text(variable.name), candidates));
    return false;
  }
  if (!check_indices(family->second, "variable", variable.name, variable.indexed, variable.indices.size(),
                     variable.span, scope)) {
    return false;
  }
  made.word = variable.name.word;
  if (variable.indexed) {
    std::uint32_t first = here();
    std::optional<std::vector<Piece>> indices = index_pieces(variable.indices, scope);
    if (!indices) return false;
    for (const Piece& index : *indices) made.fixed = made.fixed && index.constant();
    if (made.fixed) {
      Selection selection = select(family->second, "variable", variable.name, *indices, variable.span, scope);
      if (!selection.good) return false;
      made.word = selection.cases[0].word;
    } else {
      made.key = index_key(first);
      for (const Piece& index : *indices) made.key += index.constant() ? index.value.text(*words_) + "," : "_,";
      for (const FamilyElement& element : family->second.elements) {
        if (!step()) return false;
        bool possible = true;
        for (std::size_t i = 0; i < indices->size(); ++i) {
          const Piece& index = (*indices)[i];
          if (index.constant()) possible = possible && index.value == element.indices[i];
          Piece value = constant_piece(element.indices[i], variable.span);
          if (decided(ExprOp::Equal, index, value) == std::optional(false)) possible = false;
        }
        if (possible) made.elements.push_back(&element);
      }
      if (!covers(family->second, *indices, made.elements.size())) note_index(family->second, *indices);
    }
    out_.nodes.resize(first);
  }
  found.push_back(std::move(made));
  return true;
}

bool Elaborator::targets(const syntax::EvolutionLine& line, const Scope& scope, std::vector<Target>& found) {
  for (const syntax::Assignment& assignment : line.assignments) {
    std::vector<Scope> scopes{scope};
    for (std::uint32_t number : assignment.foralls) {
      std::vector<Scope> next;
      for (const Scope& outer : scopes) {
        std::vector<Scope> made = enumerate(line.foralls[number], outer);
        next.insert(next.end(), made.begin(), made.end());
      }
      scopes = std::move(next);
    }
    for (const Scope& inner : scopes) {
      if (!target(assignment, inner, found)) return false;
    }
  }
  std::unordered_set<WordId> fixed;
  for (const Target& one : found) {
    if (!one.fixed || fixed.insert(one.word).second) continue;
    error(one.scope, one.assignment->variable.span,
          fmt::format("variable `{}` is assigned twice in one line", text(one.word)),
          "write two lines for two alternatives");
    return false;
  }
  return true;
}

void Elaborator::evolution_line(const syntax::EvolutionLine& line, const Scope& scope, syntax::Agent& out) {
  Mark before = mark();
  std::vector<Target> found;
  if (targets(line, scope, found) && !stopped_) {
    // Under SingleAssignment the assignments of a line are independent of each other.
    bool split = tree_.single_assignment && found.size() > 1;
    if (split) {
      for (const Target& one : found) combine(line, scope, {one}, out);
    } else {
      combine(line, scope, found, out);
    }
  }
  warn_about_indices(line.condition.root, scope);
  release(before);
}

void Elaborator::combine(const syntax::EvolutionLine& line, const Scope& scope, const std::vector<Target>& found,
                         syntax::Agent& out) {
  // Targets with the same index expressions move together.
  std::vector<std::size_t> leader(found.size());
  std::vector<std::size_t> leaders;
  for (std::size_t i = 0; i < found.size(); ++i) {
    leader[i] = i;
    for (std::size_t k = 0; k < i && !found[i].fixed; ++k) {
      if (found[k].key == found[i].key) {
        leader[i] = leader[k];
        break;
      }
    }
    if (leader[i] == i && !found[i].fixed) leaders.push_back(i);
  }
  for (std::size_t i : leaders) {
    if (found[i].elements.empty()) return;
  }
  // The elements of those that follow, by the text of their indices: `[3]`.
  auto indices_of = [&](const FamilyElement& element) {
    std::string_view name = text(element.word);
    return name.substr(std::min(name.find('['), name.size()));
  };
  std::vector<std::unordered_map<std::string_view, const FamilyElement*>> partners(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].fixed || leader[i] == i) continue;
    for (const FamilyElement* element : found[i].elements) partners[i].emplace(indices_of(*element), element);
  }
  std::vector<std::size_t> position(found.size(), 0);
  while (step() && !diagnostics_->full()) {
    std::vector<const FamilyElement*> chosen(found.size(), nullptr);
    std::unordered_set<WordId> assigned;
    bool holds = true;
    for (std::size_t i = 0; i < found.size() && holds; ++i) {
      WordId word = found[i].word;
      if (!found[i].fixed) {
        const FamilyElement* of_leader = found[leader[i]].elements[position[leader[i]]];
        if (leader[i] == i) {
          chosen[i] = of_leader;
        } else if (auto partner = partners[i].find(indices_of(*of_leader)); partner != partners[i].end()) {
          chosen[i] = partner->second;
        }
        holds = chosen[i] != nullptr;  // otherwise the other family has no such element: the line does not hold
        if (holds) word = chosen[i]->word;
      }
      holds = holds && assigned.insert(word).second;
    }
    if (holds) emit_line(line, scope, found, chosen, out);
    std::size_t k = leaders.size();
    while (k > 0 && ++position[leaders[k - 1]] == found[leaders[k - 1]].elements.size()) position[leaders[--k]] = 0;
    if (k == 0) return;
  }
}

void Elaborator::emit_line(const syntax::EvolutionLine& line, const Scope& scope, const std::vector<Target>& found,
                           const std::vector<const FamilyElement*>& chosen, syntax::Agent& out) {
  syntax::EvolutionLine made;
  made.span = line.span;
  made.note = note(scope);
  auto value_piece = [&](const Target& one) {
    Piece value = evaluate(one.assignment->value.root, one.scope);
    if (value.kind == Piece::Kind::Action || value.kind == Piece::Kind::Names) {
      error(one.scope, value.span, "an action stands here on its own",
            "actions are visible in evolution conditions only");
      return Piece{};
    }
    return value;
  };
  // Where do the values exist? Most always do; then nothing of them is left in the condition.
  std::vector<bool> partial;
  for (const Target& one : found) {
    std::uint32_t first = here();
    Piece value = value_piece(one);
    out_.nodes.resize(first);
    if (value.failed()) return;
    partial.push_back(value.defined != kNone);
  }
  std::uint32_t first = here();
  std::vector<Piece> conditions{as_condition(evaluate(line.condition.root, scope))};
  if (conditions[0].kind == Piece::Kind::Action || conditions[0].kind == Piece::Kind::Names) {
    error(scope, conditions[0].span, "an action stands here on its own", "compare it: `Action = a`");
    return;
  }
  std::unordered_set<std::string> keys;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (chosen[i] != nullptr && keys.insert(found[i].key).second) {
      const syntax::Item& variable = found[i].assignment->variable;
      for (std::size_t k = 0; k < variable.indices.size(); ++k) {
        Piece index = evaluate(variable.indices[k], found[i].scope);
        conditions.push_back(
            comparison(ExprOp::Equal, index, constant_piece(chosen[i]->indices[k], index.span), index.span));
      }
    }
    if (partial[i]) conditions.push_back(node_piece(value_piece(found[i]).defined, found[i].assignment->span));
  }
  Piece whole = conditions.size() == 1 ? conditions[0] : joined(ExprOp::And, conditions, line.span);
  if (whole.failed()) return;
  if (whole.constant() && whole.value.is_boolean() && whole.value.number == 0) {
    out_.nodes.resize(first);
    return;
  }
  made.condition = finish(first, whole);
  for (std::size_t i = 0; i < found.size(); ++i) {
    syntax::Assignment assignment;
    assignment.span = found[i].assignment->span;
    assignment.variable.name = {chosen[i] != nullptr ? chosen[i]->word : found[i].word,
                                found[i].assignment->variable.span};
    assignment.variable.span = found[i].assignment->variable.span;
    std::uint32_t begin = here();
    assignment.value = finish(begin, value_piece(found[i]));
    made.assignments.push_back(std::move(assignment));
  }
  out.evolution.push_back(std::move(made));
}

}  // namespace gnomon::ispl
