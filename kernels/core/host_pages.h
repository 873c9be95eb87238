// The memory pages that contain host arrays are computed here.
#pragma once

#include <algorithm>
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
inline std::vector<Pages> pages_of(std::span<const Bytes> arrays, std::uintptr_t page) {
  std::vector<Pages> touched;
  for (const Bytes& array : arrays) {
    if (array.empty()) continue;
    const auto begin = reinterpret_cast<std::uintptr_t>(array.data());
    touched.push_back({begin & ~(page - 1), (begin + array.size() + page - 1) & ~(page - 1)});
  }
  std::sort(touched.begin(), touched.end(),
            [](const Pages& a, const Pages& b) { return a.begin < b.begin; });
  std::vector<Pages> joined;
  for (const Pages& each : touched) {
    if (joined.empty() || each.begin >= joined.back().end) {
      joined.push_back(each);
    } else {
      joined.back().end = std::max(joined.back().end, each.end);
    }
  }
  return joined;
}

}  // namespace heatwave::core
