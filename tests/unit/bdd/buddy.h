// BuDDy behind an interface of our own: its header has a global class `bdd` and macros, and must not meet ours.
#pragma once

#include <cstddef>
#include <vector>

namespace gnomon::bdd::test {

// A machine with registers that hold functions; BuDDy has one global manager, so there must be one Buddy at a time.
class Buddy {
 public:
  explicit Buddy(std::size_t vars);
  ~Buddy();
  Buddy(const Buddy&) = delete;
  Buddy& operator=(const Buddy&) = delete;

  // Each returns the register of the result.
  std::size_t constant(bool value);
  std::size_t literal(std::size_t var, bool positive);
  std::size_t and_of(std::size_t f, std::size_t g);
  std::size_t xor_of(std::size_t f, std::size_t g);
  std::size_t ite_of(std::size_t f, std::size_t g, std::size_t h);
  std::size_t not_of(std::size_t f);
  std::size_t exists_of(std::size_t f, const std::vector<std::size_t>& vars);
  std::size_t and_exists_of(std::size_t f, std::size_t g, const std::vector<std::size_t>& vars);
  std::size_t compose_of(std::size_t f, std::size_t var, std::size_t g);

  double count(std::size_t f) const;       // over all variables
  std::size_t nodes(std::size_t f) const;  // distinct subfunctions without constants
  bool evaluate(std::size_t f, const std::vector<bool>& assignment) const;
  bool equal(std::size_t f, std::size_t g) const;

 private:
  struct Registers;
  Registers* registers_;
};

}  // namespace gnomon::bdd::test
