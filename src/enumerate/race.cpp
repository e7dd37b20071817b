#include "enumerate/race.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace gnomon::enumerate {

namespace {

// A step of diagrams in sixteenths of the unit. Measured: 40 ns with up to 2^10 nodes, 60 ns with 2^13, 85 ns with 2^15, 110
// ns with 2^20.
constexpr std::uint64_t kSixteenths = 16;

std::uint64_t sixteenths_of_a_step(std::size_t nodes) {
  constexpr std::uint64_t kSmall = 10;  // binary digits
  constexpr std::uint64_t kLarge = 16;
  const auto digits = static_cast<std::uint64_t>(std::bit_width(nodes));
  return kSixteenths / 2 + 2 * (std::clamp(digits, kSmall, kLarge) - kSmall);
}

}  // namespace

std::uint64_t diagram_work(std::uint64_t steps, std::size_t nodes) {
  return steps * sixteenths_of_a_step(nodes) / kSixteenths;
}

std::uint64_t diagram_steps(std::uint64_t work, std::size_t nodes) {
  return work * kSixteenths / sixteenths_of_a_step(nodes);
}

// Notes are a sixteenth of the work apart, so that there are few.
void Race::note(const List& now) {
  constexpr std::uint64_t kApart = 16;
  const bool replaces = notes_.size() > 1 && now.work < notes_[notes_.size() - 2].work * (kApart + 1) / kApart;
  if (replaces) notes_.pop_back();
  notes_.push_back(now);
}

const Race::List& Race::half_way() const {
  const std::uint64_t half = notes_.back().work / 2;
  const auto after = std::find_if(notes_.begin(), notes_.end(), [&](const List& one) { return one.work > half; });
  return after == notes_.begin() ? *after : *(after - 1);
}

std::optional<std::uint64_t> Race::list_left() const {
  if (notes_.empty() || notes_.back().found == 0) return std::nullopt;
  const List& now = notes_.back();
  const List& then = half_way();
  if (now.found == now.expanded) return 0;
  if (now.expanded <= then.expanded) return std::nullopt;
  constexpr double kHardlyFalling = 0.95;
  const double growth = static_cast<double>(now.found - then.found) / static_cast<double>(now.expanded - then.expanded);
  if (growth > kHardlyFalling) return std::nullopt;
  const double states = static_cast<double>(now.found - now.expanded) / (1 - growth);
  return static_cast<std::uint64_t>(states * static_cast<double>(now.work) / static_cast<double>(now.expanded));
}

std::uint64_t Race::next_turn(std::uint64_t done) {
  constexpr std::uint64_t kFirstTurn = 20'000;
  return ++turns_ == 1 ? done + kFirstTurn : done + done / 2;
}

double Race::chance_of_list(const Diagrams& now) const {
  // A state of the list still has to be expanded when it is found, and the labels of formulas take longer there.
  constexpr double kDiscount = 0.4;
  const List& list = notes_.back();
  const List& then = half_way();
  const double listed = static_cast<double>(list.found - then.found) + 1;
  const double list_took = static_cast<double>(list.work - then.work) + 1;
  const double found = now.found - before_.found + 1;
  const double took = static_cast<double>(now.work - before_.work) + 1;
  const double ratio = kDiscount * (listed / list_took) / (found / took);

  // The list is first iff N - expanded < ratio (N - found).
  const auto expanded = static_cast<double>(list.expanded);
  const double known = std::max(static_cast<double>(list.found), now.found);
  if (ratio > 1) {
    const double least = (ratio * now.found - expanded) / (ratio - 1);
    return least <= known ? 1 : known / least;
  }
  if (ratio == 1) return expanded > now.found ? 1 : 0;
  const double most = (expanded - ratio * now.found) / (1 - ratio);
  return most <= known ? 0 : 1 - known / most;
}

std::optional<std::uint64_t> Race::list_until(const Diagrams& now) {
  const List& list = notes_.back();
  const auto listed = static_cast<double>(list.found);
  const auto work = static_cast<double>(now.work);
  constexpr double kManyTimes = 1.5;
  constexpr double kAhead = 1.25;
  if (now.found >= kManyTimes * listed && now.found * static_cast<double>(list.work) >= kAhead * listed * work) {
    return std::nullopt;
  }
  constexpr double kLeast = 0.1;
  constexpr double kMost = 2;
  constexpr double kMostAtFirst = 0.75;
  const double share = std::clamp(kMost * std::sqrt(chance_of_list(now)), kLeast, turns_ == 1 ? kMostAtFirst : kMost);
  before_ = now;
  auto until = static_cast<std::uint64_t>(share * work);
  if (const std::optional<std::uint64_t> left = list_left(); left && *left <= (list.work + now.work) / 2) {
    until = std::max(until, list.work + *left + *left / 8);
  }
  return until;
}

}  // namespace gnomon::enumerate
