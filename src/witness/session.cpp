#include "witness/session.h"

#include <algorithm>

#include "explicit/replay.h"
#include "witness/step.h"

namespace gnomon::witness {

using explicit_state::PathPurpose;
using explicit_state::ReplayError;
using explicit_state::WitnessPath;

template <class S>
SessionOf<S>::SessionOf(check::LabellingOf<S>& labelling, bool holds, const ExplainOptions& options)
    : labelling_(&labelling),
      options_(options),
      interpreter_(labelling.space().source()),
      steps_(interpreter_),
      facts_(interpreter_, labelling.pool()),
      everything_(space_product(labelling.space(), labelling.space().states())),
      from_initial_(everything_, ProductSetIn<S>(1, labelling.space().initial()), everything_.everything(),
                    options.max_steps) {
  using explicit_state::TestReading;
  witness_.kind = holds ? explicit_state::WitnessKind::Witness : explicit_state::WitnessKind::Counterexample;
  witness_.fair = !frame().fairness().empty();
  witness_.finite_tests = options.paths.tests_look_beyond ? TestReading::BeyondTrace : TestReading::OnTrace;
}

template <class S>
typename S::Set SessionOf<S>::where(Formula f, bool value) {
  typename S::Set set = labelling_->states(f);
  return value ? set : frame().complement(set);
}

template <class S>
bool SessionOf<S>::value(Formula f, const State& state) {
  return contains(labelling_->states(f), state);
}

template <class S>
std::optional<bool> SessionOf<S>::settled(Formula f, WitnessState s) const {
  auto found = settled_.find({f, s});
  return found == settled_.end() ? std::nullopt : std::optional<bool>(found->second);
}

template <class S>
WitnessState SessionOf<S>::add_state(const State& state) {
  auto [at, added] = index_.try_emplace(state, static_cast<WitnessState>(witness_.states.size()));
  if (added) witness_.states.push_back(state);
  return at->second;
}

template <class S>
std::vector<explicit_state::Move> SessionOf<S>::moves(const State& state) const {
  constexpr std::size_t kMaxMoves = 20'000;  // joint actions and outcomes of one state
  std::size_t count = 1;
  for (std::size_t a = 0; a < source().agents.size(); ++a) {
    if (!interpreter().takes_part(ispl::AgentId(a))) continue;
    count *= interpreter().enabled_actions(ispl::AgentId(a), state).size();
    if (count > kMaxMoves) throw NotShown("a state has too many joint actions to list them");
  }
  std::size_t outcomes = 0;
  for (const explicit_state::JointAction& joint : interpreter().joint_actions(state)) {
    outcomes += steps().outcome_bound(state, joint, kMaxMoves);
    if (outcomes > kMaxMoves) throw NotShown("a state has too many successors to list them");
  }
  return interpreter().moves(state);
}

template <class S>
void SessionOf<S>::keep_states(std::size_t count) {
  for (std::size_t s = count; s < witness_.states.size(); ++s) index_.erase(witness_.states[s]);
  witness_.states.resize(count);
}

template <class S>
std::size_t SessionOf<S>::claim(Formula f, WitnessState s, bool holds, std::size_t depth) {
  std::size_t index = witness_.claims.size();
  claims_.emplace(std::pair(f, s), index);
  Claim added;
  added.formula = f;
  added.holds = holds;
  added.state = s;
  added.needed = false;
  added.depth = depth;
  witness_.claims.push_back(added);
  queued_.push_back(false);
  return index;
}

template <class S>
void SessionOf<S>::claim_fact(Formula f, WitnessState s, bool holds) {
  Claim& fact = witness_.claims[claim(f, s, holds, 0)];
  fact.rule = explicit_state::Rule::Fact;
  fact.needed = true;
}

template <class S>
void SessionOf<S>::need(Formula f, WitnessState s, std::size_t depth, Effort effort) {
  if (facts_.is_fact(f)) return;
  std::size_t index = 0;
  if (auto found = claims_.find({f, s}); found != claims_.end()) {
    index = found->second;
  } else {
    std::optional<bool> known = settled(f, s);
    index = claim(f, s, known ? *known : value(f, state(s)), depth);
  }
  if (effort == Effort::Explain) witness_.claims[index].needed = true;
  bool room = witness_.claims.size() <= options_.max_claims;
  if (effort == Effort::Take || queued_[index]) return;
  if (!room) return note(kCutOff);
  queued_[index] = true;
  witness_.claims[index].depth = depth;
  queue_.push_back(index);
}

template <class S>
std::optional<std::size_t> SessionOf<S>::next_claim() {
  if (queue_.empty()) return std::nullopt;
  PointsOf<S>::budget(frame()).poll();
  std::size_t claim = queue_.front();
  queue_.pop_front();
  return claim;
}

template <class S>
explicit_state::JointAction SessionOf<S>::action(const State& from, const State& to) const {
  std::optional<explicit_state::JointAction> joint = action_between(frame(), from, to);
  if (!joint)
    throw ReplayError("a witness does not replay: no joint action leads from one state of a path to the next");
  return *joint;
}

template <class S>
std::size_t SessionOf<S>::add(WitnessPath path, const std::vector<State>& states, std::size_t depth) {
  for (const State& state : states) path.states.push_back(add_state(state));
  for (std::size_t i = 0; i + 1 < states.size(); ++i) path.actions.push_back(action(states[i], states[i + 1]));
  if (path.loop) path.actions.push_back(action(states.back(), states[*path.loop]));
  WitnessState end = path.states.back();
  bool fair_future = witness_.fair && !path.loop;
  witness_.paths.push_back(std::move(path));
  if (fair_future) need(pool().make(logic::Op::EG, pool().truth(true)), end, depth + 1);
  return witness_.paths.size() - 1;
}

template <class S>
std::size_t SessionOf<S>::add_path(const Claim& claim, const std::vector<State>& states) {
  WitnessPath path;
  path.formula = claim.formula;
  path.holds = claim.holds;
  return add(std::move(path), states, claim.depth);
}

template <class S>
std::size_t SessionOf<S>::add_lasso(const Claim& claim, const StateLasso& lasso) {
  WitnessPath path;
  path.formula = claim.formula;
  path.holds = claim.holds;
  path.loop = lasso.loop;
  for (const typename S::Set& constraint : frame().fairness()) {
    std::size_t at = lasso.loop;
    while (at < lasso.states.size() && !contains(constraint, lasso.states[at])) ++at;
    path.fair_visits.push_back(at);
  }
  return add(std::move(path), lasso.states, claim.depth);
}

template <class S>
bool SessionOf<S>::is_fair(const StateLasso& lasso) const {
  const auto& fairness = frame().fairness();
  return std::all_of(fairness.begin(), fairness.end(), [&](const typename S::Set& constraint) {
    return std::any_of(lasso.states.begin() + static_cast<std::ptrdiff_t>(lasso.loop), lasso.states.end(),
                       [&](const State& state) { return contains(constraint, state); });
  });
}

template <class S>
WitnessState SessionOf<S>::reach(const typename S::Set& states, std::size_t depth) {
  for (std::size_t s = 0; s < witness_.states.size(); ++s) {
    if (contains(states, witness_.states[s])) return static_cast<WitnessState>(s);
  }
  std::vector<State> path;
  for (VertexOf<S>& vertex : from_initial_.path_to(ProductSetIn<S>(1, states))) path.push_back(std::move(vertex.state));
  WitnessPath added;
  added.purpose = PathPurpose::Reach;
  return witness_.paths[add(std::move(added), path, depth)].states.back();
}

template <class S>
WitnessState SessionOf<S>::reach_exactly(const State& state, std::size_t depth) {
  return reach(singleton(state), depth);
}

template <class S>
void SessionOf<S>::begin_with(WitnessState s, std::size_t depth) {
  auto& paths = witness_.paths;
  auto starts = [&](const WitnessPath& path) { return path.states.front() == s; };
  auto first = std::find_if(paths.begin(), paths.end(), starts);
  if (first == paths.end()) {
    WitnessPath path;
    path.purpose = PathPurpose::Reach;
    add(std::move(path), {state(s)}, depth);
    first = paths.end() - 1;
  }
  const auto moved = static_cast<std::size_t>(first - paths.begin());
  std::rotate(paths.begin(), first, first + 1);
  for (Claim& claim : witness_.claims) {
    if (claim.path && *claim.path <= moved) claim.path = *claim.path == moved ? 0 : *claim.path + 1;
  }
}

template <class S>
void SessionOf<S>::note(const std::string& sentence) {
  auto& notes = witness_.notes;
  if (std::find(notes.begin(), notes.end(), sentence) == notes.end()) notes.push_back(sentence);
}

template class SessionOf<check::Frame>;
template class SessionOf<enumerate::Space>;

}  // namespace gnomon::witness
