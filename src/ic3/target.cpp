#include "ic3/target.h"

#include <algorithm>

#include "base/budget.h"
#include "ic3/relation.h"

namespace gnomon::ic3 {

using sat::Goal;
using sat::GoalKind;
using sat::GoalNode;
using sat::Lit;

namespace {

// Of an Alike: what must hold in the look-alike.
const std::vector<Goal>& parts_of(const sat::Goals& goals, const GoalNode& node) {
  return node.kind == GoalKind::Alike ? goals.automaton(node.automaton).ends.front().condition : node.parts;
}

}  // namespace

Target::Target(const sat::Model& model, const sat::Goals& goals, Goal goal, sat::CnfMethod method)
    : model_(&model), current_(model.all_bits().size()) {
  for (std::size_t v = 0; v < model.places().size(); ++v) {
    const sat::Model::Place& place = model.places()[v];
    if (place.role == sat::Model::Role::Current) current_[place.index] = bdd::Var(v);
  }
  count_copies(goals, goal);
  copies_ = 1 + needs_.at(goal);
  if (copies_ > kMostCopies) throw LimitReached(Limit::Size, "the formula speaks of too many states at once");
  node({goal, 0, 1});
  while (!open_.empty()) {
    const Key key = open_.back();
    open_.pop_back();
    fill_in(goals, key, method);
  }
  sort();
  needs_.clear();
  set_of_.clear();
  node_of_.clear();
}

// From the parts up, with a stack of what is waiting for its parts.
void Target::count_copies(const sat::Goals& goals, Goal root) {
  std::vector<Goal> open{root};
  while (!open.empty()) {
    const Goal goal = open.back();
    const GoalNode& node = goals[goal];
    const std::size_t waiting = open.size();
    std::size_t sum = 0;
    std::size_t most = 0;
    switch (node.kind) {
      case GoalKind::Set:
        break;
      case GoalKind::All:
      case GoalKind::Any:
      case GoalKind::Alike:
        for (Goal part : parts_of(goals, node)) {
          auto known = needs_.find(part);
          if (known == needs_.end()) {
            open.push_back(part);
          } else {
            sum = std::min(sum + known->second, kMostCopies);
            most = std::max(most, known->second);
          }
        }
        break;
      case GoalKind::Next:
      case GoalKind::Path:
      case GoalKind::Chain:
      case GoalKind::Continues:
        throw LimitReached(Limit::Size, "an invariant with such operators is beyond IC3");
    }
    if (open.size() > waiting) continue;
    open.pop_back();
    needs_[goal] = node.kind == GoalKind::Any ? most : sum + (node.kind == GoalKind::Alike ? 1 : 0);
  }
}

std::size_t Target::node(const Key& key) {
  auto [at, added] = node_of_.try_emplace(key, nodes_.size());
  if (added) {
    nodes_.emplace_back();
    open_.push_back(key);
  }
  return at->second;
}

void Target::fill_in(const sat::Goals& goals, const Key& key, sat::CnfMethod method) {
  const auto& [goal, copy, first_free] = key;
  const GoalNode& source = goals[goal];
  Node made;
  made.copy = copy;
  std::size_t free = first_free;
  std::size_t place = copy;  // of the parts
  switch (source.kind) {
    case GoalKind::Set:
      made.kind = Kind::Set;
      made.diagram = diagram_of(goal, source.set, method);
      break;
    case GoalKind::Alike:
      made.kind = Kind::Alike;
      made.other = place = free++;
      for (const sat::Observers& group : source.observers) made.groups.push_back(model_->seen_by(group));
      break;
    case GoalKind::Any:
      made.kind = Kind::Any;
      break;
    case GoalKind::All:
    case GoalKind::Next:
    case GoalKind::Path:
    case GoalKind::Chain:
    case GoalKind::Continues:
      made.kind = Kind::All;
      break;
  }
  if (made.kind != Kind::Set) {
    for (Goal part : parts_of(goals, source)) {
      made.parts.push_back(node({part, place, free}));
      if (made.kind != Kind::Any) free += needs_.at(part);
    }
  }
  nodes_[node_of_.at(key)] = std::move(made);
}

std::size_t Target::diagram_of(Goal goal, const bdd::Bdd& set, sat::CnfMethod method) {
  auto [at, added] = set_of_.try_emplace(goal, sets_.size());
  if (added) sets_.push_back({Diagram(or_no_value(*model_, set)), sat::ClauseTemplate(set, method)});
  return at->second;
}

void Target::sort() {
  std::vector<bool> done(nodes_.size(), false);
  std::vector<std::size_t> open{0};
  while (!open.empty()) {
    const std::size_t at = open.back();
    const std::size_t waiting = open.size();
    for (std::size_t part : nodes_[at].parts) {
      if (!done[part]) open.push_back(part);
    }
    if (open.size() > waiting) continue;
    open.pop_back();
    if (!done[at]) order_.push_back(at);
    done[at] = true;
  }
}

void Target::write(sat::Solver& solver, Lit guard, const std::vector<sat::State>& states) const {
  std::vector<Lit> on(nodes_.size());
  for (std::size_t at : order_) on[at] = at == 0 ? guard : solver.new_switch();
  for (std::size_t at : order_) {
    const Node& node = nodes_[at];
    switch (node.kind) {
      case Kind::Set:
        model_->holds(solver, on[at], sets_[node.diagram].clauses, states[node.copy]);
        break;
      case Kind::Alike: {
        std::vector<Lit> some{!on[at]};
        for (const sat::Bits& seen : node.groups) {
          some.push_back(solver.new_switch());
          model_->equal(solver, some.back(), states[node.copy], states[node.other], seen);
        }
        solver.add(some);
        for (std::size_t part : node.parts) solver.imply(on[at], on[part]);
        break;
      }
      case Kind::All:
        for (std::size_t part : node.parts) solver.imply(on[at], on[part]);
        break;
      case Kind::Any: {
        std::vector<Lit> some{!on[at]};
        for (std::size_t part : node.parts) some.push_back(on[part]);
        solver.add(some);
        break;
      }
    }
  }
}

bool Target::looks_alike(const sat::Bits& seen, const Assignment& a, const Assignment& b) const {
  return std::all_of(seen.begin(), seen.end(),
                     [&](std::uint32_t bit) { return a[current_[bit].index()] == b[current_[bit].index()]; });
}

Reasons Target::reasons(const std::vector<Assignment>& values) const {
  std::vector<bool> holds(nodes_.size(), false);
  auto matching = [&](const Node& node) {
    return std::find_if(node.groups.begin(), node.groups.end(), [&](const sat::Bits& seen) {
      return looks_alike(seen, values[node.copy], values[node.other]);
    });
  };
  for (std::size_t at : order_) {
    const Node& node = nodes_[at];
    auto part_holds = [&](std::size_t part) { return holds[part]; };
    const bool all = std::all_of(node.parts.begin(), node.parts.end(), part_holds);
    switch (node.kind) {
      case Kind::Set:
        holds[at] = sets_[node.diagram].diagram.holds(values[node.copy]);
        break;
      case Kind::All:
        holds[at] = all;
        break;
      case Kind::Any:
        holds[at] = std::any_of(node.parts.begin(), node.parts.end(), part_holds);
        break;
      case Kind::Alike:
        holds[at] = all && matching(node) != node.groups.end();
        break;
    }
  }
  Reasons reasons;
  std::vector<bool> wanted(nodes_.size(), false);
  wanted[0] = true;
  for (auto at = order_.rbegin(); at != order_.rend(); ++at) {
    if (!wanted[*at]) continue;
    const Node& node = nodes_[*at];
    if (node.kind == Kind::Set) reasons.leaves.push_back({&sets_[node.diagram].diagram, node.copy});
    if (node.kind == Kind::Alike) {
      const std::size_t bits = current_.size();
      for (std::uint32_t bit : *matching(node)) {
        for (std::size_t copy : {node.copy, node.other}) reasons.kept.push_back(copy * bits + bit);
      }
    }
    for (std::size_t part : node.parts) {
      if (node.kind == Kind::Any && !holds[part]) continue;
      wanted[part] = true;
      if (node.kind == Kind::Any) break;
    }
  }
  return reasons;
}

}  // namespace gnomon::ic3
