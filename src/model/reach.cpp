#include "model/reach.h"

#include <algorithm>
#include <utility>

namespace gnomon::model {

namespace {

// What a search back from a target can meet, and what it is asked about.
class Aim {
 public:
  Aim(const StateSet& through, const StateSet& target, const StateSet* asked) : all_(through | target) {
    if (asked) asked_ = *asked & all_;
  }
  // Whether nothing is left to be found. The first comparison costs nothing.
  bool is_met(const StateSet& reached) const {
    return reached == all_ || (asked_.valid() && asked_.subset_of(reached));
  }

 private:
  StateSet all_;
  StateSet asked_;  // none: all
};

// Breadth first; ends as soon as nothing is left to be found.
StateSet layers_back(const Transition& transition, const StateSet& through, const StateSet& target,
                     const StateSet& care, const Aim& aim) {
  StateSet reached = target;
  StateSet fresh = target;
  LeapTrial trial(target.bdd().manager());
  while (!fresh.empty() && !aim.is_met(reached)) {
    fresh = (transition.preimage(simplified(fresh, care)) & through) - reached;
    reached |= fresh;
    const auto finish = [&] {
      Leaps leaps(transition.encoding(), 1);
      leaps.add(0, 0, transition.relation() & through.bdd());
      reached = StateSet(closed_backward(std::move(leaps), {reached.bdd()}).front());
    };
    if (trial.after_step(finish)) break;
  }
  return reached;
}

}  // namespace

const StateSet& smaller_of(const StateSet& fresh, const StateSet& all) {
  constexpr std::size_t kSmall = 64;  // not worth counting the others
  const std::size_t nodes = fresh.bdd().node_count();
  return nodes <= kSmall || nodes <= all.bdd().node_count() ? fresh : all;
}

// A set that is only somewhat smaller is not worth it: preimages of sets that resemble each other share work.
StateSet simplified(const StateSet& set, const StateSet& care) {
  constexpr std::size_t kSmall = 32;      // nodes: nothing is to be gained
  constexpr std::size_t kWorthwhile = 3;  // times fewer nodes
  if (!care.valid()) return set;
  const std::size_t nodes = set.bdd().node_count();
  if (nodes <= kSmall) return set;
  const StateSet other(restrict_to(set.bdd(), care.bdd()));
  return other.bdd().node_count() * kWorthwhile <= nodes ? other : set;
}

StateSet leading_to(const Transition& transition, const StateSet& through, const StateSet& target, const StateSet& care,
                    const StateSet* asked) {
  const Aim aim(through, target, asked);
  if (transition.pieces() == 1) return layers_back(transition, through, target, care, aim);
  StateSet reached = target;
  std::vector<StateSet> expanded(transition.pieces(), StateSet(target.bdd().manager().constant(false)));
  StateSet before;
  do {
    before = reached;
    for (std::size_t piece = transition.pieces(); piece-- > 0 && !aim.is_met(reached);) {
      const StateSet from = reached & transition.range(piece);
      if (from == expanded[piece]) continue;
      reached |= transition.preimage(smaller_of(from - expanded[piece], from), piece) & through;
      expanded[piece] = from;
    }
  } while (reached != before && !aim.is_met(reached));
  return reached;
}

bool by_chaining(const Transition& transition, const ReachOptions& options) {
  return options.exploration == Exploration::Chaining ||
         (options.exploration == Exploration::Automatic && transition.pieces() > 1);
}

Explorer::Explorer(Transition& transition, const StateSet& initial, ReachOptions options)
    : transition_(&transition),
      clusters_(transition),
      leaps_(initial.bdd().manager()),
      options_(std::move(options)),
      chaining_(by_chaining(transition, options_)),
      reached_(initial),
      fresh_(initial),
      expanded_(chaining_ ? transition.pieces() : 0, StateSet(initial.bdd().manager().constant(false))),
      complete_(initial.empty()) {}

std::optional<std::size_t> Explorer::depth() const {
  if (known_depth_) return known_depth_;
  return complete_ && !chaining_ ? std::optional<std::size_t>(rounds_) : std::nullopt;
}

void Explorer::advance_far() {
  advance();
  if (chaining_ || complete_) return;
  leaps_.after_step([&] {
    const Reached all = closed_forward(*transition_, reached_.bdd());
    reached_ = StateSet(all.states);
    rounds_ += all.depth;
    complete_ = true;
  });
}

void Explorer::adopt(const StateSet& reachable, std::optional<std::size_t> depth) {
  reached_ = reachable;
  complete_ = true;
  chaining_ = !depth.has_value();
  known_depth_ = depth;
}

void Explorer::advance() {
  if (complete_) return;
  if (options_.before_step) options_.before_step(reached_);
  if (chaining_) {
    round();
  } else {
    step();
  }
}

// Before the image the variable order may be improved: when the diagram of the reachable states has grown to four times
// what the last attempt left of it. Between two steps only what stays is alive, and that is what the order should suit.
void Explorer::improve_order(std::size_t nodes) {
  if (nodes < reorder_at_) return;
  const bool done = reached_.bdd().manager().reorder_if_affordable();
  reorder_at_ = done ? std::max(kFirstReordering, 4 * reached_.bdd().node_count()) : nodes + nodes / 4;
}

void Explorer::step() {
  bool expand_all = false;
  if (const std::size_t fresh_nodes = fresh_.bdd().node_count(); fresh_nodes > kSmall) {
    const std::size_t nodes = reached_.bdd().node_count();
    expand_all = nodes < fresh_nodes;
    improve_order(nodes);
  }
  const StateSet expanded = expand_all ? reached_ : fresh_;
  const std::uint64_t before = reached_.bdd().manager().work();
  StateSet next = transition_->image(expanded) - reached_;
  const std::uint64_t work = reached_.bdd().manager().work() - before;
  if (next.empty()) {
    complete_ = true;
    return;
  }
  reached_ |= next;
  fresh_ = std::move(next);
  ++rounds_;
  clusters_.image_taken(expanded, work);
}

// What a round has found remains found if a limit ends it in the middle.
void Explorer::round() {
  const StateSet before = reached_;
  for (std::size_t piece = 0; piece < transition_->pieces(); ++piece) {
    const StateSet all = reached_ & transition_->guard(piece);
    if (all == expanded_[piece]) continue;
    reached_ |= transition_->image(smaller_of(all - expanded_[piece], all), piece);
    expanded_[piece] = all;
  }
  if (reached_ == before) {
    complete_ = true;
  } else {
    ++rounds_;
  }
}

}  // namespace gnomon::model
