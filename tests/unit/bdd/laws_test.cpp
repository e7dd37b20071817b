// Laws that hold for all functions, on random truth tables of six variables. Failures shrink to small tables.
#include <cstdint>
#include <gtest/gtest.h>

#include "support/property.h"
#include "truth_table.h"

namespace gnomon::bdd::test {
namespace {

constexpr std::size_t kVars = 6;

struct World {
  Manager manager;
  std::vector<Var> vars = make_vars(manager, kVars);
  Bdd function(std::uint64_t mask) { return build(manager, vars, TruthTable::bits(kVars, mask)); }
  VarSet set(std::uint64_t mask) { return set_of(manager, vars, mask % 64u); }
  std::uint64_t mask(const Bdd& f) {
    const TruthTable t = table_of(f, vars);
    std::uint64_t result = 0;
    for (std::size_t a = 0; a < 64; ++a) result |= static_cast<std::uint64_t>(t[a]) << a;
    return result;
  }
};

TEST(Laws, OperationsAreThoseOfTables) {
  gnomon::test::check_words<3>([](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    World w;
    const Bdd f = w.function(a), g = w.function(b), h = w.function(c);
    GNOMON_HOLDS(w.mask(f & g) == (a & b));
    GNOMON_HOLDS(w.mask(f | g) == (a | b));
    GNOMON_HOLDS(w.mask(f ^ g) == (a ^ b));
    GNOMON_HOLDS(w.mask(f.minus(g)) == (a & ~b));
    GNOMON_HOLDS(w.mask(ite(f, g, h)) == ((a & b) | (~a & c)));
    GNOMON_HOLDS(f.subset_of(g) == ((a & ~b) == 0));
    GNOMON_HOLDS(f.disjoint_from(g) == ((a & b) == 0));
    GNOMON_HOLDS(w.manager.check_invariants().empty());
  });
}

TEST(Laws, BooleanAlgebra) {
  gnomon::test::check_words<3>([](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    World w;
    const Bdd f = w.function(a), g = w.function(b), h = w.function(c);
    GNOMON_HOLDS((f & (g | h)) == ((f & g) | (f & h)));
    GNOMON_HOLDS((!(f & g)) == ((!f) | (!g)));
    GNOMON_HOLDS((f ^ g ^ g) == f);
    GNOMON_HOLDS(f.implies(g) == ((!f) | g));
    GNOMON_HOLDS(f.iff(g) == !(f ^ g));
    GNOMON_HOLDS((f & g).subset_of(f));
    GNOMON_HOLDS(f.subset_of(f | g));
    GNOMON_HOLDS(ite(f, g, h) == ite(!f, h, g));
  });
}

TEST(Laws, Quantifiers) {
  gnomon::test::check_words<4>([](std::uint64_t a, std::uint64_t b, std::uint64_t s, std::uint64_t t) {
    World w;
    const Bdd f = w.function(a), g = w.function(b);
    const VarSet x = w.set(s), y = w.set(t), both = w.set(s | t);
    GNOMON_HOLDS(exists(exists(f, x), y) == exists(f, both));
    GNOMON_HOLDS(forall(f, x) == !exists(!f, x));
    GNOMON_HOLDS(exists(f | g, x) == (exists(f, x) | exists(g, x)));
    GNOMON_HOLDS(and_exists(f, g, x) == exists(f & g, x));
    GNOMON_HOLDS(and_forall(f, g, x) == forall(f | (!g), x));
    GNOMON_HOLDS(forall(f, x).subset_of(f));
    GNOMON_HOLDS(f.subset_of(exists(f, x)));
    for (const Var v : support(exists(f, x)).vars()) GNOMON_HOLDS((s % 64u >> v.index() & 1) == 0u);
  });
}

TEST(Laws, SimplificationAndSubstitution) {
  gnomon::test::check_words<3>([](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    World w;
    const Bdd f = w.function(a), g = w.function(b), care = w.function(c | 1);
    GNOMON_HOLDS((restrict_to(f, care) & care) == (f & care));
    const std::vector<std::pair<Var, Bdd>> r{{w.vars[1], g}, {w.vars[4], care}};
    GNOMON_HOLDS(substitute(!f, r) == !substitute(f, r));
    GNOMON_HOLDS(substitute(f & g, r) == (substitute(f, r) & substitute(g, r)));
    const std::vector<std::pair<Var, Bdd>> identity{{w.vars[1], w.manager.literal(w.vars[1])}};
    GNOMON_HOLDS(substitute(f, identity) == f);
  });
}

TEST(Laws, CountsAndCubes) {
  gnomon::test::check_words<2>([](std::uint64_t a, std::uint64_t b) {
    World w;
    const VarSet all = w.set(63);
    const Bdd f = w.function(a), g = w.function(b);
    GNOMON_HOLDS(count(f, all) == BigInt(static_cast<unsigned long>(__builtin_popcountll(a))));
    GNOMON_HOLDS(count(f, all) + count(g, all) == count(f | g, all) + count(f & g, all));
    Bdd cover = w.manager.constant(false);
    for_each_cube(f, [&](std::span<const Literal> cube) {
      Bdd product = w.manager.constant(true);
      for (std::size_t v = 0; v < cube.size(); ++v) {
        if (cube[v] != Literal::Absent) product &= w.manager.literal(w.vars[v], cube[v] == Literal::Positive);
      }
      GNOMON_HOLDS(product.disjoint_from(cover));
      cover |= product;
      return true;
    });
    GNOMON_HOLDS(cover == f);
  });
}

TEST(Laws, PickIsTheSmallestAssignment) {
  gnomon::test::check_words<2>([](std::uint64_t a, std::uint64_t seed) {
    if (a == 0) return;  // there is nothing to pick
    World w;
    const Bdd f = w.function(a);
    std::mt19937 rng(static_cast<std::uint32_t>(seed));
    disturb(w.manager, rng);
    // Variable 0 is the most significant digit.
    std::size_t best = 0;
    bool found = false;
    for (std::size_t code = 0; code < 64 && !found; ++code) {
      best = 0;
      for (std::size_t i = 0; i < kVars; ++i) best = with_bit(best, i, bit(code, kVars - 1 - i));
      found = (a >> best & 1) != 0;
    }
    GNOMON_HOLDS(w.mask(pick(f, w.set(63))) == std::uint64_t{1} << best);
    // Over a part of the variables, it is the pick of the projection.
    const VarSet part = w.set(0b101101);
    const Bdd projection = exists(f, w.set(0b010010));
    GNOMON_HOLDS(pick(f, part) == pick(projection, part));
    GNOMON_HOLDS(!(pick(f, part) & f).is_false());
    GNOMON_HOLDS(support(pick(f, part)) == part);
  });
}

}  // namespace
}  // namespace gnomon::bdd::test
