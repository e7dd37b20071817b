#include "exchange/violations.h"

#include <algorithm>

#include "check/letters.h"
#include "engine/amount.h"
#include "logic/fragment.h"
#include "logic/nnf.h"
#include "logic/simplify.h"
#include "logic/unfold.h"

namespace gnomon::exchange {

using logic::Formula;
using logic::FormulaPool;
using logic::Node;
using logic::Op;

bool is_propositional(const FormulaPool& pool, Formula f) {
  return logic::classify(pool, f).is_propositional();
}

std::string foreign_operator(const FormulaPool& pool, const logic::Property& property) {
  if (engine::asks_for_numbers(pool, property)) return "it asks for a number of steps";
  const logic::Fragment fragment = logic::classify(pool, property.formula);
  if (fragment.observation) return "it changes what an agent observes";
  if (fragment.knowledge) return "it is about knowledge";
  if (fragment.deontic) return "it is about obligations";
  if (fragment.strategic) return "it is about strategies";
  if (fragment.finite_traces) return "it is about finite traces";
  return {};
}

namespace {

class Refuter {
 public:
  Refuter(FormulaPool& pool, const PathFacts& facts, const Budget& budget)
      : pool_(pool), facts_(facts), budget_(budget) {}

  Refutation run(Formula formula);

 private:
  // What refutes one formula that is no conjunction; false if nothing here does.
  bool add(Formula f);
  bool add_path(Formula path_formula);
  bool add_state(ViolationKind kind, Formula f);

  FormulaPool& pool_;
  PathFacts facts_;
  const Budget& budget_;
  Refutation found_;
};

// A state that matters is one from which a fair path starts; so under fairness states are looked for on paths.
bool Refuter::add_state(ViolationKind kind, Formula f) {
  if (!is_propositional(pool_, f)) return false;
  if (!facts_.fair) {
    found_.violations.push_back({kind, f});
    return true;
  }
  // Words of infinite paths: something must be said of the path, lest it is a state formula.
  const Formula here = kind == ViolationKind::Always ? f : pool_.make(Op::Or, f, pool_.make(Op::G, pool_.truth(false)));
  return add_path(kind == ViolationKind::Always ? pool_.make(Op::G, here) : here);
}

bool Refuter::add_path(Formula path_formula) {
  const std::vector<Formula> letters = check::letters_of(pool_, path_formula);
  const bool over_propositions =
      std::all_of(letters.begin(), letters.end(), [&](Formula letter) { return is_propositional(pool_, letter); });
  if (!over_propositions) return false;
  const Node node = pool_[path_formula];
  if (node.op == Op::G && !pool_[node.left].is_path && facts_.endless && !facts_.fair) {
    found_.violations.push_back({ViolationKind::Always, node.left});
    return true;
  }
  Formula negated = logic::negated_normal_form(pool_, path_formula, logic::Traces::Infinite, &budget_);
  if (logic::has_path_bounds(pool_, negated)) {
    negated = logic::unfolded(pool_, negated, logic::Traces::Infinite, &budget_);
  }
  found_.violations.push_back({ViolationKind::Path, negated});
  return true;
}

bool Refuter::add(Formula f) {
  const Node node = pool_[f];
  switch (node.op) {
    case Op::AG:
      return add_state(ViolationKind::Always, node.left);
    case Op::AF:
      return add_path(pool_.make(Op::F, node.left));
    case Op::AU:
      return (facts_.fair || facts_.endless) && add_path(pool_.make(Op::U, node.left, node.right));
    case Op::PathA:
      return add_path(node.left);
    default:
      return add_state(ViolationKind::Initially, f);
  }
}

Refutation Refuter::run(Formula formula) {
  std::vector<Formula> open{logic::negation_normal_form(
      pool_, logic::simplify(pool_, formula, logic::Traces::Infinite, &budget_), logic::Traces::Infinite, &budget_)};
  while (!open.empty()) {
    const Formula f = open.back();
    open.pop_back();
    const Node node = pool_[f];
    if (node.op == Op::And && !is_propositional(pool_, f)) {
      open.push_back(node.right);
      open.push_back(node.left);
    } else if (!add(f)) {
      found_.violations.clear();
      found_.left_out =
          node.op == Op::AU && is_propositional(pool_, node.left) && is_propositional(pool_, node.right)
              ? "A(f U g) is not about infinite paths alone where states are without successor"
              : "it is no conjunction of invariants and of formulas A f about paths whose letters are propositions";
      break;
    }
  }
  return std::move(found_);
}

}  // namespace

Refutation refutation(FormulaPool& pool, const logic::Property& property, const PathFacts& facts,
                      const Budget& budget) {
  if (std::string reason = foreign_operator(pool, property); !reason.empty()) return {{}, std::move(reason)};
  try {
    return Refuter(pool, facts, budget).run(property.formula);
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Size) throw;
    return {{}, limit.what()};
  }
}

}  // namespace gnomon::exchange
