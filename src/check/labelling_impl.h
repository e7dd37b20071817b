// The definitions of check/labelling.h, for the files that instantiate them for a space.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "base/assert.h"
#include "check/bounded.h"
#include "check/combination.h"
#include "check/epistemic.h"
#include "check/labelling.h"
#include "check/letters.h"
#include "check/path.h"
#include "check/strategic.h"
#include "check/temporal.h"
#include "check/uniform.h"
#include "logic/fragment.h"
#include "logic/simplify.h"

namespace gnomon::check {

// What must be evaluated for the root, operands first; nothing below the `wholes`. Path formulas are left to the path
// checker; of what stands below a quantifier only the letters are evaluated here, so that nested quantifiers do not nest
// calls.
template <Space S>
std::vector<logic::Formula> LabellingOf<S>::needed(logic::Formula root, const std::vector<bool>& wholes) const {
  std::vector<logic::Formula> found;
  std::vector<bool> seen(pool_->size(), false);
  std::vector<logic::Formula> stack{root};
  while (!stack.empty()) {
    logic::Formula f = stack.back();
    stack.pop_back();
    if (f.is_none() || seen[f.index()] || known(f)) continue;
    seen[f.index()] = true;
    found.push_back(f);
    if (f.index() < wholes.size() && wholes[f.index()]) continue;
    const logic::Node& node = (*pool_)[f];
    if (logic::is_path_quantifier(node.op) && (*pool_)[node.left].is_path) {
      for (logic::Formula letter : letters_of(*pool_, node.left)) stack.push_back(letter);
      continue;
    }
    stack.push_back(node.left);
    stack.push_back(node.right);
  }
  std::sort(found.begin(), found.end());
  return found;
}

template <Space S>
const typename S::Set& LabellingOf<S>::states(logic::Formula root) {
  if (auto label = labels_.find(root); label != labels_.end()) return label->second;
  evaluate_all(root, Combinations::AsAWhole);
  return labels_.at(root);
}

template <Space S>
void LabellingOf<S>::evaluate_all(logic::Formula root, Combinations combinations) {
  std::vector<bool> wholes;
  if constexpr (requires { space_->combination(*pool_, root); }) {
    if (combinations == Combinations::AsAWhole) wholes = combinations_below(*pool_, root, given_);
    for (logic::Formula f : needed(root, wholes)) {
      if (f.index() >= wholes.size() || !wholes[f.index()]) {
        label(f, evaluate(f));
      } else if (std::optional<Set> set = space_->combination(*pool_, f)) {
        label(f, *std::move(set));
      } else {
        evaluate_all(f, Combinations::ByOperands);
      }
    }
  } else {
    for (logic::Formula f : needed(root, wholes)) label(f, evaluate(f));
  }
}

template <Space S>
typename S::Set LabellingOf<S>::evaluate(logic::Formula f) {
  using logic::Op;
  const logic::Node node = (*pool_)[f];  // a copy: the pool may grow
  if (logic::is_path_quantifier(node.op)) {
    return (*pool_)[node.left].is_path ? evaluate_paths(node, nullptr) : labels_.at(node.left);
  }
  const Set no_operand;
  return apply_operator(*space_, *pool_, node, node.left.is_none() ? no_operand : labels_.at(node.left),
                        node.right.is_none() ? no_operand : labels_.at(node.right), strategies_);
}

template <Space S>
typename S::Set LabellingOf<S>::evaluate_paths(const logic::Node& node, const Set* asked) {
  using logic::Op;
  if (node.op == Op::PathE || node.op == Op::PathEf) return paths_->exists_path(*this, node.op, node.left, asked);
  const Op dual = node.op == Op::PathA ? Op::PathE : Op::PathEf;
  return space_->complement(paths_->exists_path(*this, dual, pool_->make(Op::Not, node.left), asked));
}

template <Space S>
const typename S::Set& LabellingOf<S>::states_among(logic::Formula f, const Set& asked) {
  if (known(f)) return states(f);
  auto former = partial_labels_.find(f);
  if (former == partial_labels_.end() || !asked.subset_of(former->second.asked)) {
    PartialLabel label{asked, evaluate_among(f, asked)};
    if (known(f)) return states(f);
    former = partial_labels_.insert_or_assign(f, std::move(label)).first;
  }
  return former->second.states;
}

template <Space S>
typename S::Set LabellingOf<S>::evaluate_among(logic::Formula f, const Set& asked) {
  using logic::Op;
  const logic::Node node = (*pool_)[f];  // a copy: the pool may grow
  if (logic::is_path_quantifier(node.op) && (*pool_)[node.left].is_path) {
    for (logic::Formula letter : letters_of(*pool_, node.left)) states(letter);
    return evaluate_paths(node, &asked);
  }
  if (node.op == Op::EF) return exists_finally(*space_, Set(states(node.left)), &asked);
  if (node.op == Op::EG) return exists_globally(*space_, cones_.met(asked, states(node.left)));
  if (node.op == Op::AF) {
    return asked - exists_globally(*space_, cones_.met(asked, space_->complement(states(node.left))));
  }
  if (node.op == Op::EU) {
    const Set right = states(node.right);
    return exists_until(*space_, cones_.met(asked, states(node.left) - right), right, &asked);
  }
  if (node.op == Op::AU) {
    const Set right = states(node.right);
    const Set before = cones_.met(asked, space_->complement(right));
    return asked - (exists_until(*space_, before, before - states(node.left)) | exists_globally(*space_, before));
  }
  return states(f);
}

template <Space S>
std::optional<bool> LabellingOf<S>::reached_from(const Set& initial, const Set& set) const requires RootedSpace<S> {
  if (set.empty()) return false;
  if constexpr (requires { space_->pick(initial); }) {
    if (space_->known() == space_->states() && space_->pick(initial) == initial) return true;
  }
  return std::nullopt;
}

// Questions are taken apart: f and g are two questions; f or g, where f needs no steps, asks for g where f does not hold.
template <Space S>
typename LabellingOf<S>::Initially LabellingOf<S>::initially(logic::Formula root) requires RootedSpace<S> {
  using logic::Op;
  struct Question {
    logic::Formula f;
    Set asked;  // some of the initial states
    bool value = true;
    bool operator==(const Question&) const = default;
  };
  const Set initial = space_->initial() & space_->states();
  bool on_known = false;
  root = logic::simplify(*pool_, root);
  const std::vector<bool> stepless = logic::stepless(*pool_, root);
  std::vector<Question> open{{root, initial}};
  std::unordered_map<logic::Formula, std::vector<Question>> seen;
  while (!open.empty()) {
    const Question question = std::move(open.back());
    open.pop_back();
    const logic::Formula f = question.f;
    const Set& asked = question.asked;
    const bool value = question.value;
    std::vector<Question>& former = seen[f];
    if (asked.empty() || std::find(former.begin(), former.end(), question) != former.end()) continue;
    former.push_back(question);
    const logic::Node node = (*pool_)[f];
    const logic::Node below = node.left.is_none() ? logic::Node{} : (*pool_)[node.left];
    // Two operands, of which both or one must have these values.
    const bool binary = node.op == Op::And || node.op == Op::Or || node.op == Op::Implies;
    const bool both = value == (node.op == Op::And);
    const bool left_value = value != (node.op == Op::Implies);
    if (node.op == Op::Not) {
      open.push_back({node.left, asked, !value});
    } else if (binary && both) {
      open.push_back({node.right, asked, value});
      open.push_back({node.left, asked, left_value});
    } else if (binary && stepless[node.left.index()]) {
      open.push_back({node.right, left_value ? asked - states(node.left) : asked & states(node.left), value});
    } else if (binary && stepless[node.right.index()]) {
      open.push_back({node.left, value ? asked - states(node.right) : asked & states(node.right), left_value});
    } else if (binary) {
      const Set left = states_among(node.left, asked);
      open.push_back({node.right, left_value ? asked - left : asked & left, value});
    } else if (node.op == Op::AG && value && asked == initial) {
      // Every known state is reached, inside the space, from an initial state of the space.
      on_known = true;
      if (!space_->known().subset_of(states(node.left))) return {false, on_known};
    } else if (node.op == Op::PathA && value && asked == initial && below.op == Op::G &&
               !(*pool_)[below.left].is_path) {
      on_known = true;
      const Set outside = space_->known() - states(below.left);
      if (!outside.empty() && !outside.disjoint_from(space_->with_path())) return {false, on_known};
    } else if (const std::optional<bool> reached =
                   node.op == Op::EF ? reached_from(initial, states(node.left)) : std::nullopt) {
      if (*reached != value) return {false, on_known};
    } else {
      const Set& holding = states_among(f, asked);
      if (value ? !asked.subset_of(holding) : !asked.disjoint_from(holding)) return {false, on_known};
    }
  }
  return {true, on_known};
}

namespace detail {

template <Space S, class Set>
Set enforced(const S& space, const Coalition& group, const Goal<Set>& goal, const StrategyOptions& strategies) {
  if constexpr (StrategicSpace<S>) {
    if (!strategies.uniform) return enforce(space, group, goal);
    return UniformSearch<S>(space, group, goal, strategies.max_partial_strategies).run();
  } else {
    GNOMON_ASSERT(false, "strategic operators are refused on this space");
    return space.none();
  }
}

}  // namespace detail

template <Space S, class Set>
Set apply_operator(const S& space, const logic::FormulaPool& pool, const logic::Node& node, const Set& left,
                   const Set& right, const StrategyOptions& strategies) {
  using logic::Op;
  const ispl::CheckedModel& model = space.source();
  auto agent = [&] { return *model.agent_of(node.name); };
  auto group = [&]() -> const Coalition& { return model.groups[*model.group_of(node.name)].members; };
  auto enforced = [&](Objective objective) {
    Goal<Set> goal{objective, left, right};
    if (logic::has_bound(node.op)) goal.interval = pool.interval(node);
    return detail::enforced(space, group(), goal, strategies);
  };
  switch (node.op) {
    case Op::True:
      return space.states();
    case Op::False:
      return space.none();
    case Op::Atom:
      return space.proposition(*model.proposition_of(node.name)) & space.states();
    case Op::Green:
      return space.complement(space.red(agent()));
    case Op::Red:
      return space.states() & space.red(agent());
    case Op::Not:
      return space.complement(left);
    case Op::And:
      return left & right;
    case Op::Or:
      return left | right;
    case Op::Implies:
      return space.complement(left) | right;
    case Op::Iff:
      return (left & right) | space.complement(left | right);
    case Op::EX:
      return exists_next(space, left);
    case Op::AX:
      return forall_next(space, left);
    case Op::EF:
      return exists_finally(space, left);
    case Op::AF:
      return forall_finally(space, left);
    case Op::EG:
      return exists_globally(space, left);
    case Op::AG:
      return forall_globally(space, left);
    case Op::EU:
      return exists_until(space, left, right);
    case Op::AU:
      return forall_until(space, left, right);
    case Op::Knows:
      return distributed_knowledge(space, {agent()}, left);
    case Op::Everybody:
      return everybody_knows(space, group(), left);
    case Op::Common:
      return common_knowledge(space, group(), left);
    case Op::Distributed:
      return distributed_knowledge(space, group(), left);
    case Op::Ought:
      return ought(space, agent(), left);
    case Op::EXn:
    case Op::AXn:
    case Op::EFn:
    case Op::AFn:
    case Op::EGn:
    case Op::AGn:
    case Op::EUn:
    case Op::AUn:
      return branching_within(space, node.op, pool.interval(node), left, right);
    case Op::CanX:
    case Op::CanXn:
      return enforced(Objective::Next);
    case Op::CanF:
    case Op::CanFn:
      return enforced(Objective::Finally);
    case Op::CanG:
    case Op::CanGn:
      return enforced(Objective::Globally);
    case Op::CanU:
    case Op::CanUn:
      return enforced(Objective::Until);
    case Op::PathA:
    case Op::PathAf:
    case Op::PathE:
    case Op::PathEf:
    case Op::Delta:
    case Op::X:
    case Op::F:
    case Op::G:
    case Op::U:
    case Op::W:
    case Op::R:
    case Op::Diamond:
    case Op::Box:
    case Op::Xn:
    case Op::Fn:
    case Op::Gn:
    case Op::Un:
    case Op::Wn:
    case Op::Rn:
    case Op::Diamondn:
    case Op::Boxn:
    case Op::Step:
    case Op::Test:
    case Op::Alt:
    case Op::Seq:
    case Op::Star:
    case Op::Repeat:
      break;
  }
  GNOMON_ASSERT(false, "this operator is none on sets of states");
  return space.none();
}

}  // namespace gnomon::check
