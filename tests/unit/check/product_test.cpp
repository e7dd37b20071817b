// Products with explicit automata: sets, steps, and the states from which automata accept.
#include "check/product.h"

#include <gtest/gtest.h>

#include "small_models.h"

namespace gnomon::check {
namespace {

using test::Checked;
using test::ring_model;

TEST(Product, SetsArePointwise) {
  Checked run(ring_model());
  const StateSet x0 = run.states("x0"), x1 = run.states("x1"), all = run.states("true"), none = run.states("false");
  const ProductSet a({x0, all}), b({x1, x0});
  EXPECT_EQ(a & b, ProductSet({none, x0}));
  EXPECT_EQ(a | b, ProductSet({x0 | x1, all}));
  EXPECT_EQ(a - b, ProductSet({x0, all - x0}));
  ProductSet c = a;
  c |= b;
  EXPECT_EQ(c, a | b);
  EXPECT_TRUE(ProductSet(2, none).empty());
  EXPECT_FALSE(ProductSet({none, x1}).empty());
}

// Steps of the system: 0 -> 1, 1 -> 1, 1 -> 2, 2 -> 0. The automaton goes from 0 to 1 where x1 holds, with a mark, and
// from 1 to 0 anywhere.
TEST(Product, StepsBackThroughGuardsAndMarks) {
  Checked run(ring_model());
  const Frame frame(run.symbolic().model());
  const StateSet x1 = run.states("x1"), x2 = run.states("x2"), all = run.states("true"), none = run.states("false");
  const Product product(frame, 2, {{0, 1, x1, 1}, {1, 0, all, 0}});
  EXPECT_EQ(product.predecessors(ProductSet({none, x2})), ProductSet({x1, none}));
  EXPECT_EQ(product.predecessors(ProductSet({none, run.states("x0")})), product.none());  // x2 is no x1
  EXPECT_EQ(product.predecessors(ProductSet({x2, none})), ProductSet({none, x1}));
  EXPECT_EQ(product.marked_predecessors(product.everything(), 1), ProductSet({x1, none}));
  EXPECT_EQ(product.predecessors(product.everything()), ProductSet({x1, all}));
}

TEST(Product, GuardStates) {
  Checked run(ring_model());
  Labelling& labelling = run.labelling("x0");
  const logic::Formula x0 = run.subject().formula("x0"), x1 = run.subject().formula("x1");
  EXPECT_EQ(run.values(guard_states(labelling, {})), "0 1 2");
  EXPECT_EQ(run.values(guard_states(labelling, {{x0, false}, {x1, false}})), "2");
  EXPECT_EQ(run.values(guard_states(labelling, {{x0, true}, {x1, true}})), "");
}

TEST(Product, BuchiAutomataAgreeWithTheExplicitSemantics) {
  for (const std::string& model : test::models_for_paths()) {
    Checked run(model);
    for (const std::string& text : test::quantified_ltl()) {
      const automata::Buchi automaton =
          automata::build_buchi(run.subject().model().pool, run.path(text), logic::Traces::Infinite).value();
      EXPECT_EQ(run.members(accepted_from(run.labelling(text), automaton)), run.expected(text)) << text << "\n"
                                                                                                << model;
    }
  }
}

TEST(Product, FiniteAutomataAgreeWithTheExplicitSemantics) {
  for (const std::string& model : test::models_for_paths()) {
    Checked run(model);
    for (const char* f : {"X x1", "G x1", "F x2", "x0 U x1", "!(X true)", "<(x0;x1)*>x2", "(F x0) and !(F x2)"}) {
      const std::string text = "CDL*f E(" + std::string(f) + ")";
      Labelling& labelling = run.labelling(text);
      const automata::Nfa automaton =
          automata::build_finite(run.subject().model().pool, run.path(text, logic::Traces::Finite)).value();
      EXPECT_EQ(run.members(matched_from(labelling, automaton, labelling.space().with_path())), run.expected(text))
          << text << "\n"
          << model;
    }
  }
}

// The goal of a product is where accepting paths start, the cycles among it.
TEST(Product, GoalOfABuchiAutomaton) {
  Checked run(ring_model());
  const std::string text = "CTL* E(F G x1)";
  const automata::Buchi automaton =
      automata::build_buchi(run.subject().model().pool, run.path(text), logic::Traces::Infinite).value();
  const ProductGoal goal = product_goal(run.labelling(text), automaton);
  StateSet target = run.states("false");
  for (std::size_t q = 0; q < goal.target.size(); ++q) target |= goal.target[q];
  EXPECT_EQ(run.values(target), "1");
  EXPECT_EQ(run.values(goal.reached_from()), "0 1 2");
}

}  // namespace
}  // namespace gnomon::check
