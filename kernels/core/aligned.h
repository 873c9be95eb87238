// AlignedVector is a vector whose elements start at a cache line, for rows that SIMD code
// processes.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace heatwave::core {

inline constexpr std::size_t kCacheLine = 64;
/// Processors first compare a load with the stores before it by their addresses within a page of
/// this size.
inline constexpr std::size_t kPage = 4096;

template <typename T>
struct CacheLineAllocator {
  using value_type = T;
  CacheLineAllocator() = default;
  template <typename U>
  explicit CacheLineAllocator(const CacheLineAllocator<U>& /*other*/) {}

  T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{kCacheLine}));
  }
  void deallocate(T* p, std::size_t /*n*/) { ::operator delete (p, std::align_val_t{kCacheLine}); }

  template <typename U>
  bool operator==(const CacheLineAllocator<U>& /*other*/) const {
    return true;
  }
};

template <typename T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace heatwave::core
