// Untils and matches along a long path, from its end to its beginning.
//
// For an until two numbers per position will do: to how many positions in a row `through` applies, and how many steps
// it takes to the nearest goal that can be reached. Both follow from those of the next position; on a lasso the first pass
// over the loop knows what its last position needs, the second one uses it.
//
// A path expression becomes a graph whose edges are steps and tests (Thompson 1968). For each of its states the fewest
// steps to a match are carried along, in passes over the loop until nothing changes at its beginning. If a match must have
// at least so many steps, that number of layers more is needed. Work is limited.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "base/budget.h"
#include "explicit/path_matching.h"

namespace gnomon::explicit_state {

using logic::Formula;
using logic::Node;
using logic::Op;

namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMostWork = 2'000'000'000;

std::uint64_t one_more(std::uint64_t steps) {
  return steps == kNever ? kNever : steps + 1;
}

[[noreturn]] void too_much_work() {
  throw LimitReached(Limit::Size, "a path expression takes too much work to be followed on a path");
}

// An expression as a graph: from state 0 to state 1.
struct ExpressionGraph {
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    const PathTruth* where = nullptr;  // none: everywhere
  };
  std::uint32_t states = 2;
  std::vector<Edge> steps;
  std::vector<Edge> tests;

  std::uint64_t size() const { return states + steps.size() + tests.size(); }

  ExpressionGraph(const logic::FormulaPool& pool, Formula rho, const ExpressionTruths& truths) {
    struct Part {
      Formula rho;
      std::uint32_t from, to;
    };
    std::vector<Part> open{{rho, 0, 1}};
    while (!open.empty()) {
      const Part part = open.back();
      open.pop_back();
      const Node& node = pool[part.rho];
      switch (node.op) {
        case Op::Step:
          steps.push_back({part.from, part.to, &truths.step(node.left)});
          break;
        case Op::Test:
          tests.push_back({part.from, part.to, &truths.test(node.left)});
          break;
        case Op::Alt:
          open.push_back({node.left, part.from, part.to});
          open.push_back({node.right, part.from, part.to});
          break;
        case Op::Seq: {
          const std::uint32_t middle = fresh();
          open.push_back({node.left, part.from, middle});
          open.push_back({node.right, middle, part.to});
          break;
        }
        case Op::Star: {
          const std::uint32_t middle = around(part.from, part.to);
          open.push_back({node.left, middle, middle});
          break;
        }
        case Op::Repeat: {
          const logic::Interval& times = pool.interval(node);
          std::uint32_t at = part.from;
          auto once = [&] {
            const std::uint32_t next = fresh();
            open.push_back({node.left, at, next});
            at = next;
          };
          for (std::uint64_t k = 0; k < times.first; ++k) once();
          if (times.is_open()) {
            const std::uint32_t middle = around(at, part.to);
            open.push_back({node.left, middle, middle});
            break;
          }
          tests.push_back({at, part.to, nullptr});
          for (std::uint64_t k = times.first; k < times.last; ++k) {
            once();
            tests.push_back({at, part.to, nullptr});
          }
          break;
        }
        default:
          static_assert(logic::covers(logic::Family::PathExpression,
                                      {Op::Step, Op::Test, Op::Alt, Op::Seq, Op::Star, Op::Repeat}));
          throw std::invalid_argument("not a path expression");
      }
    }
    // What was made last lies closest to the end of its sequence more often than not.
    std::reverse(tests.begin(), tests.end());
  }

 private:
  std::uint32_t fresh() {
    constexpr std::uint32_t kMostStates = 2'000'000;
    if (states >= kMostStates) too_much_work();
    return states++;
  }
  // A new state between the two, at which an iteration begins and ends.
  std::uint32_t around(std::uint32_t from, std::uint32_t to) {
    const std::uint32_t middle = fresh();
    tests.push_back({from, middle, nullptr});
    tests.push_back({middle, to, nullptr});
    return middle;
  }
};

class Passes : public PathMatching {
 public:
  Passes(const logic::FormulaPool& pool, PathShape shape, ExpressionTruths truths)
      : pool_(pool), shape_(shape), truths_(std::move(truths)) {}

  PathTruth until(const PathTruth& through, const PathTruth& goal, const logic::Interval& steps) const override {
    const std::size_t n = shape_.size;
    const bool for_ever =
        shape_.is_infinite() && std::all_of(through.begin() + static_cast<std::ptrdiff_t>(shape_.after_end),
                                            through.end(), [](bool b) { return b; });
    std::vector<std::uint64_t> lasts(n, 0);          // positions in a row
    std::vector<std::uint64_t> distance(n, kNever);  // steps to the nearest goal
    for (int pass = 0; pass < (shape_.is_infinite() ? 2 : 1); ++pass) {
      for (std::size_t i = n; i-- > 0;) {
        const bool goes_on = through[i] && shape_.has_next(i);
        if (through[i]) {
          const bool ends = for_ever && i + 1 == n;
          lasts[i] = ends ? kNever : shape_.has_next(i) ? one_more(lasts[shape_.next(i)]) : 1;
        }
        distance[i] = goal[i] ? 0 : goes_on ? one_more(distance[shape_.next(i)]) : kNever;
      }
    }
    PathTruth result(n, false);
    const std::uint64_t further = steps.is_open() ? kNever - 1 : steps.last - steps.first;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t from = after(i, steps.first);
      result[i] = from < n && lasts[i] >= steps.first && distance[from] <= further;
    }
    return result;
  }

  PathTruth matched(Formula rho, const PathTruth& goal, const logic::Interval& steps) const override {
    if (const Node& node = pool_[rho]; is_plain_iteration(node)) {
      const PathTruth& through = truths_.step(pool_[node.left].left);
      if (node.op == Op::Star) return until(through, goal, steps);
      const logic::Interval both = common(pool_.interval(node), steps);
      return both.first <= both.last ? until(through, goal, both) : PathTruth(shape_.size, false);
    }
    const ExpressionGraph graph(pool_, rho, truths_);
    if (graph.size() > kMostWork / shape_.size) too_much_work();
    return steps.first == 0 ? nearest(graph, goal, steps.is_open() ? kNever - 1 : steps.last)
                            : layered(graph, goal, steps);
  }

 private:
  using Distances = std::vector<std::uint64_t>;  // by state of the graph

  // f* or f{n,m} of a step f.
  bool is_plain_iteration(const Node& node) const {
    return (node.op == Op::Star || node.op == Op::Repeat) && pool_[node.left].op == Op::Step;
  }
  static logic::Interval common(const logic::Interval& a, const logic::Interval& b) {
    return {std::max(a.first, b.first), std::min(a.last, b.last)};
  }

  // The position so many steps later; the number of positions if there is none.
  std::size_t after(std::size_t i, std::uint64_t steps) const {
    const std::size_t n = shape_.size;
    if (steps < n - i) return i + static_cast<std::size_t>(steps);
    if (!shape_.is_infinite()) return n;
    const std::uint64_t beyond = steps - (n - i);  // after the step from the end to the loop
    return shape_.after_end + static_cast<std::size_t>(beyond % (n - shape_.after_end));
  }

  void relax_tests(const ExpressionGraph& graph, std::size_t i, Distances& at, std::uint64_t& work) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (const ExpressionGraph::Edge& edge : graph.tests) {
        if (at[edge.to] >= at[edge.from] || (edge.where != nullptr && !(*edge.where)[i])) continue;
        at[edge.from] = at[edge.to];
        changed = true;
      }
      work += graph.tests.size();
      if (work > kMostWork) too_much_work();
    }
  }

  // The fewest steps to a match from each state of the graph at position i, from those at the next position.
  Distances before(const ExpressionGraph& graph, std::size_t i, const Distances* next, const PathTruth& goal,
                   std::uint64_t& work) const {
    Distances at(graph.states, kNever);
    if (goal[i]) at[1] = 0;
    if (next != nullptr) {
      for (const ExpressionGraph::Edge& edge : graph.steps) {
        if ((*edge.where)[i]) at[edge.from] = std::min(at[edge.from], one_more((*next)[edge.to]));
      }
    }
    work += graph.states + graph.steps.size();
    relax_tests(graph, i, at, work);
    return at;
  }

  template <class Visit>
  void for_each_distance(const ExpressionGraph& graph, const PathTruth& goal, const Visit& visit) const {
    std::uint64_t work = 0;
    Distances at_loop(graph.states, kNever);
    for (bool stable = !shape_.is_infinite(); !stable;) {
      Distances next = at_loop;
      for (std::size_t i = shape_.size; i-- > shape_.after_end;) next = before(graph, i, &next, goal, work);
      stable = next == at_loop;
      at_loop = std::move(next);
    }
    Distances next = at_loop;
    for (std::size_t i = shape_.size; i-- > 0;) {
      next = before(graph, i, shape_.has_next(i) ? &next : nullptr, goal, work);
      visit(i, next);
    }
  }

  PathTruth nearest(const ExpressionGraph& graph, const PathTruth& goal, std::uint64_t most) const {
    PathTruth result(shape_.size, false);
    for_each_distance(graph, goal, [&](std::size_t i, const Distances& at) { result[i] = at[0] <= most; });
    return result;
  }

  // From each state at each position: whether a match is possible after exactly so many further steps as are missing, one
  // layer for each step that has to be made.
  PathTruth layered(const ExpressionGraph& graph, const PathTruth& goal, const logic::Interval& steps) const {
    constexpr std::uint64_t kMostCells = 50'000'000;
    const std::uint64_t cells = std::uint64_t{shape_.size} * graph.states;
    if (cells > kMostCells || steps.first > kMostWork / (shape_.size * graph.size())) too_much_work();
    const std::uint64_t further = steps.is_open() ? kNever - 1 : steps.last - steps.first;
    std::vector<std::vector<bool>> layer(shape_.size);
    for_each_distance(graph, goal, [&](std::size_t i, const Distances& at) {
      for (std::uint64_t distance : at) layer[i].push_back(distance <= further);
    });
    std::uint64_t work = 0;
    for (std::uint64_t k = 0; k < steps.first; ++k) {
      std::vector<std::vector<bool>> earlier(shape_.size);
      for (std::size_t i = 0; i < shape_.size; ++i) {
        Distances at(graph.states, kNever);
        for (const ExpressionGraph::Edge& edge : graph.steps) {
          if (shape_.has_next(i) && (*edge.where)[i] && layer[shape_.next(i)][edge.to]) at[edge.from] = 0;
        }
        relax_tests(graph, i, at, work);
        for (std::uint64_t distance : at) earlier[i].push_back(distance == 0);
      }
      layer = std::move(earlier);
    }
    PathTruth result(shape_.size, false);
    for (std::size_t i = 0; i < shape_.size; ++i) result[i] = layer[i][0];
    return result;
  }

  const logic::FormulaPool& pool_;
  PathShape shape_;
  ExpressionTruths truths_;
};

}  // namespace

std::unique_ptr<PathMatching> match_by_passes(const logic::FormulaPool& pool, PathShape shape,
                                              ExpressionTruths truths) {
  return std::make_unique<Passes>(pool, shape, std::move(truths));
}

}  // namespace gnomon::explicit_state
