#include "automata/product.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "automata/clause.h"

namespace gnomon::automata {

bool Choice::asks_no_more_than(const Choice& other) const {
  return implies(other.guard, guard) && is_subset(next, other.next) && is_subset(tracked, other.tracked);
}

bool Choice::no_worse_than(const Choice& other) const {
  return (renewed & ~other.renewed) == 0 && asks_no_more_than(other);
}

namespace {

// Drops choices for which others can be taken in turn.
void drop_covered(std::vector<Choice>& list, Meter& meter) {
  for (std::size_t i = list.size(); i-- > 0;) {
    std::uint64_t always_renewed = ~std::uint64_t{0};
    meter.spend(list.size());
    for (std::size_t j = 0; j < list.size(); ++j) {
      if (j != i && list[j].asks_no_more_than(list[i])) always_renewed &= list[j].renewed;
    }
    if ((always_renewed & ~list[i].renewed) == 0) list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// The targets of a followed state's term that must be followed on.
std::vector<State> tracked_targets(const Clause<State>& term, const Roles& roles) {
  std::vector<State> tracked;
  std::copy_if(term.items.begin(), term.items.end(), std::back_inserter(tracked),
               [&](State t) { return roles.of[t] == Roles::kTracked; });
  return tracked;
}

// The mark of a very weak state that chooses a term with itself in it.
std::uint64_t renewal(State q, const Clause<State>& term, const Roles& roles) {
  bool renewed = roles.of[q] < Roles::kTracked && std::binary_search(term.items.begin(), term.items.end(), q);
  return renewed ? std::uint64_t{1} << roles.of[q] : 0;
}

}  // namespace

Roles::Roles(const AlternatingAutomaton& automaton, std::uint32_t max_very_weak_sets)
    : of(automaton.states.size(), kNone) {
  for (State q = 0; q < automaton.states.size(); ++q) {
    const AlternatingAutomaton::Node& node = automaton.states[q];
    if (!node.rejecting) continue;
    if (node.very_weak && very_weak.size() < max_very_weak_sets) {
      of[q] = static_cast<std::uint8_t>(very_weak.size());
      very_weak.push_back(q);
    } else {
      of[q] = kTracked;
      any_tracked = true;
    }
  }
}

namespace {

// The states of `due` with one term have no choice: what they ask for together. nullopt if it is contradictory.
std::optional<Choice> forced(const AlternatingAutomaton& automaton, const Roles& roles, const std::vector<State>& due,
                             const std::vector<State>& followed, Meter& meter) {
  Choice choice;
  for (State q : due) {
    if (automaton.states[q].terms.size() != 1) continue;
    const Clause<State>& term = automaton.states[q].terms.front();
    meter.spend(1 + term.guard.size() + term.items.size());
    choice.guard.insert(choice.guard.end(), term.guard.begin(), term.guard.end());
    choice.next.insert(choice.next.end(), term.items.begin(), term.items.end());
    choice.renewed |= renewal(q, term, roles);
    if (std::binary_search(followed.begin(), followed.end(), q)) {
      std::vector<State> tracked = tracked_targets(term, roles);
      choice.tracked.insert(choice.tracked.end(), tracked.begin(), tracked.end());
    }
  }
  if (!normalise(choice.guard)) return std::nullopt;
  sort_unique(choice.next);
  sort_unique(choice.tracked);
  return choice;
}

}  // namespace

std::vector<Choice> choices(const AlternatingAutomaton& automaton, const Roles& roles, const std::vector<State>& due,
                            const std::vector<State>& followed, Meter& meter) {
  std::optional<Choice> first = forced(automaton, roles, due, followed, meter);
  if (!first) return {};
  // States with few terms first: they cut down the others by contradiction.
  std::vector<State> order;
  std::copy_if(due.begin(), due.end(), std::back_inserter(order),
               [&](State q) { return automaton.states[q].terms.size() != 1; });
  std::stable_sort(order.begin(), order.end(), [&](State a, State b) {
    return automaton.states[a].terms.size() < automaton.states[b].terms.size();
  });
  std::vector<Choice> partial{std::move(*first)};
  for (State q : order) {
    bool follow = std::binary_search(followed.begin(), followed.end(), q);
    std::vector<Choice> longer;
    for (const Choice& choice : partial) {
      for (const Clause<State>& term : automaton.states[q].terms) {
        std::optional<Guard> guard = conjoin(choice.guard, term.guard);
        if (!guard) continue;
        Choice more{std::move(*guard), united(choice.next, term.items), choice.tracked,
                    choice.renewed | renewal(q, term, roles)};
        if (follow) more.tracked = united(more.tracked, tracked_targets(term, roles));
        meter.spend(1 + more.guard.size() + more.next.size() + longer.size());
        add_minimal(longer, std::move(more), [](const Choice& a, const Choice& b) { return a.no_worse_than(b); });
        meter.check_terms(longer.size());
      }
    }
    if (!roles.very_weak.empty()) drop_covered(longer, meter);
    partial = std::move(longer);
    if (partial.empty()) break;
  }
  return partial;
}

}  // namespace gnomon::automata
