#include "guarded.h"

#include <exception>
#include <fmt/format.h>
#include <new>

#include "exit_code.h"
#include "gnomon/gnomon.h"
#include "terminal.h"

namespace gnomon::cli {

int guarded(const std::vector<std::string>& arguments, const std::function<int()>& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    complain("out of memory");
    return kUnknown;
  } catch (const std::exception& error) {
    complain(
        fmt::format("internal error: {}\n"
                    "This is a bug in gnomon {}. Please report it with the model and the command line:",
                    error.what(), api::version()));
    std::string command = "  gnomon";
    for (const std::string& argument : arguments) command += fmt::format(" '{}'", argument);
    say(command);
    return kInternalError;
  }
}

}  // namespace gnomon::cli
