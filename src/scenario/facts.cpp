#include "scenario/facts.h"

#include <algorithm>

namespace gnomon::scenario {

namespace {

BigInt integer(std::int64_t value) {
  return BigInt(static_cast<long>(value));
}

BigInt power(unsigned long base, unsigned long exponent) {
  BigInt result;
  mpz_ui_pow_ui(result.get_mpz_t(), base, exponent);
  return result;
}

// With m = N - 1. A prisoner other than the counter is unseen, seen but unused, or used; nobody is seen but unused
// before somebody is used. With k used prisoners the count is k - 1 (lamp lit) or k (dark, k < m), and the counter has
// been seen unless the count is 0.
//   nobody inside:        1 + 2 (3^m - 2^m) + m 2^(m-1)
//   the counter inside:   2 (3^m - 2^m)
//   prisoner i inside:    (2 3^(m-1) + 2^(m-1) - 1) + (2 (3^(m-1) - 2^(m-1)) + (m-1) 2^(m-2)) + 2     used, unused, first
//   released:             1
BigInt prisoners(std::int64_t n) {
  const auto m = static_cast<unsigned long>(n - 1);
  const BigInt counter_inside = 2 * (power(3, m) - power(2, m));
  const BigInt empty = 1 + counter_inside + m * power(2, m - 1);
  const BigInt used = 2 * power(3, m - 1) + power(2, m - 1) - 1;
  const BigInt unused = 2 * (power(3, m - 1) - power(2, m - 1)) + (m - 1) * power(2, m - 2);
  return empty + counter_inside + m * (used + unused + 2) + 1;
}

// Counted by explicit enumeration; the values before the count are those of the first parameters.
template <std::size_t kColumns, std::size_t kRows>
std::optional<BigInt> counted(const std::int64_t (&table)[kRows][kColumns], const Values& values) {
  for (const auto& row : table) {
    if (std::equal(row, row + kColumns - 1, values.begin())) return integer(row[kColumns - 1]);
  }
  return std::nullopt;
}

// The last parameter of train_gate only chooses formulas.
constexpr std::int64_t kTrainGate[][8] = {{2, 4, 3, 1, 0, 0, 0, 735},     {2, 4, 3, 2, 0, 0, 0, 782},
                                          {2, 4, 3, 3, 0, 0, 0, 547},     {2, 10, 4, 2, 0, 0, 0, 5129},
                                          {2, 20, 10, 2, 0, 0, 0, 17413}, {3, 4, 3, 2, 0, 0, 0, 13010},
                                          {2, 4, 3, 1, 0, 1, 0, 760},     {2, 4, 3, 1, 0, 0, 1, 635},
                                          {2, 4, 3, 2, 0, 0, 1, 656},     {3, 4, 3, 1, 0, 1, 1, 10734}};
constexpr std::int64_t kGoBackN[][3] = {{1, 2, 836}, {2, 2, 3516}, {2, 3, 14584}, {2, 4, 44832}, {3, 3, 26392}};

}  // namespace

std::string conflict(std::string_view scenario, const Values& v) {
  if (scenario == "counter" && v[0] % 2 != 0) return "N must be even";
  if (scenario == "muddy_children" && v[1] > v[0]) return "K must not be larger than N";
  if (scenario == "train_gate" && v[2] > v[1]) return "D must not be larger than M";
  if (scenario == "train_gate" && v[4] + v[5] + v[6] > v[0]) {
    return "type1, type2 and type3 must not be more than there are trains";
  }
  return {};
}

std::optional<BigInt> states_by_law(std::string_view scenario, const Values& v) {
  const BigInt n = integer(v[0]);
  auto two_to_the_n = [&] { return power(2, static_cast<unsigned long>(v[0])); };
  if (scenario == "dining_cryptographers") return BigInt(4 * (n + 1) * two_to_the_n());
  if (scenario == "iterated_cryptographers") return BigInt((8 * n + 5) * two_to_the_n());
  if (scenario == "prisoners") return prisoners(v[0]);
  if (scenario == "counter") return n;
  if (scenario == "bit_transmission") return BigInt(22);
  if (scenario == "chain") return BigInt(n + 1);
  if (scenario == "delta_chain") return BigInt(n + 2);
  if (scenario == "muddy_children") return BigInt(n * two_to_the_n() / 2 + two_to_the_n() - 1);
  if (scenario == "train_gate") return counted(kTrainGate, v);
  if (scenario == "go_back_n") return counted(kGoBackN, v);
  return std::nullopt;
}

}  // namespace gnomon::scenario
