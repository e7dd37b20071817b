#include "witness/way.h"

#include <utility>

#include "explicit/replay.h"
#include "witness/search.h"
#include "witness/step.h"

namespace gnomon::witness {

explicit_state::Witness shortest_way(const check::Frame& frame, const StateSet& target, std::size_t max_steps) {
  const model::SymbolicModel& system = frame.model();
  const Product product = system_product(frame, frame.states());
  ForwardSearch search(product, ProductSet(1, system.initial() & frame.states()), product.everything(), max_steps);
  explicit_state::Witness witness;
  explicit_state::WitnessPath path;
  path.purpose = explicit_state::PathPurpose::Reach;
  for (Vertex& vertex : search.path_to(ProductSet(1, target))) {
    if (!witness.states.empty()) {
      std::optional<explicit_state::JointAction> joint = action_between(system, witness.states.back(), vertex.state);
      if (!joint) throw explicit_state::ReplayError("no joint action leads from one state of a path to the next");
      path.actions.push_back(*std::move(joint));
    }
    path.states.push_back(static_cast<explicit_state::WitnessState>(witness.states.size()));
    witness.states.push_back(std::move(vertex.state));
  }
  witness.paths.push_back(std::move(path));
  explicit_state::replay_ways(explicit_state::Interpreter(system.source()), witness);
  return witness;
}

}  // namespace gnomon::witness
