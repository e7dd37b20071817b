// What is measured: a workload with a size, run by one engine in a process of its own.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gnomon::bench {

enum class Kind {
  Queens,
  Multiplier,
  HiddenWeightedBit,
  RandomCnf,
  RingParts,
  RingWhole,
  SiftMultiplier,
  SiftRing,
  SiftAdder
};

struct Row {
  Kind kind = Kind::Queens;
  int size = 0;
  std::string name;
  int buddy_nodes_per_cache_entry = 4;
};

struct Result {
  double seconds = 0;    // processor time of the measured part
  double setup = 0;      // processor time of setting up the engine, which is not part of it
  double megabytes = 0;  // peak of the process at its end
  double check = 0;      // a number both engines must agree on: satisfying assignments, or nodes before sifting
  double nodes = 0;      // nodes of the result, complements counted separately; after sifting in the sifting rows
};

// The same initial sizes for both engines.
inline constexpr int kInitialNodes = 1 << 16;

Result run_gnomon(const Row& row);
Result run_buddy(const Row& row);

}  // namespace gnomon::bench
