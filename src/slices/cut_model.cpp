#include "slices/cut_model.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "base/assert.h"
#include "slices/diagram_bytes.h"
#include "slices/remote_crew.h"
#include "slices/thread_crew.h"
#include "slices/windows.h"

namespace gnomon::slices {

namespace {

// The order is improved when the parts of the reachable states have together grown by this factor.
constexpr std::size_t kGrowth = 2;
constexpr std::size_t kFewest = 10'000;  // nodes: not before

SliceStart slice_start(const model::SymbolicModel& whole, const model::ModelOptions& options, const Outset& outset) {
  SliceStart start;
  start.model = &whole.source();
  start.options = options;
  start.options.order = static_cast<model::OrderStrategy>(outset.strategy);
  start.options.work_limit.reset();
  start.options.reach = {};
  start.order = outset.order;
  start.windows = outset.windows;
  return start;
}

ElasticCrew::Maker crew_maker(std::size_t threads, const Budget& budget, HelperPost* helpers,
                              std::size_t longest_command) {
  return [=, &budget](std::vector<SliceStart> starts) -> std::unique_ptr<Crew> {
    if (helpers != nullptr) return std::make_unique<RemoteCrew>(starts, *helpers, budget, longest_command);
    return std::make_unique<ThreadCrew>(std::move(starts), threads, budget);
  };
}

}  // namespace

Outset outset_of(model::SymbolicModel& whole, const std::vector<bdd::Bdd>& windows) {
  const Bits bits(whole.source(), whole.encoding());
  const model::Explorer& explorer = whole.explorer();
  const bdd::Bdd& found = explorer.reached().bdd();
  Outset outset;
  outset.strategy = static_cast<std::uint8_t>(whole.order());
  outset.order = bits.order();
  outset.windows = to_bytes(windows, bits);
  outset.reached = to_bytes(std::span(&found, 1), bits);
  outset.nodes = found.node_count();
  outset.rounds = explorer.rounds();
  outset.chaining = whole.explores_by_rounds();
  outset.complete = explorer.complete();
  outset.depth = explorer.depth();
  return outset;
}

CutModel::CutModel(model::SymbolicModel& whole, const model::ModelOptions& options,
                   const std::vector<bdd::Bdd>& windows, std::size_t threads, const Budget& budget, HelperPost* helpers,
                   const Elasticity& elasticity)
    : CutModel(whole, options, outset_of(whole, windows), threads, budget, helpers, elasticity, nullptr) {}

CutModel::CutModel(model::SymbolicModel& whole, const model::ModelOptions& options, const Outset& outset,
                   std::size_t threads, const Budget& budget, HelperPost* helpers, const Elasticity& elasticity,
                   History* history)
    : whole_(whole),
      bits_(whole.source(), whole.encoding()),
      windows_(from_bytes(outset.windows, bits_)),
      elasticity_(elasticity),
      has_history_(history != nullptr),
      crew_(std::make_unique<ElasticCrew>(crew_maker(threads, budget, helpers, elasticity.longest_command),
                                          slice_start(whole, options, outset), windows_.size(), history)),
      ground_(std::make_unique<Ground>(*crew_, whole.source(), bits_.of_model())),
      chaining_(outset.chaining),
      reorders_(options.auto_reorder),
      rounds_(outset.rounds),
      complete_(false),
      known_depth_(outset.depth),
      reorder_at_(std::max(kFewest, kGrowth * outset.nodes)),
      balance_(elasticity),
      next_checkpoint_(Clock::now() + elasticity.checkpoint_pause()) {
  constexpr std::size_t kTimes = 4;
  if (elasticity_.most_slices == 0) elasticity_.most_slices = kTimes * windows_.size();
  GNOMON_ASSERT(is_partition(windows_), "windows are disjoint and contain every state");
  reached_ =
      SlicedSet::computed(*crew_, {.op = Op::Load, .bytes = std::make_shared<const std::string>(outset.reached)});
  fresh_ = reached_;
  if (!outset.complete) return;
  if (!whole.explorer().complete()) {
    whole.explorer().adopt(model::StateSet(one_from_bytes(outset.reached, bits_)), outset.depth);
  }
  finish();
}

void CutModel::finish() {
  crew_->append({.op = Op::SetReachable, .a = reached_.number()});
  fresh_ = {};
  complete_ = true;
}

std::optional<std::size_t> CutModel::depth() const {
  if (known_depth_) return known_depth_;
  return complete_ && !chaining_ ? std::optional<std::size_t>(rounds_) : std::nullopt;
}

void CutModel::advance() {
  while (!complete_) {
    try {
      tend();
      round();
      return;
    } catch (const LimitReached& limit) {
      if (!make_room(limit)) throw;
    }
  }
}

void CutModel::round() {
  SlicedSet arrived;
  SlicedSet all;
  if (chaining_) {
    // What is new is closed within the window; of what it leads to elsewhere some may be new there.
    const SlicedSet before = reached_ - fresh_;
    auto [closed, outside] =
        SlicedSet::both_computed(*crew_, {.op = Op::Closed, .a = fresh_.number(), .b = before.number()});
    const SlicedSet within = before | closed;
    arrived = SlicedSet::routed(outside) - within;
    all = within | arrived;
  } else {
    const SlicedSet image =
        SlicedSet::computed(*crew_, {.op = Op::Image, .a = fresh_.number(), .b = reached_.number()});
    arrived = SlicedSet::routed(image) - reached_;
    all = reached_ | arrived;
  }
  const bool nothing_new = arrived.empty();  // may be ended by a limit: only then the round counts
  reached_ = all;
  fresh_ = arrived;
  if (nothing_new) {
    finish();
  } else {
    ++rounds_;
  }
}

bool CutModel::confirm() {
  const SlicedSet image =
      SlicedSet::routed(SlicedSet::computed(*crew_, {.op = Op::Image, .a = reached_.number(), .b = reached_.number()}));
  const SlicedSet initial = SlicedSet::computed(*crew_, {.op = Op::Initial});
  const std::vector<Answer> answers = crew_->ask({.op = Op::Figures, .a = reached_.number()});
  const bool at_home =
      std::all_of(answers.begin(), answers.end(), [](const Answer& answer) { return answer.astray == 0; });
  return at_home && initial.subset_of(reached_) && image.subset_of(reached_);
}

model::StateSet CutModel::gathered(const SlicedSet& set) const {
  while (true) {
    const std::vector<Answer> answers = crew_->ask({.op = Op::Bytes, .a = set.number()});
    bdd::Bdd all = whole_.none().bdd();
    std::size_t good = 0;
    try {
      for (; good < answers.size(); ++good) all |= one_from_bytes(answers[good].bytes, bits_);
      return model::StateSet(all);
    } catch (const BadBytes& bad) {
      crew_->refuse(good, bad.what());
    }
  }
}

void CutModel::gather() {
  if (whole_.explorer().complete()) return;
  whole_.explorer().adopt(gathered(reached_), depth());
}

CutModel::Sizes CutModel::sizes() const {
  Sizes found;
  for (const Answer& answer : crew_->ask({.op = Op::Nodes, .a = reached_.number()})) {
    found.nodes.push_back(answer.nodes);
    found.full = found.full || answer.yes;
  }
  return found;
}

bool CutModel::improve_order() {
  const std::size_t largest = largest_part(sizes().nodes);
  std::vector<Answer> told = crew_->ask({.op = Op::Sift, .index = largest});
  if (!told[largest].yes) return false;
  crew_->append({.op = Op::TakeOrder, .bits = std::move(told[largest].bits)});
  return true;
}

void CutModel::improve_order_if_due(Sizes& sizes) {
  auto sum = [&] { return std::accumulate(sizes.nodes.begin(), sizes.nodes.end(), std::size_t{0}); };
  if (!reorders_ || sum() < reorder_at_) return;
  if (!improve_order()) {
    reorder_at_ = sum() + sum() / 4;
    return;
  }
  sizes = this->sizes();
  reorder_at_ = std::max(kFewest, kGrowth * sum());
}

}  // namespace gnomon::slices
