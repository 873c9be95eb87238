// Arrays are rounded to whole pages here, and pages that they share are joined.
#include "kernels/core/host_pages.h"

#include <algorithm>

namespace heatwave::core {

std::vector<Pages> pages_of(std::span<const Bytes> arrays, std::uintptr_t page) {
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
