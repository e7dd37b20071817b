#include "reference/expansion.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "base/budget.h"

namespace gnomon::reference {

using logic::Formula;
using logic::Node;
using logic::Op;

namespace {

// Something that must hold, now or at the next position.
struct Item {
  Requirement requirement;
  bool next = false;
};

using Clause = std::vector<Item>;  // one of these

// A branch in the making.
struct Partial {
  std::vector<Clause> open;
  std::set<Requirement> now;
  std::set<Requirement> next;
  std::map<Requirement, std::optional<Requirement>> threads;
};

class Expansion {
 public:
  Expansion(PathForm& form, StateIndex state, Place place, TestReading tests, std::size_t max_branches)
      : form_(form), state_(state), place_(place), tests_(tests), max_branches_(max_branches) {}

  std::vector<Branch> run(const Requirements& requirements) {
    Partial start;
    for (const Requirement& o : requirements) start.open.push_back({Item{o}});
    work_.push_back(std::move(start));
    while (!work_.empty()) {
      Partial partial = std::move(work_.back());
      work_.pop_back();
      if (partial.open.empty()) {
        finish(partial, requirements);
        continue;
      }
      Clause clause = std::move(partial.open.back());
      partial.open.pop_back();
      split(std::move(partial), clause);
    }
    return {branches_.begin(), branches_.end()};
  }

 private:
  void finish(const Partial& partial, const Requirements& requirements) {
    Branch branch;
    branch.next.assign(partial.next.begin(), partial.next.end());
    for (const auto& thread : partial.threads) {
      if (std::binary_search(requirements.begin(), requirements.end(), thread.first)) branch.threads.push_back(thread);
    }
    branches_.insert(std::move(branch));
    if (branches_.size() > max_branches_) {
      throw LimitReached(Limit::Size,
                         "more than " + std::to_string(max_branches_) + " ways to satisfy a path formula in one state");
    }
  }

  // Whether an item is already decided in this branch; an atom always is.
  std::optional<bool> decided(const Partial& partial, const Item& item) const {
    const Node& node = form_.nodes()[item.requirement.formula];
    if (item.next) return partial.next.count(item.requirement) != 0 ? std::optional(true) : std::nullopt;
    if (node.op == Op::Atom) return form_.atom_holds(item.requirement.formula, state_);
    return partial.now.count(item.requirement) != 0 ? std::optional(true) : std::nullopt;
  }

  void split(Partial partial, const Clause& clause) {
    Clause undecided;
    for (const Item& item : clause) {
      std::optional<bool> value = decided(partial, item);
      if (value && *value) {
        work_.push_back(std::move(partial));
        return;
      }
      if (!value) undecided.push_back(item);
    }
    for (const Item& item : undecided) {
      if (item.next) {
        Partial copy = partial;
        copy.next.insert(item.requirement);
        work_.push_back(std::move(copy));
      } else {
        Partial copy = partial;
        copy.now.insert(item.requirement);
        commit(std::move(copy), item.requirement);
      }
    }
  }

  void commit(Partial partial, const Requirement& o) {
    Node node = form_.nodes()[o.formula];
    switch (node.op) {
      case Op::And:
        partial.open.push_back({Item{{node.left, o.infinite}}});
        partial.open.push_back({Item{{node.right, o.infinite}}});
        work_.push_back(std::move(partial));
        return;
      case Op::Or:
        partial.open.push_back({Item{{node.left, o.infinite}}, Item{{node.right, o.infinite}}});
        work_.push_back(std::move(partial));
        return;
      case Op::Diamond:
        commit_diamond(partial, o, node);
        return;
      case Op::Box:
        commit_box(std::move(partial), o, node);
        return;
      default:
        return;  // atoms are decided before
    }
  }

  bool may_step(const Requirement& o) const { return o.infinite || place_ == Place::Inside; }
  bool test_is_infinite(const Requirement& o) const { return o.infinite || tests_ == TestReading::BeyondTrace; }

  void commit_diamond(const Partial& partial, const Requirement& o, const Node& node) {
    bool infinite_test = test_is_infinite(o);
    for (const TestSet& tests : form_.passes(node.left)) {
      Partial copy = partial;
      for (Formula test : tests) copy.open.push_back({Item{{test, infinite_test}}});
      copy.open.push_back({Item{{node.right, o.infinite}}});
      copy.threads[o] = std::nullopt;
      work_.push_back(std::move(copy));
    }
    if (!may_step(o)) return;
    for (const FirstStep& step : form_.steps(node.left)) {
      if (!form_.atom_holds(step.from, state_)) continue;
      Partial copy = partial;
      for (Formula test : step.tests) copy.open.push_back({Item{{test, infinite_test}}});
      Requirement rest{form_.remainder(o.formula, step.rest), o.infinite};
      copy.next.insert(rest);
      copy.threads[o] = rest;
      work_.push_back(std::move(copy));
    }
  }

  void commit_box(Partial partial, const Requirement& o, const Node& node) {
    bool infinite_test = test_is_infinite(o);
    auto negated = [&](const TestSet& tests) {
      Clause clause;
      for (Formula test : tests) clause.push_back(Item{{form_.negation(test), infinite_test}});
      return clause;
    };
    for (const TestSet& tests : form_.passes(node.left)) {
      Clause clause = negated(tests);
      clause.push_back(Item{{node.right, o.infinite}});
      partial.open.push_back(std::move(clause));
    }
    if (may_step(o)) {
      for (const FirstStep& step : form_.steps(node.left)) {
        if (!form_.atom_holds(step.from, state_)) continue;
        Clause clause = negated(step.tests);
        clause.push_back(Item{{form_.remainder(o.formula, step.rest), o.infinite}, true});
        partial.open.push_back(std::move(clause));
      }
    }
    work_.push_back(std::move(partial));
  }

  PathForm& form_;
  StateIndex state_;
  Place place_;
  TestReading tests_;
  std::size_t max_branches_;
  std::vector<Partial> work_;
  std::set<Branch> branches_;
};

}  // namespace

std::vector<Branch> expand(PathForm& form, const Requirements& requirements, StateIndex state, Place place,
                           TestReading tests, std::size_t max_branches) {
  return Expansion(form, state, place, tests, max_branches).run(requirements);
}

}  // namespace gnomon::reference
