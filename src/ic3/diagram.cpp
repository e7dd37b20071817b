#include "ic3/diagram.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace gnomon::ic3 {

using bdd::Bdd;
using bdd::Var;

Diagram::Diagram(const Bdd& f) : nodes_(2) {
  variables_ = bdd::support(f).vars();
  std::sort(variables_.begin(), variables_.end());
  std::unordered_map<Bdd, std::uint32_t> known;
  std::vector<std::pair<Bdd, std::uint32_t>> open;
  auto number = [&](const Bdd& g) {
    if (g.is_constant()) return g.is_true() ? kTrue : kFalse;
    auto [at, added] = known.try_emplace(g, static_cast<std::uint32_t>(nodes_.size()));
    if (added) {
      nodes_.push_back({g.top(), kFalse, kFalse});
      open.emplace_back(g, at->second);
    }
    return at->second;
  };
  root_ = number(f);
  while (!open.empty()) {
    auto [g, at] = std::move(open.back());
    open.pop_back();
    const std::uint32_t low = number(g.low());
    const std::uint32_t high = number(g.high());
    nodes_[at].low = low;
    nodes_[at].high = high;
  }
  seen_.assign(nodes_.size(), 0);
}

bool Diagram::mentions(Var var) const {
  return std::binary_search(variables_.begin(), variables_.end(), var);
}

bool Diagram::holds(const Assignment& values) const {
  std::uint32_t at = root_;
  while (at > kTrue) at = next(nodes_[at], values);
  return at == kTrue;
}

void Diagram::path(const Assignment& values, std::vector<Var>& met) const {
  for (std::uint32_t at = root_; at > kTrue; at = next(nodes_[at], values)) met.push_back(nodes_[at].var);
}

bool Diagram::is_certain(const Assignment& values) const {
  constexpr std::size_t kMostVisits = 5000;
  if (root_ <= kTrue) return root_ == kTrue;
  ++search_;
  stack_.assign(1, root_);
  for (std::size_t visits = 0; !stack_.empty(); ++visits) {
    if (visits == kMostVisits) return false;
    const Node& node = nodes_[stack_.back()];
    stack_.pop_back();
    const Bit bit = values[node.var.index()];
    for (bool branch : {false, true}) {
      if (bit != Bit::Open && branch != (bit == Bit::True)) continue;
      const std::uint32_t child = branch ? node.high : node.low;
      if (child == kFalse) return false;
      if (child == kTrue || std::exchange(seen_[child], search_) == search_) continue;
      stack_.push_back(child);
    }
  }
  return true;
}

}  // namespace gnomon::ic3
