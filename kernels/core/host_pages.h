// The memory pages that contain host arrays are computed here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace heatwave::core {

using Bytes = std::span<const std::byte>;

/// Whole pages from address `begin` up to but not including `end`.
struct Pages {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  friend bool operator==(const Pages&, const Pages&) = default;
};

/// Returns the pages that these arrays touch, in ascending order without duplicates: arrays that
/// share a page share one range. Empty arrays have none. `page`: bytes in a page, a power of two.
std::vector<Pages> pages_of(std::span<const Bytes> arrays, std::uintptr_t page);

}  // namespace heatwave::core
