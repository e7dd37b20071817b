#include "model/reach.h"

#include <utility>

namespace gnomon::model {

namespace {

const StateSet& smaller(const StateSet& fresh, const StateSet& all) {
  constexpr std::size_t kSmall = 64;  // not worth counting the other
  std::size_t nodes = fresh.bdd().node_count();
  return nodes <= kSmall || nodes <= all.bdd().node_count() ? fresh : all;
}

}  // namespace

bool by_chaining(const Transition& transition, const ReachOptions& options) {
  return options.exploration == Exploration::Chaining ||
         (options.exploration == Exploration::Automatic && transition.pieces() > 1);
}

Explorer::Explorer(const Transition& transition, const StateSet& initial, ReachOptions options)
    : transition_(&transition),
      options_(std::move(options)),
      chaining_(by_chaining(transition, options_)),
      reached_(initial),
      fresh_(initial),
      complete_(initial.empty()) {}

std::optional<std::size_t> Explorer::depth() const {
  return complete_ && !chaining_ ? std::optional<std::size_t>(rounds_) : std::nullopt;
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

void Explorer::step() {
  StateSet next = transition_->image(smaller(fresh_, reached_)) - reached_;
  if (next.empty()) {
    complete_ = true;
    return;
  }
  reached_ |= next;
  fresh_ = std::move(next);
  ++rounds_;
}

// What a round has found remains found if a limit ends it in the middle.
void Explorer::round() {
  const StateSet before = reached_;
  for (std::size_t piece = 0; piece < transition_->pieces(); ++piece) reached_ |= transition_->image(reached_, piece);
  if (reached_ == before) {
    complete_ = true;
  } else {
    ++rounds_;
  }
}

}  // namespace gnomon::model
