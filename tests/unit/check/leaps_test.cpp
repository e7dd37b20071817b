// Many steps at once: the same sets as step by step, for plain relations and for products; and when they are tried.
#include "model/leaps.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "check/product.h"
#include "small_models.h"
#include "support/random_model.h"
#include "support/seeds.h"

namespace gnomon::check {
namespace {

using test::Checked;

// Sets of reachable states, as many as the model has propositions and as many again.
std::vector<StateSet> some_sets(const Frame& frame) {
  std::vector<StateSet> sets{frame.states(), frame.none()};
  for (std::size_t i = 0; i < frame.source().propositions.size(); ++i) {
    sets.push_back(frame.proposition(i) & frame.states());
    sets.push_back(frame.states() - frame.proposition(i));
  }
  return sets;
}

// Step by step, in the words of the definitions.
template <class G, class Set = typename G::Set>
Set closed_step_by_step(const G& graph, const Set& through, Set reached) {
  for (;;) {
    const Set more = reached | (graph.predecessors(reached) & through);
    if (more == reached) return reached;
    reached = more;
  }
}

template <class G, class Set = typename G::Set>
Set trimmed_step_by_step(const G& graph, Set within) {
  for (;;) {
    const Set less = within & graph.recurrent_predecessors(within);
    if (less == within) return within;
    within = less;
  }
}

template <class G>
void expect_same_searches(const G& graph, const typename G::Set& through, const typename G::Set& target) {
  EXPECT_EQ(graph.joined(model::closed_backward(graph.leaps(through, Edges::All), graph.parts(target))),
            closed_step_by_step(graph, through, target));
  EXPECT_EQ(graph.joined(model::trimmed(graph.leaps(through, Edges::Recurrent))), trimmed_step_by_step(graph, through));
}

TEST(Leaps, SameSetsAsStepByStep) {
  std::size_t long_ones = 0;
  test::ModelOptions options;
  options.max_agents = 1;
  options.max_domain = 30;
  options.arithmetic = 80;
  for (std::uint64_t seed = 0; seed < test::seeds(60); ++seed) {
    const test::RandomModel random = test::random_model(seed, options);
    const std::string text = random.draft.text();
    SCOPED_TRACE(text);
    Checked run(text);
    model::SymbolicModel& model = run.symbolic().model();
    StateSet reached = model.initial();
    std::size_t depth = 0;
    for (StateSet fresh = reached; !(fresh = model.transition().image(fresh) - reached).empty(); ++depth) {
      reached |= fresh;
    }
    const model::Reached found = model::closed_forward(model.transition(), model.initial().bdd());
    EXPECT_EQ(StateSet(found.states), reached);
    EXPECT_EQ(found.depth, depth);
    long_ones += depth > 3;

    const Frame frame(model);
    const std::vector<StateSet> sets = some_sets(frame);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const StateSet& through = sets[i];
      const StateSet& target = sets[(3 * i + 1) % sets.size()];
      expect_same_searches(frame, through, target);
      // An automaton whose two states take turns, but for a loop.
      const Product product(frame, 2, {{0, 1, through, 0}, {1, 0, frame.states(), 0}, {1, 1, target, 0}});
      expect_same_searches(product, ProductSet({frame.states(), through}), ProductSet({target, frame.none()}));
    }
  }
  EXPECT_GT(long_ones, test::seeds(60) / 10);
}

// The pairs x_i and y_i, with all x above all y: a diagram that doubles with each pair.
bdd::Bdd pairs(bdd::Manager& manager, const std::vector<bdd::Var>& vars) {
  bdd::Bdd result = manager.constant(false);
  const std::size_t half = vars.size() / 2;
  for (std::size_t i = 0; i < half; ++i) result |= manager.literal(vars[i]) & manager.literal(vars[half + i]);
  return result;
}

TEST(LeapTrial, CalledWhenASearchIsLong) {
  bdd::Manager manager;
  model::LeapTrial trial(manager);
  std::vector<int> calls;
  for (int step = 1; step <= 10'000; ++step) {
    const bool called = trial.after_step([&] { calls.push_back(step); });
    EXPECT_EQ(called, !calls.empty() && calls.back() == step);
  }
  EXPECT_EQ(calls, (std::vector<int>{512, 2048, 8192}));
}

TEST(LeapTrial, GivenUpWhenItCostsTooMuch) {
  bdd::Manager manager;
  std::vector<bdd::Var> vars;
  for (int i = 0; i < 40; ++i) vars.push_back(manager.new_var());
  model::LeapTrial trial(manager);
  bool finished = false;
  for (int step = 1; step <= 512; ++step) {
    EXPECT_FALSE(trial.after_step([&] {
      pairs(manager, vars);
      finished = true;
    }));
  }
  EXPECT_FALSE(finished);
  EXPECT_FALSE(manager.work_limit());
  EXPECT_EQ(manager.check_invariants(), "");
}

}  // namespace
}  // namespace gnomon::check
