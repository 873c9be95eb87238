// The pages of memory that arrays of the host lie in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace heatwave::core {

using Bytes = std::span<const std::byte>;

/// Whole pages, from `begin` to before `end`, as addresses.
struct Pages {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  friend bool operator==(const Pages&, const Pages&) = default;
};

/// The pages that these arrays touch, in growing order and none twice: arrays that share a page
/// share one stretch. Empty arrays have none. `page`: bytes of a page, a power of two.
std::vector<Pages> pages_of(std::span<const Bytes> arrays, std::uintptr_t page);

}  // namespace heatwave::core
