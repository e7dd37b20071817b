#include "automata/quotient.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "automata/graph.h"
#include "base/sorted.h"

namespace gnomon::automata {

namespace {

// The terms with successors by their classes, each once.
Dnf<State> terms_by_class(const AlternatingAutomaton::Node& node, const std::vector<std::uint32_t>& classes) {
  Dnf<State> terms;
  for (const Clause<State>& term : node.terms) {
    Clause<State>& by_class = terms.emplace_back();
    by_class.guard = term.guard;
    for (State successor : term.items) by_class.items.push_back(classes[successor]);
    sort_unique(by_class.items);
  }
  sort_unique(terms);
  return terms;
}

// As numbers: of each term the guard, then the successors, each with its length in front.
Signature signature_of(const AlternatingAutomaton::Node& node, const std::vector<std::uint32_t>& classes,
                       Meter& meter) {
  Signature numbers;
  for (const Clause<State>& term : terms_by_class(node, classes)) {
    numbers.push_back(static_cast<std::uint32_t>(term.guard.size()));
    for (const Literal& literal : term.guard) {
      numbers.push_back(literal.letter.value);
      numbers.push_back(literal.positive ? 1 : 0);
    }
    numbers.push_back(static_cast<std::uint32_t>(term.items.size()));
    numbers.insert(numbers.end(), term.items.begin(), term.items.end());
  }
  meter.spend(numbers.size());
  return numbers;
}

std::vector<std::uint32_t> classes_of(const AlternatingAutomaton& automaton, Meter& meter) {
  std::map<std::tuple<bool, std::uint32_t, std::vector<Guard>>, std::uint32_t> labels;
  std::vector<std::uint32_t> first;
  Graph successors;
  for (const AlternatingAutomaton::Node& node : automaton.states) {
    const auto next = static_cast<std::uint32_t>(labels.size());
    first.push_back(labels.try_emplace({node.rejecting, node.group, node.ending}, next).first->second);
    std::vector<State>& all = successors.emplace_back();
    for (const Clause<State>& term : node.terms) all.insert(all.end(), term.items.begin(), term.items.end());
    sort_unique(all);
  }
  return coarsest_partition(successors, std::move(first),
                            [&](std::uint32_t q, const std::vector<std::uint32_t>& classes) {
                              return signature_of(automaton.states[q], classes, meter);
                            });
}

// States that imply each other in a circle accept the same words; none of them may be left out for another.
void leave_out_circles(AlternatingAutomaton& automaton) {
  Graph implied;
  for (const AlternatingAutomaton::Node& node : automaton.states) implied.push_back(node.implied);
  const Components components = strong_components(implied);
  for (State q = 0; q < automaton.states.size(); ++q) {
    std::vector<State>& others = automaton.states[q].implied;
    std::erase_if(others, [&](State other) { return components.of[other] == components.of[q]; });
    sort_unique(others);
  }
}

}  // namespace

AlternatingAutomaton quotient(const AlternatingAutomaton& automaton, Meter& meter) {
  const std::vector<std::uint32_t> classes = classes_of(automaton, meter);
  const bool merged = !classes.empty() && *std::max_element(classes.begin(), classes.end()) + 1 < classes.size();
  std::vector<State> number(classes.size(), 0);  // by class, plus one; 0: none yet
  std::vector<State> member(classes.size(), 0);  // some state of the class
  for (State q = 0; q < classes.size(); ++q) member[classes[q]] = q;
  std::vector<std::uint32_t> order;  // classes that are reached
  auto number_of = [&](std::uint32_t c) {
    if (number[c] == 0) {
      order.push_back(c);
      number[c] = static_cast<State>(order.size());
    }
    return number[c] - 1;
  };
  AlternatingAutomaton result;
  result.traces = automaton.traces;
  result.groups = automaton.groups;
  for (State q : automaton.initial) result.initial.push_back(number_of(classes[q]));
  sort_unique(result.initial);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const AlternatingAutomaton::Node& from = automaton.states[member[order[i]]];
    AlternatingAutomaton::Node node = from;
    node.terms.clear();
    for (Clause<State> term : terms_by_class(from, classes)) {
      for (State& successor : term.items) successor = number_of(successor);
      std::sort(term.items.begin(), term.items.end());
      if (merged) {
        add_minimal(node.terms, std::move(term));
      } else {
        node.terms.push_back(std::move(term));
      }
    }
    result.states.push_back(std::move(node));
  }
  // What holds wherever some member of a class does holds wherever the class does.
  for (AlternatingAutomaton::Node& node : result.states) node.implied.clear();
  for (State q = 0; q < classes.size(); ++q) {
    if (number[classes[q]] == 0) continue;
    std::vector<State>& implied = result.states[number[classes[q]] - 1].implied;
    for (State other : automaton.states[q].implied) {
      if (number[classes[other]] != 0) implied.push_back(number[classes[other]] - 1);
    }
  }
  leave_out_circles(result);
  return result;
}

}  // namespace gnomon::automata
