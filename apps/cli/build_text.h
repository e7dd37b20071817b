// What this program was built from: `gnomon --version -v`, for reports of bugs.
#pragma once

#include <string>

namespace gnomon::cli {

std::string build_text();

}  // namespace gnomon::cli
