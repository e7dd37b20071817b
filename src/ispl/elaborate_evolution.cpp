// Evolution lines: one line for each combination of the elements that a line assigns to. The conditions of these lines
// exclude each other, so that the number of alternatives in a state stays what it was.
#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "ispl/elaborator.h"
#include "ispl/expression_checker.h"

namespace gnomon::ispl {

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
