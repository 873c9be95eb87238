// The memory of a CPU solver: padded rows of floats, flags, and which stretches of a row are plain.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/aligned.h"
#include "kernels/core/geometry.h"

namespace heatwave::field {

/// Rows with room for one more column on either side, each starting at a cache line.
class PaddedPlane {
 public:
  explicit PaddedPlane(core::Extent extent);

  [[nodiscard]] float* row(int y) { return cells_.data() + offset(y); }
  [[nodiscard]] const float* row(int y) const { return cells_.data() + offset(y); }
  [[nodiscard]] std::size_t stride() const { return stride_; }
  [[nodiscard]] core::Extent extent() const { return extent_; }

  /// Lets the column beyond either end of a row show the opposite end.
  void wrap_row(int y) {
    float* cells = row(y);
    cells[-1] = cells[extent_.width - 1];
    cells[extent_.width] = cells[0];
  }

  /// Copies a dense array of the area's cells in, or out.
  void write(core::Rect area, std::span<const float> dense);
  void read(core::Rect area, std::span<float> dense) const;

  static std::uint64_t bytes(core::Extent extent);

 private:
  [[nodiscard]] std::size_t offset(int y) const {
    return kPad + static_cast<std::size_t>(y) * stride_;
  }

  static constexpr std::size_t kPad = core::kCacheLine / sizeof(float);

  core::Extent extent_;
  std::size_t stride_;
  core::AlignedVector<float> cells_;
};

/// A stretch of one row whose cells are stepped alike.
struct Run {
  enum class Kind : std::uint8_t {
    plain,     ///< free cells that see all their neighbours
    special,   ///< anything
    kept,      ///< cells that keep their value: nothing is to be done
    restored,  ///< likewise, but stepped as plain ones by a run before: they get their value back
  };
  int begin = 0;
  int end = 0;
  Kind kind = Kind::plain;

  friend bool operator==(const Run&, const Run&) = default;
};

/// Splits a row into runs, in the order in which they are to be stepped. All but those that are
/// restored begin and end at cache lines, where SIMD code is fastest: in a line of plain and kept
/// cells it costs less to step all and to restore some.
std::vector<Run> runs_of(std::span<const std::uint8_t> flags);

}  // namespace heatwave::field
