// Work whose end is an exit status, whatever happens.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gnomon::cli {

// Running out of memory is kUnknown; any other exception is a bug, and is reported with the command line `arguments`.
int guarded(const std::vector<std::string>& arguments, const std::function<int()>& work);

}  // namespace gnomon::cli
