#include "ispl/checked_model.h"

#include "support.h"

namespace gnomon::ispl::test {
namespace {

TEST(Type, EnumeratesItsValues) {
  Template t;
  t.vars = "n : -2 .. 2; other : {blue, black};";
  Loaded loaded(t.text());
  ASSERT_TRUE(loaded.model);
  for (const Variable& variable : loaded.model->variables) {
    const Type& type = variable.type;
    for (std::uint64_t i = 0; i < type.size(); ++i) EXPECT_EQ(type.position_of(type.value_at(i)), std::optional(i));
  }
  const Type& n = loaded.model->variables[5].type;
  EXPECT_EQ(n.value_at(0), -2);
  EXPECT_EQ(n.position_of(3), std::nullopt);
  EXPECT_EQ(n.position_of(-3), std::nullopt);
  EXPECT_EQ(loaded.model->variables[2].type.position_of(2), std::nullopt);
  // Equal names are equal values, across types.
  const Type& other = loaded.model->variables[6].type;
  EXPECT_EQ(other.value_at(0), loaded.model->variables[4].type.value_at(2));
  EXPECT_EQ(loaded.model->variables[4].type.position_of(other.value_at(1)), std::nullopt);
}

TEST(CheckedModel, WritesValues) {
  Template t;
  t.vars = "n : -2 .. 2;";
  Loaded loaded(t.text());
  ASSERT_TRUE(loaded.model);
  const CheckedModel& model = *loaded.model;
  EXPECT_EQ(model.value_text(VarId(2), 0), "false");
  EXPECT_EQ(model.value_text(VarId(2), 1), "true");
  EXPECT_EQ(model.value_text(VarId(4), model.variables[4].type.value_at(1)), "green");
  EXPECT_EQ(model.value_text(VarId(5), -2), "-2");
}

TEST(CheckedModel, KnowsNoUnknownSymbols) {
  Loaded loaded(Template{}.text());
  ASSERT_TRUE(loaded.model);
  logic::Symbol other = loaded.model->pool.intern("other");
  EXPECT_EQ(loaded.model->proposition_of(other), std::nullopt);
  EXPECT_EQ(loaded.model->agent_of(other), std::nullopt);
  EXPECT_EQ(loaded.model->group_of(other), std::nullopt);
  EXPECT_EQ(loaded.model->proposition_of({}), std::nullopt);
}

}  // namespace
}  // namespace gnomon::ispl::test
