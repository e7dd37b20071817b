// The texts of `gnomon help TOPIC`.
#pragma once

#include <string_view>
#include <vector>

namespace gnomon::cli {

struct HelpTopic {
  std::string_view name;
  std::string_view summary;
  std::string_view text;
};

const std::vector<HelpTopic>& help_topics();

}  // namespace gnomon::cli
