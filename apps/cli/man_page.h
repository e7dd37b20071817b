// The manual pages, gnomon(1) and one for each command, in the language of man(7), written from what `gnomon --help` and `gnomon help TOPIC` are
// written from: they cannot say anything else. The build calls `gnomon help man --output DIR` for the pages that are installed.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gnomon::cli {

std::string man_page(const CLI::App& program);
// gnomon-COMMAND(1): one command alone.
std::string man_page(const CLI::App& program, const CLI::App& command);

}  // namespace gnomon::cli
