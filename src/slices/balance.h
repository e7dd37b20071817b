// When slices get other windows, seen from the sizes of their parts alone.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "base/post.h"

namespace gnomon::slices {

// What may change while a model in slices is worked on.
struct Elasticity {
  std::size_t fewest_nodes = 20'000;  // of a part that is split: below, nothing is gained
  std::size_t rounds = 3;             // for which a slice has much more than the others before it is split
  std::size_t most_slices = 0;        // 0: four times as many as there were
  double seconds = 10;                // between two changes because of workers that have come
  double checkpoint_seconds = 10;     // between two checkpoints
  std::size_t longest_command = kLongestLetter / 2;  // bytes: sets with larger parts are not sent to workers as a whole

  using Duration = std::chrono::steady_clock::duration;
  Duration pause() const { return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds)); }
  Duration checkpoint_pause() const {
    return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(checkpoint_seconds));
  }
};

// Where the largest part is.
std::size_t largest_part(const std::vector<std::size_t>& nodes);

// Whether one slice has much more than the others, for some rounds in a row.
class Balance {
 public:
  explicit Balance(const Elasticity& elasticity) : rounds_needed_(elasticity.rounds), least_(elasticity.fewest_nodes) {}

  // The nodes of the parts after one more round; whether the largest is to be split.
  bool uneven(const std::vector<std::size_t>& nodes);
  // It was split, or that is of no use: it is not tried again before it has doubled.
  void settle(const std::vector<std::size_t>& nodes);

 private:
  std::size_t rounds_needed_;
  std::size_t least_;
  std::size_t rounds_ = 0;
};

// A split must leave no more than this of the part that is split.
constexpr double kWorthASplit = 0.75;

// After a part of `before` nodes was split in two, which are part number `first_half` and the last one: the two parts that
// are to be united, so that there are as many as there were. They are the smallest. None if that is of no use: because they
// are the two halves, or are too large together.
std::optional<std::pair<std::size_t, std::size_t>> parts_to_unite(const std::vector<std::size_t>& nodes,
                                                                  std::size_t first_half, std::size_t before);

}  // namespace gnomon::slices
