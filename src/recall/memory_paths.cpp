#include "recall/memory_paths.h"

#include <algorithm>
#include <fmt/format.h>

#include "automata/buchi.h"
#include "automata/simplify.h"
#include "base/assert.h"
#include "check/fixpoints.h"
#include "check/letters.h"
#include "logic/simplify.h"
#include "recall/memory_product.h"

namespace gnomon::recall {

using check::PathEngine;
using logic::Formula;
using logic::FormulaPool;
using logic::Op;
using logic::Traces;

namespace {

// The formula with some subformulas replaced; what stands below a replaced one is not looked at.
Formula replaced(FormulaPool& pool, Formula root, const std::unordered_map<Formula, Formula>& replacement) {
  std::vector<Formula> part;
  std::unordered_map<Formula, Formula> done;
  std::vector<Formula> stack{root};
  while (!stack.empty()) {
    Formula f = stack.back();
    stack.pop_back();
    if (f.is_none() || !done.try_emplace(f).second) continue;
    part.push_back(f);
    if (replacement.count(f) != 0) continue;
    stack.push_back(pool[f].left);
    stack.push_back(pool[f].right);
  }
  std::sort(part.begin(), part.end());
  for (Formula f : part) {
    if (auto found = replacement.find(f); found != replacement.end()) {
      done[f] = found->second;
      continue;
    }
    const logic::Node node = pool[f];
    auto image = [&](Formula operand) { return operand.is_none() ? operand : done.at(operand); };
    done[f] = pool.make(node.op, image(node.left), image(node.right), node.name, node.name2);
  }
  return done.at(root);
}

// How many steps ahead a formula in normal form looks; none if it has path operators other than X.
std::optional<std::size_t> look_ahead(const FormulaPool& pool, Formula root) {
  std::unordered_map<Formula, std::size_t> depth;
  for (Formula f : pool.subformulas(root)) {
    const logic::Node& node = pool[f];
    if ((logic::is_path_operator(node.op) && node.op != Op::X) || logic::is_path_expression(node.op)) return {};
    std::size_t below = 0;
    if (!node.left.is_none()) below = depth.at(node.left);
    if (!node.right.is_none()) below = std::max(below, depth.at(node.right));
    depth[f] = below + (node.op == Op::X ? 1 : 0);
  }
  return depth.at(root);
}

class Search {
 public:
  Search(const MemoryGraph& graph, FormulaPool& pool, const PathPlan& plan, const check::PathOptions& options,
         std::vector<check::PathReport>& reports)
      : graph_(graph), pool_(pool), plan_(plan), limits_(options.limits), reports_(reports) {
    limits_.budget = &graph.forest().frame().model().manager().budget();
  }

  void set(Formula atom, PlaceSet places) { values_[atom] = std::move(places); }
  PlaceSet run(Formula core);

 private:
  const PlaceSet& value(Formula f);
  PlaceSet infinite(Formula f);
  PlaceSet part(Formula f);
  bool fixpoint(Formula f, PlaceSet& result);
  bool by_nfa(Formula f, PlaceSet& result);
  PlaceSet by_finite(Formula f);
  PlaceSet by_automaton(Formula f);
  LetterPlaces letters() {
    return [this](Formula f) { return value(f); };
  }
  void report(PathEngine engine, std::size_t states = 0, std::size_t edges = 0, std::string note = {}) {
    Formula searched = plan_.negated ? pool_.make(Op::Not, plan_.argument) : plan_.argument;
    reports_.push_back({searched, plan_.traces != Traces::Infinite, engine, states, edges, std::move(note)});
  }
  [[noreturn]] static void too_large() {
    throw LimitReached(Limit::Memory, "the automaton of a path formula over knowledge with memory is too large");
  }

  const MemoryGraph& graph_;
  FormulaPool& pool_;
  const PathPlan& plan_;
  automata::Limits limits_;
  std::vector<check::PathReport>& reports_;
  std::unordered_map<Formula, PlaceSet> values_;  // of state formulas over the atoms
};

// Boolean combinations of atoms.
const PlaceSet& Search::value(Formula root) {
  if (auto found = values_.find(root); found != values_.end()) return found->second;
  const PlaceSet& all = graph_.everything();
  for (Formula f : pool_.subformulas(root)) {
    if (values_.count(f) != 0) continue;
    const logic::Node& node = pool_[f];
    auto left = [&]() -> const PlaceSet& { return values_.at(node.left); };
    auto right = [&]() -> const PlaceSet& { return values_.at(node.right); };
    PlaceSet result;
    switch (node.op) {
      case Op::True:
        result = all;
        break;
      case Op::False:
        break;
      case Op::Not:
        result = all - left();
        break;
      case Op::And:
        result = left() & right();
        break;
      case Op::Or:
        result = left() | right();
        break;
      case Op::Implies:
        result = (all - left()) | right();
        break;
      case Op::Iff:
        result = (left() & right()) | (all - (left() | right()));
        break;
      default:
        GNOMON_ASSERT(false, "only Boolean operators stand over the letters of a path formula");
    }
    values_[f] = std::move(result);
  }
  return values_.at(root);
}

PlaceSet Search::run(Formula core) {
  if (!pool_[core].is_path) {
    report(PathEngine::Automatic, 0, 0, "decided by sets of places");
    return value(core) & graph_.with_path();
  }
  switch (plan_.traces) {
    case Traces::Infinite:
      return infinite(core);
    case Traces::Finite:
      return by_finite(core);
    case Traces::FiniteWithInfiniteTests:
      break;
  }
  return by_automaton(core);
}

// E(f or g) = E f or E g
PlaceSet Search::infinite(Formula root) {
  PlaceSet result;
  std::vector<Formula> stack{root};
  while (!stack.empty()) {
    Formula f = stack.back();
    stack.pop_back();
    if (pool_[f].op == Op::Or && pool_[f].is_path) {
      stack.push_back(pool_[f].right);
      stack.push_back(pool_[f].left);
    } else {
      result = result | part(f);
    }
  }
  return result;
}

// E(p and f) = p and E f for a state formula p.
PlaceSet Search::part(Formula root) {
  if (!pool_[root].is_path) return value(root) & graph_.with_path();
  PlaceSet condition = graph_.everything();
  Formula rest;
  std::vector<Formula> stack{root};
  while (!stack.empty()) {
    Formula f = stack.back();
    stack.pop_back();
    const logic::Node node = pool_[f];
    if (node.op == Op::And && node.is_path) {
      stack.push_back(node.left);
      stack.push_back(node.right);
    } else if (!node.is_path) {
      condition = condition & value(f);
    } else {
      rest = rest.is_none() ? f : pool_.make(Op::And, f, rest);
    }
  }
  if (condition.empty()) return condition;
  PlaceSet result;
  if (fixpoint(rest, result) || by_nfa(rest, result)) return condition & result;
  return condition & (plan_.look_ahead ? by_finite(rest) : by_automaton(rest));
}

bool Search::fixpoint(Formula f, PlaceSet& result) {
  const logic::Node node = pool_[f];
  bool unary = node.op == Op::X || node.op == Op::F || node.op == Op::G;
  bool binary = node.op == Op::U || node.op == Op::W || node.op == Op::R;
  if (!unary && !binary) return false;
  if (pool_[node.left].is_path || (binary && pool_[node.right].is_path)) return false;
  const PlaceSet left = value(node.left);
  const PlaceSet right = binary ? value(node.right) : left;
  auto continued = [&](const PlaceSet& set) { return set & graph_.forest().frame().with_path(); };
  auto always = [&](const PlaceSet& set) { return check::fair_globally(graph_, set, graph_.fairness()); };
  switch (node.op) {
    case Op::X:
      result = graph_.predecessors(continued(left));
      break;
    case Op::F:
      result = check::until(graph_, graph_.everything(), continued(left));
      break;
    case Op::G:
      result = always(left);
      break;
    case Op::U:
      result = check::until(graph_, left, continued(right));
      break;
    case Op::W:
      result = check::until(graph_, left, continued(right) | always(left));
      break;
    default:
      result = check::until(graph_, right, continued(left & right) | always(right));
      break;  // R
  }
  report(PathEngine::Fixpoint);
  return true;
}

bool Search::by_nfa(Formula f, PlaceSet& result) {
  const logic::Node node = pool_[f];
  if (node.op != Op::Diamond || pool_[node.left].is_path || pool_[node.right].is_path) return false;
  std::optional<automata::Nfa> nfa = automata::build_nfa(pool_, node.left, limits_);
  if (!nfa || nfa->has_path_tests()) return false;
  PlaceSet last = value(node.right) & graph_.forest().frame().with_path();
  result = matched_from(graph_, *nfa, last, letters());
  report(PathEngine::Nfa, nfa->states.size(), nfa->edge_count());
  return true;
}

// Some trace, the beginning of an infinite path, satisfies f. With no operator but X this is the same as that an
// infinite path does.
PlaceSet Search::by_finite(Formula f) {
  std::optional<automata::Nfa> nfa = automata::build_finite(pool_, f, limits_);
  if (!nfa) too_large();
  PlaceSet result = matched_from(graph_, *nfa, graph_.with_path(), letters());
  report(PathEngine::Nfa, nfa->states.size(), nfa->edge_count());
  return result;
}

PlaceSet Search::by_automaton(Formula f) {
  std::optional<automata::Buchi> buchi = automata::build_buchi(pool_, f, plan_.traces, {}, limits_);
  if (!buchi) too_large();
  PlaceSet result = accepted_from(graph_, *buchi, letters());
  report(PathEngine::Explicit, buchi->states.size(), buchi->edge_count(),
         automata::strength_name(automata::classify(*buchi).strength));
  return result;
}

}  // namespace

PathPlan plan_path(FormulaPool& pool, Op quantifier, Formula argument, const check::PathOptions& options) {
  PathPlan plan;
  plan.argument = argument;
  plan.negated = quantifier == Op::PathA || quantifier == Op::PathAf;
  bool finite = quantifier == Op::PathAf || quantifier == Op::PathEf;
  plan.traces = !finite                     ? Traces::Infinite
                : options.tests_look_beyond ? Traces::FiniteWithInfiniteTests
                                            : Traces::Finite;
  plan.letters = check::letters_of(pool, argument);
  std::unordered_map<Formula, Formula> atoms;
  for (Formula letter : plan.letters) {
    // No name of a model contains this sign.
    plan.atoms.push_back(pool.atom(fmt::format("#{}", letter.index())));
    atoms[letter] = plan.atoms.back();
  }
  Formula core = replaced(pool, argument, atoms);
  core = plan.negated ? logic::negated_normal_form(pool, core, plan.traces)
                      : logic::negation_normal_form(pool, core, plan.traces);
  plan.core = logic::negation_normal_form(pool, logic::simplify(pool, core, plan.traces), plan.traces);
  if (!finite) plan.look_ahead = look_ahead(pool, plan.core);
  return plan;
}

// A letter that holds everywhere or nowhere is a constant: what the model makes trivial costs no automaton states.
PlaceSet exists_path(const MemoryGraph& graph, FormulaPool& pool, const PathPlan& plan,
                     const std::vector<PlaceSet>& places, const check::PathOptions& options,
                     std::vector<check::PathReport>& reports) {
  Search search(graph, pool, plan, options, reports);
  std::unordered_map<Formula, Formula> constants;
  for (std::size_t i = 0; i < plan.letters.size(); ++i) {
    if (places[i].empty()) {
      constants[plan.atoms[i]] = pool.truth(false);
    } else if (places[i] == graph.everything()) {
      constants[plan.atoms[i]] = pool.truth(true);
    }
    search.set(plan.atoms[i], places[i]);
  }
  Formula core = plan.core;
  if (!constants.empty()) {
    core = logic::simplify(pool, replaced(pool, core, constants), plan.traces);
    core = logic::negation_normal_form(pool, core, plan.traces);
  }
  return search.run(core);
}

}  // namespace gnomon::recall
