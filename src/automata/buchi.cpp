#include "automata/buchi.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "automata/product.h"
#include "automata/simplify.h"
#include "base/assert.h"
#include "base/sorted.h"

namespace gnomon::automata {

using logic::Formula;
using logic::FormulaPool;

std::size_t Buchi::edge_count() const {
  std::size_t count = 0;
  for (const Node& node : states) count += node.edges.size();
  return count;
}

namespace {

// A state of the result: obligations that are due, and those followed since the last breakpoint.
struct Config {
  std::vector<State> due;
  std::vector<State> followed;
  auto operator<=>(const Config&) const = default;
};

// Whenever a state is due, the rejecting states it implies are made due as well. That asks nothing new, but now G F p,
// which needs F p again after every step, has the one set {F p, G F p} where it had two, and all choices lead to the
// same set. Leaving F p out of the set would not do: G F p is not rejecting, so p would never have to come.
AlternatingAutomaton saturated(AlternatingAutomaton automaton) {
  auto close = [&](std::vector<State>& due) {
    std::vector<State> implied;
    for (State q : due) {
      std::copy_if(automaton.states[q].implied.begin(), automaton.states[q].implied.end(), std::back_inserter(implied),
                   [&](State other) { return automaton.states[other].rejecting; });
    }
    if (implied.empty()) return;
    sort_unique(implied);
    due = united(due, implied);
  };
  close(automaton.initial);
  for (AlternatingAutomaton::Node& node : automaton.states) {
    for (Clause<State>& term : node.terms) close(term.items);
  }
  return automaton;
}

class BuchiBuilder {
 public:
  BuchiBuilder(const AlternatingAutomaton& alternating, std::uint32_t max_very_weak_sets, Meter& meter)
      : alternating_(saturated(alternating)), roles_(alternating, max_very_weak_sets), meter_(meter) {
    result_.set_count = static_cast<std::uint32_t>(roles_.very_weak.size()) + (roles_.any_tracked ? 1 : 0);
  }

  Buchi build() {
    number_of({alternating_.initial, tracked_in(alternating_.initial)});
    for (State q = 0; q < order_.size(); ++q) {
      Buchi::Node node{edges_of(order_[q]->first)};
      edges_ += node.edges.size();
      meter_.check_edges(edges_);
      result_.states.push_back(std::move(node));
    }
    return std::move(result_);
  }

 private:
  using Configs = std::map<Config, State>;

  State number_of(Config config) {
    auto [at, added] = configs_.try_emplace(std::move(config), static_cast<State>(order_.size()));
    if (added) {
      order_.push_back(at);
      meter_.check_states(order_.size());
    }
    return at->second;
  }

  std::vector<State> tracked_in(const std::vector<State>& due) const {
    std::vector<State> result;
    std::copy_if(due.begin(), due.end(), std::back_inserter(result),
                 [&](State q) { return roles_.of[q] == Roles::kTracked; });
    return result;
  }

  // An edge is in the acceptance set of a very weak state q unless q is among its successors and had to be: unless no
  // term of q without q could have been chosen at no further expense. That depends on guard and successors only, so
  // that sets of obligations with the same choices have the same edges and can be merged.
  Buchi::Marks very_weak_marks(const Choice& choice) const {
    Buchi::Marks marks = 0;
    for (std::size_t set = 0; set < roles_.very_weak.size(); ++set) {
      State q = roles_.very_weak[set];
      auto free = [&](const Clause<State>& term) {
        return !std::binary_search(term.items.begin(), term.items.end(), q) && implies(choice.guard, term.guard) &&
               is_subset(term.items, choice.next);
      };
      const Dnf<State>& terms = alternating_.states[q].terms;
      bool due_again = std::binary_search(choice.next.begin(), choice.next.end(), q);
      if (!due_again || std::any_of(terms.begin(), terms.end(), free)) marks |= Buchi::Marks{1} << set;
    }
    return marks;
  }

  struct Proposal {
    Guard guard;
    Config target;
    Buchi::Marks marks = 0;

    bool no_worse_than(const Proposal& other) const {
      return (other.marks & ~marks) == 0 && implies(other.guard, guard) && is_subset(target.due, other.target.due) &&
             is_subset(target.followed, other.target.followed);
    }
  };

  std::vector<Buchi::Edge> edges_of(const Config& config) {
    std::vector<Proposal> proposals;
    for (Choice& choice : choices(alternating_, roles_, config.due, config.followed, meter_)) {
      Proposal proposal{choice.guard, {choice.next, choice.tracked}, very_weak_marks(choice)};
      std::erase_if(proposal.guard, [](const Literal& literal) { return literal.letter == kLast; });
      if (roles_.any_tracked && choice.tracked.empty()) {
        proposal.marks |= Buchi::Marks{1} << roles_.very_weak.size();
        proposal.target.followed = tracked_in(choice.next);
      }
      meter_.spend(1 + proposals.size() + roles_.very_weak.size());
      add_minimal(proposals, std::move(proposal),
                  [](const Proposal& a, const Proposal& b) { return a.no_worse_than(b); });
    }
    std::vector<Buchi::Edge> edges;
    for (Proposal& proposal : proposals) {
      State target = number_of(std::move(proposal.target));
      edges.push_back({std::move(proposal.guard), proposal.marks, target});
    }
    return edges;
  }

  AlternatingAutomaton alternating_;
  Roles roles_;
  Meter& meter_;
  Configs configs_;
  std::vector<Configs::const_iterator> order_;
  std::size_t edges_ = 0;
  Buchi result_;
};

Buchi build(const AlternatingAutomaton& alternating, const BuchiOptions& options, Meter& meter) {
  GNOMON_ASSERT(alternating.traces != Traces::Finite, "Büchi automata read infinite words");
  Buchi result = BuchiBuilder(alternating, std::min(options.max_very_weak_sets, 63u), meter).build();
  if (options.simplified) simplify(result, meter);
  return result;
}

}  // namespace

std::optional<Buchi> build_buchi(const AlternatingAutomaton& alternating, const BuchiOptions& options,
                                 const Limits& limits, std::string* reason) {
  return within(limits, alternating.states.size(), reason,
                [&](Meter& meter) { return build(alternating, options, meter); });
}

std::optional<Buchi> build_buchi(const FormulaPool& pool, Formula f, logic::Traces traces, const BuchiOptions& options,
                                 const Limits& limits, std::string* reason) {
  return within(limits, pool.path_part(f).size(), reason,
                [&](Meter& meter) { return build(build_alternating(pool, f, traces, meter), options, meter); });
}

namespace {

// On finite traces a state that another state of the set implies can be left out: nothing waits for ever, so a set
// means the conjunction of its states and no more.
std::vector<State> without_implied(const AlternatingAutomaton& alternating, const std::vector<State>& due) {
  std::vector<State> result = due;
  for (State q : due) {
    for (State other : alternating.states[q].implied) std::erase(result, other);
  }
  return result;
}

}  // namespace

Nfa build_finite(const AlternatingAutomaton& given, Meter& meter) {
  GNOMON_ASSERT(given.traces == Traces::Finite, "this automaton reads finite traces");
  AlternatingAutomaton alternating = given;
  for (AlternatingAutomaton::Node& node : alternating.states) {
    for (Clause<State>& term : node.terms) term.items = without_implied(given, term.items);
  }
  std::vector<Dnf<Formula>> ending(alternating.states.size());
  for (State q = 0; q < alternating.states.size(); ++q) {
    for (const Guard& guard : alternating.states[q].ending) ending[q].push_back({guard, {}});
  }
  Roles roles(alternating, 0);
  std::map<std::vector<State>, State> numbers;
  std::vector<std::vector<State>> order;
  auto number_of = [&](const std::vector<State>& due) {
    auto [at, added] = numbers.try_emplace(due, static_cast<State>(order.size()));
    if (added) {
      order.push_back(due);
      meter.check_states(order.size());
    }
    return at->second;
  };
  Nfa result;
  std::size_t edges = 0;
  number_of(without_implied(alternating, alternating.initial));
  for (State state = 0; state < order.size(); ++state) {
    std::vector<State> due = order[state];
    Nfa::Node node;
    for (Choice& choice : choices(alternating, roles, due, {}, meter)) {
      State target = number_of(choice.next);  // first: GCC 12 destroys an aggregate twice if a later member throws
      node.edges.push_back({{std::move(choice.guard), {}}, target});
    }
    std::vector<const Dnf<Formula>*> endings;
    for (State q : due) endings.push_back(&ending[q]);
    node.accepting = conjoin_all(std::move(endings), meter);
    edges += node.edges.size();
    meter.check_edges(edges);
    result.states.push_back(std::move(node));
  }
  return result;
}

std::optional<Nfa> build_finite(const FormulaPool& pool, Formula f, const Limits& limits, std::string* reason) {
  return within(limits, pool.path_part(f).size(), reason, [&](Meter& meter) {
    Nfa result = build_finite(build_alternating(pool, f, Traces::Finite, meter), meter);
    reduce(result, meter);
    return result;
  });
}

Buchi degeneralised(const Buchi& automaton) {
  if (automaton.set_count <= 1) return automaton;
  // A copy (q, k) waits for set k. An edge passes as many sets in a row as it has marks for; the one that passes the
  // last set is marked, and the count starts again with what its marks give.
  std::uint32_t sets = automaton.set_count;
  std::map<std::pair<State, std::uint32_t>, State> numbers;
  std::vector<std::pair<State, std::uint32_t>> order;
  auto number_of = [&](State q, std::uint32_t level) {
    auto [at, added] = numbers.try_emplace({q, level}, static_cast<State>(order.size()));
    if (added) order.emplace_back(q, level);
    return at->second;
  };
  Buchi result;
  result.set_count = 1;
  number_of(automaton.initial, 0);
  for (State copy = 0; copy < order.size(); ++copy) {
    auto [q, level] = order[copy];
    Buchi::Node node;
    for (const Buchi::Edge& edge : automaton.states[q].edges) {
      auto passed = [&](std::uint32_t from) {
        while (from < sets && ((edge.marks >> from) & 1) != 0) ++from;
        return from;
      };
      std::uint32_t reached = passed(level);
      bool round = reached == sets;
      if (round) reached = passed(0) % sets;
      node.edges.push_back({edge.guard, round ? Buchi::Marks{1} : Buchi::Marks{0}, number_of(edge.target, reached)});
    }
    result.states.push_back(std::move(node));
  }
  return result;
}

}  // namespace gnomon::automata
