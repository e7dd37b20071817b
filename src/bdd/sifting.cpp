// Group sifting: each block of variables in turn, the largest first, travels through the whole order and stays where
// the total number of nodes was smallest (Rudell 1993; blocks as in Panda and Somenzi 1995).
//
// A direction is given up when the total exceeds the allowed growth, and when no position further on can beat the best
// one: moving a block down leaves the nodes of the other blocks above, and its own, in existence, moving it up leaves
// those below. Blocks that do not interact with it do not change either (Drechsler, Guenther and Somenzi 2001).
//
// A bounded run spends at most the work allowed, and gains buy more: what makes the diagrams smaller by a tenth is
// worth a tenth of the work allowed again and again. It is abandoned when block after block stays where it was.
#include <algorithm>
#include <numeric>

#include "bdd/reordering.h"

namespace gnomon::bdd {

namespace {

struct Block {
  std::vector<std::uint32_t> vars;  // top to bottom
};

class Sifting {
 public:
  Sifting(Reordering& reordering, const ReorderOptions& options)
      : reordering_(reordering), options_(options), size_before_(reordering.size()) {
    for (Level at = 0; at < reordering_.var_count(); ++at) {
      const std::uint32_t var = reordering_.var_at(at);
      const std::uint32_t group = reordering_.group_of(var);
      const bool joins = group != 0 && at > 0 && reordering_.group_of(reordering_.var_at(at - 1)) == group;
      if (!joins) blocks_.emplace_back();
      blocks_.back().vars.push_back(var);
    }
  }

  void run() {
    // Blocks are named by their first variable, because their places change.
    std::vector<std::pair<std::size_t, std::uint32_t>> order;
    for (const Block& block : blocks_) {
      if (const std::size_t nodes = size_of(block); nodes > 0) order.emplace_back(nodes, block.vars.front());
    }
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    if (order.size() > options_.max_blocks) order.resize(options_.max_blocks);
    constexpr std::size_t kLittle = 200;  // a gain of less than this part of all nodes is next to nothing
    std::size_t in_vain = 0;
    for (const auto& [nodes, name] : order) {
      const std::uint32_t first = name;
      if (is_over()) return;
      const auto place =
          std::find_if(blocks_.begin(), blocks_.end(), [&](const Block& b) { return b.vars.front() == first; });
      const std::size_t before = reordering_.size();
      sift_block(static_cast<std::size_t>(place - blocks_.begin()));
      in_vain = reordering_.size() + before / kLittle < before ? 0 : in_vain + 1;
      if (options_.patience != 0 && in_vain >= options_.patience) return;
    }
  }

  // Sorts the blocks by the target level of their first variable. False if it ran out of room.
  bool arrange(std::span<const Level> target) {
    for (std::size_t goal = 0; goal < blocks_.size(); ++goal) {
      reordering_.poll();
      const auto found = std::min_element(
          blocks_.begin() + static_cast<std::ptrdiff_t>(goal), blocks_.end(),
          [&](const Block& a, const Block& b) { return target[a.vars.front()] < target[b.vars.front()]; });
      for (auto place = static_cast<std::size_t>(found - blocks_.begin()); place > goal; --place) {
        if (!exchange(place - 1)) return false;
      }
    }
    return true;
  }

 private:
  enum class Direction { Up, Down };

  std::size_t size_of(const Block& block) const {
    return std::accumulate(block.vars.begin(), block.vars.end(), std::size_t{0},
                           [&](std::size_t sum, std::uint32_t var) { return sum + reordering_.size_of(var); });
  }
  bool interact(const Block& a, const Block& b) const {
    return std::any_of(a.vars.begin(), a.vars.end(), [&](std::uint32_t x) {
      return std::any_of(b.vars.begin(), b.vars.end(), [&](std::uint32_t y) { return reordering_.interact(x, y); });
    });
  }
  bool is_over() {
    reordering_.poll();
    if (options_.max_work == 0) return false;
    const double gain = 1 - static_cast<double>(reordering_.size()) / static_cast<double>(size_before_);
    const double allowed = static_cast<double>(options_.max_work) * (1 + kWorthOfGain * std::max(gain, 0.0));
    return static_cast<double>(reordering_.work()) > allowed;
  }

  // Exchanges the blocks at `place` and `place + 1`. If there is no room for that, undoes what was done and returns
  // false.
  bool exchange(std::size_t place) {
    const Block& upper = blocks_[place];
    const Block& lower = blocks_[place + 1];
    const Level top = reordering_.level_of(upper.vars.front());
    std::vector<Level>& done = swapped_;
    done.clear();
    for (std::size_t j = 0; j < lower.vars.size(); ++j) {
      for (std::size_t i = upper.vars.size(); i-- > 0;) {
        const auto at = static_cast<Level>(top + j + i);
        if (!reordering_.swap(at)) {
          // A group must not stay torn apart: the way back may use more than the budget for a moment.
          for (; !done.empty(); done.pop_back()) reordering_.swap(done.back(), Reordering::Room::WhateverItTakes);
          return false;
        }
        done.push_back(at);
      }
    }
    std::swap(blocks_[place], blocks_[place + 1]);
    return true;
  }

  // Moves the block at `place` as far as it pays. Updates the best size and place; returns the last place.
  std::size_t travel(std::size_t place, Direction direction, std::size_t& best_size, std::size_t& best_place) {
    const bool down = direction == Direction::Down;
    // How many nodes may still disappear on this way: those of the interacting blocks ahead, and when moving up its
    // own.
    std::size_t ahead = 0;
    reordering_.add_work(blocks_.size() / 2);
    for (std::size_t b = down ? place + 1 : 0; b < (down ? blocks_.size() : place); ++b) {
      if (interact(blocks_[place], blocks_[b])) ahead += size_of(blocks_[b]);
    }
    while (down ? place + 1 < blocks_.size() : place > 0) {
      const std::size_t other = down ? place + 1 : place - 1;
      const std::size_t total = reordering_.size();
      if (total >= ahead + (down ? 0 : size_of(blocks_[place])) + best_size) break;
      if (interact(blocks_[place], blocks_[other])) ahead -= std::min(ahead, size_of(blocks_[other]));
      if (!exchange(std::min(place, other))) break;
      place = other;
      if (reordering_.size() < best_size) {
        best_size = reordering_.size();
        best_place = place;
      }
      if (static_cast<double>(reordering_.size()) > options_.max_growth * static_cast<double>(best_size)) break;
      if (is_over()) break;
    }
    return place;
  }

  void sift_block(std::size_t place) {
    std::size_t best_size = reordering_.size();
    std::size_t best_place = place;
    const bool down_first = place >= blocks_.size() / 2;
    place = travel(place, down_first ? Direction::Down : Direction::Up, best_size, best_place);
    if (!is_over()) place = travel(place, down_first ? Direction::Up : Direction::Down, best_size, best_place);
    while (place != best_place) {
      const std::size_t next = place < best_place ? place + 1 : place - 1;
      if (!exchange(std::min(place, next))) return;
      place = next;
    }
  }

  static constexpr double kWorthOfGain = 4;

  Reordering& reordering_;
  ReorderOptions options_;
  std::size_t size_before_;
  std::vector<Block> blocks_;
  std::vector<Level> swapped_;  // in the current exchange
};

}  // namespace

void sift(Reordering& reordering, const ReorderOptions& options) {
  Sifting(reordering, options).run();
}

bool arrange(Reordering& reordering, std::span<const Level> target) {
  return Sifting(reordering, {}).arrange(target);
}

}  // namespace gnomon::bdd
