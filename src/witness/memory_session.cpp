#include "witness/memory_session.h"

#include <algorithm>

#include "base/budget.h"
#include "explicit/replay.h"
#include "witness/session.h"
#include "witness/step.h"

namespace gnomon::witness {

using explicit_state::PathPurpose;
using explicit_state::WitnessPath;

MemorySession::MemorySession(recall::MemoryChecker& checker, recall::MemoryStructure& structure,
                             logic::KnowledgeSemantics semantics, bool holds, const ExplainOptions& options)
    : checker_(&checker),
      structure_(&structure),
      semantics_(semantics),
      options_(options),
      interpreter_(structure.forest.frame().model().source()),
      facts_(interpreter_, checker.plain().pool()) {
  using explicit_state::TestReading;
  witness_.kind = holds ? explicit_state::WitnessKind::Witness : explicit_state::WitnessKind::Counterexample;
  witness_.knowledge = semantics;
  witness_.begins_anywhere = checker.options().initial == recall::InitialInformation::All;
  witness_.fair = !forest().frame().fairness().empty();
  witness_.finite_tests = options.paths.tests_look_beyond ? TestReading::BeyondTrace : TestReading::OnTrace;
}

bool MemorySession::value(Formula f, const Place& place) {
  const StateSet here = system().singleton(place.state);
  const recall::ViewId where = view(place);
  if (!labelling().evaluates(f, where)) return here.subset_of(checker_->plain().states(f));
  const StateSet* holds = labelling().places(f, where).at(place.vertex);
  return holds != nullptr && here.subset_of(*holds);
}

WitnessState MemorySession::add_place(const History& history) {
  auto [at, added] = index_.try_emplace(history.back().place, static_cast<WitnessState>(places_.size()));
  if (added) {
    places_.push_back(history.back().place);
    witness_.states.push_back(history.back().place.state);
    histories_.push_back(history);
    has_history_path_.push_back(false);
  }
  return at->second;
}

void MemorySession::need(Formula f, WitnessState s, std::size_t depth, bool explain) {
  if (facts_.is_fact(f)) return;
  auto [found, added] = claims_.try_emplace({f, s}, witness_.claims.size());
  const std::size_t index = found->second;
  if (added) {
    Claim claim;
    claim.formula = f;
    claim.holds = value(f, places_[s]);
    claim.state = s;
    claim.needed = false;
    claim.depth = depth;
    witness_.claims.push_back(claim);
    queued_.push_back(false);
  }
  if (!explain) return;
  witness_.claims[index].needed = true;
  if (queued_[index]) return;
  if (witness_.claims.size() > options_.max_claims) return note(kCutOff);
  queued_[index] = true;
  witness_.claims[index].depth = depth;
  queue_.push_back(index);
}

void MemorySession::claim_fact(Formula f, WitnessState s, bool holds) {
  Claim fact;
  fact.formula = f;
  fact.holds = holds;
  fact.state = s;
  fact.rule = explicit_state::Rule::Fact;
  witness_.claims.push_back(fact);
  queued_.push_back(true);
}

std::optional<std::size_t> MemorySession::next_claim() {
  if (queue_.empty()) return std::nullopt;
  system().manager().budget().poll();
  const std::size_t claim = queue_.front();
  queue_.pop_front();
  return claim;
}

explicit_state::JointAction MemorySession::action(const Place& from, const Place& to) {
  std::optional<explicit_state::JointAction> joint = action_between(system(), from.state, to.state);
  if (!joint) throw explicit_state::ReplayError("a witness does not replay: a history has a step that is none");
  return *joint;
}

// The first place is in the witness already.
std::size_t MemorySession::add(WitnessPath path, const std::vector<Place>& places, std::size_t depth) {
  History history = histories_[index_.at(places.front())];
  path.states.push_back(index_.at(places.front()));
  for (std::size_t i = 1; i < places.size(); ++i) {
    history.push_back({places[i], false});
    path.states.push_back(add_place(history));
    path.actions.push_back(action(places[i - 1], places[i]));
  }
  if (path.loop) path.actions.push_back(action(places.back(), places[*path.loop]));
  return finish(std::move(path), depth);
}

// That a fair path goes on from the end of a finite one is taken from the checker.
std::size_t MemorySession::finish(WitnessPath path, std::size_t depth) {
  const WitnessState end = path.states.back();
  const bool fair_future = witness_.fair && !path.loop;
  witness_.paths.push_back(std::move(path));
  if (!fair_future) return witness_.paths.size() - 1;
  const Formula future = pool().make(logic::Op::EG, pool().truth(true));
  if (claims_.try_emplace({future, end}, witness_.claims.size()).second) {
    Claim claim;
    claim.formula = future;
    claim.state = end;
    claim.needed = false;
    claim.depth = depth;
    witness_.claims.push_back(claim);
    queued_.push_back(true);
  }
  return witness_.paths.size() - 1;
}

std::size_t MemorySession::add_path(const Claim& claim, const std::vector<Place>& places) {
  WitnessPath path;
  path.formula = claim.formula;
  path.holds = claim.holds;
  return add(std::move(path), places, claim.depth);
}

std::size_t MemorySession::add_lasso(const Claim& claim, const std::vector<Place>& places, std::size_t loop) {
  WitnessPath path;
  path.formula = claim.formula;
  path.holds = claim.holds;
  path.loop = loop;
  for (const StateSet& constraint : forest().frame().fairness()) {
    std::size_t at = loop;
    while (at < places.size() && !system().singleton(places[at].state).subset_of(constraint)) ++at;
    path.fair_visits.push_back(at);
  }
  return add(std::move(path), places, claim.depth);
}

recall::PlaceSet MemorySession::clearest(Formula root, const recall::PlaceSet& places) {
  std::vector<Formula> open{root};
  while (!open.empty()) {
    const Formula f = open.back();
    open.pop_back();
    const logic::Node& node = pool()[f];
    if (explicit_state::is_boolean(pool(), f)) {
      if (!node.left.is_none()) open.push_back(node.left);
      if (!node.right.is_none()) open.push_back(node.right);
    }
    if (logic::family_of(node.op) != logic::Family::Knowledge || !facts_.is_fact(node.left)) continue;
    recall::PlaceSet found = places & checker_->plain().states(node.left);
    if (!found.empty()) return found;
  }
  return places;
}

void MemorySession::show_history(WitnessState s) {
  if (has_history_path_[s]) return;
  has_history_path_[s] = true;
  WitnessPath path;
  path.purpose = PathPurpose::Reach;
  const History history = histories_[s];
  History so_far;
  for (std::size_t i = 0; i < history.size(); ++i) {
    so_far.push_back(history[i]);
    if (i + 1 < history.size() && history[i + 1].by_look) continue;  // seen only after the look
    const WitnessState here = add_place(so_far);
    if (!path.states.empty()) path.actions.push_back(action(places_[path.states.back()], places_[here]));
    path.states.push_back(here);
  }
  const WitnessState first = path.states.front();
  finish(std::move(path), 0);
  if (witness_.begins_anywhere) show_beginning(first);
}

// How the first state of a history is reached, if it is not an initial one.
void MemorySession::show_beginning(WitnessState first) {
  const check::Frame& frame = forest().frame();
  const StateSet initial = system().initial() & frame.states();
  const StateSet target = system().singleton(places_[first].state);
  if (target.subset_of(initial) || !has_beginning_.insert(first).second) return;
  const Product product = space_product(frame, frame.states());
  ForwardSearch search(product, ProductSet(1, initial), product.everything(), options_.max_steps);
  const std::vector<Vertex> found = search.path_to(ProductSet(1, target));
  WitnessPath path;
  path.purpose = PathPurpose::Before;
  for (const Vertex& vertex : found) {
    if (!path.states.empty()) {
      path.actions.push_back(action(places_[path.states.back()], {recall::VertexId{}, vertex.state}));
    }
    if (path.states.size() + 1 == found.size()) {
      path.states.push_back(first);
      break;
    }
    path.states.push_back(static_cast<WitnessState>(places_.size()));
    places_.push_back({recall::VertexId{}, vertex.state});
    witness_.states.push_back(vertex.state);
    histories_.emplace_back();
    has_history_path_.push_back(true);
  }
  finish(std::move(path), 0);
}

void MemorySession::begin_with(WitnessState s) {
  auto& paths = witness_.paths;
  auto first = std::find_if(paths.begin(), paths.end(), [&](const WitnessPath& p) { return p.states.front() == s; });
  if (first == paths.end()) {
    show_history(s);
    first = paths.end() - 1;
  }
  const auto moved = static_cast<std::size_t>(first - paths.begin());
  std::rotate(paths.begin(), first, first + 1);
  for (Claim& claim : witness_.claims) {
    if (claim.path && *claim.path <= moved) claim.path = *claim.path == moved ? 0 : *claim.path + 1;
  }
}

void MemorySession::note(const std::string& sentence) {
  auto& notes = witness_.notes;
  if (std::find(notes.begin(), notes.end(), sentence) == notes.end()) notes.push_back(sentence);
}

}  // namespace gnomon::witness
