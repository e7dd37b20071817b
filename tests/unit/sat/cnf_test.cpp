// Clauses of diagrams have the models of the diagrams, by both methods.
#include "sat/cnf.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

#include "bdd/manager.h"
#include "support/rng.h"

namespace gnomon::sat {
namespace {

constexpr std::size_t kInputs = 5;

// The function whose value at an assignment, read as a number, is that bit of the table.
bdd::Bdd function_of(bdd::Manager& manager, const std::vector<bdd::Var>& vars, std::uint32_t table) {
  bdd::Bdd f = manager.constant(false);
  for (std::uint32_t row = 0; row < 32; ++row) {
    if (((table >> row) & 1) == 0) continue;
    bdd::Bdd minterm = manager.constant(true);
    for (std::size_t v = 0; v < kInputs; ++v) minterm &= manager.literal(vars[v], ((row >> v) & 1) != 0);
    f |= minterm;
  }
  return f;
}

// The assignments to the inputs that the clauses allow, as a table.
std::uint32_t models_of(Solver& solver, const std::vector<Lit>& inputs) {
  std::uint32_t table = 0;
  while (solver.solve()) {
    std::uint32_t row = 0;
    std::vector<Lit> other;
    for (std::size_t v = 0; v < kInputs; ++v) {
      bool value = solver.value(inputs[v]);
      if (value) row |= 1u << v;
      other.push_back(value ? !inputs[v] : inputs[v]);
    }
    EXPECT_EQ(table & (1u << row), 0u) << "a blocked assignment came again";
    table |= 1u << row;
    solver.add(other);
  }
  return table;
}

std::uint32_t models_of(const ClauseTemplate& clauses, Lit (*guard)(Solver&)) {
  Solver solver;
  std::vector<Lit> inputs;
  for (std::size_t v = 0; v < kInputs; ++v) inputs.push_back(solver.new_lit());
  clauses.instantiate(solver, guard(solver), inputs);
  return models_of(solver, inputs);
}

Lit always(Solver&) {
  return Solver::kTrue;
}
Lit switched_on(Solver& solver) {
  Lit lit = solver.new_switch();
  solver.add({lit});
  return lit;
}
Lit switched_off(Solver& solver) {
  return !switched_on(solver);
}

TEST(ClauseTemplate, HasTheModelsOfTheDiagram) {
  test::Rng rng(5);
  for (int k = 0; k < 200; ++k) {
    // Few, half or most of the rows.
    auto random = [&] { return static_cast<std::uint32_t>(rng.below(std::size_t{1} << 32)); };
    std::uint32_t table = random();
    if (k % 3 == 1) table &= random() & random();
    if (k % 3 == 2) table |= random() | random();
    bdd::Manager manager;
    std::vector<bdd::Var> vars;
    for (std::size_t v = 0; v < kInputs; ++v) vars.push_back(manager.new_var());
    bdd::Bdd f = function_of(manager, vars, table);
    for (CnfMethod method : {CnfMethod::Cubes, CnfMethod::Nodes, CnfMethod::Automatic}) {
      ClauseTemplate clauses(f, method);
      ASSERT_EQ(models_of(clauses, always), table);
      ASSERT_EQ(models_of(clauses, switched_on), table);
      ASSERT_EQ(models_of(clauses, switched_off), 0xffffffffu);
    }
    manager.reorder();
    ASSERT_EQ(models_of(ClauseTemplate(f), always), table);
  }
}

TEST(ClauseTemplate, ConstantsAndSingleInputs) {
  bdd::Manager manager;
  std::vector<bdd::Var> vars;
  for (std::size_t v = 0; v < kInputs; ++v) vars.push_back(manager.new_var());
  for (CnfMethod method : {CnfMethod::Cubes, CnfMethod::Nodes, CnfMethod::Automatic}) {
    EXPECT_EQ(models_of(ClauseTemplate(manager.constant(true), method), always), 0xffffffffu);
    EXPECT_EQ(models_of(ClauseTemplate(manager.constant(false), method), always), 0u);
    ClauseTemplate negative(manager.literal(vars[2], false), method);
    ASSERT_TRUE(negative.single_input().has_value());
    EXPECT_EQ(negative.single_input()->var, vars[2]);
    EXPECT_FALSE(negative.single_input()->positive);
    EXPECT_EQ(negative.clauses(), 1u);
    EXPECT_EQ(negative.auxiliaries(), 0u);
  }
  EXPECT_FALSE(ClauseTemplate(manager.constant(true)).single_input().has_value());
  EXPECT_FALSE(ClauseTemplate(manager.literal(vars[0]) & manager.literal(vars[1])).single_input().has_value());
}

TEST(ClauseTemplate, TakesTheSmallerOfBothMethods) {
  bdd::Manager manager;
  bdd::Bdd parity = manager.constant(false);
  bdd::Bdd conjunction = manager.constant(true);
  for (std::size_t v = 0; v < 16; ++v) {
    bdd::Bdd bit = manager.literal(manager.new_var());
    parity ^= bit;
    conjunction &= bit;
  }
  // Parity has a cube per odd assignment and two nodes per variable.
  ClauseTemplate by_nodes(parity);
  EXPECT_LE(by_nodes.clauses(), 64u);
  EXPECT_GT(by_nodes.auxiliaries(), 0u);
  ClauseTemplate by_cubes(conjunction);
  EXPECT_EQ(by_cubes.clauses(), 16u);
  EXPECT_EQ(by_cubes.auxiliaries(), 0u);
}

TEST(ClauseTemplate, CubesArePrime) {
  bdd::Manager manager;
  bdd::Bdd a = manager.literal(manager.new_var());
  bdd::Bdd b = manager.literal(manager.new_var());
  bdd::Bdd c = manager.literal(manager.new_var());
  // (a or b) and (b or c): the diagram has three paths to false, two prime cubes cover them.
  EXPECT_EQ(ClauseTemplate((a | b) & (b | c), CnfMethod::Cubes).clauses(), 2u);
}

}  // namespace
}  // namespace gnomon::sat
