#include "check/labelling.h"

#include <algorithm>

#include "base/assert.h"
#include "check/epistemic.h"
#include "check/letters.h"
#include "check/strategic.h"
#include "check/temporal.h"
#include "logic/simplify.h"

namespace gnomon::check {

using logic::Formula;
using logic::Node;
using logic::Op;

Labelling::Labelling(const Frame& frame, logic::FormulaPool& pool, PathEvaluator* paths, StrategyOptions strategies)
    : frame_(&frame), pool_(&pool), paths_(paths), strategies_(strategies) {}

// What must be evaluated for the root, operands first. Path formulas are the business of the path evaluator; of what
// stands below a quantifier only the letters are evaluated here, so that nested quantifiers do not nest calls.
std::vector<Formula> Labelling::needed(Formula root) const {
  std::vector<Formula> found;
  std::vector<bool> seen(pool_->size(), false);
  std::vector<Formula> stack{root};
  while (!stack.empty()) {
    Formula f = stack.back();
    stack.pop_back();
    if (f.is_none() || seen[f.index()] || known(f)) continue;
    seen[f.index()] = true;
    found.push_back(f);
    const Node& node = (*pool_)[f];
    if (logic::is_path_quantifier(node.op) && (*pool_)[node.left].is_path) {
      for (Formula letter : letters_of(*pool_, node.left)) stack.push_back(letter);
      continue;
    }
    stack.push_back(node.left);
    stack.push_back(node.right);
  }
  std::sort(found.begin(), found.end());
  return found;
}

const StateSet& Labelling::states(Formula root) {
  if (!known(root)) {
    for (Formula f : needed(root)) {
      StateSet set = evaluate(f);  // may grow labels_ through the path evaluator
      define(f, std::move(set));
    }
  }
  return labels_[root.index()];
}

void Labelling::define(Formula f, StateSet set) {
  if (labels_.size() <= f.index()) labels_.resize(pool_->size());
  labels_[f.index()] = std::move(set);
}

ispl::AgentId Labelling::agent(logic::Symbol name) const {
  return *frame_->model().source().agent_of(name);
}

const std::vector<ispl::AgentId>& Labelling::group(logic::Symbol name) const {
  const ispl::CheckedModel& model = frame_->model().source();
  return model.groups[*model.group_of(name)].members;
}

StateSet Labelling::enforced(const Node& node, Objective objective) {
  Goal goal{objective, label(node.left), objective == Objective::Until ? label(node.right) : StateSet()};
  const Coalition& coalition = group(node.name);
  if (!strategies_.uniform) return enforce(*frame_, coalition, goal);
  return enforce_uniformly(*frame_, coalition, goal, strategies_.max_partial_strategies);
}

StateSet Labelling::evaluate(Formula f) {
  const Node node = (*pool_)[f];  // a copy: the pool may grow
  const Frame& frame = *frame_;
  const StateSet& all = frame.states();
  auto left = [&]() -> const StateSet& { return label(node.left); };
  auto right = [&]() -> const StateSet& { return label(node.right); };
  switch (node.op) {
    case Op::True:
      return all;
    case Op::False:
      return frame.none();
    case Op::Atom:
      return frame.model().proposition(*frame.model().source().proposition_of(node.name)) & all;
    case Op::Green:
      return all - frame.model().red(agent(node.name));
    case Op::Red:
      return all & frame.model().red(agent(node.name));
    case Op::Not:
      return all - left();
    case Op::And:
      return left() & right();
    case Op::Or:
      return left() | right();
    case Op::Implies:
      return (all - left()) | right();
    case Op::Iff:
      return (left() & right()) | (all - (left() | right()));
    case Op::EX:
      return exists_next(frame, left());
    case Op::AX:
      return forall_next(frame, left());
    case Op::EF:
      return exists_finally(frame, left());
    case Op::AF:
      return forall_finally(frame, left());
    case Op::EG:
      return exists_globally(frame, left());
    case Op::AG:
      return forall_globally(frame, left());
    case Op::EU:
      return exists_until(frame, left(), right());
    case Op::AU:
      return forall_until(frame, left(), right());
    case Op::Knows:
      return knows(frame, agent(node.name), left());
    case Op::Everybody:
      return everybody_knows(frame, group(node.name), left());
    case Op::Common:
      return common_knowledge(frame, group(node.name), left());
    case Op::Distributed:
      return distributed_knowledge(frame, group(node.name), left());
    case Op::Ought:
      return ought(frame, agent(node.name), left());
    case Op::CanX:
      return enforced(node, Objective::Next);
    case Op::CanF:
      return enforced(node, Objective::Finally);
    case Op::CanG:
      return enforced(node, Objective::Globally);
    case Op::CanU:
      return enforced(node, Objective::Until);
    case Op::PathA:
    case Op::PathAf:
      if (!(*pool_)[node.left].is_path) return left();
      return all -
             paths_->exists_path(*this, node.op == Op::PathA ? Op::PathE : Op::PathEf, pool_->make(Op::Not, node.left));
    case Op::PathE:
    case Op::PathEf:
      if (!(*pool_)[node.left].is_path) return left();
      return paths_->exists_path(*this, node.op, node.left);
    case Op::Delta:
    case Op::X:
    case Op::F:
    case Op::G:
    case Op::U:
    case Op::W:
    case Op::R:
    case Op::Diamond:
    case Op::Box:
    case Op::Step:
    case Op::Test:
    case Op::Alt:
    case Op::Seq:
    case Op::Star:
      break;
  }
  GNOMON_ASSERT(false, "path formulas have no set of states");
  return frame.none();
}

Labelling::Initially Labelling::initially(Formula root) {
  StateSet initial = frame_->model().initial() & frame_->states();
  bool on_known = false;
  std::vector<Formula> conjuncts{logic::simplify(*pool_, root)};
  std::vector<bool> seen;
  while (!conjuncts.empty()) {
    Formula f = conjuncts.back();
    conjuncts.pop_back();
    if (f.index() < seen.size() && seen[f.index()]) continue;
    seen.resize(std::max(seen.size(), f.index() + 1), false);
    seen[f.index()] = true;
    const Node node = (*pool_)[f];
    if (node.op == Op::And) {
      conjuncts.push_back(node.right);
      conjuncts.push_back(node.left);
    } else if (node.op == Op::AG) {
      // Every known state is reached, inside the frame, from an initial state of the frame.
      on_known = true;
      if (!frame_->known().subset_of(states(node.left))) return {false, on_known};
    } else if (node.op == Op::PathA && (*pool_)[node.left].op == Op::G && !(*pool_)[(*pool_)[node.left].left].is_path) {
      on_known = true;
      StateSet outside = frame_->known() - states((*pool_)[node.left].left);
      if (!outside.empty() && !outside.disjoint_from(frame_->with_path())) return {false, on_known};
    } else if (!initial.subset_of(states(f))) {
      return {false, on_known};
    }
  }
  return {true, on_known};
}

}  // namespace gnomon::check
