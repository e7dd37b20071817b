#include "sat/chain.h"

#include "sat/obligations.h"

namespace gnomon::sat {

Chain::Chain(Obligations& obligations, const GoalNode& node, Lit demanded, StateRef state)
    : obligations_(&obligations), node_(&node), state_(state), front_(obligations.solver().new_switch()) {
  Solver& solver = obligations.solver();
  Goal target = node.parts.front();
  solver.add({!demanded, obligations.need(target, state), front_});
  Lit on = front_;
  add_link();
  solver.imply(on, obligations.need(target, latest_));
}

void Chain::extend() {
  Lit on = front_;
  StateRef next = latest_;
  add_link();
  obligations_->alike(on, node_->observers, latest_, next);
}

void Chain::add_link() {
  Solver& solver = obligations_->solver();
  Lit on = front_;
  latest_ = obligations_->add_reached(node_->automaton, on);
  Lit direct = solver.new_switch();
  front_ = solver.new_switch();
  obligations_->alike(direct, node_->observers, state_, latest_);
  solver.add({!on, direct, front_});
  ++links_;
}

}  // namespace gnomon::sat
