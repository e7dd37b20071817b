#include "witness_report.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <system_error>

#include "gnomon/json.h"

namespace gnomon::cli {

namespace {

const char* extension(WitnessFormat format) {
  switch (format) {
    case WitnessFormat::Text:
      return "txt";
    case WitnessFormat::Json:
      return "json";
    case WitnessFormat::Dot:
      return "dot";
    case WitnessFormat::Svg:
      return "svg";
    case WitnessFormat::Html:
      return "html";
  }
  return "";
}

// Draws the graph with Graphviz, through files of a folder of its own.
std::string drawn(const std::string& dot, std::string& problem) {
  if (std::system("command -v dot >/dev/null 2>&1") != 0) {
    problem = "pictures are drawn by Graphviz, which is not installed: `apt install graphviz`, or use --witness=dot";
    return "";
  }
  std::string folder = (std::filesystem::temp_directory_path() / "gnomon-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) {
    problem = fmt::format("cannot make a folder for the picture: {}", std::strerror(errno));
    return "";
  }
  std::string picture;
  const std::string graph = folder + "/graph";
  if (std::ofstream(graph, std::ios::binary) << dot;
      std::system(fmt::format("dot -Tsvg -o '{0}.svg' '{0}' 2>/dev/null", graph).c_str()) == 0) {
    std::ostringstream text;
    text << std::ifstream(graph + ".svg", std::ios::binary).rdbuf();
    picture = text.str();
  }
  if (picture.empty()) problem = "Graphviz could not draw the witness; --witness=dot shows what it was given";
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return picture;
}

}  // namespace

WitnessFormat WitnessArguments::chosen() const {
  if (format == "json") return WitnessFormat::Json;
  if (format == "dot") return WitnessFormat::Dot;
  if (format == "svg") return WitnessFormat::Svg;
  return format == "html" ? WitnessFormat::Html : WitnessFormat::Text;
}

std::string witness_content(const api::FormulaResult& result, WitnessFormat format, std::string& problem) {
  switch (format) {
    case WitnessFormat::Text:
      return result.witness->text;
    case WitnessFormat::Json:
      return api::to_json(*result.witness);
    case WitnessFormat::Dot:
      return result.witness->dot;
    case WitnessFormat::Svg:
      return drawn(result.witness->dot, problem);
    case WitnessFormat::Html:
      return api::to_html(result);
  }
  return "";
}

std::string write_witness(const api::FormulaResult& result, WitnessFormat format, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fmt::format("cannot make the folder {}: {}", folder, error.message());
  if (!result.witness) return "";
  std::string problem;
  const std::string content = witness_content(result, format, problem);
  if (!problem.empty()) return problem;
  std::filesystem::path path =
      std::filesystem::path(folder) / fmt::format("witness_{}.{}", result.index, extension(format));
  std::ofstream file(path, std::ios::binary);
  if (file) file << content;
  file.close();
  return file ? "" : fmt::format("cannot write {}: {}", path.string(), std::strerror(errno));
}

}  // namespace gnomon::cli
