#include "witness/way.h"

#include <utility>

#include "explicit/replay.h"
#include "witness/search.h"
#include "witness/step.h"

namespace gnomon::witness {

template <class S>
explicit_state::Witness shortest_way(const S& frame, const typename S::Set& target, std::size_t max_steps) {
  const check::ProductOf<S> product = space_product(frame, frame.states());
  ForwardSearchIn<S> search(product, ProductSetIn<S>(1, frame.initial() & frame.states()), product.everything(),
                            max_steps);
  explicit_state::Witness witness;
  explicit_state::WitnessPath path;
  path.purpose = explicit_state::PathPurpose::Reach;
  for (VertexOf<S>& vertex : search.path_to(ProductSetIn<S>(1, target))) {
    if (!witness.states.empty()) {
      std::optional<explicit_state::JointAction> joint = action_between(frame, witness.states.back(), vertex.state);
      if (!joint) throw explicit_state::ReplayError("no joint action leads from one state of a path to the next");
      path.actions.push_back(*std::move(joint));
    }
    path.states.push_back(static_cast<explicit_state::WitnessState>(witness.states.size()));
    witness.states.push_back(std::move(vertex.state));
  }
  witness.paths.push_back(std::move(path));
  explicit_state::replay_ways(explicit_state::Interpreter(frame.source()), witness);
  return witness;
}

template explicit_state::Witness shortest_way(const check::Frame& frame, const StateSet& target, std::size_t max_steps);
template explicit_state::Witness shortest_way(const enumerate::Space& frame, const enumerate::BitSet& target,
                                              std::size_t max_steps);

}  // namespace gnomon::witness
