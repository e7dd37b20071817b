// Clauses and minimal disjunctive normal forms.
//
// A clause is a guard together with a set of further demands: the path formulas tested here (on the edges of an NFA for
// a path expression) or the states to go to (in an alternating automaton). Its meaning is the conjunction of all of
// them. A DNF is a list of clauses of which none subsumes another: c subsumes d if c asks for a subset of what d asks
// for. For path expressions these minimal clauses are the minimal critical sets of tests, which are right for both
// modalities: <rho>f needs one way through the tests, and [rho]f binds every way, of which the least demanding binds
// most.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "automata/guard.h"
#include "automata/limits.h"
#include "base/sorted.h"

namespace gnomon::automata {

template <class Item>
struct Clause {
  Guard guard;
  std::vector<Item> items;  // sorted, each once
  auto operator<=>(const Clause&) const = default;
  bool is_true() const { return guard.empty() && items.empty(); }
};

template <class Item>
using Dnf = std::vector<Clause<Item>>;

template <class Item>
bool is_subset(const std::vector<Item>& small, const std::vector<Item>& large) {
  return small.size() <= large.size() && std::includes(large.begin(), large.end(), small.begin(), small.end());
}

template <class Item>
std::vector<Item> united(const std::vector<Item>& a, const std::vector<Item>& b) {
  std::vector<Item> both;
  both.reserve(a.size() + b.size());
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

template <class Item>
bool subsumes(const Clause<Item>& weak, const Clause<Item>& strong) {
  return implies(strong.guard, weak.guard) && is_subset(weak.items, strong.items);
}

// Keeps `list` an antichain of a preorder given by `better(a, b)`, "a makes b superfluous". Returns whether the new
// element was kept.
template <class Element, class Better>
bool add_minimal(std::vector<Element>& list, Element element, Better&& better) {
  for (const Element& other : list) {
    if (better(other, element)) return false;
  }
  std::erase_if(list, [&](const Element& other) { return better(element, other); });
  list.push_back(std::move(element));
  return true;
}

template <class Item>
bool add_minimal(Dnf<Item>& dnf, Clause<Item> clause) {
  return add_minimal(dnf, std::move(clause), [](const auto& a, const auto& b) { return subsumes(a, b); });
}

template <class Item>
std::optional<Clause<Item>> conjoin(const Clause<Item>& a, const Clause<Item>& b) {
  std::optional<Guard> guard = conjoin(a.guard, b.guard);
  if (!guard) return std::nullopt;
  return Clause<Item>{std::move(*guard), united(a.items, b.items)};
}

template <class Item>
Dnf<Item> conjoin(const Dnf<Item>& a, const Dnf<Item>& b, Meter& meter) {
  Dnf<Item> both;
  for (const Clause<Item>& x : a) {
    for (const Clause<Item>& y : b) {
      std::optional<Clause<Item>> clause = conjoin(x, y);
      if (!clause) continue;
      meter.spend(1 + clause->guard.size() + clause->items.size() + both.size());
      add_minimal(both, std::move(*clause));
      meter.check_terms(both.size());
    }
  }
  return both;
}

// Of many factors. Those with one clause are joined in one go, the others by size, so that products stay small.
template <class Item>
Dnf<Item> conjoin_all(std::vector<const Dnf<Item>*> factors, Meter& meter) {
  std::stable_sort(factors.begin(), factors.end(), [](const auto* a, const auto* b) { return a->size() < b->size(); });
  Clause<Item> single;
  auto factor = factors.begin();
  for (; factor != factors.end() && (*factor)->size() <= 1; ++factor) {
    if ((*factor)->empty()) return {};
    const Clause<Item>& clause = (*factor)->front();
    meter.spend(1 + clause.guard.size() + clause.items.size());
    single.guard.insert(single.guard.end(), clause.guard.begin(), clause.guard.end());
    single.items.insert(single.items.end(), clause.items.begin(), clause.items.end());
  }
  if (!normalise(single.guard)) return {};
  sort_unique(single.items);
  Dnf<Item> all{std::move(single)};
  for (; factor != factors.end(); ++factor) all = conjoin(all, **factor, meter);
  return all;
}

template <class Item>
void disjoin(Dnf<Item>& dnf, const Dnf<Item>& more, Meter& meter) {
  for (const Clause<Item>& clause : more) {
    meter.spend(1 + clause.guard.size() + clause.items.size() + dnf.size());
    add_minimal(dnf, clause);
    meter.check_terms(dnf.size());
  }
}

// Drops literals that other clauses make superfluous: if d is e and !l, and c is l and at least e, then l can go from c
// (what it excluded is in d). In particular `p` or `!p` before the same items becomes true. The result is sorted.
template <class Item>
void drop_literals(Dnf<Item>& dnf, Meter& meter) {
  auto covers_opposite = [](const Clause<Item>& d, const Clause<Item>& c, const Literal& l) {
    Literal opposite = negated(l);
    return d.guard.size() <= c.guard.size() && std::binary_search(d.guard.begin(), d.guard.end(), opposite) &&
           std::all_of(d.guard.begin(), d.guard.end(),
                       [&](const Literal& other) {
                         return other == opposite || std::binary_search(c.guard.begin(), c.guard.end(), other);
                       }) &&
           is_subset(d.items, c.items);
  };
  bool changed = dnf.size() > 1;
  bool weakened = false;
  while (changed) {
    changed = false;
    for (Clause<Item>& c : dnf) {
      for (std::size_t i = 0; i < c.guard.size();) {
        meter.spend(1 + dnf.size());
        Literal l = c.guard[i];
        if (std::any_of(dnf.begin(), dnf.end(), [&](const Clause<Item>& d) { return covers_opposite(d, c, l); })) {
          c.guard.erase(c.guard.begin() + static_cast<std::ptrdiff_t>(i));
          changed = true;
        } else {
          ++i;
        }
      }
    }
    weakened = weakened || changed;
  }
  if (weakened) {
    Dnf<Item> minimal;
    for (Clause<Item>& clause : dnf) {
      meter.spend(1 + minimal.size());
      add_minimal(minimal, std::move(clause));
    }
    dnf = std::move(minimal);
  }
  std::sort(dnf.begin(), dnf.end());
}

}  // namespace gnomon::automata
