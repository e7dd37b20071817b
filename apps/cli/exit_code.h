// What the program's exit status says.
#pragma once

#include <algorithm>
#include <array>

namespace gnomon::cli {

constexpr int kAllTrue = 0;
constexpr int kSomeFalse = 1;
constexpr int kBadInput = 2;  // the model, the command line, a file that cannot be read or written
constexpr int kUnknown = 3;   // a limit was reached or the run was interrupted, and no formula is false
constexpr int kInternalError = 4;

// Of several checks the one that says more: all is well, unknown, false, bad input, a bug.
inline int worse_status(int a, int b) {
  constexpr std::array<int, 5> kOrder = {kAllTrue, kUnknown, kSomeFalse, kBadInput, kInternalError};
  auto place = [&](int status) { return std::find(kOrder.begin(), kOrder.end(), status); };
  return place(a) < place(b) ? b : a;
}

}  // namespace gnomon::cli
