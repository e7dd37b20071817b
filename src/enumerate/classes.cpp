#include "enumerate/classes.h"

#include <utility>

#include "base/pace.h"

namespace gnomon::enumerate {

const Classes& Views::classes(const check::Coalition& group) {
  std::vector<ispl::VarId> seen;
  for (ispl::AgentId agent : group) {
    const auto& observes = graph_->program().source().agent(agent).observes;
    seen.insert(seen.end(), observes.begin(), observes.end());
  }
  return classes_by(seen);
}

const Classes& Views::classes_by(const std::vector<ispl::VarId>& seen) {
  std::vector<Word> masks = graph_->layout().mask(seen);
  if (auto known = known_.find(masks); known != known_.end()) return known->second;
  StateTable views(masks.size());
  std::vector<Word> view(masks.size());
  Classes found;
  found.of.reserve(graph_->size());
  Pace pace(&graph_->budget());
  for (StateIndex s = 0; s < graph_->size(); ++s) {
    pace.step();
    for (std::size_t w = 0; w < masks.size(); ++w) view[w] = graph_->state(s)[w] & masks[w];
    found.of.push_back(views.add(view.data(), views.hash(view.data()), graph_->budget()));
  }
  found.count = views.size();
  return known_.emplace(std::move(masks), std::move(found)).first->second;
}

}  // namespace gnomon::enumerate
