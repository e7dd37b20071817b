// Saving and loading: round trips, other orders, and files that were cut, changed or invented.
#include <gtest/gtest.h>
#include <random>
#include <sstream>

#include "truth_table.h"

namespace gnomon::bdd::test {
namespace {

std::string saved(std::span<const Bdd> functions) {
  std::ostringstream out;
  save(functions, out);
  return out.str();
}

std::vector<Bdd> loaded(Manager& manager, const std::string& bytes) {
  std::istringstream in(bytes);
  return load(manager, in);
}

TEST(Io, RoundTrips) {
  std::mt19937 rng(5);
  for (int round = 0; round < 30; ++round) {
    Manager manager;
    const std::vector<Var> vars = make_vars(manager, 7);
    std::vector<Bdd> functions{manager.constant(true), manager.constant(false)};
    for (int i = 0; i < 4; ++i) functions.push_back(build(manager, vars, TruthTable::random(7, rng)));
    functions.push_back(!functions.back());
    disturb(manager, rng);
    const std::string bytes = saved(functions);
    disturb(manager, rng);
    EXPECT_EQ(loaded(manager, bytes), functions);

    Manager fresh;
    const std::vector<Bdd> copies = loaded(fresh, bytes);
    ASSERT_EQ(copies.size(), functions.size());
    EXPECT_EQ(fresh.var_count(), 7u);
    for (std::size_t i = 0; i < copies.size(); ++i) EXPECT_EQ(table_of(copies[i], vars), table_of(functions[i], vars));
    EXPECT_EQ(fresh.check_invariants(), "");
  }
}

TEST(Io, NothingIsSomethingToSave) {
  Manager manager;
  EXPECT_TRUE(loaded(manager, saved({})).empty());
  EXPECT_EQ(manager.var_count(), 0u);
}

TEST(Io, OnlyTheFileIsRead) {
  Manager manager;
  const std::vector<Bdd> x{manager.literal(manager.new_var())};
  std::istringstream in(saved(x) + saved(x) + "rest");
  EXPECT_EQ(load(manager, in), x);
  EXPECT_EQ(load(manager, in), x);
  std::string rest;
  in >> rest;
  EXPECT_EQ(rest, "rest");
}

TEST(Io, EveryTruncationIsRefused) {
  std::mt19937 rng(6);
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 5);
  const std::vector<Bdd> functions{build(manager, vars, TruthTable::random(5, rng))};
  const std::string bytes = saved(functions);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_THROW(loaded(manager, bytes.substr(0, length)), LoadError) << length;
  }
}

TEST(Io, EveryChangedByteIsRefused) {
  std::mt19937 rng(6);
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 5);
  const std::vector<Bdd> functions{build(manager, vars, TruthTable::random(5, rng))};
  const std::string bytes = saved(functions);
  for (std::size_t place = 0; place < bytes.size(); ++place) {
    for (int k = 0; k < 8; ++k) {
      std::string mutant = bytes;
      mutant[place] = static_cast<char>(mutant[place] ^ (1 << k));
      EXPECT_THROW(loaded(manager, mutant), LoadError) << place;
    }
  }
  EXPECT_EQ(manager.check_invariants(), "");
}

// A file with this body and a correct head: what remains is the check of the contents.
std::string with_head(const std::string& body) {
  std::uint64_t sum = 0xcbf29ce484222325ull;
  for (const char c : body) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  std::string head = "GNOMBDD1";
  for (const std::uint64_t word : {static_cast<std::uint64_t>(body.size()), sum}) {
    for (int i = 0; i < 8; ++i) head += static_cast<char>(word >> 8 * i & 0xff);
  }
  return head + body;
}

TEST(Io, RandomBodiesNeverCrash) {
  std::mt19937 rng(11);
  Manager manager;
  const std::vector<Var> vars = make_vars(manager, 5);
  const std::vector<Bdd> functions{build(manager, vars, TruthTable::random(5, rng))};
  const std::string body = saved(functions).substr(24);
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string mutant = body;
    const std::size_t changes = 1 + rng() % 3;
    for (std::size_t k = 0; k < changes; ++k)
      mutant[rng() % mutant.size()] = static_cast<char>(rng() % (round % 2 == 0 ? 256 : 8));
    if (rng() % 4 == 0) mutant.resize(rng() % mutant.size());
    try {
      loaded(manager, with_head(mutant));
      ++accepted;
    } catch (const LoadError&) {
      // The usual outcome.
    }
  }
  EXPECT_GT(accepted, 0);
  EXPECT_EQ(manager.check_invariants(), "");
}

TEST(Io, InventedFilesAreRefused) {
  Manager manager;
  const auto refused = [&](const std::string& body) {
    EXPECT_THROW(loaded(manager, with_head(body)), LoadError) << body.size();
  };
  const auto bytes = [](std::initializer_list<int> values) {
    std::string s;
    for (const int v : values) s += static_cast<char>(v);
    return s;
  };
  EXPECT_EQ(loaded(manager, with_head(bytes({1, 0, 1, 0, 0, 1, 1, 2}))).size(), 1u);  // the function x0
  refused(bytes({}));
  refused(bytes({2, 0, 0, 0, 0}));                       // a variable twice
  refused(bytes({1, 0, 1, 1, 0, 1, 1, 2}));              // a node without a variable
  refused(bytes({1, 0, 1, 0, 1, 0, 1, 2}));              // complemented low branch
  refused(bytes({1, 0, 1, 0, 0, 0, 1, 2}));              // equal branches
  refused(bytes({1, 0, 1, 0, 0, 2, 1, 2}));              // refers to itself
  refused(bytes({2, 0, 1, 2, 0, 0, 1, 1, 0, 2, 1, 4}));  // branches above the node
  refused(bytes({1, 0, 1, 0, 0, 1, 1, 4}));              // unknown function
  refused(bytes({1, 0, 1, 0, 0, 1, 1, 2, 0}));           // bytes too many
  refused(bytes({1, 0, 255, 255, 255, 127, 0, 1}));      // more nodes than bytes
  refused(bytes({1, 255, 255, 255, 127, 0, 0}));         // a variable with an absurd number
  refused(bytes({255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1}));
  EXPECT_LE(manager.var_count(), 1u);
}

}  // namespace
}  // namespace gnomon::bdd::test
