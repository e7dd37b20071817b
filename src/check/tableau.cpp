#include "check/tableau.h"

#include <unordered_map>

#include "check/letters.h"
#include "check/symbolic_automaton.h"

namespace gnomon::check {

using bdd::Bdd;
using logic::Formula;
using logic::Node;
using logic::Op;

namespace {

bool is_linear(Op op) {
  return op == Op::X || op == Op::F || op == Op::G || op == Op::U || op == Op::W || op == Op::R;
}

}  // namespace

bool in_tableau_fragment(const logic::FormulaPool& pool, Formula f) {
  for (Formula g : pool.path_part(f)) {
    Op op = pool[g].op;
    if (pool[g].is_path && !is_linear(op) && op != Op::And && op != Op::Or) return false;
  }
  return true;
}

StateSet tableau_accepted_from(Labelling& labelling, Formula root, std::vector<std::pair<bdd::Var, bdd::Var>>& reserve,
                               TableauSize& size) {
  const logic::FormulaPool& pool = labelling.pool();
  const Frame& frame = labelling.frame();
  std::vector<Formula> nodes = pool.path_part(root);
  std::unordered_map<Formula, std::size_t> promise;
  for (Formula f : nodes) {
    if (is_linear(pool[f].op)) promise.emplace(f, promise.size());
  }
  SymbolicAutomaton tableau(frame, reserve, promise.size(), SymbolicAutomaton::Reads::Successor);

  std::unordered_map<Formula, Bdd> sat;       // over current promises
  std::unordered_map<Formula, Bdd> sat_next;  // over next promises
  for (bool next : {false, true}) {
    auto& truth = next ? sat_next : sat;
    for (Formula f : nodes) {
      const Node node = pool[f];
      if (!node.is_path) {
        truth.emplace(f, labelling.states(f).bdd());
        continue;
      }
      Bdd left = truth.at(node.left);
      Bdd right = node.right.is_none() ? left : truth.at(node.right);
      Bdd x = !is_linear(node.op) ? left : next ? tableau.next(promise.at(f)) : tableau.now(promise.at(f));
      switch (node.op) {
        case Op::And:
          truth.emplace(f, left & right);
          break;
        case Op::Or:
          truth.emplace(f, left | right);
          break;
        case Op::X:
          truth.emplace(f, x);
          break;
        case Op::F:
          truth.emplace(f, left | x);
          break;
        case Op::G:
          truth.emplace(f, left & x);
          break;
        case Op::U:
        case Op::W:
          truth.emplace(f, right | (left & x));
          break;
        default:
          truth.emplace(f, right & (left | x));
          break;  // R
      }
    }
  }
  for (Formula f : nodes) {
    const Node node = pool[f];
    if (!is_linear(node.op)) continue;
    Bdd x = tableau.now(promise.at(f));
    tableau.add_relation(x.implies(node.op == Op::X ? sat_next.at(node.left) : sat_next.at(f)));
    if (node.op != Op::F && node.op != Op::U) continue;
    tableau.add_goal(x.implies(sat.at(node.op == Op::F ? node.left : node.right)));
    ++size.goals;
  }
  size.variables = promise.size();
  tableau.finish();
  return tableau.accepted_from(sat.at(root));
}

}  // namespace gnomon::check
