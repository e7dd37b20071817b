// How the windows of a model in slices change (slices/cut_model.h).
#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "slices/cut_model.h"
#include "slices/diagram_bytes.h"
#include "slices/windows.h"

namespace gnomon::slices {

namespace {

// Where memory is scarce, parts are split that are smaller: steps from them take many more nodes.
constexpr std::size_t kStepsAreLarger = 10;

}  // namespace

void CutModel::tend() {
  Sizes now = sizes();
  improve_order_if_due(now);
  const bool may_split = now.full && crew_->size() < elasticity_.most_slices;
  if (balance_.uneven(now.nodes)) {
    rebalance(now.nodes);
  } else if (may_split && crew_->agreed(Choice::Split, crew_->spare() > 0)) {
    split(now.nodes, elasticity_.fewest_nodes / kStepsAreLarger);
  } else {
    use_workers(now);
  }
  checkpoint_if_due();
}

// The best two windows for that of the largest part; none if the parts in them are hardly smaller.
std::optional<CutModel::Halves> CutModel::halves(const std::vector<std::size_t>& nodes) {
  const std::size_t largest = largest_part(nodes);
  std::vector<Answer> answers = crew_->ask({.op = Op::Halves, .a = reached_.number(), .index = largest});
  const Answer& told = answers[largest];
  if (!told.yes || told.bits.size() != 2) return std::nullopt;
  Halves found;
  std::copy(told.bits.begin(), told.bits.end(), found.nodes.begin());
  try {
    const std::vector<bdd::Bdd> two = from_bytes(told.bytes, bits_);
    const bool good = two.size() == 2 && two[0].disjoint_from(two[1]) && (two[0] | two[1]) == windows_[largest];
    if (!good) throw BadBytes("two windows that are not halves");
    found.windows = {two[0], two[1]};
  } catch (const BadBytes& bad) {
    crew_->refuse(largest, bad.what());
    return std::nullopt;
  }
  const auto larger = static_cast<double>(std::max(found.nodes[0], found.nodes[1]));
  if (larger > kWorthASplit * static_cast<double>(nodes[largest])) return std::nullopt;
  return found;
}

// The largest slice becomes two; whether that was of any use.
bool CutModel::split(const std::vector<std::size_t>& nodes, std::size_t fewest) {
  const std::size_t largest = largest_part(nodes);
  if (nodes[largest] < fewest) return false;
  const std::optional<Halves> two = halves(nodes);
  balance_.settle(nodes);
  if (!two || !crew_->snapshot()) return false;
  std::vector<bdd::Bdd> windows = windows_;
  windows[largest] = two->windows[0];
  windows.push_back(two->windows[1]);
  take(std::move(windows));
  ++changes_.splits;
  return true;
}

void CutModel::rebalance(const std::vector<std::size_t>& nodes) {
  const std::size_t largest = largest_part(nodes);
  const std::optional<Halves> two = halves(nodes);
  balance_.settle(nodes);
  if (!two) return;
  std::vector<std::size_t> sizes = nodes;
  sizes[largest] = two->nodes[0];
  sizes.push_back(two->nodes[1]);
  const auto unite = parts_to_unite(sizes, largest, nodes[largest]);
  if (!unite || !crew_->snapshot()) return;
  std::vector<bdd::Bdd> windows = windows_;
  windows[largest] = two->windows[0];
  windows.push_back(two->windows[1]);
  windows[unite->first] |= windows[unite->second];
  windows[unite->second] = windows.back();
  windows.pop_back();
  take(std::move(windows));
  ++changes_.rebalanced;
}

// After a limit that a slice has reached: one more slice, if that helps. Nodes are counted by slice. Memory is that of a
// process, so that there must be somebody else who has some.
bool CutModel::may_make_room(const LimitReached& limit) {
  if (crew_->size() >= elasticity_.most_slices) return false;
  if (limit.limit() == Limit::Memory) return crew_->agreed(Choice::Split, crew_->spare() > 0);
  return limit.limit() == Limit::Nodes;
}

bool CutModel::make_room(const LimitReached& limit) {
  if (!may_make_room(limit) || !crew_->may_abandon()) return false;
  bool made = false;
  try {
    crew_->abandon();
    made = split(sizes().nodes, elasticity_.fewest_nodes / kStepsAreLarger);
  } catch (const LimitReached&) {
    // There is not even room for that.
  }
  if (!made) crew_->end_history();
  return made;
}

void CutModel::use_workers(const Sizes& sizes) {
  if (sizes.nodes[largest_part(sizes.nodes)] < elasticity_.fewest_nodes) return;
  const bool due = Clock::now() - last_change_ >= elasticity_.pause();
  if (!crew_->agreed(Choice::UseWorkers, due && crew_->spare() > 0)) return;
  if (crew_->agreed(Choice::MoveOnly, crew_->helpers() < crew_->size())) {
    if (crew_->snapshot()) {
      take(windows_);
      ++changes_.moves;
    }
  } else if (crew_->size() < elasticity_.most_slices) {
    if (split(sizes.nodes, elasticity_.fewest_nodes)) return;
  }
  last_change_ = Clock::now();
}

// So rarely that it takes a twentieth of the time at most.
void CutModel::checkpoint_if_due() {
  constexpr int kShare = 20;
  const Clock::time_point begin = Clock::now();
  const bool of_use = crew_->helpers() > 0 || has_history_;
  if (!crew_->agreed(Choice::Checkpoint, of_use && begin >= next_checkpoint_)) return;
  if (crew_->snapshot()) ++changes_.checkpoints;
  const Clock::time_point end = Clock::now();
  next_checkpoint_ = end + std::max(elasticity_.checkpoint_pause(), kShare * (end - begin));
}

bool CutModel::recut(std::vector<bdd::Bdd> windows) {
  if (!crew_->snapshot()) return false;
  take(std::move(windows));
  return true;
}

void CutModel::take(std::vector<bdd::Bdd> windows) {
  windows_ = std::move(windows);
  GNOMON_ASSERT(is_partition(windows_), "windows are disjoint and contain every state");
  crew_->recut(to_bytes(windows_, bits_), windows_.size());
  last_change_ = Clock::now();
}

}  // namespace gnomon::slices
