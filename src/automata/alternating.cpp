#include "automata/alternating.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "automata/graph.h"
#include "automata/quotient.h"

namespace gnomon::automata {

using logic::Formula;
using logic::FormulaPool;

namespace {

using Kind = Obligations::Kind;

// What an obligation demands of one position: of one that has a successor, and of the last one.
struct Local {
  Dnf<Obligation> step;
  Dnf<Obligation> end;  // no items
};

bool is_temporal(Kind kind) {
  return kind == Kind::Until || kind == Kind::Release || kind == Kind::Diamond || kind == Kind::Box;
}

class AlternatingBuilder {
 public:
  AlternatingBuilder(const FormulaPool& pool, Traces traces, Meter& meter)
      : obligations_(pool, traces, meter), meter_(meter) {}

  AlternatingAutomaton build(Formula f, Alike alike) {
    automaton_.traces = obligations_.traces();
    std::vector<Obligation> roots = targets(obligations_.of(f));
    for (Obligation o : roots) automaton_.initial.push_back(number_of(o));
    for (State q = 0; q < order_.size(); ++q) add_state(order_[q]);
    automaton_.groups = obligations_.groups();
    find_implied();
    if (alike == Alike::Merged) automaton_ = quotient(automaton_, meter_);
    classify();
    return std::move(automaton_);
  }

 private:
  State number_of(Obligation o) {
    auto [at, added] = numbers_.try_emplace(o, static_cast<State>(order_.size()));
    if (added) order_.push_back(o);
    return at->second;
  }

  // The states that stand for an obligation at the next position; kFalse is a state, too.
  std::vector<Obligation> targets(Obligation o) const {
    if (o == Obligations::kTrue) return {};
    return obligations_.operands(o, Kind::And);
  }

  void add_state(Obligation o) {
    const Local& local = evaluate(o);
    AlternatingAutomaton::Node node;
    for (const Clause<Obligation>& clause : local.step) {
      Clause<State> term{clause.guard, {}};
      for (Obligation target : clause.items) term.items.push_back(number_of(target));
      std::sort(term.items.begin(), term.items.end());
      node.terms.push_back(std::move(term));
    }
    for (const Clause<Obligation>& clause : local.end) node.ending.push_back(clause.guard);
    Kind kind = obligations_[o].kind;
    if (obligations_[o].running) node.group = obligations_[o].group;
    node.rejecting = (kind == Kind::Until || kind == Kind::Diamond) && node.group == 0;
    terms_ += node.terms.size();
    meter_.check_edges(terms_);
    automaton_.states.push_back(std::move(node));
  }

  // The obligations whose Local the Local of o is made from.
  std::vector<Obligation> parts(Obligation o) {
    Kind kind = obligations_[o].kind;
    if (kind == Kind::And || kind == Kind::Or) return obligations_.operands(o, kind);
    if (is_temporal(kind)) return {obligations_.expansion(o)};
    return {};
  }

  // Evaluates o and, before it, everything it depends on: a depth-first search with an explicit stack. It ends because
  // the expansion of a temporal obligation mentions the obligation itself only below Next.
  const Local& evaluate(Obligation root) {
    std::vector<Obligation> open{root};
    while (!open.empty()) {
      Obligation o = open.back();
      if (locals_.contains(o)) {
        open.pop_back();
        continue;
      }
      std::vector<Obligation> needed = parts(o);
      std::size_t before = open.size();
      for (Obligation part : needed) {
        if (!locals_.contains(part)) open.push_back(part);
      }
      if (open.size() > before) continue;
      open.pop_back();
      locals_.emplace(o, combine(o, needed));
    }
    return locals_.at(root);
  }

  Local combine(Obligation o, const std::vector<Obligation>& parts) {
    const Obligations::Node& node = obligations_[o];
    const Clause<Obligation> always;
    Local result;
    switch (node.kind) {
      case Kind::True:
        return {{always}, {always}};
      case Kind::False:
        return {};
      case Kind::Letter:
        return {{{{node.literal}, {}}}, {{{node.literal}, {}}}};
      case Kind::Next:
      case Kind::WeakNext:
        if (node.left != Obligations::kFalse) result.step.push_back({{}, targets(node.left)});
        if (node.kind == Kind::WeakNext) result.end.push_back(always);
        return result;
      case Kind::And: {
        std::vector<const Dnf<Obligation>*> steps;
        std::vector<const Dnf<Obligation>*> ends;
        for (Obligation part : parts) {
          steps.push_back(&locals_.at(part).step);
          ends.push_back(&locals_.at(part).end);
        }
        result.step = conjoin_all(std::move(steps), meter_);
        if (finite()) result.end = conjoin_all(std::move(ends), meter_);
        break;
      }
      case Kind::Or:
        for (Obligation part : parts) {
          disjoin(result.step, locals_.at(part).step, meter_);
          if (finite()) disjoin(result.end, locals_.at(part).end, meter_);
        }
        break;
      case Kind::Until:
      case Kind::Release:
      case Kind::Diamond:
      case Kind::Box:
        return locals_.at(parts.front());
    }
    drop_literals(result.step, meter_);
    if (finite()) drop_literals(result.end, meter_);
    return result;
  }

  bool finite() const { return obligations_.traces() == Traces::Finite; }

  // Finds the cycles: only states on them can be rejecting.
  void classify() {
    Graph graph(automaton_.states.size());
    for (State q = 0; q < graph.size(); ++q) {
      for (const Clause<State>& term : automaton_.states[q].terms) {
        graph[q].insert(graph[q].end(), term.items.begin(), term.items.end());
      }
    }
    Components components = strong_components(graph);
    std::vector<std::size_t> size(components.count, 0);
    for (std::uint32_t c : components.of) ++size[c];
    for (State q = 0; q < graph.size(); ++q) {
      AlternatingAutomaton::Node& node = automaton_.states[q];
      node.very_weak = size[components.of[q]] == 1;
      bool loops = std::find(graph[q].begin(), graph[q].end(), q) != graph[q].end();
      node.rejecting = node.rejecting && !finite() && (loops || !node.very_weak);
      if (!finite()) node.ending.clear();
    }
  }

  // a R b implies b, and with it every operand of b.
  void find_implied() {
    for (State q = 0; q < automaton_.states.size(); ++q) {
      const Obligations::Node& node = obligations_[order_[q]];
      if (node.kind != Kind::Release) continue;
      for (Obligation operand : obligations_.operands(node.right, Kind::And)) {
        auto known = numbers_.find(operand);
        if (known != numbers_.end()) automaton_.states[q].implied.push_back(known->second);
      }
      std::sort(automaton_.states[q].implied.begin(), automaton_.states[q].implied.end());
    }
  }

  Obligations obligations_;
  Meter& meter_;
  std::unordered_map<Obligation, Local> locals_;
  std::unordered_map<Obligation, State> numbers_;
  std::vector<Obligation> order_;
  std::size_t terms_ = 0;
  AlternatingAutomaton automaton_;
};

}  // namespace

AlternatingAutomaton build_alternating(const FormulaPool& pool, Formula f, Traces traces, Meter& meter, Alike alike) {
  return AlternatingBuilder(pool, traces, meter).build(f, alike);
}

std::optional<AlternatingAutomaton> build_alternating(const FormulaPool& pool, Formula f, Traces traces,
                                                      const Limits& limits, std::string* reason, Alike alike) {
  return within(limits, pool.path_part(f).size(), reason,
                [&](Meter& meter) { return build_alternating(pool, f, traces, meter, alike); });
}

}  // namespace gnomon::automata
