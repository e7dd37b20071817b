#include "model/order.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "model/hypergraph.h"

namespace gnomon::model {

namespace {

// Each agent's action, then its variables, in the order of the text.
std::vector<Vertex> declaration_order(const ispl::CheckedModel& model) {
  std::vector<Vertex> order;
  for (std::size_t agent = 0; agent < model.agents.size(); ++agent) {
    if (!model.agents[agent].actions.empty()) order.push_back(static_cast<Vertex>(model.variables.size() + agent));
    for (ispl::VarId var : model.agents[agent].vars) order.push_back(var.value);
  }
  return order;
}

std::size_t median(std::vector<std::size_t> values) {
  if (values.empty()) return 0;
  auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Edges much longer than the others say nothing about the order.
void drop_long_edges(std::vector<Edge>& edges) {
  std::vector<std::size_t> sizes;
  for (const Edge& edge : edges) sizes.push_back(edge.size());
  std::size_t longest = std::max<std::size_t>(6, median(sizes) * 2);
  std::erase_if(edges, [&](const Edge& edge) { return edge.size() > longest; });
}

// Vertices that meet so many others that they tie everything to everything; the busiest first.
std::vector<Vertex> hubs(const std::vector<Edge>& edges, std::size_t vertices) {
  constexpr std::size_t kFew = 8;
  std::vector<std::vector<Vertex>> neighbours(vertices);
  for (const Edge& edge : edges) {
    for (Vertex v : edge) neighbours[v].insert(neighbours[v].end(), edge.begin(), edge.end());
  }
  std::vector<std::size_t> degree, positive;
  for (std::vector<Vertex>& list : neighbours) {
    std::sort(list.begin(), list.end());
    auto distinct = std::unique(list.begin(), list.end()) - list.begin();
    degree.push_back(distinct > 0 ? static_cast<std::size_t>(distinct) - 1 : 0);
    if (distinct > 0) positive.push_back(degree.back());
  }
  std::size_t usual = median(positive);
  std::vector<Vertex> found;
  for (Vertex v = 0; v < vertices; ++v) {
    if (degree[v] >= kFew && degree[v] >= usual * 3 && degree[v] * 8 >= vertices) found.push_back(v);
  }
  std::stable_sort(found.begin(), found.end(), [&](Vertex a, Vertex b) { return degree[a] > degree[b]; });
  return found;
}

std::vector<Vertex> control_fields(const Hypergraph& graph) {
  std::vector<Edge> edges = graph.edges();
  drop_long_edges(edges);
  return hubs(edges, graph.vertices());
}

// Edges that say something about the order: without values that most lines mention, and not much longer than others.
std::vector<Edge> telling_edges(const Hypergraph& graph) {
  std::vector<Edge> edges = graph.edges();
  drop_long_edges(edges);
  for (Vertex hub : hubs(edges, graph.vertices())) {
    for (Edge& edge : edges) std::erase(edge, hub);
  }
  std::erase_if(edges, [](const Edge& edge) { return edge.size() < 2; });
  drop_long_edges(edges);
  return edges;
}

class Arrangement {
 public:
  Arrangement(std::size_t vertices, std::vector<Edge> edges)
      : edges_(std::move(edges)), of_(vertices), place_(vertices) {
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      for (Vertex v : edges_[e]) of_[v].push_back(static_cast<std::uint32_t>(e));
    }
  }

  // Breadth-first levels from an end of each connected part, parts in the order of `start`.
  std::vector<Vertex> levels(const std::vector<Vertex>& start) const {
    std::vector<bool> placed(of_.size(), false);
    std::vector<Vertex> order;
    for (Vertex v : start) {
      if (placed[v]) continue;
      // The last vertex of a breadth-first search is an end of its part; twice is usually enough.
      Vertex end = breadth_first(breadth_first(v, placed).back(), placed).back();
      for (Vertex u : breadth_first(end, placed)) {
        placed[u] = true;
        order.push_back(u);
      }
    }
    return order;
  }

  // FORCE from a given order; returns the best order met and its span.
  std::pair<double, std::vector<Vertex>> improve(std::vector<Vertex> order) {
    constexpr int kMaxPasses = 60;
    constexpr int kPatience = 8;
    number(order);
    std::vector<Vertex> best = order;
    double best_span = span();
    int since_best = 0;
    for (int pass = 0; pass < kMaxPasses && since_best < kPatience; ++pass) {
      step(order);
      double now = span();
      if (now < best_span) {
        best_span = now;
        best = order;
        since_best = 0;
      } else {
        ++since_best;
      }
    }
    return {best_span, best};
  }

 private:
  std::vector<Vertex> breadth_first(Vertex from, const std::vector<bool>& placed) const {
    std::vector<bool> seen = placed;
    std::vector<Vertex> queue{from};
    seen[from] = true;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      std::size_t first_new = queue.size();
      for (std::uint32_t e : of_[queue[head]]) {
        for (Vertex u : edges_[e]) {
          if (seen[u]) continue;
          seen[u] = true;
          queue.push_back(u);
        }
      }
      std::stable_sort(queue.begin() + static_cast<std::ptrdiff_t>(first_new), queue.end(),
                       [&](Vertex a, Vertex b) { return of_[a].size() < of_[b].size(); });
    }
    return queue;
  }

  void number(const std::vector<Vertex>& order) {
    for (std::size_t i = 0; i < order.size(); ++i) place_[order[i]] = static_cast<double>(i);
  }

  double span() const {
    double total = 0;
    for (const Edge& edge : edges_) {
      double low = std::numeric_limits<double>::max();
      double high = 0;
      for (Vertex v : edge) {
        low = std::min(low, place_[v]);
        high = std::max(high, place_[v]);
      }
      total += high - low;
    }
    return total;
  }

  void step(std::vector<Vertex>& order) {
    std::vector<double> centre(edges_.size());
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      double sum = 0;
      for (Vertex v : edges_[e]) sum += place_[v];
      centre[e] = sum / static_cast<double>(edges_[e].size());
    }
    std::vector<double> wish = place_;
    for (Vertex v : order) {
      if (of_[v].empty()) continue;
      double sum = 0;
      for (std::uint32_t e : of_[v]) sum += centre[e];
      wish[v] = sum / static_cast<double>(of_[v].size());
    }
    std::stable_sort(order.begin(), order.end(), [&](Vertex a, Vertex b) { return wish[a] < wish[b]; });
    number(order);
  }

  std::vector<Edge> edges_;
  std::vector<std::vector<std::uint32_t>> of_;  // by vertex: its edges
  std::vector<double> place_;
};

std::vector<Vertex> force_order(const ispl::CheckedModel& model, std::vector<Vertex> declared) {
  std::vector<bool> is_control(model.variables.size() + model.agents.size(), false);
  std::vector<Vertex> controls = control_fields(Hypergraph(model, is_control));
  for (Vertex v : controls) is_control[v] = true;
  Hypergraph graph(model, is_control);

  std::erase_if(declared, [&](Vertex v) { return is_control[v]; });
  for (std::size_t v = graph.fields(); v < graph.vertices(); ++v) declared.push_back(static_cast<Vertex>(v));
  Arrangement arrangement(graph.vertices(), telling_edges(graph));
  auto best = arrangement.improve(arrangement.levels(declared));
  auto other = arrangement.improve(declared);
  if (other.first < best.first) best = std::move(other);
  std::erase_if(best.second, [&](Vertex v) { return v >= graph.fields(); });
  best.second.insert(best.second.begin(), controls.begin(), controls.end());
  return best.second;
}

}  // namespace

std::vector<FieldRef> static_order(const ispl::CheckedModel& model, OrderStrategy strategy) {
  std::vector<Vertex> order = declaration_order(model);
  if (strategy == OrderStrategy::Force) order = force_order(model, std::move(order));
  std::vector<FieldRef> fields;
  fields.reserve(order.size());
  for (Vertex v : order) {
    bool variable = v < model.variables.size();
    fields.push_back({variable ? FieldRef::Kind::Variable : FieldRef::Kind::Action,
                      variable ? v : v - static_cast<std::uint32_t>(model.variables.size())});
  }
  return fields;
}

}  // namespace gnomon::model
