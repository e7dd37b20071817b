// Forged witnesses are rejected: true witnesses of random models, damaged in ways that make them false, do not replay.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "support/rng.h"
#include "witness/case.h"

namespace gnomon::test {
namespace {

using explicit_state::Witness;

// What the witness is presented for: the formula that was explained, or the one of its first claim.
enum class Shown { Formula, FirstClaim };

struct Forgery {
  std::string name;
  // Damages the witness so that it is certainly wrong; false if it offers no opportunity.
  std::function<bool(Witness&, const Subject&, Rng&)> apply;
  Shown shown = Shown::Formula;
};

bool flip_verdict(Witness& w, const Subject&, Rng&) {
  w.claims.front().holds = !w.claims.front().holds;
  w.kind = w.claims.front().holds ? explicit_state::WitnessKind::Witness : explicit_state::WitnessKind::Counterexample;
  for (auto& path : w.paths) {
    if (path.formula == w.claims.front().formula) path.holds = w.claims.front().holds;
  }
  for (auto& table : w.tables) {
    if (table.formula == w.claims.front().formula) table.holds = w.claims.front().holds;
  }
  return true;
}

bool lose_action(Witness& w, const Subject&, Rng& rng) {
  auto& path = w.paths[rng.below(w.paths.size())];
  if (path.actions.empty()) return false;
  path.actions.pop_back();
  return true;
}

bool forbidden_action(Witness& w, const Subject& subject, Rng& rng) {
  auto& path = w.paths[rng.below(w.paths.size())];
  if (path.actions.empty()) return false;
  std::size_t step = rng.below(path.actions.size());
  const auto& interpreter = subject.interpreter();
  for (std::size_t a = 0; a < path.actions[step].size(); ++a) {
    auto enabled = interpreter.enabled_actions(ispl::AgentId(a), w.states[path.states[step]]);
    for (std::size_t k = 0; k < interpreter.model().agents[a].actions.size(); ++k) {
      ispl::ActionId action(k);
      if (std::find(enabled.begin(), enabled.end(), action) != enabled.end()) continue;
      path.actions[step][a] = action;
      return true;
    }
  }
  return false;
}

bool teleport(Witness& w, const Subject& subject, Rng& rng) {
  auto& path = w.paths[rng.below(w.paths.size())];
  if (path.states.size() < 2) return false;
  auto successors = subject.interpreter().all_successors(w.states[path.states[path.states.size() - 2]]);
  for (std::size_t s = 0; s < w.states.size(); ++s) {
    if (std::binary_search(successors.begin(), successors.end(), w.states[s])) continue;
    path.states.back() = static_cast<explicit_state::WitnessState>(s);
    return true;
  }
  return false;
}

bool break_loop(Witness& w, const Subject&, Rng& rng) {
  auto& path = w.paths[rng.below(w.paths.size())];
  if (!path.loop) return false;
  path.loop = path.states.size();
  return true;
}

bool impossible_value(Witness& w, const Subject& subject, Rng& rng) {
  auto& state = w.states[rng.below(w.states.size())];
  if (state.empty()) return false;
  std::size_t v = rng.below(state.size());
  if (subject.interpreter().model().variables[v].type.position_of(1'000'000)) return false;
  state[v] = 1'000'000;
  return true;
}

bool unfair_loop(Witness& w, const Subject&, Rng& rng) {
  auto& path = w.paths[rng.below(w.paths.size())];
  if (!w.fair || !path.loop) return false;
  path.fair_visits.clear();
  return true;
}

bool distinguishable(Witness& w, const Subject& subject, Rng& rng) {
  if (w.links.empty()) return false;
  auto& link = w.links[rng.below(w.links.size())];
  if (link.kind == explicit_state::LinkKind::Ought || link.agents.empty()) return false;
  for (std::size_t s = 0; s < w.states.size(); ++s) {
    if (subject.interpreter().looks_alike(link.agents.front(), w.states[link.from], w.states[s])) continue;
    link.to = static_cast<explicit_state::WitnessState>(s);
    return true;
  }
  return false;
}

bool unreachable_state(Witness& w, const Subject& subject, Rng&) {
  explicit_state::State state = w.states.front();
  if (state.empty()) return false;
  for (std::size_t v = 0; v < state.size(); ++v) {
    const ispl::Type& type = subject.interpreter().model().variables[v].type;
    for (std::uint64_t k = 0; k < type.size(); ++k) {
      explicit_state::State other = state;
      other[v] = type.value_at(k);
      if (subject.graph().find(other)) continue;
      w.states.push_back(other);
      return true;
    }
  }
  return false;
}

bool hide_outcome(Witness& w, const Subject&, Rng& rng) {
  if (w.tables.empty()) return false;
  auto& table = w.tables[rng.below(w.tables.size())];
  if (!table.holds || table.entries.empty() || table.entries.front().moves.front().outcomes.empty()) return false;
  table.entries.front().moves.front().outcomes.pop_back();
  return true;
}

bool unanswered_choice(Witness& w, const Subject&, Rng& rng) {
  if (w.tables.empty()) return false;
  auto& table = w.tables[rng.below(w.tables.size())];
  if (table.holds || table.entries.empty() || table.entries.front().moves.empty()) return false;
  table.entries.front().moves.pop_back();
  return true;
}

bool lost_claims(Witness& w, const Subject& subject, Rng&) {
  // Where the parts are no facts, nothing decides any more.
  if (w.claims.size() < 2 || w.claims.front().rule != explicit_state::Rule::Path) return false;
  const auto& node = subject.interpreter().model().pool[w.claims.front().formula];
  bool one =
      node.op == logic::Op::EX || node.op == logic::Op::AX || node.op == logic::Op::EF || node.op == logic::Op::AG;
  if (!one || w.fair || w.claims[1].formula != node.left) return false;
  w.claims.erase(w.claims.begin() + 1, w.claims.end());
  return true;
}

// Puts a claim first that is true, about a state where the condition holds.
template <class Condition>
bool put_first(Witness& w, Condition&& condition) {
  for (std::size_t c = 1; c < w.claims.size(); ++c) {
    if (!condition(w.claims[c])) continue;
    std::swap(w.claims[0], w.claims[c]);
    w.kind = w.claims[0].holds ? explicit_state::WitnessKind::Witness : explicit_state::WitnessKind::Counterexample;
    return true;
  }
  return false;
}

void put_path_first(Witness& w, std::size_t other) {
  std::swap(w.paths.front(), w.paths[other]);
  for (explicit_state::Claim& claim : w.claims) {
    if (claim.path && *claim.path == 0) {
      claim.path = other;
    } else if (claim.path && *claim.path == other) {
      claim.path = 0;
    }
  }
}

// The first claim and the first path are about the same state, which is not initial.
bool begins_later(Witness& w, const Subject& subject, Rng&) {
  const auto& interpreter = subject.interpreter();
  const bool found = put_first(w, [&](const explicit_state::Claim& claim) {
    return claim.path && w.paths[*claim.path].states.front() == claim.state &&
           !interpreter.holds(interpreter.model().initial, w.states[claim.state]);
  });
  if (found) put_path_first(w, *w.claims.front().path);
  return found;
}

bool another_formula(Witness& w, const Subject&, Rng&) {
  const explicit_state::Claim first = w.claims.front();
  return put_first(w, [&](const explicit_state::Claim& claim) {
    return claim.state == first.state && claim.holds == first.holds && claim.formula != first.formula;
  });
}

bool another_first_path(Witness& w, const Subject&, Rng&) {
  auto elsewhere = [&](const explicit_state::WitnessPath& path) {
    return path.states.front() != w.paths.front().states.front();
  };
  auto found = std::find_if(w.paths.begin(), w.paths.end(), elsewhere);
  if (found == w.paths.end()) return false;
  put_path_first(w, static_cast<std::size_t>(found - w.paths.begin()));
  return true;
}

bool another_kind(Witness& w, const Subject&, Rng&) {
  bool witness = w.kind == explicit_state::WitnessKind::Witness;
  w.kind = witness ? explicit_state::WitnessKind::Counterexample : explicit_state::WitnessKind::Witness;
  return true;
}

bool no_claim(Witness& w, const Subject&, Rng&) {
  w.claims.clear();
  return true;
}

const std::vector<Forgery>& forgeries() {
  static const std::vector<Forgery> all{
      {"flip_verdict", flip_verdict},
      {"lose_action", lose_action},
      {"forbidden_action", forbidden_action},
      {"teleport", teleport},
      {"break_loop", break_loop},
      {"impossible_value", impossible_value},
      {"unfair_loop", unfair_loop},
      {"distinguishable", distinguishable},
      {"unreachable_state", unreachable_state},
      {"hide_outcome", hide_outcome},
      {"unanswered_choice", unanswered_choice},
      {"lost_claims", lost_claims},
      {"begins_later", begins_later, Shown::FirstClaim},
      {"another_formula", another_formula},
      {"another_first_path", another_first_path},
      {"another_kind", another_kind},
      {"no_claim", no_claim},
  };
  return all;
}

TEST(Forgery, IsRejected) {
  std::vector<std::size_t> tried(forgeries().size(), 0);
  Rng rng(20);
  for (const Family& family : families()) {
    if (family.uniform || family.tests_look_beyond) continue;
    for (std::uint64_t k = 0; k < 15; ++k) {
      std::unique_ptr<Subject> subject = Subject::load(random_case(family, 9'000'000 + k).text());
      ASSERT_TRUE(subject);
      SymbolicRun run(*subject);
      for (const ispl::Formula& formula : subject->model().formulas) {
        logic::Formula f = formula.property.formula;
        bool holds = run.verdict(f);
        witness::Explanation explanation = witness::explain(run.labelling(f), f, holds);
        if (!explanation.witness) continue;
        for (std::size_t i = 0; i < forgeries().size(); ++i) {
          Witness forged = *explanation.witness;
          if (!forgeries()[i].apply(forged, *subject, rng)) continue;
          ++tried[i];
          bool claimed = forged.claims.empty() ? holds : forged.claims.front().holds;
          logic::Formula shown = forgeries()[i].shown == Shown::Formula ? f : forged.claims.front().formula;
          EXPECT_THROW(explicit_state::replay(subject->interpreter(), subject->model().pool, shown, claimed, forged),
                       explicit_state::ReplayError)
              << forgeries()[i].name << " of " << formula.text << "\n"
              << family.name << " " << k;
        }
      }
    }
  }
  for (std::size_t i = 0; i < forgeries().size(); ++i) EXPECT_GE(tried[i], 3u) << forgeries()[i].name;
}

}  // namespace
}  // namespace gnomon::test
