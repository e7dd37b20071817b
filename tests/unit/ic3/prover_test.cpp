// Provers on random models: every answer is that of the explicit evaluation, every proof is one on all states, and every
// counterexample is a path of the model.
#include "ic3/prover.h"

#include <atomic>
#include <gtest/gtest.h>
#include <memory>
#include <optional>

#include "ic3/certificate.h"
#include "random_invariants.h"

namespace gnomon::test {
namespace {

using ic3::Machine;
using ic3::Prover;
using ic3::Result;

// A formula, ready to be proved.
struct Attempt {
  Attempt(model::SymbolicModel& model, logic::FormulaPool& pool, logic::Formula p, const Budget* budget = nullptr)
      : goals(model, pool, {}, {}),
        machine(model, goals, goals.demand(p, false), ic3::Part{p, true, false, false}),
        prover(machine, budget) {}

  Result run() {
    while (true) {
      if (std::optional<Result> result = prover.advance()) return *std::move(result);
    }
  }

  sat::Goals goals;
  Machine machine;
  Prover prover;
};

// The states of the path are those of the model, joined by steps, and the last one has no p.
std::string problem_with_path(Subject& subject, model::SymbolicModel& model, const Machine& machine,
                              const std::vector<std::vector<bool>>& path, logic::Formula p) {
  std::vector<explicit_state::StateIndex> numbers;
  for (const std::vector<bool>& values : path) {
    auto number = subject.graph().find(model.pick(machine.states(values).front()));
    if (!number) return "a state is not reachable";
    numbers.push_back(*number);
  }
  const auto& initial = subject.graph().initial();
  if (std::find(initial.begin(), initial.end(), numbers.front()) == initial.end()) return "it does not begin";
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i) {
    const auto& after = subject.graph().successors(numbers[i]);
    if (!std::binary_search(after.begin(), after.end(), numbers[i + 1])) return "there is no such step";
  }
  return holds_in(subject, p, subject.graph().state(numbers.back())) ? "it ends in a good state" : "";
}

TEST(Ic3Prover, DecidesInvariants) {
  std::size_t proved = 0;
  std::size_t refuted = 0;
  std::size_t deep = 0;
  std::size_t with_clauses = 0;
  constexpr std::size_t kStates = 600;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::unique_ptr<Subject> subject = random_subject(31'000'000 + seed, 0, kStates);
    ASSERT_NE(subject, nullptr);
    model::SymbolicModel model(subject->model());
    for (const std::string& text : boolean_candidates(subject->model())) {
      logic::FormulaPool& pool = subject->model().pool;
      const logic::Formula p = subject->formula(text);
      const std::string about = text + " with seed " + std::to_string(seed);
      Attempt attempt(model, pool, p);
      const Result result = attempt.run();
      ASSERT_EQ(result.holds, subject->evaluator().verdict(pool.make(logic::Op::AG, p))) << about;
      if (!result.holds) {
        ASSERT_EQ(problem_with_path(*subject, model, attempt.machine, result.path, p), "") << about;
        ++refuted;
        deep += result.path.size() > 2 ? 1 : 0;
        continue;
      }
      ++proved;
      with_clauses += result.invariant.size() > 1 ? 1 : 0;
      const ic3::Certificate certificate = certificate_of(attempt.machine, result.invariant);
      ASSERT_TRUE(proves(*subject, certificate, p)) << about;
      ASSERT_TRUE(verify(certificate, model, pool, {p, true, false, false}, nullptr)) << about;
    }
  }
  EXPECT_GE(proved, 100u);
  EXPECT_GE(refuted, 200u);
  EXPECT_GE(deep, 3u);
  EXPECT_GE(with_clauses, 5u);
}

// Two counters that go round together, the second one held back where a third variable says so. Propositions a0 to a9
// and b0 to b9 say where they are.
std::string counters(bool holding) {
  std::string text =
      "Agent Two\n  Vars:\n    a : 0 .. 9;\n    b : 0 .. 9;\n    held : boolean;\n  end Vars\n  Actions = {go, hold};\n"
      "  Protocol:\n    a = 7 : {go, hold};\n    Other : {go};\n  end Protocol\n  Evolution:\n"
      "    a = a + 1 and b = b + 1 if Action = go and a < 9 and held = false;\n"
      "    a = 0 and b = 0 if Action = go and a = 9 and held = false;\n"
      "    a = a + 1 if Action = go and a < 9 and held = true;\n";
  if (holding) text += "    held = true if Action = hold;\n";
  text += "  end Evolution\nend Agent\nEvaluation\n";
  for (char k = '0'; k <= '9'; ++k) {
    for (const char* name : {"a", "b"}) {
      text += std::string("  ") + name + k + " if Two." + name + " = " + k + ";\n";
    }
  }
  return text +
         "end Evaluation\nInitStates\n  Two.a = 0 and Two.b = 0 and Two.held = false;\nend InitStates\n"
         "Groups\n  g = {Two};\nend Groups\nFormulae\n  a0;\nend Formulae\n";
}

TEST(Ic3Prover, FollowsLongPaths) {
  for (bool holding : {false, true}) {
    std::unique_ptr<Subject> subject = Subject::load(counters(holding));
    ASSERT_NE(subject, nullptr);
    model::SymbolicModel model(subject->model());
    logic::FormulaPool& pool = subject->model().pool;
    auto run = [&](const std::string& text, std::size_t& size) {
      const logic::Formula p = subject->formula(text);
      Attempt attempt(model, pool, p);
      const Result result = attempt.run();
      EXPECT_EQ(result.holds, subject->evaluator().verdict(pool.make(logic::Op::AG, p))) << text;
      size = result.holds ? result.invariant.size() : result.path.size() - 1;
      if (result.holds) {
        EXPECT_TRUE(proves(*subject, certificate_of(attempt.machine, result.invariant), p)) << text;
      } else {
        EXPECT_EQ(problem_with_path(*subject, model, attempt.machine, result.path, p), "") << text;
      }
      return result.holds;
    };
    std::size_t size = 0;
    EXPECT_FALSE(run("!a9", size));
    EXPECT_GE(size, 9u);
    EXPECT_EQ(run("a9 -> b9", size), !holding);
    EXPECT_GE(size, holding ? 10u : 4u);
    EXPECT_EQ(run("b3 -> a3", size), true);
    EXPECT_EQ(run("b7 -> (a7 or a8 or a9)", size), true);
    EXPECT_EQ(run("b6 -> !a7", size), true);
  }
}

// Certificates with a mistake in them, and some without: the checker says what a look at every state says.
TEST(Ic3Certificate, ForgeriesAreRejected) {
  std::size_t rejected = 0;
  std::size_t accepted = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::unique_ptr<Subject> subject = random_subject(32'000'000 + seed);
    ASSERT_NE(subject, nullptr);
    model::SymbolicModel model(subject->model());
    logic::FormulaPool& pool = subject->model().pool;
    for (const std::string& text : boolean_candidates(subject->model())) {
      const logic::Formula p = subject->formula(text);
      Attempt attempt(model, pool, p);
      const Result result = attempt.run();
      ic3::Certificate honest;  // of a false formula: nothing is excluded
      if (result.holds) honest = certificate_of(attempt.machine, result.invariant);
      std::vector<ic3::Certificate> tried{honest};
      for (std::size_t i = 0; i < honest.excluded.size() && i < 3; ++i) {
        ic3::Certificate without = honest;
        without.excluded.erase(without.excluded.begin() + static_cast<std::ptrdiff_t>(i));
        tried.push_back(without);
        ic3::Certificate wider = honest;
        wider.excluded[i].pop_back();
        tried.push_back(wider);
        ic3::Certificate other = honest;
        other.excluded[i].front().bits ^= other.excluded[i].front().mask & 1;
        tried.push_back(other);
      }
      for (const ic3::Certificate& certificate : tried) {
        const bool good = proves(*subject, certificate, p);
        ASSERT_EQ(verify(certificate, model, pool, {p, true, false, false}, nullptr), good)
            << text << " with seed " << seed << "\n"
            << text_of(certificate, subject->model());
        ++(good ? accepted : rejected);
      }
    }
  }
  EXPECT_GE(rejected, 200u);
  EXPECT_GE(accepted, 100u);
}

// Every state of a lifted cube has a step into the target, or is a bad one.
TEST(Ic3Machine, LiftedStatesHaveTheStep) {
  std::size_t wider = 0;
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    std::unique_ptr<Subject> subject = random_subject(33'000'000 + seed);
    ASSERT_NE(subject, nullptr);
    model::SymbolicModel model(subject->model());
    for (const std::string& text : boolean_candidates(subject->model())) {
      const logic::Formula p = subject->formula(text);
      Attempt attempt(model, subject->model().pool, p);
      const Machine& machine = attempt.machine;
      sat::Solver solver;
      const ic3::StepLits lits = machine.write(solver);
      auto states_of = [&](const ic3::Cube& cube) {
        bdd::Bdd set = model.valid().bdd();
        for (ic3::Literal literal : cube) {
          for (std::size_t v = 0; v < machine.model().places().size(); ++v) {
            const auto& place = machine.model().places()[v];
            if (place.role != sat::Model::Role::Current || place.index != literal.position()) continue;
            set &= model.manager().literal(bdd::Var(v), literal.value());
          }
        }
        return model::StateSet(set);
      };
      if (!solver.solve(lits.bad)) continue;
      const ic3::StepValues bad = Machine::read(solver, lits);
      ic3::Cube target = machine.bad(bad);
      for (const explicit_state::State& state : all_states(subject->model())) {
        if (!model.singleton(state).subset_of(states_of(target))) continue;
        ASSERT_FALSE(holds_in(*subject, p, state)) << text << " with seed " << seed;
      }
      for (int steps = 0; steps < 4; ++steps) {
        std::vector<sat::Lit> assumptions{lits.step};
        for (ic3::Literal literal : target) {
          const sat::Lit lit = lits.next[literal.position()];
          assumptions.push_back(literal.value() ? lit : !lit);
        }
        if (!solver.solve(assumptions)) break;
        const ic3::StepValues step = Machine::read(solver, lits);
        const ic3::Cube before = machine.before(step, target);
        for (ic3::Literal literal : before) ASSERT_EQ(step.now[literal.position()], literal.value());
        ASSERT_TRUE(states_of(before).subset_of(model.transition().preimage(states_of(target))))
            << text << " with seed " << seed;
        wider += before.size() < machine.positions() ? 1 : 0;
        target = before;
      }
    }
  }
  EXPECT_GE(wider, 300u);
}

TEST(Ic3Prover, GoesOnAfterALimit) {
  std::size_t interruptions = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::unique_ptr<Subject> subject = random_subject(34'000'000 + seed);
    ASSERT_NE(subject, nullptr);
    model::SymbolicModel model(subject->model());
    std::atomic<bool> stop = false;
    Budget budget;
    budget.interrupt = &stop;
    std::size_t polls = 0;
    budget.tick = [&] { stop = ++polls % 7 == 0; };  // the next poll after every seventh stops
    for (const std::string& text : boolean_candidates(subject->model())) {
      logic::FormulaPool& pool = subject->model().pool;
      const logic::Formula p = subject->formula(text);
      stop = false;
      Attempt attempt(model, pool, p, &budget);
      std::optional<Result> result;
      for (int failures = 0; !result;) {
        try {
          result = attempt.prover.advance();
        } catch (const LimitReached&) {
          ++interruptions;
          stop = false;
          if (++failures > 20) budget.tick = nullptr;  // long rounds need more than seven polls
        }
      }
      budget.tick = [&] { stop = ++polls % 7 == 0; };
      ASSERT_EQ(result->holds, subject->evaluator().verdict(pool.make(logic::Op::AG, p))) << text;
    }
  }
  EXPECT_GE(interruptions, 100u);
}

}  // namespace
}  // namespace gnomon::test
