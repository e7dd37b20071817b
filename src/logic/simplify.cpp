#include "logic/simplify.h"

#include <array>
#include <cstddef>
#include <vector>

#include "base/pace.h"
#include "logic/formula_map.h"
#include "logic/rewriter.h"

namespace gnomon::logic {

namespace {

// Whether the operands of a node are about finite traces, given the place of the node.
bool finite_below(Op op, bool finite) {
  return is_path_quantifier(op) ? is_finite_quantifier(op) : finite;
}

}  // namespace

Formula simplify(FormulaPool& pool, Formula root, Traces traces, const Budget* budget) {
  Pace pace(budget);
  std::vector<Formula> order = pool.subformulas(root);
  // By place: on infinite paths, on finite traces. What does not depend on a path is in the first place.
  using Places = std::array<bool, 2>;
  FormulaMap<Places> needed(order);
  FormulaMap<std::array<Formula, 2>> simple(order);
  auto place = [&](Formula f, bool finite) { return static_cast<std::size_t>(finite && pool[f].is_path); };

  needed[root][place(root, traces != Traces::Infinite)] = true;
  for (auto f = order.rbegin(); f != order.rend(); ++f) {
    const Node& node = pool[*f];
    Places places = needed[*f];
    for (bool finite : {false, true}) {
      if (!places[finite]) continue;
      bool below = finite_below(node.op, finite);
      if (!node.left.is_none()) needed[node.left][place(node.left, below)] = true;
      if (!node.right.is_none()) needed[node.right][place(node.right, below)] = true;
    }
  }

  Rewriter rewriter(pool);
  for (Formula f : order) {
    constexpr std::size_t kMostNodes = 8;  // that one step makes
    pace.step(1, [&] { return pool.growth_bytes(kMostNodes * Pace::kInterval); });
    const Node node = pool[f];
    Places places = needed[f];
    for (bool finite : {false, true}) {
      if (!places[finite]) continue;
      bool below = finite_below(node.op, finite);
      auto operand = [&](Formula g) { return g.is_none() ? Formula{} : simple[g][place(g, below)]; };
      Formula made = rewriter.rebuild(node, operand(node.left), operand(node.right), finite);
      simple[f][finite] = made;
    }
  }
  return simple[root][place(root, traces != Traces::Infinite)];
}

}  // namespace gnomon::logic
