// What may help where a verdict is unknown, in the words of the command line.
#pragma once

#include <string>

#include "gnomon/gnomon.h"

namespace gnomon::api {

// "a longer --timeout or --bounded may decide it"; empty if nothing comes to mind. `bounded`: in bounded checking.
std::string advice(ReasonKind kind, const RunOptions& options, bool bounded);

}  // namespace gnomon::api
