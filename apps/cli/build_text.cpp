#include "build_text.h"

#include <CLI/Version.hpp>
#include <fmt/format.h>
#include <gmp.h>

#include "gnomon/gnomon.h"
#include "gnomon_commit.h"

namespace gnomon::cli {

namespace {

// fmt 9.1.0 says 90100.
std::string fmt_version() {
  return fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100);
}

std::string gmp_version_text() {
  return fmt::format("{}.{}.{}", __GNU_MP_VERSION, __GNU_MP_VERSION_MINOR, __GNU_MP_VERSION_PATCHLEVEL);
}

std::string compiler() {
#ifdef __clang__
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

}  // namespace

std::string build_text() {
  return fmt::format(
      "gnomon {}\n"
      "commit     {}\n"
      "compiler   {}, {}\n"
      "libraries  fmt {}, GMP {}, CaDiCaL {}, nlohmann-json {}, CLI11 {}\n",
      api::version(), GNOMON_COMMIT, compiler(), GNOMON_BUILD_TYPE, fmt_version(), gmp_version_text(),
      GNOMON_CADICAL_VERSION, GNOMON_JSON_VERSION, CLI11_VERSION);
}

}  // namespace gnomon::cli
