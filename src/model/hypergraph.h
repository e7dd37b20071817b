// Which fields meet in which lines of a model: the input of the static variable order. Internal to this folder.
//
// Vertices are numbered: variables first, then agents' actions, then values of controls as they are met. A control is a
// field whose values stand for it (see order.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "ispl/checked_model.h"

namespace gnomon::model {

using Vertex = std::uint32_t;
using Edge = std::vector<Vertex>;  // ascending, each once, at least two

class Hypergraph {
 public:
  Hypergraph(const ispl::CheckedModel& model, const std::vector<bool>& is_control);

  std::size_t fields() const { return fields_; }      // vertices that are fields
  std::size_t vertices() const { return vertices_; }  // with values of controls
  const std::vector<Edge>& edges() const { return edges_; }
  Vertex action_vertex(std::size_t agent) const;

 private:
  void add_agent(std::size_t agent);
  void add_conjuncts(ispl::ExprId root);  // one edge per conjunct
  void begin_edge();
  void end_edge();
  void mention(ispl::ExprId root);
  void mention_field(Vertex field);
  void mention_value(Vertex field, std::int64_t value);
  // `control = constant`, in either order; the constant's value in `value`.
  bool compares_control(const ispl::Expr& expr, Vertex& field, std::int64_t& value) const;

  const ispl::CheckedModel& model_;
  const std::vector<bool>& is_control_;
  std::size_t fields_ = 0;
  std::size_t vertices_ = 0;
  std::map<std::pair<Vertex, std::int64_t>, Vertex> values_;
  Edge edge_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t stamp_ = 0;
};

}  // namespace gnomon::model
