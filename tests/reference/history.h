// Knowledge with memory by its definition: histories, records of observations, and comparison position by position.
//
// A history is a finite path from an initial state within the region R; agents know its length. A record says which
// observations each agent used at each position. Formulas are evaluated after a history, with a record:
//
//   K(i, f)         f after every history of the same length that is alike for i
//                     with a clock:  agrees with this one at the last position on what i observes now
//                     with recall:   agrees with it at every position under every observation that i used there
//   EX f            f after some history that is longer by one state; the record goes on with the present observations
//   Delta(i, o, f)  f after this history, with o noted in the record of i at the last position
//
// All histories of the lengths that a formula can ask about are listed, so the formula must have bounded look-ahead:
// EX, AX, and path quantifiers over one X. Subformulas without knowledge are taken from the plain evaluation.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "explicit/observation.h"
#include "reference/evaluate.h"

namespace gnomon::reference {

using explicit_state::Variables;

struct HistoryOptions {
  logic::KnowledgeSemantics semantics = logic::KnowledgeSemantics::Recall;
  bool all_information = false;        // every state of R is a possible first state for the agents
  std::size_t max_histories = 20'000;  // of one length
};

// The variables of an observation of the agent; those of its own view for `own` and the empty name.
Variables observation_variables(const ispl::CheckedModel& model, ispl::AgentId agent, const std::string& name);
// What the agent observes at first.
Variables initial_observation(const ispl::CheckedModel& model, ispl::AgentId agent);
// A path of the model from an initial state, by enumeration.
bool is_history(const Interpreter& interpreter, const std::vector<State>& states);
// Who is asked by a knowledge operator: the agent of K, the group of GK, DK and GCK.
std::vector<ispl::AgentId> asked(const ispl::CheckedModel& model, const logic::Node& node);

class HistoryEvaluator {
 public:
  // The evaluator must outlive this one.
  HistoryEvaluator(const Graph& graph, Evaluator& plain, HistoryOptions options);

  // Whether the formula holds after every history of one state. Raises std::invalid_argument if its look-ahead is not
  // bounded, LimitReached if there are too many histories.
  bool verdict(logic::Formula f);

 private:
  struct History {
    StateIndex last = 0;
    std::size_t before = 0;  // the history without its last state, one level lower
  };
  struct Record {
    std::vector<Variables> now;                             // by agent
    std::vector<std::vector<std::vector<Variables>>> used;  // by agent, by position
    auto operator<=>(const Record&) const = default;
    std::size_t length() const { return used.empty() ? 1 : used.front().size(); }
  };
  using RecordIndex = std::size_t;
  using Task = std::pair<logic::Formula, RecordIndex>;
  using Truth = std::vector<bool>;  // by history of the record's length

  RecordIndex intern(Record record);
  RecordIndex extended(RecordIndex record);
  RecordIndex changed(RecordIndex record, const logic::Node& delta);
  const std::vector<History>& level(std::size_t length);
  std::vector<StateIndex> states_of(std::size_t length, std::size_t history);
  std::vector<std::uint32_t> classes(const Record& record, const std::vector<ispl::AgentId>& agents);

  std::vector<Task> operands(const Task& task);
  Truth compute(const Task& task);
  Truth knowledge(const logic::Node& node, const Record& record, const Truth& holds);
  Truth some_next(const Record& record, const Truth& next, const Members& allowed);

  const Graph* graph_;
  Evaluator* plain_;
  HistoryOptions options_;
  std::vector<std::vector<History>> levels_;
  std::vector<Record> records_;
  std::map<Record, RecordIndex> record_index_;
  std::map<Task, Truth> known_;
  std::vector<bool> memoryful_;
  ArenaLabels* labels_ = nullptr;  // of subformulas without knowledge
  Members region_;
  Members with_path_;
};

}  // namespace gnomon::reference
