// An ISPL model as pieces of text: easy to generate, easy to cut down, and printable, so that a failure of a randomised
// test can be pasted into a regression file as it is.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gnomon::test {

// Lines are kept without their closing semicolons.
struct AgentDraft {
  std::string name;
  std::vector<std::string> obsvars;   // "x : 0..3"
  std::vector<std::string> lobsvars;  // names
  std::vector<std::string> vars;
  std::vector<std::string> red;        // at most one condition
  std::vector<std::string> actions;    // names
  std::vector<std::string> protocol;   // "x = 0 : {a, b}", "Other : {a}"
  std::vector<std::string> evolution;  // "x = 1 if Action = a"
};

struct ModelDraft {
  bool single_assignment = false;
  std::vector<AgentDraft> agents;
  std::vector<std::string> evaluation;  // "p if Ag1.x = 0"
  std::vector<std::string> initial;     // conjuncts
  std::vector<std::string> groups;      // "g = {Ag1, Ag2}"
  std::vector<std::string> fairness;
  std::vector<std::string> formulas;

  std::string text() const;
};

// The smallest draft that this greedy search finds for which `fails` still holds: lines, variables, agents and formulas
// are left out as long as the failure persists. `fails` must be false for texts that do not load. It is called at most
// `max_calls` times.
ModelDraft shrink(ModelDraft draft, const std::function<bool(const ModelDraft&)>& fails, std::size_t max_calls = 2000);

}  // namespace gnomon::test
