// An array that grows without moving: chunks of equal size. So growing never takes twice the memory, and what lies
// beyond the end of the last chunk is not touched.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace gnomon::enumerate {

template <class T>
class Chunks {
 public:
  std::size_t size() const { return size_; }
  const T& operator[](std::size_t i) const { return chunks_[i >> kBits][i & kMask]; }
  T& operator[](std::size_t i) { return chunks_[i >> kBits][i & kMask]; }
  void push_back(const T& item) {
    if ((size_ & kMask) == 0 && (size_ >> kBits) == chunks_.size()) {
      chunks_.push_back(std::make_unique_for_overwrite<T[]>(std::size_t{1} << kBits));
    }
    chunks_[size_ >> kBits][size_ & kMask] = item;
    ++size_;
  }
  // Drops what is beyond.
  void shrink(std::size_t size) { size_ = size; }
  std::size_t bytes() const { return (chunks_.size() * sizeof(T)) << kBits; }

 private:
  static constexpr std::size_t kBits = 14;
  static constexpr std::size_t kMask = (std::size_t{1} << kBits) - 1;
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace gnomon::enumerate
