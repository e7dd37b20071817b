#include "words.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>

#include "automata/graph.h"
#include "base/diagnostic.h"
#include "base/source.h"
#include "logic/parser.h"

namespace gnomon::automata::test {

using logic::Op;

std::string describe(const Word& word) {
  std::string result;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word.loop == i) result += "( ";
    for (unsigned bit = 0; bit < 3; ++bit) {
      if (((word.letters[i] >> bit) & 1) != 0) result += "pqr"[bit];
    }
    result += word.letters[i] == 0 ? "- " : " ";
  }
  return result + (word.loop ? ")" : "end");
}

// hold U goal (least) or hold W goal (greatest), where a step beyond the last position fails.
std::vector<bool> Evaluator::fixpoint(const std::vector<bool>& hold, const std::vector<bool>& goal, bool least) const {
  std::vector<bool> value(word_.size(), !least);
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::size_t i = word_.size(); i-- > 0;) {
      std::optional<std::size_t> next = word_.next(i);
      bool after = next ? value[*next] : !least;
      bool now = goal[i] || (hold[i] && after);
      if (now != value[i]) changed = true;
      value[i] = now;
    }
  }
  return value;
}

const std::vector<bool>& Evaluator::values(Formula f) {
  if (auto known = values_.find(f); known != values_.end()) return known->second;
  const logic::Node node = pool_[f];
  std::size_t size = word_.size();
  std::vector<bool> value(size, false);
  auto negation = [](std::vector<bool> v) {
    v.flip();
    return v;
  };
  const std::vector<bool> always(size, true);
  const std::vector<bool> never(size, false);
  switch (node.op) {
    case Op::True:
      value = always;
      break;
    case Op::False:
      break;
    case Op::Atom: {
      unsigned bit = static_cast<unsigned>(std::string("pqr").find(pool_.text(node.name)));
      for (std::size_t i = 0; i < size; ++i) value[i] = ((word_.letters[i] >> bit) & 1) != 0;
      break;
    }
    case Op::Not:
      value = negation(values(node.left));
      break;
    case Op::And:
      for (std::size_t i = 0; i < size; ++i) value[i] = values(node.left)[i] && values(node.right)[i];
      break;
    case Op::Or:
      for (std::size_t i = 0; i < size; ++i) value[i] = values(node.left)[i] || values(node.right)[i];
      break;
    case Op::Implies:
      for (std::size_t i = 0; i < size; ++i) value[i] = !values(node.left)[i] || values(node.right)[i];
      break;
    case Op::Iff:
      for (std::size_t i = 0; i < size; ++i) value[i] = values(node.left)[i] == values(node.right)[i];
      break;
    case Op::X:
      for (std::size_t i = 0; i < size; ++i) {
        std::optional<std::size_t> next = word_.next(i);
        value[i] = next && values(node.left)[*next];
      }
      break;
    case Op::F:
      value = fixpoint(always, values(node.left), true);
      break;
    case Op::G:
      value = negation(fixpoint(always, negation(values(node.left)), true));
      break;
    case Op::U:
      value = fixpoint(values(node.left), values(node.right), true);
      break;
    case Op::W:
      value = fixpoint(values(node.left), values(node.right), false);
      break;
    case Op::R:
      value = negation(fixpoint(negation(values(node.left)), negation(values(node.right)), true));
      break;
    case Op::Diamond:
    case Op::Box: {
      const Relation& relation = matches(node.left);
      bool some = node.op == Op::Diamond;
      for (std::size_t i = 0; i < size; ++i) {
        value[i] = !some;
        for (std::size_t j = 0; j < size; ++j) {
          if (relation[i][j] && values(node.right)[j] == some) value[i] = some;
        }
      }
      break;
    }
    default:
      ADD_FAILURE() << "no such operator in these tests";
  }
  return values_.emplace(f, std::move(value)).first->second;
}

const Evaluator::Relation& Evaluator::matches(Formula rho) {
  if (auto known = relations_.find(rho); known != relations_.end()) return known->second;
  const logic::Node node = pool_[rho];
  std::size_t size = word_.size();
  Relation relation(size, std::vector<bool>(size, false));
  auto test = [&](std::size_t i) {
    return tests_ != nullptr ? tests_->holds(node.left, place_[i]) : values(node.left)[i];
  };
  switch (node.op) {
    case Op::Step:
      for (std::size_t i = 0; i < size; ++i) {
        std::optional<std::size_t> next = word_.next(i);
        if (next && values(node.left)[i]) relation[i][*next] = true;
      }
      break;
    case Op::Test:
      for (std::size_t i = 0; i < size; ++i) relation[i][i] = test(i);
      break;
    case Op::Alt: {
      relation = matches(node.left);
      const Relation& other = matches(node.right);
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j) relation[i][j] = relation[i][j] || other[i][j];
      }
      break;
    }
    case Op::Seq: {
      const Relation& first = matches(node.left);
      const Relation& second = matches(node.right);
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t k = 0; k < size; ++k) {
          for (std::size_t j = 0; first[i][k] && j < size; ++j) relation[i][j] = relation[i][j] || second[k][j];
        }
      }
      break;
    }
    case Op::Star: {
      relation = matches(node.left);
      for (std::size_t i = 0; i < size; ++i) relation[i][i] = true;
      for (std::size_t k = 0; k < size; ++k) {
        for (std::size_t i = 0; i < size; ++i) {
          for (std::size_t j = 0; relation[i][k] && j < size; ++j) {
            relation[i][j] = relation[i][j] || relation[k][j];
          }
        }
      }
      break;
    }
    default:
      ADD_FAILURE() << "not a path expression";
  }
  return relations_.emplace(rho, std::move(relation)).first->second;
}

bool holds_on_some_trace(const FormulaPool& pool, Formula f, const Word& word, std::size_t bound) {
  Evaluator tests(pool, word);
  Word trace;
  std::vector<std::size_t> place;
  for (std::size_t at = 0; place.size() < bound; at = *word.next(at)) {
    place.push_back(at);
    trace.letters.push_back(word.letters[at]);
    Evaluator evaluator(pool, trace, tests, place);
    if (evaluator.holds(f, 0)) return true;
  }
  return false;
}

bool accepts(const FormulaPool& pool, const Buchi& automaton, const Word& word) {
  Evaluator truth(pool, word);
  std::size_t width = automaton.states.size();
  Graph graph(word.size() * width);
  std::vector<std::vector<Buchi::Marks>> marks(graph.size());
  for (std::size_t i = 0; i < word.size(); ++i) {
    for (std::size_t q = 0; q < width; ++q) {
      for (const Buchi::Edge& edge : automaton.states[q].edges) {
        if (!holds(edge.guard, [&](Formula letter) { return truth.holds(letter, i); })) continue;
        graph[i * width + q].push_back(static_cast<State>(*word.next(i) * width + edge.target));
        marks[i * width + q].push_back(edge.marks);
      }
    }
  }
  std::vector<bool> reachable = forward_reachable(graph, automaton.initial);
  Components components = strong_components(graph);
  std::vector<Buchi::Marks> seen(components.count, 0);
  std::vector<bool> cyclic(components.count, false);
  for (std::size_t node = 0; node < graph.size(); ++node) {
    for (std::size_t e = 0; reachable[node] && e < graph[node].size(); ++e) {
      if (components.of[graph[node][e]] != components.of[node]) continue;
      seen[components.of[node]] |= marks[node][e];
      cyclic[components.of[node]] = true;
    }
  }
  for (std::uint32_t c = 0; c < components.count; ++c) {
    if (cyclic[c] && seen[c] == automaton.all_marks()) return true;
  }
  return false;
}

// Weak automata: the components from the last to the first, rejecting ones by a least, others by a greatest fixpoint.
bool accepts(const FormulaPool& pool, const AlternatingAutomaton& automaton, const Word& word) {
  Evaluator truth(pool, word);
  std::size_t size = word.size();
  Graph graph(automaton.states.size());
  for (State q = 0; q < graph.size(); ++q) {
    for (const Clause<State>& term : automaton.states[q].terms) {
      graph[q].insert(graph[q].end(), term.items.begin(), term.items.end());
    }
  }
  Components components = strong_components(graph);
  std::vector<std::vector<bool>> value(graph.size());
  for (std::uint32_t c = 0; c < components.count; ++c) {
    std::vector<State> members;
    for (State q = 0; q < graph.size(); ++q) {
      if (components.of[q] == c) members.push_back(q);
    }
    for (State q : members) value[q].assign(size, !automaton.states[q].rejecting);
    bool changed = true;
    while (changed) {
      changed = false;
      for (State q : members) {
        for (std::size_t i = 0; i < size; ++i) {
          auto letter = [&](Formula f) { return truth.holds(f, i); };
          bool now = false;
          if (std::optional<std::size_t> next = word.next(i)) {
            for (const Clause<State>& term : automaton.states[q].terms) {
              now = now || (holds(term.guard, letter) && std::all_of(term.items.begin(), term.items.end(),
                                                                     [&](State t) { return value[t][*next]; }));
            }
          } else {
            for (const Guard& guard : automaton.states[q].ending) now = now || holds(guard, letter);
          }
          if (now != value[q][i]) changed = true;
          value[q][i] = now;
        }
      }
    }
  }
  return std::all_of(automaton.initial.begin(), automaton.initial.end(), [&](State q) { return value[q][0]; });
}

std::vector<std::vector<bool>> matches(const FormulaPool& pool, const Nfa& automaton, const Word& word) {
  Evaluator truth(pool, word);
  std::size_t width = automaton.states.size();
  auto fulfilled = [&](const Condition& condition, std::size_t i) {
    return holds(condition.guard, [&](Formula letter) { return truth.holds(letter, i); }) &&
           std::all_of(condition.items.begin(), condition.items.end(), [&](Formula f) { return truth.holds(f, i); });
  };
  Graph graph(word.size() * width);
  std::vector<std::vector<bool>> relation(word.size(), std::vector<bool>(word.size(), false));
  for (std::size_t i = 0; i < word.size(); ++i) {
    for (std::size_t q = 0; word.next(i) && q < width; ++q) {
      for (const Nfa::Edge& edge : automaton.states[q].edges) {
        if (!fulfilled(edge.condition, i)) continue;
        graph[i * width + q].push_back(static_cast<State>(*word.next(i) * width + edge.target));
      }
    }
  }
  for (std::size_t i = 0; i < word.size(); ++i) {
    std::vector<bool> reachable = forward_reachable(graph, static_cast<State>(i * width + automaton.initial));
    for (std::size_t j = 0; j < word.size(); ++j) {
      for (std::size_t q = 0; q < width; ++q) {
        const Dnf<Formula>& accepting = automaton.states[q].accepting;
        if (reachable[j * width + q] &&
            std::any_of(accepting.begin(), accepting.end(), [&](const Condition& c) { return fulfilled(c, j); })) {
          relation[i][j] = true;
        }
      }
    }
  }
  return relation;
}

Formula parse(FormulaPool& pool, std::string_view text, bool finite) {
  Source source("test", (finite ? "LDLf " : "LDL ") + std::string(text));
  Diagnostics diagnostics;
  Span all{0, static_cast<std::uint32_t>(source.text().size())};
  auto none = [](std::string_view) { return false; };
  auto any = [](std::string_view) { return true; };
  logic::ParsedProperty parsed = logic::parse_property(source, all, {none, any, false}, pool, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) ADD_FAILURE() << render(diagnostic, source);
  Formula f = parsed.property.formula;
  Op op = pool[f].op;
  return op == Op::PathA || op == Op::PathAf ? pool[f].left : f;
}

Word Random::infinite(std::size_t max_size) {
  Word word = finite(max_size);
  word.loop = below(word.size());
  return word;
}

Word Random::finite(std::size_t max_size) {
  Word word;
  word.letters.resize(1 + below(max_size));
  for (std::uint32_t& l : word.letters) l = letter();
  return word;
}

Formula Random::literal() {
  Formula atom = pool_.atom(std::string(1, "pqr"[below(literals_only_ ? 2 : 3)]));
  return below(2) == 0 ? atom : pool_.make(Op::Not, atom);
}

Formula Random::state_formula() {
  if (literals_only_) return literal();
  switch (below(8)) {
    case 0:
      return pool_.truth(true);
    case 1:
      return pool_.make(Op::And, literal(), literal());
    case 2:
      return pool_.make(Op::Or, literal(), literal());
    default:
      return literal();
  }
}

Formula Random::formula(Flavour flavour, std::size_t size) {
  if (size <= 1) return state_formula();
  auto binary = [&](Op op) {
    std::size_t left = 1 + below(size - 1);
    Formula a = formula(flavour, left);
    return pool_.make(op, a, formula(flavour, size - left));
  };
  std::size_t choice = below(10);
  if (choice == 0) return pool_.make(Op::Not, formula(flavour, size - 1));
  if (choice == 1) return binary(Op::And);
  if (choice == 2) return binary(Op::Or);
  if (choice == 3) return binary(below(2) == 0 ? Op::Implies : Op::Iff);
  if (flavour == Flavour::Ldl || (flavour == Flavour::Mixed && below(2) == 0)) {
    std::size_t left = 1 + below(size - 1);
    Formula rho = expression(flavour, left);
    return pool_.make(below(2) == 0 ? Op::Diamond : Op::Box, rho, formula(flavour, size - left));
  }
  if (below(2) == 0) {
    const Op ops[] = {Op::U, Op::W, Op::R};
    return binary(ops[below(3)]);
  }
  const Op ops[] = {Op::X, Op::F, Op::G};
  return pool_.make(ops[below(3)], formula(flavour, size - 1));
}

Formula Random::expression(Flavour flavour, std::size_t size) {
  if (size <= 1) return pool_.make(below(3) == 0 ? Op::Test : Op::Step, state_formula());
  std::size_t choice = below(8);
  if (choice < 2) return pool_.make(Op::Star, expression(flavour, size - 1));
  if (choice == 2) return pool_.make(Op::Test, formula(flavour, size - 1));
  std::size_t left = 1 + below(size - 1);
  Formula a = expression(flavour, left);
  return pool_.make(choice < 5 ? Op::Alt : Op::Seq, a, expression(flavour, size - left));
}

}  // namespace gnomon::automata::test
