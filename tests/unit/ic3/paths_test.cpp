// Formulas that one path refutes: on random models the answers are those of the explicit evaluation, and every proof is one
// when all states are looked at.
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "desk.h"
#include "ic3/run_certificate.h"
#include "ic3/single_path.h"
#include "logic/nnf.h"
#include "random_invariants.h"
#include "support/seeds.h"

namespace gnomon::test {
namespace {

using engine::Outcome;
using engine::Verdict;
using ic3::RunAutomaton;
using ic3::RunCertificate;

// About two propositions p and q.
std::vector<std::string> path_formulas(const std::string& p, const std::string& q) {
  return {"AF " + p,
          "AG AF " + p,
          "A(" + p + " U " + q + ")",
          "AG (" + p + " -> AF " + q + ")",
          "AX AX " + p,
          "AG (" + p + " -> AX " + q + ")",
          "AG " + p + " and AF " + q,
          "(" + p + " and AG " + q + ") or " + q,
          "AF[1,4] " + p,
          "AG[0,2] " + p,
          "A(" + p + " U[0,3] " + q + ")",
          "LTL F " + p,
          "LTL G F " + p,
          "LTL F G " + p,
          "LTL (G F " + p + ") -> (G F " + q + ")",
          "LTL " + p + " U X " + q,
          "LTL (F " + p + ") or G (" + q + " -> X " + q + ")",
          "LTL (" + p + " W " + q + ") and F !" + p,
          "LTL " + p + " and F " + q,
          "LDL [(true; " + p + "?)*]" + q,
          "LDL <true*>[true*]" + p,
          "LDL <(" + p + "?; true)*>" + q,
          "LTLf F " + p,
          "LTLf G (" + p + " -> X " + q + ")",
          "LTLf " + p + " U " + q};
}

// Two propositions that differ, by the seed.
std::pair<std::string, std::string> two_propositions(Subject& subject, std::uint64_t seed) {
  const std::vector<ispl::Proposition>& all = subject.model().propositions;
  return {all[seed % all.size()].name, all[(seed + 1) % all.size()].name};
}

void compare_paths(std::uint64_t first_seed, unsigned fairness) {
  std::map<Verdict, std::size_t> seen;
  for (std::uint64_t seed = 0; seed < seeds(40); ++seed) {
    std::unique_ptr<Subject> subject = random_subject(first_seed + seed, fairness, 60);
    ASSERT_NE(subject, nullptr);
    const auto [p, q] = two_propositions(*subject, seed);
    for (const std::string& text : path_formulas(p, q)) {
      logic::Property property = subject->property(text);
      const Outcome outcome = Desk(subject->model()).answer(property);
      ++seen[outcome.verdict];
      if (outcome.verdict == Verdict::Unknown) {
        ASSERT_GT(fairness, 0u) << text << ": " << outcome.reason->words;
        ASSERT_EQ(outcome.reason->words, "a fairness constraint is not a Boolean combination of propositions");
        continue;
      }
      ASSERT_EQ(outcome.verdict == Verdict::True, subject->evaluator().verdict(property))
          << text << " with seed " << seed;
      ASSERT_EQ(outcome.certificate.empty(), outcome.verdict == Verdict::False) << text;
    }
  }
  EXPECT_GE(seen[Verdict::True], seeds(40));
  EXPECT_GE(seen[Verdict::False], seeds(40));
}

TEST(Ic3Paths, DecidesWhatOnePathRefutes) {
  compare_paths(38'000'000, 0);
}

TEST(Ic3Paths, DecidesItUnderFairness) {
  compare_paths(39'000'000, 100);
}

// A formula, ready to be proved.
struct PathAttempt {
  PathAttempt(model::SymbolicModel& model, logic::FormulaPool& pool, logic::Formula f, std::size_t asked_rounds)
      : goals(model, pool, {}, {}),
        automaton(ic3::run_automaton(model, goals, goals.demand(f, false))),
        rounds(automaton.has_rounds() ? asked_rounds : 0),
        machine(model, automaton, rounds),
        prover(machine, nullptr) {}

  ic3::Result run() {
    while (true) {
      if (std::optional<ic3::Result> result = prover.advance()) return *std::move(result);
    }
  }

  sat::Goals goals;
  RunAutomaton automaton;
  std::size_t rounds;
  ic3::Machine machine;
  ic3::Prover prover;
};

// Whether the certificate proves that no run is accepted, by looking at every state, place and number of rounds.
bool proves_runs(Subject& subject, model::SymbolicModel& model, const RunAutomaton& automaton,
                 const RunCertificate& certificate) {
  auto inside = [&](const State& state, std::size_t place, std::size_t number) {
    if (certificate.rounds > 0 && number >= certificate.rounds) return false;
    ic3::Certificate here;
    for (const RunCertificate::Exclusion& one : certificate.excluded) {
      if (one.places[place] && one.first <= number && number <= one.last) here.excluded.push_back(one.states);
    }
    return satisfies(subject.model(), here, state);
  };
  auto holds = [&](const bdd::Bdd& set, const State& state) { return model.singleton(state).bdd().subset_of(set); };
  for (const State& state : subject.interpreter().initial_states()) {
    if (!inside(state, automaton.initial, 0)) return false;
  }
  for (const State& state : all_states(subject.model())) {
    const std::vector<State> after = subject.interpreter().all_successors(state);
    for (std::size_t number = 0; number < std::max<std::size_t>(certificate.rounds, 1); ++number) {
      for (const RunAutomaton::End& end : automaton.ends) {
        if (inside(state, end.place, number) && holds(end.condition, state)) return false;
      }
      for (const RunAutomaton::Edge& edge : automaton.edges) {
        if (!inside(state, edge.from, number) || !holds(edge.guard, state)) continue;
        for (const State& next : after) {
          if (!inside(next, edge.to, number + (edge.round ? 1 : 0))) return false;
        }
      }
    }
  }
  return true;
}

TEST(Ic3Paths, ProofsHoldInEveryState) {
  std::size_t proved = 0;
  std::size_t with_rounds = 0;
  std::size_t rejected = 0;
  for (std::uint64_t seed = 0; seed < seeds(30); ++seed) {
    std::unique_ptr<Subject> subject = random_subject(38'500'000 + seed, 0, 60);
    ASSERT_NE(subject, nullptr);
    model::SymbolicModel model(subject->model());
    const auto [p, q] = two_propositions(*subject, seed);
    for (const std::string& text : path_formulas(p, q)) {
      const logic::Property property = subject->property(text);
      if (!subject->evaluator().verdict(property)) continue;
      for (std::size_t rounds = 1;; ++rounds) {
        ASSERT_LT(rounds, 60u) << text << " with seed " << seed;
        PathAttempt attempt(model, subject->model().pool, property.formula, rounds);
        const ic3::Result result = attempt.run();
        if (!result.holds) {
          ASSERT_GT(attempt.rounds, 0u) << text;
          ASSERT_FALSE(attempt.machine.loops(result.path)) << text << " with seed " << seed;
          continue;
        }
        RunCertificate certificate =
            run_certificate_of(attempt.machine, attempt.automaton, attempt.rounds, result.invariant);
        ASSERT_TRUE(proves_runs(*subject, model, attempt.automaton, certificate)) << text << " with seed " << seed;
        ASSERT_TRUE(verify_runs(certificate, attempt.automaton, model, nullptr)) << text << " with seed " << seed;
        ++proved;
        with_rounds += rounds > 1 ? 1 : 0;
        // What is left of a certificate proves the formula or does not: the two judges agree.
        while (!certificate.excluded.empty()) {
          certificate.excluded.pop_back();
          const bool still = proves_runs(*subject, model, attempt.automaton, certificate);
          // Unlike the solver, the explicit one knows no codes without values; the certificates are the same to both.
          ASSERT_EQ(verify_runs(certificate, attempt.automaton, model, nullptr), still)
              << text << " with seed " << seed;
          rejected += still ? 0 : 1;
        }
        break;
      }
    }
  }
  EXPECT_GE(proved, seeds(30) * 2);
  EXPECT_GE(with_rounds, seeds(30) / 4);
  EXPECT_GE(rejected, seeds(30) / 3);
}

TEST(Ic3Paths, KnowsWhatOnePathRefutes) {
  std::unique_ptr<Subject> subject = random_subject(38'000'000);
  ASSERT_NE(subject, nullptr);
  logic::FormulaPool& pool = subject->model().pool;
  const auto [p, q] = two_propositions(*subject, 0);
  auto by_path = [&](const std::string& text) {
    return ic3::refuted_by_a_path(pool, logic::negation_normal_form(pool, subject->formula(text)));
  };
  for (const std::string& text : path_formulas(p, q)) EXPECT_TRUE(by_path(text)) << text;
  EXPECT_TRUE(by_path("!E(" + p + " U " + q + ")"));
  EXPECT_TRUE(by_path("AG (AF " + p + " or " + q + ")"));
  EXPECT_FALSE(by_path("AF AG " + p)) << "a path to refute it starts from every state of a path";
  EXPECT_FALSE(by_path("(AF " + p + ") or (AF " + q + ")")) << "two paths";
  EXPECT_FALSE(by_path("EF " + p));
  EXPECT_FALSE(by_path("A(" + p + " U AF " + q + ")"));
}

}  // namespace
}  // namespace gnomon::test
