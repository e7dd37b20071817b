// In place of the server where the program is built without the library that it needs.
#include "serve/server.h"

namespace gnomon::serve {

std::string missing_studio() {
  return "this program was built without the studio (it needs the library cpp-httplib, and GNOMON_STUDIO to be ON)";
}

std::string serve(const ServeOptions& /*options*/) {
  return missing_studio();
}

}  // namespace gnomon::serve
