#include "automata/hoa.h"

#include <algorithm>
#include <vector>

#include "automata/simplify.h"
#include "base/sorted.h"

namespace gnomon::automata {

using logic::Formula;

namespace {

// A string literal of HOA or of Graphviz.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

// The propositions of an automaton, numbered.
class Propositions {
 public:
  void add(const Guard& guard) {
    for (const Literal& literal : guard) formulas_.push_back(literal.letter);
  }
  void add(const Condition& condition) {
    add(condition.guard);
    formulas_.insert(formulas_.end(), condition.items.begin(), condition.items.end());
  }
  void close() { sort_unique(formulas_); }

  std::size_t size() const { return formulas_.size(); }
  const std::vector<Formula>& formulas() const { return formulas_; }

  // A label expression without brackets: t, 0&!1.
  std::string label(const Guard& guard) const { return label(Condition{guard, {}}); }
  std::string label(const Condition& condition) const {
    std::string result;
    auto factor = [&](Formula f, bool positive) {
      if (!result.empty()) result += '&';
      if (!positive) result += '!';
      result += std::to_string(std::lower_bound(formulas_.begin(), formulas_.end(), f) - formulas_.begin());
    };
    for (const Literal& literal : condition.guard) factor(literal.letter, literal.positive);
    for (Formula f : condition.items) factor(f, true);
    return result.empty() ? "t" : result;
  }

 private:
  std::vector<Formula> formulas_;
};

std::string header(const std::string& name, std::size_t states, State start, const Propositions& propositions,
                   const FormulaText& text, bool with_alive) {
  std::string result = "HOA: v1\n";
  if (!name.empty()) result += "name: " + quoted(name) + "\n";
  result += "States: " + std::to_string(states) + "\nStart: " + std::to_string(start) + "\n";
  result += "AP: " + std::to_string(propositions.size() + (with_alive ? 1 : 0));
  for (Formula f : propositions.formulas()) result += " " + quoted(text(f));
  if (with_alive) result += " \"alive\"";
  return result + "\n";
}

// A condition for people: p & !q; `true` if it asks for nothing.
std::string words(const Condition& condition, const FormulaText& text) {
  std::string result;
  auto factor = [&](const std::string& words) {
    if (!result.empty()) result += " & ";
    result += words;
  };
  for (const Literal& literal : condition.guard) factor((literal.positive ? "" : "!") + text(literal.letter));
  for (Formula f : condition.items) factor("(" + text(f) + ")?");
  return result.empty() ? "true" : result;
}

std::string dot_header(const std::string& name, State start) {
  std::string result = "digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n";
  if (!name.empty()) result += "  label=" + quoted(name) + ";\n";
  return result + "  start [shape=point, label=\"\"];\n  start -> " + std::to_string(start) + ";\n";
}

std::string dot_edge(State from, State to, const std::string& label) {
  return "  " + std::to_string(from) + " -> " + std::to_string(to) + " [label=" + quoted(label) + "];\n";
}

std::string sets(Buchi::Marks marks, std::uint32_t set_count, const char* separator) {
  std::string result;
  for (std::uint32_t set = 0; set < set_count; ++set) {
    if (((marks >> set) & 1) == 0) continue;
    if (!result.empty()) result += separator;
    result += std::to_string(set);
  }
  return result.empty() ? result : " {" + result + "}";
}

}  // namespace

std::string to_hoa(const Buchi& automaton, const FormulaText& text, const std::string& name) {
  Propositions propositions;
  for (const Buchi::Node& node : automaton.states) {
    for (const Buchi::Edge& edge : node.edges) propositions.add(edge.guard);
  }
  propositions.close();
  std::string result = header(name, automaton.states.size(), automaton.initial, propositions, text, false);
  std::uint32_t count = automaton.set_count;
  std::string acceptance;
  for (std::uint32_t set = 0; set < count; ++set) {
    acceptance += (set == 0 ? "Inf(" : "&Inf(") + std::to_string(set) + ")";
  }
  if (count == 0) {
    result += "acc-name: all\nAcceptance: 0 t\n";
  } else if (count == 1) {
    result += "acc-name: Buchi\nAcceptance: 1 Inf(0)\n";
  } else {
    result += "acc-name: generalized-Buchi " + std::to_string(count) + "\n";
    result += "Acceptance: " + std::to_string(count) + " " + acceptance + "\n";
  }
  result += "properties: trans-labels explicit-labels trans-acc\n--BODY--\n";
  for (State q = 0; q < automaton.states.size(); ++q) {
    result += "State: " + std::to_string(q) + "\n";
    for (const Buchi::Edge& edge : automaton.states[q].edges) {
      result += "[" + propositions.label(edge.guard) + "] " + std::to_string(edge.target) +
                sets(edge.marks, count, " ") + "\n";
    }
  }
  return result + "--END--\n";
}

std::string to_hoa(const Nfa& automaton, const FormulaText& text, const std::string& name) {
  Propositions propositions;
  for (const Nfa::Node& node : automaton.states) {
    for (const Nfa::Edge& edge : node.edges) propositions.add(edge.condition);
    for (const Condition& condition : node.accepting) propositions.add(condition);
  }
  propositions.close();
  std::string end = std::to_string(automaton.states.size());
  std::string alive = std::to_string(propositions.size());
  std::string result = header(name, automaton.states.size() + 1, automaton.initial, propositions, text, true);
  result += "acc-name: Buchi\nAcceptance: 1 Inf(0)\nproperties: trans-labels explicit-labels trans-acc\n--BODY--\n";
  auto edge_line = [&](const Condition& condition, const std::string& target) {
    std::string label = propositions.label(condition);
    result += "[" + alive + (label == "t" ? "" : "&" + label) + "] " + target + "\n";
  };
  for (State q = 0; q < automaton.states.size(); ++q) {
    result += "State: " + std::to_string(q) + "\n";
    for (const Nfa::Edge& edge : automaton.states[q].edges) edge_line(edge.condition, std::to_string(edge.target));
    for (const Condition& condition : automaton.states[q].accepting) edge_line(condition, end);
  }
  return result + "State: " + end + "\n[!" + alive + "] " + end + " {0}\n--END--\n";
}

std::string to_dot(const Buchi& automaton, const FormulaText& text, const std::string& name) {
  Classification classification = classify(automaton);
  std::string result = dot_header(name, automaton.initial);
  for (State q = 0; q < automaton.states.size(); ++q) {
    ComponentKind kind = classification.kind_of(q);
    bool accepting = kind == ComponentKind::Accepting || kind == ComponentKind::Universal;
    result += "  " + std::to_string(q) + (accepting ? " [shape=doublecircle];\n" : ";\n");
    for (const Buchi::Edge& edge : automaton.states[q].edges) {
      std::string label = words({edge.guard, {}}, text) + sets(edge.marks, automaton.set_count, ",");
      result += dot_edge(q, edge.target, label);
    }
  }
  return result + "}\n";
}

std::string to_dot(const Nfa& automaton, const FormulaText& text, const std::string& name) {
  std::string result = dot_header(name, automaton.initial);
  for (State q = 0; q < automaton.states.size(); ++q) {
    const Nfa::Node& node = automaton.states[q];
    bool always = std::any_of(node.accepting.begin(), node.accepting.end(), [](const auto& c) { return c.is_true(); });
    std::string ending;
    for (const Condition& condition : node.accepting) {
      if (!always) ending += (ending.empty() ? " if " : " or ") + words(condition, text);
    }
    result += "  " + std::to_string(q) + " [label=" + quoted(std::to_string(q) + ending) +
              (always ? ", shape=doublecircle];\n" : "];\n");
    for (const Nfa::Edge& edge : node.edges) result += dot_edge(q, edge.target, words(edge.condition, text));
  }
  return result + "}\n";
}

}  // namespace gnomon::automata
