// Rows and columns from the farthest to the nearest, in patches.
#include "app/view/surface_mesh.h"

#include <algorithm>
#include <cmath>

namespace heatwave::view {
namespace {

/// Software OpenGL remembers no more than about two hundred of the corners that it has made.
constexpr int kPatch = 12;

/// The numbers from `begin` to before `end`, from both ends inwards to the nearest one.
std::vector<int> far_first(int begin, int end, int nearest) {
  std::vector<int> order;
  order.reserve(static_cast<std::size_t>(std::max(0, end - begin)));
  const int middle = std::clamp(nearest, begin, end);
  for (int i = begin; i < middle; ++i) order.push_back(i);
  for (int i = end - 1; i >= middle; --i) order.push_back(i);
  return order;
}

}  // namespace

/// No square hides one that comes later. In patches, of which a corner is made once: software
/// OpenGL remembers no more than about two hundred of those that it has made.
std::vector<std::uint32_t> squares_of(core::Extent places, core::Cell nearest) {
  std::vector<std::uint32_t> corners;
  corners.reserve(static_cast<std::size_t>(6 * places.cells()));
  const core::Extent count{places.width - 1, places.height - 1};
  const auto patches = [](int squares) { return (squares + kPatch - 1) / kPatch; };
  const auto patch_of = [](int square) { return square < 0 ? -1 : square / kPatch; };
  const auto within = [](int patch, int all, int near) {
    return far_first(patch * kPatch, std::min((patch + 1) * kPatch, all), near);
  };
  const auto width = static_cast<std::uint32_t>(places.width);
  for (const int row : far_first(0, patches(count.height), patch_of(nearest.y))) {
    for (const int column : far_first(0, patches(count.width), patch_of(nearest.x))) {
      for (const int y : within(row, count.height, nearest.y)) {
        for (const int x : within(column, count.width, nearest.x)) {
          const std::uint32_t a =
              static_cast<std::uint32_t>(y) * width + static_cast<std::uint32_t>(x);
          corners.insert(corners.end(), {a, a + width, a + 1, a + 1, a + width, a + width + 1});
        }
      }
    }
  }
  return corners;
}

core::Cell nearest_square(const lines::Samples& heights, const SurfaceCamera& camera) {
  const Space eye = camera.ray(0, 0).from;
  const auto square = [](double distance, double spacing, int places) {
    return static_cast<int>(std::clamp(std::floor(distance / spacing), -1.0, places - 1.0));
  };
  return {square(eye.x - heights.first.x, heights.spacing.x, heights.extent.width),
          square(eye.y - heights.first.y, heights.spacing.y, heights.extent.height)};
}

}  // namespace heatwave::view
