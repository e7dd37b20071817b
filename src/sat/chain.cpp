#include "sat/chain.h"

#include "sat/demands.h"

namespace gnomon::sat {

Chain::Chain(Demands& demands, const GoalNode& node, Lit demanded, StateRef state)
    : demands_(&demands), node_(&node), state_(state), front_(demands.solver().new_switch()) {
  Solver& solver = demands.solver();
  Goal target = node.parts.front();
  solver.add({!demanded, demands.need(target, state), front_});
  Lit on = front_;
  add_link();
  solver.imply(on, demands.need(target, latest_));
}

void Chain::extend() {
  Lit on = front_;
  StateRef next = latest_;
  add_link();
  demands_->alike(on, node_->observers, latest_, next);
}

void Chain::add_link() {
  Solver& solver = demands_->solver();
  Lit on = front_;
  latest_ = demands_->add_reached(node_->automaton, on);
  Lit direct = solver.new_switch();
  front_ = solver.new_switch();
  demands_->alike(direct, node_->observers, state_, latest_);
  solver.add({!on, direct, front_});
  ++links_;
}

}  // namespace gnomon::sat
