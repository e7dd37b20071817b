#include "witness/lasso_search.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "check/fixpoints.h"

namespace gnomon::witness {

using Marks = automata::Buchi::Marks;

namespace {

// Which vertices and steps meet which goal: first the frame's fairness sets, then the marks one by one.
template <class S>
class Goals {
 public:
  using Product = check::ProductOf<S>;
  using ProductSet = ProductSetIn<S>;
  using Vertex = VertexOf<S>;

  Goals(const Product& product, Marks marks) : product_(product) {
    for (Marks bit = 1; bit != 0; bit <<= 1) {
      if ((marks & bit) != 0) marks_.push_back(bit);
    }
  }

  std::size_t size() const { return fairness().size() + marks_.size(); }
  bool is_mark(std::size_t goal) const { return goal >= fairness().size(); }
  // Fairness: where the goal is met. Mark: from where a step inside the region meets it.
  ProductSet places(std::size_t goal, const ProductSet& region) const {
    if (!is_mark(goal)) return region & ProductSet(product_.states(), fairness()[goal]);
    ProductSet places = product_.none();
    for (const auto& edge : product_.edges()) {
      if ((edge.marks & mark(goal)) == 0 || region[edge.to].empty()) continue;
      places[edge.from] |= product_.space().predecessors(region[edge.to]) & edge.guard & region[edge.from];
    }
    return places;
  }
  // Where a step from `from` that meets the mark leads inside the region.
  ProductSet marked_step(std::size_t goal, const Vertex& from, const ProductSet& region) const {
    std::vector<typename Product::Edge> marked;
    for (const auto& edge : product_.edges()) {
      if ((edge.marks & mark(goal)) != 0) marked.push_back(edge);
    }
    Product part(product_.space(), product_.states(), std::move(marked));
    return successors(part, singleton(product_, from)) & region;
  }
  bool met_at(std::size_t goal, const Vertex& vertex) const {
    return !is_mark(goal) && PointsOf<S>::contains(product_.space(), fairness()[goal], vertex.state);
  }
  bool met_by(std::size_t goal, Marks marks) const { return is_mark(goal) && (marks & mark(goal)) != 0; }

 private:
  const std::vector<typename S::Set>& fairness() const { return product_.space().fairness(); }
  Marks mark(std::size_t goal) const { return marks_[goal - fairness().size()]; }

  const Product& product_;
  std::vector<Marks> marks_;
};

// A walk that remembers where it met each goal last.
template <class S>
class Walk {
 public:
  using Product = check::ProductOf<S>;
  using Vertex = VertexOf<S>;

  Walk(const Product& product, const Goals<S>& goals, Vertex first)
      : product_(product), goals_(goals), met_(goals.size()), vertices_{std::move(first)} {
    note_vertex();
  }

  const std::vector<Vertex>& vertices() const { return vertices_; }
  const Vertex& end() const { return vertices_.back(); }
  bool met(std::size_t goal) const { return met_[goal].has_value(); }
  // A loop from this position to the end and back meets all goals that the walk has met.
  std::size_t latest_loop() const {
    std::size_t latest = vertices_.size() - 1;
    for (const auto& position : met_) {
      if (position) latest = std::min(latest, *position);
    }
    return latest;
  }

  void step(Vertex next) {
    Marks marks = marks_between(product_, end(), next);
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      if (goals_.met_by(g, marks)) met_[g] = vertices_.size() - 1;
    }
    vertices_.push_back(std::move(next));
    note_vertex();
  }
  // The rest of a path that begins where the walk ends.
  void follow(const std::vector<Vertex>& path) {
    for (std::size_t i = 1; i < path.size(); ++i) step(path[i]);
  }

 private:
  void note_vertex() {
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      if (goals_.met_at(g, end())) met_[g] = vertices_.size() - 1;
    }
  }

  const Product& product_;
  const Goals<S>& goals_;
  std::vector<std::optional<std::size_t>> met_;
  std::vector<Vertex> vertices_;
};

template <class S>
class LassoSearch {
 public:
  using Product = check::ProductOf<S>;
  using ProductSet = ProductSetIn<S>;
  using Vertex = VertexOf<S>;
  using VertexLasso = VertexLassoOf<S>;
  using ForwardSearch = ForwardSearchIn<S>;

  LassoSearch(const Product& product, const ProductSet& start, const ProductSet& inside, const ProductSet& target,
              Marks marks, std::size_t max_steps)
      : product_(product),
        goals_(product, marks),
        prefix_(product, start, inside, max_steps),
        target_(target),
        max_steps_(max_steps) {}

  VertexLasso run() {
    std::vector<Vertex> path = prefix_.path_to(target_);
    if (path.empty()) throw std::logic_error("no accepting path starts here");
    Vertex at = path.back();
    ProductSet region = target_;
    while (true) {
      if (std::optional<VertexLasso> found = loop_from(at, region)) return with_shortest_prefix(*found);
      region = behind(at, region);
      std::vector<Vertex> onwards =
          ForwardSearch(product_, singleton(product_, at), target_, max_steps_).path_to(region);
      if (onwards.empty()) throw std::logic_error("an accepting path has no accepting loop");
      at = onwards.back();
    }
  }

 private:
  // Visits the goals in turn, nearest first, and returns. None: a goal or the way back is out of reach.
  std::optional<VertexLasso> loop_from(const Vertex& first, const ProductSet& region) {
    Walk<S> walk(product_, goals_, first);
    while (true) {
      ProductSet open = product_.none();
      for (std::size_t g = 0; g < goals_.size(); ++g) {
        if (!walk.met(g)) open = open | goals_.places(g, region);
      }
      if (open.empty()) {
        for (std::size_t g = 0; g < goals_.size(); ++g) {
          if (!walk.met(g)) return std::nullopt;
        }
        break;
      }
      std::vector<Vertex> path = search(walk.end(), region).path_to(open);
      if (path.empty()) return std::nullopt;
      walk.follow(path);
      for (std::size_t g = 0; g < goals_.size(); ++g) {
        if (walk.met(g) || !goals_.is_mark(g)) continue;
        ProductSet next = goals_.marked_step(g, walk.end(), region);
        if (next.empty()) continue;
        walk.step(pick(product_, next));
        break;
      }
    }
    return closed(walk, region);
  }

  // At least one step from the end of the walk back to it.
  std::optional<VertexLasso> closed(const Walk<S>& walk, const ProductSet& region) {
    std::size_t latest = walk.latest_loop();
    ProductSet back = product_.none();
    for (std::size_t i = 0; i <= latest; ++i) back = back | singleton(product_, walk.vertices()[i]);
    ProductSet next = successors(product_, singleton(product_, walk.end())) & region;
    std::vector<Vertex> path = ForwardSearch(product_, next, region, max_steps_).path_to(back);
    if (path.empty()) return std::nullopt;
    VertexLasso lasso{walk.vertices(), latest};
    while (!(walk.vertices()[lasso.loop] == path.back())) --lasso.loop;
    lasso.vertices.insert(lasso.vertices.end(), path.begin(), path.end() - 1);
    return lasso;
  }

  // What lies strictly behind a vertex: cycles, and what is between them.
  ProductSet behind(const Vertex& vertex, const ProductSet& region) {
    ProductSet start = singleton(product_, vertex);
    constexpr std::size_t kAnyLength = static_cast<std::size_t>(-1);
    ProductSet after = ForwardSearch(product_, start, region, kAnyLength).reached();
    after = after - check::until(product_, after, start);
    while (true) {
      ProductSet core = after & successors(product_, after) & product_.predecessors(after);
      if (core == after) return core;
      after = core;
    }
  }

  VertexLasso with_shortest_prefix(const VertexLasso& found) {
    std::vector<Vertex> cycle(found.vertices.begin() + static_cast<std::ptrdiff_t>(found.loop), found.vertices.end());
    ProductSet targets = product_.none();
    for (const Vertex& vertex : cycle) targets = targets | singleton(product_, vertex);
    std::vector<Vertex> path = prefix_.path_to(targets);
    std::rotate(cycle.begin(), std::find(cycle.begin(), cycle.end(), path.back()), cycle.end());
    VertexLasso lasso{std::move(path), 0};
    lasso.loop = lasso.vertices.size() - 1;
    lasso.vertices.insert(lasso.vertices.end(), cycle.begin() + 1, cycle.end());
    return lasso;
  }

  ForwardSearch search(const Vertex& from, const ProductSet& region) const {
    return ForwardSearch(product_, singleton(product_, from), region, max_steps_);
  }

  const Product& product_;
  Goals<S> goals_;
  ForwardSearch prefix_;
  const ProductSet& target_;
  std::size_t max_steps_;
};

}  // namespace

template <class S>
VertexLassoOf<S> find_lasso(const check::ProductOf<S>& product, const ProductSetIn<S>& start,
                            const ProductSetIn<S>& inside, const ProductSetIn<S>& target, Marks marks,
                            std::size_t max_steps) {
  return LassoSearch<S>(product, start, inside, target, marks, max_steps).run();
}

template VertexLasso find_lasso(const Product& product, const ProductSet& start, const ProductSet& inside,
                                const ProductSet& target, Marks marks, std::size_t max_steps);
template VertexLassoOf<enumerate::Space> find_lasso(const check::ProductOf<enumerate::Space>& product,
                                                    const ProductSetIn<enumerate::Space>& start,
                                                    const ProductSetIn<enumerate::Space>& inside,
                                                    const ProductSetIn<enumerate::Space>& target, Marks marks,
                                                    std::size_t max_steps);
template VertexLassoOf<recall::MemoryGraph> find_lasso(const check::ProductOf<recall::MemoryGraph>& product,
                                                       const ProductSetIn<recall::MemoryGraph>& start,
                                                       const ProductSetIn<recall::MemoryGraph>& inside,
                                                       const ProductSetIn<recall::MemoryGraph>& target, Marks marks,
                                                       std::size_t max_steps);

}  // namespace gnomon::witness
