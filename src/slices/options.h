// Whether and how a model is cut (slices/sliced_engine.h).
#pragma once

#include <cstddef>

#include "base/history.h"
#include "base/post.h"
#include "slices/balance.h"

namespace gnomon::slices {

struct SliceOptions {
  std::size_t slices = 2;
  std::size_t threads = 1;
  bool only_if_it_pays = false;
  bool confirm = false;  // that all states were found
  // Nodes of the diagram of the states found so far when they are cut.
  std::size_t first_nodes = 10'000;
  Elasticity elasticity = {};
  HelperPost* helpers = nullptr;  // where slices are to work, if not in this process
  History* history = nullptr;     // where the course of the work is told, and taken from
};

}  // namespace gnomon::slices
