// Random models with invariants to decide, and what an explicit evaluation says about them: every state that the
// variables allow, reachable or not, by itself. Nothing here uses diagrams or solvers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "explicit/interpreter.h"
#include "ic3/certificate.h"
#include "oracle/harness/families.h"
#include "oracle/harness/subject.h"
#include "support/every_state.h"

namespace gnomon::test {

inline std::unique_ptr<Subject> random_subject(std::uint64_t seed, unsigned fairness = 0, std::size_t states = 24) {
  Family family;
  family.name = "Invariants";
  family.state_space = states;
  family.fairness = fairness;
  family.formulas = 0;
  ModelDraft draft = random_case(family, seed);
  if (fairness == 0) draft.fairness.clear();
  draft.formulas = {"true"};
  return Subject::load(draft.text());
}

// Statements about what agents know.
inline std::vector<std::string> epistemic_candidates(Subject& subject) {
  std::vector<std::string> texts;
  const ispl::CheckedModel& model = subject.model();
  for (const ispl::Agent& agent : model.agents) {
    if (!agent.declared) continue;
    const std::string knows = "K(" + agent.name + ", ";
    for (const ispl::Proposition& p : model.propositions) {
      for (const ispl::Proposition& q : model.propositions) {
        texts.push_back("(" + p.name + " -> " + knows + q.name + "))");
        texts.push_back("(" + p.name + " or " + knows + p.name + " or !" + q.name + "))");
        texts.push_back("(" + knows + p.name + ") or " + knows + "!" + p.name + " or " + q.name + "))");
      }
    }
  }
  for (const ispl::Group& group : model.groups) {
    for (const ispl::Proposition& p : model.propositions) {
      texts.push_back("GK(" + group.name + ", " + p.name + ")");
      texts.push_back("DK(" + group.name + ", " + p.name + ") or DK(" + group.name + ", !" + p.name + ")");
    }
  }
  return texts;
}

// Whether one copy satisfies all that the certificate says: no excluded conjunction holds.
inline bool satisfies(const ispl::CheckedModel& model, const ic3::Certificate& certificate, const State& state) {
  return std::none_of(certificate.excluded.begin(), certificate.excluded.end(), [&](const auto& conjunction) {
    return std::all_of(conjunction.begin(), conjunction.end(), [&](const ic3::Condition& condition) {
      const std::uint64_t code = *model.variable(condition.var).type.position_of(state[condition.var.index()]);
      return (code & condition.mask) == condition.bits;
    });
  });
}

// A Boolean combination of propositions in a state, reachable or not. Formulas of the tests are small: recursion is fine.
inline bool holds_in(Subject& subject, logic::Formula f, const State& state) {
  const logic::FormulaPool& pool = subject.model().pool;
  const logic::Node& node = pool[f];
  auto left = [&] { return holds_in(subject, node.left, state); };
  auto right = [&] { return holds_in(subject, node.right, state); };
  using logic::Op;
  if (node.op == Op::True || node.op == Op::False) return node.op == Op::True;
  if (node.op == Op::Not) return !left();
  if (node.op == Op::And) return left() && right();
  if (node.op == Op::Or) return left() || right();
  if (node.op == Op::Implies) return !left() || right();
  const ispl::CheckedModel& model = subject.model();
  return subject.interpreter().holds(model.propositions[*model.proposition_of(node.name)].condition, state);
}

// Whether the certificate is an inductive invariant that proves AG p, by looking at every state.
inline bool proves(Subject& subject, const ic3::Certificate& certificate, logic::Formula p) {
  const ispl::CheckedModel& model = subject.model();
  auto inside = [&](const State& state) { return satisfies(model, certificate, state); };
  const std::vector<State> initial = subject.interpreter().initial_states();
  if (!std::all_of(initial.begin(), initial.end(), inside)) return false;
  for (const State& state : all_states(model)) {
    if (!inside(state)) continue;
    if (!holds_in(subject, p, state)) return false;
    const std::vector<State> after = subject.interpreter().all_successors(state);
    if (!std::all_of(after.begin(), after.end(), inside)) return false;
  }
  return true;
}

}  // namespace gnomon::test
