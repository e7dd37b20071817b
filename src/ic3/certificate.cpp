#include "ic3/certificate.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <span>

#include "sat/goals.h"
#include "sat/solver.h"

namespace gnomon::ic3 {

using ispl::VarId;
using sat::Lit;
using sat::Solver;
using sat::State;

std::vector<Lit> literals_of(const std::vector<Condition>& conjunction, const sat::Model& model, const State& state) {
  std::vector<Lit> made;
  const model::Encoding& encoding = model.model().encoding();
  for (const Condition& condition : conjunction) {
    const std::size_t count = encoding.variable(condition.var).current.size();
    const std::size_t first = condition.copy * model.all_bits().size() + model.first_bit(condition.var);
    for (std::size_t b = 0; b < count; ++b) {
      const std::uint64_t weight = std::uint64_t{1} << (count - 1 - b);
      if ((condition.mask & weight) == 0) continue;
      const Lit bit = state[first + b];
      made.push_back((condition.bits & weight) != 0 ? bit : !bit);
    }
  }
  return made;
}

namespace {

// A literal that implies that some excluded conjunction holds in the state.
Lit excluded_in(Solver& solver, const Certificate& certificate, const Machine& machine, const State& state) {
  const Lit some = solver.new_switch();
  std::vector<Lit> ways{!some};
  for (const std::vector<Condition>& conjunction : certificate.excluded) {
    ways.push_back(solver.new_switch());
    for (Lit lit : literals_of(conjunction, machine.model(), state)) solver.imply(ways.back(), lit);
  }
  solver.add(ways);
  return some;
}

}  // namespace

Certificate certificate_of(const Machine& machine, const std::vector<Cube>& invariant) {
  const model::SymbolicModel& symbolic = machine.model().model();
  struct Origin {
    VarId var;
    std::uint64_t weight = 0;
  };
  std::vector<Origin> origins;  // by bit
  for (std::size_t v = 0; v < symbolic.source().variables.size(); ++v) {
    const std::size_t count = symbolic.encoding().variable(VarId(v)).current.size();
    for (std::size_t b = 0; b < count; ++b) origins.push_back({VarId(v), std::uint64_t{1} << (count - 1 - b)});
  }
  Certificate certificate;
  certificate.copies = machine.copies();
  for (const Cube& cube : invariant) {
    std::vector<Condition>& conjunction = certificate.excluded.emplace_back();
    for (Literal literal : cube) {
      const std::size_t copy = literal.position() / machine.bits();
      const Origin& origin = origins[literal.position() % machine.bits()];
      if (conjunction.empty() || conjunction.back().copy != copy || conjunction.back().var != origin.var) {
        conjunction.push_back({copy, origin.var, 0, 0});
      }
      conjunction.back().mask |= origin.weight;
      if (literal.value()) conjunction.back().bits |= origin.weight;
    }
  }
  return certificate;
}

bool verify(const Certificate& certificate, model::SymbolicModel& model, logic::FormulaPool& pool, const Part& part,
            const Budget* budget) {
  sat::GoalOptions options;
  options.limits.budget = budget;
  sat::Goals goals(model, pool, {}, options);
  const Machine machine(model, goals, goals.demand(part.formula, false), part, sat::CnfMethod::Nodes);
  if (machine.copies() != certificate.copies) return false;
  Solver solver(budget);
  const StepLits lits = machine.write(solver);
  auto possible = [&](std::initializer_list<Lit> together) {
    return solver.solve(std::span(together.begin(), together.size()));
  };
  const Lit inside = solver.new_switch();
  for (const std::vector<Condition>& conjunction : certificate.excluded) {
    std::vector<Lit> clause{!inside};
    for (Lit lit : literals_of(conjunction, machine.model(), lits.now)) clause.push_back(!lit);
    solver.add(clause);
  }
  const Lit out_now = excluded_in(solver, certificate, machine, lits.now);
  const Lit out_next = excluded_in(solver, certificate, machine, lits.next);
  return !possible({lits.initial, out_now}) && !possible({inside, lits.step, out_next}) &&
         !possible({inside, lits.bad});
}

namespace {

std::string condition_text(const Condition& condition, const ispl::CheckedModel& model) {
  const ispl::Variable& variable = model.variable(condition.var);
  std::string name = fmt::format("{}.{}", model.agent(variable.owner).name, variable.name);
  if (condition.copy > 0) name += fmt::format("@{}", condition.copy);
  const std::uint64_t size = variable.type.size();
  auto value = [&](std::uint64_t position) {
    return model.value_text(condition.var, variable.type.value_at(position));
  };
  // With the upper bits given and the others not, the codes lie together.
  const auto digits = static_cast<std::size_t>(std::bit_width(size - 1));
  const std::uint64_t all = (std::uint64_t{1} << digits) - 1;
  const std::uint64_t open = all & ~condition.mask;
  if (variable.type.kind == ispl::TypeKind::Range && (open & (open + 1)) == 0 && condition.bits < size) {
    const std::uint64_t last = std::min(condition.bits | open, size - 1);
    if (last == condition.bits) return fmt::format("{} = {}", name, value(last));
    return fmt::format("{} in {}..{}", name, value(condition.bits), value(last));
  }
  constexpr std::uint64_t kFew = 64;
  if (size <= kFew) {
    std::vector<std::string> values;
    for (std::uint64_t position = 0; position < size; ++position) {
      if ((position & condition.mask) == condition.bits) values.push_back(value(position));
    }
    if (values.size() == 1) return fmt::format("{} = {}", name, values.front());
    return fmt::format("{} in {{{}}}", name, fmt::join(values, ", "));
  }
  std::string pattern;
  for (std::size_t digit = digits; digit-- > 0;) {
    const std::uint64_t weight = std::uint64_t{1} << digit;
    pattern += (condition.mask & weight) == 0 ? '?' : (condition.bits & weight) != 0 ? '1' : '0';
  }
  return fmt::format("{} ~ {}", name, pattern);
}

}  // namespace

std::string conjunction_text(const std::vector<Condition>& conjunction, const ispl::CheckedModel& model) {
  std::vector<std::string> conditions;
  for (const Condition& condition : conjunction) conditions.push_back(condition_text(condition, model));
  return fmt::format("{}", fmt::join(conditions, " and "));
}

std::string text_of(const Certificate& certificate, const ispl::CheckedModel& model) {
  std::string text;
  for (const std::vector<Condition>& conjunction : certificate.excluded) {
    text += fmt::format("  not ({})\n", conjunction_text(conjunction, model));
  }
  return text;
}

}  // namespace gnomon::ic3
