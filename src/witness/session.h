// One explanation in the making: the witness so far, what is still to be explained, and what all rules share.
//
// Claims wait in a queue, so that what is close to the formula is explained first and the bounds cut off what is far
// from it. A rule turns one claim into paths, links or tables and asks for the claims that these rest on (need).
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "explicit/facts.h"
#include "explicit/interpreter.h"
#include "explicit/step_check.h"
#include "explicit/witness_data.h"
#include "witness/explain.h"
#include "witness/search.h"
#include "witness/shorten.h"

namespace gnomon::witness {

using explicit_state::Claim;
using explicit_state::State;
using explicit_state::WitnessState;
using logic::Formula;

// The note of an explanation that ran into its bounds.
inline constexpr const char* kCutOff = "the explanation is cut off where it is deeper or wider than asked for";

// Whether there is something to look at: evidence, or a claim that facts decide alone.
bool is_useful(const explicit_state::Witness& witness);

// Explanations are found on frames, with diagrams, and on states that were listed.
template <class S>
class SessionOf {
 public:
  using StateSet = typename S::Set;
  SessionOf(check::LabellingOf<S>& labelling, bool holds, const ExplainOptions& options);

  const ExplainOptions& options() const { return options_; }
  check::LabellingOf<S>& labelling() const { return *labelling_; }
  const S& frame() const { return labelling_->space(); }
  const ispl::CheckedModel& source() const { return frame().source(); }
  logic::FormulaPool& pool() const { return labelling_->pool(); }
  const explicit_state::Interpreter& interpreter() const { return interpreter_; }
  const explicit_state::StepCheck& steps() const { return steps_; }
  explicit_state::Facts& facts() { return facts_; }
  explicit_state::Witness& witness() { return witness_; }
  const State& state(WitnessState s) const { return witness_.states[s]; }

  StateSet singleton(const State& state) const { return PointsOf<S>::singleton(frame(), state); }
  bool contains(const StateSet& set, const State& state) const { return PointsOf<S>::contains(frame(), set, state); }
  State pick(const StateSet& set) const { return PointsOf<S>::pick(frame(), set); }
  BigInt count(const StateSet& set) const { return PointsOf<S>::count(frame(), set); }
  // Those of the frame.
  StateSet successors(const State& state) const { return PointsOf<S>::successors(frame(), singleton(state)); }

  // The states of the frame where a formula has this value.
  StateSet where(Formula f, bool value);
  bool value(Formula f, const State& state);
  // Settles a value before the sets of states are asked, because they would be expensive.
  void settle(Formula f, WitnessState s, bool value) { settled_[{f, s}] = value; }
  std::optional<bool> settled(Formula f, WitnessState s) const;
  bool value_at(Formula f, WitnessState s) {
    std::optional<bool> known = settled(f, s);
    return known ? *known : value(f, state(s));
  }

  // What can happen in a state, action by action. Raises NotShown if that is too much to list.
  std::vector<explicit_state::Move> moves(const State& state) const;
  // Takes back the states beyond the first so many, of which nothing speaks yet.
  void keep_states(std::size_t count);
  WitnessState add_state(const State& state);
  // Asks for a claim about f in s; facts need none. Unless `explain`, it is taken as it is.
  enum class Effort { Explain, Take };
  void need(Formula f, WitnessState s, std::size_t depth, Effort effort = Effort::Explain);
  // Claims a fact, which needs no explanation: for a formula that is one as a whole.
  void claim_fact(Formula f, WitnessState s, bool holds);
  // The next claim to explain; none: all is done.
  std::optional<std::size_t> next_claim();
  bool room_for_paths() const { return witness_.paths.size() < options_.max_paths; }

  // Adds the path with its joint actions; its end has a fair future if that matters. Returns its index.
  std::size_t add_path(const Claim& claim, const std::vector<State>& states);
  std::size_t add_lasso(const Claim& claim, const StateLasso& lasso);
  // A path from an initial state to the nearest of the states, unless one of them is in the witness already.
  WitnessState reach(const StateSet& states, std::size_t depth);
  WitnessState reach_exactly(const State& state, std::size_t depth);
  // Makes the first path one that begins in the state.
  void begin_with(WitnessState s, std::size_t depth);
  // Whether each fairness constraint of the frame is visited by the loop.
  bool is_fair(const StateLasso& lasso) const;
  void note(const std::string& sentence);

 private:
  // The number of the claim about f in s, made if there is none.
  std::size_t claim(Formula f, WitnessState s, bool holds, std::size_t depth);
  explicit_state::JointAction action(const State& from, const State& to) const;
  std::size_t add(explicit_state::WitnessPath path, const std::vector<State>& states, std::size_t depth);

  check::LabellingOf<S>* labelling_;
  ExplainOptions options_;
  explicit_state::Interpreter interpreter_;
  explicit_state::StepCheck steps_;
  explicit_state::Facts facts_;
  explicit_state::Witness witness_;
  std::map<State, WitnessState> index_;
  std::map<std::pair<Formula, WitnessState>, std::size_t> claims_;
  std::map<std::pair<Formula, WitnessState>, bool> settled_;
  std::vector<bool> queued_;  // by claim
  std::deque<std::size_t> queue_;
  check::ProductOf<S> everything_;  // the system alone
  ForwardSearchIn<S> from_initial_;
};
using Session = SessionOf<check::Frame>;

}  // namespace gnomon::witness
