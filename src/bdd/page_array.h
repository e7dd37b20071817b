// A growable array of plain data in pages straight from the operating system. New elements are zero and cost no memory
// before they are touched; growing moves page tables, not bytes, so that doubling a table of gigabytes does not need it
// twice for a moment. Large arrays ask for huge pages: the engine's accesses are random, and most of their time would
// otherwise go into the translation of addresses.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace gnomon::bdd {

// Whether new pages are mapped at once, which is cheaper per page, or when they are touched.
enum class Mapping { AtOnce, OnDemand };

// Untyped part. Throws std::bad_alloc, leaving the block as it was.
class Pages {
 public:
  Pages() = default;
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  Pages(Pages&& other) noexcept : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Pages& operator=(Pages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Pages();

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  void grow(std::size_t bytes, Mapping mapping);  // to at least this many; never shrinks
  void release() const;                           // gives the memory back; the bytes stay, as zeros

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;  // a multiple of the page size
};

template <class T, Mapping mapping = Mapping::OnDemand>
class PageArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  PageArray() = default;
  explicit PageArray(std::size_t size) { grow(size); }

  T* data() const { return data_; }
  T& operator[](std::size_t i) const { return data_[i]; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

  void release() const { pages_.release(); }
  void grow(std::size_t size) {
    pages_.grow(size * sizeof(T), mapping);
    data_ = static_cast<T*>(pages_.data());
    size_ = size;
  }

 private:
  Pages pages_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace gnomon::bdd
