// Diagrams survive the journey between managers, equal ones have equal bytes, and damaged bytes are refused.
#include "slices/diagram_bytes.h"

#include <gtest/gtest.h>
#include <span>
#include <string>
#include <vector>

#include "oracle/harness/sliced_run.h"
#include "oracle/harness/subject.h"
#include "support/random_model.h"
#include "support/rng.h"

namespace gnomon::test {
namespace {

using slices::BadBytes;
using slices::Bits;
using slices::from_bytes;
using slices::to_bytes;

struct Side {
  explicit Side(const ispl::CheckedModel& checked, model::OrderStrategy order = model::OrderStrategy::Force)
      : model(checked, ordered(order)), bits(checked, model.encoding()) {}
  static model::ModelOptions ordered(model::OrderStrategy order) {
    model::ModelOptions options;
    options.order = order;
    return options;
  }
  model::SymbolicModel model;
  Bits bits;
};

std::unique_ptr<Subject> some_subject(std::uint64_t seed) {
  return Subject::load(random_model(seed, {}).draft.text());
}

TEST(DiagramBytes, SurviveTheJourney) {
  std::size_t nodes = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    auto subject = some_subject(seed);
    ASSERT_TRUE(subject);
    Side here(subject->model());
    Side there(subject->model());
    Side elsewhere(subject->model(), model::OrderStrategy::Declaration);
    std::vector<bdd::Bdd> sets = random_windows(here.model, 5, seed);
    sets.push_back(here.model.reachable().bdd());
    sets.push_back(!here.model.reachable().bdd());
    const std::string bytes = to_bytes(sets, here.bits);
    const std::vector<bdd::Bdd> arrived = from_bytes(bytes, there.bits);
    ASSERT_EQ(arrived.size(), sets.size());
    EXPECT_EQ(there.model.reachable().bdd(), arrived[sets.size() - 2]) << seed;
    EXPECT_EQ(!there.model.reachable().bdd(), arrived[sets.size() - 1]) << seed;
    there.bits.take_order(here.bits.order());
    EXPECT_EQ(to_bytes(arrived, there.bits), bytes) << "equal sets in one order have equal bytes: seed " << seed;
    // In another order the functions are the same, there and back.
    const std::vector<bdd::Bdd> other = from_bytes(bytes, elsewhere.bits);
    EXPECT_EQ(elsewhere.model.reachable().bdd(), other[sets.size() - 2]) << seed;
    EXPECT_EQ(from_bytes(to_bytes(other, elsewhere.bits), here.bits), sets) << seed;
    nodes += bdd::node_count(sets);
  }
  EXPECT_GT(nodes, 300u);
}

TEST(DiagramBytes, AreRefusedWhereDamaged) {
  auto subject = some_subject(3);
  ASSERT_TRUE(subject);
  Side here(subject->model());
  Side there(subject->model());
  const bdd::Bdd set = here.model.reachable().bdd();
  const std::string bytes = to_bytes(std::span(&set, 1), here.bits);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_THROW(from_bytes(std::string_view(bytes).substr(0, length), there.bits), BadBytes) << length;
  }
  EXPECT_THROW(from_bytes(bytes + '\0', there.bits), BadBytes);
  EXPECT_THROW(from_bytes("", there.bits), BadBytes);
  EXPECT_THROW(from_bytes("GNOMBDD1" + bytes.substr(8), there.bits), BadBytes);
  // Any other bytes are a diagram of state bits or are refused.
  Rng rng(7);
  std::size_t refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string other = bytes;
    for (std::size_t flips = 1 + rng.below(3); flips > 0; --flips) {
      other[8 + rng.below(other.size() - 8)] = static_cast<char>(rng.below(256));
    }
    try {
      const bdd::Bdd made = from_bytes(other, there.bits).at(0);
      for (bdd::Var var : bdd::support(made).vars()) EXPECT_LT(there.bits.number(var), there.bits.of_states());
    } catch (const BadBytes&) {
      ++refused;
    } catch (const std::out_of_range&) {
      // No root at all.
    }
  }
  EXPECT_GT(refused, 500u);
  EXPECT_EQ(there.model.manager().check_invariants(), "");
}

// Counts of billions are refused before memory is taken for them.
TEST(DiagramBytes, AreNotBelievedAboutTheirSize) {
  auto subject = some_subject(3);
  Side here(subject->model());
  std::string bytes = "GNOMBDD2";
  bytes += static_cast<char>(here.bits.of_model());
  ASSERT_LT(here.bits.of_model(), 128u);
  for (const char* counts : {"\xff\xff\xff\xff\xff\xff\xff\x7f\x01", "\x01\xff\xff\xff\xff\xff\xff\xff\x7f"}) {
    EXPECT_THROW(from_bytes(bytes + counts + "\x01\x01\x01", here.bits), BadBytes);
  }
}

// Bits of actions are for choices only.
TEST(DiagramBytes, MentionWhatTheyMay) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto subject = some_subject(seed);
    Side here(subject->model());
    if (here.bits.of_model() == here.bits.of_states()) continue;
    const bdd::Bdd action = here.model.manager().literal(here.bits.var(here.bits.of_states()));
    const std::string bytes = to_bytes(std::span(&action, 1), here.bits);
    EXPECT_THROW(from_bytes(bytes, here.bits), BadBytes);
    EXPECT_EQ(from_bytes(bytes, here.bits, slices::Mentions::StatesAndActions).at(0), action);
    return;
  }
  FAIL() << "no model has actions";
}

}  // namespace
}  // namespace gnomon::test
