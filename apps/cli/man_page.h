// The manual page gnomon(1), in the language of man(7), written from what `gnomon --help` and `gnomon help TOPIC` are
// written from: it cannot say anything else. The build calls `gnomon help man` for the page that is installed.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gnomon::cli {

std::string man_page(const CLI::App& program);

}  // namespace gnomon::cli
