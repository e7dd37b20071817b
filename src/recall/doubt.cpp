#include "recall/doubt.h"

#include <algorithm>

#include "base/assert.h"

namespace gnomon::recall {

std::vector<World> walk_back(Forest& forest, const std::vector<NodeId>& chain, const std::vector<bool>& step,
                             World last) {
  model::SymbolicModel& model = forest.frame().model();
  std::vector<World> worlds{std::move(last)};
  for (std::size_t i = chain.size(); i-- > 1;) {
    const World& later = worlds.back();
    SituationId situation = forest.node(chain[i]).situation;
    const Moves& moves = step[i] ? forest.step(chain[i - 1]) : forest.look(chain[i - 1], situation);
    const Node& node = forest.node(chain[i - 1]);
    StateSet before = step[i] ? model.transition().preimage(later.state) : later.state;
    for (std::size_t m = 0; m < node.members.size(); ++m) {
      const std::vector<VertexId>& targets = moves.targets[m];
      if (!std::binary_search(targets.begin(), targets.end(), later.vertex)) continue;
      StateSet here = node.members[m].states & before;
      if (here.empty()) continue;
      worlds.push_back({static_cast<VertexId>(node.first + m), model.singleton(model.pick(here))});
      break;
    }
    GNOMON_ASSERT(worlds.size() == chain.size() - i + 1, "every world of a node comes from the node it was made from");
  }
  std::reverse(worlds.begin(), worlds.end());
  return worlds;
}

Doubt find_doubt(Forest& forest, const DoubtRequest& request) {
  model::SymbolicModel& model = forest.frame().model();
  Observations& observations = forest.observations();
  std::vector<NodeId> chain{forest.node_of(request.vertex)};
  std::vector<bool> step;
  while (forest.origin(chain.back()).from != chain.back()) {
    step.push_back(forest.origin(chain.back()).is_step);
    chain.push_back(forest.origin(chain.back()).from);
  }
  step.push_back(false);
  std::reverse(chain.begin(), chain.end());
  std::reverse(step.begin(), step.end());

  StateSet actual = model.singleton(model.pick(request.states));
  std::vector<World> worlds = walk_back(forest, chain, step, {request.vertex, actual});

  std::vector<NodeId> beside = chain;
  if (request.position) {
    for (std::size_t i = 0; i < chain.size(); ++i) {
      beside[i] = forest.member(worlds[i].vertex).children[*request.position];
    }
  }
  StateSet alike = observations.alike(actual, request.compares);
  const Node& node = forest.node(beside.back());
  World possible;
  for (std::size_t m = 0; m < node.members.size() && !possible.state.valid(); ++m) {
    auto vertex = static_cast<VertexId>(node.first + m);
    StateSet fails = request.fails(vertex) & alike;
    if (!fails.empty()) possible = {vertex, model.singleton(model.pick(fails))};
  }
  GNOMON_ASSERT(possible.state.valid(), "a doubt has a reason");
  std::vector<World> others = walk_back(forest, beside, step, possible);

  Doubt doubt;
  doubt.only_now = request.only_now;
  doubt.coalition = observations.coalition(request.knower);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (step[i] || i == 0) {
      doubt.actual.push_back(model.pick(worlds[i].state));
      doubt.possible.push_back(model.pick(others[i].state));
      doubt.seen.emplace_back();
    }
    bool counts = !request.only_now || i + 1 == chain.size();
    if (counts) {
      Variables& seen = doubt.seen.back();
      seen = united(seen, observations.seen(forest.node(chain[i]).situation, request.knower));
    }
  }
  return doubt;
}

}  // namespace gnomon::recall
