// All functions of three variables, exhaustively: equal functions have equal handles, so every result is compared with
// the handle of the expected table. Collections and changes of the order happen in between.
#include <array>
#include <gtest/gtest.h>
#include <random>

#include "truth_table.h"

namespace gnomon::bdd::test {
namespace {

class ThreeVariables : public ::testing::Test {
 protected:
  ThreeVariables() {
    vars = make_vars(manager, 3);
    for (std::size_t mask = 0; mask < 256; ++mask) all[mask] = build(manager, vars, TruthTable::bits(3, mask));
  }
  void TearDown() override { EXPECT_EQ(manager.check_invariants(), ""); }
  void disturb_sometimes() {
    if (++calls % 4099 == 0) disturb(manager, rng);
  }
  // Compares without the cost of an assertion in the good case.
  void expect(const Bdd& result, std::size_t mask, const char* what, std::size_t f, std::size_t g, std::size_t h = 0) {
    if (result == all[mask & 255]) return;
    ADD_FAILURE() << what << " of " << TruthTable::bits(3, f).text() << " " << TruthTable::bits(3, g).text() << " "
                  << TruthTable::bits(3, h).text() << " is " << table_of(result, vars).text();
  }

  Manager manager;
  std::vector<Var> vars;
  std::array<Bdd, 256> all;
  std::mt19937 rng{1};
  std::size_t calls = 0;
};

TEST_F(ThreeVariables, TablesAreCanonical) {
  for (std::size_t f = 0; f < 256; ++f) {
    EXPECT_EQ(table_of(all[f], vars).text(), TruthTable::bits(3, f).text());
    EXPECT_EQ(!all[f], all[~f & 255]);
    for (std::size_t g = 0; g < f; ++g) EXPECT_FALSE(all[f] == all[g]);
  }
}

TEST_F(ThreeVariables, BinaryOperations) {
  for (std::size_t f = 0; f < 256; ++f) {
    for (std::size_t g = 0; g < 256; ++g) {
      disturb_sometimes();
      expect(all[f] & all[g], f & g, "and", f, g);
      expect(all[f] | all[g], f | g, "or", f, g);
      expect(all[f] ^ all[g], f ^ g, "xor", f, g);
      expect(all[f].minus(all[g]), f & ~g, "minus", f, g);
      expect(all[f].implies(all[g]), ~f | g, "implies", f, g);
      expect(all[f].iff(all[g]), ~(f ^ g), "iff", f, g);
      EXPECT_EQ(all[f].subset_of(all[g]), (f & ~g & 255) == 0);
      EXPECT_EQ(all[f].disjoint_from(all[g]), (f & g) == 0);
      Bdd in_place = all[f];
      in_place &= all[g];
      expect(in_place, f & g, "&=", f, g);
      in_place = all[f];
      in_place |= all[g];
      expect(in_place, f | g, "|=", f, g);
      in_place = all[f];
      in_place ^= all[g];
      expect(in_place, f ^ g, "^=", f, g);
    }
  }
}

TEST_F(ThreeVariables, IfThenElse) {
  for (std::size_t f = 0; f < 256; ++f) {
    for (std::size_t g = 0; g < 256; ++g) {
      for (std::size_t h = (f + g) % 5; h < 256; h += 5) {
        disturb_sometimes();
        expect(ite(all[f], all[g], all[h]), (f & g) | (~f & h), "ite", f, g, h);
      }
    }
  }
}

TEST_F(ThreeVariables, Quantification) {
  const auto mask_of = [](const TruthTable& t) {
    std::size_t mask = 0;
    for (std::size_t a = 0; a < 8; ++a) mask |= static_cast<std::size_t>(t[a]) << a;
    return mask;
  };
  for (std::size_t set = 0; set < 8; ++set) {
    const VarSet quantified = set_of(manager, vars, set);
    std::array<std::size_t, 256> exists_mask{};
    for (std::size_t f = 0; f < 256; ++f) {
      exists_mask[f] = mask_of(exists_table(TruthTable::bits(3, f), set));
      expect(exists(all[f], quantified), exists_mask[f], "exists", f, set);
    }
    for (std::size_t f = 0; f < 256; ++f) {
      expect(forall(all[f], quantified), ~exists_mask[~f & 255], "forall", f, set);
      for (std::size_t g = 0; g < 256; ++g) {
        disturb_sometimes();
        expect(and_exists(all[f], all[g], quantified), exists_mask[f & g], "and_exists", f, g, set);
        expect(and_forall(all[f], all[g], quantified), ~exists_mask[~f & g & 255], "and_forall", f, g, set);
      }
    }
  }
}

TEST_F(ThreeVariables, SimplificationAgreesOnTheCareSet) {
  for (std::size_t f = 0; f < 256; ++f) {
    for (std::size_t care = 1; care < 256; ++care) {
      disturb_sometimes();
      expect(restrict_to(all[f], all[care]) & all[care], f & care, "restrict", f, care);
    }
    expect(restrict_to(all[f], all[255]), f, "restrict by true", f, 255);
  }
  // f simplified by itself is true, and by its negation false.
  for (std::size_t f = 1; f < 255; ++f) {
    EXPECT_TRUE(restrict_to(all[f], all[f]).is_true());
    EXPECT_TRUE(restrict_to(all[f], all[~f & 255]).is_false());
  }
}

TEST_F(ThreeVariables, CofactorsByEveryCube) {
  for (std::size_t set = 0; set < 8; ++set) {
    for (std::size_t values = set;; values = (values - 1) & set) {
      Bdd cube = manager.constant(true);
      for (std::size_t i = 0; i < 3; ++i) {
        if (bit(set, i)) cube &= manager.literal(vars[i], bit(values, i));
      }
      for (std::size_t f = 0; f < 256; ++f) {
        disturb_sometimes();
        std::size_t expected = 0;
        for (std::size_t a = 0; a < 8; ++a) expected |= (f >> ((a & ~set) | values) & 1) << a;
        expect(cofactor(all[f], cube), expected, "cofactor", f, set, values);
      }
      if (values == 0) break;
    }
  }
}

TEST_F(ThreeVariables, SubstitutionOfEveryPairOfFunctions) {
  for (std::size_t f = 0; f < 256; f += 3) {
    for (std::size_t g = 0; g < 256; g += 7) {
      for (std::size_t h = 0; h < 256; h += 11) {
        disturb_sometimes();
        const std::vector<std::pair<Var, Bdd>> replacements{{vars[0], all[g]}, {vars[2], all[h]}};
        std::size_t expected = 0;
        for (std::size_t a = 0; a < 8; ++a) {
          const std::size_t b = with_bit(with_bit(a, 0, (g >> a & 1) != 0), 2, (h >> a & 1) != 0);
          expected |= (f >> b & 1) << a;
        }
        expect(substitute(all[f], replacements), expected, "substitute", f, g, h);
      }
    }
  }
}

TEST_F(ThreeVariables, RenamingByEveryPermutationAndEveryMove) {
  std::array<std::size_t, 3> to{};
  for (to[0] = 0; to[0] < 3; ++to[0]) {
    for (to[1] = 0; to[1] < 3; ++to[1]) {
      for (to[2] = 0; to[2] < 3; ++to[2]) {
        if (to[0] == to[1] || to[1] == to[2] || to[0] == to[2]) continue;
        std::vector<std::pair<Var, Var>> pairs;
        for (std::size_t i = 0; i < 3; ++i) pairs.emplace_back(vars[i], vars[to[i]]);
        const VarMap permutation = manager.map(pairs);
        for (std::size_t f = 0; f < 256; ++f) {
          disturb_sometimes();
          std::size_t expected = 0;
          for (std::size_t a = 0; a < 8; ++a) {
            std::size_t b = 0;
            for (std::size_t i = 0; i < 3; ++i) b = with_bit(b, i, bit(a, to[i]));
            expected |= (f >> b & 1) << a;
          }
          expect(rename(all[f], permutation), expected, "rename", f, to[0] * 100 + to[1] * 10 + to[2]);
        }
      }
    }
  }
  // A single move onto a variable that occurs itself is a substitution.
  for (std::size_t from = 0; from < 3; ++from) {
    for (std::size_t target = 0; target < 3; ++target) {
      const std::vector<std::pair<Var, Var>> move{{vars[from], vars[target]}};
      const VarMap map = manager.map(move);
      for (std::size_t f = 0; f < 256; ++f) {
        std::size_t expected = 0;
        for (std::size_t a = 0; a < 8; ++a) expected |= (f >> with_bit(a, from, bit(a, target)) & 1) << a;
        expect(rename(all[f], map), expected, "move", f, from, target);
      }
    }
  }
}

TEST_F(ThreeVariables, StructureSupportAndCounts) {
  const VarSet everything = manager.set(vars);
  for (std::size_t f = 0; f < 256; ++f) {
    disturb_sometimes();
    EXPECT_EQ(count(all[f], everything), BigInt(static_cast<unsigned long>(__builtin_popcountll(f))));
    std::size_t depends = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t a = 0; a < 8; ++a) {
        if ((f >> a & 1) != (f >> (a ^ std::size_t{1} << i) & 1)) depends |= std::size_t{1} << i;
      }
    }
    EXPECT_EQ(support(all[f]), set_of(manager, vars, depends));
    if (!all[f].is_constant()) {
      const Bdd x = manager.literal(all[f].top());
      EXPECT_EQ(ite(x, all[f].high(), all[f].low()), all[f]);
      EXPECT_LT(manager.level_of(all[f].top()), all[f].low().is_constant() ? 3 : manager.level_of(all[f].low().top()));
    }
  }
}

}  // namespace
}  // namespace gnomon::bdd::test
