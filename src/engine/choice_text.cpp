#include "engine/choice_text.h"

#include <fmt/format.h>

#include "base/plural.h"

namespace gnomon::engine {

namespace {

std::string order_text(model::OrderStrategy order) {
  switch (order) {
    case model::OrderStrategy::Force:
      return "order: what occurs in the same lines stands together";
    case model::OrderStrategy::Declaration:
      return "order: that of the text";
  }
  return {};
}

std::string relation_text(const model::Transition& relation) {
  std::string split;
  for (const std::string& field : relation.split_by()) split += (split.empty() ? ", split by " : ", ") + field;
  return fmt::format("relation: {} nodes in {}{}", relation.nodes(), plural(relation.clusters(), "cluster"), split);
}

}  // namespace

std::vector<std::string> choice_text(const model::SymbolicModel& model) {
  std::vector<std::string> lines{order_text(model.order()), relation_text(model.transition())};
  for (const bdd::ReorderRecord& one : model.manager().reorder_history()) {
    lines.push_back(fmt::format("reordering after {:.1f} million steps: {} to {} nodes, {:.3f} s",
                                static_cast<double>(one.at_work) / 1e6, one.nodes_before, one.nodes_after,
                                one.seconds));
  }
  return lines;
}

}  // namespace gnomon::engine
