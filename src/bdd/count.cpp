// The exact number of satisfying assignments.
//
// Bottom up, with rank(n) the number of variables of `over` above the level of n, and k the number of all of them:
//   count(n) = count(low) * 2^(rank(low) - rank(n) - 1) + count(high) * 2^(rank(high) - rank(n) - 1)
//   count(not n) = 2^(k - rank(n)) - count(n)
// where the rank of the terminal is k. Counts that fit into 64 bits use machine words. Larger ones are computed modulo
// primes of 31 bits, four at a time, and put together by the Chinese remainder theorem: that takes 20 bytes per node
// whatever the number of variables, where exact numbers would take k bits each. Cost: k / 120 passes over the nodes.
#include <algorithm>
#include <array>
#include <vector>

#include "bdd/engine.h"

namespace gnomon::bdd {

namespace {

// Numbers below 2^64, the intermediate ones modulo 2^64.
struct Words {
  using Value = std::uint64_t;
  static Value zero() { return 0; }
  static Value one() { return 1; }
  static Value sum(Value a, Value b) { return a + b; }
  static Value difference(Value a, Value b) { return a - b; }
  static Value times_power(Value a, std::size_t exponent) { return a << exponent; }
};

// Numbers modulo some primes.
class Residues {
 public:
  static constexpr std::size_t kPrimes = 4;
  using Value = std::array<std::uint32_t, kPrimes>;

  Residues(const Value& primes, std::size_t largest_exponent) : primes_(primes), powers_(largest_exponent + 1) {
    powers_[0].fill(1);
    for (std::size_t e = 1; e < powers_.size(); ++e) powers_[e] = sum(powers_[e - 1], powers_[e - 1]);
  }
  static Value zero() { return {}; }
  Value one() const { return powers_[0]; }
  Value sum(Value a, const Value& b) const {
    for (std::size_t i = 0; i < kPrimes; ++i) {
      a[i] += b[i];  // below 2^32, as the primes have 31 bits
      if (a[i] >= primes_[i]) a[i] -= primes_[i];
    }
    return a;
  }
  Value difference(Value a, const Value& b) const {
    for (std::size_t i = 0; i < kPrimes; ++i) a[i] = a[i] >= b[i] ? a[i] - b[i] : a[i] + primes_[i] - b[i];
    return a;
  }
  Value times_power(Value a, std::size_t exponent) const {
    if (exponent == 0) return a;
    for (std::size_t i = 0; i < kPrimes; ++i) {
      a[i] = static_cast<std::uint32_t>(std::uint64_t{a[i]} * powers_[exponent][i] % primes_[i]);
    }
    return a;
  }

 private:
  Value primes_;
  std::vector<Value> powers_;  // of two
};

// What is counted: the nodes of a function, children first, and the rank of each level.
struct Task {
  const Engine& engine;
  Edge root;
  std::vector<Index> nodes;
  std::vector<std::uint32_t> rank_of_level;
  std::uint32_t all = 0;

  std::uint32_t rank(Edge e) const { return is_constant(e) ? all : rank_of_level[engine.level(e)]; }
};

template <class Arithmetic>
typename Arithmetic::Value count_with(const Arithmetic& numbers, const Task& task) {
  using Value = typename Arithmetic::Value;
  constexpr std::size_t kPollInterval = 1 << 14;
  const Engine& e = task.engine;
  std::vector<Value> counts(task.nodes.size());
  // The number of assignments to the variables of rank `from` and beyond.
  const auto count_of = [&](Edge edge, std::uint32_t from) {
    Value value = is_constant(edge) ? numbers.zero() : counts[e.node(edge).next];
    if ((edge & 1) != 0)
      value = numbers.difference(numbers.times_power(numbers.one(), task.all - task.rank(edge)), value);
    return numbers.times_power(value, task.rank(edge) - from);
  };
  for (std::size_t i = 0; i < task.nodes.size(); ++i) {
    if (i % kPollInterval == 0) e.budget().poll();
    const Node& n = e.node(task.nodes[i] * 2);
    const std::uint32_t below = task.rank_of_level[n.level] + 1;
    counts[i] = numbers.sum(count_of(n.low, below), count_of(n.high, below));
  }
  return count_of(task.root, 0);
}

BigInt from_word(std::uint64_t word) {
  BigInt big = static_cast<unsigned long>(word >> 32);
  big <<= 32;
  big += static_cast<unsigned long>(word & 0xffffffffu);
  return big;
}

BigInt count_by_residues(const Task& task) {
  BigInt result = 0;
  BigInt modulus = 1;  // the product of the primes so far; result is known modulo it
  BigInt prime = BigInt(1) << 30;
  const BigInt bound = BigInt(1) << task.all;
  while (modulus <= bound) {
    Residues::Value primes;
    for (std::uint32_t& p : primes) {
      mpz_nextprime(prime.get_mpz_t(), prime.get_mpz_t());
      p = static_cast<std::uint32_t>(prime.get_ui());
    }
    const Residues::Value residues = count_with(Residues(primes, task.all), task);
    for (std::size_t i = 0; i < primes.size(); ++i) {
      // result + modulus * t has the residue wanted, for t = (residue - result) / modulus modulo the prime.
      const BigInt p = primes[i];
      BigInt inverse;
      mpz_invert(inverse.get_mpz_t(), modulus.get_mpz_t(), p.get_mpz_t());
      BigInt t = (residues[i] - result) * inverse;
      mpz_mod(t.get_mpz_t(), t.get_mpz_t(), p.get_mpz_t());
      result += modulus * t;
      modulus *= p;
    }
  }
  return result;
}

}  // namespace

BigInt count(const Bdd& f, const VarSet& over) {
  Engine& e = Engine::of(f, over.cube());
  const Edge edge = Engine::edge(f);
  Task task{e, edge, {}, std::vector<std::uint32_t>(e.var_count(), 0), 0};
  std::vector<bool> counted(e.var_count(), false);
  Level level = 0;
  for (Edge cube = Engine::edge(over.cube()); !is_constant(cube); cube = e.high(cube)) {
    for (; level <= e.level(cube); ++level) task.rank_of_level[level] = task.all;
    counted[e.level(cube)] = true;
    ++task.all;
  }
  for (; level < task.rank_of_level.size(); ++level) task.rank_of_level[level] = task.all;
  for (const Level at : e.support_levels({&edge, 1})) {
    if (!counted[at])
      throw UsageError("count was asked over a set of variables that lacks some the function depends on");
  }
  task.nodes = e.number_bottom_up({&edge, 1});
  e.require_memory(task.nodes.size() * sizeof(Residues::Value), "count assignments");
  return task.all < 64 ? from_word(count_with(Words(), task)) : count_by_residues(task);
}

}  // namespace gnomon::bdd
