#include "slices/windows.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "bdd/held_order.h"

namespace gnomon::slices {

namespace {

struct Part {
  bdd::Bdd window;
  bdd::Bdd states;
  std::size_t nodes = 0;
};

Part part_of(const bdd::Bdd& window, const bdd::Bdd& states) {
  const bdd::Bdd inside = states & window;
  return {window, inside, inside.node_count()};
}

// The halves of the best split; none if the part cannot be split.
std::optional<std::pair<Part, Part>> halves(const model::SymbolicModel& model, const Part& part) {
  constexpr double kLargestCounts = 0.7;
  constexpr double kSumCounts = 0.3;
  std::optional<std::pair<Part, Part>> best;
  double least = 0;
  const bdd::VarSet tested = bdd::support(part.window);
  const std::vector<bdd::Var> in_window = tested.vars();
  for (bdd::Var var : model.encoding().current_vars().vars()) {
    if (std::find(in_window.begin(), in_window.end(), var) != in_window.end()) continue;
    const bdd::Bdd one = model.manager().literal(var);
    std::pair<Part, Part> now{part_of(part.window & one, part.states), part_of(part.window & !one, part.states)};
    const auto larger = static_cast<double>(std::max(now.first.nodes, now.second.nodes));
    const auto both = static_cast<double>(now.first.nodes + now.second.nodes);
    const double cost = kLargestCounts * larger + kSumCounts * both;
    if (best && cost >= least) continue;
    least = cost;
    best = std::move(now);
  }
  return best;
}

}  // namespace

bool is_partition(const std::vector<bdd::Bdd>& windows) {
  bdd::Bdd all = windows.front();
  for (std::size_t i = 1; i < windows.size(); ++i) {
    if (!windows[i].disjoint_from(all)) return false;
    all |= windows[i];
  }
  return all.is_true();
}

std::optional<Split> split_window(const model::SymbolicModel& model, const bdd::Bdd& window,
                                  const model::StateSet& states) {
  const bdd::HeldOrder held(model.manager());
  const auto two = halves(model, part_of(window, states.bdd()));
  if (!two) return std::nullopt;
  return Split{{two->first.window, two->second.window}, {two->first.nodes, two->second.nodes}};
}

Cut cut(const model::SymbolicModel& model, const model::StateSet& states, std::size_t count) {
  const bdd::HeldOrder held(model.manager());
  std::vector<Part> parts{part_of(model.manager().constant(true), states.bdd())};
  const auto whole = static_cast<double>(parts.front().nodes);
  while (parts.size() < count) {
    auto largest = std::max_element(parts.begin(), parts.end(),
                                    [](const Part& one, const Part& other) { return one.nodes < other.nodes; });
    auto two = halves(model, *largest);
    if (!two) break;
    *largest = std::move(two->first);
    parts.push_back(std::move(two->second));
  }
  Cut result;
  std::size_t most = 0;
  std::size_t sum = 0;
  for (Part& part : parts) {
    most = std::max(most, part.nodes);
    sum += part.nodes;
    result.windows.push_back(std::move(part.window));
  }
  result.largest = static_cast<double>(most) / whole;
  result.sum = static_cast<double>(sum) / whole;
  return result;
}

}  // namespace gnomon::slices
