// Copied diagrams say the same as the diagrams, also where variables are open.
#include "ic3/diagram.h"

#include <gtest/gtest.h>
#include <vector>

#include "bdd/manager.h"
#include "support/rng.h"

namespace gnomon::test {
namespace {

using bdd::Bdd;
using ic3::Bit;

constexpr std::size_t kVariables = 6;

Bdd random_function(bdd::Manager& manager, const std::vector<bdd::Var>& vars, Rng& rng) {
  Bdd f = manager.constant(false);
  for (int cube = 0; cube < 4; ++cube) {
    Bdd product = manager.constant(true);
    for (bdd::Var var : vars) {
      if (rng.chance(50)) product &= manager.literal(var, rng.chance(50));
    }
    f |= product;
  }
  return rng.chance(50) ? f : !f;
}

TEST(Ic3Diagram, AgreesWithTheDiagramWhereVariablesAreOpen) {
  bdd::Manager manager;
  std::vector<bdd::Var> vars;
  for (std::size_t i = 0; i < kVariables; ++i) vars.push_back(manager.new_var());
  Rng rng(41);
  std::size_t certain = 0;
  for (int round = 0; round < 200; ++round) {
    const Bdd f = random_function(manager, vars, rng);
    const ic3::Diagram diagram(f);
    for (int choice = 0; choice < 30; ++choice) {
      ic3::Assignment values(manager.var_count(), Bit::Open);
      ic3::Assignment complete = values;
      Bdd known = manager.constant(true);
      Bdd state = known;
      for (bdd::Var var : vars) {
        const bool value = rng.chance(50);
        complete[var.index()] = value ? Bit::True : Bit::False;
        state &= manager.literal(var, value);
        if (rng.chance(40)) continue;
        values[var.index()] = complete[var.index()];
        known &= manager.literal(var, value);
      }
      ASSERT_EQ(diagram.is_certain(values), known.subset_of(f));
      ASSERT_EQ(diagram.holds(complete), state.subset_of(f));
      certain += known.subset_of(f) ? 1 : 0;
      if (!state.subset_of(f)) continue;
      std::vector<bdd::Var> met;
      diagram.path(complete, met);
      Bdd path = manager.constant(true);
      for (bdd::Var var : met) {
        ASSERT_TRUE(diagram.mentions(var));
        path &= manager.literal(var, complete[var.index()] == Bit::True);
      }
      ASSERT_TRUE(path.subset_of(f)) << "the variables on the path decide it";
    }
  }
  EXPECT_GE(certain, 300u);
}

}  // namespace
}  // namespace gnomon::test
