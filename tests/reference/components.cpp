#include "reference/components.h"

#include <algorithm>

namespace gnomon::reference {

namespace {

class Tarjan {
 public:
  Tarjan(const Adjacency& successors, const std::vector<bool>& alive)
      : successors_(successors), alive_(alive), number_(successors.size(), 0), low_(successors.size(), 0) {
    result_.of.assign(successors.size(), Components::kNone);
  }

  Components run() {
    for (std::uint32_t root = 0; root < successors_.size(); ++root) {
      if (alive_[root] && number_[root] == 0) visit(root);
    }
    return std::move(result_);
  }

 private:
  struct Frame {
    std::uint32_t node;
    std::size_t next_edge;
  };

  void enter(std::uint32_t node) {
    number_[node] = low_[node] = ++counter_;
    open_.push_back(node);
    frames_.push_back({node, 0});
  }

  void visit(std::uint32_t root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      std::uint32_t node = frame.node;
      if (frame.next_edge < successors_[node].size()) {
        std::uint32_t target = successors_[node][frame.next_edge++];
        if (!alive_[target]) continue;
        if (number_[target] == 0) {
          enter(target);
        } else if (result_.of[target] == Components::kNone) {
          low_[node] = std::min(low_[node], number_[target]);
        }
        continue;
      }
      if (low_[node] == number_[node]) close(node);
      frames_.pop_back();
      if (!frames_.empty()) low_[frames_.back().node] = std::min(low_[frames_.back().node], low_[node]);
    }
  }

  void close(std::uint32_t root) {
    auto name = static_cast<std::uint32_t>(result_.members.size());
    std::vector<std::uint32_t> members;
    std::uint32_t node = Components::kNone;
    do {
      node = open_.back();
      open_.pop_back();
      result_.of[node] = name;
      members.push_back(node);
    } while (node != root);
    const auto& edges = successors_[root];
    bool cycle = members.size() > 1 || std::find(edges.begin(), edges.end(), root) != edges.end();
    result_.members.push_back(std::move(members));
    result_.has_cycle.push_back(cycle);
  }

  const Adjacency& successors_;
  const std::vector<bool>& alive_;
  std::vector<std::uint32_t> number_;  // 0: not visited
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> open_;
  std::vector<Frame> frames_;
  std::uint32_t counter_ = 0;
  Components result_;
};

}  // namespace

Components strong_components(const Adjacency& successors, const std::vector<bool>& alive) {
  return Tarjan(successors, alive).run();
}

std::vector<bool> can_reach(const Adjacency& successors, const std::vector<bool>& alive,
                            const std::vector<bool>& targets) {
  Adjacency predecessors(successors.size());
  for (std::uint32_t s = 0; s < successors.size(); ++s) {
    if (!alive[s]) continue;
    for (std::uint32_t t : successors[s]) {
      if (alive[t]) predecessors[t].push_back(s);
    }
  }
  std::vector<bool> reached = targets;
  std::vector<std::uint32_t> work;
  for (std::uint32_t s = 0; s < targets.size(); ++s) {
    if (targets[s]) work.push_back(s);
  }
  while (!work.empty()) {
    std::uint32_t t = work.back();
    work.pop_back();
    for (std::uint32_t s : predecessors[t]) {
      if (reached[s]) continue;
      reached[s] = true;
      work.push_back(s);
    }
  }
  return reached;
}

}  // namespace gnomon::reference
