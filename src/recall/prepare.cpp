#include "recall/prepare.h"

#include <algorithm>
#include <unordered_map>

namespace gnomon::recall {

using logic::Formula;
using logic::FormulaPool;
using logic::KnowledgeSemantics;
using logic::Op;

namespace {

bool needs_memory(Op op) {
  return op == Op::Knows || op == Op::Everybody || op == Op::Common || op == Op::Distributed || op == Op::Delta;
}

bool is_strategic(Op op) {
  return logic::family_of(op) == logic::Family::Strategic;
}

bool has_observation_change(const FormulaPool& pool, Formula f) {
  std::vector<Formula> all = pool.subformulas(f);
  return std::any_of(all.begin(), all.end(), [&](Formula g) { return pool[g].op == Op::Delta; });
}

}  // namespace

std::vector<bool> memoryful(const FormulaPool& pool, Formula root) {
  std::vector<bool> result(root.index() + 1, false);
  auto operand = [&](Formula f) { return !f.is_none() && result[f.index()]; };
  for (Formula f : pool.subformulas(root)) {
    const logic::Node& node = pool[f];
    result[f.index()] = needs_memory(node.op) || operand(node.left) || operand(node.right);
  }
  return result;
}

Formula prepared(FormulaPool& pool, Formula root) {
  if (!has_observation_change(pool, root)) return root;
  std::unordered_map<Formula, Formula> done;
  std::unordered_map<Formula, bool> remembers;  // of results
  for (Formula f : pool.subformulas(root)) {
    const logic::Node node = pool[f];
    Formula left = node.left.is_none() ? node.left : done.at(node.left);
    Formula right = node.right.is_none() ? node.right : done.at(node.right);
    // The operators above a chain of changes, each moved below it.
    std::vector<logic::Node> changes;
    bool moves = node.op == Op::Not || logic::is_path_quantifier(node.op);
    while (moves && pool[left].op == Op::Delta && pool[left].is_path) {
      changes.push_back(pool[left]);
      left = pool[left].left;
    }
    bool memory = (!left.is_none() && remembers.at(left)) || (!right.is_none() && remembers.at(right));
    Formula result;
    if (node.op == Op::Delta && !memory) {
      result = left;
    } else {
      result = pool.make_like(node, left, right);
      memory = memory || needs_memory(node.op);
    }
    remembers[result] = memory;
    while (!changes.empty()) {
      result = pool.make(Op::Delta, result, {}, changes.back().name, changes.back().name2);
      changes.pop_back();
      remembers[result] = memory;
    }
    done[f] = result;
  }
  return done.at(root);
}

std::vector<Formula> conjuncts(FormulaPool& pool, Formula root) {
  std::vector<Formula> result;
  std::vector<Formula> stack{root};
  while (!stack.empty()) {
    Formula f = stack.back();
    stack.pop_back();
    const logic::Node node = pool[f];
    logic::Node body = node.op == Op::AG ? pool[node.left] : logic::Node{};
    if (node.op == Op::And) {
      stack.push_back(node.right);
      stack.push_back(node.left);
    } else if (body.op == Op::And) {
      stack.push_back(pool.make(Op::AG, body.right));
      stack.push_back(pool.make(Op::AG, body.left));
    } else if (body.op == Op::Implies && pool[body.right].op == Op::And) {
      const logic::Node both = pool[body.right];
      stack.push_back(pool.make(Op::AG, pool.make(Op::Implies, body.left, both.right)));
      stack.push_back(pool.make(Op::AG, pool.make(Op::Implies, body.left, both.left)));
    } else {
      result.push_back(f);
    }
  }
  return result;
}

std::string unsupported(FormulaPool& pool, Formula formula, KnowledgeSemantics semantics) {
  if (semantics != KnowledgeSemantics::Recall && has_observation_change(pool, formula)) {
    return "a change of observation (Delta) needs knowledge with perfect recall: write @recall in front of the formula";
  }
  if (semantics == KnowledgeSemantics::Observational) return {};
  Formula root = prepared(pool, formula);
  std::vector<bool> memory = memoryful(pool, root);
  for (Formula f : pool.subformulas(root)) {
    const logic::Node& node = pool[f];
    if (node.op == Op::Common && semantics == KnowledgeSemantics::Recall) {
      return "common knowledge (GCK) with perfect recall is undecidable in general; @clock and @observational decide "
             "it";
    }
    bool over_memory =
        !node.left.is_none() && (memory[node.left.index()] || (!node.right.is_none() && memory[node.right.index()]));
    if (is_strategic(node.op) && over_memory) {
      return "a strategic operator over knowledge with memory is not decided: strategies would depend on histories";
    }
    if (node.op == Op::Ought && over_memory) {
      return "an obligation (O) over knowledge with memory has no meaning: it speaks of states, not of histories";
    }
    if (node.op == Op::Delta && node.is_path) {
      return "a change of observation (Delta) over a path formula must stand directly below the path quantifier";
    }
  }
  return {};
}

}  // namespace gnomon::recall
