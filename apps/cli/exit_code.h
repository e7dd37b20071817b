// What the program's exit status says.
#pragma once

namespace gnomon::cli {

enum ExitCode : int {
  kAllTrue = 0,
  kSomeFalse = 1,
  kBadInput = 2,  // the model, the command line, a file that cannot be read or written
  kUnknown = 3,   // a limit was reached or the run was interrupted, and no formula is false
  kInternalError = 4,
};

}  // namespace gnomon::cli
