// Sets kept as sorted arrays.
#pragma once

#include <algorithm>
#include <vector>

namespace gnomon {

// Makes a set of a list: sorted, each element once.
template <class T>
void sort_unique(std::vector<T>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

}  // namespace gnomon
