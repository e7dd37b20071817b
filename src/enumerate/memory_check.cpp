#include "enumerate/memory_check.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "base/assert.h"
#include "check/letters.h"
#include "enumerate/histories.h"
#include "enumerate/memory_space.h"
#include "recall/prepare.h"

namespace gnomon::enumerate {

using logic::Formula;
using logic::KnowledgeSemantics;
using logic::Op;

namespace {

// The formula with atoms for its largest parts about states alone, and these parts by atom.
struct OverAtoms {
  Formula formula;
  std::vector<std::pair<Formula, Formula>> atoms;
};

OverAtoms over_atoms(logic::FormulaPool& pool, Formula root) {
  const std::vector<bool> memory = recall::memoryful(pool, root);
  OverAtoms result;
  std::unordered_map<Formula, Formula> done;
  for (Formula f : pool.subformulas(root)) {  // operands first
    const logic::Node node = pool[f];
    if (logic::is_state_formula(node) && !memory[f.index()]) {
      const bool constant = node.op == Op::True || node.op == Op::False;
      done[f] = constant ? f : check::atom_for(pool, f);
      continue;
    }
    auto operand = [&](Formula g) { return g.is_none() ? g : done.at(g); };
    done[f] = pool.make_like(node, operand(node.left), operand(node.right));
  }
  result.formula = done.at(root);
  for (const auto& [f, atom] : done) {
    if (pool[atom].op == Op::Atom && f != atom) result.atoms.emplace_back(atom, f);
  }
  return result;
}

// The states of the formula. What a path formula says about single places is evaluated before it, and atoms stand for it
// there: otherwise the methods for path formulas might rewrite it, and ask about knowledge inside worlds of which nothing is
// known.
const BitSet& places_of(check::LabellingOf<MemorySpace>& labels, Formula root) {
  logic::FormulaPool& pool = labels.pool();
  std::unordered_map<Formula, Formula> done;
  for (Formula f : pool.subformulas(root)) {
    const logic::Node node = pool[f];
    if (!logic::is_state_formula(node)) continue;
    if (logic::is_path_quantifier(node.op) && pool[node.left].is_path) {
      const Formula core = check::with_letters(pool, node.left, [&](Formula letter) {
        if (pool[letter].op == Op::True || pool[letter].op == Op::False) return letter;
        const Formula atom = check::atom_for(pool, letter);
        labels.define(atom, labels.states(done.at(letter)));
        return atom;
      });
      done[f] = pool.make_like(node, core, {});
    } else {
      auto operand = [&](Formula g) { return g.is_none() ? g : done.at(g); };
      done[f] = pool.make_like(node, operand(node.left), operand(node.right));
    }
  }
  return labels.states(done.at(root));
}

// The place that a history of these states leads to: steps from one place lead to places with different states.
PlaceIndex place_after(const Histories& histories, const std::vector<StateIndex>& history) {
  const auto has = [&](StateIndex s) { return [&histories, s](PlaceIndex p) { return histories.state(p) == s; }; };
  const auto first = std::find_if(histories.initial().begin(), histories.initial().end(), has(history.front()));
  GNOMON_ASSERT(first != histories.initial().end(), "a history begins in an initial state");
  PlaceIndex at = *first;
  for (std::size_t i = 1; i < history.size(); ++i) {
    std::size_t step = 0;
    while (step < histories.successor_count(at) && !has(history[i])(histories.successor(at, step))) ++step;
    GNOMON_ASSERT(step < histories.successor_count(at), "a history consists of steps");
    at = histories.successor(at, step);
  }
  return at;
}

// A formula at places. Without a history at those where histories begin, otherwise after it.
bool holds_on_places(LabelledSpace& plain, Formula f, KnowledgeSemantics semantics, const MemoryCheckOptions& options,
                     const std::vector<StateIndex>& history, MemoryVerdict& verdict) {
  logic::FormulaPool& pool = plain.labels.pool();
  Beginnings from{plain.space.initial() & plain.space.states(), {}};
  from.believed = options.initial == recall::InitialInformation::All ? plain.space.states() : from.actual;
  const OverAtoms replaced = over_atoms(pool, f);
  std::unique_ptr<Histories> histories;
  if (semantics == KnowledgeSemantics::Clock) {
    histories = std::make_unique<TimedHistories>(plain.space, from, options.most_places);
  } else {
    histories = std::make_unique<RecalledHistories>(plain.space, pool, replaced.formula, from, options.most_places);
  }
  verdict.places += histories->size();
  const MemorySpace space(plain.space, *histories);
  check::PathCheckerOf<MemorySpace> paths(options.paths);
  check::LabellingOf<MemorySpace> labels(space, pool, &paths);
  // Only those that the formula still speaks of are evaluated.
  const std::vector<Formula> parts = pool.subformulas(replaced.formula);
  for (const auto& [atom, part] : replaced.atoms) {
    if (std::binary_search(parts.begin(), parts.end(), atom))
      labels.define(atom, space.lifted(plain.labels.states(part)));
  }
  const BitSet& places = places_of(labels, replaced.formula);
  const bool holds =
      history.empty() ? space.initial().subset_of(places) : places.test(place_after(*histories, history));
  verdict.paths.insert(verdict.paths.end(), paths.reports().begin(), paths.reports().end());
  return holds;
}

}  // namespace

bool changes_observations(logic::FormulaPool& pool, Formula f) {
  const std::vector<Formula> all = pool.subformulas(recall::prepared(pool, f));
  return std::any_of(all.begin(), all.end(), [&](Formula g) { return pool[g].op == Op::Delta; });
}

MemoryVerdict holds_with_memory(LabelledSpace& plain, Formula formula, KnowledgeSemantics semantics,
                                const MemoryCheckOptions& options) {
  logic::FormulaPool& pool = plain.labels.pool();
  MemoryVerdict verdict;
  for (Formula part : recall::conjuncts(pool, recall::prepared(pool, formula))) {
    const bool memory = recall::memoryful(pool, part)[part.index()];
    verdict.holds =
        memory ? holds_on_places(plain, part, semantics, options, {}, verdict) : plain.labels.holds_initially(part);
    if (!verdict.holds) break;
  }
  return verdict;
}

bool holds_after(LabelledSpace& plain, const std::vector<StateIndex>& history, Formula formula,
                 KnowledgeSemantics semantics, const MemoryCheckOptions& options) {
  logic::FormulaPool& pool = plain.labels.pool();
  const std::vector<Formula> parts = recall::conjuncts(pool, recall::prepared(pool, formula));
  MemoryVerdict unused;
  return std::all_of(parts.begin(), parts.end(), [&](Formula part) {
    const bool memory = recall::memoryful(pool, part)[part.index()];
    return memory ? holds_on_places(plain, part, semantics, options, history, unused)
                  : plain.labels.states(part).test(history.back());
  });
}

}  // namespace gnomon::enumerate
