// Sets taken apart by what is seen.
#include "recall/observation.h"

#include <gtest/gtest.h>
#include <map>

#include "models.h"
#include "recall/harness/memory_run.h"

namespace gnomon::recall {
namespace {

using test::MemoryRun;

// The diagrams' variables upside down, pairs of current and next bits kept together; the model has no bits of actions.
void turn_round(bdd::Manager& manager) {
  std::vector<bdd::Var> order;
  for (std::size_t level = manager.var_count(); level > 0; level -= 2) {
    order.push_back(manager.var_at(level - 2));
    order.push_back(manager.var_at(level - 1));
  }
  manager.set_order(order);
}

// Two variables of eight and four values, of which any may be seen; the set is the states with secret + count <= 5.
TEST(Observations, CellsPartitionASetByWhatIsSeen) {
  MemoryRun run(test::kSecret);
  model::SymbolicModel& model = run.symbolic();
  StateSet set = model.none();
  for (int secret = 0; secret < 8; ++secret) {
    for (int count = 0; count < 4 && secret + count <= 5; ++count) {
      set |= model.singleton(std::vector<ispl::Value>{secret, count});
    }
  }
  Observations observations(model);
  std::map<Variables, std::vector<std::vector<ispl::Value>>> order;  // of the cells
  for (bool reordered : {false, true}) {
    if (reordered) turn_round(model.manager());
    for (const Variables& seen : {Variables{}, Variables{ispl::VarId(0)}, Variables{ispl::VarId(1)},
                                  Variables{ispl::VarId(0), ispl::VarId(1)}}) {
      std::vector<std::vector<ispl::Value>> values;  // one state of each cell
      StateSet united = model.none();
      for (const Cell& cell : observations.cells(set, seen)) {
        ASSERT_FALSE(cell.states.empty());
        ASSERT_TRUE(cell.states.disjoint_from(united));
        // The states of the set that agree with one of them on what is seen, and the values as a cube of these bits.
        ASSERT_EQ(cell.states, observations.alike(model.singleton(model.pick(cell.states)), seen) & set);
        ASSERT_EQ(cell.values, bdd::exists(cell.states.bdd(), observations.bits(seen).outside));
        united |= cell.states;
        values.push_back(model.pick(cell.states));
      }
      ASSERT_EQ(united, set);
      if (!reordered) order[seen] = values;
      ASSERT_EQ(order[seen], values) << "the order of the cells depends on that of the variables";
    }
  }
  EXPECT_TRUE(observations.cells(model.none(), {ispl::VarId(0)}).empty());
}

}  // namespace
}  // namespace gnomon::recall
