#include "serve/embedded.h"

#include <algorithm>

namespace gnomon::serve {

const EmbeddedFile* find_embedded(std::string_view name) {
  const std::vector<EmbeddedFile>& all = embedded_files();
  auto found = std::find_if(all.begin(), all.end(), [&](const EmbeddedFile& file) { return file.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace gnomon::serve
