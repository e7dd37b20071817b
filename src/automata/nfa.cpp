#include "automata/nfa.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/assert.h"
#include "base/sorted.h"

namespace gnomon::automata {

using logic::Formula;
using logic::FormulaPool;
using logic::Op;

std::size_t Nfa::edge_count() const {
  std::size_t count = 0;
  for (const Node& node : states) count += node.edges.size();
  return count;
}

bool Nfa::is_empty() const {
  return std::all_of(states.begin(), states.end(), [](const Node& node) { return node.accepting.empty(); });
}

bool Nfa::has_path_tests() const {
  for (const Node& node : states) {
    for (const Edge& edge : node.edges) {
      if (!edge.condition.items.empty()) return true;
    }
    for (const Condition& condition : node.accepting) {
      if (!condition.items.empty()) return true;
    }
  }
  return false;
}

namespace {

// The linear automaton with epsilon, test and step arrows.
struct Arrow {
  enum class Kind : std::uint8_t { Epsilon, Test, Step };
  Kind kind = Kind::Epsilon;
  State target = 0;
  Formula label;
};

struct Thompson {
  static constexpr State kStart = 0;
  static constexpr State kEnd = 1;
  std::vector<std::vector<Arrow>> arrows{2};
};

// Shared subexpressions are copied, so that this automaton can be exponential in the formula pool.
constexpr std::size_t kPartCost = 64;

Thompson build_thompson(const FormulaPool& pool, Formula rho, Meter& meter) {
  struct Part {
    Formula rho;
    State from;
    State to;
  };
  Thompson result;
  auto fresh = [&] {
    result.arrows.emplace_back();
    return static_cast<State>(result.arrows.size() - 1);
  };
  std::vector<Part> open{{rho, Thompson::kStart, Thompson::kEnd}};
  while (!open.empty()) {
    auto [part, from, to] = open.back();
    open.pop_back();
    meter.spend(kPartCost);
    const logic::Node& node = pool[part];
    GNOMON_ASSERT(logic::is_path_expression(node.op) && node.op != Op::Repeat,
                  "an NFA is built from a path expression without counts");
    if (node.op == Op::Step) {
      result.arrows[from].push_back({Arrow::Kind::Step, to, node.left});
    } else if (node.op == Op::Test) {
      result.arrows[from].push_back({Arrow::Kind::Test, to, node.left});
    } else if (node.op == Op::Alt) {
      open.push_back({node.right, from, to});
      open.push_back({node.left, from, to});
    } else if (node.op == Op::Seq) {
      State middle = fresh();
      open.push_back({node.right, middle, to});
      open.push_back({node.left, from, middle});
    } else {
      State hub = fresh();
      result.arrows[from].push_back({Arrow::Kind::Epsilon, hub, {}});
      result.arrows[hub].push_back({Arrow::Kind::Epsilon, to, {}});
      open.push_back({node.left, hub, hub});
    }
  }
  return result;
}

// Larger conjunctions are tested as one path formula.
constexpr int kMaxSplits = 16;

// The condition "f holds here"; nullopt if it is false. Conjunctions are split, so that state formulas go to the guard.
std::optional<Condition> condition_of(const FormulaPool& pool, Formula f) {
  Condition condition;
  std::vector<Formula> open{f};
  int splits = 0;
  while (!open.empty()) {
    Formula part = open.back();
    open.pop_back();
    const logic::Node& node = pool[part];
    if (!node.is_path) {
      std::optional<Guard> guard = guard_of(pool, part);
      if (guard) guard = conjoin(condition.guard, *guard);
      if (!guard) return std::nullopt;
      condition.guard = std::move(*guard);
    } else if (node.op == Op::And && splits < kMaxSplits) {
      ++splits;
      open.push_back(node.right);
      open.push_back(node.left);
    } else {
      condition.items.push_back(part);
    }
  }
  sort_unique(condition.items);
  return condition;
}

class NfaBuilder {
 public:
  NfaBuilder(const FormulaPool& pool, Formula rho, Meter& meter)
      : pool_(pool), meter_(meter), thompson_(build_thompson(pool, rho, meter)), minimal_(thompson_.arrows.size()) {}

  Nfa build() {
    state_of(Thompson::kStart);
    for (std::size_t next = 0; next < sources_.size(); ++next) {
      Nfa::Node node = leave(sources_[next]);
      edges_ += node.edges.size();
      meter_.check_edges(edges_);
      nfa_.states.push_back(std::move(node));
    }
    return std::move(nfa_);
  }

 private:
  State state_of(State thompson) {
    auto [at, added] = numbers_.try_emplace(thompson, static_cast<State>(sources_.size()));
    if (added) {
      sources_.push_back(thompson);
      meter_.check_states(sources_.size());
    }
    return at->second;
  }

  const std::optional<Condition>& label(Formula f) {
    auto [at, added] = labels_.try_emplace(f);
    if (added) at->second = condition_of(pool_, f);
    return at->second;
  }

  // Follows epsilon and test arrows from a state, keeping for every state reached the minimal conditions under which
  // it is. A condition that asks for more than another one at the same state is never followed.
  Nfa::Node leave(State source) {
    std::vector<std::pair<State, Condition>> open;
    std::vector<State> touched;
    auto arrive = [&](State at, const Condition& condition) {
      meter_.spend(1 + condition.guard.size() + condition.items.size() + minimal_[at].size());
      if (minimal_[at].empty()) touched.push_back(at);
      if (!add_minimal(minimal_[at], condition)) return;
      meter_.check_terms(minimal_[at].size());
      open.emplace_back(at, condition);
    };
    Nfa::Node node;
    std::unordered_map<State, Dnf<Formula>> steps;
    std::vector<State> step_order;
    arrive(source, Condition{});
    while (!open.empty()) {
      auto [at, condition] = std::move(open.back());
      open.pop_back();
      if (std::find(minimal_[at].begin(), minimal_[at].end(), condition) == minimal_[at].end()) continue;
      for (const Arrow& arrow : thompson_.arrows[at]) {
        if (arrow.kind == Arrow::Kind::Epsilon) {
          arrive(arrow.target, condition);
          continue;
        }
        const std::optional<Condition>& demand = label(arrow.label);
        if (!demand) continue;
        std::optional<Condition> both = conjoin(condition, *demand);
        if (!both) continue;
        if (arrow.kind == Arrow::Kind::Test) {
          arrive(arrow.target, *both);
        } else {
          auto [entry, added] = steps.try_emplace(arrow.target);
          if (added) step_order.push_back(arrow.target);
          add_minimal(entry->second, std::move(*both));
        }
      }
    }
    node.accepting = minimal_[Thompson::kEnd];
    for (State target : step_order) {
      for (Condition& condition : steps[target]) node.edges.push_back({std::move(condition), state_of(target)});
    }
    for (State at : touched) minimal_[at].clear();
    return node;
  }

  const FormulaPool& pool_;
  Meter& meter_;
  Thompson thompson_;
  std::vector<Dnf<Formula>> minimal_;  // scratch of `leave`, empty between calls
  std::unordered_map<Formula, std::optional<Condition>> labels_;
  std::unordered_map<State, State> numbers_;
  std::vector<State> sources_;
  std::size_t edges_ = 0;
  Nfa nfa_;
};

}  // namespace

Nfa build_nfa(const FormulaPool& pool, Formula rho, Meter& meter) {
  Nfa nfa = NfaBuilder(pool, rho, meter).build();
  reduce(nfa, meter);
  return nfa;
}

std::optional<Nfa> build_nfa(const FormulaPool& pool, Formula rho, const Limits& limits, std::string* reason) {
  return within(limits, pool.subformulas(rho).size(), reason,
                [&](Meter& meter) { return build_nfa(pool, rho, meter); });
}

}  // namespace gnomon::automata
