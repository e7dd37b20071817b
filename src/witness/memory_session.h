// One explanation with memory in the making: the places of the witness with their histories, the claims that wait, and the
// paths and links that were found. The rules are in memory_rules.cpp and memory_knowledge.cpp.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "explicit/facts.h"
#include "explicit/witness_data.h"
#include "recall/memory_checker.h"
#include "witness/explain.h"
#include "witness/search.h"

namespace gnomon::witness {

// From the beginning to a place. Between two entries lies a step, or a look: then the state is the same.
struct HistoryEntry {
  Place place;
  bool by_look = false;
};
using History = std::vector<HistoryEntry>;

class MemorySession {
 public:
  MemorySession(recall::MemoryChecker& checker, recall::MemoryStructure& structure, logic::KnowledgeSemantics semantics,
                bool holds, const ExplainOptions& options);

  const ExplainOptions& options() const { return options_; }
  recall::MemoryStructure& structure() { return *structure_; }
  recall::Forest& forest() { return structure_->forest; }
  recall::MemoryLabelling& labelling() { return *structure_->labelling; }
  logic::KnowledgeSemantics semantics() const { return semantics_; }
  model::SymbolicModel& system() { return forest().frame().model(); }
  const ispl::CheckedModel& source() { return system().source(); }
  logic::FormulaPool& pool() const { return checker_->plain().pool(); }
  explicit_state::Facts& facts() { return facts_; }
  explicit_state::Witness& witness() { return witness_; }

  const Place& place(explicit_state::WitnessState s) const { return places_[s]; }
  const History& history(explicit_state::WitnessState s) const { return histories_[s]; }
  recall::ViewId view(const Place& place) { return forest().node(forest().node_of(place.vertex)).view; }
  bool value(logic::Formula f, const Place& place);

  std::optional<bool> settled(logic::Formula, explicit_state::WitnessState) const { return std::nullopt; }
  bool value_at(logic::Formula f, explicit_state::WitnessState s) { return value(f, places_[s]); }

  bool contains(const Place& place) const { return index_.contains(place); }
  // The number of the place in the witness; if it is new it gets this history, which ends in it.
  explicit_state::WitnessState add_place(const History& history);
  void need(logic::Formula f, explicit_state::WitnessState s, std::size_t depth, bool explain = true);
  // Claims a fact, which needs no explanation: for a formula that is one as a whole.
  void claim_fact(logic::Formula f, explicit_state::WitnessState s, bool holds);
  std::optional<std::size_t> next_claim();
  bool room_for_paths() const { return witness_.paths.size() < options_.max_paths; }

  // Evidence of the claim: a path that begins in its place.
  std::size_t add_path(const explicit_state::Claim& claim, const std::vector<Place>& places);
  std::size_t add_lasso(const explicit_state::Claim& claim, const std::vector<Place>& places, std::size_t loop);
  // The history of a place as a path of its own, unless it is there already.
  void show_history(explicit_state::WitnessState s);
  // Makes the first path one that begins in the place.
  void begin_with(explicit_state::WitnessState s);
  // Of places where a formula is false, those where what is not known is true: they show more than where it is false.
  recall::PlaceSet clearest(logic::Formula f, const recall::PlaceSet& places);
  void note(const std::string& sentence);

 private:
  std::size_t add(explicit_state::WitnessPath path, const std::vector<Place>& places, std::size_t depth);
  explicit_state::JointAction action(const Place& from, const Place& to);
  std::size_t finish(explicit_state::WitnessPath path, std::size_t depth);
  void show_beginning(explicit_state::WitnessState first);

  recall::MemoryChecker* checker_;
  recall::MemoryStructure* structure_;
  logic::KnowledgeSemantics semantics_;
  ExplainOptions options_;
  explicit_state::Interpreter interpreter_;
  explicit_state::Facts facts_;
  explicit_state::Witness witness_;
  std::vector<Place> places_;
  std::vector<History> histories_;
  std::vector<bool> has_history_path_;
  std::set<explicit_state::WitnessState> has_beginning_;
  std::map<Place, explicit_state::WitnessState> index_;
  std::map<std::pair<logic::Formula, explicit_state::WitnessState>, std::size_t> claims_;
  std::vector<bool> queued_;
  std::deque<std::size_t> queue_;
};

// Fills in the claim's rule and evidence, if it can be shown.
void explain_memory_claim(MemorySession& session, std::size_t claim);
void explain_memory_knowledge(MemorySession& session, std::size_t claim);  // K GK DK GCK that fail
void explain_memory_possible(MemorySession& session, std::size_t claim);   // K DK that hold
void explain_memory_look(MemorySession& session, std::size_t claim);       // Delta

// The claim that a rule explains, and where it is made.
struct MemoryClaim {
  MemoryClaim(MemorySession& session, std::size_t index)
      : session_(session),
        index_(index),
        claim_(session.witness().claims[index]),
        node_(session.pool()[claim_.formula]),
        start_(session.place(claim_.state)),
        view_(session.view(start_)) {}

  MemorySession& session_;
  const std::size_t index_;
  const explicit_state::Claim claim_;
  const logic::Node node_;
  const Place start_;
  const recall::ViewId view_;
};

}  // namespace gnomon::witness
