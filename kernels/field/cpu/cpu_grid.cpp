// Padded planes and the runs of a row.
#include "kernels/field/cpu/cpu_grid.h"

#include <algorithm>

#include "kernels/field/cells.h"

namespace heatwave::field {
namespace {

constexpr std::size_t kLine = core::kCacheLine / sizeof(float);

std::size_t padded_stride(int width) {
  const std::size_t lines = (static_cast<std::size_t>(width) + kLine - 1) / kLine;
  return lines * kLine + 2 * kLine;
}

Run::Kind kind_of(std::span<const std::uint8_t> line) {
  if (std::all_of(line.begin(), line.end(), keeps_value)) return Run::Kind::kept;
  const bool simple = std::all_of(line.begin(), line.end(), [](std::uint8_t flags) {
    return flags == 0 || keeps_value(flags);
  });
  return simple ? Run::Kind::plain : Run::Kind::special;
}

void append(std::vector<Run>& runs, Run run) {
  if (!runs.empty() && runs.back().kind == run.kind && runs.back().end == run.begin) {
    runs.back().end = run.end;
  } else {
    runs.push_back(run);
  }
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
  std::vector<Run> restored;
  const auto width = flags.size();
  for (std::size_t begin = 0; begin < width; begin += kLine) {
    const std::size_t end = std::min(width, begin + kLine);
    const Run::Kind kind = kind_of(flags.subspan(begin, end - begin));
    append(runs, {static_cast<int>(begin), static_cast<int>(end), kind});
    if (kind != Run::Kind::plain) continue;
    for (std::size_t x = begin; x < end; ++x) {
      const auto at = static_cast<int>(x);
      if (flags[x] != 0) append(restored, {at, at + 1, Run::Kind::restored});
    }
  }
  runs.insert(runs.end(), restored.begin(), restored.end());
  return runs;
}

}  // namespace heatwave::field
