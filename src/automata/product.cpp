#include "automata/product.h"

#include <algorithm>
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

std::vector<Choice> choices(const AlternatingAutomaton& automaton, const Roles& roles, const std::vector<State>& due,
                            const std::vector<State>& followed, Meter& meter) {
  // States with few terms first: they cut down the others by contradiction.
  std::vector<State> order = due;
  std::stable_sort(order.begin(), order.end(), [&](State a, State b) {
    return automaton.states[a].terms.size() < automaton.states[b].terms.size();
  });
  std::vector<Choice> partial(1);
  for (State q : order) {
    bool follow = std::binary_search(followed.begin(), followed.end(), q);
    std::uint8_t role = roles.of[q];
    std::vector<Choice> longer;
    for (const Choice& choice : partial) {
      for (const Clause<State>& term : automaton.states[q].terms) {
        std::optional<Guard> guard = conjoin(choice.guard, term.guard);
        if (!guard) continue;
        Choice more{std::move(*guard), united(choice.next, term.items), choice.tracked, choice.renewed};
        if (follow) {
          std::vector<State> on;
          for (State t : term.items) {
            if (roles.of[t] == Roles::kTracked) on.push_back(t);
          }
          more.tracked = united(more.tracked, on);
        }
        if (role < Roles::kTracked && std::binary_search(term.items.begin(), term.items.end(), q)) {
          more.renewed |= std::uint64_t{1} << role;
        }
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
