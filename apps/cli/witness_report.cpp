#include "witness_report.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <system_error>

#include "gnomon/json.h"

namespace gnomon::cli {

namespace {

std::string content(const api::FormulaResult& result, WitnessFormat format) {
  switch (format) {
    case WitnessFormat::Text:
      return result.witness->text;
    case WitnessFormat::Dot:
      return result.witness->dot;
    case WitnessFormat::Json:
      return api::to_json(*result.witness);
  }
  return "";
}

const char* extension(WitnessFormat format) {
  switch (format) {
    case WitnessFormat::Text:
      return "txt";
    case WitnessFormat::Dot:
      return "dot";
    case WitnessFormat::Json:
      return "json";
  }
  return "";
}

}  // namespace

WitnessFormat WitnessArguments::chosen() const {
  if (format == "dot") return WitnessFormat::Dot;
  return format == "json" ? WitnessFormat::Json : WitnessFormat::Text;
}

std::string witness_lines(const api::FormulaResult& result, WitnessFormat format) {
  if (result.witness) return content(result, format) + (format == WitnessFormat::Text ? "\n" : "");
  if (format != WitnessFormat::Text) return "";
  const char* kind = result.verdict == api::Verdict::False ? "counterexample" : "witness";
  return fmt::format("  (no {}: {})\n", kind, result.no_witness);
}

std::string write_witness(const api::FormulaResult& result, WitnessFormat format, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fmt::format("cannot make the folder {}: {}", folder, error.message());
  if (!result.witness) return "";
  std::filesystem::path path =
      std::filesystem::path(folder) / fmt::format("witness_{}.{}", result.index, extension(format));
  std::ofstream file(path, std::ios::binary);
  if (file) file << content(result, format);
  file.close();
  return file ? "" : fmt::format("cannot write {}: {}", path.string(), std::strerror(errno));
}

}  // namespace gnomon::cli
