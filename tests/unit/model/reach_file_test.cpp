// Reachable states in files: what is read is what was written, whatever the order of the bits; a file of another model,
// and one that is damaged in any way, is refused before anything is made from it.
#include "model/reach_file.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <string>

#include "ispl/load.h"
#include "support/random_model.h"
#include "support/rng.h"

namespace gnomon::model {
namespace {

constexpr std::size_t kChecksum = 8;

ispl::CheckedModel loaded_model(const std::string& text) {
  const Source source("model.ispl", text);
  Diagnostics diagnostics;
  std::optional<ispl::CheckedModel> model = ispl::load_model(source, {}, diagnostics);
  if (!model) throw std::invalid_argument(text);
  return std::move(*model);
}

std::string counter_text(int largest, const std::string& rest) {
  return "Agent A\n Vars: x : 0 .. " + std::to_string(largest) +
         "; end Vars\n Actions = {up, down};\n Protocol: x = 0 : {up}; Other : {up, down}; end Protocol\n"
         " Evolution: x = x + 2 if Action = up; x = x - 1 if Action = down; end Evolution\nend Agent\n"
         "Evaluation zero if A.x = 0; end Evaluation\nInitStates A.x = 0; end InitStates\n" +
         rest;
}

// With the checksum that the bytes should have.
std::string consistent(std::string bytes) {
  bytes.resize(bytes.size() - kChecksum);
  std::uint64_t hash = 0xcbf29ce484222325;
  for (char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  hash ^= hash >> 29;
  for (std::size_t i = 0; i < kChecksum; ++i) bytes += static_cast<char>((hash >> (8 * i)) & 0xff);
  return bytes;
}

TEST(ReachFile, ReadsWhatWasWritten) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const ispl::CheckedModel source = loaded_model(test::random_model(47'000'000 + seed).draft.text());
    ModelOptions options;
    if (seed % 3 == 1) options.order = OrderStrategy::Declaration;
    if (seed % 5 == 2) options.reach.exploration = Exploration::Chaining;
    SymbolicModel first(source, options);
    if (seed % 2 == 1) first.manager().reorder();
    const std::string bytes = reachable_to_bytes(first);
    SymbolicModel second(source);
    adopt_reachable(second, bytes);
    EXPECT_TRUE(second.explorer().complete());
    EXPECT_EQ(second.explorer().depth(), first.explorer().depth());
    const StateSet adopted = second.reachable();
    SymbolicModel third(source);
    EXPECT_EQ(second.count(adopted), third.count(third.reachable())) << seed;
    // Closed under steps, and all of it: so many states that contain the initial ones are the reachable ones.
    EXPECT_TRUE(second.initial().subset_of(adopted));
    EXPECT_TRUE(second.transition().image(adopted).subset_of(adopted)) << seed;
    EXPECT_EQ(second.manager().check_invariants(), "");
    EXPECT_EQ(reachable_to_bytes(second), bytes) << seed;
  }
}

TEST(ReachFile, BelongsToWhatStatesDependOn) {
  const std::string formulas = "Formulae AG zero; end Formulae\n";
  const std::string one = fingerprint(loaded_model(counter_text(9, formulas)));
  EXPECT_EQ(one, fingerprint(loaded_model(counter_text(9, "Fairness zero; end Fairness\nFormulae end Formulae\n"))));
  EXPECT_NE(one, fingerprint(loaded_model(counter_text(8, formulas))));
  std::string other_start = counter_text(9, formulas);
  other_start.replace(other_start.find("InitStates A.x = 0"), 18, "InitStates A.x = 1");
  EXPECT_NE(one, fingerprint(loaded_model(other_start)));
  EXPECT_NE(one, fingerprint(loaded_model("Semantics = SingleAssignment;\n" + counter_text(9, formulas))));

  const ispl::CheckedModel nine = loaded_model(counter_text(9, formulas));
  const ispl::CheckedModel eight = loaded_model(counter_text(8, formulas));
  SymbolicModel from(nine);
  SymbolicModel to(eight);
  EXPECT_THROW(adopt_reachable(to, reachable_to_bytes(from)), ReachFileError);
  EXPECT_EQ(to.count(to.reachable()), 9);
}

TEST(ReachFile, DamageIsFound) {
  const ispl::CheckedModel source = loaded_model(counter_text(200, "Formulae zero; end Formulae\n"));
  SymbolicModel from(source);
  const std::string bytes = reachable_to_bytes(from);
  SymbolicModel to(source);
  for (const std::string& wrong : {std::string(), std::string("gnomon"), std::string("gnomon reachable 2\nmodel"),
                                   bytes + "x", bytes.substr(0, bytes.size() - 1), bytes.substr(1)}) {
    EXPECT_THROW(adopt_reachable(to, wrong), ReachFileError);
  }
  test::Rng rng(7);
  for (int k = 0; k < 1000; ++k) {
    std::string damaged = bytes;
    if (rng.chance(30)) damaged.resize(rng.below(bytes.size()));
    for (std::size_t changes = 1 + rng.below(3); changes > 0 && !damaged.empty(); --changes) {
      damaged[rng.below(damaged.size())] ^= static_cast<char>(1 + rng.below(255));
    }
    if (damaged == bytes) continue;
    ASSERT_THROW(adopt_reachable(to, damaged), ReachFileError);
  }
  EXPECT_FALSE(to.explorer().complete());
  EXPECT_EQ(to.count(to.reachable()), from.count(from.reachable()));
}

// A checksum that fits the damage: still nothing breaks, and a set that is not the one that was counted is refused.
TEST(ReachFile, DamageWithAFittingChecksumIsHarmless) {
  const ispl::CheckedModel source = loaded_model(counter_text(200, "Formulae zero; end Formulae\n"));
  SymbolicModel from(source);
  const std::string bytes = reachable_to_bytes(from);
  test::Rng rng(8);
  std::size_t refused = 0;
  for (int k = 0; k < 400; ++k) {
    std::string damaged = bytes;
    damaged[rng.below(damaged.size() - kChecksum)] ^= static_cast<char>(1 + rng.below(255));
    SymbolicModel to(source);
    try {
      adopt_reachable(to, consistent(damaged));
      EXPECT_TRUE(to.initial().subset_of(to.reachable()));
      EXPECT_EQ(to.count(to.reachable()), from.count(from.reachable()));
    } catch (const ReachFileError&) {
      ++refused;
    }
    EXPECT_EQ(to.manager().check_invariants(), "");
  }
  EXPECT_GE(refused, 200u);
}

}  // namespace
}  // namespace gnomon::model
