// Gray pictures, how they are laid on a grid, and the picture that a scene's formula reads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::scene {

/// One byte for each pixel, row by row, row 0 at the top: 0 is black, 255 white.
struct GrayPicture {
  core::Extent extent;
  std::vector<std::uint8_t> shades;
  friend bool operator==(const GrayPicture&, const GrayPicture&) = default;
};

/// A picture on a grid: as large as possible with its aspect ratio kept, centred, one shade per
/// cell.
struct PlacedPicture {
  core::Rect area;
  std::vector<std::uint8_t> shades;
};
PlacedPicture fitted(const GrayPicture& picture, core::Extent grid);

/// Sides of a picture that is kept within a scene, in pixels.
inline constexpr int kMostKeptSide = 512;
/// Returns the picture, made smaller where a side is longer than that.
GrayPicture reduced(GrayPicture picture);

/// The picture that a scene's formula reads, shared by all copies of the scene; may be empty.
class ScenePicture {
 public:
  /// The brightness in each cell of a grid, from 0 to 1; cells beside the picture are 0.
  using Cells = std::vector<float>;

  ScenePicture() = default;
  explicit ScenePicture(GrayPicture picture);
  explicit operator bool() const { return data_ != nullptr; }
  const GrayPicture& operator*() const;
  const GrayPicture* operator->() const { return &**this; }
  /// Returns the picture on a grid; no cells: there is no picture.
  [[nodiscard]] std::shared_ptr<const Cells> cells(core::Extent grid) const;
  friend bool operator==(const ScenePicture& a, const ScenePicture& b);

 private:
  struct Data;
  std::shared_ptr<Data> data_;
};

}  // namespace heatwave::scene
