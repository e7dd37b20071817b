// Files that are a part of the program: the page of the studio (`page/index.html` and what it needs) and the example
// models (`examples/...`). The build puts them there; without ./dev studio there is no page among them.
#pragma once

#include <string_view>
#include <vector>

namespace gnomon::serve {

struct EmbeddedFile {
  std::string_view name;
  std::string_view content;
};

const std::vector<EmbeddedFile>& embedded_files();
// Null if there is none of this name.
const EmbeddedFile* find_embedded(std::string_view name);

}  // namespace gnomon::serve
