// All states and simple statements of a model, for tests that try everything.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "explicit/interpreter.h"
#include "ispl/checked_model.h"

namespace gnomon::test {

using explicit_state::State;

// Every state of the model, reachable or not, in lexicographic order of positions.
inline std::vector<State> all_states(const ispl::CheckedModel& model) {
  std::vector<State> states{State{}};
  for (const ispl::Variable& variable : model.variables) {
    std::vector<State> longer;
    for (const State& state : states) {
      for (std::uint64_t position = 0; position < variable.type.size(); ++position) {
        longer.push_back(state);
        longer.back().push_back(variable.type.value_at(position));
      }
    }
    states = std::move(longer);
  }
  return states;
}

// Boolean combinations of two propositions, each pair in three ways.
inline std::vector<std::string> boolean_candidates(const ispl::CheckedModel& model) {
  std::vector<std::string> texts;
  for (const ispl::Proposition& p : model.propositions) {
    for (const ispl::Proposition& q : model.propositions) {
      texts.push_back("(!" + p.name + " or " + q.name + ")");
      if (p.name < q.name) texts.push_back("(" + p.name + " or " + q.name + ")");
    }
  }
  return texts;
}

}  // namespace gnomon::test
