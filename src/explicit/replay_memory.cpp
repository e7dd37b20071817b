#include "explicit/replay_memory.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "explicit/information.h"

namespace gnomon::explicit_state {

using logic::Formula;
using logic::Node;
using logic::Op;

namespace {

class MemoryReplay {
 public:
  MemoryReplay(ReplayContext& context, Formula formula)
      : context_(context),
        witness_(context.witness),
        information_(context.interpreter, context.pool, formula, witness_.knowledge, context.oracle.fair,
                     witness_.begins_anywhere ? Information::Begin::Anywhere : Information::Begin::Initial),
        places_(witness_.states.size()),
        looks_(witness_.states.size()) {}

  // Claims lead from the formula's place to all others; each settles places that later ones begin with.
  void run() {
    const Claim& first = witness_.claims.front();
    settle(first.state, information_.beginning(information_.root(), witness_.states[first.state]), {{}});
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::size_t p = 0; p < witness_.paths.size(); ++p) changed = follow(p) || changed;
      for (std::size_t l = 0; l < witness_.links.size(); ++l) changed = follow_link(l) || changed;
    }
    const std::vector<bool> outside = before_histories();
    for (std::size_t s = 0; s < places_.size(); ++s) {
      require(places_[s].has_value() || outside[s], "a state that no history leads to");
    }
    require(linked_.size() == witness_.links.size(), "a link from nowhere");
    for (const Claim& claim : witness_.claims) check_look(claim);
  }

 private:
  using Looks = std::vector<std::vector<Information::Views>>;  // by time: the looks that were made, in order

  // The states of which nothing is said but that a history may begin after them.
  std::vector<bool> before_histories() const {
    std::vector<bool> outside(witness_.states.size(), false);
    for (const WitnessPath& path : witness_.paths) {
      if (path.purpose != PathPurpose::Before) continue;
      require(witness_.begins_anywhere, "a history that does not begin in an initial state");
      for (WitnessState s : path.states) outside[s] = true;
    }
    for (const WitnessPath& path : witness_.paths) {
      if (path.purpose == PathPurpose::Before) continue;
      for (WitnessState s : path.states) outside[s] = false;
    }
    for (const Claim& claim : witness_.claims) outside[claim.state] = false;
    for (const WitnessLink& link : witness_.links) outside[link.from] = outside[link.to] = false;
    return outside;
  }

  void settle(WitnessState s, Information::Place place, Looks looks) {
    if (places_[s]) {
      require(*places_[s] == place, "a state in which agents remember different things");
      return;
    }
    places_[s] = std::move(place);
    looks_[s] = std::move(looks);
  }

  // Along the path from a state whose place is known; true the first time.
  bool follow(std::size_t p) {
    const WitnessPath& path = witness_.paths[p];
    if (path.purpose != PathPurpose::Evidence || !places_[path.states.front()] || !followed_.insert(p).second)
      return false;
    walk(path, *places_[path.states.front()], looks_[path.states.front()]);
    return true;
  }

  void walk(const WitnessPath& path, Information::Place place, Looks looks) {
    for (std::size_t i = 1; i < path.states.size(); ++i) {
      place = information_.step(place, witness_.states[path.states[i]]);
      looks.emplace_back();
      settle(path.states[i], place, looks);
    }
    if (!path.loop) return;
    const WitnessState back = path.states[*path.loop];
    require(information_.step(place, witness_.states[back]) == *places_[back],
            "a loop after which agents remember something else");
  }

  bool follow_link(std::size_t l) {
    const WitnessLink& link = witness_.links[l];
    if (!places_[link.from] || linked_.count(l) != 0) return false;
    const Information::Place from = *places_[link.from];
    if (link.kind == LinkKind::Look) {
      follow_look(link, from);
    } else if (link.kind != LinkKind::Ought) {
      if (!places_[link.to] && !settle_history(link, from)) return false;  // another way may lead there
      require(information_.considers(from, link.agents, *places_[link.to]),
              "agents can tell histories apart that are said to look alike");
    }
    linked_.insert(l);
    return true;
  }

  // The history of the state that the link leads to, with the looks of the one that it comes from; false if there is
  // none.
  bool settle_history(const WitnessLink& link, const Information::Place& from) {
    auto path = std::find_if(witness_.paths.begin(), witness_.paths.end(), [&](const WitnessPath& one) {
      return one.purpose == PathPurpose::Reach && one.states.back() == link.to;
    });
    if (path == witness_.paths.end()) return false;
    const Looks& looks = looks_[link.from];
    require(path->states.size() == looks.size(), "histories of different lengths");
    Information::Place place =
        information_.beginning(information_.inside(from.view, link.agents), witness_.states[path->states.front()]);
    Looks made;
    for (std::size_t i = 0; i < path->states.size(); ++i) {
      if (i > 0) place = information_.step(place, witness_.states[path->states[i]]);
      for (const Information::Views& observations : looks[i]) place = information_.look(place, observations);
      made.push_back(looks[i]);
      settle(path->states[i], place, made);
    }
    return true;
  }

  void follow_look(const WitnessLink& link, const Information::Place& from) {
    const Claim* claim = nullptr;
    for (const Claim& one : witness_.claims) {
      const bool uses = std::any_of(one.links.begin(), one.links.end(),
                                    [&](std::size_t l) { return &witness_.links.at(l) == &link; });
      if (one.rule == Rule::Look && uses) claim = &one;
    }
    require(claim != nullptr && claim->state == link.from, "a look that no claim asks for");
    const Node& node = context_.pool[claim->formula];
    require(node.op == Op::Delta, "a look without a change of observation");
    const ispl::AgentId agent = *context_.interpreter.model().agent_of(node.name);
    require(link.agents == std::vector{agent}, "a look of another agent");
    require(witness_.states[link.from] == witness_.states[link.to], "a look that changes the state");
    Information::Views observations = from.observations;
    observations[agent.index()] = information_.observed(agent, context_.pool.text(node.name2));
    Looks looks = looks_[link.from];
    looks.back().push_back(observations);
    settle(link.to, information_.look(from, observations), std::move(looks));
  }

  void check_look(const Claim& claim) {
    if (claim.rule != Rule::Look) return;
    const Node& node = context_.pool[claim.formula];
    require(claim.links.size() == 1, "one look was expected");
    require(context_.truth(node.left, witness_.links.at(claim.links.front()).to) == claim.holds,
            "what is seen after a look says otherwise");
  }

  ReplayContext& context_;
  const Witness& witness_;
  Information information_;
  std::vector<std::optional<Information::Place>> places_;  // by state of the witness
  std::vector<Looks> looks_;                               // likewise
  std::set<std::size_t> followed_;                         // paths
  std::set<std::size_t> linked_;
};

}  // namespace

void check_memory(ReplayContext& context, Formula formula) {
  MemoryReplay(context, formula).run();
}

}  // namespace gnomon::explicit_state
