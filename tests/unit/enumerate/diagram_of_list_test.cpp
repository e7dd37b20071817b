// The diagram that is made of listed states is the one that a search with diagrams finds.
#include "enumerate/diagram_of_list.h"

#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "enumerate/program.h"
#include "model/symbolic_model.h"
#include "models.h"
#include "oracle/harness/families.h"
#include "oracle/harness/subject.h"

namespace gnomon::test {
namespace {

constexpr std::size_t kEverything = std::numeric_limits<std::size_t>::max();

void expect_same(ispl::CheckedModel& source, model::OrderStrategy order, const std::string& text) {
  const enumerate::Program program(source);
  const Budget budget;
  enumerate::Graph graph(program, budget);
  model::ModelOptions options;
  options.order = order;
  model::SymbolicModel symbolic(source, options);
  EXPECT_TRUE(enumerate::diagram_of(graph, symbolic.encoding()).empty());
  graph.explore(1);
  EXPECT_TRUE(symbolic.initial().subset_of(enumerate::diagram_of(graph, symbolic.encoding()))) << text;
  graph.explore(kEverything);
  EXPECT_EQ(enumerate::diagram_of(graph, symbolic.encoding()), symbolic.reachable()) << text;
}

TEST(DiagramOfList, IsThatOfASearchOnRandomModels) {
  constexpr std::uint64_t kSeeds = 10;
  for (const Family& family : families()) {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      const std::string text = random_case(family, seed).text();
      std::unique_ptr<Subject> subject = Subject::load(text);
      ASSERT_TRUE(subject) << text;
      const bool declared = seed % 2 == 0;
      expect_same(subject->model(), declared ? model::OrderStrategy::Declaration : model::OrderStrategy::Force, text);
    }
  }
}

TEST(DiagramOfList, TakesSeveralWords) {
  for (const std::string& text : {wide(5, 30), square(60)}) {
    std::unique_ptr<Subject> subject = Subject::load(text);
    ASSERT_TRUE(subject);
    expect_same(subject->model(), model::OrderStrategy::Force, text);
  }
}

}  // namespace
}  // namespace gnomon::test
