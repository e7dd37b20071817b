#include "sat/induction.h"

#include <map>
#include <utility>

namespace gnomon::sat {

Induction::Induction(const Model& model, const Goals& goals, Goal holds, Goal fails, bool check_base,
                     const Budget* budget)
    : model_(&model),
      holds_(holds),
      fails_(fails),
      check_base_(check_base),
      solver_(budget),
      demands_(solver_, model, goals),
      from_initial_(solver_.new_switch()) {
  path_.push_back(demands_.add_state(model.new_state(solver_), Solver::kTrue, {}));
  if (check_base) model.initial(solver_, from_initial_, demands_.state(path_.front()));
}

bool Induction::advance() {
  if (refuted_) return false;
  StateRef last = path_.back();
  Lit fails_here = demands_.need(fails_, last);
  if (check_base_) {
    Lit counterexample = solver_.new_switch();
    solver_.imply(counterexample, from_initial_);
    solver_.imply(counterexample, fails_here);
    demands_.settle();
    if (solver_.solve(counterexample)) {
      refuted_ = true;
      return false;
    }
  }
  solver_.add({demands_.need(holds_, last)});
  State next = model_->new_neighbour(solver_, demands_.state(last));
  path_.push_back(demands_.add_state(std::move(next), Solver::kTrue, {}));
  model_->step(solver_, Solver::kTrue, demands_.state(last), demands_.state(path_.back()));
  Lit leaves = demands_.need(fails_, path_.back());
  demands_.settle();
  while (solver_.solve(leaves)) {
    if (!forbid_repetitions()) return false;
  }
  return true;
}

// The last state of a model differs from all others, because p fails there and nowhere else.
bool Induction::forbid_repetitions() {
  std::map<std::vector<bool>, StateRef> seen;
  std::vector<std::pair<StateRef, StateRef>> repeated;
  for (StateRef ref : path_) {
    std::vector<bool> bits;
    for (Lit lit : demands_.state(ref)) bits.push_back(solver_.value(lit));
    auto [at, added] = seen.try_emplace(std::move(bits), ref);
    if (!added) repeated.emplace_back(std::exchange(at->second, ref), ref);
  }
  for (auto [earlier, later] : repeated) {
    const State& a = demands_.state(earlier);
    const State& b = demands_.state(later);
    std::vector<Lit> clause;
    for (std::uint32_t bit : model_->all_bits()) {
      if (a[bit] == b[bit]) continue;
      Lit differs = solver_.new_lit();
      solver_.add({!differs, a[bit], b[bit]});
      solver_.add({!differs, !a[bit], !b[bit]});
      clause.push_back(differs);
    }
    solver_.add(clause);
  }
  return !repeated.empty();
}

}  // namespace gnomon::sat
