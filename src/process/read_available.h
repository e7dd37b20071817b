// What can be read from a descriptor at once.
#pragma once

#include <array>
#include <cerrno>
#include <cstddef>
#include <limits>
#include <string>
#include <unistd.h>

namespace gnomon::process {

// Appends it, until there are more than `most` bytes; true when nothing more will ever come.
inline bool read_available(int from, std::string& into, std::size_t most = std::numeric_limits<std::size_t>::max()) {
  std::array<char, 65536> buffer{};
  while (into.size() < most) {
    const ssize_t count = read(from, buffer.data(), buffer.size());
    if (count > 0) {
      into.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0) {
      return true;
    } else if (errno != EINTR) {
      return errno != EAGAIN && errno != EWOULDBLOCK;
    }
  }
  return false;
}

}  // namespace gnomon::process
