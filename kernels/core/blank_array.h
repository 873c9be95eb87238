// A BlankArray starts as zeros and takes physical memory only for pages that are written. A large
// array that stays blank costs nothing, and the threads that write it first touch each page once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include "kernels/core/aligned.h"

namespace heatwave::core {

/// The array starts at a given place in a page of kPage bytes.
template <typename T>
class BlankArray {
  static_assert(std::is_arithmetic_v<T>);

 public:
  BlankArray() = default;
  /// `place` is the distance from the beginning of a page, a whole number of cache lines in bytes.
  explicit BlankArray(std::size_t size, std::size_t place = 0)
      : memory_(std::calloc(size * sizeof(T) + place + kPage, 1)), size_(size) {
    if (memory_ == nullptr) throw std::bad_alloc();
    void* begin = memory_.get();
    std::size_t space = size * sizeof(T) + place + kPage;
    begin_ = static_cast<T*>(std::align(kPage, size * sizeof(T) + place, begin, space)) +
             place / sizeof(T);
  }

  [[nodiscard]] T* data() { return begin_; }
  [[nodiscard]] const T* data() const { return begin_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T* begin() { return begin_; }
  [[nodiscard]] T* end() { return begin_ + size_; }
  [[nodiscard]] T& operator[](std::size_t i) { return begin_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return begin_[i]; }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  std::unique_ptr<void, Free> memory_;
  T* begin_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace heatwave::core
