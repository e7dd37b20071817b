// Shortest paths in the product of system and automaton (check/product.h), from sets to single states.
//
// A forward search keeps its layers
//   L_0 = start,   L_k+1 = successors(L_k) - (L_0 + ... + L_k)
// and goes only as far as the nearest target. A path is then read backwards: any target in the last layer, any of its
// predecessors in the layer before, and so on; these are preimages of single states, which are cheap. A search without
// automaton is one in the product with an automaton of one state (system_product).
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "check/product.h"
#include "explicit/program.h"

namespace gnomon::witness {

using check::Product;
using check::ProductSet;
using model::StateSet;

// There is evidence, but it is too large to be shown or cannot be found; the message says why.
class NotShown : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A state of the product.
struct Vertex {
  explicit_state::State state;
  std::uint32_t automaton = 0;
  bool operator==(const Vertex&) const = default;
};

ProductSet singleton(const Product& product, const Vertex& vertex);
bool contains(const Product& product, const ProductSet& set, const Vertex& vertex);
// A member of a non-empty set.
Vertex pick(const Product& product, const ProductSet& set);
ProductSet successors(const Product& product, const ProductSet& set);
// The marks that the automaton can collect on a step from one vertex to the other.
automata::Buchi::Marks marks_between(const Product& product, const Vertex& from, const Vertex& to);

// The system alone: steps that leave states of `through`.
Product system_product(const check::Frame& frame, const StateSet& through);

class ForwardSearch {
 public:
  // Paths from `start` through `inside`, the start included. The product must outlive the search. Raises NotShown where
  // a path would need more than `max_steps` steps.
  ForwardSearch(const Product& product, const ProductSet& start, ProductSet inside, std::size_t max_steps);

  // From a start to the nearest target, both included; empty if no path leads there.
  std::vector<Vertex> path_to(const ProductSet& target);
  const ProductSet& reached();  // everything that paths lead to

 private:
  bool advance();  // one layer more; false if there is none

  const Product* product_;
  ProductSet inside_;
  ProductSet reached_;
  std::vector<ProductSet> layers_;
  std::size_t max_steps_;
};

}  // namespace gnomon::witness
