#include "base/budget.h"

#include <array>
#include <charconv>
#include <fcntl.h>
#include <limits>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>

namespace gnomon {

void Budget::poll() const {
  if (interrupt != nullptr && interrupt->load(std::memory_order_relaxed)) {
    throw LimitReached(Limit::Interrupt, "interrupted");
  }
  if (deadline && Clock::now() >= *deadline) throw LimitReached(Limit::Time, "time limit reached");
  if (memory_left() == 0) throw LimitReached(Limit::Memory, "memory limit reached");
  if (tick) tick();
}

std::size_t Budget::memory_left() const {
  if (process_bytes == 0) return std::numeric_limits<std::size_t>::max();
  const std::size_t used = resident_memory();
  return used < process_bytes ? process_bytes - used : 0;
}

// The second number of /proc/self/statm, in pages. Plain system calls: this is called often, and must work when memory
// is short.
std::size_t resident_memory() {
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 128> buffer{};
  const ssize_t length = ::read(file, buffer.data(), buffer.size());
  ::close(file);
  if (length <= 0) return 0;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(length));
  const std::size_t second = text.find(' ') + 1;
  std::size_t pages = 0;
  std::from_chars(text.data() + second, text.data() + text.size(), pages);
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t peak_resident_memory() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  constexpr std::size_t kUnit = 1024;  // Linux counts kilobytes
  return static_cast<std::size_t>(usage.ru_maxrss) * kUnit;
}

}  // namespace gnomon
