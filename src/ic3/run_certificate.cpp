#include "ic3/run_certificate.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <initializer_list>
#include <map>
#include <span>
#include <utility>

#include "sat/model.h"
#include "sat/solver.h"

namespace gnomon::ic3 {

using sat::Lit;
using sat::Solver;
using sat::State;

RunCertificate run_certificate_of(const Machine& machine, const RunAutomaton& automaton, std::size_t rounds,
                                  const std::vector<Cube>& invariant) {
  RunCertificate certificate{rounds, {}};
  for (const Cube& cube : invariant) {
    RunCertificate::Exclusion made{std::vector<bool>(automaton.places, true), 0, rounds, {}};
    Cube of_model;
    for (Literal literal : cube) {
      if (literal.position() < machine.monitored()) {
        of_model.push_back(literal);
        continue;
      }
      const std::size_t at = literal.position() - machine.monitored();
      if (at >= automaton.places) {
        const std::size_t number = at - automaton.places + 1;
        if (literal.value()) made.first = std::max(made.first, number);
        if (!literal.value()) made.last = std::min(made.last, number - 1);
      } else if (literal.value()) {
        for (std::size_t p = 0; p < automaton.places; ++p) made.places[p] = made.places[p] && p == at;
      } else {
        made.places[at] = false;
      }
    }
    made.states = std::move(certificate_of(machine, {of_model}).excluded.front());
    certificate.excluded.push_back(std::move(made));
  }
  return certificate;
}

namespace {

// The questions, with the sets I(q, n) as switches that are made when they are needed.
class RunVerifier {
 public:
  RunVerifier(const RunCertificate& certificate, const RunAutomaton& automaton, model::SymbolicModel& model,
              const Budget* budget)
      : certificate_(certificate),
        automaton_(automaton),
        model_(model, sat::CnfMethod::Nodes),
        solver_(budget),
        now_(model_.new_state(solver_)),
        next_(model_.new_neighbour(solver_, now_)),
        initial_(solver_.new_switch()),
        step_(solver_.new_switch()) {
    model_.initial(solver_, initial_, now_);
    model_.step(solver_, step_, now_, next_);
  }

  bool verify() {
    const std::size_t numbers = std::max<std::size_t>(certificate_.rounds, 1);
    if (certificate_.rounds == 0 && automaton_.has_rounds()) return false;
    if (possible({initial_, outside(Moment::Now, automaton_.initial, 0)})) return false;
    for (const RunAutomaton::Edge& edge : automaton_.edges) {
      const Lit guard = condition(edge.guard);
      for (std::size_t n = 0; n < numbers; ++n) {
        const std::size_t after = n + (edge.round ? 1 : 0);
        const Lit left =
            edge.round && after == certificate_.rounds ? Solver::kTrue : outside(Moment::Next, edge.to, after);
        if (possible({inside(edge.from, n), guard, step_, left})) return false;
      }
    }
    for (const RunAutomaton::End& end : automaton_.ends) {
      const Lit condition_holds = condition(end.condition);
      for (std::size_t n = 0; n < numbers; ++n) {
        if (possible({inside(end.place, n), condition_holds})) return false;
      }
    }
    return true;
  }

 private:
  enum class Moment : std::uint8_t { Now, Next };

  bool possible(std::initializer_list<Lit> together) {
    return solver_.solve(std::span(together.begin(), together.size()));
  }

  // A literal that implies that the set contains the state now.
  Lit condition(const bdd::Bdd& set) {
    const Lit made = solver_.new_switch();
    model_.holds(solver_, made, sat::ClauseTemplate(set, sat::CnfMethod::Nodes), now_);
    return made;
  }

  template <class Visit>
  void each_exclusion(RunAutomaton::Place place, std::size_t number, Visit&& visit) const {
    for (const RunCertificate::Exclusion& one : certificate_.excluded) {
      if (one.places[place] && one.first <= number && number <= one.last) visit(one);
    }
  }

  // A literal that implies that the state now is in I(place, number).
  Lit inside(RunAutomaton::Place place, std::size_t number) {
    auto [at, added] = inside_.try_emplace({place, number});
    if (!added) return at->second;
    const Lit made = at->second = solver_.new_switch();
    each_exclusion(place, number, [&](const RunCertificate::Exclusion& one) {
      std::vector<Lit> clause{!made};
      for (Lit lit : literals_of(one.states, model_, now_)) clause.push_back(!lit);
      solver_.add(clause);
    });
    return made;
  }

  // A literal that implies that the state of the moment is not in I(place, number).
  Lit outside(Moment moment, RunAutomaton::Place place, std::size_t number) {
    auto [at, added] = outside_.try_emplace({{place, number}, moment});
    if (!added) return at->second;
    const Lit made = at->second = solver_.new_switch();
    std::vector<Lit> ways{!made};
    each_exclusion(place, number, [&](const RunCertificate::Exclusion& one) {
      ways.push_back(solver_.new_switch());
      for (Lit lit : literals_of(one.states, model_, moment == Moment::Next ? next_ : now_))
        solver_.imply(ways.back(), lit);
    });
    solver_.add(ways);
    return made;
  }

  const RunCertificate& certificate_;
  const RunAutomaton& automaton_;
  sat::Model model_;
  Solver solver_;
  State now_, next_;
  Lit initial_, step_;
  using Set = std::pair<RunAutomaton::Place, std::size_t>;
  std::map<Set, Lit> inside_;
  std::map<std::pair<Set, Moment>, Lit> outside_;
};

}  // namespace

bool verify_runs(const RunCertificate& certificate, const RunAutomaton& automaton, model::SymbolicModel& model,
                 const Budget* budget) {
  return RunVerifier(certificate, automaton, model, budget).verify();
}

namespace {

// A set of states as disjoint cubes of conditions.
std::string set_text(bdd::Bdd set, model::SymbolicModel& model) {
  if (set.is_true()) return "always";
  const bdd::VarSet looked_at = bdd::support(set);
  for (std::size_t v = 0; v < model.source().variables.size(); ++v) {
    const bdd::Bdd codes = model.encoding().valid(ispl::VarId(v));
    if (exists(looked_at.cube(), bdd::support(codes)) != looked_at.cube()) set &= codes;
  }
  constexpr std::size_t kMostCubes = 1000;
  std::vector<std::string> cubes;
  bool all = true;
  bdd::for_each_cube(set, [&](std::span<const bdd::Literal> literals) {
    all = cubes.size() < kMostCubes;
    if (!all) return false;
    std::vector<Condition> conditions;
    for (std::size_t v = 0; v < model.source().variables.size(); ++v) {
      const ispl::VarId var(v);
      const std::vector<bdd::Var>& bits = model.encoding().variable(var).current;
      Condition condition{0, var, 0, 0};
      for (std::size_t b = 0; b < bits.size(); ++b) {
        const bdd::Literal literal = literals[bits[b].index()];
        const std::uint64_t weight = std::uint64_t{1} << (bits.size() - 1 - b);
        if (literal != bdd::Literal::Absent) condition.mask |= weight;
        if (literal == bdd::Literal::Positive) condition.bits |= weight;
      }
      if (condition.mask != 0) conditions.push_back(condition);
    }
    cubes.push_back(fmt::format("({})", conjunction_text(conditions, model.source())));
    return true;
  });
  return all ? fmt::format("if {}", fmt::join(cubes, " or ")) : "if one of too many conditions to write down holds";
}

std::string numbers_text(const std::string& name, const std::vector<std::size_t>& numbers) {
  if (numbers.size() == 1) return fmt::format("{} = {}", name, numbers.front());
  return fmt::format("{} in {{{}}}", name, fmt::join(numbers, ", "));
}

}  // namespace

std::string text_of(const RunCertificate& certificate, const RunAutomaton& automaton, model::SymbolicModel& model) {
  std::string text = fmt::format("  run from {} with fewer than {} rounds\n", automaton.initial,
                                 std::max<std::size_t>(certificate.rounds, 1));
  for (const RunAutomaton::Edge& edge : automaton.edges) {
    text += fmt::format("  edge {} -> {}{} {}\n", edge.from, edge.to, edge.round ? " round" : "",
                        set_text(edge.guard, model));
  }
  for (const RunAutomaton::End& end : automaton.ends) {
    text += fmt::format("  end {} {}\n", end.place, set_text(end.condition, model));
  }
  for (const RunCertificate::Exclusion& one : certificate.excluded) {
    std::vector<std::string> words;
    std::vector<std::size_t> places;
    for (std::size_t p = 0; p < one.places.size(); ++p) {
      if (one.places[p]) places.push_back(p);
    }
    if (places.size() < one.places.size()) words.push_back(numbers_text("place", places));
    const std::size_t most = certificate.rounds == 0 ? 0 : certificate.rounds - 1;
    if (one.first > most) continue;  // says what holds of more rounds than there are
    if (one.first > 0 || one.last < most) {
      std::vector<std::size_t> numbers;
      for (std::size_t n = one.first; n <= std::min(one.last, most); ++n) numbers.push_back(n);
      words.push_back(numbers_text("rounds", numbers));
    }
    if (!one.states.empty()) words.push_back(conjunction_text(one.states, model.source()));
    text += fmt::format("  not ({})\n", words.empty() ? "true" : fmt::format("{}", fmt::join(words, " and ")));
  }
  return text;
}

}  // namespace gnomon::ic3
