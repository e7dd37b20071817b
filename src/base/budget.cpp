#include "base/budget.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fcntl.h>
#include <limits>
#include <string_view>
#include <unistd.h>

namespace gnomon {

void Budget::poll(std::uint64_t work) const {
  if (interrupt != nullptr && interrupt->load(std::memory_order_relaxed)) {
    throw LimitReached(Limit::Interrupt, "interrupted");
  }
  if (deadline && Clock::now() >= *deadline) throw LimitReached(Limit::Time, "time limit reached");
  if (memory_left() == 0) throw LimitReached(Limit::Memory, "memory limit reached");
  if (tick) tick();
  if (!work_left) return;
  *work_left -= std::min(work, *work_left);
  if (*work_left == 0) throw LimitReached(Limit::Work, "the attempt took too long");
}

std::size_t Budget::memory_left() const {
  if (process_bytes == 0) return std::numeric_limits<std::size_t>::max();
  const std::size_t used = resident_memory();
  return used < process_bytes ? process_bytes - used : 0;
}

namespace {

// The beginning of a file of the system, as far as the buffer goes. Plain system calls: this is called often, and must
// work when memory is short.
template <std::size_t size>
std::string_view read_start(const char* path, std::array<char, size>& buffer) {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t length = ::read(file, buffer.data(), buffer.size());
  ::close(file);
  return {buffer.data(), length > 0 ? static_cast<std::size_t>(length) : 0};
}

std::size_t number_in(std::string_view text) {
  const std::size_t first = std::min(text.find_first_of("0123456789"), text.size());
  std::size_t number = 0;
  std::from_chars(text.data() + first, text.data() + text.size(), number);
  return number;
}

}  // namespace

// The second number of /proc/self/statm, in pages.
std::size_t resident_memory() {
  std::array<char, 128> buffer{};
  const std::string_view text = read_start("/proc/self/statm", buffer);
  return number_in(text.substr(std::min(text.find(' '), text.size()))) *
         static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// What getrusage tells may be the peak of the process that started this one.
std::size_t peak_resident_memory() {
  std::array<char, 4096> buffer{};
  const std::string_view text = read_start("/proc/self/status", buffer);
  constexpr std::size_t kUnit = 1024;
  return number_in(text.substr(std::min(text.find("VmHWM:"), text.size()))) * kUnit;
}

}  // namespace gnomon
