// Sets of places against maps from vertices to numbers, by random operations.
#include "recall/place_set.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>

#include "bdd/manager.h"
#include "support/rng.h"

namespace gnomon::recall {
namespace {

using test::Rng;

// Subsets of four states, as masks.
class Masks {
 public:
  Masks() {
    bdd::Var a = manager_.new_var(), b = manager_.new_var();
    for (unsigned mask = 0; mask < 16; ++mask) {
      bdd::Bdd set = manager_.constant(false);
      for (unsigned s = 0; s < 4; ++s) {
        if ((mask >> s) & 1) set |= manager_.literal(a, (s & 1) != 0) & manager_.literal(b, (s & 2) != 0);
      }
      sets_.emplace_back(set);
    }
  }
  const StateSet& set(unsigned mask) const { return sets_[mask]; }

 private:
  bdd::Manager manager_;
  std::vector<StateSet> sets_;
};

using Model = std::map<VertexId, unsigned>;  // masks, none of them 0

PlaceSet built(const Masks& masks, const Model& model) {
  PlaceSet set;
  for (const auto& [vertex, mask] : model) set.append(vertex, masks.set(mask));
  return set;
}

template <class Operation>
Model combined(const Model& a, const Model& b, Operation&& operation) {
  Model result;
  auto mask = [](const Model& model, VertexId vertex) { return model.count(vertex) == 0 ? 0u : model.at(vertex); };
  for (VertexId vertex = 0; vertex < 100; ++vertex) {
    unsigned both = operation(mask(a, vertex), mask(b, vertex)) & 15u;
    if (both != 0) result[vertex] = both;
  }
  return result;
}

Model random_model(Rng& rng, std::size_t size) {
  Model model;
  for (std::size_t i = 0; i < size; ++i)
    model[static_cast<VertexId>(rng.below(100))] = 1 + static_cast<unsigned>(rng.below(15));
  return model;
}

TEST(PlaceSet, OperationsAreThoseOfSets) {
  Masks masks;
  Rng rng(7);
  for (int round = 0; round < 500; ++round) {
    const Model a = random_model(rng, rng.below(60)), b = random_model(rng, rng.below(60));
    const PlaceSet x = built(masks, a), y = built(masks, b);
    const Model meet = combined(a, b, [](unsigned p, unsigned q) { return p & q; });
    const Model minus = combined(a, b, [](unsigned p, unsigned q) { return p & ~q; });
    ASSERT_EQ(x & y, built(masks, meet));
    ASSERT_EQ(x | y, built(masks, combined(a, b, [](unsigned p, unsigned q) { return p | q; })));
    ASSERT_EQ(x - y, built(masks, minus));
    ASSERT_EQ(x.subset_of(y), minus.empty());
    ASSERT_TRUE((x & y).subset_of(x));
    ASSERT_EQ(x == y, a == b);
    ASSERT_EQ(x & masks.set(5), built(masks, combined(a, a, [](unsigned p, unsigned) { return p & 5u; })));
  }
}

// Small sets added one after the other, with looks at the set in between.
TEST(PlaceSet, GrowsBySmallSets) {
  Masks masks;
  Rng rng(11);
  for (int round = 0; round < 100; ++round) {
    Model model = random_model(rng, 20);
    PlaceSet set = built(masks, model);
    for (int i = 0; i < 60; ++i) {
      const Model more = random_model(rng, 1 + rng.below(4));
      set |= built(masks, more);
      model = combined(model, more, [](unsigned p, unsigned q) { return p | q; });
      const auto vertex = static_cast<VertexId>(rng.below(100));
      const StateSet* found = set.at(vertex);
      ASSERT_EQ(found != nullptr, model.count(vertex) != 0);
      if (found != nullptr) {
        ASSERT_EQ(*found, masks.set(model.at(vertex)));
      }
      if (rng.chance(10)) {
        ASSERT_EQ(set.entries().size(), model.size());
      }
    }
    const PlaceSet whole = built(masks, model);
    ASSERT_EQ(PlaceSet() - set, PlaceSet());
    ASSERT_TRUE((whole - set).empty());
    ASSERT_EQ(set, whole);
    ASSERT_EQ(set.hash(), whole.hash());
  }
}

}  // namespace
}  // namespace gnomon::recall
