// Padded planes are placed and copied here, and rows are split into runs.
#include "kernels/field/cpu/cpu_grid.h"

#include <algorithm>
#include <array>
#include <cstdlib>
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

constexpr int kLinesOfPage = static_cast<int>(core::kPage / core::kCacheLine);

/// Returns the distance between two cache lines of a page, in lines. The page counts as a ring.
int lines_apart(int a, int b) {
  const int apart = std::abs(a - b) % kLinesOfPage;
  return std::min(apart, kLinesOfPage - apart);
}

/// Chooses the cache line within a memory page where each plane of a field begins.
class PlacesInPage {
 public:
  PlacesInPage(core::Extent extent, int rows)
      : row_lines_(static_cast<int>(padded_stride(extent.width) / kLine)), rows_(rows) {}

  /// Returns the place, in bytes, of a plane that is read or written while the planes at `others`
  /// are written or read: its rows are as far as possible from theirs.
  std::size_t find(std::span<const std::size_t> others) {
    int best = 0;
    int widest = -1;
    for (int line = 0; line < kLinesOfPage; ++line) {
      const bool is_free = std::all_of(taken_.begin(), taken_.end(), [&](int taken) {
        return lines_apart(line, taken) >= kLinesApart;
      });
      if (!is_free) continue;
      int nearest = kLinesOfPage;
      for (const std::size_t other : others) {
        for (int row = -rows_; row <= rows_; ++row) {
          const int there = static_cast<int>(other / core::kCacheLine) + row * row_lines_;
          nearest = std::min(nearest, lines_apart(line, there));
        }
      }
      if (nearest > widest) {
        widest = nearest;
        best = line;
      }
    }
    taken_.push_back(best);
    return static_cast<std::size_t>(best) * core::kCacheLine;
  }

 private:
  /// Measured: from four lines on, no load waits for a store.
  static constexpr int kLinesApart = 5;

  int row_lines_;
  int rows_;  ///< rows that are stepped at once
  std::vector<int> taken_;
};

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

PaddedPlane::PaddedPlane(core::Extent extent, std::size_t place)
    : extent_(extent),
      place_(place),
      stride_(padded_stride(extent.width)),
      cells_(stride_ * static_cast<std::size_t>(extent.height), place) {}

std::uint64_t PaddedPlane::bytes(core::Extent extent) {
  return padded_stride(extent.width) * static_cast<std::uint64_t>(extent.height) * sizeof(float);
}

void PaddedPlane::clear() {
  const std::size_t size = cells_.size();
  cells_ = {};
  cells_ = core::BlankArray<float>(size, place_);
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

PlanePlaces plane_places(core::Extent extent, std::size_t components) {
  PlacesInPage page(extent, rows_at_once(static_cast<int>(components)));
  PlanePlaces places;
  for (std::size_t c = 0; c < components; ++c) places.newest.push_back(page.find({}));
  for (std::size_t c = 0; c < components; ++c) places.other.push_back(page.find(places.newest));
  std::vector<std::size_t> written = places.newest;
  written.insert(written.end(), places.other.begin(), places.other.end());
  places.factors = page.find(written);
  places.flags = page.find({});
  return places;
}

std::vector<PaddedPlane> blank_planes(core::Extent extent, std::span<const std::size_t> places) {
  std::vector<PaddedPlane> planes;
  planes.reserve(places.size());
  for (const std::size_t place : places) planes.emplace_back(extent, place);
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
