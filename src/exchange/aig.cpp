#include "exchange/aig.h"

#include <utility>

#include "base/assert.h"

namespace gnomon::exchange {

Wire Aig::add_input(std::string name) {
  const Wire output{static_cast<std::uint32_t>(2 * signals_.size())};
  signals_.push_back({Kind::Input, inputs_.size(), {}});
  inputs_.push_back({output, std::move(name)});
  return output;
}

Wire Aig::add_latch(std::string name, bool initially) {
  const Wire output{static_cast<std::uint32_t>(2 * signals_.size())};
  signals_.push_back({Kind::Latch, latches_.size(), {}});
  latches_.push_back({output, output, initially, std::move(name)});
  return output;
}

void Aig::set_next(Wire latch, Wire next) {
  const Signal& signal = signals_[latch.signal()];
  GNOMON_ASSERT(signal.kind == Kind::Latch && !latch.negated(), "only a latch takes a signal over");
  latches_[signal.number].next = next;
}

void Aig::set_initially(Wire latch, bool value) {
  const Signal& signal = signals_[latch.signal()];
  GNOMON_ASSERT(signal.kind == Kind::Latch && !latch.negated(), "only a latch has a value at the beginning");
  latches_[signal.number].initially = value;
}

Wire Aig::both(Wire a, Wire b) {
  if (a.code > b.code) std::swap(a, b);
  if (a == kNever || a == !b) return kNever;
  if (a == kAlways || a == b) return b;
  constexpr unsigned kHalf = 32;
  const std::uint64_t key = (std::uint64_t{a.code} << kHalf) | b.code;
  auto [at, added] = ands_.try_emplace(key, static_cast<std::uint32_t>(signals_.size()));
  if (added) signals_.push_back({Kind::And, 0, {a, b}});
  return {2 * at->second};
}

}  // namespace gnomon::exchange
