#include "slices/space.h"

#include <span>
#include <string>

#include "check/fixpoints.h"
#include "slices/diagram_bytes.h"

namespace gnomon::slices {

SlicedSpace::SlicedSpace(const SlicedSpace& space, std::vector<Set> fairness)
    : ground_(space.ground_), fairness_(std::move(fairness)) {
  core_ = check::fair_hull(space, space.states(), check::VisitGoals<Set>{fairness_});
  states_ = check::until(space, space.states(), core_);
  for (Set& constraint : fairness_) constraint &= states_;
  with_path_ = states_;
}

const SlicedSet& SlicedSpace::with_path() const {
  if (!with_path_.valid()) with_path_ = check::fair_globally(*this, states_, fairness_);
  return with_path_;
}

// What has been reached is closed within each window. A state of another window that leads to something new begins a
// search there, among the states that have not been reached.
SlicedSet SlicedSpace::leading_to(const Set& through, const Set& target, check::Edges edges) const {
  const Set inside = through & states_;
  auto led = [&](const Set& among, const Set& to) {
    return made({.op = Op::LeadingTo, .a = among.number(), .b = to.number(), .edges = edges});
  };
  Set reached = led(inside, target);
  Set fresh = reached;
  while (true) {
    const Set from_elsewhere = routed({.op = Op::ForeignPreimage, .a = fresh.number(), .edges = edges});
    const Set open = inside - reached;
    const Set arrived = from_elsewhere & open;
    if (arrived.empty()) return reached;
    fresh = led(open, arrived);
    reached |= fresh;
  }
}

SlicedSet SlicedSpace::can_avoid_next(const check::Coalition& group, const Choices& choices, const Set& avoid) const {
  const Set bad = SlicedSet::routed(made({.op = Op::Outcomes, .a = avoid.number(), .group = group}), true);
  return made({.op = Op::CanAvoid, .a = choices.number(), .b = bad.number(), .group = group});
}

const Answer* least_of(const std::vector<Answer>& answers) {
  const Answer* least = nullptr;
  for (const Answer& answer : answers) {
    if (answer.yes && (least == nullptr || answer.bytes < least->bytes)) least = &answer;
  }
  return least;
}

SlicedSet SlicedSpace::pick(const Set& set) const {
  const std::vector<Answer> answers = ground_->crew.ask({.op = Op::Least, .a = set.number()});
  return made({.op = Op::Single, .values = least_of(answers)->values});
}

void SlicedSpace::announce_variables() const {
  const std::size_t count = ground_->manager.var_count();
  if (count == ground_->announced) return;
  ground_->automata.notice_automaton_bits();
  ground_->crew.append({.op = Op::Variables, .index = count});
  ground_->announced = count;
}

SlicedSet SlicedSpace::everywhere(const bdd::Bdd& assignments) const {
  announce_variables();
  return made({.op = Op::Load,
               .bytes = std::make_shared<const std::string>(to_bytes(std::span(&assignments, 1), ground_->automata))});
}

SlicedSet SlicedSpace::and_exists(const Set& a, const Set& b, const bdd::VarSet& vars) const {
  announce_variables();
  Command command{.op = Op::AndExists, .a = a.number(), .b = b.number()};
  for (bdd::Var var : vars.vars()) command.bits.push_back(ground_->automata.number(var));
  return made(std::move(command));
}

// What a renaming does is seen from what becomes of each variable.
SlicedSet SlicedSpace::renamed(const Set& set, const bdd::VarMap& map) const {
  announce_variables();
  Command command{.op = Op::Renamed, .a = set.number()};
  for (std::size_t v = 0; v < ground_->manager.var_count(); ++v) {
    const bdd::Var from(v);
    const bdd::Var to = bdd::rename(ground_->manager.literal(from), map).top();
    if (to != from) command.pairs.emplace_back(ground_->automata.number(from), ground_->automata.number(to));
  }
  return made(std::move(command));
}

std::vector<bdd::Var> SlicedSpace::mentioned(const Set& set) const {
  std::vector<bool> found(ground_->manager.var_count(), false);
  for (const Answer& answer : ground_->crew.ask({.op = Op::Mentioned, .a = set.number()})) {
    for (std::uint32_t number : answer.bits) {
      if (ground_->automata.has(number)) found.at(ground_->automata.var(number).index()) = true;
    }
  }
  std::vector<bdd::Var> vars;
  for (std::size_t v = 0; v < found.size(); ++v) {
    if (found[v]) vars.emplace_back(v);
  }
  return vars;
}

}  // namespace gnomon::slices
