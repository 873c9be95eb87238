// Padded planes are copied here, and rows are split into runs.
#include "kernels/field/cpu/cpu_grid.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "kernels/field/cells.h"

namespace heatwave::field {
namespace {

constexpr std::size_t kLine = core::kCacheLine / sizeof(float);
static_assert(kLine == kLineCells);

std::size_t padded_stride(int width) {
  const std::size_t lines = (static_cast<std::size_t>(width) + kLine - 1) / kLine;
  return lines * kLine + 2 * kLine;
}

std::uint8_t contents_of(std::span<const std::uint8_t> line) {
  // Most lines of a large grid are plain, so one comparison tests a whole line first.
  static constexpr std::array<std::uint8_t, kLineCells> kPlain{};
  if (std::memcmp(line.data(), kPlain.data(), line.size()) == 0) return kHasFree;
  unsigned contents = 0;
  for (const std::uint8_t flags : line) {
    if (is_fixed(flags)) {
      contents |= kHasFixed;
      continue;
    }
    contents |= kHasFree;
    if ((flags & kAbsorb) != 0) continue;
    if ((flags & kMedium) != 0) contents |= kHasMedium;
    if ((flags & ~kMedium) != 0) contents |= kHasOther;
  }
  return static_cast<std::uint8_t>(contents);
}

Run::Kind kind_of(unsigned contents) {
  if ((contents & kHasFree) == 0) return Run::Kind::fixed;
  if ((contents & kHasOther) != 0) return Run::Kind::any;
  if ((contents & kHasMedium) != 0) return Run::Kind::medium;
  return (contents & kHasFixed) != 0 ? Run::Kind::held : Run::Kind::plain;
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

void PaddedPlane::clear() {
  const std::size_t size = cells_.size();
  cells_ = {};
  cells_ = core::BlankArray<float>(size);
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

std::vector<PaddedPlane> blank_planes(core::Extent extent, std::size_t components) {
  std::vector<PaddedPlane> planes;
  planes.reserve(components);
  for (std::size_t c = 0; c < components; ++c) planes.emplace_back(extent);
  return planes;
}

std::vector<std::uint8_t> line_contents(std::span<const std::uint8_t> flags) {
  std::vector<std::uint8_t> contents;
  contents.reserve((flags.size() + kLineCells - 1) / kLineCells);
  for (std::size_t x = 0; x < flags.size(); x += kLineCells) {
    contents.push_back(
        contents_of(flags.subspan(x, std::min<std::size_t>(kLineCells, flags.size() - x))));
  }
  return contents;
}

std::vector<Run> runs_of(std::span<const std::uint8_t> contents, int width) {
  std::vector<Run> runs;
  for (std::size_t line = 0; line < contents.size(); ++line) {
    const int begin = static_cast<int>(line) * kLineCells;
    append(runs, {begin, std::min(width, begin + kLineCells), kind_of(contents[line])});
  }
  return runs;
}

}  // namespace heatwave::field
