#include "serve/http/catalogue.h"

#include <string>
#include <utility>

#include "gnomon/gnomon.h"
#include "serve/embedded.h"

namespace gnomon::serve {

namespace {

// The comment at the beginning, up to the end of its first sentence or of the comment.
std::string title_of(std::string_view text) {
  std::string title;
  while (text.starts_with("--")) {
    std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(2, end - 2);
    line.remove_prefix(std::min(line.find_first_not_of(" -"), line.size()));
    if (line.empty()) break;
    title += (title.empty() ? "" : " ") + std::string(line);
    if (std::size_t stop = title.find(". "); stop != std::string::npos) return title.substr(0, stop + 1);
    if (title.ends_with(".")) break;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return title;
}

std::string stem(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  return std::string(name.substr(0, name.find('.')));
}

}  // namespace

Json catalogue() {
  Json list = Json::array();
  auto add = [&](const char* group, const std::string& name, const std::string& title, std::string_view text) {
    list.push_back({{"group", group}, {"name", name}, {"title", title}, {"text", text}});
  };
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.name.starts_with("examples/")) continue;
    const bool parametric = file.name.starts_with("examples/parametric/");
    add(parametric ? "Parametric examples" : "Examples", stem(file.name), title_of(file.content), file.content);
  }
  // A description begins with the name and goes on with a line that says what it is.
  for (const std::string& description : api::describe_scenarios()) {
    std::string name = description.substr(0, description.find_first_of(" \n"));
    api::GeneratedModel model = api::scenario_source(name);
    if (!model.errors.empty()) continue;
    std::size_t begin = description.find_first_not_of(" \n", name.size());
    std::size_t end = description.find('\n', begin);
    add("Scenarios", name, begin == std::string::npos ? "" : description.substr(begin, end - begin), model.text);
  }
  return list;
}

}  // namespace gnomon::serve
