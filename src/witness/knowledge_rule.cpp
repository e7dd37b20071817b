// Knowledge and obligation that fail: a state that looks alike (or in which the agent is green) and in which the
// operand is false. States of the witness come first, then the nearest to the initial states.
#include <algorithm>

#include "witness/rules.h"

namespace gnomon::witness {

using explicit_state::LinkKind;
using explicit_state::Rule;
using logic::Family;
using logic::Node;
using logic::Op;

namespace {

template <class S>
class KnowledgeRule {
 public:
  using Session = SessionOf<S>;
  using StateSet = typename S::Set;
  KnowledgeRule(Session& session, std::size_t index)
      : session_(session),
        index_(index),
        claim_(session.witness().claims[index]),
        node_(session.pool()[claim_.formula]),
        here_(session.singleton(session.state(claim_.state))),
        fails_(session.where(node_.left, false)) {}

  void apply() {
    const ispl::CheckedModel& model = session_.source();
    switch (node_.op) {
      case Op::Knows: {
        ispl::AgentId agent = *model.agent_of(node_.name);
        return one(LinkKind::Knows, {agent}, session_.frame().look_alikes(here_, {agent}));
      }
      case Op::Everybody:
        return everybody(group());
      case Op::Distributed:
        return one(LinkKind::Distributed, group(), session_.frame().look_alikes(here_, group()));
      case Op::Common:
        return chain(group());
      case Op::Ought: {
        ispl::AgentId agent = *model.agent_of(node_.name);
        return one(LinkKind::Ought, {agent}, session_.frame().known() - session_.frame().red(agent));
      }
      default:
        static_assert(logic::covers(Family::Knowledge, {Op::Knows, Op::Everybody, Op::Common, Op::Distributed}));
        static_assert(logic::covers(Family::Deontic, {Op::Ought}));
    }
  }

 private:
  const std::vector<ispl::AgentId>& group() const {
    const ispl::CheckedModel& model = session_.source();
    return model.groups[*model.group_of(node_.name)].members;
  }

  void one(LinkKind kind, std::vector<ispl::AgentId> agents, const StateSet& alike) {
    StateSet twins = alike & fails_ & session_.frame().known();
    WitnessState twin = here_.subset_of(alike & fails_) ? claim_.state : session_.reach(twins, claim_.depth);
    add_link({claim_.state, twin, std::move(agents), kind});
    finish(twin);
  }

  // Some agent does not know: one for whom a state of the witness will do, otherwise the first.
  void everybody(const std::vector<ispl::AgentId>& agents) {
    StateSet possible = fails_ & session_.frame().known();
    auto alike = [&](ispl::AgentId agent) { return session_.frame().look_alikes(here_, {agent}) & possible; };
    auto shown = [&](ispl::AgentId agent) {
      StateSet twins = alike(agent);
      const auto& states = session_.witness().states;
      return std::any_of(states.begin(), states.end(), [&](const State& s) { return session_.contains(twins, s); });
    };
    auto doubts = [&](ispl::AgentId agent) { return !alike(agent).empty(); };
    auto agent = std::find_if(agents.begin(), agents.end(), shown);
    if (agent == agents.end()) agent = std::find_if(agents.begin(), agents.end(), doubts);
    one(LinkKind::Everybody, {*agent}, alike(*agent));
  }

  // A shortest chain of steps, each alike to one of the group: breadth first, then backwards.
  void chain(const std::vector<ispl::AgentId>& agents) {
    const S& frame = session_.frame();
    std::vector<StateSet> layers{here_};
    StateSet seen = here_;
    while (layers.back().disjoint_from(fails_)) {
      StateSet next = frame.none();
      for (ispl::AgentId agent : agents) next |= frame.look_alikes(layers.back(), {agent});
      next = (next & frame.known()) - seen;
      seen |= next;
      layers.push_back(next);
    }
    std::vector<State> states(layers.size());
    std::vector<ispl::AgentId> by(layers.size());
    states.back() = session_.pick(layers.back() & fails_);
    for (std::size_t k = layers.size() - 1; k > 0; --k) {
      StateSet there = session_.singleton(states[k]);
      for (ispl::AgentId agent : agents) {
        StateSet before = frame.look_alikes(there, {agent}) & layers[k - 1];
        if (before.empty()) continue;
        states[k - 1] = session_.pick(before);
        by[k] = agent;
        break;
      }
    }
    WitnessState at = claim_.state;
    for (std::size_t k = 1; k < states.size(); ++k) {
      WitnessState to = session_.reach_exactly(states[k], claim_.depth);
      add_link({at, to, {by[k]}, LinkKind::Common});
      at = to;
    }
    finish(at);
  }

  void add_link(explicit_state::WitnessLink link) {
    session_.witness().claims[index_].links.push_back(session_.witness().links.size());
    session_.witness().links.push_back(std::move(link));
  }

  void finish(WitnessState twin) {
    session_.witness().claims[index_].rule = node_.op == Op::Ought ? Rule::Green : Rule::Alike;
    session_.need(node_.left, twin, claim_.depth + 1);
  }

  Session& session_;
  std::size_t index_;
  const Claim claim_;
  const Node node_;
  const StateSet here_;
  const StateSet fails_;
};

}  // namespace

template <class S>
void explain_knowledge(SessionOf<S>& session, std::size_t claim) {
  KnowledgeRule<S>(session, claim).apply();
}

template void explain_knowledge(SessionOf<check::Frame>& session, std::size_t claim);
template void explain_knowledge(SessionOf<enumerate::Space>& session, std::size_t claim);

}  // namespace gnomon::witness
