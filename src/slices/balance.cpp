#include "slices/balance.h"

#include <algorithm>
#include <numeric>

namespace gnomon::slices {

std::size_t largest_part(const std::vector<std::size_t>& nodes) {
  return static_cast<std::size_t>(std::max_element(nodes.begin(), nodes.end()) - nodes.begin());
}

// With two slices twice the mean is all there is.
bool Balance::uneven(const std::vector<std::size_t>& nodes) {
  constexpr double kShare = 0.9;
  const std::size_t largest = nodes[largest_part(nodes)];
  const auto sum = static_cast<double>(std::accumulate(nodes.begin(), nodes.end(), std::size_t{0}));
  const double twice_the_mean = 2 * sum / static_cast<double>(nodes.size());
  const bool now = nodes.size() > 1 && largest >= least_ && static_cast<double>(largest) > kShare * twice_the_mean;
  rounds_ = now ? rounds_ + 1 : 0;
  return rounds_ >= rounds_needed_ && now;
}

void Balance::settle(const std::vector<std::size_t>& nodes) {
  rounds_ = 0;
  least_ = std::max(least_, 2 * nodes[largest_part(nodes)]);
}

std::optional<std::pair<std::size_t, std::size_t>> parts_to_unite(const std::vector<std::size_t>& nodes,
                                                                  std::size_t first_half, std::size_t before) {
  std::vector<std::size_t> order(nodes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return nodes[i] < nodes[j]; });
  const auto [one, other] = std::minmax(order[0], order[1]);
  const bool halves = one == first_half && other + 1 == nodes.size();
  const bool small = static_cast<double>(nodes[one] + nodes[other]) <= kWorthASplit * static_cast<double>(before);
  if (halves || !small) return std::nullopt;
  return std::pair(one, other);
}

}  // namespace gnomon::slices
