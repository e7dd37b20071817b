// Gnomon as a library, continued: walking through a model by hand, and its reachable states as a graph.
//
//   gnomon::api::Simulation walk("model.ispl", text);
//   walk.start({});
//   walk.step({.actions = {"Sender=send_one", "Environment=both"}});
//   walk.evaluate("K(Receiver, bit1)").verdict;
//
// Both work on single states; only the questions evaluate() and possible() need the reachable states, as a Run does. As
// with Run, what is wrong with the model becomes diagnostics; what is wrong with a request becomes a sentence,
// `problem`, and changes nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gnomon/gnomon.h"

#pragma GCC visibility push(default)  // what the shared library shows

namespace gnomon::api {

using JointAction = std::vector<std::pair<std::string, std::string>>;  // agent, action

// --- walking --------------------------------------------------------------------------------------------------------

struct SimulationOptions {
  Parameters parameters;
  bool finite_traces = false;
  WarningOptions warnings;
  std::uint64_t seed = 1;                 // of random steps
  std::optional<double> timeout_seconds;  // of one question
  std::size_t memory_bytes = 0;           // of the diagrams that answer questions; 0: no limit
  const std::atomic<bool>* interrupt = nullptr;
};

// A part of a list, from an offset on.
struct Page {
  std::size_t offset = 0;
  std::size_t count = 20;
};

struct InitialPage {
  std::string problem;
  std::size_t total = 0;
  std::vector<State> states;
};

struct JointActionChoice {
  std::string number;  // decimal, from 1, among all joint actions of the state; the same whatever is filtered
  JointAction actions;
  std::vector<State> outcomes;     // the first ones
  std::size_t outcome_count = 0;   // 0: this action leads nowhere
  bool too_many_outcomes = false;  // to list any
};

struct JointActionPage {
  std::string problem;
  std::string total;  // decimal, of those that match
  std::vector<JointActionChoice> choices;
  std::vector<std::string> blocked;  // agents without an enabled action
};

struct StepRequest {
  std::vector<std::string> actions;  // `Agent=action`; agents with only one possibility may be left out
  std::string number;                // of the joint action, instead of naming actions
  std::size_t outcome = 0;           // from 1; 0: there is only one
};

struct StepResult {
  std::string problem;
  std::vector<State> outcomes;  // not empty: one of these must be chosen
};

struct RandomResult {
  std::size_t steps = 0;
  std::string stopped;  // why there are fewer than asked for
};

struct Evaluation {
  std::string problem;  // a number that no formula has
  std::string formula;  // that was evaluated
  Verdict verdict = Verdict::Unknown;
  std::string value;                 // of a question for a number of steps: the answer, counted from here
  std::optional<StepValues> values;  // of a formula with parameters: those that make it true here
  std::string reason;                // why it is unknown
  std::vector<Diagnostic> errors;    // what is wrong with the formula
};

struct PossiblePage {
  std::string problem;
  std::string reason;  // why the states are not known
  std::string total;   // decimal
  std::vector<State> states;
};

// All names of the model, in order of declaration: for menus and for the completion of words.
struct ModelNames {
  struct Variable {
    std::string name;
    std::vector<std::string> values;  // empty: more than kMostValues
  };
  struct Agent {
    std::string name;
    std::vector<Variable> variables;
    std::vector<std::string> actions;
  };
  static constexpr std::size_t kMostValues = 100;
  std::vector<Agent> agents;  // declared in the text
  std::vector<std::string> propositions;
  std::vector<std::string> groups;
};

class Simulation {
 public:
  Simulation(std::string file, std::string text, SimulationOptions options = {});
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  const std::vector<Diagnostic>& diagnostics() const;
  // There is no model; all other members throw UsageError.
  bool has_errors() const;
  ModelNames names() const;

  // The walk: states 0 .. size() - 1, where size() is 0 before start.
  std::size_t size() const;
  std::size_t position() const;
  State state(std::size_t index) const;
  std::vector<std::string> propositions(std::size_t index) const;  // that hold in the state
  JointAction actions(std::size_t index) const;                    // between this state and the next

  // `values` are words like `Sender.bit=true`.
  InitialPage initial_states(const std::vector<std::string>& values, Page page) const;
  // Begins at the number-th (from 1) of the initial states with these values; 0: there is only one. A problem or empty.
  std::string start(const std::vector<std::string>& values, std::size_t number = 0);
  JointActionPage joint_actions(const std::vector<std::string>& actions, Page page) const;
  StepResult step(const StepRequest& request);
  RandomResult random(std::size_t steps);
  // Each returns a problem or empty.
  std::string jump(std::size_t index);
  std::string restart();  // back to the choice of an initial state
  std::string undo();

  // At the present state. A number stands for that formula of the file.
  Evaluation evaluate(const std::string& formula);
  PossiblePage possible(const std::string& agent, std::size_t most);

  // The walk as text, and back (docs/simulate.md). A witness in JSON is replayed along its first path.
  std::string record() const;
  std::string replay(const std::string& text, const std::string& name);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// --- the reachable states -------------------------------------------------------------------------------------------

struct GraphOptions {
  Parameters parameters;
  WarningOptions warnings;
  std::size_t state_limit = 500;
  std::vector<std::string> agents;  // whose look-alikes are wanted
  bool all_agents = false;
  const std::atomic<bool>* interrupt = nullptr;
};

struct StateGraph {
  struct Edge {
    std::size_t from = 0;
    std::size_t to = 0;
    std::vector<JointAction> actions;  // all that lead there
  };
  struct Alike {
    std::string agent;
    std::vector<std::vector<std::size_t>> classes;  // states that it cannot tell apart, each state in one class
  };
  std::vector<Diagnostic> diagnostics;
  bool has_errors = false;
  std::string problem;  // an agent that does not exist: a sentence
  std::string stopped;  // a limit was reached: there is no graph

  std::vector<State> states;                           // in breadth-first order
  std::vector<std::vector<std::string>> propositions;  // by state
  std::vector<std::size_t> initial;
  std::vector<Edge> edges;  // by from, then by to
  std::vector<Alike> alike;
  std::string dot;  // for Graphviz
};

StateGraph state_graph(const std::string& file, const std::string& text, const GraphOptions& options = {});

}  // namespace gnomon::api

#pragma GCC visibility pop
