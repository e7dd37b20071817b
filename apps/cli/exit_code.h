// What the program's exit status says.
#pragma once

namespace gnomon::cli {

constexpr int kAllTrue = 0;
constexpr int kSomeFalse = 1;
constexpr int kBadInput = 2;  // the model, the command line, a file that cannot be read or written
constexpr int kUnknown = 3;   // a limit was reached or the run was interrupted, and no formula is false
constexpr int kInternalError = 4;

}  // namespace gnomon::cli
