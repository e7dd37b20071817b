// The texts of src/scenario/models, which are part of the library.
#pragma once

#include <string_view>
#include <vector>

namespace gnomon::scenario {

struct BundledModel {
  std::string_view name;
  std::string_view text;
};

const std::vector<BundledModel>& bundled_models();

}  // namespace gnomon::scenario
