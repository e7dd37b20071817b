#include "witness/shorten.h"

#include <utility>

namespace gnomon::witness {

namespace {

constexpr std::size_t kMaxLength = 100;  // longer lassos are left as they are
constexpr std::size_t kMaxAttempts = 300;

bool has_period(const StateLasso& lasso, std::size_t period) {
  for (std::size_t i = lasso.loop; i + period < lasso.states.size(); ++i) {
    if (lasso.states[i] != lasso.states[i + period]) return false;
  }
  return true;
}

}  // namespace

StateLasso normalised(StateLasso lasso) {
  std::size_t length = lasso.states.size() - lasso.loop;
  for (std::size_t period = 1; period < length; ++period) {
    if (length % period != 0 || !has_period(lasso, period)) continue;
    lasso.states.resize(lasso.loop + period);
    break;
  }
  while (lasso.loop > 0 && lasso.states[lasso.loop - 1] == lasso.states.back()) {
    lasso.states.pop_back();
    --lasso.loop;
  }
  return lasso;
}

StateLasso shortened(StateLasso lasso, const std::function<bool(const StateLasso&)>& acceptable) {
  lasso = normalised(std::move(lasso));
  if (lasso.states.size() > kMaxLength) return lasso;
  std::size_t attempts = 0;
  bool changed = true;
  while (changed) {
    changed = false;
    const std::vector<explicit_state::State> states = lasso.states;
    auto consider = [&](StateLasso candidate) {
      if (++attempts > kMaxAttempts || !acceptable(candidate)) return;
      lasso = normalised(std::move(candidate));
      changed = true;
    };
    for (std::size_t j = 1; j < states.size() && !changed; ++j) {
      for (std::size_t i = 0; i < j && !changed; ++i) {
        if (states[i] != states[j]) continue;
        auto at = [&](std::size_t k) { return states.begin() + static_cast<std::ptrdiff_t>(k); };
        consider({{at(0), at(j)}, i});
        if (changed || (i < lasso.loop) != (j <= lasso.loop)) continue;
        StateLasso cut{{at(0), at(i)}, lasso.loop - (i < lasso.loop ? j - i : 0)};
        cut.states.insert(cut.states.end(), at(j), states.end());
        consider(std::move(cut));
      }
    }
  }
  return lasso;
}

}  // namespace gnomon::witness
