#include "automata/obligation.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/assert.h"

namespace gnomon::automata {

using logic::Family;
using logic::Formula;
using logic::FormulaPool;
using logic::Op;

namespace {

constexpr std::ptrdiff_t operators_of(Family family) {
  return std::count_if(logic::kOperators.begin(), logic::kOperators.end(),
                       [=](const logic::Operator& known) { return known.family == family; });
}

std::uint64_t hash_of(const Obligations::Node& node) {
  std::uint64_t h =
      static_cast<std::uint64_t>(node.kind) * 4 + (node.literal.positive ? 2 : 0) + (node.bounded ? 1 : 0);
  const std::uint32_t group = 2 * node.group + (node.running ? 1 : 0);
  for (std::uint32_t part : {node.left, node.right, node.nfa, node.state, node.literal.letter.value, group}) {
    h = (h ^ part) * 0x9e3779b97f4a7c15ull;
    h ^= h >> 29;
  }
  return h;
}

}  // namespace

Obligations::Obligations(const FormulaPool& pool, Traces traces, Meter& meter)
    : pool_(pool), traces_(traces), meter_(meter) {
  nodes_.push_back(Node{});
  nodes_.push_back(Node{.kind = Kind::False});
}

Obligation Obligations::make(const Node& node) {
  Obligation found = index_.find(hash_of(node), [&](Obligation o) { return nodes_[o] == node; });
  if (found != HashIndex::kAbsent) return found;
  auto made = static_cast<Obligation>(nodes_.size());
  nodes_.push_back(node);
  index_.add(made, [&](Obligation o) { return hash_of(nodes_[o]); });
  meter_.spend(1);
  return made;
}

Obligation Obligations::conjunction(Obligation a, Obligation b) {
  if (a == kFalse || b == kFalse) return kFalse;
  if (a == kTrue || a == b) return b;
  if (b == kTrue) return a;
  return make({.kind = Kind::And, .left = std::min(a, b), .right = std::max(a, b)});
}

Obligation Obligations::disjunction(Obligation a, Obligation b) {
  if (a == kTrue || b == kTrue) return kTrue;
  if (a == kFalse || a == b) return b;
  if (b == kFalse) return a;
  return make({.kind = Kind::Or, .left = std::min(a, b), .right = std::max(a, b)});
}

Obligation Obligations::letter(Literal literal) {
  return make({.kind = Kind::Letter, .literal = literal});
}

Obligation Obligations::next(Obligation a, bool bounded) {
  if (bounded) return conjunction(letter({kLast, false}), next(a, false));
  if (a == kFalse || (a == kTrue && traces_ != Traces::Finite)) return a;
  return make({.kind = Kind::Next, .left = a});
}

Obligation Obligations::weak_next(Obligation a, bool bounded) {
  if (bounded) return disjunction(letter({kLast, true}), next(a, false));
  if (traces_ != Traces::Finite) return next(a, false);
  if (a == kTrue) return a;
  return make({.kind = Kind::WeakNext, .left = a});
}

Obligation Obligations::until(Obligation a, Obligation b, Manner manner) {
  if (a == kFalse || b == kTrue || b == kFalse) return b;
  return make({Kind::Until, a, b, 0, 0, manner.bounded, {}, manner.group, manner.running});
}

Obligation Obligations::release(Obligation a, Obligation b, Manner manner) {
  if (a == kTrue || b == kTrue || b == kFalse) return b;
  if (a == kFalse && nodes_[b].kind == Kind::And && manner.group == 0) {
    // G(b1 and b2 and ...) = G b1 and G b2 and ...: as separate states their choices do not multiply in one DNF.
    Obligation all = kTrue;
    for (Obligation part : operands(b, Kind::And)) {
      all = conjunction(all, make({.kind = Kind::Release, .left = kFalse, .right = part, .bounded = manner.bounded}));
    }
    return all;
  }
  return make({Kind::Release, a, b, 0, 0, manner.bounded, {}, manner.group, manner.running});
}

Obligation Obligations::condition_holds(const Condition& condition) {
  Obligation all = kTrue;
  for (const Literal& literal : condition.guard) all = conjunction(all, letter(literal));
  for (Formula f : condition.items) all = conjunction(all, pair(f, false).holds);
  return all;
}

Obligation Obligations::condition_fails(const Condition& condition) {
  Obligation any = kFalse;
  for (const Literal& literal : condition.guard) any = disjunction(any, letter(negated(literal)));
  for (Formula f : condition.items) any = disjunction(any, pair(f, false).fails);
  return any;
}

Obligation Obligations::accepts(const Nfa::Node& node) {
  Obligation any = kFalse;
  for (const Condition& condition : node.accepting) any = disjunction(any, condition_holds(condition));
  return any;
}

Obligation Obligations::rejects(const Nfa::Node& node) {
  Obligation all = kTrue;
  for (const Condition& condition : node.accepting) all = conjunction(all, condition_fails(condition));
  return all;
}

namespace {

bool only_loops(const Nfa::Node& node, State self) {
  return std::all_of(node.edges.begin(), node.edges.end(), [&](const Nfa::Edge& edge) { return edge.target == self; });
}

}  // namespace

// A running obligation must remain one, because a step has to be counted on the way to it.
Obligation Obligations::diamond(std::uint32_t nfa, State state, Obligation continuation, Manner manner) {
  const Nfa::Node& node = nfas_[nfa].states[state];
  if (continuation == kFalse || (node.accepting.empty() && node.edges.empty())) return kFalse;
  if (only_loops(node, state) && !manner.running) {
    Obligation loop = kFalse;
    for (const Nfa::Edge& edge : node.edges) loop = disjunction(loop, condition_holds(edge.condition));
    return until(loop, conjunction(accepts(node), continuation), manner);
  }
  if (continuation == kTrue && accepts(node) == kTrue && !manner.running) return kTrue;
  return make({Kind::Diamond, continuation, 0, nfa, state, manner.bounded, {}, manner.group, manner.running});
}

Obligation Obligations::box(std::uint32_t nfa, State state, Obligation continuation, Manner manner) {
  const Nfa::Node& node = nfas_[nfa].states[state];
  if (continuation == kTrue || (node.accepting.empty() && node.edges.empty())) return kTrue;
  if (only_loops(node, state) && !manner.running) {
    Obligation leave = kTrue;
    for (const Nfa::Edge& edge : node.edges) leave = conjunction(leave, condition_fails(edge.condition));
    return release(leave, disjunction(rejects(node), continuation), manner);
  }
  if (continuation == kFalse && rejects(node) == kFalse && !manner.running) return kFalse;
  return make({Kind::Box, continuation, 0, nfa, state, manner.bounded, {}, manner.group, manner.running});
}

Obligation Obligations::continued(Obligation o) {
  Node node = nodes_[o];
  if (node.group == 0) return o;
  node.running = true;
  return make(node);
}

Obligation Obligations::expansion(Obligation o) {
  if (auto known = expansions_.find(o); known != expansions_.end()) return known->second;
  Node node = nodes_[o];
  Obligation result = o;
  Manner after = manner_of(node);
  after.running = node.group != 0;
  if (node.kind == Kind::Until) {
    result = disjunction(node.right, conjunction(node.left, next(continued(o), node.bounded)));
  } else if (node.kind == Kind::Release) {
    result = conjunction(node.right, disjunction(node.left, weak_next(continued(o), node.bounded)));
  } else if (node.kind == Kind::Diamond) {
    const Nfa::Node& from = nfas_[node.nfa].states[node.state];
    result = conjunction(accepts(from), node.left);
    for (const Nfa::Edge& edge : from.edges) {
      Obligation then = next(diamond(node.nfa, edge.target, node.left, after), node.bounded);
      result = disjunction(result, conjunction(condition_holds(edge.condition), then));
    }
  } else if (node.kind == Kind::Box) {
    const Nfa::Node& from = nfas_[node.nfa].states[node.state];
    result = disjunction(rejects(from), node.left);
    for (const Nfa::Edge& edge : from.edges) {
      Obligation then = weak_next(box(node.nfa, edge.target, node.left, after), node.bounded);
      result = conjunction(result, disjunction(condition_fails(edge.condition), then));
    }
  }
  expansions_.emplace(o, result);
  return result;
}

std::vector<Obligation> Obligations::operands(Obligation o, Kind kind) const {
  std::vector<Obligation> found;
  if (nodes_[o].kind != kind) return {o};
  std::vector<Obligation> open{o};
  std::unordered_set<Obligation> seen;
  while (!open.empty()) {
    Obligation part = open.back();
    open.pop_back();
    if (!seen.insert(part).second) continue;
    meter_.spend(1);
    if (nodes_[part].kind == kind) {
      open.push_back(nodes_[part].left);
      open.push_back(nodes_[part].right);
    } else {
      found.push_back(part);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

Obligation Obligations::letters(Formula f, bool positive) {
  std::optional<Guard> guard = guard_of(pool_, f, positive);
  return guard ? condition_holds({std::move(*guard), {}}) : kFalse;
}

std::uint32_t Obligations::nfa_of(Formula rho) {
  auto [at, added] = nfa_index_.try_emplace(rho, static_cast<std::uint32_t>(nfas_.size()));
  if (added) nfas_.push_back(build_nfa(pool_, rho, meter_));
  return at->second;
}

// The nodes of a formula and of its negation. A path formula must have been computed before.
Obligations::Pair Obligations::pair(Formula f, bool bounded) {
  if (!pool_[f].is_path) bounded = false;
  if (auto known = pairs_[bounded].find(f); known != pairs_[bounded].end()) return known->second;
  GNOMON_ASSERT(!pool_[f].is_path || pool_[f].op == Op::Delta, "operands come before their users");
  Pair result{letters(f, true), letters(f, false)};
  pairs_[bounded].emplace(f, result);
  return result;
}

Obligations::Pair Obligations::compute(Formula f, bool bounded) {
  const logic::Node& node = pool_[f];
  auto left = [&] { return pair(node.left, bounded); };
  auto right = [&] { return pair(node.right, bounded); };
  auto swapped = [](Pair p) { return Pair{p.fails, p.holds}; };
  auto both = [&](Pair a, Pair b) { return Pair{conjunction(a.holds, b.holds), disjunction(a.fails, b.fails)}; };
  auto either = [&](Pair a, Pair b) { return swapped(both(swapped(a), swapped(b))); };
  const bool counted = logic::has_bound(node.op);
  auto manner = [&](bool urgent) {
    if (!counted) return Manner{bounded, 0, false};
    groups_.push_back({pool_.interval(node).last, urgent});
    return Manner{bounded, static_cast<std::uint32_t>(groups_.size() - 1), false};
  };
  // a U b, and !(a U b) = !a R !b
  auto untils = [&](Pair a, Pair b) {
    return Pair{until(a.holds, b.holds, manner(true)), release(a.fails, b.fails, manner(false))};
  };
  auto releases = [&](Pair a, Pair b) { return swapped(untils(swapped(a), swapped(b))); };
  // <rho>c, and !<rho>c = [rho]!c
  auto diamonds = [&](Pair c) {
    std::uint32_t nfa = nfa_of(node.left);
    State initial = nfas_[nfa].initial;
    return Pair{diamond(nfa, initial, c.holds, manner(true)), box(nfa, initial, c.fails, manner(false))};
  };
  const Pair always{kTrue, kFalse};
  static_assert(
      operators_of(Family::Boolean) == 5 && operators_of(Family::Linear) == 12 && operators_of(Family::Dynamic) == 4,
      "every operator that makes a path formula has its rule here");
  const Op op = logic::without_bound(node.op);
  GNOMON_ASSERT(
      !counted || (pool_.interval(node).first == 0 && pool_.interval(node).last > 0 && op != Op::X && op != Op::W),
      "bounds that are not counted are written out before an automaton is built");
  if (node.op == Op::Not) return swapped(left());
  if (node.op == Op::And) return both(left(), right());
  if (node.op == Op::Or) return either(left(), right());
  if (node.op == Op::Implies) return either(swapped(left()), right());
  if (node.op == Op::Iff) {
    return {either(both(left(), right()), both(swapped(left()), swapped(right()))).holds,
            either(both(left(), swapped(right())), both(swapped(left()), right())).holds};
  }
  if (op == Op::X) return {next(left().holds, bounded), weak_next(left().fails, bounded)};
  if (op == Op::F) return untils(always, left());
  if (op == Op::G) return releases(swapped(always), left());
  if (op == Op::U) return untils(left(), right());
  if (op == Op::R) return releases(left(), right());
  if (op == Op::W) return releases(right(), either(left(), right()));  // a W b = b R (a or b)
  if (op == Op::Diamond) return diamonds(right());
  if (op == Op::Box) return swapped(diamonds(swapped(right())));
  return {letters(f, true), letters(f, false)};
}

// The path formulas below root (root included) outside state formulas, operands before users, each with the sense
// (bounded or not) in which it is needed. Path expressions are searched for tests of path formulas.
std::vector<std::pair<Formula, bool>> Obligations::path_formulas(Formula root) const {
  std::vector<std::pair<Formula, bool>> found;
  std::vector<std::pair<Formula, bool>> open{{root, traces_ == Traces::FiniteWithInfiniteTests}};
  std::unordered_set<Formula> seen[2];
  while (!open.empty()) {
    auto [f, bounded] = open.back();
    open.pop_back();
    if (f.is_none() || !pool_[f].is_path || pool_[f].op == Op::Delta || !seen[bounded].insert(f).second) continue;
    const logic::Node& node = pool_[f];
    if (!logic::is_path_expression(node.op)) found.emplace_back(f, bounded);
    open.emplace_back(node.left, bounded && node.op != Op::Test);
    open.emplace_back(node.right, bounded);
  }
  std::sort(found.begin(), found.end());
  return found;
}

Obligation Obligations::of(Formula root) {
  for (auto [f, bounded] : path_formulas(root)) {
    if (!pairs_[bounded].contains(f)) pairs_[bounded].emplace(f, compute(f, bounded));
  }
  if (traces_ != Traces::FiniteWithInfiniteTests) return pair(root, false).holds;
  return conjunction(pair(root, true).holds, until(letter({kLast, false}), letter({kLast, true}), {}));
}

}  // namespace gnomon::automata
