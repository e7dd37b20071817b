// Laws that hold for all functions, on random truth tables of six variables. Failures shrink to small tables.
#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "truth_table.h"

namespace gnomon::bdd::test {
namespace {

constexpr std::size_t kVars = 6;

// RapidCheck reads this before its first property: the same cases in every run unless someone asks for others.
const int kSeeded = setenv("RC_PARAMS", "seed=20240611", 0);

struct World {
  Manager manager;
  std::vector<Var> vars = make_vars(manager, kVars);
  Bdd function(std::uint64_t mask) { return build(manager, vars, TruthTable::bits(kVars, mask)); }
  VarSet set(std::uint8_t mask) { return set_of(manager, vars, mask % 64u); }
  std::uint64_t mask(const Bdd& f) {
    const TruthTable t = table_of(f, vars);
    std::uint64_t result = 0;
    for (std::size_t a = 0; a < 64; ++a) result |= static_cast<std::uint64_t>(t[a]) << a;
    return result;
  }
};

TEST(Laws, OperationsAreThoseOfTables) {
  ASSERT_EQ(kSeeded, 0);
  EXPECT_TRUE(rc::check([](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    World w;
    const Bdd f = w.function(a), g = w.function(b), h = w.function(c);
    RC_ASSERT(w.mask(f & g) == (a & b));
    RC_ASSERT(w.mask(f | g) == (a | b));
    RC_ASSERT(w.mask(f ^ g) == (a ^ b));
    RC_ASSERT(w.mask(f.minus(g)) == (a & ~b));
    RC_ASSERT(w.mask(ite(f, g, h)) == ((a & b) | (~a & c)));
    RC_ASSERT(f.subset_of(g) == ((a & ~b) == 0));
    RC_ASSERT(f.disjoint_from(g) == ((a & b) == 0));
    RC_ASSERT(w.manager.check_invariants().empty());
  }));
}

TEST(Laws, BooleanAlgebra) {
  EXPECT_TRUE(rc::check([](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    World w;
    const Bdd f = w.function(a), g = w.function(b), h = w.function(c);
    RC_ASSERT((f & (g | h)) == ((f & g) | (f & h)));
    RC_ASSERT(!(f & g) == ((!f) | (!g)));
    RC_ASSERT((f ^ g ^ g) == f);
    RC_ASSERT(f.implies(g) == ((!f) | g));
    RC_ASSERT(f.iff(g) == !(f ^ g));
    RC_ASSERT((f & g).subset_of(f));
    RC_ASSERT(f.subset_of(f | g));
    RC_ASSERT(ite(f, g, h) == ite(!f, h, g));
  }));
}

TEST(Laws, Quantifiers) {
  EXPECT_TRUE(rc::check([](std::uint64_t a, std::uint64_t b, std::uint8_t s, std::uint8_t t) {
    World w;
    const Bdd f = w.function(a), g = w.function(b);
    const VarSet x = w.set(s), y = w.set(t), both = w.set(s | t);
    RC_ASSERT(exists(exists(f, x), y) == exists(f, both));
    RC_ASSERT(forall(f, x) == !exists(!f, x));
    RC_ASSERT(exists(f | g, x) == (exists(f, x) | exists(g, x)));
    RC_ASSERT(and_exists(f, g, x) == exists(f & g, x));
    RC_ASSERT(and_forall(f, g, x) == forall(f | (!g), x));
    RC_ASSERT(forall(f, x).subset_of(f));
    RC_ASSERT(f.subset_of(exists(f, x)));
    for (const Var v : support(exists(f, x)).vars()) RC_ASSERT((s % 64u >> v.index() & 1) == 0u);
  }));
}

TEST(Laws, SimplificationAndSubstitution) {
  EXPECT_TRUE(rc::check([](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    World w;
    const Bdd f = w.function(a), g = w.function(b), care = w.function(c | 1);
    RC_ASSERT((restrict_to(f, care) & care) == (f & care));
    RC_ASSERT((constrain(f, care) & care) == (f & care));
    RC_ASSERT(constrain(f & g, care) == (constrain(f, care) & constrain(g, care)));
    const std::vector<std::pair<Var, Bdd>> r{{w.vars[1], g}, {w.vars[4], care}};
    RC_ASSERT(substitute(!f, r) == !substitute(f, r));
    RC_ASSERT(substitute(f & g, r) == (substitute(f, r) & substitute(g, r)));
    const std::vector<std::pair<Var, Bdd>> identity{{w.vars[1], w.manager.literal(w.vars[1])}};
    RC_ASSERT(substitute(f, identity) == f);
  }));
}

TEST(Laws, CountsAndCubes) {
  EXPECT_TRUE(rc::check([](std::uint64_t a, std::uint64_t b) {
    World w;
    const VarSet all = w.set(63);
    const Bdd f = w.function(a), g = w.function(b);
    RC_ASSERT(count(f, all) == BigInt(static_cast<unsigned long>(__builtin_popcountll(a))));
    RC_ASSERT(count(f, all) + count(g, all) == count(f | g, all) + count(f & g, all));
    Bdd cover = w.manager.constant(false);
    for_each_cube(f, [&](std::span<const Literal> cube) {
      Bdd product = w.manager.constant(true);
      for (std::size_t v = 0; v < cube.size(); ++v) {
        if (cube[v] != Literal::Absent) product &= w.manager.literal(w.vars[v], cube[v] == Literal::Positive);
      }
      RC_ASSERT(product.disjoint_from(cover));
      cover |= product;
      return true;
    });
    RC_ASSERT(cover == f);
  }));
}

TEST(Laws, PickIsTheSmallestAssignment) {
  EXPECT_TRUE(rc::check([](std::uint64_t a, std::uint32_t seed) {
    RC_PRE(a != 0u);
    World w;
    const Bdd f = w.function(a);
    std::mt19937 rng(seed);
    disturb(w.manager, rng);
    // Variable 0 is the most significant digit.
    std::size_t best = 0;
    bool found = false;
    for (std::size_t code = 0; code < 64 && !found; ++code) {
      best = 0;
      for (std::size_t i = 0; i < kVars; ++i) best = with_bit(best, i, bit(code, kVars - 1 - i));
      found = (a >> best & 1) != 0;
    }
    RC_ASSERT(w.mask(pick(f, w.set(63))) == std::uint64_t{1} << best);
    // Over a part of the variables, it is the pick of the projection.
    const VarSet part = w.set(0b101101);
    const Bdd projection = exists(f, w.set(0b010010));
    RC_ASSERT(pick(f, part) == pick(projection, part));
    RC_ASSERT(!(pick(f, part) & f).is_false());
    RC_ASSERT(support(pick(f, part)) == part);
  }));
}

}  // namespace
}  // namespace gnomon::bdd::test
