#include "logic/parameters.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "logic/question.h"

namespace gnomon::logic {

namespace {

// Whether the formula grows with the upper end of this operator's bound.
bool grows(Op op) {
  switch (without_bound(op)) {
    case Op::F:
    case Op::U:
    case Op::Diamond:
    case Op::EF:
    case Op::AF:
    case Op::EU:
    case Op::AU:
    case Op::CanF:
    case Op::CanU:
      return true;
    default:
      return false;
  }
}

struct Signs {
  bool positive = false;
  bool negative = false;
};

// In which senses the formulas below one occur in it; `all` are these, operands first.
std::unordered_map<Formula, Signs> signs_below(const FormulaPool& pool, Formula root, const std::vector<Formula>& all) {
  std::unordered_map<Formula, Signs> signs;
  signs[root].positive = true;
  for (auto f = all.rbegin(); f != all.rend(); ++f) {
    const Node& node = pool[*f];
    const Signs here = signs[*f];
    auto pass = [&](Formula operand, Polarity polarity) {
      if (operand.is_none()) return;
      const bool same = polarity != Polarity::Negative;
      const bool opposite = polarity != Polarity::Positive;
      Signs& there = signs[operand];
      there.positive = there.positive || (same && here.positive) || (opposite && here.negative);
      there.negative = there.negative || (same && here.negative) || (opposite && here.positive);
    };
    pass(node.left, operator_of(node.op).left);
    pass(node.right, operator_of(node.op).right);
  }
  return signs;
}

// What an operator is if no position lies in its interval.
Formula without_positions(FormulaPool& pool, const Node& node, Formula left, const Interval& interval) {
  const bool value = !grows(node.op);
  if (without_bound(node.op) == Op::W) return pool.make_bounded(Op::G, {0, interval.last}, left);
  if (!is_path_operator(node.op)) return pool.truth(value);
  return pool.make(value ? Op::G : Op::F, pool.truth(value));  // still a formula of a path
}

}  // namespace

std::vector<Parameter> parameters_of(const FormulaPool& pool, Formula root) {
  const std::vector<Formula> all = pool.subformulas(root);
  const bool some = std::any_of(all.begin(), all.end(), [&](Formula f) {
    return !pool[f].bound.is_none() && pool.interval(pool[f]).has_parameter();
  });
  if (!some) return {};
  const std::unordered_map<Formula, Signs> signs = signs_below(pool, root, all);
  std::vector<Parameter> found;
  auto note = [&](Symbol name, bool up, bool down) {
    if (name.is_none()) return;
    auto at = std::find_if(found.begin(), found.end(), [&](const Parameter& known) { return known.name == name; });
    if (at == found.end()) at = found.insert(found.end(), {name, false, false});
    at->up = at->up || up;
    at->down = at->down || down;
  };
  for (auto f = all.rbegin(); f != all.rend(); ++f) {
    const Node& node = pool[*f];
    if (node.bound.is_none()) continue;
    const Signs here = signs.at(*f);
    const Interval& interval = pool.interval(node);
    const bool weaker = grows(node.op);
    note(interval.last_name, weaker ? here.positive : here.negative, weaker ? here.negative : here.positive);
    note(interval.first_name, false, false);
  }
  for (Parameter& parameter : found) {
    if (const ParameterRange* range = pool.range_of(parameter.name)) parameter.range = *range;
  }
  std::sort(found.begin(), found.end(), [](const Parameter& a, const Parameter& b) { return a.name < b.name; });
  return found;
}

Formula with_values(FormulaPool& pool, Formula root, const std::vector<ParameterValue>& values) {
  std::unordered_map<Formula, Formula> made;
  for (Formula f : pool.subformulas(root)) {
    const Node node = pool[f];
    const Formula left = node.left.is_none() ? node.left : made.at(node.left);
    const Formula right = node.right.is_none() ? node.right : made.at(node.right);
    if (node.bound.is_none() || !pool.interval(node).has_parameter()) {
      made[f] = pool.make_like(node, left, right);
      continue;
    }
    Interval interval = pool.interval(node);
    for (const ParameterValue& value : values) {
      if (value.name == interval.first_name) {
        interval.first = value.value.value_or(Interval::kOpen);
        interval.first_name = {};
      }
      if (value.name == interval.last_name) {
        interval.last = value.value.value_or(Interval::kOpen);
        interval.last_name = {};
      }
    }
    const bool none = !interval.has_parameter() && interval.first > interval.last;
    made[f] = none ? without_positions(pool, node, left, interval)
                   : pool.make_bounded(node.op, interval, left, right, node.name);
  }
  return made.at(root);
}

namespace {

// The operators of a path formula whose upper ends stand for large numbers.
struct Limits {
  std::unordered_set<Formula> promises;  // the formula grows with them
  std::uint64_t least_promise = Interval::kOpen;
  std::uint64_t largest_promise = 0;
  std::uint64_t least_lasting = Interval::kOpen;
  std::uint64_t largest_lasting = 0;
};

Limits limits_of(const FormulaPool& pool, Formula path_formula) {
  const std::vector<Formula> all = pool.path_part(path_formula);
  const std::unordered_map<Formula, Signs> signs = signs_below(pool, path_formula, all);
  Limits found;
  for (Formula f : all) {
    const Node& node = pool[f];
    if (is_state_formula(node) || !has_bound(node.op) || is_next(node.op) || pool.interval(node).is_open()) continue;
    const std::uint64_t last = pool.interval(node).last;
    if (last < kLargestBound) continue;
    if (grows(node.op) ? !signs.at(f).negative : !signs.at(f).positive) {
      found.promises.insert(f);
      found.least_promise = std::min(found.least_promise, last);
      found.largest_promise = std::max(found.largest_promise, last);
    } else {
      found.least_lasting = std::min(found.least_lasting, last);
      found.largest_lasting = std::max(found.largest_lasting, last);
    }
  }
  return found;
}

}  // namespace

std::optional<Formula> with_limits_dropped(FormulaPool& pool, Formula path_formula) {
  const Limits limits = limits_of(pool, path_formula);
  if (limits.promises.empty()) return path_formula;
  const bool some_last = limits.largest_lasting > 0;
  if (some_last && limits.largest_promise < limits.least_lasting) return path_formula;
  if (some_last && limits.least_promise <= limits.largest_lasting) return std::nullopt;
  std::unordered_map<Formula, Formula> made;
  for (Formula f : pool.path_part(path_formula)) {
    const Node node = pool[f];
    auto operand = [&](Formula g) { return g.is_none() ? g : made.at(g); };
    if (is_state_formula(node)) {
      made[f] = f;
    } else if (limits.promises.contains(f)) {
      const Interval interval{pool.interval(node).first, Interval::kOpen};
      made[f] = pool.make_bounded(node.op, interval, operand(node.left), operand(node.right), node.name);
    } else {
      made[f] = pool.make_like(node, operand(node.left), operand(node.right));
    }
  }
  return made.at(path_formula);
}

bool has_lasting_limit(const FormulaPool& pool, Formula path_formula) {
  return limits_of(pool, path_formula).largest_lasting > 0;
}

namespace {

// Operators on states that are decided after finitely many steps; AF and EG may owe their truth to fairness.
bool is_reachability(Op op) {
  const Op plain = without_bound(op);
  return plain == Op::EF || plain == Op::EU || plain == Op::AG;
}

}  // namespace

bool may_be_dropped(const FormulaPool& pool, Formula root, Symbol parameter) {
  const std::vector<Formula> all = pool.subformulas(root);
  const std::unordered_map<Formula, Signs> signs = signs_below(pool, root, all);
  auto uses = [&](Formula f) { return !pool[f].bound.is_none() && pool.interval(pool[f]).last_name == parameter; };
  for (Formula f : all) {
    const Node& node = pool[f];
    if (uses(f) && !is_path_operator(node.op) && !is_reachability(node.op)) return false;
    if (!is_path_quantifier(node.op)) continue;
    const std::vector<Formula> part = pool.path_part(node.left);
    if (std::none_of(part.begin(), part.end(), uses)) continue;
    const bool some_path = node.op == Op::PathE || node.op == Op::PathEf;
    if (some_path ? signs.at(f).negative : signs.at(f).positive) return false;
  }
  const std::vector<Parameter> parameters = parameters_of(pool, root);
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const Parameter& known) { return known.name == parameter && known.up && !known.down; });
}

Formula strengthened(FormulaPool& pool, Formula path_formula, std::uint64_t most) {
  const std::vector<Formula> all = pool.path_part(path_formula);
  const std::unordered_map<Formula, Signs> signs = signs_below(pool, path_formula, all);
  std::unordered_map<Formula, Formula> made;
  for (Formula f : all) {
    const Node node = pool[f];
    if (is_state_formula(node)) {
      made[f] = f;
      continue;
    }
    const Formula left = node.left.is_none() ? node.left : made.at(node.left);
    const Formula right = node.right.is_none() ? node.right : made.at(node.right);
    const bool large =
        has_bound(node.op) && !is_next(node.op) && !pool.interval(node).is_open() && pool.interval(node).last > most;
    const Signs sign = signs.at(f);
    if (!large || sign.positive == sign.negative) {
      made[f] = pool.make_like(node, left, right);
      continue;
    }
    Interval interval = pool.interval(node);
    const bool promise = grows(node.op) == sign.positive;  // a smaller upper end makes the formula stronger
    interval.last = promise ? std::max(most, interval.first) : Interval::kOpen;
    made[f] = pool.make_bounded(node.op, interval, left, right, node.name);
  }
  return made.at(path_formula);
}

std::optional<std::uint64_t> smallest_number_above(const FormulaPool& pool, Formula path_formula, std::uint64_t most) {
  std::optional<std::uint64_t> smallest;
  for (Formula f : pool.path_part(path_formula)) {
    const Node& node = pool[f];
    if (is_state_formula(node) || node.bound.is_none()) continue;
    for (std::uint64_t end : {pool.interval(node).first, pool.interval(node).last}) {
      if (end > most && end != Interval::kOpen && (!smallest || end < *smallest)) smallest = end;
    }
  }
  return smallest;
}

Formula with_smaller_numbers(FormulaPool& pool, Formula path_formula, std::uint64_t least, std::uint64_t less) {
  std::unordered_map<Formula, Formula> made;
  for (Formula f : pool.path_part(path_formula)) {
    const Node node = pool[f];
    if (is_state_formula(node)) {
      made[f] = f;
      continue;
    }
    const Formula left = node.left.is_none() ? node.left : made.at(node.left);
    const Formula right = node.right.is_none() ? node.right : made.at(node.right);
    if (node.bound.is_none()) {
      made[f] = pool.make_like(node, left, right);
      continue;
    }
    Interval interval = pool.interval(node);
    if (interval.first >= least) interval.first -= less;
    if (interval.last >= least && !interval.is_open()) interval.last -= less;
    made[f] = node.op == Op::Repeat ? pool.make_repeat(left, interval)
                                    : pool.make_bounded(node.op, interval, left, right, node.name);
  }
  return made.at(path_formula);
}

}  // namespace gnomon::logic
