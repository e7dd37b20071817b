#include "check/tableau.h"

namespace gnomon::check {

using logic::Op;

bool is_linear_operator(Op op) {
  return op == Op::X || op == Op::F || op == Op::G || op == Op::U || op == Op::W || op == Op::R;
}

bool in_tableau_fragment(const logic::FormulaPool& pool, logic::Formula f) {
  for (logic::Formula g : pool.path_part(f)) {
    Op op = pool[g].op;
    if (pool[g].is_path && !is_linear_operator(op) && op != Op::And && op != Op::Or) return false;
  }
  return true;
}

}  // namespace gnomon::check
