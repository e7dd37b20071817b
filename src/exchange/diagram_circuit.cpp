#include "exchange/diagram_circuit.h"

#include "base/assert.h"
#include "bdd/held_order.h"

namespace gnomon::exchange {

using bdd::Bdd;

void DiagramCircuit::set(bdd::Var var, Wire wire) {
  GNOMON_ASSERT(wires_.count(var.value) == 0, "a variable has one wire");
  wires_.emplace(var.value, wire);
}

Wire DiagramCircuit::signal(const Bdd& f) {
  if (f.is_constant()) return f.is_true() ? kAlways : kNever;
  auto known = [&](const Bdd& g, Wire& wire) {
    if (g.is_constant()) {
      wire = g.is_true() ? kAlways : kNever;
      return true;
    }
    if (auto at = made_.find(g); at != made_.end()) {
      wire = at->second;
      return true;
    }
    auto negation = made_.find(!g);
    if (negation == made_.end()) return false;
    wire = !negation->second;
    return true;
  };
  const bdd::HeldOrder held(manager_);
  std::vector<Bdd> open{f};
  Wire result;
  while (!open.empty()) {
    const Bdd node = open.back();
    Wire low;
    Wire high;
    if (known(node, result)) {
      open.pop_back();
      continue;
    }
    const bool has_low = known(node.low(), low);
    const bool has_high = known(node.high(), high);
    if (!has_low) open.push_back(node.low());
    if (!has_high) open.push_back(node.high());
    if (!has_low || !has_high) continue;
    open.pop_back();
    result = aig_.choose(wires_.at(node.top().value), high, low);
    made_.emplace(node, result);
  }
  return result;
}

Bdd DiagramCircuit::choose(const Bdd& relation, std::span<const Bit> bits) {
  std::vector<Bdd> can(bits.size() + 1);  // by the number of bits that are chosen
  can.back() = relation;
  for (std::size_t i = bits.size(); i-- > 0;) {
    can[i] = exists(can[i + 1], manager_.set(std::span(&bits[i].var, 1)));
  }
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const Bdd can_be_set = cofactor(can[i + 1], manager_.literal(bits[i].var, true));
    const Bdd can_be_clear = cofactor(can[i + 1], manager_.literal(bits[i].var, false));
    // Where no choice is allowed at all the bit does not matter.
    const Bdd set = can[i].is_false() ? can_be_set : restrict_to(can_be_set, can[i]);
    Wire wire = signal(set);
    if (!can_be_set.disjoint_from(can_be_clear)) {
      const Bdd clear = restrict_to(can_be_clear, can[i]);
      wire = aig_.both(wire, aig_.either(!signal(clear), aig_.add_input(bits[i].name)));
    }
    this->set(bits[i].var, wire);
  }
  return can.front();
}

}  // namespace gnomon::exchange
