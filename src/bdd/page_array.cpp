#include "bdd/page_array.h"

#include <cstdint>
#include <new>
#include <sys/mman.h>

namespace gnomon::bdd {

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{1} << 21;

std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

void* map(std::size_t bytes) {
  void* block = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) throw std::bad_alloc();
  return block;
}

// A block that starts at a multiple of the huge page size: map more, give back both ends.
void* map_aligned(std::size_t bytes) {
  auto* block = static_cast<char*>(map(bytes + kHugePage));
  const std::size_t lead = (kHugePage - reinterpret_cast<std::uintptr_t>(block) % kHugePage) % kHugePage;
  if (lead > 0) ::munmap(block, lead);
  if (lead < kHugePage) ::munmap(block + lead + bytes, kHugePage - lead);
  return block + lead;
}

}  // namespace

Pages::~Pages() {
  if (data_ != nullptr) ::munmap(data_, bytes_);
}

void Pages::release() const {
  if (data_ != nullptr) ::madvise(data_, bytes_, MADV_DONTNEED);
}

void Pages::grow(std::size_t bytes, Mapping mapping) {
  if (bytes <= bytes_) return;
  const std::size_t old_bytes = bytes_;
  const bool huge = bytes >= kHugePage;
  bytes = round_up(bytes, huge ? kHugePage : kPage);
  if (data_ == nullptr) {
    data_ = huge ? map_aligned(bytes) : map(bytes);
  } else if (::mremap(data_, bytes_, bytes, 0) == MAP_FAILED) {
    void* target = huge ? map_aligned(bytes) : map(bytes);
    if (::mremap(data_, bytes_, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, target) == MAP_FAILED) {
      ::munmap(target, bytes);
      throw std::bad_alloc();
    }
    data_ = target;
  }
  bytes_ = bytes;
  // Advice only: where it is refused, the array works with small pages that come one by one.
  if (huge) ::madvise(data_, bytes_, MADV_HUGEPAGE);
#ifdef MADV_POPULATE_WRITE
  if (!huge && mapping == Mapping::AtOnce) {
    ::madvise(static_cast<char*>(data_) + old_bytes, bytes_ - old_bytes, MADV_POPULATE_WRITE);
  }
#else
  static_cast<void>(mapping);
  static_cast<void>(old_bytes);
#endif
}

}  // namespace gnomon::bdd
