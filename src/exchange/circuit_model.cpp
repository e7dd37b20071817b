#include "exchange/circuit_model.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <unordered_map>

#include "base/assert.h"

namespace gnomon::exchange {

using bdd::Bdd;
using bdd::Var;
using ispl::AgentId;
using ispl::VarId;
using logic::Formula;
using logic::Op;

namespace {

// `Agent.x` for a single bit, otherwise `Agent.x[2]`, the least significant bit being number 0.
std::string bit_name(const std::string& field, std::size_t bits, std::size_t place) {
  return bits == 1 ? field : fmt::format("{}[{}]", field, bits - 1 - place);
}

}  // namespace

CircuitModel::CircuitModel(model::SymbolicModel& model, bool endless)
    : model_(model), source_(model.source()), endless_(endless), circuit_(aig_, model.manager()) {
  add_states();
  add_actions();
  add_evolution();
  connect();
}

std::string CircuitModel::variable_name(VarId var) const {
  const ispl::Variable& variable = source_.variable(var);
  return source_.agent(variable.owner).name + "." + variable.name;
}

std::vector<DiagramCircuit::Bit> CircuitModel::named_bits(const std::vector<Var>& vars,
                                                          const std::string& field) const {
  std::vector<DiagramCircuit::Bit> bits;
  for (std::size_t b = 0; b < vars.size(); ++b) bits.push_back({vars[b], bit_name(field, vars.size(), b)});
  return bits;
}

void CircuitModel::add_states() {
  for (std::size_t v = 0; v < source_.variables.size(); ++v) {
    const model::Field& field = model_.encoding().variable(VarId(v));
    for (std::size_t b = 0; b < field.current.size(); ++b) {
      state_.push_back(aig_.add_latch(bit_name(variable_name(VarId(v)), field.current.size(), b)));
      current_.push_back(field.current[b]);
      next_.push_back(field.next[b]);
      circuit_.set(field.current[b], state_.back());
    }
  }
}

void CircuitModel::add_actions() {
  const std::vector<Bdd>& protocols = model_.protocols();
  for (std::size_t a = 0; a < protocols.size(); ++a) {
    const std::vector<Var>& bits = model_.encoding().action(AgentId(a)).current;
    const std::string field = source_.agents[a].name + ".Action";
    const Bdd enabled = circuit_.choose(protocols[a], named_bits(bits, field));
    if (!endless_) possible_ = aig_.both(possible_, circuit_.signal(enabled));
  }
}

void CircuitModel::add_evolution() {
  for (const model::Conjunct& conjunct : model_.evolution()) {
    std::vector<DiagramCircuit::Bit> bits;
    for (VarId var : conjunct.writes) {
      const std::string field = variable_name(var) + ".choice";
      for (DiagramCircuit::Bit& bit : named_bits(model_.encoding().variable(var).next, field)) {
        bits.push_back(std::move(bit));
      }
    }
    const Bdd defined = circuit_.choose(conjunct.relation, bits);
    if (!endless_) possible_ = aig_.both(possible_, circuit_.signal(defined));
    for (const DiagramCircuit::Bit& bit : bits) {
      const auto place = static_cast<std::size_t>(std::find(next_.begin(), next_.end(), bit.var) - next_.begin());
      next_state_.resize(state_.size(), kNever);
      next_state_[place] = circuit_.wire(bit.var);
    }
  }
}

Wire CircuitModel::add_own_latch(const std::string& name, bool initially) {
  own_.push_back(aig_.latches().size());
  return aig_.add_latch(name, initially);
}

// The values that latches take over, and how the circuit begins.
void CircuitModel::connect() {
  std::vector<bool> written(source_.variables.size(), false);
  for (const model::Conjunct& conjunct : model_.evolution()) {
    for (VarId var : conjunct.writes) written[var.index()] = true;
  }
  next_state_.resize(state_.size(), kNever);
  std::size_t place = 0;
  for (std::size_t v = 0; v < source_.variables.size(); ++v) {
    const std::size_t bits = model_.encoding().variable(VarId(v)).current.size();
    for (std::size_t b = 0; b < bits; ++b, ++place) {
      if (!written[v]) next_state_[place] = state_[place];
    }
  }
  const Bdd& initial = model_.initial().bdd();
  GNOMON_ASSERT(!initial.is_false(), "a model without initial states has no circuit");
  const bool single = model_.count(model_.initial()) == 1;
  if (single) {
    for (std::size_t i = 0; i < state_.size(); ++i) {
      aig_.set_initially(state_[i], initial.subset_of(model_.manager().literal(current_[i])));
    }
  } else {
    begun_ = add_own_latch("begun");
    aig_.set_next(*begun_, kAlways);
    DiagramCircuit beginning(aig_, model_.manager());
    std::vector<DiagramCircuit::Bit> bits;
    for (std::size_t i = 0; i < state_.size(); ++i) {
      bits.push_back({current_[i], "initial." + aig_.latches()[i].name});
    }
    beginning.choose(initial, bits);
    for (std::size_t i = 0; i < state_.size(); ++i) {
      next_state_[i] = aig_.choose(*begun_, next_state_[i], beginning.wire(current_[i]));
    }
    present_ = *begun_;
  }
  for (std::size_t i = 0; i < state_.size(); ++i) aig_.set_next(state_[i], next_state_[i]);
  if (endless_) return;
  const Wire alive = add_own_latch("alive", true);
  aig_.set_next(alive, aig_.both(alive, single ? possible_ : aig_.either(possible_, !*begun_)));
  present_ = aig_.both(present_, alive);
}

std::vector<std::size_t> CircuitModel::latches_of(VarId var) const {
  std::size_t first = 0;
  for (std::size_t v = 0; v < var.index(); ++v) first += model_.encoding().variable(VarId(v)).current.size();
  std::vector<std::size_t> places;
  for (std::size_t b = 0; b < model_.encoding().variable(var).current.size(); ++b) places.push_back(first + b);
  return places;
}

// The latches hold an initial state: nothing has happened yet.
Wire CircuitModel::first_state() {
  if (first_) return *first_;
  // With the latch `begun` the initial state is there when that latch has just become 1.
  first_ = add_own_latch("first", !begun_);
  aig_.set_next(*first_, begun_ ? !*begun_ : kNever);
  return *first_;
}

Wire CircuitModel::holds(Formula propositional) {
  std::unordered_map<Formula, Wire> wires;
  const logic::FormulaPool& pool = source_.pool;
  for (Formula f : pool.subformulas(propositional)) {
    const logic::Node& node = pool[f];
    auto left = [&] { return wires.at(node.left); };
    auto right = [&] { return wires.at(node.right); };
    auto red = [&] { return circuit_.signal(model_.red(*source_.agent_of(node.name)).bdd()); };
    Wire& made = wires[f];
    switch (node.op) {
      case Op::True:
        made = kAlways;
        break;
      case Op::False:
        made = kNever;
        break;
      case Op::Atom:
        made = circuit_.signal(model_.proposition(*source_.proposition_of(node.name)).bdd());
        break;
      case Op::Green:
        made = !red();
        break;
      case Op::Red:
        made = red();
        break;
      case Op::Not:
        made = !left();
        break;
      case Op::And:
        made = aig_.both(left(), right());
        break;
      case Op::Or:
        made = aig_.either(left(), right());
        break;
      case Op::Implies:
        made = aig_.either(!left(), right());
        break;
      case Op::Iff:
        made = aig_.choose(left(), right(), !right());
        break;
      default:
        static_assert(logic::covers(logic::Family::Atom, {Op::True, Op::False, Op::Atom, Op::Green, Op::Red}));
        static_assert(logic::covers(logic::Family::Boolean, {Op::Not, Op::And, Op::Or, Op::Implies, Op::Iff}));
        GNOMON_ASSERT(false, "only propositional formulas are signals");
    }
  }
  return wires.at(propositional);
}

Wire CircuitModel::holds(const automata::Guard& guard) {
  Wire all = kAlways;
  for (const automata::Literal& literal : guard) {
    const Wire letter = holds(literal.letter);
    all = aig_.both(all, literal.positive ? letter : !letter);
  }
  return all;
}

CircuitModel::Property CircuitModel::property(const Violation& violation, const std::string& name,
                                              const Budget& budget) {
  switch (violation.kind) {
    case ViolationKind::Initially:
      return {false, {aig_.both(aig_.both(first_state(), present_), !holds(violation.formula))}};
    case ViolationKind::Always:
      return {false, {aig_.both(present_, !holds(violation.formula))}};
    case ViolationKind::Path:
      break;
  }
  automata::Limits limits;
  limits.budget = &budget;
  std::string reason;
  std::optional<automata::Buchi> automaton =
      automata::build_buchi(source_.pool, violation.formula, logic::Traces::Infinite, {}, limits, &reason);
  if (!automaton) throw LimitReached(Limit::Size, reason);
  return run(*automaton, name);
}

// A run of the automaton along the path: in every state of the model it takes an edge, chosen by inputs, whose guard holds.
// A run that finds none is lost.
CircuitModel::Property CircuitModel::run(const automata::Buchi& automaton, const std::string& name) {
  // The initial state gets the code 0, with which latches begin.
  auto code = [&](std::size_t q) { return q == automaton.initial ? 0 : q == 0 ? std::size_t{automaton.initial} : q; };
  std::size_t most_edges = 0;
  for (const automata::Buchi::Node& node : automaton.states) most_edges = std::max(most_edges, node.edges.size());
  auto bits_for = [](std::size_t count) { return count < 2 ? 0 : static_cast<std::size_t>(std::bit_width(count - 1)); };
  std::vector<Wire> at;
  std::vector<Wire> choice;
  for (std::size_t b = 0; b < bits_for(automaton.states.size()); ++b) {
    at.push_back(add_own_latch(fmt::format("{}.state[{}]", name, b)));
  }
  for (std::size_t b = 0; b < bits_for(most_edges); ++b) {
    choice.push_back(aig_.add_input(fmt::format("{}.edge[{}]", name, b)));
  }
  const Wire lost = add_own_latch(name + ".lost");
  auto equals = [&](const std::vector<Wire>& wires, std::size_t value) {
    Wire all = kAlways;
    for (std::size_t b = 0; b < wires.size(); ++b) all = aig_.both(all, ((value >> b) & 1) != 0 ? wires[b] : !wires[b]);
    return all;
  };
  const Wire running = aig_.both(present_, !lost);
  Wire moves = kNever;
  std::vector<Wire> next(at.size(), kNever);
  std::vector<Wire> marked(automaton.set_count, kNever);
  for (std::size_t q = 0; q < automaton.states.size(); ++q) {
    const Wire here = aig_.both(running, equals(at, code(q)));
    for (std::size_t e = 0; e < automaton.states[q].edges.size(); ++e) {
      const automata::Buchi::Edge& edge = automaton.states[q].edges[e];
      const Wire taken = aig_.both(aig_.both(here, equals(choice, e)), holds(edge.guard));
      moves = aig_.either(moves, taken);
      for (std::size_t b = 0; b < at.size(); ++b) {
        if (((code(edge.target) >> b) & 1) != 0) next[b] = aig_.either(next[b], taken);
      }
      for (std::size_t m = 0; m < marked.size(); ++m) {
        if (((edge.marks >> m) & 1) != 0) marked[m] = aig_.either(marked[m], taken);
      }
    }
  }
  for (std::size_t b = 0; b < at.size(); ++b) aig_.set_next(at[b], next[b]);
  aig_.set_next(lost, aig_.either(lost, aig_.both(present_, !moves)));
  if (marked.empty()) marked.push_back(moves);
  return {true, std::move(marked)};
}

}  // namespace gnomon::exchange
