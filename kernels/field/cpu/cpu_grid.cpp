// Padded planes and the runs of a row.
#include "kernels/field/cpu/cpu_grid.h"

#include <algorithm>

namespace heatwave::field {
namespace {

constexpr std::size_t kLine = core::kCacheLine / sizeof(float);

std::size_t padded_stride(int width) {
  const std::size_t lines = (static_cast<std::size_t>(width) + kLine - 1) / kLine;
  return lines * kLine + 2 * kLine;
}

}  // namespace

PaddedPlane::PaddedPlane(core::Extent extent)
    : extent_(extent),
      stride_(padded_stride(extent.width)),
      cells_(stride_ * static_cast<std::size_t>(extent.height)) {}

std::uint64_t PaddedPlane::bytes(core::Extent extent) {
  return padded_stride(extent.width) * static_cast<std::uint64_t>(extent.height) * sizeof(float);
}

void PaddedPlane::write(core::Rect area, std::span<const float> dense) {
  for (int y = area.y0; y < area.y1; ++y) {
    std::copy_n(dense.data() + area.index(area.x0, y), area.width(), row(y) + area.x0);
    wrap_row(y);
  }
}

void PaddedPlane::read(core::Rect area, std::span<float> dense) const {
  for (int y = area.y0; y < area.y1; ++y) {
    std::copy_n(row(y) + area.x0, area.width(), dense.data() + area.index(area.x0, y));
  }
}

std::vector<Run> runs_of(std::span<const std::uint8_t> flags) {
  std::vector<Run> runs;
  const int width = static_cast<int>(flags.size());
  for (int begin = 0; begin < width; begin += static_cast<int>(kLine)) {
    const int end = std::min(width, begin + static_cast<int>(kLine));
    const bool special = std::any_of(flags.begin() + begin, flags.begin() + end,
                                     [](std::uint8_t flag) { return flag != 0; });
    if (!runs.empty() && runs.back().special == special) {
      runs.back().end = end;
    } else {
      runs.push_back({begin, end, special});
    }
  }
  return runs;
}

}  // namespace heatwave::field
